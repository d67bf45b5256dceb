import AppPackages
import Events
import HomeScreenSimulator
import Lint
import PropertyLists
import TestSupport
import Testing

/// What lint predicts about uploads: each fact with an app that has the problem, and one that does not.
@Suite struct StoreFactTests {
  /// An app that has a problem, the expected finding, and the app without the problem.
  struct Case: Sendable, CustomTestStringConvertible {
    /// The facts that the first finding must name.
    let facts: [FactID]
    /// The finding as `code severity`, and a part of its message.
    let expected: String
    let words: String
    let faulty: @Sendable () throws -> AppPackage
    let right: @Sendable () throws -> AppPackage

    init(
      _ facts: FactID..., expected: String, words: String, _ faulty: @escaping @Sendable () throws -> AppPackage,
      right: @escaping @Sendable () throws -> AppPackage
    ) {
      (self.facts, self.expected, self.words, self.faulty, self.right) = (facts, expected, words, faulty, right)
    }

    var testDescription: String { facts.map(\.rawValue).joined(separator: ", ") }
  }

  /// The usual pictures, by the end of their name.
  private static let sides = ["@2x.png": 120, "@3x.png": 180, "-76@2x.png": 152, "-83.5@2x.png": 167]

  /// A built app with loose icons.
  private static func loose(
    without missing: String..., with more: [String: Int] = [:], folder: String = "", primary: [String]? = nil,
    night: [String] = ["Night", "Night-76", "Night-83.5"]
  ) throws -> AppPackage {
    func names(_ list: [String]) -> PropertyListValue { ["CFBundleIconFiles": .array(of: list.map { .string($0) })] }
    let plist: PropertyListDictionary = [
      "CFBundleIdentifier": "com.example.paint", "UIDeviceFamily": [1, 2],
      "CFBundleIcons": [
        "CFBundlePrimaryIcon": names(primary ?? ["Main", "Main-76", "Main-83.5"]),
        "CFBundleAlternateIcons": ["Night": names(night)],
      ],
    ]
    var files = ["Info.plist": XMLPropertyListWriter.write(.dictionary(plist))]
    for (end, side) in sides {
      files["Main\(end)"] = TestPictures.png(side)
      files["\(folder)Night\(end)"] = TestPictures.png(side)
    }
    for name in missing { files[name] = nil }
    for (name, side) in more { files[name] = TestPictures.png(side) }
    return try AppPackage(tree: MemoryTree(name: "Paint.app", files))
  }

  /// A project whose app icon set has these slots, as `idiom size scale` with the side of the picture; also an alternate.
  private static func set(_ slots: [(String, Int)], night: [(String, Int)]? = nil) throws -> AppPackage {
    var project = ProjectRuleTests.Project()
    for (name, slots) in [("AppIcon", slots)] + (night.map { [("Night", $0)] } ?? []) {
      let folder = "Media.xcassets/\(name).appiconset"
      let images = slots.map { slot, side in
        let parts = slot.split(separator: " ")
        project.files["\(folder)/\(side).png"] = CatalogPictures.png(side: side, alphas: [])
        return
          "{\"filename\": \"\(side).png\", \"idiom\": \"\(parts[0])\", \"size\": \"\(parts[1])\", \"scale\": \"\(parts[2])\"}"
      }
      project.files["\(folder)/Contents.json"] = Array("{\"images\": [\(images.joined(separator: ","))]}".utf8)
    }
    if night != nil { project.targetSettings += "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night;" }
    return try project.package()
  }

  private static let slots: [(String, Int)] = [
    ("iphone 60x60 2x", 120), ("iphone 60x60 3x", 180), ("ipad 76x76 2x", 152), ("ipad 83.5x83.5 2x", 167),
    ("ios-marketing 1024x1024 1x", 1024),
  ]
  private static func slots(without side: Int) throws -> AppPackage { try set(slots.filter { $0.1 != side }) }

  /// A project with the sets AppIcon and Night, and an Info.plist that names Night.
  private static func named(_ setting: String) throws -> AppPackage {
    var project = ProjectRuleTests.Project().adding("Media.xcassets/AppIcon").adding("Media.xcassets/Night")
    project.targetSettings += setting
    project.files["Info.plist"] = XMLPropertyListWriter.write([
      "CFBundleIcons": ["CFBundleAlternateIcons": ["Night": ["CFBundleIconName": "Night"]]],
      "CFBundleIcons~ipad": ["CFBundleAlternateIcons": ["Night": ["CFBundleIconName": "Night"]]],
    ])
    return try project.package()
  }

  private static func store(_ picture: [UInt8]) throws -> AppPackage {
    try ProjectRuleTests.Project().adding("Media.xcassets/AppIcon", picture).package()
  }

