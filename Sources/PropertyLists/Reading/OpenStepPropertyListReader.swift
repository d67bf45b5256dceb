/// Reads old-style property lists and `.strings` files from validated UTF-8, without recursion.
///
/// The format is text only: strings, data, arrays and dictionaries, without numbers. A `.strings` file is the content
/// of a dictionary without its braces.
struct OpenStepPropertyListReader {
  let source: SourceText
  let bytes: [UInt8]
  let end: Int
  var position = 0
  var builder: PropertyListBuilder
  private(set) var isStringsFile = false

  init(source: SourceText, limits: PropertyListLimits) {
    self.source = source
    self.bytes = source.bytes
    self.end = source.count
    self.builder = PropertyListBuilder(source: source, limits: limits)
  }

  mutating func read() throws(PropertyListError) -> PropertyListBuilder {
    try skipTrivia()
    if try startsLikeStringsFile() {
      isStringsFile = true
      try builder.open(isDictionary: true, at: 0)
    }
    while true {
      try skipTrivia()
      switch builder.expectation {
      case .nothing:
        guard position >= end else { throw trailingContent() }
        return builder
      case .key:
        if position >= end, isStringsFile, builder.frames.count == 1 {
          builder.close(at: end)
        } else if bytes[position] == UInt8(ascii: "}"), !isStringsFile || builder.frames.count > 1 {
          position += 1
          builder.close(at: position)
          try finishValue()
        } else {
          try readKey()
        }
      case .value:
        if let frame = builder.frames.last, !frame.isDictionary, bytes[position] == UInt8(ascii: ")") {
          position += 1
          builder.close(at: position)
          try finishValue()
        } else {
          try readValue()
        }
      }
    }
  }

  // MARK: Keys and values

  private mutating func readKey() throws(PropertyListError) {
    let start = position
    let key = try readString(expecting: .key)
    let keyEnd = position
    builder.key(key, start, keyEnd)
    try skipTrivia()
    switch bytes[position] {
    case UInt8(ascii: "="):
      position += 1
    case UInt8(ascii: ";"):
      // `key;` is short for `key = key;`.
      position += 1
      try builder.value(.string(key), start, keyEnd)
    default:
      if position >= end { throw truncation() }
      throw error(position, .syntax, "“=” is missing after the key “\(clipped(key))”", hint: hint(at: position))
    }
  }

