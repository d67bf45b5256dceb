public import Platform

/// Decodes any PNG to RGBA with 8 bits per channel, not premultiplied.
struct PNGPixelReader {
  struct Pixel: Equatable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var alpha: UInt8
  }

  let header: ImageHeader
  private let colourType: ImageHeader.ColourType
  private let bytes: [UInt8]
  private let chunks: PNGChunks
  private let palette: [Pixel]
  /// The colour that a `tRNS` chunk makes transparent, as samples of the file's depth.
  private let transparentSamples: [Int]

  /// - Throws: for a format other than PNG, for damage, and for more than `maximumPixels`, before anything is inflated
  ///   or large memory is allocated.
  init(_ bytes: [UInt8], maximumPixels: Int) throws(ImageProblem) {
    let header = try ImageHeader.read(bytes)
    guard header.format == .png, let colourType = header.colourType else {
      throw ImageProblem(
        kind: .unsupported, message: "pixels of a \(header.format.title) are not supported",
        hint: "use a PNG")
    }
    guard header.width * header.height <= maximumPixels else {
      throw ImageProblem(
        kind: .tooLarge,
        message: "the PNG has \(header.width) × \(header.height) pixels; the limit is \(maximumPixels)",
        hint: "make the picture smaller: an icon needs at most 1024 × 1024 pixels")
    }
    (self.header, self.colourType, self.bytes) = (header, colourType, bytes)
    chunks = try PNGChunks(bytes)
    palette = try Self.palette(bytes, chunks, colourType)
    transparentSamples = try Self.transparentSamples(bytes, chunks, colourType)
    try refuseImpossibleSize()
  }

  private var channels: Int {
    switch colourType {
    case .greyscale, .palette: 1
    case .greyscaleWithAlpha: 2
    case .rgb: 3
    case .rgbWithAlpha: 4
    }
  }

  private var bitsPerPixel: Int { channels * header.bitDepth }

  /// Throws before allocation if the file claims more pixels than deflate's maximum expansion of 1032 allows.
  private func refuseImpossibleSize() throws(ImageProblem) {
    let wanted = PNGRowReader.rowBytes(width: header.width, bitsPerPixel: bitsPerPixel) * header.height
    let available = chunks.data.reduce(0) { $0 + $1.count }
    guard wanted <= available * 1032 + 1032 else {
      throw ImageProblem(
        kind: .badData,
        message: "the PNG has \(available) bytes of compressed pixels, too few for \(header.width) × \(header.height)",
        hint: "the file is damaged; export it again")
    }
  }

  // MARK: Colours

  private static func palette(
    _ bytes: [UInt8], _ chunks: PNGChunks, _ type: ImageHeader.ColourType
  ) throws(ImageProblem) -> [Pixel] {
    guard type == .palette else { return [] }
    guard let range = chunks.palette, !range.isEmpty, range.count % 3 == 0, range.count <= 768 else {
      throw ImageProblem(kind: .badData, message: "the PNG uses a palette, but has no usable one (PLTE)")
    }
    var colours = stride(from: range.lowerBound, to: range.upperBound, by: 3).map {
      Pixel(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2], alpha: 255)
    }
    for (index, place) in (chunks.transparency ?? 0..<0).enumerated() where index < colours.count {
      colours[index].alpha = bytes[place]
    }
    return colours
  }

  private static func transparentSamples(
    _ bytes: [UInt8], _ chunks: PNGChunks, _ type: ImageHeader.ColourType
  ) throws(ImageProblem) -> [Int] {
    guard let range = chunks.transparency, type == .greyscale || type == .rgb else { return [] }
    guard range.count == (type == .rgb ? 6 : 2) else {
      throw ImageProblem(kind: .badData, message: "the tRNS chunk of the PNG has the wrong size: \(range.count) bytes")
    }
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
  }

  // MARK: Pixels

  /// Calls `use` for each pixel with its coordinates, until `use` returns false.
  func forEachPixel(_ use: (_ x: Int, _ y: Int, _ pixel: Pixel) -> Bool) throws(ImageProblem) {
    try withRows { rows throws(ImageProblem) in
      var goesOn = true
      for pass in PNGRowReader.Pass.all(of: header) {
        rows.begin(pass)
        for line in 0..<pass.height {
          try rows.next { row in
            goesOn = visit(row, y: pass.top + line * pass.stepY, pass, use)
          }
          guard goesOn else { return }
        }
      }
    }
  }

  func read() throws(ImageProblem) -> ImagePixels {
    var rgba = [UInt8](repeating: 0, count: 4 * header.width * header.height)
    try rgba.withUnsafeMutableBufferPointer { output throws(ImageProblem) in try read(into: output) }
    return ImagePixels(width: header.width, height: header.height, rgba: rgba)
  }

  private func read(into output: UnsafeMutableBufferPointer<UInt8>) throws(ImageProblem) {
    let width = header.width
    guard header.bitDepth == 8, !header.isInterlaced, transparentSamples.isEmpty,
      colourType != .greyscale, colourType != .greyscaleWithAlpha
    else {
      return try forEachPixel { x, y, pixel in
        Self.put(pixel, into: output, 4 * (y * width + x))
        return true
      }
    }
    // The fast path for common files, row by row: icons are large, and sheets have many.
    try withRows { rows throws(ImageProblem) in
      for pass in PNGRowReader.Pass.all(of: header) { rows.begin(pass) }
      for y in 0..<header.height { try rows.next { copy($0, width, into: output, 4 * y * width) } }
    }
  }

  private func withRows(_ read: (inout PNGRowReader) throws(ImageProblem) -> Void) throws(ImageProblem) {
    try bytes.withUnsafeBufferPointer { buffer throws(ImageProblem) in
      guard let inflater = Inflater(buffer, pieces: chunks.data, isRaw: header.isCgBI) else {
        throw ImageProblem(kind: .tooLarge, message: "not enough memory to decode the PNG")
      }
      var rows = PNGRowReader(inflater, bitsPerPixel: bitsPerPixel)
      try read(&rows)
    }
  }

  private func copy(
    _ row: UnsafeBufferPointer<UInt8>, _ width: Int, into output: UnsafeMutableBufferPointer<UInt8>, _ start: Int
  ) {
    let isApples = header.isCgBI
    switch colourType {
    case .rgb:
      let (first, last) = isApples ? (2, 0) : (0, 2)
      for x in 0..<width {
        let (from, to) = (3 * x, start + 4 * x)
        output[to] = row[from + first]
        output[to + 1] = row[from + 1]
        output[to + 2] = row[from + last]
        output[to + 3] = 255
      }
    case .rgbWithAlpha where !isApples:
      for index in 0..<4 * width { output[start + index] = row[index] }
    case .rgbWithAlpha, .palette, .greyscale, .greyscaleWithAlpha:
      for x in 0..<width { Self.put(pixel(row, x), into: output, start + 4 * x) }
    }
  }

  @inline(__always)
  private static func put(_ pixel: Pixel, into output: UnsafeMutableBufferPointer<UInt8>, _ place: Int) {
    output[place] = pixel.red
    output[place + 1] = pixel.green
    output[place + 2] = pixel.blue
    output[place + 3] = pixel.alpha
  }

  private func visit(
    _ row: UnsafeBufferPointer<UInt8>, y: Int, _ pass: PNGRowReader.Pass, _ use: (Int, Int, Pixel) -> Bool
  ) -> Bool {
    for index in 0..<pass.width {
      guard use(pass.left + index * pass.stepX, y, pixel(row, index)) else { return false }
    }
    return true
  }

  private func pixel(_ row: UnsafeBufferPointer<UInt8>, _ index: Int) -> Pixel {
    switch colourType {
    case .palette:
      let number = sample(row, index)
      // An index outside the palette is black, as in libpng.
      return number < palette.count ? palette[number] : Pixel(red: 0, green: 0, blue: 0, alpha: 255)
    case .greyscale:
      let value = sample(row, index)
      let level = eightBits(value)
      return Pixel(red: level, green: level, blue: level, alpha: transparentSamples == [value] ? 0 : 255)
    case .greyscaleWithAlpha:
      let level = eightBits(sample(row, index * 2))
      return Pixel(red: level, green: level, blue: level, alpha: eightBits(sample(row, index * 2 + 1)))
    case .rgb:
      let (red, green, blue) = (sample(row, index * 3), sample(row, index * 3 + 1), sample(row, index * 3 + 2))
      let isTransparent =
        !transparentSamples.isEmpty && transparentSamples[0] == red && transparentSamples[1] == green
        && transparentSamples[2] == blue
      let pixel = Pixel(
        red: eightBits(red), green: eightBits(green), blue: eightBits(blue), alpha: isTransparent ? 0 : 255)
      return header.isCgBI ? Pixel(red: pixel.blue, green: pixel.green, blue: pixel.red, alpha: pixel.alpha) : pixel
    case .rgbWithAlpha:
      let pixel = Pixel(
        red: eightBits(sample(row, index * 4)), green: eightBits(sample(row, index * 4 + 1)),
        blue: eightBits(sample(row, index * 4 + 2)), alpha: eightBits(sample(row, index * 4 + 3)))
      return header.isCgBI ? fromApples(pixel) : pixel
    }
  }

  /// Converts Apple's premultiplied BGRA.
  private func fromApples(_ pixel: Pixel) -> Pixel {
    if chunks.isOpaque { return Pixel(red: pixel.blue, green: pixel.green, blue: pixel.red, alpha: 255) }
    let alpha = Int(pixel.alpha)
    func divided(_ value: UInt8) -> UInt8 {
      alpha == 0 ? 0 : UInt8(min(255, (Int(value) * 255 + alpha / 2) / alpha))
    }
    return Pixel(red: divided(pixel.blue), green: divided(pixel.green), blue: divided(pixel.red), alpha: pixel.alpha)
  }

  private func sample(_ row: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    switch header.bitDepth {
    case 8: return Int(row[index])
    case 16: return Int(row[index * 2]) << 8 | Int(row[index * 2 + 1])
    default:
      let bit = index * header.bitDepth
      return Int(row[bit / 8]) >> (8 - header.bitDepth - bit % 8) & (1 << header.bitDepth - 1)
    }
  }

  private func eightBits(_ value: Int) -> UInt8 {
    if header.bitDepth == 8 { return UInt8(value) }
    let maximum = 1 << header.bitDepth - 1
    return UInt8((value * 255 + maximum / 2) / maximum)
  }
}

