public import Events
internal import LuaAPI
import LuaEngine
public import Platform

/// Runs scenario files one after the other in this process and tells what happens as a stream of events.
///
/// ```swift
/// let code = ScenarioRunner(options: RunOptions()).run(ScenarioFinder.builtIn) { print($0) }
/// ```
///
/// A script that cannot be stopped ends the process; ``ScenarioSupervisor`` outlives it.
public struct ScenarioRunner {
  private let options: RunOptions
  var onFailure = FailureHooks()

  /// A runner that does every run in this way.
  public init(options: RunOptions) { self.options = options }

  /// Runs the files and gives the exit code of the whole.
  public func run(_ files: [ScenarioFile], emit: @escaping (RunEvent) -> Void) -> ExitCode {
    let total = files.count
    let files = ScenarioFile.prepare(files, for: options)
    let frame = RunFrame(options: options, emit: emit)
    frame.start(files)
    if !runFiles(files[...], emit: frame.tell) { frame.tally.interrupt() }
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
