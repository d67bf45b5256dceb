/// Large PNGs of few bytes: rows of a single colour, written as runs.
enum CatalogPictures {
  /// A picture with a palette of colours with these `alphas`; without alphas it has no alpha channel.
  ///
  /// - Parameter number: The palette index of a row.
  static func png(side: Int, alphas: [UInt8], number: (_ row: Int) -> UInt8 = { _ in 0 }) -> [UInt8] {
    var bits = Bits()
    var adler = Adler()
    for row in 0..<side {
      bits.literal(0)
      adler.add(0, count: 1)
      bits.run(of: number(row), count: side)
      adler.add(number(row), count: side)
    }
    let palette: [UInt8] = (0..<max(1, alphas.count)).flatMap { [UInt8(truncatingIfNeeded: $0 * 50), 100, 200] }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bigEndian(side) + bigEndian(side) + [8, 3, 0, 0, 0]) + chunk("PLTE", palette)
      + (alphas.isEmpty ? [] : chunk("tRNS", alphas))
      + chunk("IDAT", [0x78, 0x01] + bits.finished() + bigEndian(adler.value))
      + chunk("IEND", [])
  }

  /// The start of a JPEG, up to its size.
  static func jpeg(side: Int) -> [UInt8] {
    let size = [UInt8(side >> 8), UInt8(side & 255)]
    return [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8] + size + size + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xFF, 0xD9]
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in body {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return bigEndian(content.count) + body + bigEndian(Int(~checksum))
  }

  /// The checksum of zlib, computed per run.
  private struct Adler {
    private var low = 1
    private var high = 0

    mutating func add(_ byte: UInt8, count: Int) {
      high = (high + count * low + Int(byte) * count * (count + 1) / 2) % 65_521
      low = (low + count * Int(byte)) % 65_521
    }

    var value: Int { high << 16 | low }
  }

  /// A deflate block with fixed codes.
  private struct Bits {
    private var bytes: [UInt8] = []
    private var free = 0

    // The last block, with fixed codes.
    init() {
      add(1, 1)
      add(1, 2)
    }

    private mutating func add(_ value: Int, _ count: Int) {
      for bit in 0..<count {
        if free == 0 {
          bytes.append(0)
          free = 8
        }
        if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 1 << (8 - free) }
        free -= 1
      }
    }

    /// Codes start with their highest bit.
    private mutating func code(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { add(value >> bit & 1, 1) }
    }

    mutating func literal(_ byte: UInt8) {
      byte < 144 ? code(0x30 + Int(byte), 8) : code(0x190 + Int(byte) - 144, 9)
    }

    /// One byte, and then a repetition of the previous byte, up to 258 at a time.
    mutating func run(of byte: UInt8, count: Int) {
      literal(byte)
      var rest = count - 1
      while rest >= 258 {
        code(0xC5, 8)
        code(0, 5)
        rest -= 258
      }
      for _ in 0..<rest { literal(byte) }
    }

    mutating func finished() -> [UInt8] {
      code(0, 7)
      return bytes
    }
  }
}
