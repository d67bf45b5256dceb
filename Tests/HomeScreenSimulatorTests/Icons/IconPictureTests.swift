import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The picture on the Home Screen.
@Suite struct IconPictureTests {
  /// The picture of an alternate `a` with these loose names and files.
  private func picture(
    _ names: [String], _ files: Packages.Files, model: DeviceModel = .iPhone, os: String = "17.5",
    surface: IconSurface = .home
  ) throws -> IconPicture {
    let list = PropertyListValue.array(of: names.map { .string($0) })
    let package = try Packages.make(
      [
        "CFBundleIdentifier": "com.example.a", "UIDeviceFamily": [1, 2],
        "CFBundleIcons": ["CFBundleAlternateIcons": ["a": ["CFBundleIconFiles": list]]],
      ], files: files)
    let scene = try Scene(os: os, model: model, package: package)
    try scene.request("a")
    try scene.tapOK()
    return try scene.device.springboard.icon(for: scene.app).picture(on: surface)
  }

  /// ICON-173, ICON-115, ICON-112.
  @Test(arguments: Versions.all)
  func newPictureIsShownImmediatelyOnEachDevice(os: String) throws {
    for (model, file, pixels) in [
      (DeviceModel.iPhone, "night@3x.png", 180), (try DeviceModel(named: "iPhone 7"), "night@2x.png", 120),
      (.iPad, "night@2x~ipad.png", 152),
    ] {
      guard try model.runs(OSVersion(parsing: os)) else { continue }
      let scene = try Scene(os: os, model: model)
      let icon = try scene.device.springboard.icon(for: scene.app)
      try scene.request("night")
      let picture = try icon.picture()
      #expect(picture.file == file)
      #expect(picture.pixels == pixels)
      #expect(picture.filePixels == pixels)
      #expect(picture.source == .loose)
      #expect(!picture.isScaled && !picture.isPlaceholder)
      #expect(picture.why.contains { $0.contains("ICON-119") })
      try scene.tapOK()
      try scene.request(nil)
      try scene.tapOK()
      #expect(try icon.picture().file == file.replacing("night", with: "paint"))
      #expect(try icon.picture().iconName == nil)
    }
  }

  /// ICON-132, ICON-133, ICON-134, ICON-243, ICON-244.
  @Test func allLocationsHaveTheirSizes() throws {
    let seven = try DeviceModel(named: "iPhone 7")
    for (model, sides) in [
      (DeviceModel.iPhone, [180, 120, 87, 60, 87, 180, 180, 180, 1024]),
      (seven, [120, 80, 58, 40, 58, 120, 120, 120, 1024]), (.iPad, [152, 80, 58, 40, 58, 152, 152, 152, 1024]),
      (.iPadPro, [167, 80, 58, 40, 58, 167, 167, 167, 1024]),
    ] {
      #expect(IconSurface.allCases.map { $0.pixels(on: model) } == sides)
    }
  }

  /// ICON-119, ICON-118.
  @Test func fileOfTheFittingSizeIsChosenInAnyOrder() throws {
    let files: Packages.Files = [
      ("Icon-60@3x.png", 180), ("Icon-Small@3x.png", 87), ("Icon-Small-40@3x.png", 120), ("Icon-20@3x.png", 60),
    ]
    let names = ["Icon-60", "Icon-Small", "Icon-Small-40", "Icon-20"]
    for list in [names, names.reversed()] {
      #expect(try picture(list, files).file == "Icon-60@3x.png")
      #expect(try picture(list, files, surface: .settings).file == "Icon-Small@3x.png")
      #expect(try picture(list, files, surface: .spotlight).file == "Icon-Small-40@3x.png")
      #expect(try picture(list, files, surface: .notification).file == "Icon-20@3x.png")
    }
  }

  /// ICON-120, ICON-122, ICON-180.
  @Test func otherFileIsScaledWithoutTheExactSize() throws {
    let larger = try picture(["a", "b", "c"], [("a.png", 100), ("b.png", 400), ("c.png", 200)])
    #expect(larger.file == "c.png")
    #expect(larger.isScaled && !larger.isPlaceholder)
    #expect(larger.pixels == 180)
    #expect(larger.filePixels == 200)
    #expect(try picture(["a", "b"], [("a.png", 29), ("b.png", 100)]).file == "b.png")
    let onPad = try picture(["a"], [("a@2x.png", 120), ("a@3x.png", 180)], model: .iPad)
    #expect(onPad.file == "a@2x.png")  // the variant of the screen's scale comes first
    #expect(onPad.isScaled)
  }

  /// ICON-114, ICON-116.
  @Test func foldersMustBeWrittenAndExtensionsMeanTheFile() throws {
    let files: Packages.Files = [("icons/a@3x.png", 180), ("b@3x.png", 180), ("b.png", 60)]
    #expect(try picture(["a"], files).isPlaceholder)
    #expect(try picture(["icons/a"], files).file == "icons/a@3x.png")
    #expect(try picture(["b.png"], files).file == "b.png")
    #expect(try picture(["b.png", "b@3x.png"], files).file == "b@3x.png")
  }

  /// ICON-128, ICON-129.
  @Test func iPadSizesMayHaveTheirOwnNames() throws {
    let files: Packages.Files = [
      ("a-ipad@2x.png", 152), ("a-ipadpro@2x.png", 167), ("a@2x.png", 120), ("a@3x.png", 180),
    ]
    let names = ["a-ipad", "a-ipadpro", "a"]
    #expect(try picture(names, files, model: .iPad).file == "a-ipad@2x.png")
    #expect(try picture(names, files, model: .iPadPro).file == "a-ipadpro@2x.png")
    #expect(try picture(names, files).file == "a@3x.png")
  }

