import Platform

/// The files of a checkout that git leaves out of this copy: those that a sparse checkout does not contain.
///
/// Only regular files are read, in a folder `.git` next to the project or above it, and no links are followed. A
/// damaged index counts as empty.
struct SparseCheckout {
  /// The path of the project's folder below the root of the checkout, empty or with a slash at its end.
  private let prefix: String
  /// The paths below the root; those of whole folders end with a slash.
  private let skipped: Set<String>

  private static let maximumBytes = 64 << 20, maximumFiles = 1_000_000, longestPath = 4096

  /// Returns nil if the tree is not in a sparse checkout.
  init?(_ tree: any FileTree) {
    guard let (root, path) = VersionControl.place(of: tree) else { return nil }
    // Git writes this file for a sparse checkout.
    let machine = CurrentMachine.value
    guard (try? machine.status("\(root)/.git/info/sparse-checkout", followsLink: false).kind) == .file,
      let index = try? machine.read("\(root)/.git/index", .all(maximum: Self.maximumBytes)), index.status.kind == .file
    else { return nil }
    prefix = path.isEmpty ? "" : path + "/"
    skipped = Self.skipped(in: index.bytes)
    if skipped.isEmpty { return nil }
  }

  /// Returns whether this copy lacks a file of the tree.
  func lacks(_ path: String) -> Bool {
    let path = prefix + path
    if skipped.contains(path) { return true }
    return path.indices.contains { path[$0] == "/" && skipped.contains(String(path[...$0])) }
  }

  /// Returns whether this copy lacks a folder of the tree, or a part of that folder.
  func lacksPart(of folder: String) -> Bool {
    lacks(folder) || skipped.contains { $0.hasPrefix("\(prefix)\(folder)/") }
  }

  // MARK: The index

  /// Returns the paths with the flag “skip-worktree” in an index of the versions 2 to 4.
  static func skipped(in bytes: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    var position = 12
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= bytes.count else { return nil }
      return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.starts(with: "DIRC".utf8), let version = number(4, 4), (2...4).contains(version),
      let count = number(8, 4), count <= maximumFiles
    else { return [] }
    var path: [UInt8] = []
    for _ in 0..<count {
      let start = position
      guard let flags = number(start + 60, 2) else { return [] }
      let isExtended = version > 2 && flags & 0x4000 != 0
      guard let more = isExtended ? number(start + 62, 2) : 0 else { return [] }
      position = start + (isExtended ? 64 : 62)
      var kept = 0
      if version == 4 {
        guard let removed = offset(in: bytes, at: &position), removed <= path.count else { return [] }
        kept = path.count - removed
      }
      guard let end = bytes[min(position, bytes.count)...].firstIndex(of: 0), end - position + kept <= longestPath
      else { return [] }
      path = Array(path.prefix(kept) + bytes[position..<end])
      position = version == 4 ? end + 1 : start + (end - start + 8) / 8 * 8
      if more & 0x4000 != 0 { found.insert(String(decoding: path, as: UTF8.self)) }
    }
    return found
  }

  /// Reads a number of variable length.
  private static func offset(in bytes: [UInt8], at position: inout Int) -> Int? {
    var value = -1
    for _ in 0..<4 {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      position += 1
      value = (value + 1) << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}

extension VersionControl {
  /// Returns the root of the checkout that contains a tree on disk, and the path of the tree below it.
  static func place(of tree: any FileTree) -> (root: String, path: String)? {
    guard let folder = ((tree as? FoldedTree)?.base ?? tree) as? FolderTree else { return nil }
    let path = folder.path
    if isRoot(path) { return (path, "") }
    return root(above: path).map { ($0, self.path(of: path, below: $0)) }
  }
}
