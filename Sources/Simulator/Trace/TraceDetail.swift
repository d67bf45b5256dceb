/// What an event carries besides its name. Nothing is formatted before somebody reads it.
public enum TraceDetail: Sendable, Equatable, CustomStringConvertible {
  case none
  /// One text, for instance a line of the console.
  case text(String)
  /// Keys and values, in an order that is part of the event.
  case fields([Field])

  /// One key with its value.
  public struct Field: Sendable, Equatable {
    public let key: String
    public let value: Value

    public init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// A value of a field.
  public enum Value: Sendable, Equatable, CustomStringConvertible {
    case absent
    case string(String)
    case integer(Int)
    case boolean(Bool)

    public var description: String {
      switch self {
      case .absent: "nil"
      case .string(let text): text
      case .integer(let number): String(number)
      case .boolean(let flag): flag ? "true" : "false"
      }
    }

    /// A string, or absent.
    init(_ text: String?) {
      self = text.map { .string($0) } ?? .absent
    }
  }

  /// The value of a field; nil when there is none of this key.
  public subscript(key: String) -> Value? {
    guard case .fields(let fields) = self else { return nil }
    return fields.first { $0.key == key }?.value
  }

  /// `key=value` pairs joined by blanks, or the text itself.
  public var description: String {
    switch self {
    case .none: ""
    case .text(let text): text
    case .fields(let fields): fields.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
  }
}

extension TraceDetail: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Field...) {
    self = .fields(elements)
  }
}
