package import PropertyLists

/// The folders and files of a ZIP archive, as its directory names them.
package struct ZIPNodes: Sendable {
  private enum Content {
    case file(ZIPEntry)
    case folder([ExactText: Int])
    case link(String)
    /// A link whose target cannot be read.
    case brokenLink(FileTreeError)
  }

  private struct Node {
    let parent: Int
    let name: String
    var content: Content
  }

  /// The folder that holds everything.
  package static let root = 0

  private var nodes = [Node(parent: 0, name: "", content: .folder([:]))]

  /// - Throws: ``FileTreeError`` for two entries of one name, and for more files and folders than the limits allow.
  package init(_ directory: ZIPDirectory, _ content: ZIPContent) throws(FileTreeError) {
    for entry in directory.entries where !Self.isForMacOnly(entry.path) { try add(entry, content) }
  }

  /// What Finder packs along: extended attributes of the files.
  private static func isForMacOnly(_ path: String) -> Bool {
    ExactText.begins(path, with: "__MACOSX/") || ExactText.isSame(path, "__MACOSX")
      || ExactText.begins(FileTreePath.lastComponent(path), with: "._")
  }

  private mutating func add(_ entry: ZIPEntry, _ content: ZIPContent) throws(FileTreeError) {
    let archive = content.archive.name
    func conflict(_ message: String) -> FileTreeError {
      FileTreeError(
        kind: .damaged, tree: archive, path: "", message: message, hint: "pack the app again into a new archive",
        offset: entry.place)
    }
    let parts = FileTreePath.parts(of: entry.path).map(String.init)
    guard let last = parts.last else {
      // The folder that was packed itself.
      if entry.kind == .folder { return }
      throw conflict("the archive contains a file without a name")
    }
    var place = Self.root
    for part in parts.dropLast() {
      guard let folder = try folder(part, in: place, content, entry) else {
        throw conflict("the archive contains a file where \(TreeText.short(entry.path)) needs a folder")
      }
      place = folder
    }
    switch entry.kind {
    case .folder:
      guard try folder(last, in: place, content, entry) != nil else {
        throw conflict("the archive contains both a file and a folder \(TreeText.short(entry.path))")
      }
    case .file, .link:
      guard children(of: place)?[ExactText(last)] == nil else {
        throw conflict("the archive contains \(TreeText.short(entry.path)) twice")
      }
      let isLink = entry.kind == .link && entry.size <= ZIPEntry.Limits.linkSize
      try insert(isLink ? Self.link(entry, content) : .file(entry), last, in: place, content, entry)
    }
  }

  /// One damaged link does not spoil the rest.
  private static func link(_ entry: ZIPEntry, _ content: ZIPContent) -> Content {
    do throws(FileTreeError) {
      return .link(String(decoding: try content.read(entry, content.archive.name, entry.path), as: UTF8.self))
    } catch {
      return .brokenLink(error)
    }
  }

  /// The folder of a name, made if there is none; nil for a file.
  private mutating func folder(
    _ name: String, in place: Int, _ content: ZIPContent, _ entry: ZIPEntry
  ) throws(FileTreeError) -> Int? {
    if let known = children(of: place)?[ExactText(name)] { return isFolder(known) ? known : nil }
    return try insert(.folder([:]), name, in: place, content, entry)
  }

  @discardableResult
  private mutating func insert(
    _ new: Content, _ name: String, in place: Int, _ content: ZIPContent, _ entry: ZIPEntry
  ) throws(FileTreeError) -> Int {
    guard nodes.count <= content.limits.maximumEntries else {
      throw FileTreeError(
        kind: .tooManyEntries, tree: content.archive.name, path: "",
        message: "the archive has more than \(content.limits.maximumEntries) files and folders", offset: entry.place)
    }
    let index = nodes.count
    nodes.append(Node(parent: place, name: name, content: new))
    guard case .folder(var children) = nodes[place].content else { return index }
    // Taken out for the change, so that it is not copied.
    nodes[place].content = .folder([:])
    children[ExactText(name)] = index
    nodes[place].content = .folder(children)
    return index
  }

  // MARK: Questions

  /// nil for what is no folder.
  package func children(of node: Int) -> [ExactText: Int]? {
    if case .folder(let children) = nodes[node].content { children } else { nil }
  }

  package func isFolder(_ node: Int) -> Bool { children(of: node) != nil }

  package func isLink(_ node: Int) -> Bool {
    switch nodes[node].content {
    case .link, .brokenLink: true
    case .file, .folder: false
    }
  }

  /// nil for what is no file.
  package func entry(of node: Int) -> ZIPEntry? {
    if case .file(let entry) = nodes[node].content { entry } else { nil }
  }

  /// nil for what is no symbolic link.
  /// - Throws: ``FileTreeError`` when nobody knows where it leads.
  package func target(of node: Int) throws(FileTreeError) -> String? {
    switch nodes[node].content {
    case .link(let target): return target
    case .brokenLink(let error): throw error
    case .file, .folder: return nil
    }
  }

  /// Of the root itself.
  package func parent(of node: Int) -> Int { nodes[node].parent }

  /// The path from a folder above.
  package func path(of node: Int, below root: Int) -> String {
    var parts: [String] = []
    var node = node
    while node != root, node != Self.root {
      parts.append(nodes[node].name)
      node = nodes[node].parent
    }
    return parts.reversed().joined(separator: "/")
  }
}
