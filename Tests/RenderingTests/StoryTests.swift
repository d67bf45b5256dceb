import AppPackages
import HomeScreenSimulator
import PropertyLists
import Rendering
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The pictures of the article Playing: one for each of the five stories below lua/scenarios/seeds. scripts/pictures
/// renews them.
@Suite struct StoryTests {
  private static let folder = "Sources/homescreen/homescreen.docc/Resources"
  private static let fixtures = Repository.root + "/lua/scenarios/seeds/fixtures"

  /// A device in each story, by picture name.
  private static let stories: [(name: String, app: String, os: String, model: DeviceModel, look: ScreenAppearance)] = [
    ("change-app-icon", "ChangeIcon.app", "17.5", .iPhone, .light),
    ("colourful", "Colourful.xcodeproj", "18.0", .iPhone, .dark),
    ("alternate-app-icons", "AlternateAppIcons.xcodeproj", "26.1", .iPhone, .light),
    ("toolbox", "ToolBox.app", "17.5", .iPhone, .light),
    ("change-icon-quietly", "QuietIcon.xcodeproj", "12.4", .iPhone, .light),
  ]

  private static func drawing(of story: Int) throws -> String {
    let (name, path, os, model, look) = stories[story]
    let device = try Device(model: model, os: OSVersion(parsing: os))
    let app = try device.install(try AppPackage(contentsOf: "\(fixtures)/\(path)"))
    switch name {
    case "toolbox": _ = try device.springboard.icon(for: app).press()
    case "change-icon-quietly", "colourful":
      try change(app, device)
      try device.alert?.tap("OK")
      try device.pressHome()
    default: try change(app, device)
    }
    var drawing = ScreenDrawing()
    let frame = drawing.frame(of: device, appearance: look)
    return drawing.pool.standalone(frame)
  }

  private static func change(_ app: InstalledApp, _ device: Device) throws {
    let name = try #require(app.alternateIconNames.first)
    try device.launch(app)
    try app.run { try $0.setAlternateIconName(name) { _ in } }
  }

  /// Without differences between machines: zlib may compress pixels differently, and part names depend on their
  /// content.
  private static func normalised(_ drawing: String) throws -> String {
    var text = ""
    var rest = drawing[...]
    let mark = "data:image/png;base64,"
    while let start = rest.firstRange(of: mark) {
      text += rest[..<start.lowerBound]
      let data = rest[start.upperBound...].prefix { $0 != "\"" }
      let pixels = try ImagePixels.decode(try #require(Base64.decode(String(data))))
      var hash = FNV1a64()
      for byte in pixels.rgba { hash.feed(byte) }
      text += hash.hexadecimal
      rest = rest[data.endIndex...]
    }
    text += rest
    var numbers: [Substring: Int] = [:]
    return text.replacing(/p[0-9a-z]{9,13}(?=[")])/) { match in
      numbers[match.output] = numbers[match.output] ?? numbers.count
      return "part\(numbers[match.output] ?? 0)"
    }
  }

  @Test(arguments: stories.indices) func picturesAreUpToDate(story: Int) throws {
    let path = "\(Self.folder)/\(Self.stories[story].name).svg"
    let drawing = try Self.drawing(of: story)
    if getenv("HOMESCREEN_RENEW_PICTURES") != nil {
      let file = try #require(fopen("\(Repository.root)/\(path)", "w"))
      fputs(drawing, file)
      fclose(file)
    }
    let kept = try Self.normalised(Repository.text(path))
    #expect(try Self.normalised(drawing) == kept, "run scripts/pictures and commit what it writes")
    #expect(drawing.utf8.count < 40_000)
  }

  @Test func articleShowsThePictures() throws {
    let article = try Repository.text("Sources/homescreen/homescreen.docc/Playing.md")
    for story in Self.stories { #expect(article.contains("(\(story.name).svg)")) }
  }
}
