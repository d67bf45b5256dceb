import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// What lint found, as a page.
enum FindingPage {
  static func text(_ report: LintReport) -> String {
    var facts = PageFacts()
    let findings = findings(report, &facts)
    return HTMLPage(
      kind: .lint, title: "Findings",
      data: [
        ("summary", .list(report.summary.map { .shown($0) })), ("findings", .list(findings)),
        ("statistics", .list(report.statistics.map(row))), ("facts", facts.value),
      ],
      words: [FindingText.text(report, listsNotes: true).rendered(hasStyles: false)]
    ).text
  }

  /// The findings, the most severe first.
  static func findings(_ report: LintReport, _ facts: inout PageFacts) -> [JSONTree] {
    report.bySeverity.map { placed in
      let finding = placed.finding
      facts.add(finding.facts)
      let line = finding.location?.line
      return .members([
        ("code", .text(finding.code.rawValue)), ("severity", .text(finding.severity.rawValue)),
        ("message", .shown(finding.message)), ("help", .shown(finding.help)),
        ("path", .shown(placed.path.isEmpty ? "—" : placed.path)), ("place", .shown(placed.place)),
        ("line", .number(line)), ("firstLine", .number(line)),
        ("lines", placed.excerpt.map { .list([.shown($0.before + $0.rest)]) }),
        ("builds", .shown(placed.builds.map { "\($0.target) (\($0.configuration))" })),
        ("facts", .list(finding.facts.map { .shown($0.rawValue) })),
        (
          "fix",
          finding.fix.map { .members([("safety", .text($0.safety.rawValue)), ("summary", .shown($0.summary))]) }
        ),
      ])
    }
  }

  private static func row(
    _ row: (code: RuleCode, severity: Finding.Severity, count: Int, fixable: Int)
  ) -> JSONTree {
    .members([
      ("code", .text(row.code.rawValue)), ("severity", .text(row.severity.rawValue)), ("count", .number(row.count)),
      ("fixable", .number(row.fixable)),
    ])
  }
}
