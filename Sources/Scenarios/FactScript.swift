package import Events
package import HomeScreenSimulator
import LuaAPI
import PropertyLists

/// The text of one fact's scenario: from `fact("ICON-074"` at the beginning of a line to the next line that begins with
/// `end)`.
package struct FactScript: Sendable {
  package let id: FactID
  /// The name of the script that contains the fact.
  package let file: String
  /// The lines of the fact in the script, from 1.
  package let lines: ClosedRange<Int>
  /// A script with only this scenario: the beginning of the original up to its first fact, and then the scenario.
  package let text: String

  private static let beginning = "fact(\""
  private static let end = "end)"

  /// Returns the scenarios of scripts, in order.
  /// - Throws: the errors of reading a script.
  package static func all(in files: [ScenarioFile]) throws -> [FactScript] { try files.flatMap(scripts) }

  private static func scripts(of file: ScenarioFile) throws -> [FactScript] {
    let lines = String(decoding: try file.read(), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.firstIndex(where: { $0.hasPrefix(beginning) }) else { return [] }
    return lines.indices.filter { lines[$0].hasPrefix(beginning) }.map { start in
      let id = lines[start].dropFirst(beginning.count).prefix { $0 != "\"" }
      let last = lines[start...].firstIndex { $0.hasPrefix(end) } ?? lines.count - 1
      return FactScript(
        id: FactID(String(id)), file: file.name, lines: (start + 1)...(last + 1),
        text: (lines[..<first] + lines[start...last]).joined(separator: "\n"))
    }
  }
}

/// The facts with a scenario, and the number of cells of each.
package enum FactTrials {
  /// Returns the facts that scripts define, in order, without running scenarios. A script that fails gives its facts up
  /// to the failure; running it reports the error.
  package static func trials(in files: [ScenarioFile]) -> [FactTrial] {
    var options = RunOptions()
    options.isListing = true
    let projects = ProjectFinder(trust: .nothing)
    var trials: [FactTrial] = []
    for file in files {
      let runner = FileRunner(file: file, options: options, projects: projects, emit: { _ in })
      runner.onFact = { fact in
        trials.append(
          FactTrial(
            id: fact.fact.id, file: file.name, cells: fact.plan, isForMac: fact.needs.allSatisfy(\.isOnMac)))
      }
      runner.run()
    }
    return trials
  }
}
