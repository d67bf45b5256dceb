import ArgumentParser
import HomeScreenReports
import Streams

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show a run once more, from the events that run --format json=FILE wrote.",
    discussion: """
      Every format says byte for byte what it would have said of the run itself. Of a file that ends too early, or is \
      damaged, what there is before is shown. Example: homescreen report run.jsonl --format junit=out.xml. \
      \(HomeScreenReports.ExitCode.help(
        [
          .success: "all passed", .failure: "a scenario failed", .noInput: "the events cannot be read, or are not whole",
        ],
        and: .scriptError, .internalFault, .nothingMatched, .staleSnapshots, .usage, .lostOutput, .watchdog, .interrupted))
      """)

  @Argument(help: ArgumentHelp("The events; - is standard input.", valueName: "run.jsonl"))
  var path: String

  @OptionGroup
  var output: FormatOptions<RunFormats>

  @OptionGroup(title: "Coverage")
  var coverage: CoverageOptions

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  func run() throws {
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
    let (request, measured) = (coverage.request, CoverageReport())
    reports.add(first)
    measured.add(first)
    var code = HomeScreenReports.ExitCode.success
    do {
      while let line = try file.next() {
        let event = try reader.event(line.bytes)
        if case .runFinished(_, _, let end) = event { code = end }
        reports.add(event)
        measured.add(event)
      }
      try reader.end()
    } catch {
      RecordedRun.complain(error)
      // The reports are whole, whatever happened to the record.
      code = max(reader.tally.exitCode, .noInput)
      if !reader.isFinished { reports.add(reader.tally.finish(code)) }
    }
    try RecordedRun.end(request.end(reports.finish(code), measured.totals, beside: run.requests))
  }
}
