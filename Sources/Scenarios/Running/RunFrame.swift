internal import Events
import HomeScreenSimulator
import LuaAPI
import LuaEngine
internal import Platform
import PropertyLists

/// The events that begin and end a run, and what lies between them: every event of a run goes through here.
final class RunFrame {
  private let options: RunOptions
  private let emit: (RunEvent) -> Void
  var tally = RunTally()
  /// What was told of plugins: each file loads them anew, and what is wrong with them is told once.
  private var told: Set<ExactText> = []
  private var pictures = PictureRoom()

  init(options: RunOptions, emit: @escaping (RunEvent) -> Void) {
    self.options = options
    self.emit = emit
  }

  func start(_ files: [ScenarioFile]) {
    tell(
      .runStarted(
        RunHeader(
          seed: options.lua.seed, files: files.count, shard: options.shard?.description, arguments: options.arguments)
      ))
  }

  func tell(_ event: RunEvent) {
    tally.add(event)
    if case .pluginFailed(let plugin, let problem) = event {
      guard told.insert(ExactText("\(plugin)\n\(problem.place ?? "")\n\(problem.message)")).inserted else { return }
    }
    emit(pictures.admit(event))
  }

  /// Ends the run and gives its exit code. A run in which nothing ran did not succeed, whatever left everything out; but
  /// where others have all files, a part has nothing to do, and `merge` judges the whole.
  /// - Parameters:
  ///   - files: those of this part.
  ///   - total: how many files all parts have.
  func finish(_ files: [ScenarioFile], of total: Int) -> ExitCode {
    let isEmpty = files.isEmpty ? total == 0 : tally.isEmpty
    let code = tally.exitCode == .success && isEmpty ? .nothingMatched : tally.exitCode
    tell(.runFinished(counts: tally.counts, traceHash: tally.traceHash.description, exitCode: code))
    return code
  }
}
