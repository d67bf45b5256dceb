public import PropertyLists

/// Writes OpenStep property lists for tests; numbers become strings.
public enum OpenStepPropertyListWriter {
  /// The bytes of a file with this value.
  public static func write(_ value: PropertyListValue) -> [UInt8] {
    Array(("// !$*UTF8*$!\n" + element(value) + "\n").utf8)
  }

  /// The contents of a dictionary, as in `.strings` files.
  public static func writeStrings(_ dictionary: PropertyListDictionary) -> [UInt8] {
    Array(dictionary.entries.map { "/* note */\n\(quote($0.key)) = \(element($0.node.value));\n" }.joined().utf8)
  }

  /// The value after reading it back: everything except containers and data is text.
  public static func asText(_ value: PropertyListValue) -> PropertyListValue {
    switch value {
    case .string, .data: return value
    case .integer(let number): return .string("\(number)")
    case .unsignedInteger(let number): return .string("\(number)")
    case .real(let number): return .string("\(number)")
    case .boolean(let truth): return .string(truth ? "YES" : "NO")
    case .date(let date): return .string(date.iso8601)
    case .uid(let number): return .string("\(number)")
    case .array(let nodes): return .array(of: nodes.map { asText($0.value) })
    case .dictionary(let dictionary):
      return .dictionary(PropertyListDictionary(dictionary.entries.map { ($0.key, asText($0.node.value)) }))
    }
  }

  private static func element(_ value: PropertyListValue) -> String {
    switch asText(value) {
    case .string(let text): return quote(text)
    case .data(let bytes): return "<" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ">"
    case .array(let nodes): return "( " + nodes.map { element($0.value) + ", " }.joined() + ")"
    case .dictionary(let dictionary):
      return "{\n" + dictionary.entries.map { "\t\(quote($0.key)) = \(element($0.node.value));\n" }.joined() + "}"
    default: return "\"\""
    }
  }

  private static func quote(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    if isPlain { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
