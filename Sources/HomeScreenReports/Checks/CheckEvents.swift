internal import AppPackages
internal import HomeScreenSimulator
public import Lint
internal import PropertyLists

/// A check told as the run of scenarios that it is, so that every report of runs can show it: a file for each app, a
/// scenario for each icon or quick action on each kind of device, and one for each finding that counts as a failure.
public enum CheckEvents {
  /// All events, from `runStarted` to `runFinished`.
  ///
  /// - Parameters:
  ///   - failing: what findings have to be at least to count as failures; nil: none does.
  ///   - exitCode: how the process ends.
  public static func events(_ checks: [AppCheck], failing: Finding.Severity?, exitCode: ExitCode) -> [RunEvent] {
    var events: [RunEvent] = [.runStarted(RunHeader(seed: RunHeader.defaultSeed, files: checks.count))]
    var total = RunCounts()
    var hash = FNV1a64()
    for (position, check) in checks.enumerated() {
      let file = check.package.infoPlistFile
      var counts = RunCounts()
      events.append(.fileStarted(file: file, position: position, worker: 1))
      for finding in check.findings where failing.map({ finding.severity < $0 }) ?? true {
        events.append(.note(file: file, text: "\(finding.severity.rawValue): \(finding.message) [\(finding.code)]"))
      }
      for result in findings(check, failing, file) + rows(check, file) {
        counts.count(result.status)
        hash.feed(result.name.joined(separator: " "))
        hash.feed(result.status.rawValue)
        events.append(.scenarioFinished(result))
      }
      events.append(.fileFinished(file: file, counts: counts, traceHash: hash.description))
      total.add(counts, hasFailed: false)
    }
    events.append(.runFinished(counts: total, traceHash: hash.description, exitCode: exitCode))
    return events
  }

  private static func findings(_ check: AppCheck, _ failing: Finding.Severity?, _ file: String) -> [ScenarioResult] {
    guard let failing else { return [] }
    return check.findings.filter { $0.severity >= failing }.map { finding in
      result(
        file, ["lint", "\(finding.code): \(finding.message)"], finding.location?.line,
        Problem(
          code: finding.code.rawValue, message: finding.message, hint: finding.help,
          fact: finding.facts.first?.rawValue, place: finding.location?.description))
    }
  }

  private static func rows(_ check: AppCheck, _ file: String) -> [ScenarioResult] {
    check.rows.flatMap { row in
      zip(check.models, row.spans).map { model, spans in
        let name =
          switch row.subject {
          case .icon(let name): ["icons", name ?? "primary", model.name]
          case .action(let type): ["quick actions", type, model.name]
          }
        let failed = spans.filter { $0.cell.verdict == .fails }
        guard let first = failed.first else { return result(file, name, nil, nil) }
        let text = failed.map { "iOS \($0.from) to \($0.to): \($0.cell.text)" }.joined(separator: "; ")
        return result(
          file, name, nil, Problem(code: "check", message: text, fact: first.cell.fact?.rawValue))
      }
    }
  }

  private static func result(_ file: String, _ name: [String], _ line: Int?, _ problem: Problem?) -> ScenarioResult {
    ScenarioResult(
      file: file, name: name, line: line, status: problem == nil ? .passed : .failed, problem: problem,
      traceHash: FNV1a64().description)
  }
}
