/// A type with a compact binary format for the cache.
protocol Packed {
  func pack(into encoder: inout FactsEncoder)
  init(from decoder: inout FactsDecoder) throws(PackDamage)
}

/// The error for data that was not written by the encoder.
struct PackDamage: Error {}

/// Writes values in sequence: numbers in as few bytes as possible, each text once.
struct FactsEncoder {
  private var bytes: [UInt8] = []
  private var numbers: [String: UInt32] = [:]
  private var texts: [String] = []

  /// The texts, followed by the values that refer to them.
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

  /// Writes ascending numbers as differences.
  mutating func writeGrowing(_ all: [UInt32]) {
    write(UInt32(all.count))
    var last: UInt32 = 0
    for number in all {
      write(number &- last)
      last = number
    }
  }
}

/// Reads the result of ``FactsEncoder``.
struct FactsDecoder: ~Copyable {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var texts: [String] = []

  /// - Parameter bytes: must stay valid while the decoder is used.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PackDamage) {
    self.bytes = bytes
    let count = try number()
    guard count <= bytes.count else { throw PackDamage() }
    texts.reserveCapacity(Int(count))
    for _ in 0..<count {
      let length = Int(try number())
      guard length <= bytes.count - index else { throw PackDamage() }
      texts.append(String(decoding: UnsafeBufferPointer(rebasing: bytes[index..<index + length]), as: UTF8.self))
      index += length
    }
  }

  mutating func byte() throws(PackDamage) -> UInt8 {
    guard index < bytes.count else { throw PackDamage() }
    index += 1
    return bytes[index - 1]
  }

  mutating func number() throws(PackDamage) -> UInt32 {
    var number: UInt32 = 0
    var shift: UInt32 = 0
    while true {
      let next = try byte()
      number |= UInt32(next & 0x7F) << shift
      if next < 0x80 { return number }
      shift += 7
      guard shift < 32 else { throw PackDamage() }
    }
  }

  mutating func flag() throws(PackDamage) -> Bool { try byte() != 0 }

  mutating func text() throws(PackDamage) -> String {
    let number = Int(try number())
    guard number < texts.count else { throw PackDamage() }
    return texts[number]
  }

  mutating func value<Value: Packed>() throws(PackDamage) -> Value { try Value(from: &self) }

  mutating func optional<Value: Packed>() throws(PackDamage) -> Value? { try flag() ? try value() : nil }

  mutating func list<Value: Packed>() throws(PackDamage) -> [Value] {
    let count = Int(try number())
    // Each element takes at least one byte.
    guard count <= bytes.count - index else { throw PackDamage() }
    var all: [Value] = []
    all.reserveCapacity(count)
    for _ in 0..<count { all.append(try value()) }
    return all
  }

  mutating func growing() throws(PackDamage) -> [UInt32] {
    let count = Int(try number())
    guard count <= bytes.count - index else { throw PackDamage() }
    var all: [UInt32] = []
    all.reserveCapacity(count)
    var last: UInt32 = 0
    for _ in 0..<count {
      last = last &+ (try number())
      all.append(last)
    }
    return all
  }

  /// Reads an enumeration value by its raw value.
  mutating func raw<Value: RawRepresentable>() throws(PackDamage) -> Value where Value.RawValue == UInt8 {
    guard let value = Value(rawValue: try byte()) else { throw PackDamage() }
    return value
  }
}

extension String: Packed {
  func pack(into encoder: inout FactsEncoder) { encoder.write(self) }
  init(from decoder: inout FactsDecoder) throws(PackDamage) { self = try decoder.text() }
}
