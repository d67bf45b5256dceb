internal import HomeScreenReports
public import HomeScreenSimulator
public import LuaAPI

/// Which facts have a scenario, and in how many cells each is tried: what scripts define, without running a scenario.
public struct FactCensus {
  /// One fact's scenario.
  public struct Entry: Sendable {
    /// Which fact.
    public let id: FactID
    /// The script's name.
    public let file: String
    /// What it would need of a real device.
    public let needs: [FactScenario.Need]
    /// Cells inside of its bounds, those outside that are run, and those outside of which nothing is known.
    public let inside, outside, unknown: Int

    /// Whether a simulator on a Mac has all that it needs.
    public var isForMac: Bool { needs.allSatisfy(\.isOnMac) }
  }

  /// In the order of the scripts.
  public private(set) var entries: [Entry] = []

  /// Asks all scripts. One that fails has told its facts up to there; running it tells why.
  public init(_ files: [ScenarioFile]) {
    var options = RunOptions()
    options.isListing = true
    let projects = ProjectFinder()
    var entries: [Entry] = []
    for file in files {
      let runner = FileRunner(file: file, options: options, projects: projects, emit: { _ in })
      runner.onFact = { fact in
        entries.append(
          Entry(
            id: fact.fact.id, file: file.name, needs: fact.needs, inside: fact.plan.inside, outside: fact.plan.outside,
            unknown: fact.plan.unknown))
      }
      runner.run()
    }
    self.entries = entries
  }
}
