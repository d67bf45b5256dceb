/// A value and the place where it was written. Two nodes are equal when their values are, wherever they stand.
public struct PropertyListNode: Sendable, Equatable {
  /// The value itself.
  public var value: PropertyListValue
  package var origin: SourceOrigin

  /// A value made by code; `location` may name the script line that made it.
  public init(_ value: PropertyListValue, location: SourceLocation? = nil) {
    self.value = value
    self.origin = SourceOrigin(location)
  }

  package init(value: PropertyListValue, origin: SourceOrigin) {
    self.value = value
    self.origin = origin
  }

  /// First character of the value: the `<` of its XML tag, the opening quote or bracket; the byte offset in a binary
  /// file. Worked out on demand; nil for a value that no file holds.
  public var location: SourceLocation? {
    get { origin.location }
    set { origin = SourceOrigin(newValue) }
  }

  /// The bytes of the value inside the file that it was read from (in UTF-8, without byte order mark).
  public var byteRange: Range<Int>? { origin.byteRange }

  /// Nodes are equal when their values are, wherever they came from.
  public static func == (left: PropertyListNode, right: PropertyListNode) -> Bool {
    Work.count(1)
    return left.value == right.value
  }
}
