/// Checks whether a text is JSON; independent of the code under test, and strict as RFC 8259.
struct JSONChecker {
  private var bytes: ArraySlice<UInt8>

  /// Whether the text is exactly one JSON object.
  static func isObject(_ text: some StringProtocol) -> Bool {
    var checker = JSONChecker(bytes: Array(text.utf8)[...])
    return checker.bytes.first == UInt8(ascii: "{") && checker.value(depth: 0) && checker.bytes.isEmpty
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard bytes.first == byte else { return false }
    bytes.removeFirst()
    return true
  }

  private mutating func skipBlanks() {
    while let byte = bytes.first, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { bytes.removeFirst() }
  }

  private mutating func value(depth: Int) -> Bool {
    skipBlanks()
    guard depth < 50, let first = bytes.first else { return false }
    let isValid =
      switch first {
      case UInt8(ascii: "{"): list(end: UInt8(ascii: "}")) { $0.member(depth: depth) }
      case UInt8(ascii: "["): list(end: UInt8(ascii: "]")) { $0.value(depth: depth + 1) }
      case UInt8(ascii: "\""): string()
      case UInt8(ascii: "t"): word("true")
      case UInt8(ascii: "f"): word("false")
      case UInt8(ascii: "n"): word("null")
      default: number()
      }
    skipBlanks()
    return isValid
  }

  private mutating func member(depth: Int) -> Bool {
    skipBlanks()
    guard string() else { return false }
    skipBlanks()
    return take(UInt8(ascii: ":")) && value(depth: depth + 1)
  }

  private mutating func list(end: UInt8, item: (inout JSONChecker) -> Bool) -> Bool {
    bytes.removeFirst()
    skipBlanks()
    if take(end) { return true }
    while item(&self) {
      if take(end) { return true }
      guard take(UInt8(ascii: ",")) else { return false }
    }
    return false
  }

  private mutating func word(_ word: String) -> Bool {
    guard bytes.starts(with: word.utf8) else { return false }
    bytes.removeFirst(word.utf8.count)
    return true
  }

  private mutating func string() -> Bool {
    guard take(UInt8(ascii: "\"")) else { return false }
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"): guard escape() else { return false }
      case ..<0x20: return false
      default: continue
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let byte = bytes.popFirst() else { return false }
    if byte == UInt8(ascii: "u") {
      let digits = bytes.prefix(4)
      bytes = bytes.dropFirst(4)
      return digits.count == 4 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
    return #""\/bfnrt"#.utf8.contains(byte)
  }

  private mutating func number() -> Bool {
    _ = take(UInt8(ascii: "-"))
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    bytes = bytes.dropFirst(digits.count)
    guard !digits.isEmpty, digits.count == 1 || digits.first != 0x30 else { return false }
    if take(UInt8(ascii: ".")) {
      let fraction = bytes.prefix { (0x30...0x39).contains($0) }
      bytes = bytes.dropFirst(fraction.count)
      guard !fraction.isEmpty else { return false }
    }
    return true
  }
}
