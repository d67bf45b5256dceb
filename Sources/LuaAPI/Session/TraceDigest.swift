import Simulator

/// The hash of what several devices did: the simulator's named hash over the hashes of their traces.
public struct TraceDigest: Sendable, CustomStringConvertible {
  private var hash = FNV1a64()

  public init() {}

  mutating func combine(_ text: some Sequence<UInt8>) {
    for byte in text { hash.feed(byte) }
  }

  public mutating func combine(_ other: TraceDigest) {
    hash.feed(Int64(bitPattern: other.hash.value))
  }

  /// 16 hexadecimal digits.
  public var description: String { hash.hexadecimal }
}
