import Events
public import HomeScreenSimulator
import Lint
public import Platform
import PropertyLists

/// The formats of what `homescreen why` tells.
public enum IconFormats: ReportFormats {
  /// Makes the report of one judgement.
  public typealias Make = @Sendable (IconJudgement) -> OutputText

  /// The table of them.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { judgement in
      let remarks = RemarkText.lines(judgement.remarks.map { Finding($0) })
      var text = remarks.reduce(into: StyledText("")) { $0 += "\($1)\n" }
      if !remarks.isEmpty { text += "\n" }
      text += StyledText(judgement.isAboutAlternates ? IconOverview.text(judgement) : reports(judgement))
      return .forPeople(text)
    },
    ReportFormat("json", "one object on one line for each icon and device") { judgement in
      .forPrograms(judgement.json.reduce(into: "") { $0 += SortedJSON.text($1) + "\n" }, as: .json)
    },
  ]

  private static func reports(_ judgement: IconJudgement) -> String {
    judgement.explanations.map(IconReport.text).joined(separator: "\n")
  }
}
