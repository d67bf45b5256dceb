import AppPackages
import HomeScreenReports
import HomeScreenSimulator
import Platform
import PropertyLists
import TestSupport
import Testing

@Suite struct IconSheetTests {
  private static let hostile = "<script>x</script>\u{202E}\u{1B}[2J&\"'"

  private static func page(
    label: String = "Paint", alternate: String = "night", strings: [(language: String, table: StringTable)] = []
  ) throws -> String {
    let plist: PropertyListDictionary = [
      "CFBundleIdentifier": "com.example.paint", "CFBundleDisplayName": .string(label), "UIDeviceFamily": [1, 2],
      "CFBundleIcons": [
        "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["paint"]],
        "CFBundleAlternateIcons": .dictionary(
          PropertyListDictionary([(alternate, .dictionary(["CFBundleIconFiles": ["gone"]]))])),
      ],
      "UIApplicationShortcutItems": [
        ["UIApplicationShortcutItemType": "new", "UIApplicationShortcutItemTitle": "New"]
      ],
    ]
    let package = try AppPackage(
      name: "Paint", infoPlist: plist,
      files: [(path: "paint@2x.png", content: .pixels(width: 120, height: 120))], strings: strings)
    let devices = try [DeviceModel.iPhone, .iPad].map { try Device(model: $0) }
    let subject = InspectionSubject(package, devices: devices)
    return try #require(InspectionFormats.named("html")).make(subject).plain
  }

  @Test func pageLoadsNothing() throws {
    let page = try Self.page()
    #expect(page.contains("content=\"default-src 'none'; style-src 'sha256-"))
    #expect(page.contains("img-src data:; base-uri 'none'; form-action 'none'\""))
    for forbidden in ["<script", "http://", "https://", " style=\"", "url(http", "<link", "@import"] {
      let found = page.replacing("http://www.w3.org/2000/svg", with: "").contains(forbidden)
      #expect(!found, "\(forbidden)")
    }
  }

  @Test func iconsAreShownOnEachDeviceWithTheirProblems() throws {
    let page = try Self.page()
    #expect(page.contains("<a href=\"#icon-0\">Primary icon</a>"))
    #expect(page.contains("<details><summary>“night”</summary>\n<div id=\"icon-1\">"))
    #expect(page.contains("<h3>iPhone</h3>") && page.contains("<h3>iPad</h3>"))
    for title in ["home, dock, library, share", "spotlight", "settings", "notification", "switcher", "appStore"] {
      #expect(page.contains("<b>\(title)</b>"))
    }
    for look in ScreenAppearance.allCases where look != .light { #expect(page.contains("<b>\(look.rawValue)</b>")) }
    #expect(page.contains("⚠ scaled: 120 px enlarged, so it is blurred"))
    #expect(page.contains("✗ missing: the placeholder is shown</span> <code>[icon-file-missing]</code>"))
    #expect(page.contains("aria-label=\"home, dock, library, share on iPhone: "))
  }

  /// The verdict, the findings and one table come first; the pictures on other surfaces are details.
  @Test func verdictComesFirst() throws {
    let page = try Self.page()
    let verdict = try #require(page.firstRange(of: "<h2 class=\"bad\">✗ 1 error, "))
    let table = try #require(page.firstRange(of: "<table class=\"icons\">"))
    let details = try #require(page.firstRange(of: "<details>"))
    #expect(verdict.upperBound < table.lowerBound && table.upperBound < details.lowerBound)
    let rows = page[table.upperBound..<details.lowerBound].split(separator: "<tr><th scope=\"row\">").dropFirst()
    #expect(rows.map { $0.ranges(of: "<td>").count } == [12, 12])
    #expect(rows.last?.ranges(of: "<b class=\"bad\">✗</b>").count == 12)
    // A note is not a problem.
    let note = try AppPackage(
      name: "Note",
      infoPlist: [
        "CFBundleIdentifier": "com.example.note", "CFBundleName": "Note",
        "CFBundleIcons": [
          "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["note"], "CFBundleIconName": "note"],
          "CFBundleAlternateIcons": [:],
        ],
      ],
      files: [
        (path: "note@2x.png", content: .pixels(width: 120, height: 120)),
        (path: "note@3x.png", content: .pixels(width: 180, height: 180)),
      ])
    let subject = InspectionSubject(note, devices: [try Device()])
    let severities = Set(subject.findings.map(\.severity))
    let heading = try #require(InspectionFormats.named("html")).make(subject).plain.firstMatch(
      of: /<h2 class="(\w+)">(.)/)
    #expect(heading?.1 == "good" && heading?.2 == "✓", "\(severities)")
  }

