/// FNV-1a with 64 bits over the canonical text of events: the same on every machine and in every run.
public struct TraceDigest: Sendable, Equatable, CustomStringConvertible {
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  public init() {}

  public mutating func combine(_ text: some Sequence<UInt8>) {
    for byte in text { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  public mutating func combine(_ other: TraceDigest) { combine(other.value) }

  public mutating func combine(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { combine($0) }
  }

  /// 16 hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
