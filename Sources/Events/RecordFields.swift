package import PropertyLists

/// A value whose fields are listed once: one list writes them and reads them back.
package protocol Recorded: RecordedValue {
  /// Where reading begins.
  static var blank: Self { get }
  /// Goes through the fields, in the order in which they are written.
  mutating func fields(_ field: inout RecordFields)
}

/// What a field can hold.
package protocol RecordedValue {
  /// nil for what ``recorded`` did not give.
  init?(recorded node: JSONNode)
  var recorded: JSONTree { get }
}

/// Goes through the fields of a value, and writes or reads each of them.
package struct RecordFields {
  /// What is read; nil while fields are written.
  private let object: JSONObject?
  /// What was written.
  package private(set) var members: [(name: String, value: JSONTree)] = []
  /// Whether every field that was read was there and had the right type.
  package private(set) var isWhole = true

  package init(reading object: JSONObject? = nil) { self.object = object }

  /// Whether the value gets what was written, and does not give it.
  package var isReading: Bool { object != nil }

  /// A field that is there.
  package mutating func callAsFunction<Value: RecordedValue>(_ name: String, _ value: inout Value) {
    var field: Value? = isReading ? nil : value
    self(name, &field)
    if let field { value = field } else { isWhole = false }
  }

  /// A field that is left out if it has no value.
  package mutating func callAsFunction<Value: RecordedValue>(_ name: String, _ value: inout Value?) {
    if let object {
      guard let node = object[name] else { return value = nil }
      value = Value(recorded: node)
      if value == nil { isWhole = false }
    } else if let value {
      members.append((name, value.recorded))
    }
  }

  /// A field that is left out if it has its usual value.
  package mutating func callAsFunction<Value: RecordedValue & Equatable>(
    _ name: String, _ value: inout Value, unless usual: Value
  ) {
    var field: Value? = isReading || value == usual ? nil : value
    self(name, &field)
    value = field ?? usual
  }

  /// A number as a text, because readers such as JavaScript lose digits of large numbers.
  package mutating func callAsFunction<Number: LosslessStringConvertible>(text name: String, _ value: inout Number) {
    var text = value.description
    self(name, &text)
    if let read = Number(text) { value = read } else { isWhole = false }
  }

  /// A number without a bound.
  package mutating func callAsFunction(unbounded name: String, _ value: inout Int) {
    guard let object else { return self(name, &value) }
    if let read = object[name]?.number.flatMap({ Int(exactly: $0) }) { value = read } else { isWhole = false }
  }

  /// What must hold for the fields that were read.
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
  /// Twelve days in microseconds, and more lines and files than there are: larger numbers are damage, and sums of
  /// millions of these still fit.
  private static let bound = Double(1 << 40)

  package init?(recorded node: JSONNode) {
    guard let number = node.number, abs(number) <= Self.bound else { return nil }
    self.init(exactly: number)
  }

  package var recorded: JSONTree { .number(self) }
}

extension Array: RecordedValue where Element: RecordedValue {
  /// nil if an element is damaged. Leaving it out would shift the elements after it, and references to them by number
  /// would be wrong.
  package init?(recorded node: JSONNode) {
    guard let nodes = node.array else { return nil }
    self = nodes.compactMap(Element.init(recorded:))
    guard count == nodes.count else { return nil }
  }

  package var recorded: JSONTree { .list(map(\.recorded)) }
}

extension Set: RecordedValue where Element == String {
  package init?(recorded node: JSONNode) {
    guard let texts = [String](recorded: node) else { return nil }
    self.init(texts)
  }

  package var recorded: JSONTree { sorted(by: ExactText.precedes).recorded }
}
