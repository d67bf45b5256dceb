import Platform
import PropertyLists

/// Decodes the pictures of a compiled catalog.
///
/// The reader keeps the atlas that it unpacked last, since many pictures are parts of one.
public struct CompiledPictureReader {
  private let catalog: CompiledCatalog
  private let maximumPixels: Int
  private var bytes: CatalogBytes
  private var unpacker = BitmapUnpacker()
  private var atlas: (range: Range<Int>, bitmap: Bitmap)?

  /// Reopens the file of a catalog.
  ///
  /// - Parameter maximumPixels: the limit for a picture and for the atlas that contains it.
  /// - Throws: ``CompiledCatalogProblem`` when the file can no longer be opened.
  public init(
    _ catalog: CompiledCatalog, maximumPixels: Int = ImagePixels.usualMaximumPixels
  ) throws(CompiledCatalogProblem) {
    (self.catalog, self.maximumPixels) = (catalog, maximumPixels)
    bytes = try catalog.open()
  }

  /// Decodes the picture of a catalog entry; nil for an entry without one: an empty slot, the layers of an Icon
  /// Composer file.
  ///
  /// - Throws: ``CompiledCatalogProblem``: damage, too many pixels, or an unsupported encoding.
  public mutating func pixels(of entry: AssetEntry) throws(CompiledCatalogProblem) -> ImagePixels? {
    guard let range = entry.rendition else { return nil }
    let header = try header(range)
    guard header.layout == .link else { return try bitmap(header).pixels }
    guard let link = try RenditionLink(header, &bytes) else {
      throw bytes.problem("a part of an atlas does not name its atlas", at: range.lowerBound)
    }
    guard let target = catalog.atlases[catalog.keyFormat.key(link.target)] else {
      throw bytes.problem("the picture is a part of an atlas that the catalog does not have", at: link.place)
    }
    let whole = try atlas(target)
    guard let part = whole.part(left: link.left, bottom: link.bottom, width: link.width, height: link.height) else {
      throw bytes.problem(
        "the picture should be \(link.width) × \(link.height) pixels at \(link.left), \(link.bottom) of an atlas, but "
          + "the atlas has only \(whole.width) × \(whole.height)", at: link.place)
    }
    return part.pixels
  }

  private mutating func header(_ range: Range<Int>) throws(CompiledCatalogProblem) -> RenditionHeader {
    try RenditionHeader(BOMStore.Block(start: range.lowerBound, count: range.count), &bytes)
  }

  private mutating func atlas(_ range: Range<Int>) throws(CompiledCatalogProblem) -> Bitmap {
    if let atlas, atlas.range == range { return atlas.bitmap }
    let bitmap = try bitmap(try header(range))
    atlas = (range, bitmap)
    return bitmap
  }

  private mutating func bitmap(_ header: RenditionHeader) throws(CompiledCatalogProblem) -> Bitmap {
    let place = header.block.start
    switch header.layout {
    case .fixedSize, .tiled, .scaled, .packed: break
    case .vector, .rawData:
      throw bytes.problem(
        "the picture is stored as a \(header.pixelFormat) file, which homescreen does not draw", at: place, .unsupported
      )
    case .link, .colour, .sizes, .symbol, .iconStack, .iconGroup, .gradient, nil:
      throw bytes.problem("the rendition is not a picture", at: place, .unsupported)
    }
    guard header.width > 0, header.height > 0, header.width <= ImageHeader.maximumDimension,
      header.height <= ImageHeader.maximumDimension, header.width * header.height <= maximumPixels
    else {
      throw bytes.problem(
        "the picture has \(header.width) × \(header.height) pixels; the limit is \(maximumPixels)",
        at: place,
        .tooLarge)
    }
    guard let format = Bitmap.Format(rawValue: header.pixelFormat) else {
      throw bytes.problem("the pixel format \(header.pixelFormat) is not supported", at: place, .unsupported)
    }
    var rowBytes = header.width * format.pixelBytes
    if let property = try header.property(1007, &bytes), property.count >= 4 {
      rowBytes = max(rowBytes, try bytes.little32(property.lowerBound))
    }
    // Rows are padded to a power of two at most.
    guard rowBytes <= header.width * format.pixelBytes + Self.maximumGap else {
      throw bytes.problem("the picture claims \(rowBytes) bytes for a row of \(header.width) pixels", at: place)
    }
    return try unpacker.unpack(header, format, rowBytes: rowBytes, bytes)
  }

  private static let maximumGap = 4096
}

/// The rectangle of a picture in an atlas.
private struct RenditionLink {
  /// The position of the link in the file, for messages.
  let place: Int
  let left: Int
  /// The distance from the lower edge of the atlas.
  let bottom: Int
  let width: Int
  let height: Int
  /// The attributes of the atlas.
  let target: [(attribute: Int, value: Int)]

  private static let maximumPairs = 64

