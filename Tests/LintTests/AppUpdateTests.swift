import AppPackages
import Events
import HomeScreenSimulator
import Lint
import PropertyLists
import Testing

/// Icons and actions that an update removes.
@Suite struct AppUpdateTests {
  private func package(
    _ alternates: [String], pad: [String]? = nil, actions: [(String, String)] = [],
    identifier: String = "com.example.paint"
  ) throws -> AppPackage {
    func icons(_ names: [String]) -> PropertyListValue {
      let entries = names.map { ($0, ["CFBundleIconFiles": [.string($0)]] as PropertyListValue) }
      return ["CFBundleAlternateIcons": .dictionary(PropertyListDictionary(entries))]
    }
    var info: PropertyListDictionary = [
      "CFBundleIdentifier": .string(identifier), "UIDeviceFamily": [1, 2], "CFBundleIcons": icons(alternates),
    ]
    if let pad { info["CFBundleIcons~ipad"] = icons(pad) }
    if !actions.isEmpty {
      info["UIApplicationShortcutItems"] = .array(
        of: actions.map {
          ["UIApplicationShortcutItemType": .string($0.0), "UIApplicationShortcutItemTitle": .string($0.1)]
        })
    }
    return try AppPackage(name: "Paint", infoPlist: info)
  }

  private func findings(_ old: AppPackage, _ new: AppPackage) throws -> [Finding] {
    try AppUpdate(from: old, to: new).findings()
  }

  @Test func unchangedAppLosesNothing() throws {
    let app = try package(["Night"], actions: [("a.compose", "Compose")])
    #expect(try findings(app, app).isEmpty)
    #expect(try findings(app, package(["Night", "Dusk"], actions: [("a.compose", "Write"), ("a.b", "B")])).isEmpty)
  }

  /// ICON-154.
  @Test func renamedIconIsLost() throws {
    let found = try findings(package(["Night", "Dusk"]), package(["night", "Dusk"]))
    #expect(found.map(\.code) == ["alternate-name-removed"])
    let finding = try #require(found.first)
    #expect(finding.message.contains("“Night”") && finding.severity == .error)
    #expect(finding.help?.contains("if “night” is the same icon") == true)
    #expect(finding.devices == [.iPhone, .iPad])
    #expect(finding.facts.contains("ICON-154"))
  }

  /// An icon that the old version has too is not the renamed one.
  @Test func onlyNewNamesAreProposed() throws {
    let found = try findings(package(["Night", "Nigh"]), package(["Nigh"]))
    #expect(found.map(\.help) == ["continue to declare “Night”, with the old picture or the new one"])
  }

  @Test func iPadDictionaryCounts() throws {
    let found = try findings(package(["Night"]), package(["Night"], pad: []))
    #expect(found.map(\.devices) == [[.iPad]])
    // The icon was not available on iPad.
    #expect(try findings(package(["Night"], pad: []), package(["Night"], pad: [])).isEmpty)
  }

  /// Debug and release builds often have different identifiers.
  @Test func otherIdentifierIsStillAnUpdate() throws {
    #expect(try findings(package(["Night"]), package(["Night"], identifier: "com.example.paint.beta")).isEmpty)
    #expect(try findings(package(["Night"]), package([], identifier: "com.example.paint.beta")).count == 1)
  }

  /// QUICK-058.
  @Test func removedActionIsReported() throws {
    let found = try findings(
      package([], actions: [("a.compose", "Compose"), ("a.search", "Search")]),
      package([], actions: [("a.search", "Find")]))
    #expect(found.map(\.code) == ["shortcut-type-removed"])
    #expect(found.first?.message.contains("“Compose” (a.compose)") == true)
    #expect(found.first?.location?.file == "Paint.app/Info.plist")
    #expect(found.first?.devices == [.iPhone, .iPad])
  }

  @Test func updateCodesAreUnique() {
    let codes = Rules.all.map(\.code)
    for rule in AppUpdate.rules {
      #expect(!codes.contains(rule.code))
      for fact in rule.facts { #expect(FactLedger.fact(fact) != nil) }
    }
  }
}
