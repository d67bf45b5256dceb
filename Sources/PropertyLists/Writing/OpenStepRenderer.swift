/// Writes values in the old style, as Xcode writes its projects: tabs, and a comma behind every element.
///
/// The content must have been checked (``PropertyListContentCheck``).
struct OpenStepRenderer {
  let style: SourceStyle
  /// Whether strings that would need no quotes get them, as in `.strings` files.
  let quotesAlways: Bool
  private(set) var output: [UInt8] = []

  init(style: SourceStyle, quotesAlways: Bool) {
    self.style = style
    self.quotesAlways = quotesAlways
  }

  /// A whole file. A string alone gets quotes, so that nothing takes it for another kind of file.
  static func file(_ root: PropertyListValue, limit: Int) throws(PropertyListWriteError) -> [UInt8] {
    var renderer = OpenStepRenderer(style: SourceStyle(limit: limit), quotesAlways: !root.isContainer)
    try renderer.append(root, indent: [])
    return renderer.output + [0x0A]
  }

  /// What a `.strings` file without strings holds, because an empty file is no property list.
  static let emptyStringsFile = Array("/* No strings. */\n".utf8)

  static func stringsFile(_ root: PropertyListValue, limit: Int) throws(PropertyListWriteError) -> [UInt8] {
    var renderer = OpenStepRenderer(style: SourceStyle(limit: limit), quotesAlways: true)
    for (key, node) in root.dictionary?.entries ?? [] {
      renderer.appendString(key)
      renderer.append(" = ")
      try renderer.append(node.value, indent: [])
      renderer.append(";\n")
    }
    return renderer.output.isEmpty ? emptyStringsFile : renderer.output
  }

  /// A value without indentation in front of it and without a separator behind it.
  ///
  /// - Parameter indent: of the line that the value starts on.
  mutating func append(_ value: PropertyListValue, indent: [UInt8]) throws(PropertyListWriteError) {
    var frames: [RenderFrame] = []
    start(value, indent: indent, &frames)
    while !frames.isEmpty {
      guard output.count <= style.limit else { throw style.tooLarge() }
      let top = frames.count - 1
      // The separator behind the child before, which is complete now.
      if frames[top].next > 0 { append(frames[top].isDictionary ? ";" : ",") }
      output += style.newline
      guard let (key, child) = frames[top].step() else {
        output += frames[top].indent.dropLast(style.unit.count)
        append(frames[top].isDictionary ? "}" : ")")
        frames.removeLast()
        continue
      }
      output += frames[top].indent
      if let key {
        appendString(key)
        append(" = ")
      }
      start(child, indent: frames[top].indent, &frames)
    }
    guard output.count <= style.limit else { throw style.tooLarge() }
  }

  private mutating func start(_ value: PropertyListValue, indent: [UInt8], _ frames: inout [RenderFrame]) {
    switch value {
    case .dictionary(let dictionary) where dictionary.isEmpty: append("{}")
    case .dictionary(let dictionary):
      append("{")
      frames.append(RenderFrame(dictionary, indent: indent + style.unit))
    case .array(let elements) where elements.isEmpty: append("()")
    case .array(let elements):
      append("(")
      frames.append(RenderFrame(elements, indent: indent + style.unit))
    case .string(let text): appendString(text)
    case .data(let bytes):
      append("<")
      for (index, byte) in bytes.enumerated() {
        if index > 0, index % 4 == 0 { append(" ") }
        output.append(Self.hexadecimalDigits[Int(byte >> 4)])
        output.append(Self.hexadecimalDigits[Int(byte & 0x0F)])
      }
      append(">")
    // The check has refused these.
    case .integer, .unsignedInteger, .real, .boolean, .date, .uid: append("\"\"")
    }
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)

  mutating func append(_ text: String) { output += text.utf8 }

  mutating func appendString(_ text: String) {
    if !quotesAlways, !text.isEmpty, text.utf8.allSatisfy(Self.isPlain) { return append(text) }
    append("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 8)
        append("\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits)
      default: output.append(byte)
      }
    }
    append("\"")
  }

  /// Narrower than what readers accept: `-`, `/`, `:` and `$` need no quotes, but Xcode gives them some.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
