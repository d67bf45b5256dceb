/// A JSON value and the place where it was written. Two nodes are equal when their values are, wherever they stand.
public struct JSONNode: Sendable, Equatable {
  /// The value itself.
  public var value: JSONValue
  package let origin: SourceOrigin

  /// First character of the value. Worked out on demand; nil for a value that no file holds.
  public var location: SourceLocation? { origin.location }

  /// Nodes are equal when their values are, wherever they came from.
  public static func == (left: JSONNode, right: JSONNode) -> Bool { left.value == right.value }
}

// Not inlined: the optimiser of Swift 6.3 fails on what they become inside of some functions that read.
extension JSONNode {
  /// The text of a string, else nil.
  @inline(never)
  public var string: String? { if case .string(let text) = value { text } else { nil } }

  /// The number of a number, else nil. Strings are not turned into numbers.
  @inline(never)
  public var number: Double? { if case .number(let number) = value { number } else { nil } }

  /// The truth of a boolean, else nil.
  @inline(never)
  public var boolean: Bool? { if case .boolean(let truth) = value { truth } else { nil } }

  /// The elements of an array, else nil.
  @inline(never)
  public var array: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }

  /// The object, else nil.
  @inline(never)
  public var object: JSONObject? { if case .object(let object) = value { object } else { nil } }

  /// A member of an object; nil when this is no object or the key is missing.
  public subscript(key: String) -> JSONNode? { object?[key] }
}

/// One value of a JSON text.
public enum JSONValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  /// Any number; integers beyond 2⁵³ lose digits, as in JavaScript.
  case number(Double)
  case string(String)
  case array([JSONNode])
  indirect case object(JSONObject)

  /// What messages call it, with its article: `"an object"`, `"a string"`, `"null"`.
  public var typeNameWithArticle: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
