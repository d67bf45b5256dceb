import AppPackages
import Events
import HomeScreenReports
import Lint

/// The pages of lint rules: one for each rule, with the text of `explain`, and a table of all. `scripts/site` publishes
/// them.
enum RulePages {
  /// The name of the page with the table.
  static let index = "AllRules"

  /// The pages of some rules, and the table.
  static func all(_ rules: [RuleDescription] = Rules.descriptions) -> [DocumentationPage] {
    let sorted = rules.sorted { $0.code.rawValue < $1.code.rawValue }
    return sorted.map(page) + [table(sorted)]
  }

  private static func page(_ rule: RuleDescription) -> DocumentationPage {
    DocumentationPage(
      rule.code.rawValue, title: rule.code.rawValue, abstract: "\(rule.summary).",
      ["## Overview", RuleText.markdown(rule)])
  }

  private static func table(_ rules: [RuleDescription]) -> DocumentationPage {
    var text = """
      | rule | severity | fixed by | what it finds |
      |---|---|---|---|

      """
    for rule in rules {
      let fix =
        switch rule.fix {
        case .safe: "`--fix`"
        case .unsafe: "`--fix --unsafe-fixes`"
        case nil: "–"
        }
      text += "| <doc:\(rule.code)> | \(rule.severity.rawValue) | \(fix) | \(DocumentationPage.cell(rule.summary)) |\n"
    }
    text.removeLast()
    return DocumentationPage(
      index, title: "Lint rules", abstract: "The rules of `homescreen lint`.",
      ["## Overview", "`homescreen explain CODE` prints the page of a rule.", text])
  }
}
