import AppPackages
import PropertyLists
import Testing

@Suite struct LooseImageTests {
  private func package(_ paths: [String]) throws -> AppPackage {
    try AppPackage(
      name: "App", infoPlist: ["CFBundleIdentifier": "a.b"],
      files: paths.map { ($0, .pixels(width: 120, height: 120)) })
  }

  private func paths(_ name: String, _ device: DeviceClass, of files: [String]) throws -> [String] {
    try package(files).looseImages(named: name, for: device).map(\.path)
  }

  @Test(arguments: [
    ("a.png", "", "a", nil as Int?, nil as String?, "png"), ("x/y/a@2x.png", "x/y", "a", 2, nil, "png"),
    ("a@3x~ipad.png", "", "a", 3, "ipad", "png"), ("a~ipad@2x.PNG", "", "a", 2, "ipad", "PNG"),
    ("a.b@2x", "", "a", nil, nil, "b@2x"), ("@2x.png", "", "@2x", nil, nil, "png"),
    ("a@2x@3x.png", "", "a@2x", 3, nil, "png"),
    ("小猫@2x.png", "", "小猫", 2, nil, "png"), ("a~mac.png", "", "a~mac", nil, nil, "png"),
    (".png", "", ".png", nil, nil, ""),
    ("a@4x.png", "", "a@4x", nil, nil, "png"), ("a@1x~iphone.png", "", "a", 1, "iphone", "png"),
  ])
  func namesAreParsed(
    _ path: String, _ directory: String, _ base: String, _ scale: Int?, _ device: String?, _ ending: String
  ) {
    let name = LooseImageName(path)
    #expect(name.directory == directory)
    #expect(name.base == base)
    #expect(name.explicitScale == scale)
    #expect(name.deviceSuffix == device)
    #expect(name.fileExtension == ending)
  }

  /// ICON-115.
  @Test func baseNameMeansAllScalesAndDeviceFilesServeTheirClass() throws {
    let files = [
      "night.png", "night@2x.png", "night@3x.png", "night@2x~ipad.png", "night~iphone.png", "night~ipad@3x.png",
      "night-2@2x.png", "nightly.png", "night@2x.jpg", "Night@2x.png", "night.PNG",
    ]
    #expect(
      try paths("night", .iPhone, of: files) == ["night~iphone.png", "night.png", "night@2x.png", "night@3x.png"])
    #expect(
      try paths("night", .iPad, of: files)
        == ["night.png", "night@2x~ipad.png", "night@2x.png", "night~ipad@3x.png", "night@3x.png"])
    let image = try #require(try package(files).looseImages(named: "night", for: .iPad).dropFirst().first)
    #expect(image.scale == 2)
    #expect(image.deviceSuffix == "ipad")
    #expect(image.header?.width == 120)
  }

  /// ICON-115.
  @Test func suffixesMayBePartOfTheWrittenName() throws {
    let files = ["a~ipad@2x.png", "a~ipad@3x.png", "a@2x.png", "a@2x~ipad.png"]
    #expect(try paths("a~ipad", .iPad, of: files) == ["a~ipad@2x.png", "a~ipad@3x.png"])
    #expect(try paths("a@2x", .iPhone, of: files) == ["a@2x.png"])
    #expect(try paths("a@2x", .iPad, of: files) == ["a@2x~ipad.png", "a@2x.png"])
  }

  /// ICON-116.
  @Test func nameWithAnExtensionMeansOnlyThatFile() throws {
    let files = ["a.png", "a@2x.png", "b.beta@2x.png", "c.jpg"]
    #expect(try paths("a.png", .iPhone, of: files) == ["a.png"])
    #expect(try paths("a@2x.png", .iPhone, of: files) == ["a@2x.png"])
    #expect(try paths("a@3x.png", .iPhone, of: files) == [])
    #expect(try paths("b.beta", .iPhone, of: files) == ["b.beta@2x.png"])
    #expect(try paths("c.jpg", .iPhone, of: files) == ["c.jpg"])
  }

  /// ICON-112, ICON-114.
  @Test func subfoldersCountOnlyIfTheNameHasThem() throws {
    let files = ["icons/a@2x.png", "b.bundle/c.png"]
    #expect(try paths("a", .iPhone, of: files) == [])
    #expect(try paths("icons/a", .iPhone, of: files) == ["icons/a@2x.png"])
    #expect(try paths("c", .iPhone, of: files) == [])
  }

  @Test(arguments: ["", "/", "..", "../a", "/a", "a\0", ".", "icons/", "icons"])
  func namesWithoutAFileMatchNothing(_ name: String) throws {
    #expect(try paths(name, .iPhone, of: ["a.png", "icons/a.png"]) == [])
  }

  @Test func accentsMatchInBothUnicodeForms() throws {
    #expect(try paths("e", .iPhone, of: ["e\u{301}.png", "e.png"]) == ["e.png"])
    #expect(try paths("默认icon", .iPhone, of: ["默认icon@2x.png"]) == ["默认icon@2x.png"])
  }
}
