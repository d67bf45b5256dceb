import Platform

/// The header of a PNG, standard or Apple's CgBI variant, and whether a `tRNS` chunk comes before the pixels.
struct PNGHeaderReader {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let reader: ByteReader

  init(_ reader: ByteReader) { self.reader = reader }

  func read() throws(ImageProblem) -> ImageHeader {
    guard reader.count >= 8 else { throw ByteReader.truncated(reader.count) }
    guard reader.bytes.starts(with: Self.signature) else {
      throw ImageProblem(
        kind: .badHeader, message: "the signature of the PNG is damaged",
        hint: "it looks as if line ends were converted; copy the file as binary")
    }
    var position = 8
    let isCgBI = reader.matches("CgBI", at: position + 4)
    if isCgBI {
      guard try reader.bigEndian(position, 4) == 4 else { throw bad("the CgBI chunk of the PNG needs four bytes") }
      position += 16
    }
    return try readHeaderChunk(at: position, isCgBI: isCgBI)
  }

  private func readHeaderChunk(at position: Int, isCgBI: Bool) throws(ImageProblem) -> ImageHeader {
    let length = try reader.bigEndian(position, 4)
    guard reader.matches("IHDR", at: position + 4) else {
      if reader.count < position + 8 { throw ByteReader.truncated(reader.count) }
      throw bad("the PNG does not start with its header chunk IHDR")
    }
    guard length == 13 else { throw bad("the PNG's header says that it has \(length) bytes instead of 13") }
    let first = position + 8
    let stored = try reader.bigEndian(first + 13, 4)
    guard stored == Int(Checksum.crc32(reader.bytes[position + 4..<first + 13])) else {
      throw ImageProblem(
        kind: .badChecksum, message: "the checksum of the PNG's header is wrong",
        hint: "the file is damaged, or its size was changed by hand; export it again")
    }
    let width = try reader.bigEndian(first, 4)
    let height = try reader.bigEndian(first + 4, 4)
    let depth = try reader.byte(first + 8)
    let type = try reader.byte(first + 9)
    guard width > 0, height > 0 else { throw bad("the PNG says that it is \(width) × \(height) pixels large") }
    guard width <= ImageHeader.maximumDimension, height <= ImageHeader.maximumDimension else {
      throw bad("the PNG says that it is \(width) × \(height) pixels large, which no picture is")
    }
    guard let colourType = ImageHeader.ColourType(rawValue: UInt8(type)), Self.depths(of: colourType).contains(depth)
    else { throw bad("the PNG says colour type \(type) with \(depth) bits, which does not exist") }
    guard try reader.byte(first + 10) == 0, try reader.byte(first + 11) == 0, try reader.byte(first + 12) <= 1 else {
      throw bad("the PNG names a compression, filter or interlace method that does not exist")
    }
    return ImageHeader(
      format: .png, width: width, height: height, bitDepth: depth, colourType: colourType,
      hasAlphaChannel: colourType == .greyscaleWithAlpha || colourType == .rgbWithAlpha
        || hasTransparencyChunk(from: first + 17),
      isInterlaced: try reader.byte(first + 12) == 1, isCgBI: isCgBI)
  }

  private func hasTransparencyChunk(from start: Int) -> Bool {
    var position = start
    while let length = try? reader.bigEndian(position, 4), length < 1 << 31 {
      if reader.matches("tRNS", at: position + 4) { return true }
      if reader.matches("IDAT", at: position + 4) || reader.matches("IEND", at: position + 4) { return false }
      position += length + 12
    }
    return false
  }

  /// True when `bytes` is the beginning of a PNG whose `tRNS` chunk, if any, may come further on.
  static func needsMore(_ bytes: [UInt8], _ header: ImageHeader) -> Bool {
    guard header.format == .png, !header.hasAlphaChannel else { return false }
    let reader = ByteReader(bytes)
    var position = 8
    while let length = try? reader.bigEndian(position, 4), length < 1 << 31 {
      if reader.matches("IDAT", at: position + 4) || reader.matches("IEND", at: position + 4) { return false }
      position += length + 12
    }
    return true
  }

  /// Whether a PNG ends before its last chunk, as far as its beginning says: pictures in one piece of data say it all,
  /// those in many only where the end is near.
  static func isCutOff(_ bytes: [UInt8], ofFileOf size: Int) -> Bool {
    let reader = ByteReader(bytes)
    var position = 8
    while position + 12 <= size {
      guard let length = try? reader.bigEndian(position, 4), length < 1 << 31, position + 8 <= bytes.count,
        !reader.matches("IEND", at: position + 4)
      else { return false }
      position += length + 12
    }
    return true
  }

  private static func depths(of type: ImageHeader.ColourType) -> [Int] {
    switch type {
    case .greyscale: [1, 2, 4, 8, 16]
    case .palette: [1, 2, 4, 8]
    case .rgb, .greyscaleWithAlpha, .rgbWithAlpha: [8, 16]
    }
  }

  private func bad(_ message: String) -> ImageProblem {
    ImageProblem(kind: .badHeader, message: message, hint: "the file is damaged; export it again")
  }
}
