/// A key that a dictionary holds twice. The system's readers keep the later value and say nothing.
public struct DuplicateKey: Sendable, Equatable {
  public var key: String
  /// The key whose value is lost.
  public var first: SourceLocation?
  /// The key whose value counts.
  public var later: SourceLocation?

  public init(key: String, first: SourceLocation?, later: SourceLocation?) {
    self.key = key
    self.first = first
    self.later = later
  }
}
