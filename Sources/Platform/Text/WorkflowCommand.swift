/// Commands that GitHub's runner reads from standard output, and text that it must not take for one.
public enum WorkflowCommand {
  /// `::error file=a.lua,line=3,title=…::message`; an attribute without a value is left out.
  package static func text(_ name: String, _ properties: KeyValuePairs<String, String?> = [:], _ message: String = "")
    -> String
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

  /// The text with a backslash wherever the runner would find a command.
  public static func harmless(_ text: String) -> String {
    var commands = CommandGuard()
    return commands.harmless(text, as: .lines)
  }
}
