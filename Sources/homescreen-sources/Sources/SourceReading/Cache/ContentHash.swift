/// A 128-bit hash that identifies the content of a file. It is not cryptographic.
struct ContentHash: Hashable, Sendable {
  private(set) var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private(set) var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  init() {}

  init(_ bytes: [UInt8]) { add(bytes[...]) }

  init(_ bytes: ArraySlice<UInt8>) { add(bytes) }

  /// Reads the result of ``store(in:)``.
  init(stored bytes: ArraySlice<UInt8>) {
    first = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    second = bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Appends sixteen bytes.
  func store(in bytes: inout [UInt8]) {
    for word in [first, second] {
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { buffer in
      var index = 0
      while index + 8 <= buffer.count {
        mix(buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index += 8
      }
      var last: UInt64 = 0
      while index < buffer.count {
        last = last << 8 | UInt64(buffer[index])
        index += 1
      }
      mix(last)
      mix(UInt64(buffer.count))
    }
  }

  mutating func add(_ text: String) { add(Array(text.utf8)[...]) }

  mutating func add(_ other: ContentHash) {
    mix(other.first)
    mix(other.second)
  }

  private mutating func mix(_ word: UInt64) {
    let low = (first ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    first = low.low ^ low.high &+ 0xE703_7ED1_A0B4_28DB
    let high = (second &+ word).multipliedFullWidth(by: 0x8EBC_6AF0_9C88_C6E3)
    second = high.high ^ high.low &+ first
  }

  /// The hash as a file name.
  var text: String {
    [first, second].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
