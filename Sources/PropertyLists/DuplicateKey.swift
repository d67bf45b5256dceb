/// A key that a dictionary holds twice. The system's readers keep the later value and say nothing.
public struct DuplicateKey: Sendable, Equatable {
  /// The key, as it stands in both places.
  public var key: String
  /// The key whose value is lost.
  public var first: SourceLocation?
  /// The key whose value counts.
  public var later: SourceLocation?

  /// A key with both of its places, as far as the format knows them.
  public init(key: String, first: SourceLocation?, later: SourceLocation?) {
    self.key = key
    self.first = first
    self.later = later
  }

  /// What is wrong, in plain words, without place and without a full stop.
  public var message: String {
    let place = first.map { $0.line.map { "line \($0)" } ?? $0.description } ?? "above"
    return "the key “\(key)” occurs a second time here; the value of \(place) is lost"
  }

  /// What to do about it.
  public var hint: String { "remove one of the two" }
}
