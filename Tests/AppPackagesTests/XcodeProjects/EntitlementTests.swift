import AppPackages
import PropertyLists
import TestSupport
import Testing

/// The domains whose universal links come to an app.
@Suite struct EntitlementTests {
  private static func domains(_ entries: String, setting: String = "App/App.entitlements") throws -> [String]? {
    var project = ProjectMaker()
    project.targetSettings["CODE_SIGN_ENTITLEMENTS"] = .string(setting)
    project.targetSettings["HOST"] = "links.example.com"
    project.files["App/App.entitlements"] = Array(
      xml("<dict><key>com.apple.developer.associated-domains</key><array>\(entries)</array></dict>").utf8)
    return try project.package().linkDomains
  }

  @Test(arguments: [
    ("<string>applinks:example.com</string>", ["example.com"]),
    ("<string>webcredentials:a.com</string><string>applinks:*.b.com?mode=developer</string>", ["*.b.com"]),
    ("<string>applinks:$(HOST)</string><string>applinks:</string><integer>3</integer>", ["links.example.com"]),
    ("", []),
  ])
  func theLinksOfTheEntitlementsAreTold(entries: String, domains: [String]) throws {
    #expect(try Self.domains(entries) == domains)
  }

  @Test func anAppWithoutEntitlementsHasNoLinks() throws {
    #expect(try ProjectMaker().package().linkDomains == [])
  }

  /// A file that is not there, and one that nobody may read.
  @Test(arguments: ["App/Missing.entitlements", "../../secret.entitlements", "App/Info.plist/x", "$(NOWHERE)"])
  func whatCannotBeReadIsUnknown(setting: String) throws {
    #expect(try Self.domains("<string>applinks:example.com</string>", setting: setting) == nil)
  }

  @Test func brokenEntitlementsAreUnknown() throws {
    var project = ProjectMaker()
    project.targetSettings["CODE_SIGN_ENTITLEMENTS"] = "App/App.entitlements"
    project.files["App/App.entitlements"] = Array("<dict>".utf8)
    #expect(try project.package().linkDomains == nil)
  }
}
