public import PropertyLists

/// A place in a source.
public struct SourcePlace: Codable, Sendable, Hashable, Comparable {
  /// The path, as the request names it.
  public var file: String
  /// 1-based.
  public var line: Int
  /// 1-based, in Unicode scalars.
  public var column: Int

  /// A place in a source.
  public init(file: String, line: Int, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// As findings have it.
  public var location: SourceLocation { SourceLocation(file: file, line: line, column: column) }

  /// By file, then by line.
  public static func < (left: SourcePlace, right: SourcePlace) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}

/// A text of the sources: known, or worked out at run time.
public enum TextValue: Codable, Sendable, Hashable {
  /// A literal, or a constant that was followed to one.
  case literal(String)
  /// `nil`.
  case null
  /// Known at run time only; as it is written there.
  case computed(String)

  /// The text, where it is known.
  public var literal: String? { if case .literal(let text) = self { text } else { nil } }

  private enum CodingKeys: String, CodingKey {
    case literal, computed
  }

  /// Reads `{"literal": …}`, `{"computed": …}`, or an empty object for `nil`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .literal) {
      self = .literal(text)
    } else if let text = try container.decodeIfPresent(String.self, forKey: .computed) {
      self = .computed(text)
    } else {
      self = .null
    }
  }

  /// Writes the same.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .literal(let text): try container.encode(text, forKey: .literal)
    case .computed(let text): try container.encode(text, forKey: .computed)
    case .null: break
    }
  }
}
