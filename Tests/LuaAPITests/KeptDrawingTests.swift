import AppPackages
@testable import LuaAPI
import TestSupport
import Testing

/// Drawings that were kept in files, which anybody may have written.
@Suite struct KeptDrawingTests {
  /// The same pixels, packed otherwise, as another version of zlib does.
  @Test func pixelPackingDoesNotMatter() throws {
    let pixels = ImagePixels(width: 4, height: 4, rgba: (0..<64).map { UInt8($0 * 3) })
    let packed = try #require(PNGWriter.write(pixels))
    func file(_ bytes: [UInt8], colour: String = "#fff") -> [UInt8] {
      Array(
        "<svg ><image href=\"data:image/png;base64,\(XMLPropertyListWriter.base64(bytes))\"/><rect fill=\"\(colour)\"/></svg>\n"
          .utf8)
    }
    // Behind the end of a PNG nothing counts.
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
