/// The three kinds of WebP: lossy, lossless, and the extended one with a canvas size in front.
enum WebPHeaderReader {
  static func read(_ reader: ByteReader) throws(ImageProblem) -> ImageHeader {
    guard reader.count >= 16 else { throw ByteReader.truncated(reader.count) }
    if reader.matches("VP8X", at: 12) {
      let flags = try reader.byte(20)
      return ImageHeader(
        format: .webP, width: try reader.littleEndian(24, 3) + 1, height: try reader.littleEndian(27, 3) + 1,
        hasAlphaChannel: flags & 0x10 != 0)
    }
    if reader.matches("VP8L", at: 12) {
      let bits = try reader.littleEndian(21, 4)
      return ImageHeader(
        format: .webP, width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1, hasAlphaChannel: bits >> 28 & 1 == 1)
    }
    guard reader.matches("VP8 ", at: 12) else {
      throw ImageProblem(kind: .badHeader, message: "the WebP starts with an unknown chunk")
    }
    return ImageHeader(
      format: .webP, width: try reader.littleEndian(26, 2) & 0x3FFF,
      height: try reader.littleEndian(28, 2) & 0x3FFF)
  }
}
