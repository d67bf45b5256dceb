/// `$(NAME:operator:operator=value)` taken apart, nothing expanded yet.
struct MacroReference {
  /// May hold references itself.
  let name: ArraySlice<UInt8>
  let operations: [ArraySlice<UInt8>]
  /// Behind the last byte.
  let end: Int
  /// `$NAME`, without brackets.
  let isBare: Bool
  /// `$$`, which stands for a dollar.
  let isDollar: Bool

  /// Nil when the dollar at this place is only a dollar.
  init?(_ text: ArraySlice<UInt8>, at dollar: Int) {
    let open = dollar + 1
    guard open < text.endIndex else { return nil }
    isDollar = text[open] == UInt8(ascii: "$")
    if isDollar {
      (name, operations, end, isBare) = ([], [], open + 1, true)
      return
    }
    guard let closing = Self.closing(of: text[open]) else {
      var end = open
      while end < text.endIndex, Self.isNameByte(text[end], isFirst: end == open) { end += 1 }
      guard end > open else { return nil }
      (name, operations, self.end, isBare) = (text[open..<end], [], end, true)
      return
    }
    guard let close = Self.position(of: closing, matching: text[open], in: text, from: open) else { return nil }
    let parts = Self.split(text[open + 1..<close])
    name = parts[0]
    operations = Array(parts.dropFirst())
    end = close + 1
    isBare = false
  }

  private static func closing(of open: UInt8) -> UInt8? {
    switch open {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: nil
    }
  }

  private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): !isFirst
    default: false
    }
  }

  private static func position(
    of close: UInt8, matching open: UInt8, in text: ArraySlice<UInt8>, from start: Int
  ) -> Int? {
    var depth = 0
    for index in start..<text.endIndex {
      if text[index] == open { depth += 1 }
      if text[index] == close {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  /// At the colons that stand in no inner reference.
  private static func split(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth <= 0:
        parts.append(text[start..<index])
        start = index + 1
      default: break
      }
    }
    parts.append(text[start..<text.endIndex])
    return parts
  }
}
