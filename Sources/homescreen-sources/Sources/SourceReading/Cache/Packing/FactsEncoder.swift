/// Writes values one after another: numbers in as few bytes as they need, each text once.
struct FactsEncoder {
  private var bytes: [UInt8] = []
  private var numbers: [String: UInt32] = [:]
  private var texts: [String] = []

  /// The texts, then what refers to them.
  var result: [UInt8] {
    var head = FactsEncoder()
    head.write(UInt32(texts.count))
    for text in texts {
      var text = text
      text.withUTF8 { utf8 in
        head.write(UInt32(utf8.count))
        head.bytes.append(contentsOf: utf8)
      }
    }
    return head.bytes + bytes
  }

  mutating func write(_ number: UInt32) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(_ text: String) {
    if let number = numbers[text] { return write(number) }
    let number = UInt32(texts.count)
    numbers[text] = number
    texts.append(text)
    write(number)
  }

  mutating func write(_ value: some Packed) { value.pack(into: &self) }

  mutating func write(_ value: (some Packed)?) {
    write(value != nil)
    if let value { write(value) }
  }

  mutating func write(_ all: [some Packed]) {
    write(UInt32(all.count))
    for value in all { write(value) }
  }

  /// Numbers that grow, by their distances.
  mutating func writeGrowing(_ all: [UInt32]) {
    write(UInt32(all.count))
    var last: UInt32 = 0
    for number in all {
      write(number &- last)
      last = number
    }
  }
}

/// What the cache keeps of a file, in a form of its own.
protocol Packed {
  func pack(into encoder: inout FactsEncoder)
  init(from decoder: inout FactsDecoder) throws(PackDamage)
}

/// What was read is not what was written.
struct PackDamage: Error {}

extension String: Packed {
  func pack(into encoder: inout FactsEncoder) { encoder.write(self) }
  init(from decoder: inout FactsDecoder) throws(PackDamage) { self = try decoder.text() }
}
