package import PropertyLists

/// A value that lists its fields once, for both writing and reading.
package protocol Recorded: RecordedValue {
  /// The value that reading starts from.
  static var blank: Self { get }
  /// Visits the fields in writing order.
  mutating func fields(_ field: inout RecordFields)
}

/// A value that a field can hold.
package protocol RecordedValue {
  /// Returns nil if the node is not in the form of ``recorded``.
  init?(recorded node: JSONNode)
  var recorded: JSONTree { get }
}

/// Visits the fields of a value, and writes or reads each of them.
package struct RecordFields {
  /// The object to read; nil while writing.
  private let object: JSONObject?
  package private(set) var members: [(name: String, value: JSONTree)] = []
  /// Whether all fields read so far were present, with the right type.
  package private(set) var isWhole = true

  package init(reading object: JSONObject? = nil) { self.object = object }

  /// Whether fields are being read into the value.
  package var isReading: Bool { object != nil }

  /// Visits a required field.
  package mutating func callAsFunction<Value: RecordedValue>(_ name: String, _ value: inout Value) {
    var field: Value? = isReading ? nil : value
    self(name, &field)
    if let field { value = field } else { isWhole = false }
  }

  /// Visits an optional field, which is omitted if it is nil.
  package mutating func callAsFunction<Value: RecordedValue>(_ name: String, _ value: inout Value?) {
    if let object {
      guard let node = object[name] else { return value = nil }
      value = Value(recorded: node)
      if value == nil { isWhole = false }
    } else if let value {
      members.append((name, value.recorded))
    }
  }

  /// Visits a field that is omitted if it has its default value.
  package mutating func callAsFunction<Value: RecordedValue & Equatable>(
    _ name: String, _ value: inout Value, unless usual: Value
  ) {
    var field: Value? = isReading || value == usual ? nil : value
    self(name, &field)
    value = field ?? usual
  }

  /// Visits a number written as text, because readers such as JavaScript lose digits of large numbers.
  package mutating func callAsFunction<Number: LosslessStringConvertible>(text name: String, _ value: inout Number) {
    var text = value.description
    self(name, &text)
    if let read = Number(text) { value = read } else { isWhole = false }
  }

  /// Visits a number without a bound.
  package mutating func callAsFunction(unbounded name: String, _ value: inout Int) {
    guard let object else { return self(name, &value) }
    if let read = object[name]?.number.flatMap({ Int(exactly: $0) }) { value = read } else { isWhole = false }
  }

  /// Checks a condition on the fields that were read.
  package mutating func check(_ condition: @autoclosure () -> Bool) {
    if isReading, !condition() { isWhole = false }
  }
}

extension Recorded {
  package init?(recorded node: JSONNode) {
    guard let object = node.object else { return nil }
    var field = RecordFields(reading: object)
    self = .blank
    fields(&field)
    guard field.isWhole else { return nil }
  }

  package var recorded: JSONTree {
    var (value, field) = (self, RecordFields())
    value.fields(&field)
    return .object(field.members)
  }
}

extension RecordedValue where Self: RawRepresentable<String> {
  package init?(recorded node: JSONNode) {
    guard let word = node.string else { return nil }
    self.init(rawValue: word)
  }

  package var recorded: JSONTree { .text(rawValue) }
}

extension String: RecordedValue {
  package init?(recorded node: JSONNode) {
    guard let text = node.string else { return nil }
    self = text
  }

  package var recorded: JSONTree { .text(self) }
}

extension Int: RecordedValue {
  /// The maximum of a number: about twelve days in microseconds, and more lines and files than a run has. A larger one
  /// means damage; the sum of millions of them still fits.
  private static let bound = Double(1 << 40)

  package init?(recorded node: JSONNode) {
    guard let number = node.number, abs(number) <= Self.bound else { return nil }
    self.init(exactly: number)
  }

  package var recorded: JSONTree { .number(self) }
}

extension Array: RecordedValue where Element: RecordedValue {
  /// Returns nil if an element is damaged. Leaving it out would shift later elements and break references by index.
  package init?(recorded node: JSONNode) {
    guard let nodes = node.array else { return nil }
    self = nodes.compactMap(Element.init(recorded:))
    guard count == nodes.count else { return nil }
  }

  package var recorded: JSONTree { .list(map(\.recorded)) }
}
