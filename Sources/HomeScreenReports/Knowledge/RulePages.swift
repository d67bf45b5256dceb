import AppPackages
public import Lint

/// The documentation's pages about the rules of lint: one of each rule, with the text that `explain` prints, and a table
/// of all. `scripts/generate` writes them.
public enum RulePages {
  /// The name of the page with the table.
  public static let index = "AllRules"

  /// The pages of some rules: the name of each file, and its text.
  public static func all(_ rules: [RuleDescription] = Rules.descriptions) -> [(
    name: String, text: String
  )] {
    let sorted = rules.sorted { $0.code.rawValue < $1.code.rawValue }
    return sorted.map { ("\($0.code).md", page($0)) } + [("\(index).md", table(sorted))]
  }

  private static func page(_ rule: RuleDescription) -> String {
    // The first paragraph of a page is its abstract, and stands in lists of pages.
    "# \(rule.code)\n\n\(rule.summary).\n\n## Overview\n\n\(RuleText.markdown(rule))\n\n\(note)\n"
  }

  private static func table(_ rules: [RuleDescription]) -> String {
    var text = """
      # Rules of lint

      What `homescreen lint` finds.

      ## Overview

      `homescreen explain CODE` prints the page of a rule.

      | rule | severity | mended by | what it finds |
      |---|---|---|---|

      """
    for rule in rules {
      let fix =
        switch rule.fix {
        case .safe: "`--fix`"
        case .unsafe: "`--fix --unsafe-fixes`"
        case nil: "–"
        }
      text += "| <doc:\(rule.code)> | \(rule.severity.rawValue) | \(fix) | \(cell(rule.summary)) |\n"
    }
    return text + "\n\(note)\n"
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  private static let note = "<!-- Written by scripts/generate. Do not edit. -->"
}
