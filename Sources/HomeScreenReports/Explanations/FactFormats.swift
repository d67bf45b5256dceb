internal import AppPackages
package import Events
internal import HomeScreenSimulator
package import Platform
import PropertyLists

/// The formats of `homescreen facts`.
package enum FactFormats: ReportFormats {
  /// Makes the listing.
  /// - Parameter showsStatus: whether reports for people show the use of each fact instead of its confidence.
  package typealias Make = @Sendable (_ listing: FactListing, _ showsStatus: Bool) -> OutputText

  /// The other formats of the command.
  package static let others = ", and with --run the formats of homescreen run"

  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { listing, showsStatus in
      .forPeople(StyledText(showsStatus ? listing.statusText : listing.text))
    },
    ReportFormat("json", "one fact per line") { listing, _ in
      .forPrograms(listing.facts.map { line($0) + "\n" }.joined(), as: .json)
    },
    ReportFormat("html", "one page for a browser") { listing, _ in .forPrograms(FactPage.text(listing), as: .markup) },
  ]

  private static func line(_ fact: Fact) -> String {
    var reason: String?
    if case .notModelled(let text) = fact.status { reason = text }
    let json: JSONTree = [
      "fact": .text(fact.id.rawValue), "versions": .text(fact.versions), "holds": .text(fact.bounds?.text),
      "confidence": .text(fact.confidence.rawValue), "behaviour": .text(fact.behaviour), "source": .text(fact.source),
      "status": .text(fact.status.word), "since": .text(fact.since), "reason": .text(reason),
    ]
    return json.line
  }
}

/// A text to explain, with its explanation.
package struct KnowledgeAnswer: Sendable {
  /// The text to explain.
  package let asked: String
  /// The explanation, without a line feed at the end.
  package let text: String

  /// Creates an answer.
  package init(asked: String, text: String) { (self.asked, self.text) = (asked, text) }

  /// The facts that the answer names, in order.
  package var facts: [String] {
    var found: [String] = []
    for word in text.split(whereSeparator: { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")) }) {
      let id = String(word)
      if FactLedger.fact(FactID(id)) != nil, !found.contains(id) { found.append(id) }
    }
    return found
  }
}

/// The formats of `homescreen explain`.
package enum KnowledgeFormats: ReportFormats {
  /// Makes the report of one answer.
  package typealias Make = @Sendable (KnowledgeAnswer) -> OutputText

  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { .forPeople(StyledText($0.text + "\n")) },
    ReportFormat("json", "one object on one line") { answer in
      let json: JSONTree = [
        "asked": .text(answer.asked), "text": .text(answer.text), "facts": .texts(answer.facts),
      ]
      return .forPrograms(json.line + "\n", as: .json)
    },
  ]
}

/// The formats of `homescreen rules`.
package enum RuleFormats: ReportFormats {
  package typealias Make = @Sendable ([RuleDescription]) -> OutputText

  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { .forPeople(StyledText(RuleListing.text($0))) },
    ReportFormat("json", "one rule per line") { rules in
      .forPrograms(rules.map { RuleListing.line($0) + "\n" }.joined(), as: .json)
    },
  ]
}

/// A list of rules, one per line.
private enum RuleListing {
  static func text(_ rules: [RuleDescription]) -> String {
    let width = rules.map { DisplayWidth.of($0.code.rawValue) }.max() ?? 0
    let lines = rules.map { rule in
      let fix = rule.fix.map { $0 == .safe ? "--fix" : "--unsafe-fixes" } ?? ""
      return TextRow.text(
        [rule.code.rawValue, rule.severity.rawValue, fix, rule.summary], widths: [width, 7, 13], gap: 2)
    }
    let end = "\(Counted.text(rules.count, "rule")). homescreen explain CODE shows more."
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

/// The documentation of a rule: what is wrong, why, since when, the confidence, and an example.
package enum RuleText {
  /// Returns plain text, for terminals and other places without Markdown.
  package static func plain(_ rule: RuleDescription) -> String {
    var parts = ["\(title(rule))\n  \(rule.summary).", indented(rule.explanation, by: 2)]
    if let before = rule.before { parts.append("  Before:\n\(indented(before, by: 4))") }
    if let after = rule.after { parts.append("  After:\n\(indented(after, by: 4))") }
    if !rule.facts.isEmpty { parts.append(rule.facts.map { "  \(fact($0))" }.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  package static func markdown(_ rule: RuleDescription) -> String {
    var parts = ["**\(rule.summary)** (`\(rule.code)`, \(words(rule)))", rule.explanation]
    if let before = rule.before { parts.append("Before:\n\n```\n\(before)\n```") }
    if let after = rule.after { parts.append("After:\n\n```\n\(after)\n```") }
    if !rule.facts.isEmpty { parts.append(rule.facts.map { "- \(fact($0))" }.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  private static func title(_ rule: RuleDescription) -> String { "\(rule.code)  (\(words(rule)))" }

  private static func words(_ rule: RuleDescription) -> String {
    let fix =
      switch rule.fix {
      case .safe: ", fixed by lint --fix"
      case .unsafe: ", fixed by lint --fix --unsafe-fixes"
      case nil: ""
      }
    return rule.severity.rawValue + fix
  }

  /// Returns a line such as `ICON-111 (observed, iOS 10.3+): what iOS does`.
  private static func fact(_ id: FactID) -> String {
    guard let fact = FactLedger.fact(id) else { return id.rawValue }
    return "\(id) (\(fact.confidence.rawValue), iOS \(fact.versions)): \(fact.behaviour)"
  }

  private static func indented(_ text: String, by count: Int) -> String {
    let space = String(repeating: " ", count: count)
    return TextLines.of(text).map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
  }
}
