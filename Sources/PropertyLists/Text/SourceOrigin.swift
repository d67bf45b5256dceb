/// Where a value or key comes from: nowhere (made by code), a range of a file that was read, or a place given by hand.
package enum SourceOrigin: Sendable {
  case none
  case range(SourceText, start: UInt32, end: UInt32)
  indirect case given(SourceLocation)

  init(_ location: SourceLocation?) {
    if let location { self = .given(location) } else { self = .none }
  }

  package var location: SourceLocation? {
    switch self {
    case .none: nil
    case .range(let source, let start, _): source.location(at: Int(start))
    case .given(let location): location
    }
  }

  /// The bytes of the value inside its file, tags or quotes included; nil where no file holds them as they are.
  var byteRange: Range<Int>? {
    if case .range(let source, let start, let end) = self, !source.isComposed { Int(start)..<Int(end) } else { nil }
  }
}
