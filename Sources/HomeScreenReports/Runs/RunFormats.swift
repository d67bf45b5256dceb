import AppPackages
// Clients of this module need the events, too.
@_exported public import Events
package import Platform
import PropertyLists

/// The built-in formats for the results of a run; plugins add others.
package enum RunFormats: ReportFormats {
  /// Makes the report.
  /// - Parameters:
  ///   - surroundings: the environment of the run, for formats that name files as others see them.
  ///   - write: receives each line, without its end.
  package typealias Make =
    @Sendable (_ surroundings: ReportSurroundings, _ write: @escaping (OutputText) -> Void) -> any EventReport

  /// The default, `terminal`, and the formats for programs.
  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { _, write in TerminalReport { write(.forPeople($0)) } },
    ReportFormat("list", "like terminal, but with a line for each scenario even in a large run") { _, write in
      TerminalReport(showsEach: true) { write(.forPeople($0)) }
    },
    ReportFormat("json", "one event per line") { _, write in JSONReport { write(.forPrograms($0, as: .json)) } },
    ReportFormat("tap", "TAP, version 14") { _, write in TAPReport { write(.forPrograms($0, as: .json)) } },
    ReportFormat("junit", "JUnit XML, for Jenkins and GitLab") { _, write in
      JUnitReport { write(.forPrograms($0, as: .markup)) }
    },
    ReportFormat("github", "annotations for GitHub Actions") { surroundings, write in
      GitHubReport(surroundings) { write(.forPrograms($0, as: .commands)) }
    },
    ReportFormat("markdown", "a job summary") { _, write in MarkdownReport { write(.forPrograms($0)) } },
    ReportFormat(page, "one page for a browser, with each step of what failed") { _, write in
      HTMLReport { write(.forPrograms($0, as: .markup)) }
    },
  ]

  /// The format that shows the steps of scenarios and can compare two runs.
  package static let page = "html"

  /// The end of the list in the help: plugins have formats, too.
  package static let others = ", or a plugin's format"
}

/// Renders events as JSON lines, one object per event. Except for durations and process IDs, they do not depend on the
/// machine or the time of day.
package final class JSONReport: EventReport {
  private let write: (String) -> Void

  /// Creates an empty report.
  ///
  /// - Parameter write: receives each line, without its end.
  package init(write: @escaping (String) -> Void) { self.write = write }

  package func add(_ event: RunEvent) { write(event.record.line) }
}
