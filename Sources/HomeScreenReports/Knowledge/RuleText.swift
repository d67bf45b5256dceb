import AppPackages
public import Events
import HomeScreenSimulator
import Platform

/// What is known of a rule, for a person: what is wrong, why, since when, how sure that is, and an example.
public enum RuleText {
  /// For a terminal, and wherever Markdown is not shown.
  public static func plain(_ rule: RuleDescription) -> String {
    var parts = ["\(title(rule))\n  \(rule.summary).", indented(rule.explanation, by: 2)]
    if let before = rule.before { parts.append("  Before:\n\(indented(before, by: 4))") }
    if let after = rule.after { parts.append("  After:\n\(indented(after, by: 4))") }
    if !rule.facts.isEmpty { parts.append(rule.facts.map { "  \(fact($0))" }.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  /// The same as Markdown.
  public static func markdown(_ rule: RuleDescription) -> String {
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

  /// `ICON-111 (observed, iOS 10.3+): what iOS does`
  private static func fact(_ id: FactID) -> String {
    guard let fact = FactLedger.fact(id) else { return id.rawValue }
    return "\(id) (\(fact.confidence.rawValue), iOS \(fact.versions)): \(fact.behaviour)"
  }

  private static func indented(_ text: String, by count: Int) -> String {
    let space = String(repeating: " ", count: count)
    return TextLines.of(text).map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
  }
}
