extension ComparedScenario {
  /// What reports show that know scenarios and no comparisons: one that differs has failed, and one that does not has
  /// ended as it did on both.
  var result: ScenarioResult {
    var result = ScenarioResult(
      file: file, name: name, line: line, cell: cell, status: .failed, traceHash: sides.first?.traceHash ?? "")
    let place = line.map { "\(file):\($0)" }
    if isDifferent {
      let text = ComparisonText.lines(self).dropFirst().map { $0.rendered(hasStyles: false) }.joined(separator: "\n")
      let values = sides.map(\.value).joined(separator: " and ")
      result.problem = Problem(
        code: "different", message: "\(TerminalText.line("it differs for \(axis) \(values)"))\n\(text)", place: place)
      return result
    }
    let side = sides.first
    result.status = side?.status ?? .passed
    switch result.status {
    case .passed: break
    case .failed, .error:
      let code = side?.code ?? (result.status == .failed ? "assertion" : "runtime")
      result.problem = Problem(code: code, message: side?.message ?? "it failed", place: place)
    case .pending: result.problem = side?.message.map { Problem(code: side?.code ?? "pending", message: $0) }
    }
    return result
  }
}
