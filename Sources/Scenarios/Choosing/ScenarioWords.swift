import LuaAPI

/// Whether a script has scenarios, told from its text: somewhere it calls `describe`, `it` or another word of the kind, or
/// `museum.exhibit`, which calls them.
///
/// A folder of scenarios holds helpers, too, and to run them as scenarios would be wrong. Comments and texts do not
/// count, nor do other methods (`x.it()`) and functions of that name.
enum ScenarioWords {
  private static let words: Set<String> = Set(
    SpecWord.allCases.filter { [.block, .scenario, .pending, .fact].contains($0.role) }.map(\.rawValue))
  /// The function of the museum that writes scenarios.
  private static let maker = "exhibit"
  private static let longestWord = words.map(\.utf8.count).max() ?? 0

  static func areCalled(in text: [UInt8]) -> Bool {
    var position = 0
    /// What stood in front of a name decides whether it is one of busted's.
    var before = Before.other
    /// Behind `function` a name is written, whatever selections it consists of: `function museum.exhibit`.
    var isDefining = false
    while position < text.count {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): position += 1
      case UInt8(ascii: "-") where next(text, position) == UInt8(ascii: "-"):
        position += 2
        position = endOfLongText(text, position) ?? endOfLine(text, position)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        position = endOfText(text, position)
        before = .other
      case UInt8(ascii: "["):
        position = endOfLongText(text, position) ?? position + 1
        before = .other
      case UInt8(ascii: "."), UInt8(ascii: ":"):
        // `..` joins texts: what follows is no field.
        before = next(text, position) == byte ? .other : .selection
        position += before == .other ? 2 : 1
      case _ where isLetter(byte):
        let start = position
        while position < text.count, isLetter(text[position]) || isDigit(text[position]) { position += 1 }
        let length = position - start
        let word = length <= longestWord || length == 8 ? String(decoding: text[start..<position], as: UTF8.self) : ""
        if before == .other, words.contains(word), isCall(text, position) { return true }
        if before == .selection, !isDefining, length == maker.utf8.count, isCall(text, position, orTable: true),
          text[start..<position].elementsEqual(maker.utf8)
        {
          return true
        }
        isDefining = word == "function" || isDefining && before != .other
        before = word == "function" || word == "local" ? .definition : .other
      default:
        position += 1
        isDefining = false
        before = .other
      }
    }
    return false
  }

  /// Whether a script holds more than comments and space, and none of the words: a matrix without a cell may have left all
  /// scenarios out.
  static func isPlainCode(_ text: [UInt8]) -> Bool { isCode(text) && !areCalled(in: text) }

  private static func isCode(_ text: [UInt8]) -> Bool {
    // The line by which a system runs a script is not code.
    var position = text.first == UInt8(ascii: "#") ? endOfLine(text, 0) : 0
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\t")...UInt8(ascii: "\r"), UInt8(ascii: " "): position += 1
      case UInt8(ascii: "-") where next(text, position) == UInt8(ascii: "-"):
        position += 2
        position = endOfLongText(text, position) ?? endOfLine(text, position)
      default: return true
      }
    }
    return false
  }

  private enum Before { case selection, definition, other }

  /// Whether arguments follow: parentheses, a text or, if asked for, a table.
  private static func isCall(_ text: [UInt8], _ position: Int, orTable: Bool = false) -> Bool {
    var position = position
    while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
    guard position < text.count else { return false }
    switch text[position] {
    case UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "'"): return true
    case UInt8(ascii: "{"): return orTable
    case UInt8(ascii: "["): return endOfLongText(text, position) != nil
    default: return false
    }
  }

  private static func next(_ text: [UInt8], _ position: Int) -> UInt8? {
    position + 1 < text.count ? text[position + 1] : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func endOfLine(_ text: [UInt8], _ position: Int) -> Int {
    text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
  }

  private static func endOfText(_ text: [UInt8], _ start: Int) -> Int {
    var position = start + 1
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\\"): position += 2
      case text[start], UInt8(ascii: "\n"): return position + 1
      default: position += 1
      }
    }
    return text.count
  }

  /// Where `[[ … ]]` or `[==[ … ]==]` ends that begins here; nil where none begins.
  private static func endOfLongText(_ text: [UInt8], _ start: Int) -> Int? {
    guard start < text.count, text[start] == UInt8(ascii: "[") else { return nil }
    var position = start + 1
    while position < text.count, text[position] == UInt8(ascii: "=") { position += 1 }
    let level = position - start - 1
    guard position < text.count, text[position] == UInt8(ascii: "[") else { return nil }
    position += 1
    while let close = text[position...].firstIndex(of: UInt8(ascii: "]")) {
      var end = close + 1
      while end < text.count, end - close - 1 < level, text[end] == UInt8(ascii: "=") { end += 1 }
      if end - close - 1 == level, end < text.count, text[end] == UInt8(ascii: "]") { return end + 1 }
      position = close + 1
    }
    return text.count
  }
}
