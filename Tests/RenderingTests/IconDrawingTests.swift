import AppPackages
import HomeScreenSimulator
import Platform
import Rendering
import TestSupport
import Testing

@Suite struct IconDrawingTests {
  // MARK: Pixels

  @Test func pngHasTheScreenSizeAndRoundCorners() throws {
    let package = try Pictures.app(Pictures.square(180))
    var drawing = IconDrawing(package)
    let pixels = try ImagePixels.decode(try drawing.png(of: Pictures.home(package)))
    #expect(pixels.width == 180 && pixels.height == 180)
    #expect(pixels[90, 90] == [200, 30, 60, 255])
    #expect(pixels[90, 0] == [200, 30, 60, 255])
    for (x, y) in [(0, 0), (179, 0), (0, 179), (179, 179)] { #expect(pixels[x, y][3] == 0) }
    // Smooth at the edge, and symmetric.
    for x in 0..<180 {
      for y in 0..<180 {
        #expect(pixels[x, y][3] == pixels[179 - x, y][3])
        #expect(pixels[x, y][3] == pixels[x, 179 - y][3])
      }
    }
    #expect(pixels.rgba.enumerated().contains { $0.offset % 4 == 3 && (1...254).contains($0.element) })
  }

  /// Adjacent black and white look like a light grey from a distance, not like the mean of the numbers.
  @Test func downscalingIsLinear() throws {
    let rgba = (0..<360 * 360).flatMap { index -> [UInt8] in
      let value: UInt8 = (index % 360 + index / 360) % 2 == 0 ? 0 : 255
      return [value, value, value, 255]
    }
    let package = try Pictures.app(ImagePixels(width: 360, height: 360, rgba: rgba))
    var drawing = IconDrawing(package)
    let pixels = try ImagePixels.decode(try drawing.png(of: Pictures.home(package)))
    // Where the pixel grids differ, some pixels are a little lighter and others darker.
    let values = (60..<120).flatMap { x in (60..<120).map { y in Int(pixels[x, y][0]) } }
    #expect((180...192).contains(values.reduce(0, +) / values.count))
  }

  @Test func transparencyIsBlackAndMarked() throws {
    let package = try Pictures.app(Pictures.square(180, [255, 255, 255, 0]))
    var drawing = IconDrawing(package)
    let picture = Pictures.home(package)
    let isTransparent = drawing.isTransparent(picture)
    #expect(isTransparent)
    let file = try drawing.png(of: picture)
    #expect(try ImagePixels.decode(file)[90, 90] == [0, 0, 0, 255])
    let opaque = try Pictures.app(Pictures.square(180))
    var other = IconDrawing(opaque)
    let isOtherTransparent = other.isTransparent(Pictures.home(opaque))
    #expect(!isOtherTransparent)
  }

  @Test func picturesWithFalseHeadersAreLeftOut() throws {
    let good = Pictures.png(Pictures.square(180))
    let cut = Array(good.prefix(60))
    let package = try Pictures.app(Pictures.square(180), files: ["paint@3x.png": good])
    let damaged = try AppPackage(
      tree: MemoryTree(
        name: "Paint.app",
        [
          "Info.plist": try package.files?.tree.read("Info.plist") ?? [], "paint@3x.png": cut,
        ]))
    var drawing = IconDrawing(damaged)
    let picture = Pictures.home(damaged)
    #expect(throws: UserError.self) {
      var drawing = IconDrawing(damaged)
      _ = try drawing.png(of: picture)
    }
    let frame = drawing.frame(of: picture, words: "x")
    #expect(!drawing.pool.standalone(frame).contains("<image"))
  }

  // MARK: Layers

  private static let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>"

  private func standalone(_ package: AppPackage, _ appearance: ScreenAppearance = .light) -> (String, [String]) {
    var drawing = IconDrawing(package)
    let frame = drawing.frame(of: Pictures.home(package, appearance.icons), appearance: appearance, words: "icon")
    return (drawing.pool.standalone(frame), drawing.remarks)
  }

  /// Layers are always drawn as images: images run no scripts and load nothing.
  @Test func layersNeverBecomeMarkup() throws {
    let evil = Self.svg + "<script>alert(1)</script><image href='https://example.com/x.png'/></svg>"
    let package = try Pictures.composer(
      #"{ "image-name": "evil.svg", "blend-mode": "screen", "opacity": 0.5 }"#, pictures: ["evil.svg": Array(evil.utf8)]
    )
    let (file, remarks) = standalone(package)
    #expect(!file.contains("<script"))
    #expect(!file.contains("example.com"))
    #expect(file.contains("data:image/svg+xml;base64,"))
    #expect(file.contains("class=\"blend-screen\""))
    #expect(file.contains("opacity=\"0.5\""))
    #expect(remarks == ["drawn without glass"])
  }