/// The rows of a PNG, inflated and unfiltered one by one: only two of them are in memory.
struct PNGRowReader: ~Copyable {
  /// One of the seven passes of an interlaced PNG, or the whole picture.
  struct Pass {
    let width: Int
    let height: Int
    let left: Int
    let top: Int
    let stepX: Int
    let stepY: Int

    /// Returns the Adam7 passes of the PNG specification, without empty ones.
    static func all(of header: ImageHeader) -> [Pass] {
      guard header.isInterlaced else {
        return [Pass(width: header.width, height: header.height, left: 0, top: 0, stepX: 1, stepY: 1)]
      }
      let places = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      return places.compactMap { left, top, stepX, stepY in
        let width = (header.width - left + stepX - 1) / stepX
        let height = (header.height - top + stepY - 1) / stepY
        guard width > 0, height > 0 else { return nil }
        return Pass(width: width, height: height, left: left, top: top, stepX: stepX, stepY: stepY)
      }
    }
  }

  private let bitsPerPixel: Int
  private var inflater: Inflater
  /// The filter byte and pixels of the current row and of the previous one.
  private var row: [UInt8] = []
  private var above: [UInt8] = []
  private var byteCount = 0

  init(_ inflater: consuming Inflater, bitsPerPixel: Int) {
    self.inflater = inflater
    self.bitsPerPixel = bitsPerPixel
  }

