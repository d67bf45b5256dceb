import Platform

/// The pixels of a PNG of any kind as RGBA with 8 bits each, not premultiplied.
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
  /// The one colour that a `tRNS` chunk makes transparent, as samples of the file's depth.
  private let transparentSamples: [Int]

  /// - Throws: for anything but a PNG, for damage, and for more pixels than `maximumPixels`. Nothing has been inflated
  ///   and nothing large allocated then.
  init(_ bytes: [UInt8], maximumPixels: Int) throws(ImageProblem) {
    let header = try ImageHeader.read(bytes)
    guard header.format == .png, let colourType = header.colourType else {
      throw ImageProblem(
        kind: .unsupported, message: "the pixels of a \(header.format.title) are not read",
        hint: "only those of a PNG are")
    }
    guard header.width * header.height <= maximumPixels else {
      throw ImageProblem(
        kind: .tooLarge,
        message: "the PNG has \(header.width) × \(header.height) pixels; pictures are decoded up to \(maximumPixels)",
        hint: "an icon needs 1024 × 1024 at most")
    }
    self.header = header
    self.colourType = colourType
    self.bytes = bytes
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

  /// Deflate makes at most 1032 bytes of one: a file that claims more pixels than that lies, and nothing is reserved.
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
      throw ImageProblem(kind: .badData, message: "the PNG has colour numbers, but no usable palette (PLTE)")
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
      throw ImageProblem(kind: .badData, message: "the tRNS chunk of the PNG has \(range.count) bytes")
    }
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
  }

  // MARK: Pixels

  /// Calls `use` for each pixel with its place in the picture; it ends early when `use` returns false.
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

  /// All pixels.
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
    // The usual files, a row at a time: icons are large, and sheets have many.
    try withRows { rows throws(ImageProblem) in
      for pass in PNGRowReader.Pass.all(of: header) { rows.begin(pass) }
      for y in 0..<header.height {
        try rows.next { copy($0, width, into: output, 4 * y * width) }
      }
    }
  }

  private func withRows(_ read: (inout PNGRowReader) throws(ImageProblem) -> Void) throws(ImageProblem) {
    try bytes.withUnsafeBufferPointer { buffer throws(ImageProblem) in
      guard let inflater = Inflater(buffer, pieces: chunks.data, isRaw: header.isCgBI) else {
        throw ImageProblem(kind: .tooLarge, message: "out of memory to decode the PNG")
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
      // A number without a colour is black, as libpng has it.
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

  /// Apple's order is BGRA, and colours are multiplied by the alpha.
  private func fromApples(_ pixel: Pixel) -> Pixel {
    if chunks.isOpaque { return Pixel(red: pixel.blue, green: pixel.green, blue: pixel.red, alpha: 255) }
    let alpha = Int(pixel.alpha)
    func divided(_ value: UInt8) -> UInt8 {
      alpha == 0 ? 0 : UInt8(min(255, (Int(value) * 255 + alpha / 2) / alpha))
    }
    return Pixel(
      red: divided(pixel.blue), green: divided(pixel.green), blue: divided(pixel.red), alpha: pixel.alpha)
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
