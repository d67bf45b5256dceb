import AppPackages
import HomeScreenSimulator
import Rendering
import TestSupport
import Testing

/// Drawings that were kept in files, which anybody may have written.
@Suite struct KeptDrawingTests {
  private static func refusal(_ text: String) -> String? {
    do throws(DrawingRefusal) {
      _ = try KeptDrawing(Array(text.utf8))
      return nil
    } catch {
      return error.reason
    }
  }

  private static func file(_ os: String, _ locale: String = "en", menu: Bool = false) throws -> String {
    let device = try ScreenDrawingTests.device(os, locale: locale, ScreenDrawingTests.package("Paint & <Co> url(#x)"))
    if menu { _ = try device.springboard.icons[0].press() }
    var drawing = ScreenDrawing(pixelsPerPoint: 1)
    let frame = drawing.frame(of: device)
    return drawing.pool.standalone(frame)
  }

  @Test(arguments: ["9.3", "12.4", "17.5", "26.1"])
  func ourOwnAreTaken(os: String) throws {
    for menu in [false, true] {
      let file = try Self.file(os, "ar", menu: menu)
      #expect(Self.refusal(file) == nil)
      #expect(try KeptDrawing(Array(file.utf8)).markup == file)
    }
  }

  @Test func namesOfPartsAreNumbersAndEqualDrawingsEqualFiles() throws {
    let file = try Self.file("17.5")
    #expect(file.contains("id=\"p0\"") && file.firstMatch(of: /id="p[0-9]*[a-z]/) == nil)
    #expect(try Self.file("17.5") == file)
    #expect(try Self.file("17.5", menu: true) != file)
  }

  private static func nested(_ depth: Int) -> String {
    var text = "<svg ><defs><g id=\"p0\"><rect/></g>"
    for number in 1...depth {
      text += "<g id=\"p\(number)\"><use href=\"#p\(number - 1)\"/><use href=\"#p\(number - 1)\"/></g>"
    }
    return text + "</defs><use href=\"#p\(depth)\"/></svg>"
  }

  @Test(arguments: [
    ("", "no drawing of homescreen"), ("<html></html>", "no drawing of homescreen"),
    ("<svg ><!-- a --></svg>", "declarations"), ("<svg ><!ENTITY a \"a\"></svg>", "declarations"),
    ("<svg ><?xml-stylesheet href=\"a\"?></svg>", "declarations"), ("<svg ><text>&a;</text></svg>", "entities"),
    ("<svg ><use href=\"&#35;p0\"/></svg>", "entities"), ("<svg ><use href=\"#p0\"/></svg>", "does not stand before"),
    ("<svg ><g id=\"p0\"><use href=\"#p0\"/></g></svg>", "does not stand before"),
    ("<svg ><g id=\"p0\"/><g id=\"p0\"/></svg>", "one name"), ("<svg ><g></svg>", "not closed"),
    ("<svg ><g a='b'/></svg>", "no XML"), ("<svg ><g a=\"b/></svg>", "no XML"),
    ("<svg ><rect style=\"fill:url(a)\"/></svg>", "attributes"),
    ("<svg ><script/></svg>", "elements"), ("<svg ><set attributeName=\"href\"/></svg>", "elements"),
    ("<svg ><foreignObject/></svg>", "elements"), ("<svg onload=\"a\"></svg>", "attributes"),
    ("<svg ><rect fill=\"URL(#a)\"/></svg>", "outside"), ("<svg ><style>@import \"a\";</style></svg>", "styles"),
    ("<svg ><image href=\"a.png\"/></svg>", "outside"), ("<svg ><image href=\"data:text/html,a\"/></svg>", "outside"),
    ("<svg ><rect fill=\"url(a.svg#b)\"/></svg>", "outside"), ("<svg ><rect fill=\"u\\72l(#a)\"/></svg>", "outside"),
    ("<svg ><rect filter=\"blur(1px) url(#a)\"/></svg>", "outside"),
    ("<svg ><image href=\"data:image/svg+xml;base64,PCFFTlRJVFk+\"/></svg>", "not one that icons have"),
    ("<svg ><style>\(SVGPool.style)@import url(https://a.example/b);</style></svg>", "styles"),
    ("<svg ><style>\(SVGPool.style)rect{mask:url(#p9)}</style></svg>", "styles"),
    ("<svg ><g></svg></svg>", "not closed"), ("<svg ></g></svg>", "not closed"),
  ])
  func othersAreRefusedWithTheReason(text: String, reason: String) {
    #expect(Self.refusal(text)?.contains(reason) == true, "\(text): \(Self.refusal(text) ?? "taken")")
  }

  @Test func partsThatRepeatEachOtherWithoutEndAreRefused() {
    #expect(Self.refusal(Self.nested(10)) == nil)
    #expect(Self.refusal(Self.nested(60))?.contains("repeat each other") == true)
    let deep = "<svg >" + String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300) + "</svg>"
    #expect(Self.refusal(deep)?.contains("too deep") == true)
    let inside = "<svg ><defs><g id=\"p0\"><g id=\"p1\">\(String(repeating: "<rect/>", count: 90_000))</g></g></defs>"
    #expect(Self.refusal(inside + "<use href=\"#p0\"/><use href=\"#p0\"/></svg>")?.contains("repeat") == true)
  }

  /// A drawing inside counts for what it is, as often as it is shown, and so does a long path.
  @Test func whatIsShownOftenCountsAsOften() {
    func file(_ part: String, times: Int) -> String {
      "<svg ><defs><g id=\"p0\">\(part)</g></defs>" + String(repeating: "<use href=\"#p0\"/>", count: times) + "</svg>"
    }
    let inner = "<svg>" + String(repeating: "<rect/>", count: 20_000) + "</svg>"
    let data = XMLPropertyListWriter.base64(Array(inner.utf8))
    let image = "<image href=\"data:image/svg+xml;base64,\(data)\"/>"
    #expect(Self.refusal(file(image, times: 2)) == nil)
    #expect(Self.refusal(file(image, times: 20))?.contains("repeat each other") == true)
    let path = "<path d=\"\(String(repeating: "L1 1", count: 100_000))\"/>"
    #expect(Self.refusal(file(path, times: 2)) == nil)
    #expect(Self.refusal(file(path, times: 100))?.contains("repeat each other") == true)
  }

  // MARK: Comparing

  /// The same pixels, packed otherwise, as another version of zlib does.
  @Test func howPixelsArePackedIsNoDifference() throws {
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
