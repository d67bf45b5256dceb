/// Values become bytes.
struct FrameWriter: FrameFields {
  static let isReading = false

  private(set) var bytes: [UInt8] = []

  /// Begins a frame in the memory of the one before.
  mutating func begin(_ kind: UInt8) {
    bytes.removeAll(keepingCapacity: bytes.count < Self.keptRoom)
    bytes.append(contentsOf: repeatElement(0, count: FrameHead.size))
    bytes.append(kind)
  }

  /// Not more than most frames need, in bytes.
  private static let keptRoom = 1 << 20

  mutating func append(_ text: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: text) }

  /// Completes the frame: its head tells how long the rest is.
  mutating func end() {
    let length = bytes.count - FrameHead.size
    precondition(length <= FrameHead.maximumLength, "an event of \(length) bytes")
    for place in 0..<FrameHead.size { bytes[place] = UInt8(truncatingIfNeeded: length >> (8 * place)) }
  }

  mutating func pass(_ number: inout UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func pass(_ text: inout String) {
    text.withUTF8 { text in
      var count = UInt64(text.count)
      pass(&count)
      bytes.append(contentsOf: text)
    }
  }

  mutating func pass(count: Int) -> Int {
    var number = UInt64(count)
    pass(&number)
    return count
  }

  mutating func allows(_ count: Int) -> Bool { true }

  mutating func fail() {}
}
