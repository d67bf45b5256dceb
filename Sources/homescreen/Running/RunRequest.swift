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
  /// Nobody said which reports: where they are read, there may be others beside.
  var choosesReports = true
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
    let reports: RunReports
    do {
      reports = try RunReports(
        self.reports, addsGitHub: choosesReports, location: files.first?.location ?? .folder("."), options: options)
    } catch {
      StandardStream.error.write("Error: \(error)\n")
      return .usage
    }
    // Only now, so that a misspelt format empties no file.
    do {
      try reports.open()
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      return .lostOutput
    }
    reports.showProgress()
    var code = ScenarioSupervisor(options: options).run(files, pause: reports.pause, emit: reports.add)
    code = reports.finish(code)
    if code == .nothingMatched { StandardStream.error.write("homescreen: no scenario matched\n") }
    return code
  }
}
