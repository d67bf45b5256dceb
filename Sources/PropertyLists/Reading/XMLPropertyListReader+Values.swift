/// The text of elements, and the numbers, dates and data in it.
extension XMLPropertyListReader {
  /// The text up to the end tag, with entities and CDATA sections resolved; blanks and line ends stay as they are.
  mutating func readText(of tag: StartTag) throws(PropertyListError) -> String {
    if tag.isSelfClosing { return "" }
    let start = position
    while true {
      switch bytes[position] {
      case UInt8(ascii: "<") where bytes[position + 1] == UInt8(ascii: "/"):
        let text = source.string(start..<position)
        try readEndTag(of: tag)
        return text
      case UInt8(ascii: "<"), UInt8(ascii: "&"):
        return try readMixedText(of: tag, from: start)
      case 0 where position >= end:
        throw error(
          end, .truncated,
          "the file ends inside the <\(text(tag.name))> of line "
            + "\(source.location(at: tag.start).line ?? 0)", hint: "was it cut off while copying or downloading?")
      default:
        position += 1
      }
    }
  }

  private mutating func readMixedText(of tag: StartTag, from start: Int) throws(PropertyListError) -> String {
    var text = Array(bytes[start..<position])
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "&"):
        try readEntity(into: &text)
      case UInt8(ascii: "<"):
        if bytes[position + 1] == UInt8(ascii: "/") {
          try readEndTag(of: tag)
          return String(decoding: text, as: UTF8.self)
        }
        guard hasPrefix("<![CDATA[") else { throw markupInText(of: tag) }
        try readCharacterData(into: &text)
      default:
        text.append(bytes[position])
        position += 1
      }
    }
    throw truncation()
  }

  private func markupInText(of tag: StartTag) -> PropertyListError {
    let name = text(tag.name)
    if hasPrefix("<!--") {
      return error(
        position, .syntax, "a comment inside <\(name)>",
        hint: "the system's reader refuses it too; put the comment before the element")
    }
    return error(
      position, .syntax, "markup inside <\(name)>",
      hint: "the <\(name)> of line \(source.location(at: tag.start).line ?? 0) is still open; a “<” as text is &lt;")
  }

  private mutating func readCharacterData(into text: inout [UInt8]) throws(PropertyListError) {
    let start = position
    position += 9
    let first = position
    while position < end {
      if bytes[position] == UInt8(ascii: "]"), hasPrefix("]]>") {
        text.append(contentsOf: bytes[first..<position])
        position += 3
        return
      }
      position += 1
    }
    throw error(start, .truncated, "this CDATA section has no end", hint: "it is closed by ]]>")
  }

  private mutating func readEntity(into text: inout [UInt8]) throws(PropertyListError) {
    let start = position
    position += 1
    let first = position
    // The longest legal ones are &#x10FFFF; and the like; leading zeros get some room.
    while position < end, position - first <= 16, bytes[position] != UInt8(ascii: ";") { position += 1 }
    guard bytes[position] == UInt8(ascii: ";") else {
      throw error(start, .badValue, "“&” without the name of an entity", hint: "as text write &amp;")
    }
    let name = source.string(first..<position)
    position += 1
    switch name {
    case "lt": text.append(UInt8(ascii: "<"))
    case "gt": text.append(UInt8(ascii: ">"))
    case "amp": text.append(UInt8(ascii: "&"))
    case "quot": text.append(UInt8(ascii: "\""))
    case "apos": text.append(UInt8(ascii: "'"))
    default:
      guard name.utf8.first == UInt8(ascii: "#") else {
        throw error(
          start, .badValue, "the entity &\(name); is unknown",
          hint: "use &lt; &gt; &amp; &quot; &apos; and numbers; definitions in the DOCTYPE are not resolved")
      }
      let digits = name.dropFirst()
      let number =
        digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      guard let number, number != 0, let scalar = Unicode.Scalar(number) else {
        throw error(start, .badValue, "&\(name); is not a character")
      }
      TextDecoding.appendUTF8(scalar.value, to: &text)
    }
  }

  // MARK: Scalars

  mutating func readInteger(_ tag: StartTag) throws(PropertyListError) -> PropertyListValue {
    let text = trimmed(try readText(of: tag))
    var digits = Substring(text)
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits = digits.dropFirst() }
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    if isHexadecimal { digits = digits.dropFirst(2) }
    let looksRight = digits.utf8.allSatisfy {
      (0x30...0x39).contains($0) || isHexadecimal && ((0x41...0x46).contains($0) || (0x61...0x66).contains($0))
    }
    guard !digits.isEmpty, looksRight else {
      throw error(tag.start, .badValue, "“\(clipped(text))” is not an integer", hint: integerHint(text))
    }
    guard let magnitude = UInt64(digits, radix: isHexadecimal ? 16 : 10), !isNegative || magnitude <= 1 << 63 else {
      throw error(tag.start, .badValue, "the integer \(clipped(text)) does not fit into 64 bits")
    }
    if isNegative { return .integer(Int64(truncatingIfNeeded: 0 &- magnitude)) }
    return magnitude > Int64.max ? .unsignedInteger(magnitude) : .integer(Int64(magnitude))
  }

  private func integerHint(_ text: String) -> String? {
    if text.isEmpty { return "an empty <integer/> has no value; write <integer>0</integer>" }
    if Double(text) != nil { return "a number with a fraction is a <real>" }
    return "text belongs in <string>"
  }

  mutating func readReal(_ tag: StartTag) throws(PropertyListError) -> Double {
    let text = trimmed(try readText(of: tag))
    switch text.lowercased() {
    case "nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    let looksRight = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
    }
    guard looksRight, let number = Double(text) else {
      throw error(tag.start, .badValue, "“\(clipped(text))” is not a number", hint: "for example <real>0.5</real>")
    }
    return number
  }

  mutating func readDate(_ tag: StartTag) throws(PropertyListError) -> PropertyListDate {
    let text = trimmed(try readText(of: tag))
    guard let date = PropertyListDate(iso8601: text) else {
      throw error(
        tag.start, .badValue, "“\(clipped(text))” is not a date", hint: "for example <date>2017-03-27T09:15:00Z</date>")
    }
    return date
  }

  /// Base64 with blanks anywhere; the padding at the end may be missing.
  mutating func readData(_ tag: StartTag) throws(PropertyListError) -> [UInt8] {
    if tag.isSelfClosing { return [] }
    var (digits, isPadded): ([UInt8], Bool) = ([], false)
    while true {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        guard !isPadded else { throw error(position, .badValue, "there is more data after the “=” of Base64") }
        digits.append(byte)
      case UInt8(ascii: "="): isPadded = true
      case 0x20, 0x09, 0x0A, 0x0D: break
      case UInt8(ascii: "<"):
        try readEndTag(of: tag)
        return Base64.decode(unpadded: digits)
      default:
        if position >= end { throw truncation() }
        throw error(
          position, .badValue, "“\(source.character(at: position))” is not a Base64 character",
          hint: "<data> contains Base64; text belongs in <string>")
      }
      position += 1
    }
  }

  private func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = bytes.first, let last = bytes.last, isBlank(first) || isBlank(last) else { return text }
    return String(Substring(bytes.drop(while: isBlank)).reversedDrop(while: isBlank))
  }

  private func clipped(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
}

extension Substring {
  fileprivate func reversedDrop(while isDropped: (UInt8) -> Bool) -> Substring {
    var end = utf8.endIndex
    while end > utf8.startIndex, isDropped(utf8[utf8.index(before: end)]) { end = utf8.index(before: end) }
    return self[..<end]
  }
}
