/// What became of the snapshots of one script; names are sorted.
public struct SnapshotReport: Sendable, Equatable {
  /// The file, as messages call it.
  public let file: String
  /// Names that the script compared.
  public var used: [String] = []
  /// New ones, which were written.
  public var written: [String] = []
  /// Different ones, which were written anew.
  public var updated: [String] = []
  /// Those that were not there, and were not to be written.
  public var missing: [String] = []
  /// Those that were different, and failed.
  public var different: [String] = []
  /// Those that nobody compared.
  public var unused: [String] = []
  /// Unused ones that an update has removed.
  public var removed: [String] = []
  /// Why the file could not be read or written; nil when all is well.
  public var problem: String?

  /// Whether the stored snapshots are those that the script needs: what `--ci` asks for.
  public var isUpToDate: Bool { missing.isEmpty && unused.isEmpty && problem == nil }

  /// Whether there is nothing to tell: no snapshot was compared, written or left over.
  public var isEmpty: Bool { used.isEmpty && unused.isEmpty && removed.isEmpty && problem == nil }

  init(file: String) {
    self.file = file
  }
}
