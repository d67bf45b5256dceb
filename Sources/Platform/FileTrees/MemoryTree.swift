/// A file tree made from data: for tests, for fuzzing, and for packages written in a script.
public struct MemoryTree: FileTree {
  /// What messages call the tree.
  public let name: String
  private let contents: [[UInt8]]
  private let index: PathIndex

  /// A tree of files in memory.
  ///
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

  /// The names in a folder, sorted by their bytes; nothing but files and folders.
  /// - Throws: ``FileTreeError`` for a bad path, a folder that does not exist, or a file in its place.
  public func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] {
    try index.entries(in: directory)
  }

  /// The bytes that the file was made with.
  /// - Throws: ``FileTreeError`` for a bad path, a file that does not exist, or a folder in its place.
  public func read(_ path: String) throws(FileTreeError) -> [UInt8] { contents[try index.require(path)] }

  /// The first `count` bytes of a file, or all when it has fewer; none for a negative count.
  /// - Throws: ``FileTreeError`` for a bad path, a file that does not exist, or a folder in its place.
  public func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
    Array(contents[try index.require(path)].prefix(max(0, count)))
  }

  /// A file or a folder; nil when there is nothing, and for a bad path.
  public func kind(of path: String) -> FileTreeEntry.Kind? { index.kind(of: path) }
}
