import PropertyLists

/// Reads the text of one xcconfig file, line by line; a line that says nothing usable is a warning.
struct XcconfigParser {
  private let source: SourceText
  private var position = 0
  private(set) var statements: [XcconfigStatement] = []
  private(set) var warnings: [PackageWarning] = []

  private static let maximumWarnings = 20

  init(_ source: SourceText) {
    self.source = source
  }

  mutating func parse() {
    while position < source.count {
      let start = position
      while position < source.count, !Self.isLineEnd(source.bytes[position]) { position += 1 }
      readLine(start..<position)
      position += 1
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  // MARK: Lines

  private mutating func readLine(_ whole: Range<Int>) {
    let range = trimmed(whole.lowerBound..<commentStart(whole))
    guard !range.isEmpty else { return }
    if source.bytes[range.lowerBound] == UInt8(ascii: "#") { return readInclude(range) }
    guard let equals = equalsSign(range) else {
      return warn(
        "“\(clipped(range))” is not a setting", at: range.lowerBound, hint: "write settings as KEY = value")
    }
    let keyRange = trimmed(range.lowerBound..<equals)
    guard !keyRange.isEmpty, let key = BuildSettingKey(source.string(keyRange)) else {
      return warn(
        "“\(clipped(keyRange))” is not the name of a setting", at: range.lowerBound,
        hint: "write conditions as KEY[sdk=iphoneos*]")
    }
    var end = range.upperBound
    var value = trimmed(equals + 1..<end)
    var text = ""
    // A backslash at the very end continues the value on the next line.
    while !value.isEmpty, source.bytes[value.upperBound - 1] == UInt8(ascii: "\\"), end >= position,
      position < source.count
    {
      text += source.string(value.lowerBound..<value.upperBound - 1)
      position += 1
      let start = position
      while position < source.count, !Self.isLineEnd(source.bytes[position]) { position += 1 }
      end = commentStart(start..<position)
      value = trimmed(start..<end)
    }
    while !value.isEmpty, source.bytes[value.upperBound - 1] == UInt8(ascii: ";") {
      value = trimmed(value.lowerBound..<value.upperBound - 1)
    }
    text += source.string(value)
    statements.append(.assignment(BuildSettingAssignment(key, text, origin: origin(range))))
  }

  /// The first `=` that stands in no condition.
  private func equalsSign(_ range: Range<Int>) -> Int? {
    var depth = 0
    for index in range {
      switch source.bytes[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "=") where depth <= 0: return index
      default: break
      }
    }
    return nil
  }

  private mutating func readInclude(_ range: Range<Int>) {
    var rest = source.string(range)[...]
    guard rest.hasPrefix("#include") else {
      return warn("“\(clipped(range))” is not an xcconfig directive", at: range.lowerBound, hint: nil)
    }
    rest = rest.dropFirst("#include".count)
    let isOptional = rest.first == "?"
    if isOptional { rest = rest.dropFirst() }
    guard let open = rest.firstIndex(of: "\""),
      let close = rest[rest.index(after: open)...].firstIndex(of: "\"")
    else {
      return warn(
        "#include without a file name in quotes", at: range.lowerBound, hint: "#include \"Shared.xcconfig\"")
    }
    let path = String(rest[rest.index(after: open)..<close])
    statements.append(.include(path: path, isOptional: isOptional, origin: origin(range)))
  }

  // MARK: Ranges

  /// `//` begins a comment wherever it stands; nothing escapes it.
  private func commentStart(_ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index + 1 < range.upperBound {
      if source.bytes[index] == UInt8(ascii: "/"), source.bytes[index + 1] == UInt8(ascii: "/") { return index }
      index += 1
    }
    return range.upperBound
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Self.isBlank(source.bytes[start]) { start += 1 }
    while end > start, Self.isBlank(source.bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func origin(_ range: Range<Int>) -> SourceOrigin {
    .range(source, start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
  }

  private func clipped(_ range: Range<Int>) -> String {
    let text = source.string(range)
    return text.count > 40 ? text.prefix(40) + "…" : text
  }

  private mutating func warn(_ message: String, at position: Int, hint: String?) {
    guard warnings.count < Self.maximumWarnings else { return }
    warnings.append(PackageWarning(.badXcconfig, message, location: source.location(at: position), hint: hint))
  }
}

/// One line of an xcconfig file that says something.
enum XcconfigStatement: Sendable {
  case assignment(BuildSettingAssignment)
  /// `#include "path"`, or `#include? "path"` for a file that may be missing.
  case include(path: String, isOptional: Bool, origin: SourceOrigin)
}
