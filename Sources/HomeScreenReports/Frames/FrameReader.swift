/// Bytes become values, whatever bytes they are. Behind the first that cannot be, everything reads as nothing.
struct FrameReader: FrameFields {
  static let isReading = true

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var hasFailed = false
  /// How many elements of lists may still come: a few bytes must not ask for all memory.
  private var allowance = 1_000_000

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether the bytes were what they had to be, all of them.
  var isComplete: Bool { !hasFailed && position == bytes.count }

  mutating func fail() {
    hasFailed = true
    position = bytes.count
  }

  mutating func pass(_ number: inout UInt64) {
    number = 0
    var shift: UInt64 = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      // Ten bytes hold 70 bits, of which 64 are used.
      guard shift < 63 || byte <= 1 else { break }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return }
      shift += 7
    }
    number = 0
    fail()
  }

  mutating func pass(_ text: inout String) {
    let count = pass(room: bytes.count)
    text = String(decoding: bytes[position..<position + count], as: UTF8.self)
    position += count
  }

  mutating func pass(count: Int) -> Int {
    // Each element has a byte at least.
    let count = pass(room: allowance)
    allowance -= count
    return count
  }

  /// A number of bytes, or of what has at least one.
  private mutating func pass(room: Int) -> Int {
    var count: UInt64 = 0
    pass(&count)
    guard count <= min(room, bytes.count - position) else {
      fail()
      return 0
    }
    return Int(count)
  }

  mutating func allows(_ count: Int) -> Bool {
    guard count <= allowance else {
      fail()
      return false
    }
    allowance -= count
    return true
  }
}
