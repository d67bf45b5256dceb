import HomeScreenReports
import LuaAPI
import Scenarios
import Streams

/// What `homescreen run` was asked to do.
struct RunRequest {
  /// Scripts, folders and globs; none means what `.busted` says, or the built-in scenarios.
  var paths: [String]
  var busted: BustedSettings?
  /// Only what failed in the last run.
  var onlyLastFailures = false
  /// In homescreen's own formats, or in those of plugins' reporters.
  var reports = [ReportRequest(RunFormats.all[0].name)]
  /// Nobody said which reports: where they are read, there may be others beside.
  var choosesReports = true
  var options = RunOptions()
  var coverage = CoverageRequest()

  private func findFiles() throws -> [ScenarioFile] {
    guard !paths.isEmpty || busted != nil else { return ScenarioFinder.builtIn }
    let found = try ScenarioFinder.find(
      paths.isEmpty ? busted?.roots ?? [] : paths, busted?.patterns ?? ScenarioFinder.Patterns())
    if !found.leftOut.isEmpty {
      let names = found.leftOut.prefix(3).map { TerminalText.visible($0, isOneLine: true) }.joined(separator: ", ")
      let count = found.leftOut.count
      StandardStream.error.write(
        "note: \(count == 1 ? "a file is" : "\(count) files are") not run: \(names)\(count > 3 ? ", …" : ""); "
          + "of a folder the *_spec.lua are taken, or else what holds scenarios\n")
    }
    return found.files
  }

  /// Runs the scripts and writes the reports.
  mutating func perform() -> ExitCode {
    var files: [ScenarioFile]
    do {
      files = try findFiles()
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      return .noInput
    }
    if let busted, !busted.unsupported.isEmpty {
      StandardStream.error.write(
        "note: .busted has options that homescreen does not: \(busted.unsupported.joined(separator: ", "))\n")
    }
    var failures = LastFailures(
      workingFolder: ProcessEnvironment.workingFolder, cache: ProcessEnvironment.cacheFolder)
    if onlyLastFailures {
      guard let known = failures, !known.isEmpty else {
        StandardStream.error.write("homescreen: nothing failed in the last run of this folder\n")
        return .nothingMatched
      }
      options.lastFailures = known
      let names = Set(known.files)
      files.removeAll { !names.contains($0.name) }
    }
    let isPart = options.isPart
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
    options.measuresCoverage = coverage.isWanted
    let coverageReport = CoverageReport()
    var code = ScenarioSupervisor(options: options).run(files, pause: reports.pause) { event in
      failures?.add(event, isPart: isPart)
      reports.add(event)
      coverageReport.add(event)
    }
    if !paths.isEmpty || busted != nil, !options.isListing { keep(failures) }
    code = reports.finish(code)
    if coverage.isWanted {
      let hasReport = self.reports.contains { $0.file == nil && $0.format != RunFormats.all[0].name }
      let ending = coverage.tell(coverageReport.totals, isBesideReport: hasReport)
      if ending == .lostOutput || code == .success { code = ending }
    }
    if code == .nothingMatched { StandardStream.error.write("homescreen: no scenario matched\n") }
    return code
  }

  /// What cannot be kept is no fault of the run: only `--last-failed` misses it.
  private func keep(_ failures: LastFailures?) {
    do {
      try failures?.save()
    } catch {
      StandardStream.error.write("note: what failed could not be kept for --last-failed: \(error)\n")
    }
  }
}
