/// Looks for the frame header of a JPEG, which comes behind thumbnails and colour profiles.
enum JPEGHeaderReader {
  static func read(_ reader: ByteReader) throws(ImageProblem) -> ImageHeader {
    var position = 2
    while true {
      guard try reader.byte(position) == 0xFF else {
        throw ImageProblem(kind: .badHeader, message: "the JPEG has no marker where one must be")
      }
      let marker = try reader.byte(position + 1)
      switch marker {
      case 0xFF:  // fill byte
        position += 1
      case 0x01, 0xD0...0xD8:  // no content
        position += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        let height = try reader.bigEndian(position + 5, 2)
        let width = try reader.bigEndian(position + 7, 2)
        guard width > 0, height > 0 else {
          throw ImageProblem(
            kind: .badHeader, message: "the JPEG says that it is \(width) × \(height) pixels large")
        }
        return ImageHeader(
          format: .jpeg, width: width, height: height, bitDepth: try reader.byte(position + 4),
          isInterlaced: marker == 0xC2)
      case 0xD9, 0xDA:
        throw ImageProblem(kind: .badHeader, message: "the JPEG has no frame header")
      default:
        let length = try reader.bigEndian(position + 2, 2)
        guard length >= 2 else { throw ImageProblem(kind: .badHeader, message: "a segment of the JPEG has no length") }
        position += 2 + length
      }
    }
  }
}
