/// The logical screen of a GIF.
enum GIFHeaderReader {
  static func read(_ reader: ByteReader) throws(ImageProblem) -> ImageHeader {
    let width = try reader.littleEndian(6, 2)
    let height = try reader.littleEndian(8, 2)
    guard width > 0, height > 0 else {
      throw ImageProblem(kind: .badHeader, message: "the GIF says that it is \(width) × \(height) pixels large")
    }
    return ImageHeader(format: .gif, width: width, height: height)
  }
}