  static let cases: [Case] = [
    // The primary icon.
    Case("STORE-006", "STORE-034", expected: "iphone-sizes-missing warning", words: "the primary icon") {
      try loose(without: "Main@2x.png")
    } right: {
      try loose()
    },
    Case("STORE-008", "STORE-034", expected: "ipad-sizes-missing warning", words: "152 px") {
      try loose(without: "Main-76@2x.png")
    } right: {
      try loose()
    },
    Case("STORE-008", "STORE-034", expected: "ipad-sizes-missing warning", words: "167 px") {
      try loose(without: "Main-83.5@2x.png")
    } right: {
      try loose()
    },
    // An alternate.
    Case("STORE-017", "STORE-032", expected: "iphone-sizes-missing warning", words: "120 px is missing") {
      try loose(without: "Night@2x.png")
    } right: {
      try loose()
    },
    Case("STORE-018", "STORE-033", expected: "ipad-sizes-missing warning", words: "152 px is missing") {
      try loose(without: "Night-76@2x.png")
    } right: {
      try loose()
    },
    Case("STORE-019", "STORE-033", expected: "ipad-sizes-missing warning", words: "167 px is missing") {
      try loose(without: "Night-83.5@2x.png")
    } right: {
      try loose()
    },
    // A larger picture does not count.
    Case("STORE-039", expected: "iphone-sizes-missing warning", words: "120 px") {
      try loose(without: "Night@2x.png", with: ["Night@2x.png": 240])
    } right: {
      try loose(with: ["Night-29@2x.png": 58])
    },
    Case(
      "STORE-012", "STORE-013", "STORE-014", "STORE-037", "STORE-038", expected: "primary-icon-name-missing warning",
      words: "no CFBundleIconName"
    ) {
      try loose()
    } right: {
      try set(slots)
    },
    Case("STORE-009", expected: "primary-icon-file-absent warning", words: "names “Pride”") {
      try loose(primary: ["Main", "Main-76", "Main-83.5", "Pride"])
    } right: {
      try loose()
    },
    Case("STORE-010", expected: "icon-file-in-folder error", words: "the root of the app has no such picture") {
      try loose(folder: "Icons/")
    } right: {
      try loose()
    },
    Case("STORE-026", expected: "icon-without-picture error", words: "names no picture") {
      try loose(night: [""])
    } right: {
      try loose()
    },
    // The app icon set.
    Case("STORE-006", expected: "appiconset-slot-empty warning", words: "iphone 60x60@2x") {
      try slots(without: 120)
    } right: {
      try set(slots)
    },
    Case("STORE-032", "STORE-017", expected: "appiconset-slot-empty warning", words: "iphone 60x60@2x") {
      try set(slots, night: slots.filter { $0.1 != 120 })
    } right: {
      try set(slots, night: slots)
    },
    Case("STORE-033", "STORE-019", expected: "appiconset-slot-empty warning", words: "ipad 83.5x83.5@2x") {
      try set(slots, night: slots.filter { $0.1 != 167 })
    } right: {
      try set(slots, night: slots)
    },
    Case("STORE-008", expected: "appiconset-slot-empty warning", words: "ipad 76x76@2x") {
      try slots(without: 152)
    } right: {
      try set(slots)
    },
    Case("STORE-011", "STORE-012", expected: "appiconset-slot-empty warning", words: "ios-marketing 1024x1024@1x") {
      try slots(without: 1024)
    } right: {
      try set(slots)
    },
    Case("STORE-015", expected: "appiconset-1024-transparent warning", words: "transparent pixels") {
      try store(CatalogPictures.png(side: 1024, alphas: [0]))
    } right: {
      try store(CatalogPictures.png(side: 1024, alphas: []))
    },
    Case("STORE-015", expected: "appiconset-1024-alpha-channel note", words: "every pixel is opaque") {
      try store(CatalogPictures.png(side: 1024, alphas: [255]))
    } right: {
      try store(CatalogPictures.png(side: 1024, alphas: []))
    },
    // A set that the build does not compile.
    Case(
      "STORE-022", "STORE-023", "STORE-024", expected: "icon-name-not-in-catalog error",
      words: "which the build does not compile"
    ) {
      try named("")
    } right: {
      try named("ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS = YES;")
    },
  ]

  @Test(arguments: cases)
  func uploadProblemsAreFound(_ example: Case) throws {
    func lines(_ findings: [Finding]) -> [String] { findings.map { "\($0.code) \($0.severity.rawValue)" } }
    let found = Linter().findings(in: try example.faulty())
    let usual = lines(Linter().findings(in: try example.right()))
    #expect(!usual.contains(example.expected), "\(usual)")
    let finding = try #require(found.first { lines([$0]) == [example.expected] }, "\(found)")
    #expect(finding.message.contains(example.words), "\(finding)")
    #expect(Set(example.facts).isSubset(of: finding.facts), "\(finding.facts)")
    #expect(usual.allSatisfy { !$0.hasSuffix("error") }, "\(usual)")
  }

  /// STORE-040: an icon that another name draws is only refused by the store.
  @Test(arguments: ["Night", "Day"]) func missingFileIsAnErrorOnlyIfNothingIsDrawn(other: String) throws {
    let found = Linter().findings(in: try Self.loose(night: [other, "Extra"]))
    let severities = Set(found.filter { $0.code == "icon-file-missing" }.map(\.severity))
    #expect(severities == [other == "Night" ? .warning : .error], "\(found)")
  }

  /// STORE-026: an empty name is no missing file.
  @Test(arguments: [[""], ["", "Night"]]) func emptyNameIsNotAMissingFile(names: [String]) throws {
    for package in try [Self.loose(night: names), Self.loose(primary: names)] {
      #expect(!Linter().findings(in: package).contains { $0.code.rawValue.contains("file-missing") })
    }
  }

  /// STORE-035: a listed name is found in each of its forms, if this is the only file.
  @Test(arguments: ["Solo.png", "Solo@2x.png", "Solo@3x.png", "Solo@2x~ipad.png", "Solo.jpg", "More/Solo.png"])
  func oneFormOfAFileIsEnough(file: String) throws {
    let package = try Self.loose(with: [file: 180], night: ["Night", "Night-76", "Night-83.5", "Solo"])
    let found = Linter().findings(in: package).filter {
      ["icon-file-missing", "icon-file-in-folder"].contains($0.code)
    }
    #expect(found.isEmpty == ["Solo.png", "Solo@2x.png", "Solo@3x.png", "Solo@2x~ipad.png"].contains(file), "\(found)")
  }
}
