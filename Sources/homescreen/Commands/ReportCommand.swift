import ArgumentParser
import Events
import HomeScreenReports
import LuaAPI
import Platform
import Scenarios

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show a run again in any format, or two side by side.",
    discussion: """
      Writes byte for byte the output that the run itself would have written: homescreen report run.jsonl --format \
      junit=out.xml. If a file is damaged or ends too early, the report ends at that point. Two runs are compared on one \
      page: homescreen report a.jsonl b.jsonl --format html=page.html.
      """)

  @Argument(
    help: ArgumentHelp(
      "Events of a run, written by homescreen run --format json=FILE; - for standard input. Two files are compared with "
        + "--format html.",
      valueName: "run.jsonl"))
  var paths: [String]

  @OptionGroup
  var output: FormatOptions<RunFormats>

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  func validate() throws {
    guard paths.count > 1 else { return }
    guard paths.count == 2 else { throw ValidationError("report takes one run, or two to compare.") }
    guard let requests = try? output.requests(), requests.allSatisfy({ $0.format == RunFormats.page }) else {
      throw ValidationError("comparing two runs needs --format \(RunFormats.page)=FILE.")
    }
    if paths.contains("-") { throw ValidationError("comparing two runs needs two files, and - is not a file.") }
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
      // A file that is not a record must not empty an output.
      RecordedRun.complain(error)
      throw ExitStatus(.noInput).error
    }
    let reports = try run.reports(beside: [file])
    reports.add(first)
    var code = Platform.ExitCode.success
    do {
      while let line = try file.next() {
        let event = try reader.event(line.bytes)
        if case .runFinished(_, _, let end) = event { code = end }
        reports.add(event)
      }
      try reader.end()
    } catch {
      RecordedRun.complain(error)
      // The reports are complete, whatever happened to the record.
      code = max(reader.tally.exitCode, .noInput)
      if !reader.isFinished { reports.add(reader.tally.finish(code)) }
    }
    try RecordedRun.end(reports.finish(code))
  }

  /// Shows both runs on one page.
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
          if case .runFinished(_, _, let end) = event {
            code = max(code, end)
            if end == .interrupted { CommandContext.complain("note: \(line: path) records an interrupted run") }
          }
          page.add(event)
        }
        try reader.end()
      } catch {
        RecordedRun.complain(error)
        code = max(code, reader.tally.exitCode, .noInput)
        // The page is complete, whatever happened to the record.
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

/// The labels of two runs in a comparison.
private enum RunComparisonLabels {
  /// Returns the names of the files, or their paths if the names are equal.
  static func of(_ paths: [String]) -> [String] {
    let names = paths.map { path in
      path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }
    if names[0] != names[1] { return names }
    return paths[0] != paths[1] ? paths : ["\(names[0]) (1)", "\(names[1]) (2)"]
  }
}

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the shards of a run.",
    discussion: """
      The order of the arguments does not matter. Counts, trace hash and exit code are computed for the whole run. \
      Missing shards are reported; shards of different runs and duplicate shards are an error. A result written with \
      --format json=FILE can be merged again. Example: homescreen merge shard-*.jsonl.
      """)

  @Argument(
    help: ArgumentHelp("Events of the shards, written by homescreen run --format json=FILE.", valueName: "shard.jsonl"))
  var paths: [String]

  @OptionGroup
  var output: FormatOptions<RunFormats>

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  func run() throws {
    let run = RecordedRun(requests: try output.requests(isVerdict: true), plugins: plugins.sources)
    var files: [RecordFile] = []
    var records: [RunRecordIndex] = []
    do {
      for path in paths {
        let file = try RecordFile(path)
        records.append(try Self.index(file))
        files.append(file)
      }
    } catch {
      RecordedRun.complain(error)
      throw ExitStatus(.noInput).error
    }
    var merge: RunMerge
    do {
      merge = try RunMerge(records)
    } catch {
      RecordedRun.complain(error)
      throw ExitStatus(.usage).error
    }
    records = []
    let reports = try run.reports(beside: files)
    var code = try Self.replay(&merge, files) { reports.add($0) }
    if !merge.missing.isEmpty {
      let shards = merge.missing.count == 1 ? "shard" : "shards"
      StandardStream.error.write(
        "homescreen: \(shards) \(merge.missing.joined(separator: ", ")) of this run \(merge.missing.count == 1 ? "is" : "are") missing\n"
      )
      code = max(code == .nothingMatched ? .success : code, .noInput)
    }
    try RecordedRun.end(reports.finish(code))
  }

  /// Reads a record and indexes its files.
  private static func index(_ file: RecordFile) throws -> RunRecordIndex {
    guard file.isRegular else {
      throw UserError(file: file.path, line: nil, "the run is read twice, so it must be in a file, not a pipe")
    }
    var index = RunRecordIndex(name: file.path)
    while let line = try file.next() { try index.add(line.bytes, from: line.start, to: line.end) }
    try index.end()
    return index
  }

  /// Reads the pieces of the merged run in order.
  /// - Returns: the exit code of the merged run.
  private static func replay(_ merge: inout RunMerge, _ files: [RecordFile], emit: (RunEvent) -> Void) throws
    -> Platform.ExitCode
  {
    emit(.runStarted(merge.header))
    do {
      for piece in merge.pieces {
        let file = files[piece.record]
        for extent in piece.extents {
          try file.seek(to: extent.start)
          var end = extent.start
          while end < extent.end, let line = try file.next() {
            end = line.end
            let event = try RunEvent(reading: line.bytes)
            if merge.add(event) { emit(event) }
          }
        }
      }
    } catch {
      // It was readable a moment ago.
      StandardStream.error.write("homescreen: the file of a run changed while it was read: \(error)\n")
      throw ExitStatus(.noInput).error
    }
    let end = merge.finish
    emit(end)
    guard case .runFinished(_, _, let code) = end else { return .internalFault }
    return code
  }
}

