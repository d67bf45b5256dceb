import Console
import Events
import HomeScreenReports
import Lint
import LuaAPI
import Platform
import Scenarios

/// The reports over the events of one run, wherever these come from, and where the lines of each go.
final class RunReports {
  private let outputs: [ReportOutput]
  private var reports: [any EventReport] = []
  private var reporterFailed = false
  private var progress = RunProgress()
  private var status: StatusLine?

  /// - Parameters:
  ///   - requests: in homescreen's own formats, or in those of plugins' reporters.
  ///   - addsGitHub: under GitHub Actions there are annotations and a summary of the job, too.
  ///   - location: whose settings name the plugins.
  /// - Throws: `UnknownFormat`.
  init(_ requests: [ReportRequest], addsGitHub: Bool, location: ScriptLocation, options: RunOptions) throws {
    let actions = Actions()
    var outputs: [ReportOutput] = []
    var fail: () -> Void = {}
    for request in requests {
      let output = ReportOutput(request)
      outputs.append(output)
      let write = { (line: OutputText) -> Void in output.write(line) }
      if let own = RunFormats.named(request.format) {
        reports.append(own.make(Self.surroundings, write))
      } else {
        reports.append(
          try Self.plugin(request.format, location, options, write: { write(.forPrograms($0)) }, onFailure: { fail() }))
      }
    }
    if addsGitHub, let actions, let first = outputs.first {
      reports.append(
        GitHubReport(Self.surroundings, isAnnotationsOnly: true) { first.write(.forPrograms($0, as: .commands)) })
      if let summary = actions.openSummary() {
        outputs.append(summary)
        reports.append(MarkdownReport { summary.write(.forPrograms($0)) })
      }
    }
    self.outputs = outputs
    fail = { [unowned self] in self.reporterFailed = true }
  }

  private static func plugin(
    _ format: String, _ location: ScriptLocation, _ options: RunOptions, write: @escaping (String) -> Void,
    onFailure: @escaping () -> Void
  ) throws -> any EventReport {
    let complain = { (line: StyledText) -> Void in StandardStream.error.write("\(line)\n") }
    let fail = { (problem: PluginProblem) -> Void in
      onFailure()
      ErrorText.lines(problem).forEach(complain)
    }
    return try PluginReport(
      format, settings: ProjectFinder(trust: options.trust, rules: Rules.descriptions).settings(for: location),
      options: options, write: write,
      fallBack: TerminalReport(write: complain), onFailure: fail)
  }

  private static var surroundings: ReportSurroundings {
    ReportSurroundings(
      workingFolder: ProcessEnvironment.workingFolder, checkout: ProcessEnvironment.value("GITHUB_WORKSPACE"))
  }

  /// Opens the files.
  func open() throws(LostReport) {
    for output in outputs { try output.open() }
  }

  /// Draws from now on how far the run is, where a person looks on.
  func showProgress() { status = StatusLine() }

  /// Takes the next event.
  func add(_ event: RunEvent) {
    for report in reports { report.add(event) }
    if status != nil { progress.add(event) }
  }

  /// No event waits: what was kept is written.
  func pause() {
    for output in outputs { output.flush() }
    status?.draw(progress.text)
  }

  /// Writes the rest, and says of each file that was lost why.
  /// - Returns: the exit code, which is `code` unless a report failed.
  func finish(_ code: ExitCode) -> ExitCode {
    var code = code
    status?.wipe()
    for output in outputs {
      do {
        try output.finish()
      } catch {
        StandardStream.error.write("homescreen: \(error)\n")
        code = .lostOutput
      }
    }
    return reporterFailed && code != .lostOutput ? max(code, .scriptError) : code
  }
}

/// What GitHub Actions tells the processes of a job.
private struct Actions {
  /// Nil anywhere else.
  init?() {
    guard ProcessEnvironment.value("GITHUB_ACTIONS") == "true" else { return nil }
  }

  /// The summary of the job, which each step adds to. Nobody asked for it, so where it cannot be written that is said and
  /// nothing more.
  func openSummary() -> ReportOutput? {
    guard let path = ProcessEnvironment.value("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return nil }
    let output = ReportOutput(ReportRequest("markdown", file: path), appends: true)
    do {
      try output.open()
      return output
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      return nil
    }
  }
}
