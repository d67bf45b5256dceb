/// The grammar of a text format, for ``PropertyListPatcher``.
protocol PatchSyntax {
  var source: PropertyListSource { get }
  var lines: SourceLines { get }
  var style: SourceStyle { get }

  /// Returns the content between the brackets or tags of a container; nil for one without content (`<dict/>`).
  func content(of container: Range<Int>) -> Range<Int>?

  /// Returns whether the container has no brackets and ends with the file (`.strings`).
  func isFile(_ container: Range<Int>) -> Bool

  /// Returns the end of a child, including its separator.
  func end(of value: Range<Int>, isInDictionary: Bool) -> Int

  /// Returns the index after comments on the same line if nothing else follows on it; otherwise `position`.
  func endOfLine(behind position: Int) -> Int

  /// Returns the comma after a child; nil without one.
  func comma(behind value: Range<Int>) -> Int?

  /// Whether the format separates array elements with commas.
  var needsCommas: Bool { get }

  /// Writes a value that replaces an old one.
  func replacement(
    of old: Range<Int>, key: Range<Int>?, by value: PropertyListValue, indent: [UInt8]
  ) throws(PropertyListWriteError) -> [UInt8]

  /// Writes a pair, or an element without a key, with its separator.
  ///
  /// - Parameter between: the text between key and value in neighbouring pairs, if known.
  func child(
    _ key: String?, _ value: PropertyListValue, indent: [UInt8], isInline: Bool, between: [UInt8]?
  ) throws(PropertyListWriteError) -> [UInt8]
}

/// The grammar of XML lists that patches need.
struct XMLPatchSyntax: PatchSyntax {
  let source: PropertyListSource
  let lines: SourceLines
  let style: SourceStyle
  let needsCommas = false

  init(_ source: PropertyListSource) {
    self.source = source
    lines = SourceLines(source.text)
    style = SourceStyle(
      newline: lines.newline, unit: lines.unit(of: source.root), isASCIIOnly: Self.isASCIIOnly(lines),
      limit: PropertyListLimits.default.maximumBytes)
  }

  /// Returns whether the file declares an encoding other than UTF-8 and UTF-16, so that only ASCII may be written.
  private static func isASCIIOnly(_ lines: SourceLines) -> Bool {
    guard lines.hasPrefix("<?xml", at: 0) else { return false }
    let end = lines.bytes.prefix(1000).firstIndex(of: UInt8(ascii: ">")) ?? 0
    let declaration = String(decoding: lines.bytes[..<end], as: UTF8.self)
    guard let encoding = XMLPropertyListReader.declaredEncoding(in: declaration) else { return false }
    return !["utf-8", "utf8", "utf-16", "utf-16le", "utf-16be"].contains(encoding.lowercased())
  }

  func isFile(_ container: Range<Int>) -> Bool { false }

  func content(of container: Range<Int>) -> Range<Int>? {
    var open = container.lowerBound
    while open < container.upperBound, lines.bytes[open] != UInt8(ascii: ">") {
      let quote = lines.bytes[open]
      open += 1
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      while open < container.upperBound, lines.bytes[open] != quote { open += 1 }
      open += 1
    }
    guard open < container.upperBound, lines.bytes[open - 1] != UInt8(ascii: "/") else { return nil }
    var close = container.upperBound - 1
    while close > open, lines.bytes[close] != UInt8(ascii: "<") { close -= 1 }
    return close > open ? open + 1..<close : nil
  }

  func end(of value: Range<Int>, isInDictionary: Bool) -> Int { value.upperBound }

  func endOfLine(behind position: Int) -> Int {
    var end = position
    while true {
      let start = lines.skipBlanks(from: end)
      if lines.nextLine(behind: start) != nil { return end }
      guard lines.hasPrefix("<!--", at: start), let next = lines.skip(past: "-->", from: start + 4) else {
        return position
      }
      end = next
    }
  }

  func comma(behind value: Range<Int>) -> Int? { nil }

  func replacement(
    of old: Range<Int>, key: Range<Int>?, by value: PropertyListValue, indent: [UInt8]
  ) throws(PropertyListWriteError) -> [UInt8] {
    var renderer = XMLRenderer(style: style)
    try renderer.append(value, indent: indent)
    return renderer.output
  }

