import Events
public import HomeScreenSimulator
import Lint
public import Platform
import PropertyLists

/// One type of static quick actions, with what devices make of it.
public struct AskedAction: Sendable {
  /// The app's quick actions.
  public let judgement: ActionJudgement
  /// Those of the type: usually one.
  public let actions: [JudgedAction]

  /// nil where the Info.plist declares no action of the type.
  public init?(_ type: String, in judgement: ActionJudgement) {
    self.judgement = judgement
    actions = judgement.actions(ofType: type)
    if actions.isEmpty { return nil }
  }

  /// Whether all of them are in the menu of every device that has one.
  public var isShownEverywhere: Bool { actions.allSatisfy(\.isShownEverywhere) }
}

/// The formats of what `homescreen why --action` tells.
public enum ActionFormats: ReportFormats {
  /// Makes the report about one type.
  public typealias Make = @Sendable (AskedAction) -> OutputText

  /// The table of them: of the same names as those about icons.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { asked in
      let remarks = RemarkText.lines(asked.judgement.remarks.map { Finding($0) })
      var text = remarks.reduce(into: StyledText("")) { $0 += "\($1)\n" }
      if !remarks.isEmpty { text += "\n" }
      text += StyledText(asked.actions.map { ActionReport.text($0, of: asked.judgement) }.joined(separator: "\n"))
      return .forPeople(text)
    },
    ReportFormat("json", "one object on one line for each item of the type") { asked in
      .forPrograms(
        asked.judgement.json(of: asked.actions).reduce(into: "") { $0 += SortedJSON.text($1) + "\n" }, as: .json)
    },
  ]
}
