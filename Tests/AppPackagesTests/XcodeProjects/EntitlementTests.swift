import AppPackages
import PropertyLists
import TestSupport
import Testing

/// The domains whose universal links open an app.
@Suite struct EntitlementTests {
  private static func domains(_ entries: String, setting: String = "App/App.entitlements") throws -> [LinkDomain]? {
    var project = ProjectMaker()
    project.targetSettings["CODE_SIGN_ENTITLEMENTS"] = .string(setting)
    project.targetSettings["HOST"] = "links.example.com"
    project.files["App/App.entitlements"] = Array(
      xml("<dict><key>com.apple.developer.associated-domains</key><array>\(entries)</array></dict>").utf8)
    return try project.package().linkDomains
  }

  @Test(arguments: [
    ("<string>applinks:example.com</string>", ["example.com"]),
    (
      "<string>webcredentials:a.com</string><string>applinks:*.b.com?mode=developer</string>",
      ["*.b.com?mode=developer"]
    ),
    ("<string>applinks:$(HOST)</string><string>applinks:</string><integer>3</integer>", ["links.example.com"]),
    ("<string>applinks:a.com?mode=developer+managed</string>", ["a.com?mode=developer+managed"]),
    ("<string>applinks:a.com?mode=other</string><string>applinks:b.com?</string>", ["a.com", "b.com"]),
    ("", []),
  ])
  func linksOfTheEntitlementsAreRead(entries: String, domains: [String]) throws {
    #expect(try Self.domains(entries)?.map(\.entry) == domains.map { "applinks:" + $0 })
  }

  @Test(arguments: [("<true/>", true), ("<false/>", false), ("<string>YES</string>", false)])
  func entitlementOfBrowsersIsRead(value: String, isBrowser: Bool) throws {
    var project = ProjectMaker()
    #expect(try !project.package().isBrowser)
    project.targetSettings["CODE_SIGN_ENTITLEMENTS"] = "App/App.entitlements"
    project.files["App/App.entitlements"] = Array(
      xml("<dict><key>com.apple.developer.web-browser</key>\(value)</dict>").utf8)
    #expect(try project.package().isBrowser == isBrowser)
  }

  @Test func dataMayDeclareLinks() throws {
    let entitlements: PropertyListDictionary = [
      LinkDomain.entitlement: ["applinks:$(HOST)", "applinks:*.example.com", "webcredentials:example.com", 3]
    ]
    let package = try AppPackage(
      name: "Paint", infoPlist: [:], settings: ["HOST": "links.example.org"], entitlements: entitlements)
    #expect(package.linkDomains?.map(\.pattern) == ["links.example.org", "*.example.com"])
    #expect(try AppPackage(name: "Paint", infoPlist: [:], entitlements: [:]).linkDomains == [])
    #expect(try AppPackage(name: "Paint", infoPlist: [:]).linkDomains == nil)
  }

  /// LAUNCH-127.
  @Test(arguments: [
    ("example.com", "example.com", true), ("example.com", "EXAMPLE.com", true),
    ("example.com", "www.example.com", false), ("*.example.com", "www.example.com", true),
    ("*.example.com", "a.b.Example.com", true), ("*.example.com", "example.com", false),
    ("*.example.com", ".example.com", false), ("*.example.com", "myexample.com", false),
    ("$(HOST)", "example.com", true), ("https://example.com", "example.com", false),
  ]) func hostsMatchTheirPatterns(pattern: String, host: String, holds: Bool) throws {
    #expect(try #require(LinkDomain("applinks:" + pattern)).holds(for: host) == holds)
  }

  @Test func appWithoutEntitlementsHasNoLinks() throws {
    #expect(try ProjectMaker().package().linkDomains == [])
  }

  /// A missing file of settings may name entitlements, if there are some with domains.
  @Test(arguments: [("App/Other.entitlements", false), ("App/Other.txt", true), ("Pods/Other.entitlements", true)])
  func missingSettingsDoNotNameFilesThatAreMissing(path: String, isKnown: Bool) throws {
    var project = ProjectMaker()
    project.targetXcconfig = "Missing.xcconfig"
    project.files[path] = Array("<string>applinks:example.com</string>".utf8)
    #expect(try project.package().linkDomains == (isKnown ? [] : nil))
  }

  /// A missing file, and an unreadable one.
  @Test(arguments: ["App/Missing.entitlements", "../../secret.entitlements", "App/Info.plist/x", "$(NOWHERE)"])
  func unreadableEntitlementsAreUnknown(setting: String) throws {
    #expect(try Self.domains("<string>applinks:example.com</string>", setting: setting) == nil)
  }

  @Test func brokenEntitlementsAreUnknown() throws {
    var project = ProjectMaker()
    project.targetSettings["CODE_SIGN_ENTITLEMENTS"] = "App/App.entitlements"
    project.files["App/App.entitlements"] = Array("<dict>".utf8)
    #expect(try project.package().linkDomains == nil)
  }
}
