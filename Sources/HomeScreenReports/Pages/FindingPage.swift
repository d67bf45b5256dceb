import AppPackages
import HomeScreenSimulator
import Lint
import PropertyLists

/// What lint found, as a page.
enum FindingPage {
  static func text(_ report: LintReport) -> String {
    var facts = PageFacts()
    let findings = findings(report, &facts)
    return HTMLPage(
      kind: .lint, title: "Findings",
      data: [
        ("summary", .list(report.summary.map { .text($0) })), ("findings", .list(findings)),
        ("statistics", .list(report.statistics.map(row))), ("facts", facts.value),
      ],
      words: [FindingText.text(report).rendered(hasStyles: false)]
    ).text
  }

  /// The findings, the most severe first.
  static func findings(_ report: LintReport, _ facts: inout PageFacts) -> [PageValue] {
    report.bySeverity.map { placed in
      let finding = placed.finding
      facts.add(finding.facts)
      let line = finding.location?.line
      return .object([
        ("code", .own(finding.code.rawValue)), ("severity", .own(finding.severity.rawValue)),
        ("message", .text(finding.message)), ("help", .text(finding.help)),
        ("path", .text(placed.path.isEmpty ? "—" : placed.path)), ("place", .text(placed.place)),
        ("line", .number(line)), ("firstLine", .number(line)),
        ("lines", placed.excerpt.map { .list([.text($0.before + $0.rest)]) }),
        ("builds", .texts(placed.builds.map { "\($0.target) (\($0.configuration))" })),
        ("facts", .list(finding.facts.map { .text($0.rawValue) })),
        (
          "fix",
          finding.fix.map { .object([("safety", .own($0.safety.rawValue)), ("summary", .text($0.summary))]) }
        ),
      ])
    }
  }

  private static func row(
    _ row: (code: RuleCode, severity: Finding.Severity, count: Int, fixable: Int)
  ) -> PageValue {
    .object([
      ("code", .own(row.code.rawValue)), ("severity", .own(row.severity.rawValue)), ("count", .number(row.count)),
      ("fixable", .number(row.fixable)),
    ])
  }
}
