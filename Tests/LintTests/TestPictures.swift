/// Pictures for tests: single-colour square PNGs with an alpha channel.
enum TestPictures {
  /// - Parameter corner: The alpha of the first pixel; all others are opaque.
  static func png(_ side: Int, corner: UInt8 = 255) -> [UInt8] {
    var rows: [UInt8] = []
    for row in 0..<side {
      rows.append(0)
      for column in 0..<side { rows += [128, row == 0 && column == 0 ? corner : 255] }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", number(side) + number(side) + [8, 4, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x01] + stored(rows) + adler(rows)) + chunk("IEND", [])
  }

  private static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return number(content.count) + body + number(Int(checksum(body)))
  }

  /// CRC-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
  }

  /// Deflate without compression.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let part = bytes[start..<min(bytes.count, start + 65_535)]
      let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
      output += [part.endIndex == bytes.count ? 1 : 0, low, high, ~low, ~high] + part
    }
    return output
  }

  private static func adler(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return number(high << 16 | low)
  }
}
