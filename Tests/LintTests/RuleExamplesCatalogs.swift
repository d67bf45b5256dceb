import AppPackages
import Events
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// The rules about catalogs and icon settings: each with an app that has the problem, and one that does not.
@Suite struct RuleExamplesCatalogs {
  /// The expected finding of a rule.
  struct Example: Sendable, CustomTestStringConvertible {
    let code: RuleCode
    let severity: Finding.Severity
    /// A part of the message.
    let words: String
    let faulty: App
    let correct: App

    var testDescription: String { code.rawValue }
  }

  /// An Info.plist with catalogs and settings.
  struct App: Sendable {
    var files: [String: [UInt8]] = [:]
    var settings: StringTable = ["ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon"]
    var icons: PropertyListDictionary?

    func package() throws -> AppPackage {
      var files = files
      var plist: PropertyListDictionary = ["CFBundleIdentifier": "com.example.paint", "UIDeviceFamily": [1, 2]]
      if let icons { plist["CFBundleIcons"] = .dictionary(icons) }
      files["Info.plist"] = XMLPropertyListWriter.write(.dictionary(plist))
      return try AppPackage(
        tree: MemoryTree(name: "Paint", files), options: PackageOptions(settings: settings))
    }

    /// Adds a single-size set.
    func adding(_ name: String, _ picture: [UInt8] = RuleExamplesCatalogs.opaque, file: String = "i.png") -> App {
      adding(name, [slot(file)], [file: picture])
    }

    func adding(_ name: String, _ slots: [String], _ pictures: [String: [UInt8]] = [:]) -> App {
      var app = self
      let folder = "Media.xcassets/\(name).appiconset"
      app.files["\(folder)/Contents.json"] = Array("{\"images\": [\(slots.joined(separator: ",\n"))]}".utf8)
      for (file, bytes) in pictures { app.files["\(folder)/\(file)"] = bytes }
      return app
    }

    func composing(_ name: String, _ pictures: [String] = [], unused: [String] = []) -> App {
      var app = self
      let layers = pictures.map { "{\"image-name\": \"\($0)\"}" }.joined(separator: ",")
      app.files["\(name).icon/icon.json"] = Array("{\"groups\": [{\"layers\": [\(layers)]}]}".utf8)
      for file in pictures + unused { app.files["\(name).icon/Assets/\(file)"] = Array("<svg/>".utf8) }
      return app
    }

    func setting(_ name: String, _ value: String) -> App {
      var app = self
      app.settings[name] = value
      return app
    }

    func declaring(_ names: String...) -> App {
      var app = self
      app.icons = [
        "CFBundleAlternateIcons": .dictionary(
          PropertyListDictionary(names.map { ($0, ["CFBundleIconName": .string($0)]) }))
      ]
      return app
    }
  }

  fileprivate static let alternates = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"
  fileprivate static let includeAll = "ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS"
  fileprivate static let opaque = CatalogPictures.png(side: 1024, alphas: [])

