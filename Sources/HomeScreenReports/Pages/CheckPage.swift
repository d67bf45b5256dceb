import AppPackages
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists

/// What a check came to, as a page: findings, and what holds where.
enum CheckPage {
  static func text(_ report: CheckReport) -> String {
    var facts = PageFacts()
    let findings = FindingPage.findings(report.lint, &facts)
    let checks = report.checks.map { value($0, &facts) }
    let words =
      report.checks.flatMap { CheckText.lines($0).map { $0.rendered(hasStyles: false) } + [""] }
      + [FindingText.text(report.lint, listsNotes: true).rendered(hasStyles: false)]
    let broken = report.checks.reduce(0) { $0 + $1.rows.count { !$0.holds } }
    let count = report.checks.reduce(0) { $0 + $1.rows.count }
    return HTMLPage(
      kind: .check, title: "Check",
      data: [
        (
          "summary",
          .list(
            report.lint.summary.map { .shown($0) } + [
              .shown(
                broken == 0
                  ? "all of \(count) icons, quick actions and events work"
                  : "\(broken) of \(count) icons, quick actions and events do not work everywhere")
            ])
        ),
        ("findings", .list(findings)), ("checks", .list(checks)), ("facts", facts.value),
      ],
      words: words
    ).text
  }

  private static func value(_ check: AppCheck, _ facts: inout PageFacts) -> JSONTree {
    .members([
      ("title", .shown(CheckText.title(check))), ("models", .list(check.models.map { .shown($0.name) })),
      (
        "rows",
        .list(
          check.rows.map { row in
            .members([
              ("name", .shown(CheckText.name(row))), ("group", .text(group(row.subject.group))),
              (
                "cells",
                .list(row.spans.map { spans in .list(CheckText.shown(spans).map { value($0, of: check, &facts) }) })
              ),
            ])
          })
      ),
    ])
  }

  private static func value(_ span: CheckSpan, of check: AppCheck, _ facts: inout PageFacts) -> JSONTree {
    facts.add(span.cell.fact?.rawValue)
    return .members([
      ("verdict", .text(span.cell.verdict.rawValue)), ("text", .shown(span.cell.text)),
      ("fact", .shown(span.cell.fact?.rawValue)), ("place", .shown(span.cell.places.first?.description)),
      ("when", .shown(CheckText.versions(span, check))),
    ])
  }

  private static func group(_ group: AppCheck.Row.Subject.Group) -> String {
    switch group {
    case .icons: "icons"
    case .actions: "actions"
    case .code: "code"
    }
  }
}
