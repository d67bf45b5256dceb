/// One value of a property list.
///
/// Booleans and numbers stay apart; integers are 64 bits wide, and the upper half of the unsigned range, which a file
/// may hold, has a case of its own.
public enum PropertyListValue: Sendable, Equatable {
  case string(String)
  case integer(Int64)
  /// An integer above `Int64.max`; never used for smaller ones.
  case unsignedInteger(UInt64)
  case real(Double)
  case boolean(Bool)
  case date(PropertyListDate)
  case data([UInt8])
  /// A reference inside a keyed archive; only binary files hold one.
  case uid(UInt64)
  case array([PropertyListNode])
  indirect case dictionary(PropertyListDictionary)

  /// What messages call it: `"dictionary"`, `"array"`, `"string"`, `"integer"`, `"real"`, `"boolean"`, `"date"`,
  /// `"data"`, `"uid"`.
  public var typeName: String {
    switch self {
    case .string: "string"
    case .integer, .unsignedInteger: "integer"
    case .real: "real"
    case .boolean: "boolean"
    case .date: "date"
    case .data: "data"
    case .uid: "uid"
    case .array: "array"
    case .dictionary: "dictionary"
    }
  }

  /// `typeName` with its article, for sentences: `"an array"`.
  public var typeNameWithArticle: String {
    switch self {
    case .integer, .unsignedInteger, .array: "an \(typeName)"
    case .data: "data"
    case .string, .real, .boolean, .date, .uid, .dictionary: "a \(typeName)"
    }
  }
}
