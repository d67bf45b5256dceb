package import Events
import HomeScreenSimulator
package import LuaAPI
internal import LuaEngine
package import Platform
import PropertyLists

/// Runs scenario files one after the other in this process and reports a stream of events.
///
/// ```swift
/// let code = ScenarioRunner(options: RunOptions()).run(ScenarioFinder.builtIn) { print($0) }
/// ```
///
/// A script that cannot be stopped ends the process; ``ScenarioSupervisor`` outlives it.
package struct ScenarioRunner {
  private let options: RunOptions
  var onFailure = FailureHooks()

  package init(options: RunOptions) { self.options = options }

  package func run(_ files: [ScenarioFile], emit: @escaping (RunEvent) -> Void) -> ExitCode {
    let total = files.count
    let files = ScenarioFile.prepare(files, for: options)
    let frame = RunFrame(options: options, emit: emit)
    frame.start(files)
    if !runFiles(files[...], emit: frame.report) { frame.tally.interrupt() }
    return frame.finish(files, of: total)
  }

  /// Runs files without the events that begin and end a run.
  /// - Returns: false when Ctrl-C ended it.
  func runFiles(_ files: ArraySlice<ScenarioFile>, emit: @escaping (RunEvent) -> Void) -> Bool {
    let projects = ProjectFinder(trust: options.trust, rules: options.services?.rules)
    for file in files {
      let runner = FileRunner(file: file, options: options, projects: projects, emit: emit)
      runner.onFailure = onFailure
      runner.run()
      if runner.isInterrupted || Interrupt.wasRequested { return false }
      if runner.hasFailed { break }
    }
    return true
  }
}

/// The frame of a run: emits its first and last events, and passes all others through.
final class RunFrame {
  private let options: RunOptions
  private let emit: (RunEvent) -> Void
  var tally = RunTally()
  /// The reported problems of plugins: each file loads them again, but a problem is reported once.
  private var told: Set<ExactText> = []
  private var pictures = PictureBudget()

  init(options: RunOptions, emit: @escaping (RunEvent) -> Void) { (self.options, self.emit) = (options, emit) }

  func start(_ files: [ScenarioFile]) {
    report(
      .runStarted(
        RunHeader(
          seed: options.lua.seed, files: files.count, shard: options.shard?.description, arguments: options.arguments)
      ))
  }

  func report(_ event: RunEvent) {
    tally.add(event)
    if case .pluginFailed(let plugin, let problem) = event {
      guard told.insert(ExactText("\(plugin)\n\(problem.place ?? "")\n\(problem.message)")).inserted else { return }
    }
    emit(pictures.admit(event))
  }

  /// Ends the run and returns its exit code. A run in which nothing ran did not succeed, whatever the reason. But if
  /// other parts have all files, this part has nothing to do, and `merge` judges the whole.
  /// - Parameters:
  ///   - files: the files of this part.
  ///   - total: the number of files in all parts.
  func finish(_ files: [ScenarioFile], of total: Int) -> ExitCode {
    let isEmpty = files.isEmpty ? total == 0 : tally.isEmpty
    let code = tally.exitCode == .success && isEmpty ? .nothingMatched : tally.exitCode
    report(.runFinished(counts: tally.counts, traceHash: tally.traceHash.description, exitCode: code))
    return code
  }
}

/// Passes the events of a run to a plugin's reporter, in a session without scripts.
package final class PluginReport: EventReport {
  private let session: Session
  private let reporter: PluginReporter
  private let write: (String) -> Void
  private let fallBack: any EventReport
  private let onFailure: (PluginProblem) -> Void
  /// The processor time in seconds that the reporter may take for an event.
  private let limit: Double
  /// Whether the reporter has failed: the rest goes to the terminal's report.
  package private(set) var hasFailed = false

  /// Loads the plugins and finds the reporter of this name.
  /// - Parameters:
  ///   - write: receives each line, without a line feed.
  ///   - fallBack: shows the rest when the reporter fails.
  ///   - onFailure: called once for the failure.
  /// - Throws: `UserError`.
  package init(
    _ name: String, settings: ProjectSettings?, options: RunOptions, write: @escaping (String) -> Void,
    fallBack: any EventReport, onFailure: @escaping (PluginProblem) -> Void
  ) throws {
    limit = options.watchdog
    let session = try Session(at: .folder("."), options: options.lua, services: options.services)
    session.files.access = .reading
    self.session = session
    Watchdog.note("the reporter \(TerminalText.visible(name, isOneLine: true))")
    // The files of the run report problems of plugins, so they are ignored here.
    Watchdog.limiting(options.watchdog) {
      session.load(settings, plugins: options.plugins, report: { _ in })
    }
    guard let reporter = session.plugins?.reporter(name) else {
      let others = session.plugins?.reporterNames ?? []
      let note =
        settings?.withheld.isEmpty == false
        ? " (the project's plugins did not run, because the checkout is not trusted: homescreen trust)"
        : others.isEmpty ? " (plugins can add more)" : ""
      throw UserError(unknownFormat: name, known: (options.services?.formats ?? []) + others, note: note)
    }
    (self.reporter, self.write, self.fallBack, self.onFailure) = (reporter, write, fallBack, onFailure)
    session.output = write
  }

  /// Passes the event to the plugin or, after a failure, to the fallback format.
  package func add(_ event: RunEvent) {
    guard !hasFailed else { return fallBack.add(event) }
    session.arm(takesBackInterrupt: true)
    do {
      try Watchdog.limiting(limit) { () throws(PluginProblem) in
        try reporter.add(LuaValue(event.record), write: write)
      }
    } catch {
      hasFailed = true
      onFailure(error)
      fallBack.add(event)
    }
  }
}

extension LuaValue {
  /// Creates a Lua value from JSON, with tables.
  fileprivate init(_ json: JSONTree) {
    switch json {
    case .text(let text): self = .string(text)
    case .number(let number): self = .integer(Int64(number))
    case .flag(let flag): self = .boolean(flag)
    case .null, .written: self = .nil
    case .list(let values): self = .table(LuaTable(array: values.map { LuaValue($0) }))
    case .object(let members): self = .table(LuaTable(fields: members.map { (.string($0.name), LuaValue($0.value)) }))
    }
  }
}
