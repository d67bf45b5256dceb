/// The history could not be written.
public struct HistoryFileError: Error, Equatable, Sendable, CustomStringConvertible {
  public let path: String
  public let reason: String

  public var description: String {
    "The history could not be written to \(path): \(reason). Set XDG_STATE_HOME to a folder that can be written."
  }
}
