/// Reads the bits of finite state entropy coding, which begin at the end of their section and go backwards.
package struct FSEBits {
  private let bytes: UnsafeRawPointer
  /// The first byte that was taken.
  private var place: Int
  private var bits: UInt64
  private var count: Int

  /// - Parameters:
  ///   - bytes: of the whole input: up to seven bytes before the section may be looked at, and are not used.
  ///   - end: behind the last byte of the section; at least 8.
  ///   - unused: bits of the last byte that belong to nobody, as a number from −7 to 0.
  /// - Returns: nil when the bits said to be unused are not zero.
  package init?(_ bytes: UnsafeRawPointer, end: Int, unused: Int) {
    self.bytes = bytes
    let taken = unused == 0 ? 7 : 8
    guard end >= 8, (-7...0).contains(unused) else { return nil }
    place = end - taken
    count = unused + 8 * taken
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self))
    bits = taken == 8 ? word : word >> 8
    guard bits >> UInt64(count) == 0 else { return nil }
  }

  /// Makes sure that there are 56 bits.
  /// - Returns: false where the input ends.
  @inline(__always)
  package mutating func refill() -> Bool {
    let missing = (63 - count) & ~7
    if missing == 0 { return true }
    let next = place - missing >> 3
    guard next >= 0 else { return false }
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self))
    place = next
    bits = bits &<< UInt64(missing) | word & (1 &<< UInt64(missing) &- 1)
    count += missing
    return true
  }

  @inline(__always)
  package mutating func take(_ wanted: Int) -> Int {
    count &-= wanted
    let value = bits &>> UInt64(count)
    bits &= 1 &<< UInt64(count) &- 1
    return Int(truncatingIfNeeded: value)
  }
}
