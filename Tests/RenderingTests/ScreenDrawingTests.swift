import AppPackages
import HomeScreenSimulator
import PropertyLists
import Rendering
import TestSupport
import Testing

@Suite struct ScreenDrawingTests {
  /// An app without files: a label, and pictures with only a size.
  static func package(
    _ label: String = "Paint", identifier: String = "com.example.paint", items: PropertyListValue = []
  ) throws -> AppPackage {
    let plist: PropertyListDictionary = [
      "CFBundleIdentifier": .string(identifier), "CFBundleDisplayName": .string(label), "UIDeviceFamily": [1, 2],
      "CFBundleIcons": ["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["paint"]]],
      "UIApplicationShortcutItems": items,
    ]
    return try AppPackage(
      name: "Paint", infoPlist: plist, files: [(path: "paint@3x.png", content: .pixels(width: 180, height: 180))])
  }

  static func device(
    _ os: String = "17.5", on model: DeviceModel = .iPhone, locale: String = "en", _ packages: AppPackage...
  ) throws -> Device {
    let device = try Device(model: model, os: OSVersion(parsing: os), locale: locale)
    for package in packages { _ = try device.install(package) }
    return device
  }

  /// The error of an XML reader for a drawing.
  private static func fault(in drawing: String) -> String? {
    XMLChecker("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + drawing).fault
  }

  @Test(arguments: ["9.0", "12.4", "17.5", "18.0", "26.0", "27.0"], ScreenAppearance.allCases)
  func everyLookIsWellFormed(os: String, appearance: ScreenAppearance) throws {
    for model in [DeviceModel.iPhone, .iPad] {
      let device = try Self.device(os, on: model, Self.package())
      var drawing = ScreenDrawing()
      let frame = drawing.frame(of: device, appearance: appearance)
      #expect(Self.fault(in: drawing.pool.standalone(frame)) == nil)
      #expect(frame.words.contains("Paint"))
    }
  }

  /// LAUNCH-147: both are drawn and described.
  @Test func windowsAreSideBySide() throws {
    var package = try Self.package()
    package.infoPlist["UIApplicationSceneManifest"] = ["UIApplicationSupportsMultipleScenes": true]
    let device = try Self.device("17.5", on: .iPad)
    let app = try device.install(package)
    try device.launch(app)
    try app.newScene(beside: true)
    for (place, scene) in try app.scenes.enumerated() { scene.window?.rootViewController?.title = "Page \(place + 1)" }
    var drawing = ScreenDrawing()
    let frame = drawing.frame(of: device, appearance: .light)
    let picture = drawing.pool.standalone(frame)
    #expect(Self.fault(in: picture) == nil)
    #expect(picture.contains("Page 1") && picture.contains("Page 2"))
    #expect(frame.words.contains("It has 2 windows, 2 of them side by side"))
  }

  /// QUICK-146, QUICK-147.
  @Test func foldersAreDrawn() throws {
    for model in [DeviceModel.iPhone, .iPad] {
      let device = try Self.device(
        "26.0", on: model, Self.package(), Self.package("Other", identifier: "com.example.other"))
      let icons = device.springboard.icons
      let folder = try icons[1].drop(onto: icons[0])
      func drawing() -> (file: String, words: String) {
        var drawing = ScreenDrawing()
        let frame = drawing.frame(of: device)
        return (drawing.pool.standalone(frame), frame.words)
      }
      let closed = drawing()
      #expect(Self.fault(in: closed.file) == nil)
      #expect(closed.words.contains("Folder Folder with 2 icons"))
      try folder.rename(to: "A <b> & \u{1B}[2J")
      try folder.tap()
      let open = drawing()
      #expect(Self.fault(in: open.file) == nil)
      #expect(open.words.contains(" is open") && !open.words.contains("\u{1B}"))
      try device.pressHome()
      _ = try folder.press()
      #expect(Self.fault(in: drawing().file) == nil)
      #expect(drawing().words.contains("Rename"))
      try device.pressHome()
      _ = try folder.press(seconds: 3)
      #expect(Self.fault(in: drawing().file) == nil)
      try device.pressHome()
      try folder.move(to: .dock(column: 1))
      #expect(Self.fault(in: drawing().file) == nil)
    }
  }

  @Test func equalScreensAreEqual() throws {
    let device = try Self.device("17.5", Self.package())
    let before = device.screenPicture
    device.advanceByOneSecond()
    #expect(device.screenPicture == before)
    _ = try device.springboard.icon(labelled: "Paint").press()
    #expect(device.screenPicture != before)
  }

  /// Two archives of the same name may differ only in their pictures.
  @Test func appsWithEqualLabelsKeepTheirPixels() throws {
    let colours: [[UInt8]] = [[200, 30, 60, 255], [30, 200, 60, 255]]
    let devices = try colours.map { try Self.device("17.5", Pictures.app(Pictures.square(180, $0))) }
    #expect(devices[0].screenPicture == devices[1].screenPicture)
    var drawing = ScreenDrawing()
    let frames = devices.map { drawing.frame(of: $0) }
    #expect(frames[0] != frames[1])
    #expect(drawing.frame(of: devices[0]) == frames[0])
  }

  /// The path of an app is not visible on the screen.
  @Test func screensAreEqualInEveryFolder() throws {
    let folder = TemporaryFolder()
    let screens = try ["a", "b"].map { place in
      folder.write(
        "\(place)/Paint.app/Info.plist",
        Array("{ CFBundleIdentifier = \"com.example.paint\"; CFBundleName = Paint; }".utf8))
      return try Self.device("17.5", AppPackage(contentsOf: "\(folder.path)/\(place)/Paint.app")).screenPicture
    }
    #expect(screens[0] == screens[1])
  }

  @Test func drawingChangesNothing() throws {
    let device = try Self.device("17.5", Self.package())
    let before = device.state
    let events = device.trace.count
    _ = Work.take()
    _ = device.screenPicture(.dark)
    #expect(Work.take() == 0)
    #expect(device.state == before)
    #expect(device.trace.count == events)
  }

  // MARK: Parts

  /// A page with 500 frames has shared parts once.
  @Test func framesShareTheirParts() throws {
    let packages = try (0..<30).map { try Self.package("App \($0)", identifier: "com.example.app\($0)") }
    let device = try Self.device("18.0")
    for package in packages { _ = try device.install(package) }
    var drawing = ScreenDrawing()
    var frames: [SVGFrame] = []
    for index in 0..<250 {
      frames.append(drawing.frame(of: device))
      _ = try device.springboard.icon(labelled: "App \(index % 24)").press()
      frames.append(drawing.frame(of: device))
      try device.pressHome()
    }
    #expect(Set(frames).count == 25)
    let size = drawing.pool.markup.utf8.count + frames.reduce(0) { $0 + $1.body.utf8.count }
    #expect(size < 300_000)
    #expect(Set(drawing.pool.names).count == drawing.pool.names.count)
  }

  @Test func fileHasOnlyItsOwnParts() throws {
    let device = try Self.device("17.5", Self.package())
    var drawing = ScreenDrawing()
    let home = drawing.frame(of: device)
    let alone = drawing.pool.standalone(home)
    _ = try device.springboard.icon(labelled: "Paint").press()
    let menu = drawing.frame(of: device)
    #expect(drawing.pool.standalone(home) == alone)
    #expect(drawing.pool.standalone(menu).utf8.count > alone.utf8.count)
    var merged = SVGPool()
    merged.add(drawing.pool)
    merged.add(drawing.pool)
    #expect(merged == drawing.pool)
  }

  // MARK: Text of any kind

  @Test(arguments: [
    "<script>alert(1)</script>", "a\u{202E}b\u{1B}[31m\u{0}", String(repeating: "W", count: 10_000),
    "e" + String(repeating: "\u{301}", count: 10_000), "\"'&<", "👩‍👩‍👧‍👦", "نص عربي", "\u{FFFF}",
  ])
  func labelsAreText(label: String) throws {
    let items: PropertyListValue = [
      ["UIApplicationShortcutItemType": "a", "UIApplicationShortcutItemTitle": .string(label)]
    ]
    for (os, locale) in [("12.4", "en"), ("17.5", "ar"), ("26.1", "he")] {
      let device = try Self.device(os, locale: locale, Self.package(label, items: items))
      _ = try device.springboard.icons[0].press()
      var drawing = ScreenDrawing()
      let frame = drawing.frame(of: device)
      let file = drawing.pool.standalone(frame)
      #expect(Self.fault(in: file) == nil)
      #expect(!file.contains("<script"))
      #expect(!file.unicodeScalars.contains("\u{202E}"))
      #expect(file.utf8.count < 60_000)
    }
  }

  @Test func textsFromRightToLeftAreMirrored() throws {
    let english = try Self.device("17.5", Self.package()).screenPicture
    let arabic = try Self.device("17.5", locale: "ar-EG", Self.package()).screenPicture
    #expect(!english.isRightToLeft)
    #expect(arabic.isRightToLeft)
    #expect(try Device(locale: "az-Arab").screenPicture.isRightToLeft)
    #expect(try !Device(locale: "ku-Latn").screenPicture.isRightToLeft)
    /// The start of a text, and whether it extends to the left of it.
    func place(of text: String, _ locale: String) throws -> (x: Double, isAtEnd: Bool) {
      let items: PropertyListValue = [
        ["UIApplicationShortcutItemType": "a", "UIApplicationShortcutItemTitle": "Draw"]
      ]
      let device = try Self.device("17.5", locale: locale, Self.package(items: items))
      _ = try device.springboard.icons[0].press()
      var drawing = ScreenDrawing()
      let frame = drawing.frame(of: device)
      let file = drawing.pool.standalone(frame)
      let end = try #require(file.firstRange(of: ">\(text)</text>"), "\(locale)")
      let tag = try #require(file[..<end.lowerBound].split(separator: "<text ").last)
      let x = try #require(tag.firstMatch(of: /x="([0-9.]+)"/).flatMap { Double($0.1) })
      return (x, tag.contains("text-anchor=\"end\""))
    }
    let (clock, mirrored) = (try place(of: "9:41", "en"), try place(of: "9:41", "ar-EG"))
    #expect(clock.x + mirrored.x == 390 && !clock.isAtEnd && mirrored.isAtEnd)
    let (title, other) = (try place(of: "Draw", "en"), try place(of: "Draw", "ar-EG"))
    #expect(title.x < other.x && !title.isAtEnd && other.isAtEnd)
  }

  // MARK: Uncertainties

  @Test func uncertaintiesAreShown() throws {
    let device = try Self.device("18.0", Self.package())
    let light = device.screenPicture(.light).icons[0].artwork.picture
    #expect(light.doubts.isEmpty)
    let dark = device.screenPicture(.dark).icons[0].artwork.picture
    #expect(
      dark.doubts == [
        "loose files have no dark picture, only catalog sets do (ICON-147): derived from the light one (ICON-204)"
      ])
    var drawing = ScreenDrawing()
    let frame = drawing.frame(of: device, appearance: .dark)
    let file = drawing.pool.standalone(frame)
    #expect(file.contains("not sure: loose files have no dark picture"))
  }

  @Test func looksStartWithTheirVersions() {
    #expect(ScreenAppearance.dark.known(to: OSVersion(12)) == .light)
    #expect(ScreenAppearance.dark.known(to: OSVersion(13)) == .dark)
    #expect(ScreenAppearance.tinted.known(to: OSVersion(17)) == .light)
    #expect(ScreenAppearance.clear.known(to: OSVersion(18)) == .light)
    #expect(ScreenAppearance.clear.known(to: OSVersion(26)) == .clear)
    #expect(ScreenAppearance.clearDark.known(to: OSVersion(18)) == .dark)
    #expect(ScreenAppearance.tintedLight.known(to: OSVersion(18)) == .tinted)
    #expect(ScreenAppearance.tintedLight.known(to: OSVersion(17)) == .light)
    // ICON-147: a single function decides when icons follow.
    #expect(ScreenAppearance.dark.ofIcons(in: OSVersion(17)) == .light)
    #expect(ScreenAppearance.dark.ofIcons(in: OSVersion(18)) == .dark)
  }
}

extension Device {
  fileprivate func advanceByOneSecond() { try? advance(1) }
}
