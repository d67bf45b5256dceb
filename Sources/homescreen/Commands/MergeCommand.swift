import ArgumentParser
import Events
import HomeScreenReports
import Platform

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the shards of a run.",
    discussion: """
      The order of the arguments does not matter, and a merged run can be merged again if it is written with \
      --format json=FILE. Counts, trace hash and exit code are computed again. Missing shards are named, and the \
      others are shown; parts of different runs and duplicate parts are refused. Example: homescreen merge \
      shard-*.jsonl.
      """)

  @Argument(help: ArgumentHelp("The event files of the shards.", valueName: "shard.jsonl"))
  var paths: [String]

  @OptionGroup
  var output: FormatOptions<RunFormats>

  @OptionGroup(title: "Coverage")
  var coverage: CoverageOptions

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
    var totals = CoverageTotals()
    var code = try Self.replay(&merge, files) { event in
      reports.add(event)
      totals.add(event)
    }
    if !merge.missing.isEmpty {
      let shards = merge.missing.count == 1 ? "shard" : "shards"
      StandardStream.error.write(
        "homescreen: \(shards) \(merge.missing.joined(separator: ", ")) of this run \(merge.missing.count == 1 ? "is" : "are") missing\n"
      )
      code = max(code == .nothingMatched ? .success : code, .noInput)
    }
    try RecordedRun.end(coverage.request.end(reports.finish(code), totals, beside: run.requests))
  }

  /// Reads a record and keeps where its files are.
  private static func index(_ file: RecordFile) throws -> RunRecordIndex {
    guard file.isRegular else {
      throw RunRecordError(file: file.path, line: nil, "this is read twice, so it must be a file")
    }
    var index = RunRecordIndex(name: file.path)
    while let line = try file.next() { try index.add(line.bytes, from: line.start, to: line.end) }
    try index.end()
    return index
  }

  /// Reads the pieces of the merged run in their order.
  /// - Returns: how the merged run ended.
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
      // It was all right a moment ago.
      StandardStream.error.write("homescreen: a record changed while it was read: \(error)\n")
      throw ExitStatus(.noInput).error
    }
    let end = merge.finish
    emit(end)
    guard case .runFinished(_, _, let code) = end else { return .internalFault }
    return code
  }
}
