import Events
import HomeScreenReports
import LuaAPI
import LuaEngine
import Testing

/// The services that a session needs from higher modules, and its behaviour without them.
@Suite struct SessionServicesTests {
  private static func message(_ code: String, _ services: (any SessionServices)?) -> String? {
    do {
      let session = try Session(at: .bundled("scenarios/seeds"), services: services)
      try session.run(code, chunkName: "=test")
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("AppPackage { plist = { CFBundleIdentifier = 'com.example.a' } }:lint()", "lint is not part of this session"),
    ("Device():install('fixtures/ChangeIcon.app'):why('night')", "why is not part of this session"),
    ("Device().screen:svg()", "a drawing is not part of this session"),
  ])
  func sessionWithoutServicesReportsWhatIsMissing(code: String, message: String) throws {
    let found = try #require(Self.message(code, nil))
    #expect(found.contains(message), "\(found)")
    #expect(Self.message(code, ReportServices()) == nil)
  }

  @Test func apiNamesNeedNoServices() {
    let explanation = Explanation(nil)
    #expect(explanation.text(of: "device:launch") != nil)
    #expect(explanation.text(of: "unknown-icon") == nil)
    #expect(explanation.unknown("nowhere").contains("nowhere"))
    #expect(Explanation(ReportServices()).text(of: "icon-file-listed-twice") != nil)
  }

  @Test func servicesKnowTheRulesAndTheFormats() {
    let services = ReportServices()
    #expect(services.rules.map(\.code).contains(RuleCode(rawValue: "icon-file-listed-twice")))
    #expect(services.formats.first == "terminal")
    #expect(services.codes.contains("icon-file-listed-twice") && services.codes.contains("unknown-model"))
  }
}
