/// The grammar of XML lists, as far as patches need it.
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

  /// True when the file names an encoding in which UTF-8's bytes would mean something else.
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
