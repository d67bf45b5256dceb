public import Events
import HomeScreenSimulator
import LuaAPI

/// Which facts have a scenario, and in how many cells each is tried.
public enum FactCensus {
  /// What scripts define, in their order; no scenario runs. A script that fails has told its facts up to there; running it
  /// tells why.
  public static func trials(in files: [ScenarioFile]) -> [FactTrial] {
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
