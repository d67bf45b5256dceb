import Platform
import PropertyLists

/// Unpacks the payload of a bitmap: one piece, or several with some rows each.
struct BitmapUnpacker {
  /// How a payload is packed, with the number that stands in the file.
  private enum Packing: Int {
    case none = 0
    case runLengths = 1
    case zip = 2
    case lzvn = 3
    case lzfse = 4
    case jpegAndLZFSE = 5
    case blurred = 6
    case astc = 7
    case palette = 8
    case hevc = 9
    case deepmapAndLZFSE = 10
    case deepmap2 = 11
    case dxtc = 12

    var title: String {
      switch self {
      case .none: "nothing"
      case .runLengths: "run lengths"
      case .zip: "ZIP"
      case .lzvn: "LZVN"
      case .lzfse: "LZFSE"
      case .jpegAndLZFSE: "JPEG with LZFSE"
      case .blurred: "blurring"
      case .astc: "ASTC"
      case .palette: "palettes"
      case .hevc: "HEVC"
      case .deepmapAndLZFSE: "deepmap with LZFSE"
      case .deepmap2: "deepmap2"
      case .dxtc: "DXTC"
      }
    }
  }

  private let lzfse = LZFSE()

  /// Larger payloads than four bytes for each pixel that is decoded at most are not read.
  private static let maximumPayload = 128 * 1024 * 1024

  func unpack(
    _ header: RenditionHeader, _ format: Bitmap.Format, rowBytes: Int, _ file: CatalogBytes
  ) throws(CompiledCatalogProblem) -> Bitmap {
    let place = header.payload.lowerBound
    guard header.payload.count <= Self.maximumPayload else {
      throw file.problem("the picture has \(header.payload.count) packed bytes", at: place, .tooLarge)
    }
    let input = try file.bytes(header.payload)
    guard input.count >= 16, input.starts(with: "MLEC".utf8) else {
      throw file.problem("no pixels begin here", at: place)
    }
    func word(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(input[place + $1]) << (8 * $1) } }
    let number = word(8)
    let packing = Packing(rawValue: number)
    guard let packing, [.none, .runLengths, .lzvn, .lzfse].contains(packing) else {
      throw file.problem(
        "pixels packed with \(packing?.title ?? "method \(number)") are not read", at: place, .unsupported)
    }
    var bytes = [UInt8](repeating: 0, count: rowBytes * header.height)
    var pieces: [(range: Range<Int>, rows: Range<Int>)] = []
    if word(4) & 1 == 0 {
      guard word(12) <= input.count - 16 else { throw file.problem("the pixels are cut off", at: place) }
      pieces = [(16..<16 + word(12), 0..<header.height)]
    } else {
      var next = 16
      var row = 0
      for _ in 0..<word(12) {
        guard next <= input.count - 20, input[next...].starts(with: "KCBC".utf8) else {
          throw file.problem("a piece of the pixels is missing", at: place + next)
        }
        let (rows, count) = (word(next + 12), word(next + 16))
        guard rows > 0, rows <= header.height - row, count <= input.count - next - 20 else {
          throw file.problem("a piece of the pixels claims \(rows) rows in \(count) bytes", at: place + next)
        }
        pieces.append((next + 20..<next + 20 + count, row..<row + rows))
        row += rows
        next += 20 + count
      }
      guard row == header.height else {
        throw file.problem("the picture has \(header.height) rows, but its pieces have \(row)", at: place)
      }
    }
    for piece in pieces {
      do throws(CompressionProblem) {
        try unpack(
          packing, input, piece.range, into: &bytes, piece.rows, width: header.width, rowBytes: rowBytes,
          pixelBytes: format.pixelBytes)
      } catch {
        throw file.problem(error.message, at: place + piece.range.lowerBound + error.position)
      }
    }
    return Bitmap(format, width: header.width, height: header.height, rowBytes: rowBytes, bytes: bytes)
  }

  private func unpack(
    _ packing: Packing, _ input: [UInt8], _ range: Range<Int>, into bytes: inout [UInt8], _ rows: Range<Int>,
    width: Int, rowBytes: Int, pixelBytes: Int
  ) throws(CompressionProblem) {
    var problem: CompressionProblem?
    input.withUnsafeBufferPointer { input in
      bytes.withUnsafeMutableBufferPointer { bytes in
        let source = UnsafeBufferPointer(rebasing: input[range])
        let target = UnsafeMutableBufferPointer(
          rebasing: bytes[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes])
        do throws(CompressionProblem) {
          if packing == .runLengths {
            try RunLengths.unpack(
              source, into: target, width: width, rows: rows.count, rowBytes: rowBytes, pixelBytes: pixelBytes)
            return
          }
          let count = try unpack(packing, source, into: target)
          // The last row may lack its gap.
          guard count >= target.count - rowBytes + width * pixelBytes else {
            throw CompressionProblem(
              position: 0, message: "the pixels have \(count) bytes instead of \(target.count)")
          }
        } catch {
          problem = error
        }
      }
    }
    if let problem { throw problem }
  }

  private func unpack(
    _ packing: Packing, _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(CompressionProblem) -> Int {
    guard packing == .none else {
      // LZVN stands with or without a block around it.
      if packing == .lzfse || LZFSE.isBlock(source) { return try lzfse.unpack(source, into: target) }
      var output = UnpackedBytes(target)
      try LZVN.unpack(source, 0, source.count, into: &output)
      return output.count
    }
    let count = min(source.count, target.count)
    for index in 0..<count { target[index] = source[index] }
    return count
  }
}
