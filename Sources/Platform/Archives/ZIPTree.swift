import PropertyLists

/// A ZIP archive, or a folder in it, such as the app of an `.ipa`. Nothing is unpacked to the disk; a file is unpacked in
/// memory each time it is read.
///
/// Symbolic links are followed inside of the tree and refused when they lead out.
public struct ZIPTree: FileTree {
  /// What messages call the tree: `Paint.ipa`, or `Paint.ipa/Payload/Paint.app`.
  public let name: String
  private let content: ZIPContent
  private let nodes: ZIPNodes
  private let root: Int

  /// Opens an archive in memory.
  ///
  /// - Throws: ``FileTreeError`` of kind `damaged` for what is no ZIP archive, or contradicts itself, with its place; others
  ///   where limits are exceeded.
  public init(name: String, bytes: [UInt8], limits: FileTreeLimits = .default) throws(FileTreeError) {
    try self.init(MemoryArchive(name: name, bytes: bytes), limits: limits)
  }

  package init(_ archive: any ArchiveBytes, limits: FileTreeLimits) throws(FileTreeError) {
    name = archive.name
    content = ZIPContent(archive: archive, limits: limits)
    nodes = try ZIPNodes(try ZIPDirectory(archive, limits: limits), content)
    root = ZIPNodes.root
  }

  private init(_ tree: ZIPTree, name: String, root: Int) {
    self.name = name
    content = tree.content
    nodes = tree.nodes
    self.root = root
  }

  /// A folder of the tree as a tree of its own.
  /// - Throws: ``FileTreeError`` for a bad path, a folder that does not exist, or a file in its place.
  package func subtree(_ path: String) throws(FileTreeError) -> ZIPTree {
    let path = try FileTreePath.normalise(path, in: name)
    let folder = try resolve(path)
    guard nodes.isFolder(folder) else { throw notAFolder(path) }
    return ZIPTree(self, name: path.isEmpty ? name : "\(name)/\(path)", root: folder)
  }

  /// The names in a folder, sorted by their bytes; a link stands for what it leads to, if that lies inside.
  /// - Throws: ``FileTreeError`` for a bad path, a folder that does not exist, or too many names.
  public func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] {
    let directory = try FileTreePath.normalise(directory, in: name)
    let folder = try resolve(directory)
    guard let children = nodes.children(of: folder) else { throw notAFolder(directory) }
    guard children.count <= content.limits.maximumEntriesPerDirectory else {
      throw FileTreeError(
        kind: .tooManyEntries, tree: name, path: directory,
        message: "the folder has more than \(content.limits.maximumEntriesPerDirectory) names")
    }
    Work.count(Self.costOfFolder + children.count * Self.costOfEntry)
    return children.sorted { ExactText.precedes($0.key.text, $1.key.text) }.map { entry($0.key.text, $0.value, folder) }
  }

  /// A whole file, unpacked; links are followed.
  /// - Throws: ``FileTreeError`` for a bad path, what is no file or lies outside, or a content that is damaged, packed in a
  ///   way that is not read, or larger than ``FileTreeLimits/maximumFileSize``.
  public func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    let path = try FileTreePath.normalise(path, in: name)
    return try content.read(try file(path), name, path)
  }

  /// The first `count` bytes of a file of whatever size, or all when it has fewer; none for a negative count.
  /// - Throws: ``FileTreeError``, as ``read(_:)``.
  public func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
    let path = try FileTreePath.normalise(path, in: name)
    return try content.read(try file(path), name, path, upTo: min(max(0, count), content.limits.maximumFileSize))
  }

  /// What a path stands for, links followed; nil when there is nothing, when it lies outside, and for a bad path.
  public func kind(of path: String) -> FileTreeEntry.Kind? {
    Work.count(Self.costOfEntry)
    guard let path = try? FileTreePath.normalise(path, in: name), let node = try? resolve(path) else { return nil }
    return nodes.isFolder(node) ? .directory : .file
  }

  // MARK: Nodes

  /// Steps (``Work``) of listing a folder, and of an entry in it.
  private static let costOfFolder = 20, costOfEntry = 10

  private func notAFolder(_ path: String) -> FileTreeError {
    FileTreeError(kind: .notADirectory, tree: name, path: path, message: "this is a file, not a folder")
  }

  private func file(_ path: String) throws(FileTreeError) -> ZIPEntry {
    guard let entry = nodes.entry(of: try resolve(path)) else {
      throw FileTreeError(kind: .isADirectory, tree: name, path: path, message: "this is a folder, not a file")
    }
    return entry
  }

  private func entry(_ child: String, _ node: Int, _ folder: Int) -> FileTreeEntry {
    guard nodes.isLink(node) else { return entry(child, node) }
    do throws(FileTreeError) {
      let target = try resolve(child, from: folder)
      var entry = entry(child, target)
      entry.linkTarget = nodes.path(of: target, below: root)
      return entry
    } catch {
      return FileTreeEntry(name: child, kind: .other, problem: error)
    }
  }

  private func entry(_ child: String, _ node: Int) -> FileTreeEntry {
    FileTreeEntry(
      name: child, kind: nodes.isFolder(node) ? .directory : .file, size: nodes.entry(of: node)?.size ?? 0)
  }

  /// The system itself follows no more.
  private static let maximumLinks = 40

  /// The file or folder that a path leads to.
  ///
  /// - Parameter folder: where it begins; the root when not given.
  private func resolve(_ path: String, from folder: Int? = nil) throws(FileTreeError) -> Int {
    func error(_ kind: FileTreeError.Kind, _ message: String, _ hint: String? = nil) -> FileTreeError {
      let start = folder.map { nodes.path(of: $0, below: root) } ?? ""
      return FileTreeError(
        kind: kind, tree: name, path: FileTreePath.join(start, path), message: message, hint: hint)
    }
    var place = folder ?? root
    var waiting = Array(FileTreePath.parts(of: path).reversed())
    var linkCount = 0
    while let part = waiting.popLast() {
      if part == "." { continue }
      if part == ".." {
        guard place != root else { throw error(.outsideOfTree, "this symbolic link leaves \(name)", Self.hint) }
        place = nodes.parent(of: place)
        continue
      }
      guard let children = nodes.children(of: place) else {
        throw error(.notADirectory, "a part of the path is a file, not a folder")
      }
      guard let child = children[ExactText(String(part))] else {
        throw error(.notFound, "there is no such file or folder")
      }
      guard let target = try nodes.target(of: child) else {
        place = child
        continue
      }
      linkCount += 1
      guard linkCount <= Self.maximumLinks, target.utf8.count + waiting.count <= 2 * FileTreePath.maximumLength else {
        throw error(.linkLoop, "symbolic links that point to each other in a cycle")
      }
      guard target.utf8.first != UInt8(ascii: "/"), !target.isEmpty else {
        throw error(.outsideOfTree, "this symbolic link leaves \(name)", Self.hint)
      }
      waiting += FileTreePath.parts(of: target).reversed()
    }
    return place
  }

  private static let hint = "put a copy of the file into the archive"
}
