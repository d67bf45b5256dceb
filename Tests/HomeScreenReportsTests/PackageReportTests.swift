import AppPackages
import HomeScreenReports
import HomeScreenSimulator
import Platform
import PropertyLists
import Testing

/// The text output of `why` and `inspect`.
@Suite struct PackageReportTests {
  private static func package(
    _ alternates: [String], onIPad: [String]? = nil, files: [(path: String, content: PackageFile)] = []
  ) throws -> AppPackage {
    func icons(_ names: [String]) -> PropertyListValue {
      var entries = PropertyListDictionary()
      for name in names { entries[name] = ["CFBundleIconFiles": [.string(name)]] }
      return ["CFBundleAlternateIcons": .dictionary(entries)]
    }
    var info: PropertyListDictionary = [
      "CFBundleIdentifier": "com.example.a", "UIDeviceFamily": [1, 2], "CFBundleIcons": icons(alternates),
    ]
    info["CFBundleIcons~ipad"] = onIPad.map(icons)
    return try AppPackage(name: "A", infoPlist: info, files: files)
  }

  private static func why(_ package: AppPackage, _ subject: IconJudgement.Subject = .alternates) throws -> [String] {
    let devices = try [DeviceModel.iPhone, .iPad].map { try Device(model: $0, os: OSVersion(17, 5)) }
    let judgement = try IconJudgement(package, subject, on: devices)
    return try #require(IconFormats.named("terminal")).make(judgement).plain.split(separator: "\n").map(String.init)
  }

  private static func inspect(_ package: AppPackage, columns: Int? = nil) throws -> [String] {
    let devices = try [DeviceModel.iPhone, .iPad].map { try Device(model: $0, os: OSVersion(17, 5)) }
    let subject = InspectionSubject(package, devices: devices, columns: columns)
    return try #require(InspectionFormats.named("terminal")).make(subject).plain.split(separator: "\n").map(String.init)
  }

  private static func advice(_ lines: [String]) throws -> [String] {
    let start = try #require(lines.firstIndex { $0.hasSuffix("What to do:") })
    return Array(lines[(start + 1)...].dropLast())
  }

  // MARK: Long lists

  @Test func manyQuickActionsAreTruncated() throws {
    let items = (0..<100).map { number -> PropertyListValue in
      ["UIApplicationShortcutItemType": .string("t\(number)"), "UIApplicationShortcutItemTitle": "T"]
    }
    let package = try AppPackage(
      name: "A",
      infoPlist: ["CFBundleIdentifier": "com.example.a", "UIApplicationShortcutItems": .array(of: items)])
    let lines = try Self.inspect(package)
    #expect(lines.contains("  … and 84 more quick actions; --json lists all"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("  T · t15 ") } && !lines.contains { $0.hasPrefix("  T · t16 ") })
  }

  // MARK: Advice

  /// NAME@2x.png is a file of the iPhone, too: for an iPad, it would have the wrong size.
  @Test func devicesHaveTheirAdviceWithoutNamingTheIconItself() throws {
    let iPhone =
      "Add Night@3x.png, 180 × 180 px, and Night@2x.png, 120 × 120 px, to the root of the bundle. (ICON-112) "
      + "[icon-file-missing]"
    let iPad = "Add files of 152 and 167 px to CFBundleIconFiles of CFBundleIcons; the files can have any name."
    #expect(
      try Self.advice(Self.why(Self.package(["Night", "Day"]))) == [
        "  • \(iPhone)", "    the same for “Day”", "    on iPad: \(iPad)",
      ])
    #expect(
      try Self.advice(Self.why(Self.package(["Night"]))) == [
        "  • \(iPhone)", "    on iPad: \(iPad)",
      ])
  }

  @Test func differingIconsAreListedWithTheirDevice() throws {
    let package = try Self.package(
      ["Night", "Day", "Sun"], onIPad: ["Sun", "Night", "Day"],
      files: ["Night@3x.png", "Day@3x.png"].map { ($0, .pixels(width: 180, height: 180)) })
    let lines = try Self.advice(Self.why(package))
    #expect(lines.contains { $0.hasPrefix("  • Add Sun@3x.png") }, "\(lines)")
    #expect(lines.filter { $0.contains("the same for") }.allSatisfy { !$0.contains("“Sun”") }, "\(lines)")
    #expect(lines.last?.hasPrefix("    on iPad: Add files of 152 and 167 px") == true, "\(lines)")
  }

  @Test func generalAdviceIsReportedOnce() throws {
    let package = try AppPackage(
      name: "A",
      infoPlist: [
        "CFBundleIdentifier": "com.example.a", "UIDeviceFamily": [1, 2],
        "CFBundleIcons": ["CFBundleAlternateIcons": ["Night": [:], "Day": [:]]],
      ])
    let lines = try Self.advice(Self.why(package))
    #expect(lines.count == 1 && lines[0].hasSuffix("(ICON-123) [icon-without-picture]"), "\(lines)")
  }

  // MARK: Remarks

  private static func remarked() throws -> AppPackage {
    var package = try package(["Night"], files: [("Night@3x.png", .pixels(width: 180, height: 180))])
    package.warnings =
      (0..<5).map { PackageWarning(.alternateNameUnknown, "no set \($0).", severity: .error, hint: "add \($0)\u{9B}") }
      + [PackageWarning(.severalApps, "two apps", severity: .note, hint: "take --target")]
    return package
  }

  @Test func remarkHasItsHintBelowIt() throws {
    let first = [
      "  error: no set 0. [alternate-name-unknown]", "    add 0\\u{9B}", "  error: no set 1. [alternate-name-unknown]",
      "    add 1\\u{9B}", "  error: no set 2. [alternate-name-unknown]", "    add 2\\u{9B}",
    ]
    for lines in [try Self.why(Self.remarked()), try Self.why(Self.remarked(), .icon("Night"))] {
      let start = try #require(lines.firstIndex(of: "6 remarks"), "\(lines)")
      #expect(
        Array(lines[(start + 1)...].prefix(10)) == first + [
          "  note: two apps [several-apps]", "    take --target", "  … and 2 more; homescreen lint lists all",
          "  homescreen explain CODE explains the code in [brackets]",
        ])
    }
    // Lint rules may add to the remarks of the readers.
    let lines = try Self.inspect(Self.remarked())
    let start = try #require(lines.firstIndex { $0.hasSuffix(" remarks") }, "\(lines)")
    #expect(Array(lines[(start + 1)...].prefix(6)) == first)
    #expect(lines.contains("  note: two apps [several-apps]"))
  }

  @Test func appThatXcodeDoesNotBuildIsReported() throws {
    var package = try Self.package(
      ["Night"],
      files: [
        ("Night@3x.png", .pixels(width: 180, height: 180)), ("Night@2x~ipad.png", .pixels(width: 152, height: 152)),
      ])
    #expect(try Self.why(package).contains { $0.contains("the package is correct") })
    package.warnings = [
      PackageWarning(
        .primaryIconSetMissing, "There is no “Missing”.", severity: .error, endsBuild: true)
    ]
    let lines = try Self.why(package)
    #expect(
      lines.last
        == "All of them would change on iPhone and iPad, but Xcode does not build the app: There is no “Missing”. "
        + "homescreen inspect shows where.", "\(lines)")
  }

  // MARK: Width

  @Test func longNameDoesNotFillEveryRowOfATable() throws {
    let lines = try Self.inspect(Self.package([String(repeating: "n", count: 10_000), "day"]))
    #expect(lines.allSatisfy { $0.count < 700 }, "\(lines.map(\.count))")
    #expect(lines.contains { $0.contains("nnn…") })
  }
}
