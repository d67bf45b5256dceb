public import LuaAPI
import LuaEngine

/// Runs scenario files one after the other and tells what happens as a stream of events.
///
/// ```swift
/// let code = ScenarioRunner(options: RunOptions()).run(ScenarioFinder.builtIn) { print($0) }
/// ```
public struct ScenarioRunner {
  private let options: RunOptions

  public init(options: RunOptions) {
    self.options = options
  }

  /// Runs the files and gives the exit code of the whole.
  public func run(_ files: [ScenarioFile], emit: @escaping (RunEvent) -> Void) -> ExitCode {
    emit(.runStarted(version: Homescreen.version, schemaVersion: RunEvent.schemaVersion, seed: options.lua.seed))
    var counts = RunCounts()
    var hash = TraceDigest()
    var exitCode = ExitCode.success
    let projects = ProjectFinder()
    var told: Set<String> = []
    for file in files {
      let runner = FileRunner(
        file: file, options: options, settings: projects.settings(for: file.location), emit: emit
      ) { problem in
        exitCode = max(exitCode, .scriptError)
        let shown = Problem(problem)
        // Every file loads the plugins anew; what is wrong with them is told once.
        guard told.insert("\(problem.plugin)\n\(shown.place ?? "")\n\(shown.message)").inserted else { return }
        emit(.pluginFailed(plugin: problem.plugin, problem: shown))
      }
      let outcome = runner.run()
      counts.add(outcome.counts)
      hash.combine(outcome.traceHash)
      exitCode = max(exitCode, runner.exitCode)
      if runner.isInterrupted || Interrupt.wasRequested {
        exitCode = .interrupted
        break
      }
    }
    emit(.runFinished(counts: counts, traceHash: hash.description))
    if exitCode == .success, files.isEmpty || (counts.total == 0 && isFiltered) { return .nothingMatched }
    return exitCode
  }

  private var isFiltered: Bool {
    options.filter != nil || !options.tags.isEmpty
  }
}
