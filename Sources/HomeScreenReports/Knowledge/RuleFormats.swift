import AppPackages
public import Events
import HomeScreenSimulator
public import Platform
import PropertyLists

/// The formats of what `homescreen rules` lists.
public enum RuleFormats: ReportFormats {
  /// Makes the list.
  public typealias Make = @Sendable ([RuleDescription]) -> OutputText

  /// The table of them.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { .forPeople(StyledText(RuleListing.text($0))) },
    ReportFormat("json", "one rule a line") { rules in
      .forPrograms(rules.map { RuleListing.line($0) + "\n" }.joined(), as: .json)
    },
  ]
}

/// Rules, one a line.
private enum RuleListing {
  static func text(_ rules: [RuleDescription]) -> String {
    let width = rules.map { DisplayWidth.of($0.code.rawValue) }.max() ?? 0
    let lines = rules.map { rule in
      let fix = rule.fix.map { $0 == .safe ? "--fix" : "--unsafe-fixes" } ?? ""
      return TextRow.text(
        [rule.code.rawValue, rule.severity.rawValue, fix, rule.summary], widths: [width, 7, 13], gap: 2)
    }
    let end = "\(rules.count) \(rules.count == 1 ? "rule" : "rules"). homescreen explain CODE shows more."
    return (lines + [end]).joined(separator: "\n") + "\n"
  }

  static func line(_ rule: RuleDescription) -> String {
    let json: JSONTree = [
      "code": .text(rule.code.rawValue), "severity": .text(rule.severity.rawValue), "summary": .text(rule.summary),
      "fix": .text(rule.fix?.rawValue), "facts": .texts(rule.facts.map(\.rawValue)),
      "explanation": .text(rule.explanation), "before": .text(rule.before), "after": .text(rule.after),
    ]
    return json.line
  }
}
