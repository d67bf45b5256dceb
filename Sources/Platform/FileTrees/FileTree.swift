/// Where a package is read from: a folder, memory, files inside the executable, an archive.
///
/// Paths are relative to the root, their parts separated by `/`, and compared byte by byte, as a device does. The
/// empty path is the root. `..`, absolute paths and zero bytes are errors: nothing outside of the root can be named.
public protocol FileTree: Sendable {
  /// What messages call the tree, e.g. `ChangeIcon.app`.
  var name: String { get }

  /// The names in a folder, sorted by their bytes.
  func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry]

  /// A whole file.
  func read(_ path: String) throws(FileTreeError) -> [UInt8]

  /// The first `count` bytes of a file, or all when it has fewer.
  func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8]

  /// A file of whatever size, to be read piece by piece.
  func open(_ path: String) throws(FileTreeError) -> any ByteSource

  /// What a path stands for; nil when there is nothing, or nothing that may be read.
  func kind(of path: String) -> FileTreeEntry.Kind?

  /// The path as the tree itself spells it; nil when there is nothing, or nothing that may be read. Letter case counts in
  /// most trees: then it is the path that was given.
  func spelling(of path: String) -> String?
}

extension FileTree {
  /// The whole file in memory.
  public func open(_ path: String) throws(FileTreeError) -> any ByteSource { BytesInMemory(all: try read(path)) }

  /// The path itself, if something may be read there.
  public func spelling(of path: String) -> String? { kind(of: path) == nil ? nil : path }
}

/// One name in a folder of a file tree.
public struct FileTreeEntry: Sendable, Equatable {
  /// What a name stands for; symbolic links are followed.
  public enum Kind: String, Sendable {
    case file
    case directory
    /// Neither: a pipe, a device, a link that leads nowhere or out of the tree. Never read.
    case other
  }

  /// The last part of its path.
  public var name: String
  /// What the name stands for; for a symbolic link, what that leads to.
  public var kind: Kind
  /// Bytes of a file; 0 for everything else.
  public var size: Int
  /// For a symbolic link, the path inside the tree that it leads to.
  public var linkTarget: String?
  /// Why an entry of kind ``Kind/other`` cannot be read.
  public var problem: FileTreeError?

  /// An entry with what is known about it; only its name and kind have to be.
  public init(
    name: String, kind: Kind, size: Int = 0, linkTarget: String? = nil, problem: FileTreeError? = nil
  ) {
    self.name = name
    self.kind = kind
    self.size = size
    self.linkTarget = linkTarget
    self.problem = problem
  }
}

/// What reading a file tree may spend.
public struct FileTreeLimits: Sendable, Equatable {
  /// Names in one folder.
  public var maximumEntriesPerDirectory: Int
  /// Files and folders met by one walk.
  public var maximumEntries: Int
  /// Folders inside folders.
  public var maximumDepth: Int
  /// Bytes of a file that is read as a whole.
  public var maximumFileSize: Int

  /// Limits that differ from ``default`` in what is given.
  public init(
    maximumEntriesPerDirectory: Int = 50_000, maximumEntries: Int = 100_000, maximumDepth: Int = 64,
    maximumFileSize: Int = 256 * 1024 * 1024
  ) {
    self.maximumEntriesPerDirectory = maximumEntriesPerDirectory
    self.maximumEntries = maximumEntries
    self.maximumDepth = maximumDepth
    self.maximumFileSize = maximumFileSize
  }

  /// 100 000 entries, 64 levels, 256 MiB per file.
  public static let `default` = FileTreeLimits()

  /// Steps (``Work``) for each byte of a file that is read: whoever reads it takes it apart, too.
  package static let costOfReadByte = 4
}
