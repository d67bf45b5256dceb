import Platform

/// The chunks of a PNG that its pixels depend on, with their checksums compared.
struct PNGChunks {
  private(set) var palette: Range<Int>?
  private(set) var transparency: Range<Int>?
  /// Together one stream.
  private(set) var data: [Range<Int>] = []
  /// CgBI: the fourth channel is no alpha, and no colour was multiplied by it.
  private(set) var isOpaque = false

  /// - Parameter bytes: a PNG whose header has been read.
  init(_ bytes: [UInt8]) throws(ImageProblem) {
    let reader = ByteReader(bytes)
    var position = 8
    while true {
      guard position + 12 <= bytes.count, let length = try? reader.bigEndian(position, 4), length < 1 << 31 else {
        // A stream that is complete does without the end chunk, as every viewer does.
        if data.isEmpty { throw Self.truncated(bytes.count) }
        return
      }
      let content = position + 8..<position + 8 + length
      let isData = reader.matches("IDAT", at: position + 4)
      guard content.upperBound + 4 <= bytes.count else {
        guard isData else { throw Self.truncated(bytes.count) }
        // What is there of the pixels is tried, so that the message can say how much is missing.
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
    // Behind the first pixels these mean nothing.
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
    // The lowest bits say what the fourth channel is: 2 premultiplied alpha, 6 nothing.
    if isApples { isOpaque = try reader.byte(content.lowerBound + 3) & 4 != 0 }
  }

  static func truncated(_ count: Int) -> ImageProblem {
    ImageProblem(
      kind: .truncated, message: "the PNG ends after \(count) bytes, before its pixels do",
      hint: "was it cut off while copying?")
  }
}