  static func rowBytes(width: Int, bitsPerPixel: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  mutating func begin(_ pass: Pass) {
    let count = 1 + Self.rowBytes(width: pass.width, bitsPerPixel: bitsPerPixel)
    row = [UInt8](repeating: 0, count: count)
    above = row
  }

  /// Passes the next row, without its filter byte, to `use`.
  mutating func next(_ use: (UnsafeBufferPointer<UInt8>) -> Void) throws(ImageProblem) {
    swap(&row, &above)
    let outcome = row.withUnsafeMutableBufferPointer { inflater.fill($0) }
    try check(outcome)
    byteCount += row.count
    guard unfilter() else {
      throw ImageProblem(
        kind: .badData, message: "a row of the PNG has the unknown filter \(row[0])",
        hint: "the file is damaged; export it again")
    }
    row.withUnsafeBufferPointer { use(UnsafeBufferPointer(rebasing: $0[1...])) }
  }

  private func check(_ outcome: Inflater.Outcome) throws(ImageProblem) {
    switch outcome {
    case .filled: return
    case .ended:
      throw ImageProblem(
        kind: .badData, message: "the PNG's pixels end after \(byteCount) bytes, before the picture is complete",
        hint: "the file is damaged; export it again")
    case .truncated:
      throw ImageProblem(
        kind: .truncated, message: "the PNG's compressed pixels are cut off",
        hint: "was the copy interrupted?")
    case .damaged:
      throw ImageProblem(
        kind: .badData, message: "the PNG's compressed pixels are damaged", hint: "export the picture again")
    }
  }

  private mutating func unfilter() -> Bool {
    let step = max(1, bitsPerPixel / 8)
    let filter = row[0]
    guard filter <= 4 else { return false }
    row.withUnsafeMutableBufferPointer { row in
      above.withUnsafeBufferPointer { above in
        let count = row.count
        switch filter {
        case 1:
          for index in stride(from: 1 + step, to: count, by: 1) { row[index] &+= row[index - step] }
        case 2:
          for index in 1..<count { row[index] &+= above[index] }
        case 3:
          for index in 1..<count {
            let left = index > step ? Int(row[index - step]) : 0
            row[index] &+= UInt8((left + Int(above[index])) / 2)
          }
        case 4:
          for index in 1..<count {
            let left = index > step ? Int(row[index - step]) : 0
            let corner = index > step ? Int(above[index - step]) : 0
            row[index] &+= UInt8(Self.paeth(left, Int(above[index]), corner))
          }
        default: break
        }
      }
    }
    return true
  }

  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let guess = left + up - corner
    let (toLeft, toUp, toCorner) = (abs(guess - left), abs(guess - up), abs(guess - corner))
    if toLeft <= toUp, toLeft <= toCorner { return left }
    return toUp <= toCorner ? up : corner
  }
}

