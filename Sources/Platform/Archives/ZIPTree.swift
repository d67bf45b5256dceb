package import PropertyLists

/// A ZIP archive, or a folder in it, such as the app of an `.ipa`. Nothing is unpacked to the disk: each read unpacks
/// the file in memory.
///
/// Symbolic links are followed inside the tree, and refused when they point out of it.
public struct ZIPTree: FileTree {
  /// The name in messages: `Paint.ipa`, or `Paint.ipa/Payload/Paint.app`.
  public let name: String
  private let content: ZIPContent
  private let nodes: ZIPNodes
  private let root: Int

  /// Opens an archive in memory.
  ///
  /// - Throws: ``FileTreeError`` of kind `damaged`, with the offset, for bytes that are not a ZIP archive or contradict
  ///   themselves; other kinds for exceeded limits.
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

  /// Returns a folder of the tree as a separate tree.
  /// - Throws: ``FileTreeError`` for a bad path, a folder that does not exist, or a file in its place.
  package func subtree(_ path: String) throws(FileTreeError) -> ZIPTree {
    let path = try FileTreePath.normalise(path, in: name)
    let folder = try resolve(path)
    guard nodes.isFolder(folder) else { throw notAFolder(path) }
    return ZIPTree(self, name: path.isEmpty ? name : "\(name)/\(path)", root: folder)
  }

