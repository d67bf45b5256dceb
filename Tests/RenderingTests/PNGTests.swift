import AppPackages
import Testing

@Suite struct PNGTests {
  @Test func pixelsSurviveARoundTrip() throws {
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

  /// Few colours become a palette that starts with the transparent ones.
  @Test func fewColoursBecomeAPalette() throws {
    let rgba = (0..<64 * 64).flatMap { index -> [UInt8] in
      index % 3 == 0 ? [255, 0, 0, 255] : index % 3 == 1 ? [0, 0, 255, 128] : [0, 0, 0, 0]
    }
    let pixels = ImagePixels(width: 64, height: 64, rgba: rgba)
    let file = try #require(PNGWriter.write(pixels))
    #expect(try ImageHeader.read(file).colourType == .palette)
    #expect(try ImagePixels.decode(file) == pixels)
  }

  @Test func transparencyIsKept() throws {
    let rgba = (0..<40 * 40).flatMap { index -> [UInt8] in
      [UInt8(truncatingIfNeeded: index * 3), UInt8(truncatingIfNeeded: index / 7), 9, UInt8(truncatingIfNeeded: index)]
    }
    let pixels = ImagePixels(width: 40, height: 40, rgba: rgba)
    let file = try #require(PNGWriter.write(pixels))
    #expect(try ImageHeader.read(file).colourType == .rgbWithAlpha)
    #expect(try ImagePixels.decode(file) == pixels)
  }

  @Test func emptyPicturesHaveNoFile() {
    #expect(PNGWriter.write(ImagePixels(width: 0, height: 0, rgba: [])) == nil)
  }
}
