import AppPackages
import Events
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
import Testing

/// Icon findings: location, severity, devices and fix.
struct IconRuleTests {
  private static func package(_ icons: String, family: String = "<integer>1</integer><integer>2</integer>") throws
    -> AppPackage
  {
    let plist = """
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>com.example.paint</string>
      <key>UIDeviceFamily</key><array>\(family)</array>
      \(icons)
      </dict></plist>
      """
    return try AppPackage(
      tree: MemoryTree(
        name: "Paint.app", ["Info.plist": Array(plist.utf8), "Night@2x.png": TestPictures.png(120)]))
  }

  private static func findings(_ code: String, in package: AppPackage) throws -> [Finding] {
    try #require(Rules.named(code)).check(LintSubject(package))
  }

  private static func entry(_ name: String, _ file: String) -> String {
    "<key>\(name)</key><dict><key>CFBundleIconFiles</key><array><string>\(file)</string></array></dict>"
  }

  @Test func fixCopiesAlternatesThatAnIPadLacks() throws {
    let package = try Self.package(
      """
      <key>CFBundleIcons</key>
      <dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))\(Self.entry("Day", "Night"))</dict></dict>
      <key>CFBundleIcons~ipad</key>
      <dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Day", "Night"))</dict></dict>
      """)
    let finding = try #require(try Self.findings("ipad-alternates-partial", in: package).first)
    #expect(finding.severity == .error && finding.devices == [.iPad])
    #expect(finding.message == "CFBundleIcons~ipad lacks “Night” of CFBundleIcons: on iPad changing the icon fails")
    #expect(finding.location?.line == 6 && finding.location?.file == "Paint.app/Info.plist")
    #expect(finding.help == "An iPad reads only CFBundleIcons~ipad. Declare “Night” in its CFBundleAlternateIcons too.")
    #expect(
      finding.fix?.edits == [
        .set(
          [.key("CFBundleIcons~ipad"), .key("CFBundleAlternateIcons"), .key("Night")],
          ["CFBundleIconFiles": ["Night"]], file: "Paint.app/Info.plist")
      ])
    #expect(try Self.findings("ipad-alternates-missing", in: package).isEmpty)
  }

  /// The build adds the iPad's key, also to an app for iPad alone.
  @Test func appForIPadAloneFindsNoAlternateOfThePlainKey() throws {
    func found(_ more: String) throws -> [Finding] {
      try Self.findings(
        "ipad-alternates-missing",
        in: Self.package(
          """
          <key>CFBundleIcons</key>
          <dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))</dict></dict>\(more)
          """, family: "<integer>2</integer>"))
    }
    #expect(try found("<key>CFBundleIcons~ipad</key><dict/>").map(\.severity) == [.error])
    #expect(try found("").isEmpty)
  }

  /// Without its own key an iPad reads the plain one (ICON-170).
  @Test func singleKeyForAllDevicesIsComplete() throws {
    let package = try Self.package(
      "<key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))</dict></dict>"
    )
    #expect(try Self.findings("ipad-alternates-missing", in: package).isEmpty)
    #expect(try Self.findings("ipad-sizes-missing", in: package).isEmpty)
  }

  /// ICON-180: of a name the file of the screen’s scale is drawn.
  @Test func wrongPictureIsOneFindingForBothDeviceFamilies() throws {
    let plist = """
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.paint</string>
      <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
      <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))</dict></dict>
      </dict></plist>
      """
    func findings(_ files: [String: Int]) throws -> [Finding] {
      var all = files.mapValues { $0 == 0 ? CatalogPictures.jpeg(side: 120) : TestPictures.png($0) }
      all["Info.plist"] = Array(plist.utf8)
      let found = Linter(readsPixels: false).findings(in: try AppPackage(tree: MemoryTree(name: "Paint.app", all)))
      return found.filter { ["iphone-sizes-missing", "ipad-sizes-missing", "icon-dimension"].contains($0.code) }
    }
    let large = try findings(["Night@2x.png": 800, "Night@3x.png": 1200])
    #expect(large.map(\.code) == ["iphone-sizes-missing"] && large[0].devices == [.iPhone, .iPad])
    #expect(
      large[0].message
        == "on iPhone, the alternate “Night” is drawn from its 800 and 1200 px pictures; 120 and 180 px are missing, and 152 "
        + "and 167 px for iPad")
    // iOS does not show a JPEG, whatever its size is (ICON-121).
    let mixed = try findings(["Night@2x.png": 800, "Night@3x.png": 0])
    #expect(mixed.first?.message.contains("is drawn from its 800 px picture;") == true, "\(mixed)")
    #expect(try findings(["Night@2x.png": 0]).isEmpty)
    // A picture for iPad alone is another one.
    let two = try findings(["Night@2x.png": 800, "Night@2x~ipad.png": 600])
    #expect(two.map(\.code) == ["ipad-sizes-missing", "iphone-sizes-missing"])
    #expect(two.map(\.devices) == [[.iPad], [.iPhone]])
  }

  @Test func emptyNameNextToACatalogIconDoesNothing() throws {
    func severity(_ settings: StringTable) throws -> Finding.Severity? {
      let package = try AppPackage(
        name: "Paint",
        infoPlist: ["CFBundleIcons": ["CFBundlePrimaryIcon": ["CFBundleIconFiles": [""]]]],
        catalog: AssetCatalog(sets: [AssetSet(name: "Day", kind: .appIcon, entries: [AssetEntry(filename: "Day.png")])]
        ),
        settings: settings)
      return try Self.findings("primary-icon-file-empty", in: package).first?.severity
    }
    #expect(try severity(["ASSETCATALOG_COMPILER_APPICON_NAME": "Day"]) == .note)
    #expect(try severity([:]) == .warning)
  }

  /// STORE-021: the pictures that an iPhone needs are enough for an app for iPhone only.
  @Test(arguments: [("<integer>1</integer>", []), ("<integer>1</integer><integer>2</integer>", ["ipad-sizes-missing"])])
  func deviceFamilyDecidesWhetherIPadPicturesAreMissing(family: String, expected: [String]) throws {
    let plist = """
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.paint</string>
      <key>UIDeviceFamily</key><array>\(family)</array>
      <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))</dict></dict>
      </dict></plist>
      """
    let files = [
      "Info.plist": Array(plist.utf8), "Night@2x.png": TestPictures.png(120), "Night@3x.png": TestPictures.png(180),
    ]
    let found = Linter(readsPixels: false).findings(in: try AppPackage(tree: MemoryTree(name: "Paint.app", files)))
    #expect(found.map(\.code.rawValue).filter { $0.contains("sizes-missing") } == expected, "\(found)")
  }

  @Test func iPhoneOnlyAppNeedsNoIPadPictures() throws {
    let package = try Self.package(
      "<key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))</dict></dict>",
      family: "<integer>1</integer>")
    #expect(try Self.findings("ipad-sizes-missing", in: package).isEmpty)
    #expect(try Self.findings("iphone-sizes-missing", in: package).count == 1)
    let finding = try #require(try Self.findings("alternates-in-iphone-app", in: package).first)
    #expect(finding.severity == .note && finding.help == "Also build the app for iPad: UIDeviceFamily has only 1.")
  }

  /// Separate icons for the iPad are a choice; a misspelt name is not.
  @Test(arguments: [("NightiPad", true), ("Sunrise", true), ("Nigth", false)])
  func separateAlternatesOfTheIPadAreANote(name: String, isChoice: Bool) throws {
    let package = try Self.package(
      """
      <key>CFBundleIcons</key>
      <dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))</dict></dict>
      <key>CFBundleIcons~ipad</key>
      <dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry(name, "Night"))</dict></dict>
      """)
    let finding = try #require(try Self.findings("ipad-alternates-partial", in: package).first)
    #expect(finding.severity == (isChoice ? .note : .error) && finding.fix == nil, "\(finding)")
    if !isChoice { #expect(finding.help?.contains("rename “Nigth” to “Night”") == true, "\(finding)") }
    let rows = AppCheck(package, models: [.iPad], versions: [.newest]).rows
    let row = try #require(rows.first { "\($0.subject)".contains("Night\"") })
    #expect(row.spans.joined().map(\.cell.verdict) == [isChoice ? .unknown : .fails], "\(row)")
  }

  /// An entry without pictures is not repeated for iPad.
  @Test func alternateWithoutPicturesIsToBeRemoved() throws {
    let package = try Self.package(
      """
      <key>CFBundleIcons</key>
      <dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Gone", "Gone"))\(Self.entry("Day", "Night"))</dict></dict>
      <key>CFBundleIcons~ipad</key>
      <dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Day", "Night"))</dict></dict>
      """)
    let finding = try #require(try Self.findings("ipad-alternates-partial", in: package).first)
    #expect(
      finding.help
        == "The app has no picture of “Gone”: remove it from CFBundleIcons, or add the pictures and declare it in "
        + "CFBundleIcons~ipad too.")
  }

  /// A primary icon among the alternates is an error of its own.
  @Test func primaryIconAmongTheAlternatesSharesNothing() throws {
    let package = try Self.package(
      """
      <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>
      \(Self.entry("CFBundlePrimaryIcon", "Night"))\(Self.entry("Night", "Night"))</dict></dict>
      """)
    #expect(try Self.findings("primary-among-alternates", in: package).count == 1)
    #expect(try Self.findings("alternates-share-files", in: package).isEmpty)
  }

  @Test func propertyListAloneMayHaveItsPicturesAnywhere() throws {
    let plist = """
      <plist version="1.0"><dict><key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>
      \(Self.entry("Night", "Night"))</dict></dict></dict></plist>
      """
    let package = try AppPackage(tree: MemoryTree(name: "Paint", ["Info.plist": Array(plist.utf8)]))
    let finding = try #require(try Self.findings("icon-file-missing", in: package).first)
    #expect(finding.severity == .warning && finding.location?.line == 2)
  }

  @Test(arguments: [
    ("Icons/Night", "Write “Night”, without the folder: Night@2x.png is in the root of the bundle."),
    ("Nigth", "Night@2x.png exists: did you mean “Night”?"), ("Zebra", "Add Zebra@3x.png, 180 × 180 px"),
    ("Fright", "Add Fright@3x.png"), ("Night2", "Add Night2@3x.png"),
    ("night", "Night@2x.png exists: use the same letter case as “night”."),
  ])
  func missingFileSuggestsANearOne(name: String, help: String) throws {
    let package = try Self.package(
      "<key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("X", name))</dict></dict>")
    let finding = try #require(try Self.findings("icon-file-missing", in: package).first)
    #expect(finding.help?.hasPrefix(help) == true, "\(finding)")
  }

  /// It may be meant for iPads only.
  @Test(arguments: [("CFBundleIcons~ipad", CheckCell.Verdict.unknown), ("CFBundleIcons~iphone", .holds)])
  func alternateOnlyForIPadDoesNotFailOnIPhone(key: String, verdict: CheckCell.Verdict) throws {
    func icons(_ key: String, _ entries: String) -> String {
      "<key>\(key)</key><dict><key>CFBundleAlternateIcons</key><dict>\(entries)</dict></dict>"
    }
    let night = Self.entry("Night", "Night")
    let package = try Self.package(icons("CFBundleIcons", night) + icons(key, night + Self.entry("Pad", "Night")))
    let row = try #require(
      AppCheck(package, models: [.iPhone], versions: [.newest]).rows.first { "\($0.subject)".contains("Pad") })
    #expect(row.spans.joined().map(\.cell.verdict) == [verdict], "\(row)")
  }

  @Test func nameWithAnExtensionIsNotACertainProblem() throws {
    let package = try Self.package(
      "<key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night.png"))</dict></dict>"
    )
    let finding = try #require(try Self.findings("icon-file-missing", in: package).first)
    #expect(finding.severity == .warning && finding.help?.hasPrefix("Write “Night” without its extension") == true)
  }

  /// ICON-263: names of colours are documented keys; a misspelt one is not.
  @Test func keysForColoursAreKnown() throws {
    func found(_ key: String) throws -> [Finding] {
      let package = try Self.package(
        """
        <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>Night</key><dict>
        <key>CFBundleIconFiles</key><array><string>Night</string></array>
        <key>\(key)</key><string>Paint</string></dict></dict></dict>
        """)
      return try Self.findings("unknown-icon-key", in: package)
    }
    #expect(try found("NSAppIconActionTintColorName").isEmpty)
    #expect(try found("NSAppIconComplementingColorNames").isEmpty)
    #expect(try found("NSAppIconActionTintColourName").count == 1)
  }

  /// ICON-105: a suffix in another spelling is part of the key.
  @Test(arguments: [
    ("CFBundleIcons~iPad", Finding.Severity.error), ("CFBundleIcons-ipad", .error), ("CFBundleIconsIPAD", .error),
    ("CFBundleIcons~ipad", nil), ("CFBundleIcons~ipod", nil), ("CFBundleIcons~mac", nil), ("CFBundleIconsPad", nil),
    ("CFBundleIconName~iPad", nil),
  ])
  func misspeltSuffixIsReported(key: String, severity: Finding.Severity?) throws {
    let alternates = "<dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))</dict></dict>"
    let found = try Self.findings(
      "unknown-icon-key", in: Self.package("<key>CFBundleIcons</key><dict/><key>\(key)</key>\(alternates)"))
    #expect(found.map(\.severity) == [severity].compactMap(\.self))
    guard let finding = found.first else { return }
    #expect(finding.message.contains("“\(key)” of the Info.plist: did you mean “CFBundleIcons~ipad”?"))
    #expect(finding.fix?.safety == .unsafe && finding.devices == [.iPad])
    // An iPad reads the same alternate from the plain key.
    let copied = "<key>CFBundleIcons</key>\(alternates)<key>\(key)</key>\(alternates)"
    #expect(try Self.findings("unknown-icon-key", in: Self.package(copied)).map(\.severity) == [.warning])
    // The misspelt key is left over.
    let both = "<key>CFBundleIcons~ipad</key>\(alternates)<key>\(key)</key>\(alternates)"
    #expect(try Self.findings("unknown-icon-key", in: Self.package(both)).isEmpty)
  }

  @Test func repeatedNamesAreRemoved() throws {
    let package = try Self.package(
      """
      <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>Night</key><dict>
      <key>CFBundleIconFiles</key><array><string>Night</string><string>Night</string><string>Night</string></array>
      </dict></dict></dict>
      """)
    let found = try Self.findings("icon-file-listed-twice", in: package)
    #expect(found.count == 1)
    let indices = found.first?.fix?.edits.map { edit -> PropertyListStep? in
      if case .remove(let path, _) = edit { path.last } else { nil }
    }
    #expect(indices == [.index(1), .index(2)])
  }

  // MARK: The primary icon

  /// ICON-091: entries that a build adds need not be written.
  @Test func alternatesAloneAreFineIfASetIsThePrimaryIcon() throws {
    let alternates: PropertyListValue = ["CFBundleAlternateIcons": ["Night": ["CFBundleIconFiles": ["Night"]]]]
    func package(_ settings: StringTable?) throws -> AppPackage {
      let set = AssetSet(name: "AppIcon", kind: .appIcon, entries: [AssetEntry(filename: "AppIcon.png")])
      return try AppPackage(
        name: "Paint", infoPlist: ["CFBundleIdentifier": "com.example.paint", "CFBundleIcons": alternates],
        catalog: settings == nil ? nil : AssetCatalog(sets: [set]), settings: settings ?? [:])
    }
    let whole = try package(["ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon"])
    #expect(try Self.findings("no-primary-in-CFBundleIcons", in: whole).isEmpty)
    #expect(try Self.findings("primary-icon-missing", in: whole).isEmpty)
    let bare = try package(nil)
    #expect(try Self.findings("no-primary-in-CFBundleIcons", in: bare).map(\.severity) == [.warning])
    // It is reported once.
    #expect(try Self.findings("primary-icon-missing", in: bare).isEmpty)
  }

  @Test func appWithoutAnyIconIsReported() throws {
    let none = try Self.findings("primary-icon-missing", in: Self.package(""))
    #expect(none.map(\.message) == ["the app has no icon: the Home Screen shows an empty one"])
    #expect(none[0].severity == .warning && none[0].devices.isEmpty && none[0].location?.file == "Paint.app/Info.plist")
    let old = try Self.package("<key>CFBundleIconFiles</key><array><string>Night</string></array>")
    #expect(try Self.findings("primary-icon-missing", in: old).isEmpty)
    let pad = try Self.package(
      """
      <key>CFBundleIcons</key><dict>\(Self.entry("CFBundlePrimaryIcon", "Night"))</dict>
      <key>CFBundleIcons~ipad</key><dict><key>CFBundlePrimaryIcon</key><dict/></dict>
      """)
    #expect(try Self.findings("primary-icon-missing", in: pad).map(\.devices) == [[.iPad]])
    // Another rule reports missing pictures, and next to a property list any file may exist.
    let absent = try Self.package(
      "<key>CFBundleIcons</key><dict>\(Self.entry("CFBundlePrimaryIcon", "Other"))</dict>")
    #expect(try Self.findings("primary-icon-missing", in: absent).isEmpty)
    let list = "<plist><dict><key>CFBundleIdentifier</key><string>a.b</string></dict></plist>"
    let alone = try AppPackage(tree: MemoryTree(name: "Paint", ["Info.plist": Array(list.utf8)]))
    #expect(try Self.findings("primary-icon-missing", in: alone).isEmpty)
  }

  /// Any value below icon keys must not prevent linting.
  @Test func valuesOfAnyTypeAreHarmless() throws {
    let values: [PropertyListValue] = [
      "text", 1, true, 1.5, [], [:], ["a", 1, ["b"]], ["": ""], .data([1]), ["~ipad": ["CFBundleIconFiles": [[:]]]],
    ]
    for value in values {
      let shapes: [PropertyListValue] = [
        value, ["CFBundlePrimaryIcon": value], ["CFBundleAlternateIcons": value],
        ["CFBundleAlternateIcons": ["Night": value, "": value]],
        ["CFBundleAlternateIcons": ["Night": ["CFBundleIconFiles": value, "CFBundleIconName": value]]],
        ["CFBundlePrimaryIcon": ["CFBundleIconFiles": [value, ""]], "CFBundleIcons~ipad": value],
      ]
      for shape in shapes {
        let package = try AppPackage(
          name: "Paint",
          infoPlist: [
            "CFBundleIdentifier": "com.example.paint", "UIDeviceFamily": [1, 2], "CFBundleIcons": shape,
            "CFBundleIcons~ipad": shape, "CFBundleIcons~ipod": shape,
          ])
        for finding in Linter().findings(in: package) { #expect(!finding.message.isEmpty) }
      }
    }
  }
}
