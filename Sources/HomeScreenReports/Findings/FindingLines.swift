import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Findings on one line each, for programs that read lines: GitHub's runner and Xcode.
enum FindingLines {
  /// Workflow commands. Of each kind GitHub shows ten for a step, so the most severe come first, and the rest is counted.
  static func annotations(_ report: LintReport) -> [String] {
    var lines: [String] = []
    for severity in [Finding.Severity.error, .warning, .note] {
      let findings = report.findings.filter { $0.finding.severity == severity }
      lines += findings.prefix(GitHubReport.shownAnnotations).map(annotation)
    }
    for text in report.summary { lines.append(WorkflowCommand.harmless(text)) }
    let rest = report.findings.count - (lines.count - report.summary.count)
    if rest > 0 { lines.append("\(rest) more are not annotated: GitHub shows ten of a kind for a step") }
    return lines
  }

  private static func annotation(_ placed: PlacedFinding) -> String {
    let finding = placed.finding
    let command =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var message = finding.message
    if let help = finding.help { message += "\nhelp: \(help)" }
    let audience = FindingAudience.text(placed)
    if !audience.isEmpty { message += "\nfor: \(audience)" }
    return WorkflowCommand.text(
      command,
      [
        "file": placed.checkoutPath.isEmpty ? nil : placed.checkoutPath,
        "line": finding.location?.line.map(String.init),
        "col": finding.location?.column.map(String.init), "title": finding.code.rawValue,
      ], message)
  }

  /// `/path/Info.plist:12:3: warning: message [code]`, as compilers write it.
  static func editorLines(_ report: LintReport) -> [String] {
    report.findings.map { placed in
      let finding = placed.finding
      let file = placed.diskPath ?? placed.path
      let place = SourceLocation(
        file: file, line: file.isEmpty ? nil : max(1, finding.location?.line ?? 1), column: finding.location?.column)
      let text = "\(finding.severity.rawValue): \(placed.sentence) [\(finding.code)]"
      return TerminalText.visible(file.isEmpty ? text : "\(place): \(text)", isOneLine: true)
    }
  }
}
