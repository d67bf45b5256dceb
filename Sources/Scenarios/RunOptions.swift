package import AppPackages
package import Events
package import HomeScreenSimulator
package import LuaAPI
package import LuaEngine
package import Platform

/// How a run is done.
package struct RunOptions: Sendable {
  /// Seconds.
  package static let defaultWatchdog: Double = 60

  /// The limits of each script: memory, budget, seed.
  package var lua = LuaOptions()
  /// What scripts get of modules above; nil where none of them needs it.
  package var services: (any SessionServices)?
  /// Seconds of processor time that a scenario may take before it is stopped, or ten times as many of real time; 0: no
  /// limit.
  package var watchdog: Double = RunOptions.defaultWatchdog

  /// Virtual seconds that each scenario may let pass, where the script says nothing else; nil: any.
  package var timeout: Double?

  // MARK: Which scenarios

  /// Only scenarios of whose full name one of these is a part.
  package var filters: [NamePattern] = []
  /// Only the scenarios of these facts; nil: all.
  package var facts: Set<FactID>?
  /// Not what has one of these in its full name.
  package var excludedNames: [NamePattern] = []
  /// Only scenarios for whose tags (`#smoke` in the name) one of these holds.
  package var tags: [TagExpression] = []
  /// Not what has tags for which one of these holds.
  package var excludedTags: [TagExpression] = []
  /// Only what failed the last time.
  package var lastFailures: LastFailures?
  /// Only the files of one part of the run; nil: all.
  package var shard: Shard?
  /// Scenarios are named and not run.
  package var isListing = false
  /// The run ends with the first failure.
  package var endsWithFirstFailure = false

  // MARK: How they are run

  /// Files, blocks and scenarios run in an order that this decides; nil: as they were written.
  package var shuffleSeed: UInt64?
  /// A script that runs before each file, in its state.
  package var helper: String?
  /// `setup` and `teardown` are the lazy ones, which run only where there is a scenario.
  package var setupIsLazy = false
  /// What becomes of snapshots that are new, different or no longer used.
  package var snapshots = SnapshotStore.Mode.write
  /// Whether it is told what of the model and of the scripts was exercised.
  package var measuresCoverage = false
  /// Whether each scenario runs alone once more.
  package var isolation = Isolation.file
  /// Only these, beside what is chosen otherwise; nil: all.
  var only: Set<ScenarioKey>?
  /// The app that `device:install()` takes without a path.
  package var defaultApp: String?
  /// Which app of a project ``defaultApp`` means.
  package var defaultAppOptions = PackageOptions()
  /// What a device is that names nothing itself.
  package var device = DeviceDefaults()
  /// Which cells of each `matrix` are run.
  package var matrix = MatrixChoice()
  /// Where scripts may read, in addition to their projects.
  package var readableFolders: [ReadableFolder] = []
  /// Where scripts may write, beside their own folders.
  package var writableFolders: [WritableFolder] = []
  /// What the kernel takes from the processes that run scripts.
  package var confinement = Confinement.ofKernel
  /// Where these write in addition: the cache of the reader of sources.
  package var outputs: [String] = []
  /// What scripts find around them: variables, places of modules.
  package var surroundings = ScriptSurroundings()
  /// Plugins beside those that the project's settings name.
  package var plugins: [PluginSource] = []
  /// Decides about code that the project's settings bring.
  package var trust = ProjectTrust.nothing

  /// Which scenarios tell what they did step by step.
  package var steps = StepChoice.none

  /// The arguments that decide what scripts do, for the command that repeats a failure.
  package var arguments: [String] = []
  /// How many processes run files at the same time.
  package var jobs = 1
  /// The number of the process that runs files, from 1.
  var worker = 1

  /// Everything is run, with the usual limits.
  package init() {}

  /// Whether only some scenarios take part.
  var isFiltered: Bool { !filters.isEmpty || facts != nil || !tags.isEmpty || lastFailures != nil }

  /// Whether the run is about less than all that its files hold, other than what failed the last time.
  package var isPart: Bool {
    !filters.isEmpty || facts != nil || !tags.isEmpty || !excludedNames.isEmpty || !excludedTags.isEmpty
      || endsWithFirstFailure || isListing || only != nil
  }
}

/// Which scenarios of a file take part.
final class Selection {
  private let options: RunOptions
  private let file: String
  /// Made for the first pattern.
  private var search: PatternSearch?
  private var counter = ScenarioCounter()
  private let choosesScenarios: Bool
  private let choosesBlocks: Bool

  init(_ options: RunOptions, file: String) {
    self.options = options
    self.file = file
    choosesBlocks = !options.excludedNames.isEmpty || !options.excludedTags.isEmpty
    choosesScenarios = choosesBlocks || options.isFiltered || options.only != nil
  }

  /// Whether a block may have scenarios that take part; without, its body does not run.
  func includes(block names: [String]) -> Bool {
    guard choosesBlocks, let last = names.last else { return true }
    return !isExcluded(names.joined(separator: " "), TagExpression.tags(in: last))
  }

  /// Whether a scenario takes part.
  /// - Parameter fact: in one of whose cells it is; nil for other scenarios.
  func includes(scenario block: [String], _ name: String, cell: String?, of fact: FactID?) -> Bool {
    guard choosesScenarios else { return true }
    if let facts = options.facts, !(fact.map(facts.contains) ?? false) { return false }
    guard isChosen(block, name) else { return false }
    guard let only = options.only else { return true }
    return only.contains(counter.key(block + [name], cell: cell))
  }

  private func isChosen(_ block: [String], _ name: String) -> Bool {
    if let failures = options.lastFailures, !failures.includes(block + [name], in: file) { return false }
    let fullName = (block + [name]).joined(separator: " ")
    let tags = TagExpression.tags(in: fullName)
    if !options.filters.isEmpty, !options.filters.contains(where: { finds($0, fullName) }) { return false }
    if !options.tags.isEmpty, !options.tags.contains(where: { $0.matches(tags) }) { return false }
    return !isExcluded(fullName, tags)
  }

  private func isExcluded(_ fullName: String, _ tags: Set<String>) -> Bool {
    options.excludedNames.contains { finds($0, fullName) } || options.excludedTags.contains { $0.matches(tags) }
  }

  /// A pattern that fails for a name, as one that takes too long does, does not choose it.
  private func finds(_ pattern: NamePattern, _ name: String) -> Bool {
    if search == nil { search = try? PatternSearch() }
    return (try? search?.finds(pattern, in: name)) ?? false
  }
}
