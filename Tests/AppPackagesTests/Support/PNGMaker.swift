/// PNG headers for tests, with a separate checksum implementation.
enum PNGMaker {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(checksum(body)))
  }

  static func header(width: Int, height: Int, depth: UInt8 = 8, type: UInt8 = 6, interlace: UInt8 = 0) -> [UInt8] {
    chunk("IHDR", bigEndian(width) + bigEndian(height) + [depth, type, 0, 0, interlace])
  }

  /// A complete PNG with meaningless pixels.
  static func picture(
    width: Int, height: Int, depth: UInt8 = 8, type: UInt8 = 6, interlace: UInt8 = 0, isCgBI: Bool = false,
    extra: [UInt8] = []
  ) -> [UInt8] {
    signature + (isCgBI ? chunk("CgBI", [0x50, 0, 0x20, 2]) : [])
      + header(width: width, height: height, depth: depth, type: type, interlace: interlace) + extra
      + chunk("IDAT", [0x78, 0x9C, 0x63, 0, 0, 0, 1, 0, 1]) + chunk("IEND", [])
  }

  /// The same chunks with correct checksums; incomplete chunks are kept.
  static func withRightChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var position = 8
    while position + 12 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = position + 8 + length
      guard end + 4 <= bytes.count else { break }
      bytes.replaceSubrange(end..<end + 4, with: bigEndian(Int(checksum(Array(bytes[position + 4..<end])))))
      position = end + 4
    }
    return bytes
  }

  /// Bit by bit, unlike the table-based checksum of the reader.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      for bit in 0..<8 {
        let mixed = (value ^ UInt32(byte) >> UInt32(bit)) & 1
        value = value >> 1 ^ (mixed == 1 ? 0xEDB8_8320 : 0)
      }
    }
    return ~value
  }
}