  private mutating func readValue() throws(PropertyListError) {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "("):
      try builder.open(isDictionary: bytes[position] == UInt8(ascii: "{"), at: start)
      position += 1
    case UInt8(ascii: "<"):
      let data = try readData()
      try builder.value(.data(data), start, position)
      try finishValue()
    default:
      let text = try readString(expecting: .value)
      try builder.value(.string(text), start, position)
      try finishValue()
    }
  }

  /// Reads the `;` or `,` after a value, depending on its container.
  private mutating func finishValue() throws(PropertyListError) {
    guard let frame = builder.frames.last else { return }
    let valueEnd = position
    try skipTrivia()
    if frame.isDictionary {
      guard bytes[position] != UInt8(ascii: ";") else {
        position += 1
        return
      }
      let key = clipped(builder.lastKey ?? "")
      if position >= end, !isStringsFile || builder.frames.count > 1 { throw truncation() }
      throw error(
        valueEnd, .syntax, "“;” is missing after the value of “\(key)”",
        hint: hint(at: position)
          ?? (bytes[valueEnd..<position].contains(UInt8(ascii: "\n"))
            ? "add “;” at the end of this line" : "write a quote inside a string as \\\""))
    }
    switch bytes[position] {
    case UInt8(ascii: ","): position += 1
    case UInt8(ascii: ")"): break
    default:
      if position >= end { throw truncation() }
      throw error(valueEnd, .syntax, "“,” or “)” is missing after an element of an array", hint: hint(at: position))
    }
  }

  // MARK: Which format

  /// Returns whether the file starts with `key =` or `key;` without braces, or contains only comments.
  private mutating func startsLikeStringsFile() throws(PropertyListError) -> Bool {
    let start = position
    defer { position = start }
    if position >= end { return true }
    switch bytes[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "<"): return false
    default:
      _ = try readString(expecting: .propertyList)
      try skipTrivia()
      return bytes[position] == UInt8(ascii: "=") || bytes[position] == UInt8(ascii: ";")
    }
  }

  // MARK: Errors

  func error(
    _ position: Int, _ kind: PropertyListError.Kind, _ message: String, hint: String? = nil
  ) -> PropertyListError {
    if PropertyListSniffer.isConflictMarker(source, position) { return PropertyListSniffer.conflict(source, position) }
    return PropertyListError(location: source.location(at: position), kind: kind, message: message, hint: hint)
  }

  func truncation() -> PropertyListError {
    guard let frame = builder.frames.last, !isStringsFile || builder.frames.count > 1 else {
      let key = builder.pendingKey.map { "before the value of “\(clipped($0))”" } ?? "too early"
      return error(end, .truncated, "the file ends \(key)")
    }
    let line = source.location(at: frame.start).line ?? 0
    return error(
      end, .truncated, "the file ends inside the “\(frame.isDictionary ? "{" : "(")” on line \(line)",
      hint: "was the copy or download interrupted?")
  }

  private func trailingContent() -> PropertyListError {
    let isPlainText = builder.root?.value.string != nil
    return error(
      position, isPlainText ? .notAPropertyList : .syntax,
      isPlainText ? "this is plain text, not a property list" : "there is content after the end of the property list",
      hint: hint(at: position))
  }

  func hint(at position: Int) -> String? {
    switch bytes[position] {
    case UInt8(ascii: ":"): "is this JSON? Old-style property lists write “=”"
    case UInt8(ascii: "#"): "lines that begin with # are for the C preprocessor: run it first"
    case UInt8(ascii: ","): "use “;” in dictionaries, and “,” in arrays"
    default: nil
    }
  }

  func clipped(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
}

/// Strings, data, and the separators between them.
extension OpenStepPropertyListReader {
  /// Skips blanks and both kinds of comments.
  mutating func skipTrivia() throws(PropertyListError) {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x09...0x0D:
        position += 1
      case 0xE2 where bytes[position + 1] == 0x80 && (bytes[position + 2] == 0xA8 || bytes[position + 2] == 0xA9):
        position += 3  // Unicode's line and paragraph separators
      case UInt8(ascii: "/") where bytes[position + 1] == UInt8(ascii: "/"):
        while position < end, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
      case UInt8(ascii: "/") where bytes[position + 1] == UInt8(ascii: "*"):
        try skipBlockComment()
      default:
        return
      }
    }
  }

  private mutating func skipBlockComment() throws(PropertyListError) {
    let start = position
    position += 2
    while position < end {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
    throw error(start, .truncated, "this comment is never closed", hint: "close it with */")
  }

  /// Reads a quoted string, or a run of characters that need no quotes.
  mutating func readString(expecting expected: ExpectedText) throws(PropertyListError) -> String {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return try readQuotedString()
    default:
      while Self.needsNoQuotes(bytes[position]) { position += 1 }
      if position > start { return source.string(start..<position) }
      if position >= end { throw truncation() }
      throw error(
        start, .syntax, "“\(source.character(at: start))” instead of \(title(of: expected))",
        hint: hint(at: start) ?? "text with characters other than letters, digits and _ $ / : . - needs quotes")
    }
  }

  /// The purpose of a string, for the message if it is missing.
  enum ExpectedText {
    case key, value, propertyList
  }

  private func title(of expected: ExpectedText) -> String {
    switch expected {
    case .key: "a key"
    case .value: builder.pendingKey.map { "the value of “\(clipped($0))”" } ?? "a value"
    case .propertyList: "a property list"
    }
  }

  private static func needsNoQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private mutating func readQuotedString() throws(PropertyListError) -> String {
    let start = position
    let quote = bytes[start]
    position += 1
    while position < end {
      if bytes[position] == quote {
        position += 1
        return source.string(start + 1..<position - 1)
      }
      if bytes[position] == UInt8(ascii: "\\") { return try readEscapedString(from: start) }
      position += 1
    }
    throw unterminated(start)
  }

  private func unterminated(_ start: Int) -> PropertyListError {
    error(start, .truncated, "this text has no closing quote", hint: "write a quote inside a string as \\\"")
  }

  private mutating func readEscapedString(from start: Int) throws(PropertyListError) -> String {
    let quote = bytes[start]
    var text = Array(bytes[start + 1..<position])
    while position < end, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "\\") {
        try readEscape(into: &text)
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    guard position < end else { throw unterminated(start) }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(PropertyListError) {
    let start = position
    position += 1
    guard position < end else { return }
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var value: UInt32 = 0
      var digits = 0
      while digits < 3, (0x30...0x37).contains(bytes[position]) {
        value = value << 3 | UInt32(bytes[position] - 0x30)
        position += 1
        digits += 1
      }
      TextDecoding.appendUTF8(NextStepEncoding.scalar(UInt8(truncatingIfNeeded: value)), to: &text)
      return
    case UInt8(ascii: "U"):
      position += 1
      TextDecoding.appendUTF8(try readUnicodeEscape(from: start), to: &text)
      return
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "v"): text.append(0x0B)
    default: text.append(byte)  // \" \\ and any other character stand for themselves
    }
    position += 1
  }

  /// Reads up to four digits of a UTF-16 unit after `\U`; characters outside the BMP consist of two units.
  private mutating func readUnicodeEscape(from start: Int) throws(PropertyListError) -> UInt32 {
    let unit = readHexadecimalDigits()
    guard unit & 0xF800 == 0xD800 else { return unit }
    if unit < 0xDC00, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "U") {
      position += 2
      let low = readHexadecimalDigits()
      if low & 0xFC00 == 0xDC00 { return 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF) }
    }
    throw error(
      start, .badValue, "a \\U escape is half of a surrogate pair", hint: "write the character itself, in UTF-8"
    )
  }

  private mutating func readHexadecimalDigits() -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Self.hexadecimalDigit(bytes[position]) else { break }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 0x37
    default: nil
    }
  }

  /// Reads data such as `<0fbd 7777>`.
  mutating func readData() throws(PropertyListError) -> [UInt8] {
    let start = position
    position += 1
    var output: [UInt8] = []
    var pending: UInt8?
    while position < end {
      let byte = bytes[position]
      if let digit = Self.hexadecimalDigit(byte) {
        if let high = pending {
          output.append(high << 4 | digit)
          pending = nil
        } else {
          pending = digit
        }
      } else if byte == UInt8(ascii: ">") {
        guard pending == nil else { throw error(position, .badValue, "the data has an odd number of digits") }
        position += 1
        return output
      } else if byte != 0x20, !(0x09...0x0D).contains(byte) {
        throw error(
          position, .badValue, "“\(source.character(at: position))” is not a hexadecimal digit",
          hint: byte == UInt8(ascii: "*") ? "GNUstep's typed values <*…> are not read by iOS" : nil)
      }
      position += 1
    }
    throw error(start, .truncated, "this data is never closed", hint: "close it with >")
  }
}
