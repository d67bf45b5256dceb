/// Tags, comments, and everything before the first value.
extension XMLPropertyListReader {
  /// Skips the XML declaration, comments and the document type.
  mutating func skipProlog() throws(PropertyListError) {
    if hasPrefix("<?xml") { try readDeclaration() }
    while true {
      try skipMiscellaneous()
      guard hasPrefix("<!DOCTYPE") else { return }
      try skipDocumentType()
    }
  }

  /// Reads the optional `<plist>` start tag; returns whether it exists. The system does not require it, either.
  mutating func readPlistStartTag() throws(PropertyListError) -> Bool {
    guard position < end else { throw truncation() }
    guard bytes[position] == UInt8(ascii: "<"), bytes[position + 1] != UInt8(ascii: "/") else { return false }
    let start = position
    let tag = try readStartTag()
    if tag.element == .plist {
      guard !tag.isSelfClosing else {
        throw error(start, .empty, "the <plist> element is empty", hint: "put a <dict> with the keys into <plist>")
      }
      return true
    }
    guard tag.element != nil, tag.element != .key else {
      throw error(
        start, .notAPropertyList, "the outermost element is <\(text(tag.name))>, not <plist>",
        hint: "this is XML, but not a property list")
    }
    position = start
    return false
  }

  mutating func readStartTag() throws(PropertyListError) -> StartTag {
    let start = position
    position += 1
    let name = readName()
    guard name.end > name.start else {
      if PropertyListSniffer.isConflictMarker(source, start) { throw PropertyListSniffer.conflict(source, start) }
      if position >= end { throw truncation() }
      if hasPrefix("![CDATA[") {
        throw error(start, .syntax, "there is text between the elements", hint: "put text into <string>…</string>")
      }
      throw error(start, .syntax, "“<” is not followed by the name of an element", hint: "write &lt; in text")
    }
    // Attributes are ignored, but their quotes may contain a “>”.
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return StartTag(name: name, start: start, isSelfClosing: false)
      case UInt8(ascii: "/"):
        guard bytes[position + 1] == UInt8(ascii: ">") else {
          throw error(position, .syntax, "“/” inside <\(text(name))>")
        }
        position += 2
        return StartTag(name: name, start: start, isSelfClosing: true)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[position]
        position += 1
        while position < end, bytes[position] != quote { position += 1 }
        position += 1
      case UInt8(ascii: "<"):
        throw error(start, .syntax, "<\(text(name)) is not closed by >")
      default:
        position += 1
      }
    }
    position = end
    throw truncation()
  }

  /// Reads the letters at the position, up to a character that cannot be part of a name.
  mutating func readName() -> Name {
    let start = position
    var packed: UInt64 = 0
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), 0x80...0xFF:
        packed = packed &<< 8 | UInt64(bytes[position])
        position += 1
      default:
        return name(packed, start)
      }
    }
    return name(packed, start)
  }

  /// Returns the name; names of more than eight letters overflow the number, and none of them is known.
  private func name(_ packed: UInt64, _ start: Int) -> Name {
    Name(element: position - start <= 8 ? XMLElement(rawValue: packed) : nil, start: start, end: position)
  }

  /// Reads the end tag of `startTag`, after optional blanks.
  mutating func readEndTag(of startTag: StartTag) throws(PropertyListError) {
    skipWhitespace()
    guard position < end else { throw truncation() }
    let start = position
    if bytes[position] == UInt8(ascii: "<"), bytes[position + 1] == UInt8(ascii: "/") {
      position += 2
      let name = readName()
      skipWhitespace()
      if name.element == startTag.element, position < end, bytes[position] == UInt8(ascii: ">") {
        position += 1
        return
      }
    }
    let name = text(startTag.name)
    throw error(
      start, .syntax, "</\(name)> is missing",
      hint: "the <\(name)> on line \(source.location(at: startTag.start).line ?? 0) is still open")
  }

  /// Skips blanks, comments and processing instructions.
  mutating func skipMiscellaneous() throws(PropertyListError) {
    while true {
      skipWhitespace()
      guard position < end, bytes[position] == UInt8(ascii: "<") else { return }
      if hasPrefix("<!--") {
        try skip(past: "-->", from: position + 4, what: "comment")
      } else if bytes[position + 1] == UInt8(ascii: "?") {
        try skip(past: "?>", from: position + 2, what: "processing instruction")
      } else {
        return
      }
    }
  }

  mutating func skipWhitespace() {
    while true {
      switch bytes[position] {
      case 0x20, 0x0A, 0x09, 0x0D: position += 1
      default: return
      }
    }
  }

  func hasPrefix(_ prefix: StaticString) -> Bool {
    guard position + prefix.utf8CodeUnitCount <= end else { return false }
    for index in 0..<prefix.utf8CodeUnitCount where bytes[position + index] != prefix.utf8Start[index] {
      return false
    }
    return true
  }

  private mutating func skip(past ending: StaticString, from: Int, what: String) throws(PropertyListError) {
    let start = position
    position = from
    while position < end {
      if hasPrefix(ending) {
        position += ending.utf8CodeUnitCount
        return
      }
      position += 1
    }
    position = end
    throw error(start, .truncated, "this \(what) is never closed", hint: "close it with \(ending)")
  }

  private mutating func readDeclaration() throws(PropertyListError) {
    let start = position
    try skip(past: "?>", from: position + 5, what: "XML declaration")
    let text = source.string(start..<position)
    guard let encoding = Self.declaredEncoding(in: text) else { return }
    switch encoding.lowercased() {
    case "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii": return
    default:
      // All other common encodings are identical to UTF-8 for ASCII.
      guard bytes.contains(where: { $0 >= 0x80 }) else { return }
      throw error(
        start, .encoding, "the file declares the encoding \(encoding), which is not supported",
        hint: "save the file as UTF-8, and declare UTF-8")
    }
  }

  static func declaredEncoding(in declaration: String) -> String? {
    let bytes = Array(declaration.utf8)
    let name = Array("encoding".utf8)
    guard bytes.count > name.count else { return nil }
    for start in 0..<(bytes.count - name.count) where bytes[start..<start + name.count] == name[...] {
      let rest = bytes[(start + name.count)...]
      guard let open = rest.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
        let close = bytes[(open + 1)...].firstIndex(of: bytes[open])
      else { return nil }
      return String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
    }
    return nil
  }

  /// Skips the document type; its quotes, comments and internal subset may contain a “>”.
  private mutating func skipDocumentType() throws(PropertyListError) {
    let start = position
    var isInsideBrackets = false
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[position]
        position += 1
        while position < end, bytes[position] != quote { position += 1 }
        position += 1
      case UInt8(ascii: "["):
        isInsideBrackets = true
        position += 1
      case UInt8(ascii: "]"):
        isInsideBrackets = false
        position += 1
      case UInt8(ascii: "<") where hasPrefix("<!--"):
        try skip(past: "-->", from: position + 4, what: "comment")
      case UInt8(ascii: ">") where !isInsideBrackets:
        position += 1
        return
      default:
        position += 1
      }
    }
    position = end
    throw error(start, .truncated, "the <!DOCTYPE is never closed")
  }
}
