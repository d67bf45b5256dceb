import AppPackages
import Testing

@Suite struct PNGTests {
  @Test func whatIsWrittenIsReadBack() throws {
    let rgba = (0..<40 * 30).flatMap { index -> [UInt8] in
      [
        UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: index / 40 * 8),
        UInt8(truncatingIfNeeded: index * 7), 255,
      ]
    }
    let pixels = ImagePixels(width: 40, height: 30, rgba: rgba)
    let file = try #require(PNGWriter.write(pixels))
    #expect(try ImageHeader.read(file).colourType == .rgb)
    #expect(try ImagePixels.decode(file) == pixels)
  }
}
