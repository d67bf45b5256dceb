package import Events
package import Platform
import PropertyLists

/// A comparison of the model with measurements by other projects, on simulators and devices.
package struct MeasuredComparison: Sendable {
  /// One sequence in one version of iOS.
  package struct Run: Sendable {
    /// The project that measured the sequence, followed by a comma and the place.
    package let source: String
    /// The actions that were performed.
    package let sequence: String
    /// The system, such as `iOS 26.2`.
    package let version: String
    /// The difference between the model and the measurement; nil if there is none.
    package let difference: String?
  }

  /// The runs: each sequence in each version in which it was measured, in the order of the files.
  package private(set) var runs: [Run] = []
  /// The files that could not be run completely, with the reasons.
  package private(set) var failures: [String] = []

  package init() {}

  package mutating func add(_ event: RunEvent) {
    switch event {
    case .scenarioFinished(let result):
      let names = result.name
      runs.append(
        Run(
          source: names.first ?? result.file, sequence: names.dropFirst().dropLast().joined(separator: ", "),
          version: names.last ?? "",
          difference: result.status == .passed ? nil : result.problem?.message ?? result.status.rawValue))
    case .fileFailed(let file, let problem): failures.append("\(file): \(problem.message)")
    case .runStarted, .pluginFailed, .fileStarted, .output, .note, .scenarioListed, .fileFinished, .runFinished: break
    }
  }

  /// A line for each sequence that differs, and a summary.
  package var text: String {
    var lines = failures.map { "\(TerminalText.visible($0, isOneLine: true))" }
    for run in runs {
      guard let difference = run.difference else { continue }
      let line = "\(run.source): \(run.sequence), \(run.version): \(difference)"
      lines.append(TerminalText.visible(line, isOneLine: true))
    }
    let sequences = Set(runs.map { [$0.source, $0.sequence] }).count
    let sources = Set(runs.map { $0.source.prefix { $0 != "," } }).count
    let differing = runs.count { $0.difference != nil }
    lines.append(
      "\(Counted.text(sequences, "sequence")) from \(Counted.text(sources, "source")), "
        + "\(Counted.text(runs.count, "run")) on their versions of iOS: "
        + (differing == 0 ? "the model agrees" : "the model differs in \(differing)"))
    return lines.joined(separator: "\n") + "\n"
  }

  fileprivate var json: String {
    runs.map { run in
      let json: JSONTree = [
        "source": .text(run.source), "sequence": .text(run.sequence), "version": .text(run.version),
        "difference": .text(run.difference),
      ]
      return json.line + "\n"
    }.joined()
  }
}

/// The formats of `homescreen facts --measured`.
package enum MeasuredFormats: ReportFormats {
  /// Makes the report.
  package typealias Make = @Sendable (_ comparison: MeasuredComparison) -> OutputText

  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { .forPeople(StyledText($0.text)) },
    ReportFormat("json", "one sequence and version per line") { .forPrograms($0.json, as: .json) },
  ]
}
