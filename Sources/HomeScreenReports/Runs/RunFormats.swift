import AppPackages
import PropertyLists

/// The formats of a run's results that homescreen has itself; plugins add others.
public enum RunFormats: ReportFormats {
  /// Makes the report.
  /// - Parameter write: gets each line, without its end.
  public typealias Make = @Sendable (_ write: @escaping (OutputText) -> Void) -> any EventReport

  /// `terminal`, which is the default, and `json`.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { write in TerminalReport { write(.forPeople($0)) } },
    ReportFormat("json", "one event a line") { write in JSONReport { write(.forPrograms($0)) } },
  ]

  /// That plugins bring formats, too: the end of the list in the help.
  public static let others = ", or a format of a plugin"
}

/// Renders events as JSON lines: one object an event. It holds nothing of the machine or the time of day, so that two
/// runs of the same scripts give the same bytes.
public final class JSONReport: EventReport {
  private let write: (String) -> Void

  /// - Parameter write: gets each line, without its end.
  public init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Writes the event as a line.
  public func add(_ event: RunEvent) {
    write(EventRecord(event).line)
  }
}