  private static func slot(
    _ file: String?, _ idiom: String = "universal", _ size: String = "1024x1024", _ scale: String? = nil,
    dark: Bool = false
  ) -> String {
    "{" + (file.map { "\"filename\": \"\($0)\", " } ?? "")
      + (dark ? #""appearances": [{"appearance": "luminosity", "value": "dark"}], "# : "")
      + (scale.map { "\"scale\": \"\($0)\", " } ?? "") + "\"idiom\": \"\(idiom)\", \"size\": \"\(size)\"}"
  }

  private static let app = App().adding("AppIcon")
  private static let two = app.adding("Night")

  private static let sized = [
    slot("120.png", "iphone", "60x60", "2x"), slot("180.png", "iphone", "60x60", "3x"),
    slot("152.png", "ipad", "76x76", "2x"), slot("167.png", "ipad", "83.5x83.5", "2x"),
    slot("i.png", "ios-marketing", "1024x1024", "1x"),
  ]
  private static let pictures: [String: [UInt8]] = {
    var pictures = ["i.png": opaque]
    for side in [76, 120, 152, 167, 180] { pictures["\(side).png"] = CatalogPictures.png(side: side, alphas: []) }
    return pictures
  }()
  private static let allSizes = App().adding("AppIcon", sized, pictures)

  static let examples: [Example] = [
    Example(
      code: "primary-icon-set-missing", severity: .error, words: "named “AppIcon.beta”",
      faulty:
        two
        .setting("ASSETCATALOG_COMPILER_APPICON_NAME", "AppIcon.beta"), correct: app),
    Example(
      code: "alternate-name-case", severity: .error, words: "names “night”, but the set is “Night”",
      faulty: two.setting(alternates, "night").setting(includeAll, "YES"), correct: two.setting(alternates, "Night")),
    Example(
      code: "alternate-name-unknown", severity: .warning, words: "names “Dusk”",
      faulty: two.setting(alternates, "Night Dusk"), correct: two.setting(alternates, "Night")),
    Example(
      code: "icon-set-empty", severity: .note, words: "“AppIcon” is unchanged from Xcode’s template",
      faulty: App().adding("AppIcon", [slot(nil)]), correct: app),
    Example(
      code: "icon-set-empty", severity: .warning, words: "“AppIcon” did not have any applicable content",
      faulty: App().adding("AppIcon", [slot("i.png", "iphone", "60x60", "2x")], ["i.png": opaque]), correct: app),
    Example(
      code: "appiconset-slot-empty", severity: .warning,
      words: "“AppIcon” has no picture for ios-marketing 1024x1024@1x, ipad 76x76@2x, ipad 83.5x83.5@2x",
      faulty: App().adding(
        "AppIcon", sized.prefix(2) + [slot(nil, "ipad", "76x76", "2x")], pictures), correct: allSizes),
    Example(
      code: "appiconset-slot-obsolete", severity: .note, words: "prior to 10.0",
      faulty: App().adding("AppIcon", sized + [slot("76.png", "ipad", "76x76", "1x")], pictures), correct: allSizes),
    Example(
      code: "appiconset-file-format", severity: .note,
      words: "“i.jpg” of the app icon set “AppIcon” is in JPEG format, not PNG",
      faulty: App().adding("AppIcon", CatalogPictures.jpeg(side: 1024), file: "i.jpg"), correct: app),
    Example(
      code: "appiconset-mixed-sizes", severity: .note, words: "next to a dark one for all sizes",
      faulty: App().adding("AppIcon", sized + [slot("i.png", dark: true)], pictures),
      correct: App().adding("AppIcon", [slot("i.png"), slot("i.png", dark: true)], ["i.png": opaque])),
    Example(
      code: "appiconset-not-compiled", severity: .note, words: "“Night” is not compiled", faulty: two,
      correct: two.setting(alternates, "Night")),
    Example(
      code: "appiconset-only-by-include-all", severity: .note, words: "“Day” is an alternate only because",
      faulty: two.adding("Day").setting(alternates, "Night").setting(includeAll, "YES"),
      correct: two.adding("Day").setting(includeAll, "YES")),
    Example(
      code: "appiconset-1024-transparent", severity: .warning,
      words:
        "“i.png” of the app icon set “AppIcon” has transparent pixels (0.10 %), with an alpha of 127 in the corner",
      faulty: App().adding("AppIcon", CatalogPictures.png(side: 1024, alphas: [127, 255]) { $0 == 0 ? 0 : 1 }),
      correct: App().adding("AppIcon", CatalogPictures.png(side: 1024, alphas: [250]))),
    Example(
      code: "appiconset-1024-alpha-channel", severity: .note, words: "“AppIcon” has an alpha channel, but every pixel",
      faulty: App().adding("AppIcon", CatalogPictures.png(side: 1024, alphas: [255])), correct: app),
    Example(
      code: "icon-and-appiconset-same-name", severity: .note, words: "“AppIcon” is both an app icon set and",
      faulty: app.composing("AppIcon"), correct: app.composing("Night").setting(alternates, "Night")),
    Example(
      code: "icon-json-asset-unused", severity: .note, words: "“old.svg”",
      faulty: App().composing("AppIcon", ["a.svg"], unused: ["old.svg"]),
      correct: App().composing("AppIcon", ["a.svg"])),
    Example(
      code: "alternates-by-plist-and-by-catalog", severity: .warning, words: "1 alternate is written by hand",
      faulty: two.setting(alternates, "Night").declaring("Night"), correct: two.setting(alternates, "Night")),
    Example(
      code: "alternate-name-punctuation", severity: .error,
      words: "“Night,” is read as one name, including its punctuation",
      faulty: two.setting(alternates, "Night,"), correct: two.setting(alternates, "Night")),
    Example(
      code: "wrong-icon-size", severity: .warning, words: "120.png is 76x76 but should be 120x120",
      faulty: App().adding("AppIcon", sized, pictures.merging(["120.png": pictures["76.png"] ?? []]) { _, new in new }),
      correct: allSizes),
    Example(
      code: "catalog-file-missing", severity: .warning,
      words: "The file “i.png” for the image set “Night” does not exist.",
      faulty: app.adding("Night", [slot("i.png")]), correct: two),
    Example(
      code: "unassigned-child", severity: .note, words: "“AppIcon” has an unassigned child",
      faulty: App().adding("AppIcon", [slot("i.png")], ["i.png": opaque, "old.png": opaque]), correct: app),
    Example(
      code: "duplicate-set", severity: .warning, words: "“AppIcon” is the name of several app icon sets",
      faulty: {
        var app = RuleExamplesCatalogs.app
        for (path, bytes) in app.files { app.files["More" + path] = bytes }
        return app
      }(), correct: two.setting(alternates, "Night")),
  ]

  @Test(arguments: examples)
  func catalogRulesFindOnlyTheirProblem(_ example: Example) throws {
    let rule = try #require(Rules.named(example.code.rawValue))
    let linter = Linter([rule], isPedantic: true)
    let found = linter.findings(in: try example.faulty.package())
    #expect(found.count == 1, "\(found)")
    let finding = try #require(found.first)
    #expect(finding.severity == example.severity)
    #expect(finding.message.contains(example.words), "\(finding.message)")
    #expect(finding.location != nil && finding.help != nil)
    #expect(finding.facts == rule.description.facts)
    let correct = linter.findings(in: try example.correct.package())
    #expect(correct.isEmpty, "\(correct)")
    #expect(!rule.description.summary.isEmpty && !rule.description.explanation.isEmpty)
  }

  /// ICON-140
  @Test func alternatesThatTheBuildAddsAreRemoved() throws {
    func fix(_ app: App) throws -> Fix? {
      Fix.removeGeneratedAlternates(in: LintSubject(try app.setting(Self.alternates, "Night").package()))
    }
    let icons: [PropertyListStep] = [.key("CFBundleIcons"), .key("CFBundleAlternateIcons")]
    #expect(try fix(Self.two.declaring("Night"))?.edits == [.remove(icons, file: "Paint/Info.plist")])
    #expect(
      try fix(Self.two.declaring("Night", "Day"))?.edits == [.remove(icons + [.key("Night")], file: "Paint/Info.plist")]
    )
    let all = Self.two.adding("Day").setting(Self.includeAll, "YES")
    #expect(try fix(all.declaring("Night", "Day"))?.edits == [.remove(icons, file: "Paint/Info.plist")])
    var other = Self.two.declaring("Night")
    other.icons?["CFBundleAlternateIcons"] = ["Night": ["CFBundleIconFiles": ["Dusk"]]]
    #expect(try fix(other) == nil)
    #expect(try fix(Self.two.declaring("Day")) == nil)
  }

