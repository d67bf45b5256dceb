import AppPackages
import Events
import HomeScreenSimulator
import Lint
import PropertyLists

/// A check told as the run of scenarios that it is, so that reports of runs can show it: a file for each app and each file
/// with findings, a scenario for each icon or quick action on each kind of device, and one for each finding that counts as
/// a failure. Where nothing is to be one, what does not hold is told as what is pending.
enum CheckEvents {
  /// All events, from `runStarted` to `runFinished`.
  static func events(_ report: CheckReport) -> [RunEvent] {
    let findings = report.lint.findings.filter { report.failOn.includes($0.finding.severity) }
    var files: [String] = []
    var groups: [ExactText: [PlacedFinding]] = [:]
    for finding in findings {
      if groups[ExactText(finding.path)] == nil { files.append(finding.path) }
      groups[ExactText(finding.path), default: []].append(finding)
    }
    var run = Run(files: files.count + report.checks.count)
    for file in files { run.tell(file, (groups[ExactText(file)] ?? []).map(result)) }
    for check in report.checks {
      run.tell(report.lint.paths.place(of: check.package.infoPlistFile).path, rows(check, report.failOn))
    }
    return run.events + [
      .runFinished(counts: run.total, traceHash: TraceDigest().description, exitCode: report.exitCode)
    ]
  }

  private struct Run {
    private(set) var events: [RunEvent]
    private(set) var total = RunCounts()
    private var position = 0

    init(files: Int) { events = [.runStarted(RunHeader(seed: RunHeader.defaultSeed, files: files))] }

    mutating func tell(_ file: String, _ results: [ScenarioResult]) {
      var counts = RunCounts()
      events.append(.fileStarted(file: file, position: position, worker: 1))
      for var result in results {
        result.file = file
        counts.count(result.status)
        events.append(.scenarioFinished(result))
      }
      events.append(.fileFinished(file: file, counts: counts, traceHash: TraceDigest().description))
      total.add(counts, hasFailed: false)
      position += 1
    }
  }

  private static func result(_ placed: PlacedFinding) -> ScenarioResult {
    let finding = placed.finding
    var result = result(
      ["lint", "\(finding.code): \(finding.message)"], .failed,
      Problem(
        code: finding.code.rawValue, message: finding.message, hint: finding.help,
        fact: finding.facts.first?.rawValue))
    result.line = finding.location?.line
    return result
  }

  private static func rows(_ check: AppCheck, _ failOn: FailureLevel) -> [ScenarioResult] {
    check.rows.flatMap { row in
      zip(check.models, row.spans).map { model, spans in
        let name =
          switch row.subject {
          case .icon(let name): ["icons", name ?? "primary", model.name]
          case .action(let type): ["quick actions", type, model.name]
          case .code(let event, let launch): ["code", event.name, launch.rawValue, model.name]
          }
        let failed = spans.filter { $0.cell.verdict == .fails }
        guard let first = failed.first else { return result(name, .passed, nil) }
        let text = failed.map { "iOS \($0.from) to \($0.to): \($0.cell.text)" }.joined(separator: "; ")
        return result(
          name, failOn == .never ? .pending : .failed,
          Problem(code: "check", message: text, fact: first.cell.fact?.rawValue))
      }
    }
  }

  private static func result(
    _ name: [String], _ status: ScenarioResult.Status, _ problem: Problem?
  ) -> ScenarioResult {
    ScenarioResult(
      file: "", name: name, line: nil, status: status, problem: problem, traceHash: TraceDigest().description)
  }
}
