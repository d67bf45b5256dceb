package import Events
package import Platform
import PropertyLists

/// What the model does, compared with what other projects have measured on simulators and devices.
package struct MeasuredComparison: Sendable {
  /// One sequence in one version of iOS.
  package struct Run: Sendable {
    /// Which project measured it, and after a comma where.
    package let source: String
    /// What was done.
    package let sequence: String
    /// `iOS 26.2`
    package let version: String
    /// How the model differs; nil where it does not.
    package let difference: String?
  }

  /// Every sequence in each version that ran it, in the order of the files.
  package private(set) var runs: [Run] = []
  /// Files that cannot be read to their end, and why.
  package private(set) var failures: [String] = []

  /// Of a run that has not begun.
  package init() {}

  /// Adds the next event of the run.
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
      "\(sequences) sequences from \(sources) sources, \(runs.count) with their versions: "
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

/// The formats of what `homescreen facts --measured` prints.
package enum MeasuredFormats: ReportFormats {
  /// Makes the report.
  package typealias Make = @Sendable (_ comparison: MeasuredComparison) -> OutputText

  /// The table of them.
  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { .forPeople(StyledText($0.text)) },
    ReportFormat("json", "one sequence and version per line") { .forPrograms($0.json, as: .json) },
  ]
}
