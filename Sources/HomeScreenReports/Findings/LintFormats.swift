import AppPackages
import HomeScreenSimulator
public import Platform
import PropertyLists

/// The formats of what `homescreen lint` tells.
public enum LintFormats: ReportFormats {
  /// Makes the report.
  public typealias Make = @Sendable (LintReport) -> OutputText

  /// The table of them.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people: each finding with its line") { report in
      .forPeople(FindingText.text(report))
    },
    ReportFormat("json", "one finding a line") { report in
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
