import HomeScreenReports
import Streams

/// What `--coverage` and `--coverage-gate` ask for.
struct CoverageRequest {
  /// Stands for `--coverage` without a file.
  static let shown = "-"

  /// Files, and ``shown``.
  var targets: [String] = []
  var gate: CoverageGate?

  var isWanted: Bool { !targets.isEmpty || gate != nil }

  /// How a run ends that ended with `code`, after what was exercised is told, where it is asked for.
  /// - Parameter requests: the reports of the run.
  func end(_ code: ExitCode, _ totals: CoverageTotals, beside requests: [ReportRequest]) -> ExitCode {
    guard isWanted else { return code }
    let hasReport = requests.contains { $0.file == nil && $0.format != RunFormats.all[0].name }
    let ending = tell(totals, isBesideReport: hasReport)
    return ending == .lostOutput || code == .success ? ending : code
  }

  /// Tells what was exercised.
  /// - Parameter isBesideReport: standard output has a report for programs.
  /// - Returns: how the run ends because of it; `success` lets it end as it would.
  private func tell(_ totals: CoverageTotals, isBesideReport: Bool) -> ExitCode {
    var code = ExitCode.success
    for target in targets {
      if target == Self.shown {
        let stream: StandardStream = isBesideReport ? .error : .output
        for line in totals.text { stream.write("\(line)\n") }
        continue
      }
      do {
        try ReportFile.write(target.hasSuffix(".info") ? totals.lcov : totals.json, to: target)
      } catch {
        StandardStream.error.write("homescreen: \(error)\n")
        code = .lostOutput
      }
    }
    for failure in gate?.failures(of: totals) ?? [] {
      StandardStream.error.write("homescreen: \(line: failure)\n")
      if code == .success { code = .failure }
    }
    return code
  }

  /// `--coverage` alone asks for a table; the parser knows only options that have a value or none.
  static func completed(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments.enumerated().map { index, argument in
      index < end && argument == "--coverage" ? "--coverage=\(shown)" : argument
    }
  }
}
