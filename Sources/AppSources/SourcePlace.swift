public import PropertyLists

/// A location in a source.
public struct SourcePlace: Codable, Sendable, Hashable, Comparable {
  /// The path, as in the request.
  public var file: String
  /// The 1-based line.
  public var line: Int
  /// The 1-based column, in Unicode scalars.
  public var column: Int

  /// Creates a location.
  public init(file: String, line: Int, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The location for findings.
  public var location: SourceLocation { SourceLocation(file: file, line: line, column: column) }

  /// Orders by file, line and column.
  public static func < (left: SourcePlace, right: SourcePlace) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}

/// A text in the sources: known, or computed at run time.
public enum TextValue: Codable, Sendable, Hashable {
  /// A literal, or a constant that resolves to one.
  case literal(String)
  /// `nil`.
  case null
  /// A text computed at run time, as the expression in the source.
  case computed(String)
  /// Any text with this part after its last full stop, or this text itself.
  case lastPart(String)

  /// Whether it is known which texts it matches.
  public var isKnown: Bool {
    switch self {
    case .literal, .lastPart: true
    case .null, .computed: false
    }
  }

  /// The text, if it is known.
  public var literal: String? { if case .literal(let text) = self { text } else { nil } }

  private enum CodingKeys: String, CodingKey {
    case literal, computed, lastPart
  }

  /// Decodes `{"literal": …}`, `{"computed": …}`, `{"lastPart": …}`, or an empty object for `nil`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .literal) {
      self = .literal(text)
    } else if let text = try container.decodeIfPresent(String.self, forKey: .computed) {
      self = .computed(text)
    } else if let text = try container.decodeIfPresent(String.self, forKey: .lastPart) {
      self = .lastPart(text)
    } else {
      self = .null
    }
  }

  /// Encodes the same forms.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .literal(let text): try container.encode(text, forKey: .literal)
    case .computed(let text): try container.encode(text, forKey: .computed)
    case .lastPart(let text): try container.encode(text, forKey: .lastPart)
    case .null: break
    }
  }
}
