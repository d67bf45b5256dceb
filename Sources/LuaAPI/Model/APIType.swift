/// A type of object that scripts hold.
public struct APIType: Sendable, Hashable {
  /// How examples name a value of it, and what messages call it: `device`.
  public let name: String
  /// The class name in the editors' type files: `homescreen.Device`.
  public let className: String
  /// One sentence.
  public let summary: String

  init(_ name: String, className: String, summary: String) {
    self.name = name
    self.className = className
    self.summary = summary
  }
}
