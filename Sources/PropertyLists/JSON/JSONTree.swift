/// A value to write as JSON: one line, with members in the given order.
public enum JSONTree: Sendable {
  case null
  case text(String)
  case number(Int)
  case flag(Bool)
  case list([JSONTree])
  case object([(name: String, value: JSONTree)])
  /// The elements of a list as JSON text: for large lists that are already rendered.
  case written(String)

  /// Returns a text, or nil.
  public static func text(_ text: String?) -> JSONTree? { text.map { .text($0) } }

  /// Returns a number, or nil.
  public static func number(_ number: Int?) -> JSONTree? { number.map { .number($0) } }

  /// Returns a list of texts.
  public static func texts(_ texts: [String]) -> JSONTree { .list(texts.map { .text($0) }) }

  /// The JSON text on one line, without a line end.
  public var line: String {
    var json = ""
    write(to: &json)
    return json
  }

  private func write(to json: inout String) {
    switch self {
    case .null: json += "null"
    case .written(let elements): json += "[\(elements)]"
    case .text(let text): Self.quote(text, into: &json)
    case .number(let number): json += String(number)
    case .flag(let flag): json += flag ? "true" : "false"
    case .list(let values):
      json += "["
      for (index, value) in values.enumerated() {
        if index > 0 { json += "," }
        value.write(to: &json)
      }
      json += "]"
    case .object(let members):
      json += "{"
      for (index, (name, value)) in members.enumerated() {
        if index > 0 { json += "," }
        Self.quote(name, into: &json)
        json += ":"
        value.write(to: &json)
      }
      json += "}"
    }
  }

  /// Appends a quoted text. Escapes everything that could end the text or its line, control a terminal, or reorder
  /// adjacent text in it.
  package static func quote(_ value: String, into text: inout String) {
    text += "\""
    defer { text += "\"" }
    let isSpecial = ControlCharacters.areIn(value) { byte in
      byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
    guard isSpecial else {
      text += value
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: append(scalar, to: &text)
      }
    }
  }

  /// Escapes terminal control characters in JSON on one line.
  static func escaped(_ json: String) -> String {
    guard ControlCharacters.areIn(json, orASCII: { $0 < 0x20 || $0 == 0x7F }) else { return json }
    return json.unicodeScalars.reduce(into: "") { append($1, to: &$0) }
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    guard ControlCharacters.contains(scalar) else { return text.unicodeScalars.append(scalar) }
    let digits = String(scalar.value, radix: 16)
    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension JSONTree: ExpressibleByDictionaryLiteral {
  /// Creates an object; members without a value are left out.
  public init(dictionaryLiteral members: (String, JSONTree?)...) {
    self = .object(members.compactMap { name, value in value.map { (name, $0) } })
  }
}

/// Writes values as JSON with sorted keys, so that equal values have equal bytes.
public enum SortedJSON {
  /// Returns one line of JSON without a line end. Dates and data become texts; numbers that JSON lacks become null.
  ///
  /// - Parameter value: nested no deeper than readers of property lists allow (``PropertyListLimits``).
  public static func text(_ value: PropertyListValue) -> String {
    var text = ""
    append(value, to: &text)
    return text
  }

  private static func append(_ value: PropertyListValue, to text: inout String) {
    switch value {
    case .string(let string): JSONTree.quote(string, into: &text)
    case .integer(let number): text += String(number)
    case .unsignedInteger(let number), .uid(let number): text += String(number)
    case .real(let number): text += number.isFinite ? String(number) : "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .date(let date): JSONTree.quote(date.iso8601, into: &text)
    case .data(let bytes): JSONTree.quote("\(bytes.count) bytes", into: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        append(element.value, to: &text)
      }
      text += "]"
    case .dictionary(let dictionary):
      text += "{"
      let entries = dictionary.entries.sorted { ExactText.precedes($0.key, $1.key) }
      for (index, entry) in entries.enumerated() {
        if index > 0 { text += "," }
        JSONTree.quote(entry.key, into: &text)
        text += ":"
        append(entry.node.value, to: &text)
      }
      text += "}"
    }
  }
}