  /// ICON-123, ICON-006, ICON-124.
  @Test(arguments: Versions.all)
  func missingArtworkKeepsThePictureUpTo10AndShowsAPlaceholderFrom11(os: String) throws {
    for entry in [["CFBundleIconFiles": ["gone"]], [:]] as [PropertyListValue] {
      let package = try Packages.paint {
        $0["CFBundleIcons"] = [
          "CFBundleAlternateIcons": ["lost": entry], "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["paint"]],
        ]
      }
      let scene = try Scene(os: os, package: package)
      try scene.request("lost")
      #expect(scene.device.alert != nil)
      try scene.tapOK()
      #expect(scene.codes == [0])
      #expect(try scene.app.iconName == "lost")
      let picture = try scene.device.springboard.icon(for: scene.app).picture()
      if os == "10.3" {
        #expect(picture.source == .unchanged)
        #expect(picture.file == "paint@3x.png")
        #expect(!picture.isPlaceholder)
      } else {
        #expect(picture.source == .placeholder)
        #expect(picture.isPlaceholder)
        #expect(picture.file == nil)
      }
      #expect(picture.why.contains { $0.contains("ICON-123") })
      let shown = scene.device.trace.events.filter { $0.what == .icon(.shown) && $0.fact == "ICON-123" }
      #expect(shown.map { "\($0.detail)" } == (os == "10.3" ? [] : ["name=lost reason=placeholder, it has no picture"]))
    }
  }

  /// ICON-282.
  @Test(arguments: Versions.all)
  func alternateWithoutADictionaryIsDrawnAsThePrimaryIcon(os: String) throws {
    for alternates in [["lost": "text"], ["lost": 5], ["lost": ["paint"]], ["lost"]] as [PropertyListValue] {
      let package = try Packages.paint {
        $0["CFBundleIcons"] = [
          "CFBundleAlternateIcons": alternates, "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["paint"]],
        ]
      }
      let scene = try Scene(os: os, package: package)
      try scene.request("lost")
      #expect(scene.device.alert?.picture?.file == "paint@3x.png")
      try scene.tapOK()
      #expect(try scene.app.iconName == "lost")
      let picture = try scene.device.springboard.icon(for: scene.app).picture()
      #expect(picture.source == .loose && picture.file == "paint@3x.png" && picture.iconName == nil)
      #expect(picture.why.contains { $0.contains("“lost”") && $0.contains("ICON-282") })
      #expect(try scene.app.explainIcon("lost").advice.contains { $0.fact == "ICON-282" })
    }
  }

  /// ICON-123.
  @Test func ruleCanBeSwitched() throws {
    for (choice, os, source) in [
      (MissingArtwork.placeholder, "10.3", IconPicture.Source.placeholder), (.unchanged, "17.5", .unchanged),
    ] {
      var conditions = DeviceConditions()
      conditions.missingArtwork = choice
      let package = try Packages.paint {
        $0["CFBundleIcons"] = [
          "CFBundleAlternateIcons": ["lost": [:]], "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["paint"]],
        ]
      }
      let scene = try Scene(os: os, package: package, conditions: conditions)
      try scene.request("lost")
      #expect(try scene.device.springboard.icon(for: scene.app).picture().source == source)
    }
  }

  /// ICON-121.
  @Test func unreadablePNGIsNotShown() throws {
    let package = try AppPackage(
      name: "A",
      infoPlist: [
        "CFBundleIdentifier": "com.example.a",
        "CFBundleIcons": ["CFBundleAlternateIcons": ["a": ["CFBundleIconFiles": ["a"]]]],
      ],
      files: [("a@3x.png", .bytes([1, 2, 3])), ("a@2x.png", .pixels(width: 120, height: 120))])
    let scene = try Scene(package: package)
    try scene.request("a")
    #expect(try scene.device.springboard.icon(for: scene.app).picture().file == "a@2x.png")
  }

  /// ICON-158.
  @Test func staleCacheShowsTheOldPictureUntilAReboot() throws {
    var conditions = DeviceConditions()
    conditions.staleIconCache = true
    let scene = try Scene(conditions: conditions)
    let icon = try scene.device.springboard.icon(for: scene.app)
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes == [0])
    #expect(try scene.app.iconName == "night")
    #expect(try icon.picture().file == "paint@3x.png")
    #expect(try icon.picture().source == .unchanged)
    #expect(try icon.picture(on: .spotlight).iconName == "night")  // ICON-157
    try scene.device.reboot()
    #expect(try icon.picture().file == "night@3x.png")
    #expect(try scene.app.iconName == "night")  // ICON-152
    #expect(try scene.app.state == .notRunning)
  }

  @Test func whyListsLocationsAndFactsInOrder() throws {
    let lines = try picture(["a", "gone"], [("a@3x.png", 180)]).why
    #expect(
      lines == [
        "home: 60 pt at @3x = 180 px (ICON-132)", "the alternate icon “a”", "a@3x.png: 180 × 180 px",
        "no file for “gone” in the bundle (ICON-112, ICON-115)", "a@3x.png has the right size (ICON-119)",
      ])
  }
}
