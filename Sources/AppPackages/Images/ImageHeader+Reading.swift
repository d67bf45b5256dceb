extension ImageHeader {
  /// Reads the header of a picture.
  ///
  /// - Parameter bytes: the file, or its beginning. 64 bytes are enough for the size of a PNG; whether it has a `tRNS`
  ///   chunk, or how large a JPEG or HEIC is, may stand some hundred kilobytes further on.
  /// - Throws: ``ImageProblem`` for no known picture, one cut off before its size, or one that lies about itself.
  public static func read(_ bytes: [UInt8]) throws(ImageProblem) -> ImageHeader {
    guard let format = ImageSniffer.format(of: bytes) else { throw ImageSniffer.refusal(bytes) }
    let reader = ByteReader(bytes)
    return switch format {
    case .png: try PNGHeaderReader(reader).read()
    case .jpeg: try JPEGHeaderReader.read(reader)
    case .webP: try WebPHeaderReader.read(reader)
    case .heic: try HEICHeaderReader.read(reader)
    case .gif: try GIFHeaderReader.read(reader)
    case .pdf, .svg, .tiff, .icns, .bmp: ImageHeader(format: format, width: 0, height: 0, bitDepth: 0)
    }
  }
}

/// Recognises pictures by their first bytes.
enum ImageSniffer {
  static func format(of bytes: [UInt8]) -> ImageHeader.Format? {
    let reader = ByteReader(bytes)
    // The first byte above 127 and the line ends behind it show whether a PNG went through a text conversion.
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if reader.matches("RIFF", at: 0), reader.matches("WEBP", at: 8) { return .webP }
    if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) { return .gif }
    if reader.matches("%PDF", at: 0) { return .pdf }
    if reader.matches("icns", at: 0) { return .icns }
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0x00]) || bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) { return .tiff }
    if reader.matches("ftyp", at: 4), isHEICBrand(reader) { return .heic }
    if reader.matches("BM", at: 0), bytes.count >= 14, bytes[6..<10].allSatisfy({ $0 == 0 }) { return .bmp }
    return isSVG(reader) ? .svg : nil
  }

  private static func isHEICBrand(_ reader: ByteReader) -> Bool {
    reader.matches("heic", at: 8) || reader.matches("heix", at: 8) || reader.matches("heim", at: 8)
      || reader.matches("hevc", at: 8) || reader.matches("mif1", at: 8) || reader.matches("msf1", at: 8)
      || reader.matches("avif", at: 8)
  }

  /// `<svg`, possibly behind an XML declaration, comments or a document type, in the first KiB.
  private static func isSVG(_ reader: ByteReader) -> Bool {
    var position = reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let end = min(reader.count, 1024)
    while position < end, [0x20, 0x09, 0x0A, 0x0D].contains(reader.bytes[position]) { position += 1 }
    guard position < end, reader.bytes[position] == UInt8(ascii: "<") else { return false }
    while position < end {
      if reader.matches("<svg", at: position) { return true }
      position += 1
    }
    return false
  }

  /// Says what the data is instead of a picture, as far as that can be seen.
  static func refusal(_ bytes: [UInt8]) -> ImageProblem {
    let reader = ByteReader(bytes)
    if bytes.isEmpty { return ImageProblem(kind: .empty, message: "the file is empty") }
    if reader.matches("version https://git-lfs", at: 0) {
      return .pointer
    }
    if reader.matches("<!DOCTYPE html", at: 0) || reader.matches("<html", at: 0) {
      return ImageProblem(
        kind: .notAnImage, message: "this is an HTML page, not a picture", hint: "fetch the raw file instead")
    }
    return ImageProblem(kind: .notAnImage, message: "the data is not a picture in a known format")
  }
}
