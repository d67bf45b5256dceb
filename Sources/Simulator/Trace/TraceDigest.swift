/// The hash of what several devices did: the named hash over the hashes of their traces.
public struct TraceDigest: Sendable, CustomStringConvertible {
  private var hash = FNV1a64()

  /// Of no device.
  public init() {}

  /// Adds the hash of one more trace, as text.
  public mutating func combine(_ text: some Sequence<UInt8>) {
    for byte in text { hash.feed(byte) }
  }

  /// Adds what other devices did.
  public mutating func combine(_ other: TraceDigest) {
    hash.feed(Int64(bitPattern: other.hash.value))
  }

  /// The digest that ``description`` gave; nil for a text that is none.
  public init?(_ hexadecimal: String) {
    guard hexadecimal.utf8.count == 16, hexadecimal.first != "+", let value = UInt64(hexadecimal, radix: 16) else {
      return nil
    }
    hash = FNV1a64(value: value)
  }

  /// 16 hexadecimal digits.
  public var description: String { hash.hexadecimal }
}
