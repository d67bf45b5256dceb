/// How much a run has to exercise: `facts=80,lines=90`.
public struct CoverageGate: Sendable {
  private let limits: [(measure: CoverageTotals.Measure, percent: Int)]

  /// Reads what follows `--coverage-gate`; nil for what is no gate.
  public init?(parsing text: String) {
    var limits: [(CoverageTotals.Measure, Int)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false)
      guard pair.count == 2, let measure = CoverageTotals.Measure(rawValue: String(pair[0])),
        let percent = Int(pair[1]),
        (0...100).contains(percent), !limits.contains(where: { $0.0 == measure })
      else { return nil }
      limits.append((measure, percent))
    }
    self.limits = limits
  }

  private static let shown = 12

  /// What is below the gate, a sentence each; none when the run has exercised enough.
  public func failures(of totals: CoverageTotals) -> [String] {
    limits.compactMap { measure, percent in
      let count = totals.count(of: measure)
      guard count.covered * 100 < percent * count.all else { return nil }
      let missing = totals.missing(of: measure)
      let rest = missing.count - Self.shown
      return
        "the run covers \(CoverageTotals.percent(count)) of the \(measure.rawValue) (\(count.covered) of \(count.all)), and the gate asks for \(percent) %; "
        + "missing: \(missing.prefix(Self.shown).joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "")"
    }
  }
}

/// Adds up the coverage of a run's events.
public final class CoverageReport: EventReport {
  /// Of the files that have ended.
  public private(set) var totals = CoverageTotals()

  /// Of a run that has not begun.
  public init() {}

  /// Adds what the event tells of coverage.
  public func add(_ event: RunEvent) {
    if case .coverage(let file) = event { totals.add(file) }
  }
}