  /// Returns the names in a folder, sorted by their bytes; a link has the kind of its target, if that is in the tree.
  /// - Throws: ``FileTreeError`` for a bad path, a folder that does not exist, or too many names.
  public func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] {
    let directory = try FileTreePath.normalise(directory, in: name)
    let folder = try resolve(directory)
    guard let children = nodes.children(of: folder) else { throw notAFolder(directory) }
    guard children.count <= content.limits.maximumEntriesPerDirectory else {
      throw FileTreeError(
        kind: .tooManyEntries, tree: name, path: directory,
        message: "the folder has more than \(content.limits.maximumEntriesPerDirectory) entries")
    }
    Work.count(Self.costOfFolder + children.count * Self.costOfEntry)
    return children.sorted { ExactText.precedes($0.key.text, $1.key.text) }.map { entry($0.key.text, $0.value, folder) }
  }

  /// Returns a whole file, unpacked; links are followed.
  /// - Throws: ``FileTreeError`` for a bad path, a path that is not a file or leaves the tree, or a content that is
  ///   damaged, packed with an unsupported method, or larger than ``FileTreeLimits/maximumFileSize``.
  public func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    let path = try FileTreePath.normalise(path, in: name)
    return try content.read(try file(path), name, path)
  }

  /// Returns the first `count` bytes of a file of any size, or all if it has fewer; none for a negative count.
  /// - Throws: ``FileTreeError``, as ``read(_:)``.
  public func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
    let path = try FileTreePath.normalise(path, in: name)
    return try content.read(try file(path), name, path, upTo: min(max(0, count), content.limits.maximumFileSize))
  }

  /// Returns the kind of a path, following links; nil for a missing file, a path that leads out of the tree, and a bad path.
  public func kind(of path: String) -> FileTreeEntry.Kind? {
    Work.count(Self.costOfEntry)
    guard let path = try? FileTreePath.normalise(path, in: name), let node = try? resolve(path) else { return nil }
    return nodes.isFolder(node) ? .directory : .file
  }

  // MARK: Nodes

  /// The cost of listing a folder, and of an entry in it, in steps (``Work``).
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
    FileTreeEntry(name: child, kind: nodes.isFolder(node) ? .directory : .file, size: nodes.entry(of: node)?.size ?? 0)
  }

  /// The limit of the operating system.
  private static let maximumLinks = 40

  /// Returns the file or folder at the end of a path.
  ///
  /// - Parameter folder: where the path begins; the root if not given.
  private func resolve(_ path: String, from folder: Int? = nil) throws(FileTreeError) -> Int {
    func error(_ kind: FileTreeError.Kind, _ message: String, _ hint: String? = nil) -> FileTreeError {
      let start = folder.map { nodes.path(of: $0, below: root) } ?? ""
      return FileTreeError(kind: kind, tree: name, path: FileTreePath.join(start, path), message: message, hint: hint)
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
        throw error(.linkLoop, "symbolic links point to each other in a cycle")
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

/// The folders and files of a ZIP archive, built from its directory.
package struct ZIPNodes: Sendable {
  private enum Content {
    case file(ZIPEntry)
    case folder([ExactText: Int])
    case link(String)
    /// A link with an unreadable target.
    case brokenLink(FileTreeError)
  }

  private struct Node {
    let parent: Int
    let name: String
    var content: Content
  }

  /// The root folder.
  package static let root = 0

  private var nodes = [Node(parent: 0, name: "", content: .folder([:]))]

  /// - Throws: ``FileTreeError`` for two entries with the same path, and for more files and folders than the limits allow.
  package init(_ directory: ZIPDirectory, _ content: ZIPContent) throws(FileTreeError) {
    for entry in directory.entries where !Self.isForMacOnly(entry.path) { try add(entry, content) }
  }

  /// Returns whether Finder added a file for its own use: the extended attributes of another file.
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
      // The packed folder itself.
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

  /// Returns a link. A damaged one does not affect the rest.
  private static func link(_ entry: ZIPEntry, _ content: ZIPContent) -> Content {
    do throws(FileTreeError) {
      return .link(String(decoding: try content.read(entry, content.archive.name, entry.path), as: UTF8.self))
    } catch {
      return .brokenLink(error)
    }
  }

  /// Returns the folder with a name, which is made if it is missing; nil if the name is that of a file.
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

  /// Returns the children of a folder; nil for other nodes.
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

  /// Returns the entry of a file; nil for other nodes.
  package func entry(of node: Int) -> ZIPEntry? {
    if case .file(let entry) = nodes[node].content { entry } else { nil }
  }

  /// Returns the target of a symbolic link; nil for other nodes.
  /// - Throws: ``FileTreeError`` when the target cannot be read.
  package func target(of node: Int) throws(FileTreeError) -> String? {
    switch nodes[node].content {
    case .link(let target): return target
    case .brokenLink(let error): throw error
    case .file, .folder: return nil
    }
  }

  /// Returns the parent folder; the parent of the root is the root itself.
  package func parent(of node: Int) -> Int { nodes[node].parent }

  /// Returns the path from a folder above.
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

/// The files of a ZIP archive, unpacked in memory on demand.
package struct ZIPContent: Sendable {
  /// The size of the header before the content, without the name and the fields after it.
  package static let headerSize = 30

  package let archive: any ArchiveBytes
  package let limits: FileTreeLimits

  /// - Parameters:
  ///   - tree: the name of the tree in messages; `path` is the file in it.
  ///   - maximum: the number of bytes to read; nil for all, which are then compared with their checksum.
  package func read(
    _ entry: ZIPEntry, _ tree: String, _ path: String, upTo maximum: Int? = nil
  ) throws(FileTreeError) -> [UInt8] {
    Work.count(Self.costOfFile)
    func damaged(_ message: String) -> FileTreeError {
      FileTreeError(
        kind: .damaged, tree: tree, path: path, message: "\(message) (byte \(entry.start) of \(archive.name))",
        hint: ZIPEnd.hint)
    }
    if entry.isEncrypted {
      throw FileTreeError(
        kind: .unreadable, tree: tree, path: path, message: "the file is encrypted",
        hint: "pack the app without a password: devices do not accept an encrypted archive")
    }
    guard let method = entry.method else {
      throw FileTreeError(
        kind: .unreadable, tree: tree, path: path,
        message: "the file uses compression method \(entry.methodNumber), which is not supported",
        hint: "pack the app again, as `zip -r` does")
    }
    guard maximum != nil || entry.size <= limits.maximumFileSize else {
      throw FileTreeError(
        kind: .tooLarge, tree: tree, path: path,
        message: "the file has \(entry.size) bytes; the limit is \(limits.maximumFileSize)")
    }
    let wanted = maximum.map { min($0, entry.size) } ?? entry.size
    let bytes: [UInt8]
    switch method {
    case .stored:
      guard let piece = try packed(entry, wanted) else { throw damaged(Self.noHeader) }
      bytes = piece.count == wanted ? piece : Array(piece.prefix(wanted))
    case .deflated:
      bytes = try inflate(entry, wanted, isWhole: maximum == nil, damaged)
    }
    if maximum == nil, Checksum.crc32(bytes[...]) != entry.checksum {
      throw damaged("the file is damaged: its checksum is wrong")
    }
    Work.count(bytes.count * FileTreeLimits.costOfReadByte)
    return bytes
  }

  /// The cost of finding and opening a file, in steps (``Work``).
  private static let costOfFile = 200
  private static let noHeader = "the file is not where the directory of the archive says"
  /// Bytes for the name and the fields after it, which the header before the content repeats.
  private static let headerAllowance = 512
  /// Files up to this size are read together with their header.
  private static let largePiece = 1024 * 1024

  /// Returns the beginning of a packed file, at least `wanted` bytes if it has them; nil without a header.
  private func packed(_ entry: ZIPEntry, _ wanted: Int) throws(FileTreeError) -> [UInt8]? {
    let wanted = min(wanted, entry.packedSize)
    let content = wanted <= Self.largePiece ? wanted : 0
    let guess = min(entry.end, entry.start + Self.headerSize + Self.headerAllowance + content)
    let head = try archive.read(entry.start..<guess)
    let header = LittleEndianBytes(head.prefix(Self.headerSize))
    guard header.number32(0) == 0x0403_4B50, let name = header.number16(26), let extra = header.number16(28) else {
      return nil
    }
    let start = entry.start + Self.headerSize + name + extra
    guard start + entry.packedSize <= entry.end else { return nil }
    if start + wanted <= guess { return Array(head[start - entry.start..<start - entry.start + wanted]) }
    return try archive.read(start..<start + wanted)
  }

  private func inflate(
    _ entry: ZIPEntry, _ wanted: Int, isWhole: Bool, _ damaged: (String) -> FileTreeError
  ) throws(FileTreeError) -> [UInt8] {
    var packedCount = isWhole ? entry.packedSize : min(entry.packedSize, wanted + wanted / 8 + 1024)
    while true {
      guard let packed = try packed(entry, packedCount) else { throw damaged(Self.noHeader) }
      // One more byte than declared, to detect a longer content.
      var bytes = [UInt8](repeating: 0, count: isWhole ? wanted + 1 : wanted)
      let result = Self.inflate(packed, into: &bytes)
      guard let result else { throw damaged("not enough memory to unpack the file") }
      switch result.outcome {
      case .filled where !isWhole: return bytes
      case .ended where bytes.count - result.unfilledCount == wanted:
        bytes.removeLast(bytes.count - wanted)
        return bytes
      case .truncated where packedCount < entry.packedSize:
        packedCount = min(entry.packedSize, packedCount * 4)
      case .filled: throw damaged("the file is longer than the \(entry.size) bytes that it should have")
      case .ended: throw damaged("the file ends before the \(entry.size) bytes that it should have")
      case .truncated, .damaged: throw damaged("the file is damaged: it cannot be unpacked")
      }
    }
  }

  private static func inflate(
    _ packed: [UInt8], into bytes: inout [UInt8]
  ) -> (outcome: Inflater.Outcome, unfilledCount: Int)? {
    packed.withUnsafeBufferPointer { input in
      guard var inflater = Inflater(input, pieces: [0..<input.count], isRaw: true) else { return nil }
      let outcome = bytes.withUnsafeMutableBufferPointer { inflater.fill($0) }
      return (outcome, inflater.unfilledCount)
    }
  }
}
