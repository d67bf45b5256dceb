/// The elements of an XML property list. The raw value is the name's ASCII letters as a number, so that the reader
/// compares names without creating strings.
enum XMLElement: UInt64, CaseIterable {
  case plist = 0x70_6C69_7374
  case dict = 0x6469_6374
  case array = 0x61_7272_6179
  case key = 0x6B_6579
  case string = 0x7374_7269_6E67
  case integer = 0x69_6E74_6567_6572
  case real = 0x7265_616C
  case `true` = 0x7472_7565
  case `false` = 0x66_616C_7365
  case date = 0x6461_7465
  case data = 0x6461_7461

  var name: String {
    switch self {
    case .plist: "plist"
    case .dict: "dict"
    case .array: "array"
    case .key: "key"
    case .string: "string"
    case .integer: "integer"
    case .real: "real"
    case .true: "true"
    case .false: "false"
    case .date: "date"
    case .data: "data"
    }
  }

  /// Returns the element that `name` probably means, in its brackets.
  static func suggestion(for name: String) -> String? {
    let lowered = name.lowercased()
    switch lowered {
    case "dictionary", "map", "object": return "<dict>"
    case "list": return "<array>"
    case "str", "text": return "<string>"
    case "int", "number": return "<integer>"
    case "float", "double": return "<real>"
    case "bool", "boolean", "yes", "no": return "<true/> or <false/>"
    default: break
    }
    return allCases.map(\.name)
      .first { $0 == lowered || isOneEditApart(Array($0.utf8), Array(lowered.utf8)) }
      .map { "<\($0)>" }
  }

  /// Returns whether the names differ by one insertion, deletion, substitution or swap of neighbours.
  private static func isOneEditApart(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard abs(a.count - b.count) <= 1 else { return false }
    var prefix = 0
    while prefix < min(a.count, b.count), a[prefix] == b[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < min(a.count, b.count) - prefix, a[a.count - 1 - suffix] == b[b.count - 1 - suffix] { suffix += 1 }
    let (restA, restB) = (a.count - prefix - suffix, b.count - prefix - suffix)
    if max(restA, restB) <= 1 { return true }
    return restA == 2 && restB == 2 && a[prefix] == b[prefix + 1] && a[prefix + 1] == b[prefix]
  }
}

/// Reads XML property lists from validated UTF-8, byte by byte and without recursion.
///
/// The document type is skipped and never resolved: only XML's five entities and numeric references exist, so entity
/// expansion is limited.
struct XMLPropertyListReader {
  let source: SourceText
  let bytes: [UInt8]
  let end: Int
  var position = 0
  var builder: PropertyListBuilder

  init(source: SourceText, limits: PropertyListLimits) {
    self.source = source
    self.bytes = source.bytes
    self.end = source.count
    self.builder = PropertyListBuilder(source: source, limits: limits)
  }

  /// A name in a tag: the element, if it is known, and the range of the letters.
  struct Name {
    let element: XMLElement?
    let start: Int
    let end: Int
  }

  struct StartTag {
    let name: Name
    /// The position of the `<`.
    let start: Int
    let isSelfClosing: Bool
    var element: XMLElement? { name.element }
  }

  mutating func read() throws(PropertyListError) -> PropertyListBuilder {
    try skipProlog()
    let hasPlistElement = try readPlistStartTag()
    while true {
      try skipMiscellaneous()
      guard position < end else {
        if !hasPlistElement, builder.root != nil { return builder }
        throw truncation()
      }
      guard bytes[position] == UInt8(ascii: "<") else { throw strayText() }
      guard bytes[position + 1] == UInt8(ascii: "/") else {
        try readElement(try readStartTag())
        continue
      }
      if try readEndTag() { break }
    }
    try skipMiscellaneous()
    guard position >= end else {
      throw error(
        position, .syntax, "there is content after </plist>", hint: "remove it: the property list ends with </plist>")
    }
    guard builder.root != nil else {
      throw error(0, .empty, "the <plist> element has no value", hint: "put a <dict> with the keys into <plist>")
    }
    return builder
  }

  // MARK: Elements

  private mutating func readElement(_ tag: StartTag) throws(PropertyListError) {
    switch builder.expectation {
    case .key:
      guard tag.element == .key else {
        try requireValue(tag)
        throw error(
          tag.start, .syntax, "<\(text(tag.name))> instead of a <key>",
          hint: builder.lastKey.map { "the value of “\($0)” already exists" }
            ?? "each value of a <dict> follows its <key>")
      }
      let name = try readText(of: tag)
      builder.key(name, tag.start, position)
      return
    case .nothing:
      throw error(
        tag.start, .syntax, "<\(text(tag.name))> is a second value inside <plist>",
        hint: "put both into one <array> or <dict>")
    case .value:
      if tag.element == .key {
        if let key = builder.pendingKey {
          throw error(
            tag.start, .syntax, "the key “\(key)” has no value: another <key> follows",
            hint: "write its value between the two")
        }
        throw error(tag.start, .syntax, "<key> outside of a <dict>")
      }
    }

    switch tag.element {
    case .string:
      try builder.value(.string(try readText(of: tag)), tag.start, position)
    case .dict, .array:
      try builder.open(isDictionary: tag.element == .dict, at: tag.start)
      if tag.isSelfClosing { builder.close(at: position) }
    case .true, .false:
      if !tag.isSelfClosing { try readEndTag(of: tag) }
      try builder.value(.boolean(tag.element == .true), tag.start, position)
    case .integer:
      try builder.value(try readInteger(tag), tag.start, position)
    case .real:
      try builder.value(.real(try readReal(tag)), tag.start, position)
    case .date:
      try builder.value(.date(try readDate(tag)), tag.start, position)
    case .data:
      try builder.value(.data(try readData(tag)), tag.start, position)
    case .key, .plist, nil:
      try requireValue(tag)
    }
  }

