import Console
import LuaAPI
import Reports
import Scenarios
import Streams

/// What `homescreen run` was asked to do.
struct RunRequest {
  /// Scripts and folders; none means the built-in scenarios.
  var paths: [String]
  /// One of homescreen's own formats, or the name of a plugin's reporter.
  var format = RunFormats.names[0]
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
    let output = ReportOutput()
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

  /// - Throws: `UnknownFormat`.
  private func report(
    on location: ScriptLocation, _ output: ReportOutput, reporterFailed: @escaping () -> Void
  ) throws -> (RunEvent) -> Void {
    if let own = RunFormats.named(format) { return own.make(output.write).add }
    let complain = { (line: StyledText) -> Void in StandardStream.error.write("\(line)\n") }
    return try PluginReport(
      format, settings: ProjectFinder().settings(for: location), options: options,
      write: { output.write(.forPrograms($0)) }, fallBack: TerminalReport(write: complain)
    ) { problem in
      reporterFailed()
      ErrorText.lines(problem).forEach(complain)
    }.add
  }
}
