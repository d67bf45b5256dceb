import HomeScreenReports
import Platform

/// What `--coverage` asks for.
struct CoverageRequest {
  /// Stands for `--coverage` without a file.
  static let shown = "-"

  /// Files, and ``shown``.
  var targets: [String] = []

  var isWanted: Bool { !targets.isEmpty }

  /// Shows and writes what was exercised.
  /// - Parameters:
  ///   - code: how the run ended.
  ///   - requests: the reports of the run.
  /// - Returns: how the run ends: with `code`, unless a file is lost.
  func end(_ code: ExitCode, _ totals: CoverageTotals, beside requests: [ReportRequest]) -> ExitCode {
    var code = code
    // Standard output may have a report for programs.
    let hasReport = requests.contains { $0.file == nil && $0.format != RunFormats.all[0].name }
    for target in targets {
      if target == Self.shown {
        let stream: StandardStream = hasReport ? .error : .output
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
    return code
  }
}
