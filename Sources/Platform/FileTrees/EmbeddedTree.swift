import PropertyLists

/// A file tree inside the executable: bytes that the linker has placed there.
public struct EmbeddedTree: FileTree {
  /// One embedded file.
  ///
  /// `@unchecked Sendable` is sound because of what ``init(path:bytes:)`` asks for: the bytes are constants of the
  /// executable, nobody ever writes to them or takes them away, and this type only reads them.
  public struct File: @unchecked Sendable {
    /// Inside the tree, its parts separated by `/`.
    public let path: String
    fileprivate let bytes: UnsafeRawBufferPointer

    /// A file of the executable.
    ///
    /// - Parameter bytes: must stay valid and unchanged until the process ends, as static constants do.
    public init(path: String, bytes: UnsafeRawBufferPointer) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// What messages call the tree.
  public let name: String
  private let files: [File]
  private let index: PathIndex

  /// A tree of files that the executable carries.
  ///
  /// - Throws: ``FileTreeError`` for a bad path, a path given twice, or a file where another path needs a folder.
  public init(name: String, files: [File]) throws(FileTreeError) {
    self.name = name
    self.files = files
    self.index = try PathIndex(files.map { ($0.path, $0.bytes.count) }, tree: name)
  }

  /// Steps (``Work``) of finding a file, and of an entry of a folder.
  private static let costOfFile = 20, costOfEntry = 10

  /// The names in a folder, sorted by their bytes; nothing but files and folders.
  /// - Throws: ``FileTreeError`` for a bad path, a folder that does not exist, or a file in its place.
  public func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] {
    let entries = try index.entries(in: directory)
    Work.count(Self.costOfFile + entries.count * Self.costOfEntry)
    return entries
  }

  /// A copy of a whole file, of whatever size.
  /// - Throws: ``FileTreeError`` for a bad path, a file that does not exist, or a folder in its place.
  public func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    let bytes = files[try index.require(path)].bytes
    Work.count(Self.costOfFile + bytes.count * FileTreeLimits.costOfReadByte)
    return Array(bytes)
  }

  /// A copy of the first `count` bytes of a file, or of all when it has fewer; none for a negative count.
  /// - Throws: ``FileTreeError`` for a bad path, a file that does not exist, or a folder in its place.
  public func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
    let bytes = files[try index.require(path)].bytes.prefix(max(0, count))
    Work.count(Self.costOfFile + bytes.count * FileTreeLimits.costOfReadByte)
    return Array(bytes)
  }

  /// A file or a folder; nil when there is nothing, and for a bad path.
  public func kind(of path: String) -> FileTreeEntry.Kind? { index.kind(of: path) }
}