/// The chunks of a PNG that its pixels depend on, with verified checksums.
struct PNGChunks {
  private(set) var palette: Range<Int>?
  private(set) var transparency: Range<Int>?
  /// The parts of one compressed stream.
  private(set) var data: [Range<Int>] = []
  /// Whether the fourth channel is not alpha, in a CgBI picture; its colours are then not premultiplied.
  private(set) var isOpaque = false

  /// - Parameter bytes: a PNG with a valid header.
  init(_ bytes: [UInt8]) throws(ImageProblem) {
    let reader = ByteReader(bytes)
    var position = 8
    while true {
      guard position + 12 <= bytes.count, let length = try? reader.bigEndian(position, 4), length < 1 << 31 else {
        // A complete stream does not need the end chunk; every viewer accepts that.
        if data.isEmpty { throw Self.truncated(bytes.count) }
        return
      }
      let content = position + 8..<position + 8 + length
      let isData = reader.matches("IDAT", at: position + 4)
      guard content.upperBound + 4 <= bytes.count else {
        guard isData else { throw Self.truncated(bytes.count) }
        // Decode the available pixels, so that the message can say how much is missing.
        data.append(content.lowerBound..<bytes.count)
        return
      }
      if reader.matches("IEND", at: position + 4) {
        if data.isEmpty { throw ImageProblem(kind: .badData, message: "the PNG has no pixels (IDAT)") }
        return
      }
      try take(content, named: position + 4, isData: isData, reader)
      position = content.upperBound + 4
    }
  }

