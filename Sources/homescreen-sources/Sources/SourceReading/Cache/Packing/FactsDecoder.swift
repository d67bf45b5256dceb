/// Reads what ``FactsEncoder`` wrote.
struct FactsDecoder: ~Copyable {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var texts: [String] = []

  /// - Parameter bytes: valid as long as the decoder is used.
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
    // Each takes a byte at least.
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

  /// A value of an enumeration that is kept by its number.
  mutating func raw<Value: RawRepresentable>() throws(PackDamage) -> Value where Value.RawValue == UInt8 {
    guard let value = Value(rawValue: try byte()) else { throw PackDamage() }
    return value
  }
}
