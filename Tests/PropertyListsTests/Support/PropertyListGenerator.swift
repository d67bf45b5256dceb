import PropertyLists
import TestSupport

/// Random property lists, equal for equal seeds.
struct PropertyListGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func dictionary(depth: Int = 4) -> PropertyListDictionary {
    var dictionary = PropertyListDictionary()
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      dictionary[text()] = value(depth: depth - 1)
    }
    return dictionary
  }

  private mutating func value(depth: Int) -> PropertyListValue {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 8), using: &random) {
    case 0, 1: return .string(text())
    case 2: return .integer(Int64.random(in: -300...300, using: &random))
    case 3: return .integer(Int64(bitPattern: random.next()))
    case 4: return .real(Double(Int.random(in: -10_000...10_000, using: &random)) / 64)
    case 5: return .boolean(Bool.random(using: &random))
    case 6:
      // After the calendar reform: before it the other reader uses Julian dates, and CoreFoundation does not.
      let seconds = Double(Int.random(in: -13_000_000_000...200_000_000_000, using: &random))
      return .date(PropertyListDate(secondsSinceReferenceDate: seconds))
    case 7:
      return .data((0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    case 8: return .array(of: (0..<Int.random(in: 0...20, using: &random)).map { _ in value(depth: depth - 1) })
    default: return .dictionary(dictionary(depth: depth))
    }
  }

  private mutating func text() -> String {
    let alphabet = Array("abcXYZ019 .,;=(){}<>&\"'\\/*-_~@$\näß漢😀\u{301}")
    return String(
      (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "x" })
  }
}