  private mutating func take(
    _ content: Range<Int>, named name: Int, isData: Bool, _ reader: ByteReader
  ) throws(ImageProblem) {
    // After the first pixels, these chunks have no effect.
    let isPalette = data.isEmpty && reader.matches("PLTE", at: name)
    let isTransparency = data.isEmpty && reader.matches("tRNS", at: name)
    let isApples = reader.matches("CgBI", at: name)
    guard isData || isPalette || isTransparency || isApples else { return }
    let stored = try reader.bigEndian(content.upperBound, 4)
    guard stored == Int(Checksum.crc32(reader.bytes[name..<content.upperBound])) else {
      let title = String(decoding: reader.bytes[name..<name + 4], as: UTF8.self)
      throw ImageProblem(
        kind: .badChecksum, message: "the checksum of the PNG's chunk \(title) at byte \(name - 4) is wrong",
        hint: "the file is damaged; export it again")
    }
    if isData { data.append(content) }
    if isPalette { palette = content }
    if isTransparency { transparency = content }
    // The lowest bits describe the fourth channel: 2 is premultiplied alpha, 6 is unused.
    if isApples { isOpaque = try reader.byte(content.lowerBound + 3) & 4 != 0 }
  }

  static func truncated(_ count: Int) -> ImageProblem {
    ImageProblem(
      kind: .truncated, message: "the PNG ends after \(count) bytes, in the middle of its pixels",
      hint: "was the copy interrupted?")
  }
}

/// The pixels of a picture: RGBA, 8 bits per channel, not premultiplied, rows from the top without padding.
public struct ImagePixels: Sendable, Equatable {
  /// The width in pixels.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The pixels, `4 * width * height` bytes.
  public let rgba: [UInt8]

  /// Creates a picture; the number of bytes must match width and height.
  public init(width: Int, height: Int, rgba: [UInt8]) {
    precondition(width >= 0 && height >= 0 && rgba.count == 4 * width * height, "bytes that are not a picture")
    (self.width, self.height, self.rgba) = (width, height, rgba)
  }

  /// The default limit: 4096 × 4096, 64 MiB of pixels, sixteen times the size of an icon.
  public static let usualMaximumPixels = 4096 * 4096

  /// Decodes a PNG of any colour type and depth, interlaced or not, standard or Apple's CgBI.
  ///
  /// 16-bit samples are rounded to 8 bits; colours are not converted (profile and gamma are ignored).
  ///
  /// - Throws: ``ImageProblem``: another format, damage (checksums included), or more than `maximumPixels`, checked
  ///   before decoding.
  public static func decode(
    _ bytes: [UInt8], maximumPixels: Int = usualMaximumPixels
  ) throws(ImageProblem) -> ImagePixels {
    try PNGPixelReader(bytes, maximumPixels: maximumPixels).read()
  }

  /// Returns whether any pixel of a PNG is not fully opaque. ``ImageHeader/hasAlphaChannel`` differs: most icons have
  /// an unused alpha channel.
  ///
  /// Decodes row by row up to the first such pixel; nothing is decoded without an alpha channel.
  ///
  /// - Parameter limit: the smallest opaque alpha. Drawing programs leave invisible alphas of 250 to 254 at rounded
  ///   edges; a limit of 250 ignores them.
  public static func hasTransparentPixels(
    _ bytes: [UInt8], below limit: UInt8 = 255, maximumPixels: Int = usualMaximumPixels
  ) throws(ImageProblem) -> Bool {
    let reader = try PNGPixelReader(bytes, maximumPixels: maximumPixels)
    guard reader.header.hasAlphaChannel else { return false }
    var found = false
    try reader.forEachPixel { _, _, pixel in
      found = pixel.alpha < limit
      return !found
    }
    return found
  }

