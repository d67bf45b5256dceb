/// The hash FNV-1a with 64 bits: a named algorithm for hashes that are kept or compared between machines.
public struct FNV1a64: Sendable {
  /// The hash of what was fed so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// How many bytes were fed.
  package private(set) var count = 0

  /// How many bytes are fed in the time of one step (``Work``).
  package static let bytesPerStep = 16

  /// The hash of nothing: the algorithm's own start value.
  public init() {}

  /// Goes on from a hash that was kept.
  public init(value: UInt64) { self.value = value }

  private static let prime: UInt64 = 0x0000_0100_0000_01b3
  /// ``prime`` to the power of eight.
  private static let primeOfEight: UInt64 = 0x1efa_c709_0aef_4a21

  /// Feeds one byte.
  public mutating func feed(_ byte: UInt8) {
    count &+= 1
    value = (value ^ UInt64(byte)) &* Self.prime
  }

  /// Feeds a number as eight bytes, lowest first.
  public mutating func feed(_ number: Int64) {
    var rest = UInt64(bitPattern: number)
    if rest < 256 {
      // Most are, and bytes of zero only multiply.
      count &+= 8
      value = (value ^ rest) &* Self.primeOfEight
      return
    }
    for _ in 0..<8 {
      feed(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Feeds a text: its length in bytes, then its UTF-8; nil has the length -1.
  public mutating func feed(_ text: String?) {
    guard let text else { return feed(Int64(-1)) }
    feed(Int64(text.utf8.count))
    feed(bytesOf: text)
  }

  /// Feeds the UTF-8 of a text.
  package mutating func feed(bytesOf text: String) {
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes { feed(byte) }
    }
  }

  /// The value as 16 lower-case hexadecimal digits.
  public var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
