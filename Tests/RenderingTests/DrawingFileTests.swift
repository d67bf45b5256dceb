import AppPackages
import HomeScreenSimulator
import Rendering
import Testing

/// Drawing files, which are kept and compared.
@Suite struct DrawingFileTests {
  private static func file(_ os: String, _ locale: String = "en", menu: Bool = false) throws -> String {
    let device = try ScreenDrawingTests.device(os, locale: locale, ScreenDrawingTests.package("Paint & <Co> url(#x)"))
    if menu { _ = try device.springboard.icons[0].press() }
    var drawing = ScreenDrawing(pixelsPerPoint: 1)
    let frame = drawing.frame(of: device)
    return drawing.pool.standalone(frame)
  }

  @Test func partsAreNumberedAndEqualDrawingsAreEqualFiles() throws {
    let file = try Self.file("17.5")
    #expect(file.contains("id=\"p0\"") && file.firstMatch(of: /id="p[0-9]*[a-z]/) == nil)
    #expect(try Self.file("17.5") == file)
    #expect(try Self.file("17.5", menu: true) != file)
  }
}
