/// Reads the alpha of a PNG without its colours: a PNG's filters work on each byte of a pixel by itself, so the bytes of
/// the other channels are inflated and left as they are.
struct PNGAlphaReader {
  private let reader: PNGPixelReader
  private let width: Int
  private let height: Int
  /// Bytes of a pixel.
  private let step: Int
  /// Which of them are the alpha, the higher one first; for colour numbers the number.
  private let offsets: [Int]
  /// The alpha of each colour number; empty for a picture with a channel of alpha.
  private let palette: [UInt8]

  /// nil for what has to be decoded as a whole: interlaced pictures, Apple's, those with less than a byte for a number,
  /// and those in which one colour is transparent.
  init?(_ reader: PNGPixelReader) {
    let header = reader.header
    guard !header.isInterlaced, !header.isCgBI, let type = header.colourType else { return nil }
    switch (type, header.bitDepth) {
    case (.rgbWithAlpha, 8): (step, offsets) = (4, [3])
    case (.rgbWithAlpha, 16): (step, offsets) = (8, [6, 7])
    case (.greyscaleWithAlpha, 8): (step, offsets) = (2, [1])
    case (.greyscaleWithAlpha, 16): (step, offsets) = (4, [2, 3])
    case (.palette, 8): (step, offsets) = (1, [0])
    default: return nil
    }
    self.reader = reader
    width = header.width
    height = header.height
    // A number without a colour is black.
    palette =
      type == .palette
      ? reader.palette.map(\.alpha) + [UInt8](repeating: 255, count: max(0, 256 - reader.palette.count)) : []
  }

  private var rowBytes: Int { 1 + width * step }

  /// So many bytes are inflated at once: each call costs, and a whole picture would not stay in the processor's cache.
  private static let portion = 128 * 1024

  func read() throws(ImageProblem) -> PixelSummary {
    var problem: ImageProblem?
    var summary: PixelSummary?
    reader.bytes.withUnsafeBufferPointer { bytes in
      do throws(ImageProblem) {
        guard let inflater = Inflater(bytes, pieces: reader.chunks.data, isRaw: false) else {
          throw ImageProblem(kind: .tooLarge, message: "there is no memory to decode the PNG")
        }
        summary = try read(inflater)
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
    guard let summary else { throw ImageProblem(kind: .badData, message: "the PNG has no pixels") }
    return summary
  }

  private func read(_ inflater: consuming Inflater) throws(ImageProblem) -> PixelSummary {
    let rowsAtOnce = max(1, min(height, Self.portion / rowBytes))
    var buffer = [UInt8](repeating: 0, count: rowsAtOnce * rowBytes)
    var planes = offsets.map { _ in [UInt8](repeating: 0, count: width) }
    var counts = [Int](repeating: 0, count: 256)
    var corner: UInt8 = 255
    var line = 0
    while line < height {
      let rows = min(rowsAtOnce, height - line)
      let outcome = buffer.withUnsafeMutableBufferPointer {
        inflater.fill(UnsafeMutableBufferPointer(rebasing: $0[..<(rows * rowBytes)]))
      }
      try PNGRowReader.check(outcome, after: line * rowBytes)
      for row in 0..<rows {
        for plane in planes.indices {
          let filter = buffer[row * rowBytes]
          guard filter <= 4 else { throw PNGRowReader.badFilter(filter) }
          unfilter(buffer, from: row * rowBytes + 1 + offsets[plane], filter, &planes[plane])
        }
        count(planes, &counts)
        if line + row == 0 { corner = alpha(planes, at: 0) }
      }
      line += rows
    }
    return PixelSummary(counts, cornerAlpha: corner)
  }

  /// Turns the plane of the row above into that of this row.
  private func unfilter(_ buffer: [UInt8], from start: Int, _ filter: UInt8, _ plane: inout [UInt8]) {
    let (step, width) = (step, width)
    buffer.withUnsafeBufferPointer { raw in
      plane.withUnsafeMutableBufferPointer { plane in
        var place = start
        var left: UInt8 = 0
        switch filter {
        case 0:
          for index in 0..<width {
            plane[index] = raw[place]
            place += step
          }
        case 1:
          for index in 0..<width {
            left &+= raw[place]
            plane[index] = left
            place += step
          }
        case 2:
          for index in 0..<width {
            plane[index] &+= raw[place]
            place += step
          }
        case 3:
          for index in 0..<width {
            left = raw[place] &+ UInt8((Int(left) + Int(plane[index])) / 2)
            plane[index] = left
            place += step
          }
        default:
          var corner: UInt8 = 0
          for index in 0..<width {
            let up = plane[index]
            left = raw[place] &+ UInt8(PNGRowReader.paeth(Int(left), Int(up), Int(corner)))
            plane[index] = left
            corner = up
            place += step
          }
        }
      }
    }
  }

  private func count(_ planes: [[UInt8]], _ counts: inout [Int]) {
    guard planes.count == 1, palette.isEmpty else {
      for index in 0..<width { counts[Int(alpha(planes, at: index))] += 1 }
      return
    }
    planes[0].withUnsafeBufferPointer { plane in
      counts.withUnsafeMutableBufferPointer { counts in
        for value in plane { counts[Int(value)] += 1 }
      }
    }
  }

  private func alpha(_ planes: [[UInt8]], at index: Int) -> UInt8 {
    let value = planes[0][index]
    if !palette.isEmpty { return palette[Int(value)] }
    guard planes.count == 2 else { return value }
    return UInt8(((Int(value) << 8 | Int(planes[1][index])) * 255 + 32_767) / 65_535)
  }
}
