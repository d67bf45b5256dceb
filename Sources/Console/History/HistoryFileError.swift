/// The history could not be written.
public struct HistoryFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where the file lies.
  public let path: String
  /// What the system says, without a full stop.
  public let reason: String

  /// What a person reads, without a full stop.
  public var description: String {
    "The history could not be written to \(path): \(reason). Set XDG_STATE_HOME to a folder that can be written."
  }
}