  @Test(arguments: [
    (svg + String(repeating: "<g/>", count: 200_000) + "</svg>", "512 KiB"),
    ("no picture at all", "not a picture"),
  ])
  func oversizedLayersAreLeftOut(text: String, reason: String) throws {
    let package = try Pictures.composer(
      #"{ "image-name": "a.svg" }"#, pictures: ["a.svg": Array(text.utf8)])
    let (file, remarks) = standalone(package)
    #expect(!file.contains("data:image"))
    #expect(remarks.contains { $0.contains("is left out") && $0.contains(reason) }, "\(remarks)")
  }

  /// In the form that common programs write.
  @Test(arguments: [
    """
    <?xml version="1.0" encoding="utf-8"?>
    <!-- Generator: a program -->
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
      x="0px" y="0px" viewBox="0 0 512 512" style="enable-background:new 0 0 512 512;" xml:space="preserve">
    <style type="text/css"> /* a "note" */ .st0{fill:url(#SVGID_1_);} .st1, .st2{clip-path:url(#c);font-family:'A';}
      @media print { .st3 { fill: red } }</style>
    <linearGradient id="SVGID_1_" gradientUnits="userSpaceOnUse"><stop  offset="0" style="stop-color:#FFF"/></linearGradient>
    <clipPath id="c"><path d="M0,0h512v512H0z"/></clipPath>
    <g class="st1"><path class="st0" d="M1 1"/><use xlink:href="#c"  style="overflow:visible;"/></g>
    </svg>

    """,
    """
    <svg xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD" xmlns:svg="http://www.w3.org/2000/svg"
      xmlns="http://www.w3.org/2000/svg" width="10" height="10"><sodipodi:namedview id="n" bordercolor="#666"/>
      <defs id="d"><filter id="f"><feGaussianBlur stdDeviation="1"/></filter></defs>
      <g filter="url(#f)" transform="translate(1,2)"><text><tspan>it's (5) &amp; more</tspan></text></g></svg>
    """,
  ])
  func layersOfCommonProgramsAreDrawn(text: String) throws {
    let package = try Pictures.composer(
      #"{ "image-name": "a.svg" }"#, pictures: ["a.svg": Array(text.utf8)])
    #expect(standalone(package).1 == ["drawn without glass"])
  }

  /// A picture is decoded once for all spellings of its name, and all pictures share a limit.
  @Test func layerPicturesAreDecodedWithinALimit() throws {
    // The header alone gives the decoded size.
    let header = Pictures.png(claimingSide: 2048)
    let names = (0..<17).map { "a\($0).png" }
    let pictures = Dictionary(uniqueKeysWithValues: names.map { ($0, header) })
    func layers(_ names: [String]) -> String { names.map { #"{ "image-name": "\#($0)" }"# }.joined(separator: ",") }
    let many = try standalone(Pictures.composer(layers(names), pictures: pictures)).1
    #expect(many.contains { $0.contains("pixels in total") }, "\(many)")
    let few = try standalone(
      Pictures.composer(layers(Array(names.prefix(16)) + names.prefix(16).map { $0.uppercased() }), pictures: pictures)
    )
    .1
    #expect(!few.contains { $0.contains("pixels in total") }, "\(few)")
    let unusual = try standalone(Pictures.composer(layers(["a0.png/"]), pictures: pictures)).1
    #expect(unusual.contains { $0.contains("its name is a path") }, "\(unusual)")
  }

  @Test func layerPicturesShareALimit() throws {
    let large = Array((Self.svg + String(repeating: "<g/>", count: 120_000) + "</svg>").utf8)
    let names = (0..<12).map { "a\($0).svg" }
    let package = try Pictures.composer(
      names.map { #"{ "image-name": "\#($0)" }"# }.joined(separator: ","),
      pictures: Dictionary(uniqueKeysWithValues: names.map { ($0, large) }))
    let (file, remarks) = standalone(package)
    #expect(file.utf8.count < 6 << 20)
    #expect(remarks.contains { $0.contains("larger than 4 MiB in total") }, "\(remarks)")
  }

  @Test func namesThatArePathsAreRefused() throws {
    let package = try Pictures.composer(#"{ "image-name": "../../Info.plist" }"#, pictures: [:])
    #expect(standalone(package).1.contains { $0.contains("its name is a path") })
  }

  @Test func eachAppearanceHasItsFill() throws {
    let fill =
      #""fill-specializations": [{ "value": { "solid": "srgb:1,0,0,1" } }, { "appearance": "dark", "value": "system-dark" }],"#
    let package = try Pictures.composer(
      #"{ "image-name": "a.png", "fill": { "linear-gradient": ["srgb:0,0,0,1", "gray:1,1"] } }"#, fill: fill,
      pictures: ["a.png": Pictures.png(Pictures.square(64))])
    let light = standalone(package).0
    let dark = standalone(package, .dark).0
    #expect(light.contains("fill=\"color(srgb 1.0 0.0 0.0 / 1.0)\""))
    #expect(!dark.contains("color(srgb 1.0 0.0 0.0 / 1.0)"))
    #expect(dark.contains("#313135"))
    #expect(light.contains("mask-type=\"alpha\""))
    for appearance in ScreenAppearance.allCases {
      let text = standalone(package, appearance).0
      #expect(XMLChecker("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + text).fault == nil)
    }
  }
}