  /// One picture that was copied into each slot is one finding.
  @Test func manyWrongSizesAreOneFinding() throws {
    func messages(_ count: Int) throws -> [String] {
      var pictures = Self.pictures
      for side in [120, 180, 152, 167, 76].prefix(count) {
        pictures["\(side).png"] = CatalogPictures.png(side: 99, alphas: [])
      }
      let slots = Self.sized + [Self.slot("76.png", "ipad", "76x76", "1x")]
      let app = try Self.App().adding("AppIcon", slots, pictures).package()
      return Linter(["wrong-icon-size"].compactMap { Rules.named($0) }).findings(in: app).map(\.message)
    }
    #expect(try messages(3).count <= 3 && messages(3).allSatisfy { !$0.contains("more pictures") })
    let found = try messages(4)
    #expect(
      found.count == 1 && found[0].contains("is 99x99 but should be 120x120. 3 more pictures of “AppIcon” have a"))
  }

  /// A set without pictures is to be removed, not renamed.
  @Test(arguments: [("i.png", "rename one of the two"), (nil, "remove the set, which has no picture")])
  func emptySetNextToAnIconIsToBeRemoved(file: String?, help: String) throws {
    let app = Self.App().adding("AppIcon", [Self.slot(file)], file.map { [$0: Self.opaque] } ?? [:]).composing(
      "AppIcon")
    let found = Linter(["icon-and-appiconset-same-name"].compactMap { Rules.named($0) }).findings(in: try app.package())
    #expect(found.count == 1 && found[0].help?.hasPrefix(help) == true, "\(found)")
  }

  /// STORE-042: an app was published with JPEG data.
  @Test func jpegDataForOtherPlatformsAndUncompiledSetsIsANote() throws {
    let jpeg = CatalogPictures.jpeg(side: 1024)
    let mac = Self.app.adding(
      "Mac", [Self.slot("i.png"), Self.slot("m.png", "mac", "512x512", "2x")], ["i.png": Self.opaque, "m.png": jpeg])
    for app in [mac.setting(Self.alternates, "Mac"), Self.app.adding("Old", jpeg, file: "i.jpg")] {
      let found = Linter(["appiconset-file-format"].compactMap { Rules.named($0) }).findings(in: try app.package())
      #expect(found.map(\.severity) == [.note], "\(found)")
    }
  }

  /// Without a picture of 1024 pixels, the one of the Home Screen counts, and only for transparency.
  @Test(arguments: [
    (CatalogPictures.png(side: 180, alphas: [0]), false, ["appiconset-1024-transparent"]),
    (CatalogPictures.png(side: 180, alphas: [255]), false, []), (CatalogPictures.png(side: 180, alphas: [0]), true, []),
  ])
  func homePictureReplacesAMissingStorePicture(picture: [UInt8], hasStore: Bool, codes: [RuleCode]) throws {
    let slots = Self.sized[1...1] + (hasStore ? [Self.slot("i.png", "ios-marketing", "1024x1024", "1x")] : [])
    let files = ["180.png": picture, "i.png": Self.opaque].filter { hasStore || $0.key != "i.png" }
    let app = try Self.App().adding("AppIcon", Array(slots), files).package()
    #expect(Linter().findings(in: app).map(\.code).filter { $0.rawValue.hasPrefix("appiconset-1024") } == codes)
  }

  @Test func pixelChecksCanBeDisabled() throws {
    let app = try Self.App().adding("AppIcon", CatalogPictures.png(side: 1024, alphas: [9])).package()
    #expect(!Linter(readsPixels: false).findings(in: app).contains { $0.code.rawValue.hasPrefix("appiconset-1024") })
    #expect(Linter().findings(in: app).contains { $0.code == "appiconset-1024-transparent" })
  }

  /// A damaged picture is reported elsewhere and is harmless here.
  @Test func damagedPicturesHaveNoPixelFindings() throws {
    let png = CatalogPictures.png(side: 1024, alphas: [9])
    for end in [33, 60, 200, png.count / 2, png.count - 20] {
      let app = try Self.App().adding("AppIcon", Array(png[..<end])).package()
      _ = Linter().findings(in: app)
    }
    var broken = png
    broken[png.count / 2] ^= 0xFF
    let app = try Self.App().adding("AppIcon", broken).package()
    #expect(!Linter().findings(in: app).contains { $0.code.rawValue.hasPrefix("appiconset-1024") })
  }

  @Test func findingsSharedByBuildsAreReportedOnce() throws {
    let app = try Self.App().adding("AppIcon", CatalogPictures.png(side: 1024, alphas: [9])).package()
    #expect(Linter().findings(in: [app, app, app]).count == Linter().findings(in: [app]).count)
  }
}
