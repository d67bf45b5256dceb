/// Commands that GitHub's runner reads from standard output, and text that it must not take for one.
public enum WorkflowCommand {
  /// `::error file=a.lua,line=3,title=…::message`; an attribute without a value is left out.
  static func text(_ name: String, _ properties: KeyValuePairs<String, String?> = [:], _ message: String = "") -> String
  {
    var list: [String] = []
    for (key, value) in properties {
      if let value { list.append("\(key)=\(escaped(TerminalText.visible(value, isOneLine: true), isProperty: true))") }
    }
    let head = list.isEmpty ? name : "\(name) \(list.joined(separator: ","))"
    return "::\(head)::\(escaped(TerminalText.visible(message)))"
  }

  private static func escaped(_ text: String, isProperty: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The text with a backslash wherever the runner would find a command: `::` at the beginning of a line, or `##[`
  /// anywhere. The runner compares texts as people do, who see no characters without a width; so what is between is
  /// not looked at.
  public static func harmless(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "[") }) else { return text }
    return TextLines.of(text).map { harmless(line: $0) }.joined(separator: "\n")
  }

  private static func harmless(line: String) -> String {
    var result = ""
    // Of the characters of ASCII that can be seen: how many there were, and the last two.
    var count = 0
    var last: (Unicode.Scalar?, Unicode.Scalar?) = (nil, nil)
    for scalar in line.unicodeScalars {
      if (0x21...0x7E).contains(scalar.value) {
        let begins = count == 1 && scalar == ":" && last.1 == ":"
        let opens = scalar == "[" && last.0 == "#" && last.1 == "#"
        if begins || opens { result += "\\" }
        count += 1
        last = (last.1, scalar)
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
