import AppPackages
import HomeScreenSimulator
import Platform
import PropertyLists

/// Some rules, by what a person calls them: a code, the first words of codes (`shortcut`), a fact (`ICON-111`), or a
/// number of the App Store (`ITMS-90895`).
public struct RuleSelector: Sendable, Equatable {
  /// As it was written.
  public let text: String
  /// The rules that it stands for; never empty.
  public let codes: Set<RuleCode>

  /// Reads what a person calls rules by.
  ///
  /// - Parameter rules: those that there are.
  /// - Throws: ``UnknownSelector`` for a text that names no rule.
  public init(_ text: String, among rules: [RuleDescription]) throws(UnknownSelector) {
    self.text = text
    codes = Set(Self.rules(text, among: rules).map(\.code))
    if codes.isEmpty { throw UnknownSelector(text, among: rules) }
  }

  /// The rules that a text stands for.
  public static func rules(_ text: String, among rules: [RuleDescription]) -> [RuleDescription] {
    if let rule = rules.first(where: { $0.code.rawValue == text }) { return [rule] }
    let beginnings = rules.filter { $0.code.rawValue.hasPrefix(text + "-") }
    if !beginnings.isEmpty { return beginnings }
    if let number = storeNumber(text) { return rules.filter { speaks($0, of: number) } }
    guard let fact = FactLedger.fact(named: text) else { return [] }
    return rules.filter { $0.facts.contains(fact.id) }
  }

  /// `90895` in `ITMS-90895` and `90895`.
  private static func storeNumber(_ text: String) -> String? {
    let upper = text.uppercased()
    let number = upper.hasPrefix("ITMS-") ? String(upper.dropFirst(5)) : upper
    return number.utf8.count == 5 && number.utf8.allSatisfy { (0x30...0x39).contains($0) } ? number : nil
  }

  private static func speaks(_ rule: RuleDescription, of number: String) -> Bool {
    rule.explanation.contains(number) || rule.summary.contains(number)
      || rule.facts.contains { FactLedger.fact($0)?.behaviour.contains(number) ?? false }
  }
}

/// A text that stands for no rule.
public struct UnknownSelector: Error, CustomStringConvertible, Equatable {
  /// What a person reads: what is not known, and the nearest name.
  public let description: String

  package init(_ text: String, among rules: [RuleDescription]) {
    let codes = rules.map(\.code.rawValue)
    let words = Set(codes.compactMap { $0.split(separator: "-").first.map(String.init) }).sorted()
    let near = Spelling.nearest(to: text, in: codes + words).first.map { "; did you mean “\($0)”?" }
    let shown = TerminalText.visible(String(Spelling.beginning(of: text)), isOneLine: true)
    description =
      "unknown rule “\(shown)”\(near ?? "; use a code of homescreen rules, a fact or an ITMS number")"
  }
}
