/// Looks at lines and blanks of a text in UTF-8.
struct SourceLines {
  let bytes: [UInt8]
  /// Without the zero behind the text.
  let count: Int

  init(_ source: SourceText) {
    bytes = source.bytes
    count = source.count
  }

  /// CR LF, LF, or the old Mac's CR, whatever the text has first.
  var newline: [UInt8] {
    guard let first = bytes.prefix(count).firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0A] }
    if bytes[first] == 0x0A { return [0x0A] }
    return bytes[first + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  static func isWhitespace(_ byte: UInt8) -> Bool { isBlank(byte) || (0x0A...0x0D).contains(byte) }

  /// Where the line of a position starts.
  func lineStart(of position: Int) -> Int {
    var start = position
    while start > 0, !Self.isNewline(bytes[start - 1]) { start -= 1 }
    return start
  }

  /// The blanks that the line of a position starts with.
  func indent(at position: Int) -> [UInt8] {
    let start = lineStart(of: position)
    return Array(bytes[start..<skipBlanks(from: start)])
  }

  /// Whether only blanks stand before the position on its line.
  func beginsLine(_ position: Int) -> Bool {
    let start = blanksStart(before: position)
    return start == 0 || Self.isNewline(bytes[start - 1])
  }

  func skipBlanks(from position: Int) -> Int {
    var position = position
    while position < count, Self.isBlank(bytes[position]) { position += 1 }
    return position
  }

  /// Where the blanks in front of a position start.
  func blanksStart(before position: Int) -> Int {
    var start = position
    while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
    return start
  }

  /// The start of the next line when only blanks follow on this one; nil otherwise.
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

  /// The place behind the next `ending`; nil when a line ends before.
  func skip(past ending: StaticString, from start: Int) -> Int? {
    var position = start
    while position < count, !Self.isNewline(bytes[position]) {
      if hasPrefix(ending, at: position) { return position + ending.utf8CodeUnitCount }
      position += 1
    }
    return nil
  }

  /// One level of indentation, as the outermost containers show it; a tab when they show nothing.
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
