import PropertyLists

/// Reads the tags of an XML file with their attributes, and skips everything else.
struct XMLTagReader {
  struct Tag {
    enum Kind {
      case start, end
      /// A tag such as `<a/>`, which opens and closes.
      case empty
    }

    let kind: Kind
    let name: String
    let attributes: [String: String]
    /// The position of the tag's `<`.
    let start: Int
  }

  private let source: SourceText
  private var position = 0

  init(_ source: SourceText) { self.source = source }

  var end: Int { source.count }

  /// The text up to the next tag, trimmed.
  var text: String {
    let text = source.string(position..<(source.bytes[position..<end].firstIndex(of: UInt8(ascii: "<")) ?? end))
    return Self.withoutEntities(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  func location(_ offset: Int) -> SourceLocation { source.location(at: offset) }

  func error(_ offset: Int, _ message: String, hint: String? = nil) -> PropertyListError {
    PropertyListError(location: source.location(at: offset), kind: .syntax, message: message, hint: hint)
  }

  /// Returns nil at the end of the file.
  mutating func next() throws(PropertyListError) -> Tag? {
    while position < end {
      guard source.bytes[position] == UInt8(ascii: "<") else {
        position += 1
        continue
      }
      if starts(with: "<!--") {
        try skip(past: "-->", "comment")
      } else if starts(with: "<?") {
        try skip(past: "?>", "processing instruction")
      } else if starts(with: "<!") {
        try skip(past: ">", "declaration")
      } else {
        return try readTag()
      }
    }
    return nil
  }

  // MARK: Tags

  private mutating func readTag() throws(PropertyListError) -> Tag {
    let start = position
    position += 1
    let isEnd = byte == UInt8(ascii: "/")
    if isEnd { position += 1 }
    let name = readName()
    guard !name.isEmpty else {
      throw error(start, "“<” is not followed by the name of an element", hint: "was it badly merged?")
    }
    var attributes: [String: String] = [:]
    while true {
      skipBlanks()
      switch byte {
      case UInt8(ascii: ">"):
        position += 1
        return Tag(kind: isEnd ? .end : .start, name: name, attributes: attributes, start: start)
      case UInt8(ascii: "/") where starts(with: "/>"):
        position += 2
        return Tag(kind: .empty, name: name, attributes: attributes, start: start)
      default:
        guard position < end else { throw error(start, "<\(name)> is never closed") }
        try readAttribute(of: name, into: &attributes)
      }
    }
  }

  private mutating func readAttribute(
    of tag: String, into attributes: inout [String: String]
  ) throws(PropertyListError) {
    let start = position
    let name = readName()
    skipBlanks()
    guard !name.isEmpty, byte == UInt8(ascii: "=") else {
      throw error(
        start, "<\(tag)> contains something that is not an attribute", hint: "write attributes as name=\"value\"")
    }
    position += 1
    skipBlanks()
    guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else {
      throw error(position, "the value of \(name) has no quotes")
    }
    let quote = byte
    position += 1
    let first = position
    while position < end, byte != quote { position += 1 }
    guard position < end else { throw error(first, "the value of \(name) is never closed") }
    attributes[name] = Self.withoutEntities(source.string(first..<position))
    position += 1
  }

  private mutating func readName() -> String {
    let start = position
    while position < end, Self.isNameByte(byte) { position += 1 }
    return source.string(start..<position)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), 0x80...0xFF:
      true
    default: false
    }
  }

  /// Replaces the five entities of XML; others stay as written.
  private static func withoutEntities(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let entities: [(String, String)] = [("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("apos;", "'"), ("amp;", "&")]
    var result = ""
    for (index, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
      guard index > 0 else {
        result += part
        continue
      }
      if let entity = entities.first(where: { part.hasPrefix($0.0) }) {
        result += entity.1 + part.dropFirst(entity.0.count)
      } else {
        result += "&" + part
      }
    }
    return result
  }

  // MARK: Bytes

  /// The current byte; a zero follows the end.
  private var byte: UInt8 { source.bytes[position] }

  private func starts(with text: String) -> Bool { source.bytes[position...].starts(with: text.utf8) }

  private mutating func skipBlanks() { while byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 } }

  private mutating func skip(past ending: String, _ what: String) throws(PropertyListError) {
    let start = position
    while position < end {
      if byte == ending.utf8.first, starts(with: ending) {
        position += ending.utf8.count
        return
      }
      position += 1
    }
    throw error(start, "this \(what) is never closed", hint: "close it with \(ending)")
  }
}