  /// Returns nil for a rendition without a link.
  init?(_ header: RenditionHeader, _ bytes: inout CatalogBytes) throws(CompiledCatalogProblem) {
    guard let property = try header.property(1010, &bytes) else { return nil }
    place = property.lowerBound
    guard property.count >= 30, try bytes.matches("KLNI", at: place) else {
      throw bytes.problem("the link to an atlas is damaged", at: place)
    }
    left = try bytes.little32(place + 8)
    bottom = try bytes.little32(place + 12)
    width = try bytes.little32(place + 16)
    height = try bytes.little32(place + 20)
    let keyBytes = try bytes.little32(place + 26)
    guard keyBytes <= property.count - 30, keyBytes / 4 <= Self.maximumPairs else {
      throw bytes.problem("the link to an atlas claims a key of \(keyBytes) bytes, which is too long", at: place + 26)
    }
    var target: [(attribute: Int, value: Int)] = []
    for pair in stride(from: place + 30, to: place + 30 + keyBytes / 4 * 4, by: 4) {
      let attribute = try bytes.little16(pair)
      if attribute != 0 { target.append((attribute, try bytes.little16(pair + 2))) }
    }
    self.target = target
  }
}

/// Unpacks the payload of a bitmap: one block, or several blocks of some rows each.
struct BitmapUnpacker {
  /// The compression of a payload, by its number in the file.
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

  /// The maximum payload in bytes: four for each pixel of the largest picture that is decoded.
  private static let maximumPayload = 128 * 1024 * 1024

  func unpack(
    _ header: RenditionHeader, _ format: Bitmap.Format, rowBytes: Int, _ file: CatalogBytes
  ) throws(CompiledCatalogProblem) -> Bitmap {
    let place = header.payload.lowerBound
    guard header.payload.count <= Self.maximumPayload else {
      throw file.problem(
        "the picture has \(header.payload.count) packed bytes; the limit is \(Self.maximumPayload)", at: place,
        .tooLarge)
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
        "pixels compressed with \(packing?.title ?? "method \(number)") are not supported", at: place, .unsupported)
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
          throw file.problem(
            "a piece of the pixels has the wrong size: \(rows) rows in \(count) bytes", at: place + next)
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
          // The last row may lack its padding.
          guard count >= target.count - rowBytes + width * pixelBytes else {
            throw CompressionProblem(
              position: 0, message: "the picture has \(count) bytes of pixels instead of \(target.count)")
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
      // LZVN occurs with and without a surrounding block.
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

/// Pixels as in compiled catalogs: padded rows from the top, colours premultiplied by alpha.
struct Bitmap {
  /// The order of the bytes in a pixel.
  enum Format: String {
    /// Blue, green, red, alpha.
    case colour = "ARGB"
    /// Grey, alpha.
    case grey = "GA8"

    var pixelBytes: Int {
      switch self {
      case .colour: 4
      case .grey: 2
      }
    }
  }

  let format: Format
  let width: Int
  let height: Int
  let rowBytes: Int
  let bytes: [UInt8]
  /// The index of the first row's first byte.
  private var start = 0

  init(_ format: Format, width: Int, height: Int, rowBytes: Int, bytes: [UInt8]) {
    (self.format, self.width, self.height, self.rowBytes) = (format, width, height, rowBytes)
    self.bytes = bytes
  }

  /// Returns the rectangle measured from the lower left corner; nil if it is empty or out of bounds.
  func part(left: Int, bottom: Int, width: Int, height: Int) -> Bitmap? {
    guard width > 0, height > 0, left <= self.width - width, bottom <= self.height - height else { return nil }
    var part = Bitmap(format, width: width, height: height, rowBytes: rowBytes, bytes: bytes)
    part.start = start + (self.height - bottom - height) * rowBytes + left * format.pixelBytes
    return part
  }

  /// The pixels as RGBA, not premultiplied.
  var pixels: ImagePixels {
    let rgba = [UInt8](unsafeUninitializedCapacity: 4 * width * height) { output, count in
      bytes.withUnsafeBufferPointer { input in
        for row in 0..<height {
          let source = UnsafeBufferPointer(rebasing: input[(start + row * rowBytes)...])
          let target = UnsafeMutableBufferPointer(rebasing: output[(4 * width * row)...])
          switch format {
          case .colour: copyColours(source, target)
          case .grey: copyGreys(source, target)
          }
        }
      }
      count = 4 * width * height
    }
    return ImagePixels(width: width, height: height, rgba: rgba)
  }

  private func copyColours(_ source: UnsafeBufferPointer<UInt8>, _ target: UnsafeMutableBufferPointer<UInt8>) {
    for place in stride(from: 0, to: 4 * width, by: 4) {
      let alpha = source[place + 3]
      target[place] = Self.divided(source[place + 2], alpha)
      target[place + 1] = Self.divided(source[place + 1], alpha)
      target[place + 2] = Self.divided(source[place], alpha)
      target[place + 3] = alpha
    }
  }

  private func copyGreys(_ source: UnsafeBufferPointer<UInt8>, _ target: UnsafeMutableBufferPointer<UInt8>) {
    for index in 0..<width {
      let alpha = source[2 * index + 1]
      let grey = Self.divided(source[2 * index], alpha)
      for channel in 0..<3 { target[4 * index + channel] = grey }
      target[4 * index + 3] = alpha
    }
  }

  @inline(__always)
  private static func divided(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
    if alpha == 255 { return value }
    if alpha == 0 { return 0 }
    return UInt8(min(255, (Int(value) * 255 + Int(alpha) / 2) / Int(alpha)))
  }
}
