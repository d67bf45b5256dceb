import AppPackages
import Events
import HomeScreenSimulator
import Lint
package import Platform
import PropertyLists

/// The formats of `homescreen check`: those of lint, with the results on devices if the format can hold them, and those
/// of runs that CI servers read.
package enum CheckFormats: ReportFormats {
  package typealias Make = @Sendable (CheckReport) -> OutputText

  package static let all: [ReportFormat<Make>] = own + findings

  private static let own: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people: a table of results, then findings") { report in
      var text = StyledText("")
      for lines in CheckText.tables(report.checks, columns: report.columns) {
        for line in lines { text += line + "\n" }
        text += "\n"
      }
      for line in report.comparison?.lines ?? [] { text += line + "\n" }
      text += FindingText.text(report.lint.adding([], report.exitCode))
      return .forPeople(report.failure.map { text + StyledText($0, .bold) + "\n" } ?? text)
    },
    ReportFormat("json", "one finding, icon or quick action per line") { report in
      let findings = report.lint.findings.map { FindingJSON.line($0) + "\n" }
      let rows = report.checks.flatMap(\.json).map { SortedJSON.text($0) + "\n" }
      let compared = (report.comparison?.json ?? []).map { SortedJSON.text($0) + "\n" }
      return .forPrograms((findings + rows + compared).joined(), as: .json)
    },
    ReportFormat("junit", "JUnit XML: a test case for each icon or quick action on each device") { report in
      run(report, as: .markup) { JUnitReport(of: .apps, write: $0) }
    },
    ReportFormat("tap", "TAP, version 14") { report in run(report, as: .json) { TAPReport(of: .apps, write: $0) } },
    ReportFormat("markdown", "for a job summary") { report in
      let tables = CheckText.tables(report.checks) + [report.comparison?.lines ?? []].filter { !$0.isEmpty }
      let blocks = tables.map { lines in
        var block = MarkdownText()
        block.codeBlock(lines.map { $0.rendered(hasStyles: false) })
        return block.lines.map { $0 + "\n" }.joined() + "\n"
      }
      return .forPrograms(
        FindingMarkdown.text(
          report.lint.adding([], report.exitCode), after: blocks.joined(), failure: report.failure))
    },
    ReportFormat("html", "one page for a browser") { .forPrograms(CheckPage.text($0), as: .markup) },
  ]

  /// The formats that support findings only; a failed row is a finding there, too.
  private static let findings: [ReportFormat<Make>] = LintFormats.all
    .filter { ["sarif", "github", "gitlab", "xcode"].contains($0.name) }
    .map { format in ReportFormat(format.name, format.summary) { report in format.make(report.findings) } }

  private static func run(
    _ report: CheckReport, as form: TextForm, _ make: (@escaping (String) -> Void) -> any EventReport
  ) -> OutputText {
    var lines: [String] = []
    let output = make { lines.append($0) }
    for event in CheckEvents.events(report) { output.add(event) }
    return .forPrograms(lines.map { $0 + "\n" }.joined(), as: form)
  }
}

extension AppCheck {
  /// One line for each icon and quick action on each kind of device.
  fileprivate var json: [PropertyListValue] {
    rows.flatMap { row in
      zip(models, row.spans).map { model, spans in
        var json: PropertyListDictionary = ["device": .string(model.name), "app": .string(package.name)]
        json["bundleIdentifier"] = package.bundleIdentifier.map { .string($0) }
        json["target"] = package.build.map { .string($0.target) }
        switch row.subject {
        case .icon(let name):
          json["kind"] = "icon"
          json["name"] = name.map { .string($0) }
        case .action(let type):
          json["kind"] = "quickAction"
          json["type"] = .string(type)
        case .code(let event, let launch):
          json["kind"] = "code"
          json["event"] = .string(event.situation.kind.rawValue)
          json["name"] = .string(event.name)
          json["launch"] = .string(launch.rawValue)
        }
        json["holds"] = .boolean(spans.allSatisfy { $0.cell.verdict != .fails })
        json["versions"] = .array(
          of: spans.map { span in
            var json: PropertyListDictionary = [
              "from": .string(span.from.description), "to": .string(span.to.description),
              "verdict": .string(span.cell.verdict.rawValue), "text": .string(span.cell.text),
            ]
            json["fact"] = span.cell.fact.map { .string($0.rawValue) }
            if !span.cell.places.isEmpty { json["places"] = .array(of: span.cell.places.map { .string("\($0)") }) }
            return .dictionary(json)
          })
        return .dictionary(json)
      }
    }
  }
}

/// The formats of `homescreen lint`.
package enum LintFormats: ReportFormats {
  package typealias Make = @Sendable (LintReport) -> OutputText

  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people: each finding with its line") { report in
      .forPeople(FindingText.text(report))
    },
    ReportFormat("json", "one finding per line") { report in
      .forPrograms(report.findings.map { FindingJSON.line($0) + "\n" }.joined(), as: .json)
    },
    ReportFormat("sarif", "SARIF 2.1.0, for code scanning") { .forPrograms(SARIFLog.text($0) + "\n", as: .json) },
    ReportFormat("github", "annotations for GitHub Actions") { report in
      .forPrograms(FindingLines.annotations(report).map { $0 + "\n" }.joined(), as: .commands)
    },
    ReportFormat("gitlab", "Code Quality for GitLab") {
      .forPrograms(FindingJSON.codeQuality($0) + "\n", as: .json)
    },
    ReportFormat("xcode", "lines that Xcode shows next to the code") { report in
      .forPrograms(FindingLines.editorLines(report).map { $0 + "\n" }.joined())
    },
    ReportFormat("markdown", "for a job summary") { .forPrograms(FindingMarkdown.text($0)) },
    ReportFormat("html", "one page for a browser") { .forPrograms(FindingPage.text($0), as: .markup) },
  ]
}
