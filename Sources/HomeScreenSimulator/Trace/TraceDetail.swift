/// What an event carries besides its name. Nothing is formatted before somebody reads it.
public enum TraceDetail: Sendable, Equatable, CustomStringConvertible {
  case none
  /// One text, for instance a line of the console.
  case text(String)
  /// Keys and values, in an order that is part of the event.
  case fields([Field])

  /// The names of details, declared once. The raw values are the words of the trace.
  public enum Key: String, Sendable, CaseIterable {
    // What is on its way to an app: its number, and what it is.
    case delivery
    case type
    case url
    case notification
    case userActivity
    case spotlight
    case widget
    case intent
    case backgroundFetch
    // What opens a URL: an app, or the browser.
    case opener
    // What becomes of it.
    case callback
    case method
    case unused
    case implemented
    case outcome
    // Icons and errors.
    case name
    case domain
    case code
    case error
    case handler
    case reason
    case fault
    // The screen.
    case label
    case owner
    case button
    case row
    case rows
    case count
    case locale
    // Processes.
    case process
    case cause
    case allowance
    case on
    case since
    case surface
    case folder
  }

  /// One key with its value.
  public struct Field: Sendable, Equatable {
    /// What the value is called.
    public let key: Key
    /// What the event has under that name.
    public let value: Value

    /// A key with its value, for the fields of an event.
    public init(_ key: Key, _ value: Value) {
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

    /// The text, the number, `true` or `false`; `nil` for ``absent``.
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
  public subscript(key: Key) -> Value? {
    guard case .fields(let fields) = self else { return nil }
    return fields.first { $0.key == key }?.value
  }

  /// `key=value` pairs joined by blanks, or the text itself.
  public var description: String {
    switch self {
    case .none: ""
    case .text(let text): text
    case .fields(let fields): fields.map { "\($0.key.rawValue)=\($0.value)" }.joined(separator: " ")
    }
  }
}

extension TraceDetail: ExpressibleByArrayLiteral {
  /// Fields may be written as an array: `[TraceDetail.Field(.count, .integer(2))]`.
  public init(arrayLiteral elements: Field...) {
    self = .fields(elements)
  }
}
