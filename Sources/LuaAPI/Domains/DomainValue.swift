/// A text that can stand where a text of a domain is asked for.
public struct DomainValue: Sendable, Equatable {
  /// The text itself.
  public let text: String
  /// What it is, in a few words; nil where the text says all.
  public let summary: String?
  /// Whether more follows: a folder of a path.
  public let isOpen: Bool

  /// A text and what it is.
  public init(_ text: String, _ summary: String? = nil, isOpen: Bool = false) {
    self.text = text
    self.summary = summary
    self.isOpen = isOpen
  }
}
