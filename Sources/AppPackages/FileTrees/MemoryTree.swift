/// A file tree made from data: for tests, for fuzzing, and for packages written in a script.
public struct MemoryTree: FileTree {
  public let name: String
  private let contents: [[UInt8]]
  private let index: PathIndex

  /// - Throws: ``FileTreeError`` for a bad path, a path given twice, or a file where another path needs a folder.
  public init(name: String, files: [(path: String, bytes: [UInt8])]) throws(FileTreeError) {
    self.name = name
    self.contents = files.map(\.bytes)
    self.index = try PathIndex(files.map { ($0.path, $0.bytes.count) }, tree: name)
  }

  /// The same from a dictionary, e.g. a literal.
  public init(name: String = "memory", _ files: [String: [UInt8]]) throws(FileTreeError) {
    try self.init(name: name, files: files.map { (path: $0.key, bytes: $0.value) })
  }

  public func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] {
    try index.entries(in: directory)
  }

  public func read(_ path: String) throws(FileTreeError) -> [UInt8] { contents[try index.require(path)] }

  public func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
    Array(contents[try index.require(path)].prefix(max(0, count)))
  }

  public func kind(of path: String) -> FileTreeEntry.Kind? { index.kind(of: path) }
}
