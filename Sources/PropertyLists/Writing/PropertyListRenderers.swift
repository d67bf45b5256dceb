/// A container that is being written as text; renderers use a stack of these instead of recursion.
struct RenderFrame {
  let entries: [(key: String, node: PropertyListNode)]
  let elements: [PropertyListNode]
  let isDictionary: Bool
  /// The indentation of the children.
  let indent: [UInt8]
  var next = 0

  init(_ dictionary: PropertyListDictionary, indent: [UInt8]) {
    entries = dictionary.entries
    elements = []
    isDictionary = true
    self.indent = indent
  }

  init(_ elements: [PropertyListNode], indent: [UInt8]) {
    entries = []
    self.elements = elements
    isDictionary = false
    self.indent = indent
  }

  /// Returns the next child; nil at the end.
  mutating func step() -> (key: String?, value: PropertyListValue)? {
    guard next < entries.count + elements.count else { return nil }
    defer { next += 1 }
    return isDictionary ? (entries[next].key, entries[next].node.value) : (nil, elements[next].value)
  }
}

/// Writes `bplist00`: unique strings, numbers, dates and data are shared, containers are not; offsets and references
/// have the smallest possible size.
struct BinaryRenderer {
  private enum Object {
    case scalar([UInt8])
    case container(isDictionary: Bool, count: Int, references: [Int])
  }

  private struct Task {
    let value: PropertyListValue
    /// The container that references the value; nil for the root.
    let parent: Int?
    /// The index of the reference in the container.
    let slot: Int
  }

  private var objects: [Object] = []
  /// The scalars by their encoded bytes, which are equal exactly for equal scalars.
  private var scalars: [[UInt8]: Int] = [:]

  static func file(_ root: PropertyListValue, limit: Int) throws(PropertyListWriteError) -> [UInt8] {
    var renderer = BinaryRenderer()
    renderer.collect(root)
    let bytes = renderer.bytes(limit: limit)
    guard bytes.count <= limit else { throw SourceStyle(limit: limit).tooLarge() }
    return bytes
  }

  // MARK: Objects

  /// Collects the objects: containers before their contents, keys before values.
  private mutating func collect(_ root: PropertyListValue) {
    var tasks = [Task(value: root, parent: nil, slot: 0)]
    while let task = tasks.popLast() {
      let number: Int
      switch task.value {
      case .array(let elements):
        number = open(isDictionary: false, elements.count)
        for (slot, node) in elements.enumerated().reversed() {
          tasks.append(Task(value: node.value, parent: number, slot: slot))
        }
      case .dictionary(let dictionary):
        number = open(isDictionary: true, dictionary.count)
        let entries = dictionary.entries
        for (index, entry) in entries.enumerated().reversed() {
          tasks.append(Task(value: entry.node.value, parent: number, slot: entries.count + index))
        }
        for (index, entry) in entries.enumerated() { refer(number, index, to: scalar(Self.text(entry.key))) }
      case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid:
        number = scalar(Self.scalar(task.value))
      }
      if let parent = task.parent { refer(parent, task.slot, to: number) }
    }
  }

  private mutating func open(isDictionary: Bool, _ count: Int) -> Int {
    let references = [Int](repeating: 0, count: isDictionary ? 2 * count : count)
    objects.append(.container(isDictionary: isDictionary, count: count, references: references))
    return objects.count - 1
  }

  private mutating func refer(_ container: Int, _ slot: Int, to object: Int) {
    guard case .container(let isDictionary, let count, var references) = objects[container] else { return }
    // Avoids a copy of the array for each element.
    objects[container] = .scalar([])
    references[slot] = object
    objects[container] = .container(isDictionary: isDictionary, count: count, references: references)
  }

  private mutating func scalar(_ bytes: [UInt8]) -> Int {
    if let number = scalars[bytes] { return number }
    objects.append(.scalar(bytes))
    scalars[bytes] = objects.count - 1
    return objects.count - 1
  }

  private static func scalar(_ value: PropertyListValue) -> [UInt8] {
    switch value {
    case .string(let text): return Self.text(text)
    case .integer(let number): return integer(number)
    case .unsignedInteger(let number): return [0x14] + bigEndian(0, 8) + bigEndian(number, 8)
    case .real(let number): return [0x23] + bigEndian(number.bitPattern, 8)
    case .boolean(let flag): return [flag ? 0x09 : 0x08]
    case .date(let date): return [0x33] + bigEndian(date.secondsSinceReferenceDate.bitPattern, 8)
    case .data(let bytes): return marker(0x40, bytes.count) + bytes
    case .uid(let number):
      let size = size(of: number)
      return [0x80 | UInt8(size - 1)] + bigEndian(number, size)
    case .array, .dictionary: return []
    }
  }

