import AppPackages
import Events
import HomeScreenSimulator
import Platform

/// Findings as Markdown for the summary of a job: the result, and a table, the most severe first.
enum FindingMarkdown {
  /// - Parameter blocks: text between the result and the table.
  static func text(_ report: LintReport, after blocks: String = "") -> String {
    let summary = report.summary
    var text = "## \(report.exitCode == .success ? "✅" : "❌") \(MarkdownText.escaped(summary.first ?? ""))\n\n"
    for line in summary.dropFirst() { text += "\(MarkdownText.escaped(line))\n\n" }
    text += blocks
    return text + table(["", "where", "what", "rule"], report.bySeverity.map(row), text.utf8.count)
  }

  private static func row(_ placed: PlacedFinding) -> [String] {
    let finding = placed.finding
    var what = MarkdownText.escaped(finding.message)
    if let help = finding.help { what += "<br>help: \(MarkdownText.escaped(help))" }
    let audience = FindingAudience.text(placed)
    if !audience.isEmpty { what += "<br>for: \(MarkdownText.escaped(audience))" }
    return [
      finding.severity.rawValue, MarkdownText.escaped(placed.place), what, MarkdownText.code(finding.code.rawValue),
    ]
  }

  private static func table(_ head: [String], _ rows: [[String]], _ used: Int) -> String {
    guard !rows.isEmpty else { return "" }
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    var text = line(head) + line(head.map { _ in "---" })
    for (index, row) in rows.enumerated() {
      let next = line(row)
      guard used + text.utf8.count + next.utf8.count <= MarkdownText.maximumSummaryBytes else {
        return text + "\n… and \(rows.count - index) more, too many for a summary.\n"
      }
      text += next
    }
    return text
  }
}
