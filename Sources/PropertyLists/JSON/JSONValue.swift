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
