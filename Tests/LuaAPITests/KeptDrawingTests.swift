import AppPackages
@testable import LuaAPI
import TestSupport
import Testing

/// Saved drawings, which anyone may have written.
@Suite struct KeptDrawingTests {
  /// The same pixels with another compression, as in another version of zlib.
  @Test func pixelPackingDoesNotMatter() throws {
    let pixels = ImagePixels(width: 4, height: 4, rgba: (0..<64).map { UInt8($0 * 3) })
    let packed = try #require(PNGWriter.write(pixels))
    func file(_ bytes: [UInt8], colour: String = "#fff") -> [UInt8] {
      Array(
        "<svg ><image href=\"data:image/png;base64,\(XMLPropertyListWriter.base64(bytes))\"/><rect fill=\"\(colour)\"/></svg>\n"
          .utf8)
    }
    // Bytes after the end of a PNG are ignored.
    let again = file(packed + [0])
    #expect(KeptDrawing.isSame(file(packed), again))
    let changed = ImagePixels(width: 4, height: 4, rgba: (0..<64).map { UInt8($0 * 2) })
    let different = try file(#require(PNGWriter.write(changed)))
    #expect(KeptDrawing.differences(file(packed), different).pictures == 1)
    #expect(!KeptDrawing.differences(file(packed), different).hasOtherMarkup)
    #expect(KeptDrawing.differences(file(packed), file(packed, colour: "#000")).hasOtherMarkup)
    #expect(!KeptDrawing.isSame(file(packed), file([1, 2, 3])))
    #expect(!KeptDrawing.isSame(file(packed), []))
  }
}