  private static func text(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return marker(0x50, text.utf8.count) + text.utf8 }
    var units: [UInt8] = []
    for unit in text.utf16 { units += bigEndian(UInt64(unit), 2) }
    return marker(0x60, units.count / 2) + units
  }

  /// Encodes an integer: 1, 2 and 4 bytes are unsigned, 8 bytes are signed.
  private static func integer(_ number: Int64) -> [UInt8] {
    let size = number < 0 ? 8 : size(of: UInt64(number))
    return [0x10 | UInt8(size.trailingZeroBitCount)] + bigEndian(UInt64(bitPattern: number), size)
  }

  private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 0x0F] + integer(Int64(count))
  }

  /// Returns the size in bytes: 1, 2, 4 or 8.
  private static func size(of number: UInt64) -> Int {
    switch number {
    case ..<0x100: 1
    case ..<0x1_0000: 2
    case ..<0x1_0000_0000: 4
    default: 8
    }
  }

  private static func bigEndian(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - 1 - $0))) }
  }

  // MARK: The file

  private func bytes(limit: Int) -> [UInt8] {
    let referenceSize = Self.size(of: UInt64(objects.count))
    var output = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(output.count)
      // Already too large; the caller throws.
      if output.count > limit { return output }
      switch object {
      case .scalar(let bytes): output += bytes
      case .container(let isDictionary, let count, let references):
        output += Self.marker(isDictionary ? 0xD0 : 0xA0, count)
        for reference in references { output += Self.bigEndian(UInt64(reference), referenceSize) }
      }
    }
    let table = output.count
    let offsetSize = Self.size(of: UInt64(table))
    for offset in offsets { output += Self.bigEndian(UInt64(offset), offsetSize) }
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    output += Self.bigEndian(UInt64(objects.count), 8) + Self.bigEndian(0, 8) + Self.bigEndian(UInt64(table), 8)
    return output
  }
}

/// Writes values as XML in Apple's style.
///
/// The content must have been checked (``PropertyListContentCheck``).
struct XMLRenderer {
  let style: SourceStyle
  private(set) var output: [UInt8] = []

  init(style: SourceStyle) { self.style = style }

  /// Writes a whole file: keys in order, tabs, Apple's DOCTYPE.
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

  /// Appends a value without leading indentation and without a trailing line end.
  ///
  /// - Parameter indent: the indentation of the line that the value starts on.
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

  /// Returns the shortest digits that parse as the same number, without a redundant `.0`.
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
    // XML parsers convert a bare carriage return to a line feed.
    case 0x0D: append("&#13;")
    default: output.append(byte)
    }
  }

  /// Appends Base64 with line breaks as in Apple's writer: 76 columns, with a tab counting as eight.
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

/// Writes values in the old style of Xcode projects: tabs, and a comma after every element.
///
/// The content must have been checked (``PropertyListContentCheck``).
struct OpenStepRenderer {
  let style: SourceStyle
  /// Whether all strings are quoted, as in `.strings` files.
  let quotesAlways: Bool
  private(set) var output: [UInt8] = []

  init(style: SourceStyle, quotesAlways: Bool) { (self.style, self.quotesAlways) = (style, quotesAlways) }

  /// Writes a whole file. A single string is quoted, so that it is not mistaken for another format.
  static func file(_ root: PropertyListValue, limit: Int) throws(PropertyListWriteError) -> [UInt8] {
    var renderer = OpenStepRenderer(style: SourceStyle(limit: limit), quotesAlways: !root.isContainer)
    try renderer.append(root, indent: [])
    return renderer.output + [0x0A]
  }

  /// The content of a `.strings` file without strings, because an empty file is not a property list.
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

  /// Appends a value without leading indentation and without a trailing separator.
  ///
  /// - Parameter indent: the indentation of the line that the value starts on.
  mutating func append(_ value: PropertyListValue, indent: [UInt8]) throws(PropertyListWriteError) {
    var frames: [RenderFrame] = []
    start(value, indent: indent, &frames)
    while !frames.isEmpty {
      guard output.count <= style.limit else { throw style.tooLarge() }
      let top = frames.count - 1
      // The separator after the previous child, which is now complete.
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
    // The check has rejected these types.
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

  /// Returns whether a byte needs no quotes; stricter than the readers, because Xcode quotes some of `-`, `/`, `:` and `$`.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
