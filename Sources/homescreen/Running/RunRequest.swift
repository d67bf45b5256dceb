import Console
import LuaAPI
import Scenarios

/// What `homescreen run` was asked to do.
struct RunRequest {
  /// Scripts and folders; none means the built-in scenarios.
  var paths: [String]
  /// One of homescreen's own formats, or the name of a plugin's reporter.
  var format = ReportFormat.terminal.rawValue
  var options = RunOptions()

  /// Runs the scripts and writes the report.
  func perform() -> ExitCode {
    let files: [ScenarioFile]
    do {
      files = paths.isEmpty ? ScenarioFinder.builtIn : try ScenarioFinder.find(paths)
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      return .noInput
    }
    let output = BufferedOutput()
    let report: (RunEvent) -> Void
    var reporterFailed = false
    do {
      report = try self.report(on: files.first?.location ?? .folder("."), output) { reporterFailed = true }
    } catch {
      StandardStream.error.write("Error: \(error)\n")
      return .usage
    }
    var code = ScenarioSupervisor(options: options).run(files, pause: output.flush, emit: report)
    output.flush()
    if reporterFailed { code = max(code, .scriptError) }
    if code == .nothingMatched { StandardStream.error.write("homescreen: no scenario matched\n") }
    return code
  }

  /// - Throws: `UnknownReporter`.
  private func report(
    on location: ScriptLocation, _ output: BufferedOutput, reporterFailed: @escaping () -> Void
  ) throws -> (RunEvent) -> Void {
    switch ReportFormat(rawValue: format) {
    case .terminal: return TerminalReport(write: output.writeLine).add
    case .json: return JSONReport(write: output.writeData).add
    case nil:
      let complain = { (line: StyledText) -> Void in StandardStream.error.write("\(line)\n") }
      return try PluginReport(
        format, settings: ProjectFinder().settings(for: location), options: options, write: output.writeData,
        fallBack: TerminalReport(write: complain)
      ) { problem in
        reporterFailed()
        ErrorText.lines(problem).forEach(complain)
      }.add
    }
  }
}
