/// Writes values as XML, in the style of Apple's own writer.
///
/// The content must have been checked (``PropertyListContentCheck``).
struct XMLRenderer {
  let style: SourceStyle
  private(set) var output: [UInt8] = []

  init(style: SourceStyle) { self.style = style }

  /// A whole file: keys in their order, tabs, Apple's DOCTYPE.
  static func file(_ root: PropertyListValue, limit: Int) throws(PropertyListWriteError) -> [UInt8] {
    var renderer = XMLRenderer(style: SourceStyle(limit: limit))
    renderer.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try renderer.append(root, indent: [])
    renderer.append("\n</plist>\n")
    return renderer.output
  }

  /// A value without indentation in front of it and without a line end behind it.
  ///
  /// - Parameter indent: of the line that the value starts on.
  mutating func append(_ value: PropertyListValue, indent: [UInt8]) throws(PropertyListWriteError) {
    var frames: [RenderFrame] = []
    start(value, indent: indent, &frames)
    while !frames.isEmpty {
      guard output.count <= style.limit else { throw style.tooLarge() }
      let top = frames.count - 1
      output += style.newline
      guard let (key, child) = frames[top].step() else {
        output += frames[top].indent.dropLast(style.unit.count)
        append(frames[top].isDictionary ? "</dict>" : "</array>")
        frames.removeLast()
        continue
      }
      output += frames[top].indent
      if let key {
        appendKey(key)
        output += style.newline
        output += frames[top].indent
      }
      start(child, indent: frames[top].indent, &frames)
    }
    guard output.count <= style.limit else { throw style.tooLarge() }
  }

  mutating func appendKey(_ key: String) {
    append("<key>")
    appendText(key)
    append("</key>")
  }

  private mutating func start(_ value: PropertyListValue, indent: [UInt8], _ frames: inout [RenderFrame]) {
    switch value {
    case .dictionary(let dictionary) where dictionary.isEmpty: append("<dict/>")
    case .dictionary(let dictionary):
      append("<dict>")
      frames.append(RenderFrame(dictionary, indent: indent + style.unit))
    case .array(let elements) where elements.isEmpty: append("<array/>")
    case .array(let elements):
      append("<array>")
      frames.append(RenderFrame(elements, indent: indent + style.unit))
    case .string(let text):
      append("<string>")
      appendText(text)
      append("</string>")
    case .integer(let number): append("<integer>\(number)</integer>")
    case .unsignedInteger(let number), .uid(let number): append("<integer>\(number)</integer>")
    case .real(let number): append("<real>\(Self.text(of: number))</real>")
    case .boolean(let flag): append(flag ? "<true/>" : "<false/>")
    case .date(let date): append("<date>\(date.iso8601)</date>")
    case .data(let bytes): appendData(bytes, indent: indent)
    }
  }

  mutating func append(_ text: String) { output += text.utf8 }

  /// The shortest digits that read back as the same number, without a needless `.0`.
  static func text(of number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-infinity" : "+infinity" }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private mutating func appendText(_ text: String) {
    var text = text
    if style.isASCIIOnly, !text.utf8.allSatisfy({ $0 < 0x80 }) {
      for scalar in text.unicodeScalars {
        if scalar.isASCII { appendByte(UInt8(scalar.value)) } else { append("&#\(scalar.value);") }
      }
      return
    }
    text.withUTF8 { for byte in $0 { appendByte(byte) } }
  }

  private mutating func appendByte(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "<"): append("&lt;")
    case UInt8(ascii: ">"): append("&gt;")
    case UInt8(ascii: "&"): append("&amp;")
    // Readers of XML make a line feed of a bare one.
    case 0x0D: append("&#13;")
    default: output.append(byte)
    }
  }

  /// Base64 in lines, as Apple's writer breaks them: 76 columns with a tab counting as eight.
  private mutating func appendData(_ bytes: [UInt8], indent: [UInt8]) {
    append("<data>")
    let columns = indent.reduce(0) { $0 + ($1 == 0x09 ? 8 : 1) }
    let bytesPerLine = max(16, 76 - columns) / 4 * 3
    var position = 0
    while position < bytes.count {
      output += style.newline
      output += indent
      let end = min(bytes.count, position + bytesPerLine)
      append(Base64.encode(bytes[position..<end]))
      position = end
    }
    if !bytes.isEmpty {
      output += style.newline
      output += indent
    }
    append("</data>")
  }
}