  /// Whether any pixel is not fully opaque.
  public var hasTransparentPixels: Bool { stride(from: 3, to: rgba.count, by: 4).contains { rgba[$0] < 255 } }

  /// The four bytes of a pixel; x and y must be in bounds.
  public subscript(x: Int, y: Int) -> [UInt8] {
    precondition((0..<width).contains(x) && (0..<height).contains(y), "a pixel outside of the picture")
    let place = 4 * (y * width + x)
    return Array(rgba[place..<place + 4])
  }
}

/// The transparency of a picture, without its colours and pixels.
public struct PixelSummary: Sendable, Equatable {
  /// The number of pixels.
  public let count: Int
  /// The alpha of the pixel in the upper left corner; 255 is opaque.
  public let cornerAlpha: UInt8
  /// The smallest alpha of any pixel; 255 when all are opaque.
  public let smallestAlpha: UInt8
  /// The number of visibly transparent pixels, which have an alpha below 250.
  public let transparentCount: Int
  /// The number of pixels with an alpha of 250 to 254, which drawing programs leave invisibly at rounded edges.
  public let nearlyOpaqueCount: Int

  /// The share of visibly transparent pixels, from 0 to 1.
  public var transparentShare: Double { Double(transparentCount) / Double(count) }

  /// The smallest alpha that looks opaque.
  private static let visibleLimit = 250

  /// - Parameter counts: the number of pixels for each alpha.
  init(_ counts: [Int], cornerAlpha: UInt8) {
    count = counts.reduce(0, +)
    self.cornerAlpha = cornerAlpha
    smallestAlpha = UInt8(counts.firstIndex { $0 > 0 } ?? 255)
    transparentCount = counts[..<Self.visibleLimit].reduce(0, +)
    nearlyOpaqueCount = counts[Self.visibleLimit..<255].reduce(0, +)
  }

  /// Summarises decoded pixels.
  public init(_ pixels: ImagePixels) {
    var counts = [Int](repeating: 0, count: 256)
    for place in stride(from: 3, to: pixels.rgba.count, by: 4) { counts[Int(pixels.rgba[place])] += 1 }
    self.init(counts, cornerAlpha: pixels.rgba.count > 3 ? pixels.rgba[3] : 255)
  }

  /// Summarises a PNG in a file tree. Without an alpha channel, only its first bytes are read.
  ///
  /// - Throws: ``ImageProblem``: another format, damage, or more than `maximumPixels`, checked before decoding.
  public static func read(
    _ path: String, in tree: any FileTree, maximumPixels: Int = ImagePixels.usualMaximumPixels
  ) throws(ImageProblem) -> PixelSummary {
    let header = try ImageHeader.read(path, in: tree, size: .max)
    if header.format == .png, !header.hasAlphaChannel { return opaque(header) }
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try tree.read(path)
    } catch {
      throw ImageProblem(kind: .unreadable, message: error.message, hint: error.hint)
    }
    return try read(bytes, maximumPixels: maximumPixels)
  }

  /// Summarises a PNG in memory.
  public static func read(
    _ bytes: [UInt8], maximumPixels: Int = ImagePixels.usualMaximumPixels
  ) throws(ImageProblem) -> PixelSummary {
    let reader = try PNGPixelReader(bytes, maximumPixels: maximumPixels)
    guard reader.header.hasAlphaChannel else { return opaque(reader.header) }
    return PixelSummary(try reader.read())
  }

  private static func opaque(_ header: ImageHeader) -> PixelSummary {
    var counts = [Int](repeating: 0, count: 256)
    counts[255] = header.width * header.height
    return PixelSummary(counts, cornerAlpha: 255)
  }
}