  func child(
    _ key: String?, _ value: PropertyListValue, indent: [UInt8], isInline: Bool, between: [UInt8]?
  ) throws(PropertyListWriteError) -> [UInt8] {
    var renderer = XMLRenderer(style: style)
    var valueIndent = indent
    if let key {
      renderer.appendKey(key)
      let between = between ?? (isInline ? [] : style.newline + indent)
      renderer.append(String(decoding: between, as: UTF8.self))
      if let newline = between.lastIndex(where: SourceLines.isNewline) {
        valueIndent = Array(between[(newline + 1)...])
      }
    }
    try renderer.append(value, indent: valueIndent)
    return renderer.output
  }
}

/// The grammar of old-style lists and `.strings` files that patches need.
struct OpenStepPatchSyntax: PatchSyntax {
  let source: PropertyListSource
  let lines: SourceLines
  let style: SourceStyle
  let needsCommas = true

  init(_ source: PropertyListSource) {
    self.source = source
    lines = SourceLines(source.text)
    style = SourceStyle(
      newline: lines.newline, unit: lines.unit(of: source.root), limit: PropertyListLimits.default.maximumBytes)
  }

  func isFile(_ container: Range<Int>) -> Bool {
    source.format == .strings && container == source.root.byteRange
  }

  func content(of container: Range<Int>) -> Range<Int>? {
    isFile(container) ? container : container.lowerBound + 1..<container.upperBound - 1
  }

  func end(of value: Range<Int>, isInDictionary: Bool) -> Int {
    let next = skipTrivia(from: value.upperBound)
    let separator = isInDictionary ? UInt8(ascii: ";") : UInt8(ascii: ",")
    if next < lines.count, lines.bytes[next] == separator { return next + 1 }
    // Comments after the last element on the same line belong to it.
    var end = value.upperBound
    while true {
      let start = lines.skipBlanks(from: end)
      guard lines.hasPrefix("/*", at: start), let next = lines.skip(past: "*/", from: start + 2) else { return end }
      end = next
    }
  }

  func comma(behind value: Range<Int>) -> Int? {
    let next = skipTrivia(from: value.upperBound)
    return next < lines.count && lines.bytes[next] == UInt8(ascii: ",") ? next : nil
  }

  func endOfLine(behind position: Int) -> Int {
    var end = position
    while true {
      let start = lines.skipBlanks(from: end)
      if lines.nextLine(behind: start) != nil { return end }
      if lines.hasPrefix("//", at: start) {
        end = start
        while end < lines.count, !SourceLines.isNewline(lines.bytes[end]) { end += 1 }
        return end
      }
      guard lines.hasPrefix("/*", at: start), let next = lines.skip(past: "*/", from: start + 2) else {
        return position
      }
      end = next
    }
  }

  /// Skips blanks, line ends and complete comments.
  private func skipTrivia(from start: Int) -> Int {
    var position = start
    while position < lines.count {
      if SourceLines.isWhitespace(lines.bytes[position]) {
        position += 1
      } else if lines.hasPrefix("\u{2028}", at: position) || lines.hasPrefix("\u{2029}", at: position) {
        position += 3
      } else if lines.hasPrefix("//", at: position) {
        while position < lines.count, !SourceLines.isNewline(lines.bytes[position]) { position += 1 }
      } else if lines.hasPrefix("/*", at: position) {
        position += 2
        while position < lines.count, !lines.hasPrefix("*/", at: position) { position += 1 }
        position += 2
      } else {
        break
      }
    }
    return min(position, lines.count)
  }

  func replacement(
    of old: Range<Int>, key: Range<Int>?, by value: PropertyListValue, indent: [UInt8]
  ) throws(PropertyListWriteError) -> [UInt8] {
    var renderer = OpenStepRenderer(style: style, quotesAlways: isQuoted(old) || old == source.root.byteRange)
    // `key;` is short for `key = key;`: key and value are the same bytes.
    if let key, key == old {
      renderer.append(source.text.string(key))
      renderer.append(" = ")
    }
    try renderer.append(value, indent: indent)
    return renderer.output
  }

  private func isQuoted(_ value: Range<Int>) -> Bool {
    let first = lines.bytes[value.lowerBound]
    return first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
  }

  func child(
    _ key: String?, _ value: PropertyListValue, indent: [UInt8], isInline: Bool, between: [UInt8]?
  ) throws(PropertyListWriteError) -> [UInt8] {
    var renderer = OpenStepRenderer(style: style, quotesAlways: source.format == .strings)
    if let key {
      renderer.appendString(key)
      renderer.append(between.map { String(decoding: $0, as: UTF8.self) } ?? " = ")
    }
    try renderer.append(value, indent: indent)
    if key != nil { renderer.append(";") }
    return renderer.output
  }
}

