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
  static let costOfReadByte = 4
}
