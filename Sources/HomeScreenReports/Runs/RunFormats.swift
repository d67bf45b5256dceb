import AppPackages
// Users of this product need the events, too.
@_exported public import Events
package import Platform
import PropertyLists

/// The formats of a run's results that homescreen has itself; plugins add others.
package enum RunFormats: ReportFormats {
  /// Makes the report.
  /// - Parameters:
  ///   - surroundings: where the run is, for formats that name files as others see them.
  ///   - write: gets each line, without its end.
  package typealias Make =
    @Sendable (_ surroundings: ReportSurroundings, _ write: @escaping (OutputText) -> Void) -> any EventReport

  /// `terminal`, which is the default, and those for programs.
  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { _, write in TerminalReport { write(.forPeople($0)) } },
    ReportFormat("list", "like terminal, with a line for each scenario of a large run") { _, write in
      TerminalReport(showsEach: true) { write(.forPeople($0)) }
    },
    ReportFormat("json", "one event a line") { _, write in JSONReport { write(.forPrograms($0, as: .json)) } },
    ReportFormat("tap", "TAP, version 14") { _, write in TAPReport { write(.forPrograms($0, as: .json)) } },
    ReportFormat("junit", "JUnit’s XML, for Jenkins and GitLab") { _, write in
      JUnitReport { write(.forPrograms($0, as: .markup)) }
    },
    ReportFormat("github", "annotations for GitHub Actions") { surroundings, write in
      GitHubReport(surroundings) { write(.forPrograms($0, as: .commands)) }
    },
    ReportFormat("markdown", "a summary for a page") { _, write in MarkdownReport { write(.forPrograms($0)) } },
    ReportFormat(page, "one page for a browser, with each step of what failed") { _, write in
      HTMLReport { write(.forPrograms($0, as: .markup)) }
    },
  ]

  /// The format that shows scenarios step by step, and that two runs can be compared in.
  package static let page = "html"

  /// That plugins bring formats, too: the end of the list in the help.
  package static let others = ", or a plugin's format"
}

/// Renders events as JSON lines: one object an event. But for durations and the numbers of processes it holds nothing of
/// the machine or the time of day.
package final class JSONReport: EventReport {
  private let write: (String) -> Void

  /// A report that nothing was told to yet.
  ///
  /// - Parameter write: gets each line, without its end.
  package init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Writes the event as a line.
  package func add(_ event: RunEvent) {
    write(event.record.line)
  }
}