/// The style of new lines in a text file.
struct SourceStyle {
  var newline: [UInt8] = [0x0A]
  /// One level of indentation.
  var unit: [UInt8] = [0x09]
  /// Whether only ASCII may be written, because the file declares an encoding other than UTF-8 and UTF-16.
  var isASCIIOnly = false
  /// The maximum number of bytes.
  var limit = Int.max

  func tooLarge() -> PropertyListWriteError {
    PropertyListWriteError(
      kind: .tooLarge, place: "plist", message: "the file would have more than \(limit) bytes",
      hint: "no reader of this format would accept it")
  }
}

/// The lines and blanks of a UTF-8 text.
struct SourceLines {
  let bytes: [UInt8]
  /// The number of bytes without the terminating zero.
  let count: Int

  init(_ source: SourceText) {
    bytes = source.bytes
    count = source.count
  }

  /// The first line end in the text: CR LF, LF, or the old Mac's CR.
  var newline: [UInt8] {
    guard let first = bytes.prefix(count).firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0A] }
    if bytes[first] == 0x0A { return [0x0A] }
    return bytes[first + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  static func isWhitespace(_ byte: UInt8) -> Bool { isBlank(byte) || (0x0A...0x0D).contains(byte) }

  func lineStart(of position: Int) -> Int {
    var start = position
    while start > 0, !Self.isNewline(bytes[start - 1]) { start -= 1 }
    return start
  }

  /// Returns the indentation of the line at a position.
  func indent(at position: Int) -> [UInt8] {
    let start = lineStart(of: position)
    return Array(bytes[start..<skipBlanks(from: start)])
  }

  /// Returns whether only blanks precede the position on its line.
  func beginsLine(_ position: Int) -> Bool {
    let start = blanksStart(before: position)
    return start == 0 || Self.isNewline(bytes[start - 1])
  }

  func skipBlanks(from position: Int) -> Int {
    var position = position
    while position < count, Self.isBlank(bytes[position]) { position += 1 }
    return position
  }

  func blanksStart(before position: Int) -> Int {
    var start = position
    while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
    return start
  }

  /// Returns the start of the next line if only blanks follow on this one; otherwise nil.
  func nextLine(behind position: Int) -> Int? {
    let end = skipBlanks(from: position)
    guard end < count else { return count }
    guard Self.isNewline(bytes[end]) else { return nil }
    return bytes[end] == 0x0D && bytes[end + 1] == 0x0A ? end + 2 : end + 1
  }

  func isWhitespace(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(Self.isWhitespace) }

  func hasPrefix(_ prefix: StaticString, at position: Int) -> Bool {
    guard position + prefix.utf8CodeUnitCount <= count else { return false }
    return (0..<prefix.utf8CodeUnitCount).allSatisfy { bytes[position + $0] == prefix.utf8Start[$0] }
  }

  /// Returns the index after the next `ending`; nil if the line ends first.
  func skip(past ending: StaticString, from start: Int) -> Int? {
    var position = start
    while position < count, !Self.isNewline(bytes[position]) {
      if hasPrefix(ending, at: position) { return position + ending.utf8CodeUnitCount }
      position += 1
    }
    return nil
  }

  /// Returns one level of indentation, as used by the outermost containers; a tab by default.
  func unit(of root: PropertyListNode) -> [UInt8] {
    var waiting = [root]
    var next = 0
    while next < waiting.count, next < 200 {
      let node = waiting[next]
      next += 1
      guard let container = node.byteRange else { continue }
      let children: [(start: Int, node: PropertyListNode)] =
        switch node.value {
        case .dictionary(let dictionary):
          dictionary.allSlots.prefix(20).compactMap { slot in
            slot.slot.keyOrigin.byteRange.map { ($0.lowerBound, slot.slot.node) }
          }
        case .array(let elements):
          elements.prefix(20).compactMap { node in node.byteRange.map { ($0.lowerBound, node) } }
        case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: []
        }
      if let first = children.first, beginsLine(first.start), lineStart(of: first.start) > container.lowerBound {
        let (outer, inner) = (indent(at: container.lowerBound), indent(at: first.start))
        if inner.starts(with: outer) { return Array(inner.dropFirst(outer.count)) }
      }
      waiting += children.map(\.node)
    }
    return [0x09]
  }
}
