package import AppPackages
package import Events
package import HomeScreenSimulator
package import LuaAPI
package import LuaEngine
package import Platform

package struct RunOptions: Sendable {
  /// The default of ``watchdog``, in seconds.
  package static let defaultWatchdog: Double = 60

  /// The limits of each script: memory, budget, seed.
  package var lua = LuaOptions()
  /// The services of other modules for scripts; nil if none of them is needed.
  package var services: (any SessionServices)?
  /// The processor time in seconds that a scenario may take, or ten times as much real time; 0: unlimited.
  package var watchdog: Double = RunOptions.defaultWatchdog

  /// The virtual seconds that each scenario may let pass, unless the script sets a limit; nil if unlimited.
  package var timeout: Double?

  // MARK: Which scenarios

  /// Selects scenarios with one of these in their full name.
  package var filters: [NamePattern] = []
  /// Selects the scenario, or the scenarios of the block, that begins on this line; nil for all.
  var line: Int?
  /// Selects the scenarios of these facts; nil for all.
  package var facts: Set<FactID>?
  /// Excludes scenarios with one of these in their full name.
  package var excludedNames: [NamePattern] = []
  /// Selects scenarios with tags (`#smoke` in the name) that match one of these.
  package var tags: [TagExpression] = []
  /// Excludes scenarios with tags that match one of these.
  package var excludedTags: [TagExpression] = []
  /// Selects the failures of the last run.
  package var lastFailures: LastFailures?
  /// Selects the files of one part of the run; nil for all.
  package var shard: Shard?
  /// Whether scenarios are only listed.
  package var isListing = false
  package var endsWithFirstFailure = false

  // MARK: How they are run

  /// The seed of a random order of files, blocks and scenarios; nil to keep them as they were written.
  package var shuffleSeed: UInt64?
  /// A script that runs before each file, in its state.
  package var helper: String?
  /// Whether `setup` and `teardown` mean the lazy ones, which run only if a scenario runs.
  package var setupIsLazy = false
  /// The treatment of snapshots that are new, different or no longer used.
  package var snapshots = SnapshotStore.Mode.write
  /// Whether each scenario also runs alone.
  package var isolation = Isolation.file
  /// Further restricts the selection to these scenarios; nil for all.
  var only: Set<ScenarioKey>?
  /// The app that `device:install()` takes without a path.
  package var defaultApp: String?
  /// The options that select the app of a project for ``defaultApp``.
  package var defaultAppOptions = PackageOptions()
  /// The device of scripts that do not name one.
  package var device = DeviceDefaults()
  /// The selected cells of each `matrix`.
  package var matrix = MatrixChoice()
  /// The folders that scripts may read in addition to their projects.
  package var readableFolders: [ReadableFolder] = []
  /// The folders that scripts may write in addition to their own.
  package var writableFolders: [WritableFolder] = []
  /// The confinement of the processes that run scripts.
  package var confinement = Confinement.ofKernel
  /// The additional paths that the processes that run scripts may write to: the cache of the source reader.
  package var outputs: [String] = []
  /// The environment of scripts: module search paths and environment variables.
  package var surroundings = ScriptSurroundings()
  /// The plugins in addition to those of the project's settings.
  package var plugins: [PluginSource] = []
  /// Decides whether code of the project's settings runs.
  package var trust = ProjectTrust.nothing

  /// The scenarios that report their steps.
  package var steps = StepChoice.none

  /// The arguments that affect scripts, for the command that repeats a failure.
  package var arguments: [String] = []
  /// The number of processes that run files at the same time.
  package var jobs = 1
  /// The number of the worker process, from 1.
  var worker = 1

  /// Creates the options of a run of all scenarios, with the default limits.
  package init() {}

  /// Whether names, facts, tags or the last failures select scenarios.
  package var isFiltered: Bool {
    !filters.isEmpty || line != nil || facts != nil || !tags.isEmpty || lastFailures != nil
  }

  /// Whether the run leaves out scenarios of its files for reasons other than ``lastFailures``.
  package var isPart: Bool {
    !filters.isEmpty || line != nil || facts != nil || !tags.isEmpty || !excludedNames.isEmpty || !excludedTags.isEmpty
      || endsWithFirstFailure || isListing || only != nil || matrix.model != nil || matrix.os != nil
  }
}

/// The selection of the scenarios of a file.
final class Selection {
  private let options: RunOptions
  private let file: String
  /// Created for the first pattern.
  private var search: PatternSearch?
  private var counter = ScenarioCounter()
  private let choosesScenarios: Bool
  private let choosesBlocks: Bool

  init(_ options: RunOptions, file: String) {
    (self.options, self.file) = (options, file)
    choosesBlocks = !options.excludedNames.isEmpty || !options.excludedTags.isEmpty
    choosesScenarios = choosesBlocks || options.isFiltered || options.only != nil
  }

  /// Returns whether a block may have selected scenarios; if not, its body does not run.
  func includes(block names: [String]) -> Bool {
    guard choosesBlocks, let last = names.last else { return true }
    return !isExcluded(names.joined(separator: " "), TagExpression.tags(in: last))
  }

  /// The line in which the scenario or a block around it must begin; nil for any.
  var line: Int? { options.line }

  /// Returns whether a scenario is selected.
  /// - Parameter fact: the fact of its cell; nil for other scenarios.
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

  /// Searches a name. A pattern that fails, for example by taking too long, does not match.
  private func finds(_ pattern: NamePattern, _ name: String) -> Bool {
    if search == nil { search = try? PatternSearch() }
    return (try? search?.finds(pattern, in: name)) ?? false
  }
}
