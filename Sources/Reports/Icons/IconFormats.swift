internal import AppPackages
import PropertyLists
public import Simulator

/// The formats of what `homescreen why` tells.
public enum IconFormats: ReportFormats {
  public typealias Make = @Sendable (IconExplanation) -> OutputText

  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { .forPeople(StyledText(IconReport.text($0))) },
    ReportFormat("json", "one object on one line") { .forPrograms(SortedJSON.text($0.json) + "\n") },
  ]
}
