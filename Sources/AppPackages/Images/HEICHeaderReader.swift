/// The largest `ispe` property of an HEIF container: tiles and thumbnails have smaller ones.
enum HEICHeaderReader {
  static func read(_ reader: ByteReader) throws(ImageProblem) -> ImageHeader {
    guard let meta = box("meta", reader, 0..<reader.count) else { throw ByteReader.truncated(reader.count) }
    var header = ImageHeader(format: .heic, width: 0, height: 0)
    // `meta` has four bytes of version and flags in front of its boxes.
    if let properties = box("iprp", reader, meta.lowerBound + 4..<max(meta.upperBound, meta.lowerBound + 4)),
      let container = box("ipco", reader, properties)
    {
      var position = container.lowerBound
      while let next = nextBox(reader, position, container.upperBound) {
        if reader.matches("ispe", at: position + 4) {
          let width = try reader.bigEndian(next.content.lowerBound + 4, 4)
          let height = try reader.bigEndian(next.content.lowerBound + 8, 4)
          if width > header.width || height > header.height { (header.width, header.height) = (width, height) }
        }
        position = next.end
      }
    }
    guard header.hasPixelSize, max(header.width, header.height) <= ImageHeader.maximumDimension else {
      throw ImageProblem(kind: .badHeader, message: "the HEIC has no usable size")
    }
    return header
  }

  private static func box(_ name: StaticString, _ reader: ByteReader, _ range: Range<Int>) -> Range<Int>? {
    var position = range.lowerBound
    while let next = nextBox(reader, position, range.upperBound) {
      if reader.matches(name, at: position + 4) { return next.content }
      position = next.end
    }
    return nil
  }

  /// Always behind `position`, so that walks end.
  private static func nextBox(
    _ reader: ByteReader, _ position: Int, _ end: Int
  ) -> (content: Range<Int>, end: Int)? {
    guard position + 8 <= min(end, reader.count), var size = try? reader.bigEndian(position, 4) else { return nil }
    if size == 0 { size = end - position }
    guard size >= 8 else { return nil }
    let boxEnd = min(position + size, end)
    return (position + 8..<boxEnd, boxEnd)
  }
}
