extension LaunchOptions {
  /// What `NSLog` prints for `%@`: a dictionary as Foundation describes it, a line for each key in the order of the
  /// keys' names, and non-ASCII characters escaped (QUICK-106). Without options the app has nil, which prints `(null)`.
  public var consoleDescription: String {
    let lines = entries.sorted { $0.key < $1.key }.map { key, value in
      "    \(key) = \"\(Self.escaped(value))\";\n"
    }
    return "{\n\(lines.joined())}"
  }

  /// `工具` is `\U5de5\U5177`: each UTF-16 unit by its four hexadecimal digits.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for unit in text.utf16 {
      switch unit {
      case UInt16(UInt8(ascii: "\"")), UInt16(UInt8(ascii: "\\")):
        result += "\\"
        result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      case UInt16(UInt8(ascii: "\n")): result += "\\n"
      case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        result += "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }
}
