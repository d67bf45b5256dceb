/// A report that did not arrive.
public struct LostReport: Error, CustomStringConvertible {
  /// The file that it was to go to, as it was named.
  public let path: String
  /// Why, without a full stop.
  public let reason: String

  package init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  package init(_ path: String, number: Int32) {
    self.init(path, SystemError.text(number))
  }

  /// What a person reads, without a full stop.
  public var description: String {
    "the report \(TerminalText.visible(path, isOneLine: true)) could not be written: \(reason)"
  }
}