/// Reports about a recorded run: they read its events from files, and have its exit code.
struct RecordedRun {
  let requests: [ReportRequest]
  let plugins: [PluginSource]

  /// Opens the requested reports.
  /// - Parameter inputs: files that no report may overwrite.
  func reports(beside inputs: [RecordFile]) throws -> RunReports {
    try check(beside: inputs)
    var options = RunOptions()
    options.services = ReportServices()
    options.plugins = plugins
    let reports: RunReports
    do {
      reports = try RunReports(requests, addsGitHub: false, location: .folder("."), options: options)
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(.usage).error
    }
    do {
      try reports.open()
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(.lostOutput).error
    }
    return reports
  }

  /// Opens the requested outputs, for lines of another source.
  func outputs(beside inputs: [RecordFile]) throws -> [ReportOutput] {
    try check(beside: inputs)
    let outputs = requests.map { ReportOutput($0) }
    do {
      for output in outputs { try output.open() }
    } catch {
      Self.complain(error)
      throw ExitStatus(.lostOutput).error
    }
    return outputs
  }

  private func check(beside inputs: [RecordFile]) throws {
    for request in requests {
      if let file = request.file, let input = inputs.first(where: { $0.isSame(as: file) }) {
        StandardStream.error.write(
          "homescreen: --format \(line: request.format)=\(line: file) would overwrite \(line: input.path), which is an input\n"
        )
        throw ExitStatus(.usage).error
      }
    }
  }

  /// Reports why an input cannot be read.
  static func complain(_ error: any Error) { StandardStream.error.write("homescreen: \(error)\n") }

  /// Ends the command with an exit code, after a message if nothing ran.
  static func end(_ code: Platform.ExitCode) throws {
    RunRequest.tellIfNothingRan(code)
    try ExitStatus.end(code)
  }
}
