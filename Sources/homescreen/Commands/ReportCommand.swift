import ArgumentParser
import Events
import HomeScreenReports
import Platform

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show a run again in any format, or two side by side.",
    discussion: """
      Two runs are compared on one page: homescreen report a.jsonl b.jsonl --format html=page.html. Every format is \
      byte for byte what the run itself would have written. If a file is damaged or ends too early, the part before is \
      shown. Example: homescreen report run.jsonl --format junit=out.xml.
      """)

  @Argument(
    help: ArgumentHelp(
      "The event file of a run; - for standard input. Two files are compared with --format html.",
      valueName: "run.jsonl"))
  var paths: [String]

  @OptionGroup
  var output: FormatOptions<RunFormats>

  @OptionGroup(title: "Coverage")
  var coverage: CoverageOptions

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  func validate() throws {
    guard paths.count > 1 else { return }
    guard paths.count == 2 else { throw ValidationError("report takes one run, or two to compare.") }
    guard let requests = try? output.requests(), requests.allSatisfy({ $0.format == RunFormats.page }) else {
      throw ValidationError("comparing two runs needs --format \(RunFormats.page)=FILE.")
    }
    if paths.contains("-") { throw ValidationError("comparing two runs needs two files, and - is not a file.") }
    if coverage.request.isWanted { throw ValidationError("--coverage cannot be used with two runs.") }
  }

  func run() throws {
    if paths.count == 2 { return try compare() }
    let path = paths[0]
    let run = RecordedRun(requests: try output.requests(), plugins: plugins.sources)
    var reader = RunRecordReader(file: path)
    let file: RecordFile
    let first: RunEvent
    do {
      file = try RecordFile(path)
      guard let line = try file.next() else {
        try reader.end()
        return
      }
      first = try reader.event(line.bytes)
    } catch {
      // What is no record of a run empties no file.
      RecordedRun.complain(error)
      throw ExitStatus(.noInput).error
    }
    let reports = try run.reports(beside: [file])
    var totals = CoverageTotals()
    reports.add(first)
    totals.add(first)
    var code = Platform.ExitCode.success
    do {
      while let line = try file.next() {
        let event = try reader.event(line.bytes)
        if case .runFinished(_, _, let end) = event { code = end }
        reports.add(event)
        totals.add(event)
      }
      try reader.end()
    } catch {
      RecordedRun.complain(error)
      // The reports are whole, whatever happened to the record.
      code = max(reader.tally.exitCode, .noInput)
      if !reader.isFinished { reports.add(reader.tally.finish(code)) }
    }
    try RecordedRun.end(coverage.request.end(reports.finish(code), totals, beside: run.requests))
  }

  /// Both runs on one page.
  private func compare() throws {
    let files: [RecordFile]
    do {
      files = try paths.map { try RecordFile($0) }
    } catch {
      RecordedRun.complain(error)
      throw ExitStatus(.noInput).error
    }
    let outputs = try RecordedRun(requests: output.requests(), plugins: []).outputs(beside: files)
    let page = HTMLReport(comparing: RunComparisonLabels.of(paths)) { line in
      for output in outputs { output.write(.forPrograms(line, as: .markup)) }
    }
    var code = Platform.ExitCode.success
    for (path, file) in zip(paths, files) {
      var reader = RunRecordReader(file: path)
      do {
        while let line = try file.next() {
          let event = try reader.event(line.bytes)
          if case .runFinished(_, _, let end) = event { code = max(code, end) }
          page.add(event)
        }
        try reader.end()
      } catch {
        RecordedRun.complain(error)
        code = max(code, reader.tally.exitCode, .noInput)
        // The page is whole, whatever happened to the record.
        if reader.header == nil { page.add(.runStarted(RunHeader(seed: RunHeader.defaultSeed, files: 0))) }
        if !reader.isFinished { page.add(reader.tally.finish(code)) }
      }
    }
    for output in outputs {
      do {
        try output.finish()
      } catch {
        RecordedRun.complain(error)
        code = .lostOutput
      }
    }
    try ExitStatus.end(code)
  }
}

/// What two runs are called beside each other.
private enum RunComparisonLabels {
  /// The names of their files, or their paths where these are the same.
  static func of(_ paths: [String]) -> [String] {
    let names = paths.map { path in
      path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }
    if names[0] != names[1] { return names }
    return paths[0] != paths[1] ? paths : ["\(names[0]) (1)", "\(names[1]) (2)"]
  }
}