  /// Reads an end tag; returns whether it is `</plist>`.
  private mutating func readEndTag() throws(PropertyListError) -> Bool {
    let start = position
    position += 2
    let name = readName()
    skipWhitespace()
    guard position < end, bytes[position] == UInt8(ascii: ">") else {
      throw position < end
        ? error(position, .syntax, "the end tag </\(text(name)) is not closed by >") : truncation()
    }
    position += 1
    guard let frame = builder.frames.last else {
      if name.element == .plist { return true }
      throw error(start, .syntax, "</\(text(name))> closes nothing")
    }
    let open: XMLElement = frame.isDictionary ? .dict : .array
    guard name.element == open else {
      throw error(
        start, .syntax,
        "</\(text(name))> instead of </\(open.name)>",
        hint: "the <\(open.name)> on line \(source.location(at: frame.start).line ?? 0) is still open")
    }
    if let key = builder.pendingKey {
      throw error(start, .syntax, "the key “\(key)” has no value", hint: "write its value before </dict>")
    }
    builder.close(at: position)
    return false
  }

  /// Throws for an element that cannot be a value.
  private func requireValue(_ tag: StartTag) throws(PropertyListError) {
    if let element = tag.element, element != .plist { return }
    if PropertyListSniffer.isConflictMarker(source, tag.start) { throw PropertyListSniffer.conflict(source, tag.start) }
    if tag.element == .plist { throw error(tag.start, .syntax, "<plist> inside <plist>") }
    let name = text(tag.name)
    throw error(
      tag.start, .syntax, "<\(name)> is not an element of a property list",
      hint: XMLElement.suggestion(for: name).map { "did you mean \($0)?" }
        ?? "use dict, array, key, string, integer, real, true, false, date or data")
  }

  func text(_ name: Name) -> String { source.string(name.start..<name.end) }

  // MARK: Errors

  func error(
    _ position: Int, _ kind: PropertyListError.Kind, _ message: String, hint: String? = nil
  ) -> PropertyListError {
    PropertyListError(location: source.location(at: position), kind: kind, message: message, hint: hint)
  }

  func truncation() -> PropertyListError {
    let inside: String
    if let frame = builder.frames.last {
      let line = source.location(at: frame.start).line ?? 0
      inside = "inside the <\(frame.isDictionary ? "dict" : "array")> on line \(line)"
    } else {
      inside = builder.root == nil ? "before any value" : "before </plist>"
    }
    return error(end, .truncated, "the file ends \(inside)", hint: "was the copy or download interrupted?")
  }

  private func strayText() -> PropertyListError {
    if PropertyListSniffer.isConflictMarker(source, position) { return PropertyListSniffer.conflict(source, position) }
    if bytes[position] == UInt8(ascii: "#") {
      return error(
        position, .syntax, "there is text “#” between the elements",
        hint: "preprocessor lines are only allowed in the Info.plist of a project")
    }
    let character = source.character(at: position)
    return error(
      position, .syntax, "there is text “\(character)” between the elements", hint: "put text into <string>…</string>")
  }
}

/// The text of elements, and the numbers, dates and data in it.
extension XMLPropertyListReader {
  /// Reads the text up to the end tag; resolves entities and CDATA sections, and keeps blanks and line ends.
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
          "the file ends inside the <\(text(tag.name))> on line "
            + "\(source.location(at: tag.start).line ?? 0)", hint: "was the copy or download interrupted?")
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
        hint: "put the comment before the element: iOS rejects the file, too")
    }
    return error(
      position, .syntax, "markup inside <\(name)>",
      hint: "the <\(name)> on line \(source.location(at: tag.start).line ?? 0) is still open; a “<” as text is &lt;")
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
    throw error(start, .truncated, "this CDATA section is never closed", hint: "close it with ]]>")
  }

  private mutating func readEntity(into text: inout [UInt8]) throws(PropertyListError) {
    let start = position
    position += 1
    let first = position
    // The longest valid references are like &#x10FFFF; allow some leading zeros.
    while position < end, position - first <= 16, bytes[position] != UInt8(ascii: ";") { position += 1 }
    guard bytes[position] == UInt8(ascii: ";") else {
      throw error(start, .badValue, "“&” is not followed by the name of an entity", hint: "write &amp; in text")
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
      throw error(tag.start, .badValue, "the integer \(clipped(text)) does not fit in 64 bits")
    }
    if isNegative { return .integer(Int64(truncatingIfNeeded: 0 &- magnitude)) }
    return magnitude > Int64.max ? .unsignedInteger(magnitude) : .integer(Int64(magnitude))
  }

  private func integerHint(_ text: String) -> String? {
    if text.isEmpty { return "an empty <integer/> has no value; write <integer>0</integer>" }
    if Double(text) != nil { return "write a number with a fraction as <real>" }
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

  /// Reads Base64 with blanks anywhere; the final padding is optional.
  mutating func readData(_ tag: StartTag) throws(PropertyListError) -> [UInt8] {
    if tag.isSelfClosing { return [] }
    var (digits, isPadded): ([UInt8], Bool) = ([], false)
    while true {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        guard !isPadded else { throw error(position, .badValue, "there is more data after the “=” that ends Base64") }
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
