public import PropertyLists

/// Writes XML property lists for tests.
public enum XMLPropertyListWriter {
  /// The bytes of a file with this value.
  public static func write(_ value: PropertyListValue) -> [UInt8] {
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    return Array((head + element(value) + "\n</plist>\n").utf8)
  }

  private static func element(_ value: PropertyListValue) -> String {
    switch value {
    case .string(let text): return "<string>\(escape(text))</string>"
    case .integer(let number): return "<integer>\(number)</integer>"
    case .unsignedInteger(let number): return "<integer>\(number)</integer>"
    case .real(let number): return "<real>\(number)</real>"
    case .boolean(let truth): return truth ? "<true/>" : "<false/>"
    case .date(let date): return "<date>\(date.iso8601)</date>"
    case .data(let bytes): return "<data>\(base64(bytes))</data>"
    case .uid(let number): return "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    case .array(let nodes): return "<array>\n" + nodes.map { element($0.value) + "\n" }.joined() + "</array>"
    case .dictionary(let dictionary):
      let entries = dictionary.entries.map { "\t<key>\(escape($0.key))</key>\n\t\(element($0.node.value))\n" }
      return "<dict>\n" + entries.joined() + "</dict>"
    }
  }

  /// A text with escaped XML characters.
  public static func escape(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(character)
      }
    }.joined()
  }

  /// Bytes in base64, on one line.
  public static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let chunk = bytes[start..<min(start + 3, bytes.count)]
      let number = chunk.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - chunk.count))
      for position in 0..<4 {
        text.append(position <= chunk.count ? alphabet[number >> (18 - 6 * position) & 63] : "=")
      }
    }
    return text
  }
}
