import Exploration
import HomeScreenReports
import LuaAPI
import TestSupport
import Testing

/// The faults that people have reported are found from the broken app alone, and the repaired app has none.
@Suite struct MuseumExplorationTests {
  private static let folder = "lua/scenarios/museum"
  private static let scripts: [String] = {
    let files = (try? Repository.files(under: folder, endings: [".lua"])) ?? []
    return files.filter { $0.text.contains("explored = ") || $0.text.contains("museum.explore(") }.map(\.path)
  }()

  /// Whoever takes a definition away notices.
  @Test func manyExhibitsAreExplored() {
    #expect(Self.scripts.count >= 17)
  }

  @Test(arguments: scripts) func theReportedAppBreaksAndTheRepairedOneHolds(script: String) throws {
    var options = ExploreOptions()
    options.depth = 4
    options.walks = 0
    let report = try Explorer(ExploreSource("\(Repository.root)/\(Self.folder)/\(script)"), options: options).explore()
    #expect(report.apps.count >= 2 && report.apps.count % 2 == 0)
    for app in report.apps {
      #expect(app.problem == nil, "\(app.title)")
      #expect(app.depth == 4 || app.isExhausted, "\(app.title)")
      #expect(app.notes == [], "\(app.title)")
      if app.title.hasSuffix(", as reported") {
        #expect(!app.findings.isEmpty, "\(app.title)")
      } else {
        #expect(app.title.hasSuffix(", repaired"))
        #expect(app.findings.map(\.happened) == [], "\(app.title)")
      }
    }
  }
}
