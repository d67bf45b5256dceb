import PropertyLists

/// The files around a project: a file tree that remembers the folders it has listed.
struct ProjectFiles {
  let tree: any FileTree
  let limits: FileTreeLimits
  private var listings: [String: [ExactText: FileTreeEntry]] = [:]

  init(_ tree: any FileTree, limits: FileTreeLimits) {
    self.tree = tree
    self.limits = limits
  }

  /// What lies at a path, and the path as the disk spells it. Nil when there is nothing.
  mutating func entry(at path: String) -> (path: String, entry: FileTreeEntry)? {
    guard !path.isEmpty else { return ("", FileTreeEntry(name: "", kind: .directory)) }
    if let entry = listed(path) { return (path, entry) }
    guard let spelling = tree.spelling(of: path), !ExactText.isSame(spelling, path) else { return nil }
    return listed(spelling).map { (spelling, $0) }
  }

  private mutating func listed(_ path: String) -> FileTreeEntry? {
    let directory = FileTreePath.directory(of: path)
    if listings[directory] == nil {
      let entries = (try? tree.entries(in: directory)) ?? []
      listings[directory] = Dictionary(entries.map { (ExactText($0.name), $0) }) { first, _ in first }
    }
    return listings[directory]?[ExactText(FileTreePath.lastComponent(path))]
  }

  /// As messages call a file of the tree.
  func name(of path: String) -> String { FileTreePath.join(tree.name, path) }

  func location(of path: String) -> SourceLocation { SourceLocation(file: name(of: path)) }
}
