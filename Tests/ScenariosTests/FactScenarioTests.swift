import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import Scenarios
import TestSupport
import Testing

/// The scenarios of facts in `lua/facts`.
@Suite struct FactScenarioTests {
  private static let trials = FactCensus.trials(in: ScenarioFinder.facts)
  private static let scripts = (try? FactScript.all(in: ScenarioFinder.facts)) ?? []

  @Test func allHold() {
    let (results, problems) = Run.results(of: ScenarioFinder.facts)
    #expect(problems == [])
    #expect(results.count == Self.trials.reduce(0) { $0 + $1.cells.cells.count })
    #expect(results.count > 40)
  }

  @Test func everyModelledFactHasAScenarioWithACell() {
    let tried = Set(Self.trials.filter { !$0.cells.cells.isEmpty }.map(\.id))
    #expect(FactLedger.all.filter { $0.status.hasScenario && !tried.contains($0.id) }.map(\.id.rawValue) == [])
  }

  /// One scenario a fact, in the folder of its ledger and the file of its section.
  @Test func eachStandsInItsPlace() throws {
    #expect(Self.trials.map(\.id) == Self.scripts.map(\.id), "fact( and its end) begin their lines")
    #expect(Set(Self.trials.map(\.id)).count == Self.trials.count, "a fact has two scenarios")
    var files: [String: String] = [:]
    for trial in Self.trials {
      let fact = try #require(FactLedger.fact(trial.id))
      #expect(trial.file.hasPrefix("facts/\(fact.ledger)/"), "\(trial.id) stands in \(trial.file)")
      let section = "\(fact.ledger), \(fact.area)"
      #expect(files[section, default: trial.file] == trial.file, "\(trial.id) stands in \(trial.file)")
      files[section] = trial.file
    }
    #expect(Set(files.values).count == files.count, "a file has facts of two sections")
  }

  /// What `explain ID --scenario` prints can be pasted; where it opens a project, beside the ledger's `fixtures`.
  @Test func eachRunsAlone() throws {
    let folder = TemporaryFolder()
    for path in BundledFiles.paths where path.hasPrefix("facts/") && path.contains("/fixtures/") {
      folder.write(path, Array(try #require(BundledFiles.bytes(path))))
    }
    for script in Self.scripts {
      let path = "facts/\(try #require(FactLedger.fact(script.id)).ledger)/\(script.id).lua"
      folder.write(path, script.text)
      let (results, problems) = Run.results(of: try ScenarioFinder.find(["\(folder.path)/\(path)"]).files)
      #expect(problems == [], "\(script.id)")
      #expect(!results.isEmpty && results.allSatisfy { $0.name.first == script.id.rawValue }, "\(script.id)")
    }
  }

  @Test func theLinesOfAScriptAreThoseOfItsFact() throws {
    for script in Self.scripts {
      let lines = try Repository.text("lua/\(script.file)").split(separator: "\n", omittingEmptySubsequences: false)
      let own = lines[(script.lines.lowerBound - 1)..<script.lines.upperBound]
      #expect(own.first?.hasPrefix("fact(\"\(script.id)\"") == true && own.last == "end)", "\(script.id)")
      #expect(script.text.hasSuffix(own.joined(separator: "\n")))
    }
  }
}
