/// One JSON object on one line, fields in the order they are added.
public struct JSONText {
  /// The object as far as it is written; ``line`` closes it.
  public private(set) var text = "{"

  /// An object without members.
  public init() {}

  /// The finished object.
  public var line: String { text + "}" }

  /// A field without a value is left out.
  public mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    Self.quote(value, into: &text)
  }

  /// A number.
  public mutating func add(_ name: String, _ value: UInt64) {
    key(name)
    text += String(value)
  }

  /// A number; a field without a value is left out.
  public mutating func add(_ name: String, _ value: Int?) {
    guard let value else { return }
    key(name)
    text += String(value)
  }

  /// A list of texts.
  public mutating func add(_ name: String, _ values: [String]) {
    key(name)
    text += "["
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      Self.quote(value, into: &text)
    }
    text += "]"
  }

  /// A list of numbers.
  public mutating func add(_ name: String, _ values: [Int]) {
    key(name)
    text += "["
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      text += String(value)
    }
    text += "]"
  }

  /// A truth.
  public mutating func add(_ name: String, _ value: Bool) {
    key(name)
    text += value ? "true" : "false"
  }

  /// An object inside of this one.
  public mutating func add(_ name: String, object: JSONText) {
    key(name)
    text += object.line
  }

  /// A list of objects.
  public mutating func add(_ name: String, objects: [JSONText]) {
    key(name)
    text += "[" + objects.map(\.line).joined(separator: ",") + "]"
  }

  private mutating func key(_ name: String) {
    if text.utf8.count > 1 { text += "," }
    Self.quote(name, into: &text)
    text += ":"
  }

  /// A text in quotes, with everything escaped that could end it or its line, that a terminal would obey, or that would
  /// change the order of what is beside it there.
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

  /// JSON on one line without what a terminal would obey.
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
