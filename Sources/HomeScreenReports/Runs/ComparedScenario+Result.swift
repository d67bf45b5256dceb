extension ComparedScenario {
  /// What reports show that know scenarios and no comparisons: one that differs has failed, and so has one
  /// that fails on both.
  var result: ScenarioResult {
    if !isDifferent, let side = sides.first, let status = side.status, failsOnBoth {
      return ScenarioResult(
        file: file, name: name, line: line, cell: cell, status: status,
        problem: Problem(
          code: "assertion", message: side.message ?? "it failed", place: line.map { "\(file):\($0)" }),
        traceHash: side.traceHash ?? "")
    }
    guard isDifferent else {
      return ScenarioResult(
        file: file, name: name, line: line, cell: cell, status: .passed, traceHash: sides.first?.traceHash ?? "")
    }
    var comparison = ComparisonText()
    let text = comparison.lines(self).dropFirst().map { $0.rendered(hasStyles: false) }.joined(separator: "\n")
    return ScenarioResult(
      file: file, name: name, line: line, cell: cell, status: .failed,
      problem: Problem(
        code: "different",
        message: TerminalText.visible(
          "it differs for \(axis) \(sides.map(\.value).joined(separator: " and "))", isOneLine: true) + "\n\(text)",
        place: line.map { "\(file):\($0)" }),
      traceHash: sides.first?.traceHash ?? "")
  }
}
