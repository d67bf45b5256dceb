import Console
import HomeScreenReports
import LuaAPI
import Scenarios
import Streams

/// What `homescreen run` was asked to do.
struct RunRequest {
  /// Scripts and folders; none means the built-in scenarios.
  var paths: [String]
  /// In homescreen's own formats, or in those of plugins' reporters.
  var reports = [ReportRequest(RunFormats.all[0].name)]
  var options = RunOptions()

  /// Runs the scripts and writes the reports.
  func perform() -> ExitCode {
    let files: [ScenarioFile]
    do {
      files = paths.isEmpty ? ScenarioFinder.builtIn : try ScenarioFinder.find(paths)
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      return .noInput
    }
    var outputs: [ReportOutput] = []
    for request in reports { outputs.append(ReportOutput(request)) }
    var all: [any EventReport] = []
    var reporterFailed = false
    do {
      let location = files.first?.location ?? .folder(".")
      for (index, output) in outputs.enumerated() {
        all.append(try report(reports[index].format, location, output) { reporterFailed = true })
      }
    } catch {
      StandardStream.error.write("Error: \(error)\n")
      return .usage
    }
    // Only now, so that a misspelt format empties no file.
    do {
      for output in outputs { try output.open() }
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      return .lostOutput
    }
    var code = ScenarioSupervisor(options: options).run(
      files, pause: { for output in outputs { output.flush() } },
      emit: { event in for report in all { report.add(event) } })
    for output in outputs {
      do {
        try output.finish()
      } catch {
        StandardStream.error.write("homescreen: \(error)\n")
        code = .lostOutput
      }
    }
    if reporterFailed, code != .lostOutput { code = max(code, .scriptError) }
    if code == .nothingMatched { StandardStream.error.write("homescreen: no scenario matched\n") }
    return code
  }

  /// - Throws: `UnknownFormat`.
  private func report(
    _ format: String, _ location: ScriptLocation, _ output: ReportOutput, reporterFailed: @escaping () -> Void
  ) throws -> any EventReport {
    if let own = RunFormats.named(format) { return own.make(output.write) }
    let complain = { (line: StyledText) -> Void in StandardStream.error.write("\(line)\n") }
    let fail = { (problem: PluginProblem) -> Void in
      reporterFailed()
      ErrorText.lines(problem).forEach(complain)
    }
    return try PluginReport(
      format, settings: ProjectFinder().settings(for: location), options: options,
      write: { output.write(.forPrograms($0)) }, fallBack: TerminalReport(write: complain), onFailure: fail)
  }
}