  /// Lookalikes and parts of a name are other names.
  @Test func iconsHaveTheirFindings() throws {
    func page(_ names: [String]) throws -> [Substring] {
      let icons = names.map { ($0, PropertyListValue.dictionary(["CFBundleIconFiles": [.string("gone \($0)")]])) }
      let package = try AppPackage(
        name: "Paint",
        infoPlist: [
          "CFBundleIdentifier": "com.example.paint",
          "CFBundleIcons": ["CFBundleAlternateIcons": .dictionary(PropertyListDictionary(icons))],
        ])
      let subject = InspectionSubject(package, devices: [try Device(model: .iPhone)])
      return try #require(InspectionFormats.named("html")).make(subject).plain.split(separator: "<details>")
    }
    let names = ["Caf\u{E9}", "Cafe\u{301}", "Night", "Nigh", "a.b c", "x”y", "“"]
    let sections = try page(names).dropFirst(2).prefix(names.count)
    #expect(sections.count == names.count)
    for (name, section) in zip(names, sections) {
      let marks = try #require(section.firstMatch(of: /<ul class="marks">(.*?)<\/ul>/)).1
      #expect(ExactText.contains("gone \(name)", in: String(marks)), "\(name)")
      for other in names where !ExactText.isSame(other, name) {
        #expect(!ExactText.contains("gone \(other)”", in: String(marks)), "\(name): \(other)")
      }
    }
  }

  @Test func manyIconsAreTruncated() throws {
    let names = (0..<300).map { "n\($0)" }
    let icons = names.map { ($0, PropertyListValue.dictionary(["CFBundleIconFiles": [.string($0)]])) }
    let package = try AppPackage(
      name: "Paint",
      infoPlist: [
        "CFBundleIdentifier": "com.example.paint",
        "CFBundleIcons": ["CFBundleAlternateIcons": .dictionary(PropertyListDictionary(icons))],
      ])
    let subject = InspectionSubject(package, devices: [try Device(model: .iPhone)])
    let page = try #require(InspectionFormats.named("html")).make(subject).plain
    #expect(page.contains("301 icons ·") && page.contains("<p>51 more icons are not shown.</p>"))
    #expect(page.ranges(of: "<th scope=\"row\"").count == 250 && page.ranges(of: "<details>").count == 250)
  }

  @Test func menuIsShownInEachLanguage() throws {
    let page = try Self.page(strings: [("de", ["New": "Neu"]), ("ar", ["New": "جديد"])])
    #expect(page.contains("Quick actions in 2 languages"))
    #expect(page.contains("Neu") && page.contains("جديد"))
  }

  @Test func namesAreText() throws {
    let page = try Self.page(label: Self.hostile, alternate: Self.hostile)
    #expect(!page.contains("<script"))
    #expect(page.contains("&lt;script&gt;x&lt;/script&gt;"))
    #expect(!page.unicodeScalars.contains("\u{202E}") && !page.unicodeScalars.contains("\u{1B}"))
  }

  @Test func missingIconIsReported() throws {
    let package = try AppPackage(name: "Paint", infoPlist: ["CFBundleIdentifier": "com.example.paint"])
    let subject = InspectionSubject(package, devices: [try Device()], icon: "nigth\u{1B}")
    let error = #expect(throws: UserError.self) {
      _ = try InspectionFormats.named("svg")?.make(subject)
    }
    #expect(error?.description == #"the app has no alternate icon “nigth\u{1B}”; it has no alternates"#)
  }
}
