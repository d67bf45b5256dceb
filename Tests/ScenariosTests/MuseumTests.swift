import Events
import LuaAPI
import Platform
import Scenarios
import Testing

/// The museum of reported problems: each exhibit fails as reported and passes when fixed.
@Suite struct MuseumTests {
  /// The scenarios of a file, as `describe › it`.
  private func results(of file: ScenarioFile) -> [ScenarioResult] {
    var results: [ScenarioResult] = []
    let code = ScenarioRunner(options: Run.options).run([file]) { event in
      if case .scenarioFinished(let result) = event { results.append(result) }
    }
    #expect(code == .success, "\(file.name)")
    return results
  }

  static let files = ScenarioFinder.builtIn.map(\.name).filter { $0.hasPrefix("museum/") }

  @Test func museumIsBuiltIn() {
    #expect(Self.files.count { $0.hasPrefix("museum/icons/") } >= 18)
    #expect(Self.files.count { $0.hasPrefix("museum/quick-actions/") } >= 11)
    #expect(!ScenarioFinder.builtIn.contains { $0.name.contains("/fixtures/") })
  }

  @Test(arguments: files)
  func exhibitsHaveBothApps(name: String) throws {
    let file = try #require(ScenarioFinder.builtIn.first { $0.name == name })
    let results = results(of: file)
    let names = results.map { $0.name.last ?? "" }
    #expect(results.allSatisfy { $0.status == .passed })
    #expect(
      names.contains { $0.hasPrefix("as ") },
      "\(name) does not show the app as it was reported")
    #expect(
      results.contains { $0.name.contains { $0.hasPrefix("repaired") } },
      "\(name) does not show the repaired app")
  }
}
