/// The value of a number or a character constant as it is written; nil for what is none, as `1.5`.
extension ConditionEvaluator.Value {
  init?(number text: ArraySlice<UInt8>) {
    var digits = text
    var radix: UInt64 = 10
    func isLetter(_ byte: UInt8?, _ letter: Unicode.Scalar) -> Bool { byte.map { $0 | 0x20 } == UInt8(ascii: letter) }
    if digits.first == UInt8(ascii: "0") {
      let second = digits.dropFirst().first
      if isLetter(second, "x") {
        radix = 16
        digits = digits.dropFirst(2)
      } else if isLetter(second, "b") {
        radix = 2
        digits = digits.dropFirst(2)
      } else {
        radix = 8
      }
    }
    var isUnsigned = false
    var longs = 0
    while let last = digits.last {
      if isLetter(last, "u"), !isUnsigned {
        isUnsigned = true
      } else if isLetter(last, "l"), longs < 2 {
        longs += 1
      } else {
        break
      }
      digits = digits.dropLast()
    }
    guard !digits.isEmpty else { return nil }
    var value: UInt64 = 0
    for byte in digits {
      let digit: UInt64
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt64(byte - UInt8(ascii: "a")) + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = UInt64(byte - UInt8(ascii: "A")) + 10
      default: return nil
      }
      guard digit < radix else { return nil }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: radix)
      let (sum, isTooLargeToo) = product.addingReportingOverflow(digit)
      guard !isTooLarge, !isTooLargeToo else { return nil }
      value = sum
    }
    self.init(Int64(bitPattern: value), isUnsigned: isUnsigned || value > UInt64(Int64.max))
  }

  /// `'a'`, `'\n'`, `'\x41'`; several characters make one number of 32 bits, as the compiler has it.
  init?(character text: ArraySlice<UInt8>) {
    guard let quote = text.firstIndex(of: UInt8(ascii: "'")), text.last == UInt8(ascii: "'"), quote < text.endIndex - 1
    else { return nil }
    let isWide = quote > text.startIndex
    var rest = text[(quote + 1)..<(text.endIndex - 1)]
    var value: Int32 = 0
    var count = 0
    while let byte = rest.popFirst() {
      let unit = byte == UInt8(ascii: "\\") ? Self.escape(&rest) : Int32(byte)
      value = value << 8 | (unit & 0xFF)
      count += 1
    }
    guard count > 0, !isWide || count == 1 else { return nil }
    // One character is a signed byte.
    self.init(Int64(count == 1 && !isWide ? Int32(Int8(truncatingIfNeeded: value)) : value))
  }

  private static func escape(_ rest: inout ArraySlice<UInt8>) -> Int32 {
    guard let byte = rest.popFirst() else { return 0 }
    func digits(_ first: Int32, _ radix: Int32, atMost count: Int) -> Int32 {
      var (value, left) = (first, count)
      while left > 0, let next = rest.first, let digit = Character(Unicode.Scalar(next)).hexDigitValue,
        digit < Int(radix)
      {
        value = value &* radix &+ Int32(digit)
        rest.removeFirst()
        left -= 1
      }
      return value
    }
    switch byte {
    case UInt8(ascii: "a"): return 7
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "v"): return 11
    case UInt8(ascii: "e"): return 27
    case UInt8(ascii: "x"): return digits(0, 16, atMost: 8)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): return digits(Int32(byte - UInt8(ascii: "0")), 8, atMost: 2)
    default: return Int32(byte)
    }
  }
}
