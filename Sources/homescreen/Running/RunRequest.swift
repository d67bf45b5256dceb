import Console
import LuaAPI
import LuaEngine
import Scenarios

/// What `homescreen run` was asked to do.
struct RunRequest {
  enum Format: String, CaseIterable {
    case terminal, json
  }

  /// Scripts and folders; none means the built-in scenarios.
  var paths: [String]
  var format = Format.terminal
  var options = RunOptions()

  /// Runs the scripts and writes the report.
  func perform() -> ExitCode {
    Interrupt.install()
    let files: [ScenarioFile]
    do {
      files = paths.isEmpty ? ScenarioFinder.builtIn : try ScenarioFinder.find(paths)
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      return .noInput
    }
    let output = BufferedOutput()
    let report = report(output)
    let code = ScenarioRunner(options: options).run(files) { event in
      report(event)
      output.flush(after: event)
    }
    if code == .nothingMatched { StandardStream.error.write("homescreen: no scenario matched\n") }
    return code
  }

  private func report(_ output: BufferedOutput) -> (RunEvent) -> Void {
    switch format {
    case .terminal: TerminalReport(isColoured: Terminal(.output).usesStyles, write: output.writeLine).add
    case .json: JSONReport(write: output.writeLine).add
    }
  }
}
