/// The grammar of old-style lists and `.strings` files, as far as patches need it.
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
    // The last element of an array; comments behind it on the same line are about it.
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

  /// Blanks, line ends and comments, all of them known to be complete.
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
