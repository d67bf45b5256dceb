/// Encodes PNGs of every kind for tests, as simply as possible: samples in, stored (uncompressed) deflate out.
struct PNGEncoder {
  var width: Int
  var height: Int
  var depth: UInt8 = 8
  /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
  var type: UInt8 = 6
  var isInterlaced = false
  /// The filter of every row; nil cycles through all five.
  var filter: UInt8?
  /// The last byte of Apple's chunk: 2 premultiplied, 6 without alpha.
  var cgBI: UInt8?
  var palette: [UInt8] = []
  var transparency: [UInt8] = []
  /// The number of chunks for the pixels.
  var dataChunks = 1

  var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][type] ?? 1 }

  /// - Parameter sample: The value of a pixel's channel, below `1 << depth`; for CgBI in file order.
  func encode(_ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int) -> [UInt8] {
    let stream = rows(sample)
    let data = cgBI == nil ? [0x78, 0x01] + Self.stored(stream) + Self.adler(stream) : Self.stored(stream)
    var bytes = PNGMaker.signature
    if let cgBI { bytes += PNGMaker.chunk("CgBI", [0x50, 0, 0x20, cgBI]) }
    bytes += PNGMaker.header(width: width, height: height, depth: depth, type: type, interlace: isInterlaced ? 1 : 0)
    if !palette.isEmpty { bytes += PNGMaker.chunk("PLTE", palette) }
    if !transparency.isEmpty { bytes += PNGMaker.chunk("tRNS", transparency) }
    let size = max(1, (data.count + dataChunks - 1) / dataChunks)
    for start in stride(from: 0, to: data.count, by: size) {
      bytes += PNGMaker.chunk("IDAT", Array(data[start..<min(data.count, start + size)]))
    }
    return bytes + PNGMaker.chunk("IEND", [])
  }

  // MARK: Rows

  private func rows(_ sample: (Int, Int, Int) -> Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for (xs, ys) in passes() where !xs.isEmpty {
      var above = [UInt8]()
      for y in ys {
        let row = pack(xs.flatMap { x in (0..<channels).map { sample(x, y, $0) } })
        if above.isEmpty { above = [UInt8](repeating: 0, count: row.count) }
        let filter = filter ?? UInt8(y % 5)
        bytes.append(filter)
        bytes += filtered(row, above, filter)
        above = row
      }
    }
    return bytes
  }

  /// From the picture of the eight by eight square, not from starts and steps.
  private func passes() -> [(xs: [Int], ys: [Int])] {
    guard isInterlaced else { return [(Array(0..<width), Array(0..<height))] }
    let square = [
      "16462646", "77777777", "56565656", "77777777", "36463646", "77777777", "56565656", "77777777",
    ].map { $0.map { Int(String($0)) ?? 0 } }
    return (1...7).map { pass in
      let ys = (0..<height).filter { square[$0 % 8].contains(pass) }
      let row = square.first { $0.contains(pass) } ?? []
      return ((0..<width).filter { row[$0 % 8] == pass }, ys)
    }
  }

  private func pack(_ samples: [Int]) -> [UInt8] {
    if depth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
    var bytes = [UInt8](repeating: 0, count: (samples.count * Int(depth) + 7) / 8)
    for (index, sample) in samples.enumerated() {
      let bit = index * Int(depth)
      bytes[bit / 8] |= UInt8(sample << (8 - Int(depth) - bit % 8))
    }
    return bytes
  }

  private func filtered(_ row: [UInt8], _ above: [UInt8], _ filter: UInt8) -> [UInt8] {
    let step = max(1, channels * Int(depth) / 8)
    return row.indices.map { index in
      let left = index >= step ? Int(row[index - step]) : 0
      let corner = index >= step ? Int(above[index - step]) : 0
      let up = Int(above[index])
      let guess: Int
      switch filter {
      case 1: guess = left
      case 2: guess = up
      case 3: guess = (left + up) / 2
      case 4:
        let base = left + up - corner
        // The nearest of the three; the first in a tie.
        guess = [left, up, corner].min { abs(base - $0) < abs(base - $1) } ?? 0
      default: guess = 0
      }
      return UInt8(truncatingIfNeeded: Int(row[index]) - guess)
    }
  }

  // MARK: The stream

  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var start = 0
    repeat {
      let end = min(bytes.count, start + 65_535)
      let count = end - start
      output += [end == bytes.count ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
      output += [UInt8(~count & 0xFF), UInt8(~count >> 8 & 0xFF)]
      output += bytes[start..<end]
      start = end
    } while start < bytes.count
    return output
  }

  static func adler(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return [UInt8(high >> 8), UInt8(high & 0xFF), UInt8(low >> 8), UInt8(low & 0xFF)]
  }
}
