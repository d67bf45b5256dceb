import AppPackages
import Events
import HomeScreenSimulator
import Lint
import Testing

/// Facts that name rules, and the facts of rules.
struct LedgerRuleTests {
  /// `` Lint: `code` (severity) `` in the text of a fact.
  private struct Clause {
    let fact: FactID
    let code: RuleCode
    let severity: Finding.Severity
  }

  /// The reason why a rule named by a fact is missing.
  private enum MissingReason: String {
    case sources = "needs information that the source reader does not give yet"
  }

  private static let pending: [RuleCode: MissingReason] = [
    "alert-filter-too-wide": .sources, "alert-presented-twice": .sources, "icon-alert-hidden": .sources,
    "icon-change-unasked": .sources, "icon-error-trusted": .sources, "icon-handler-off-main": .sources,
    "present-exchanged-everywhere": .sources, "present-exchanged-twice": .sources,
    "shortcut-callback-deprecated": .sources, "shortcut-change-without-items": .sources,
    "shortcut-completion-off-main": .sources, "shortcut-handled-after-delay": .sources,
    "shortcut-items-not-cleared": .sources, "shortcuts-set-in-dead-callback": .sources,
  ]

  @Test func ledgerClausesNameRulesWithTheFact() throws {
    let clauses = try Self.clauses()
    #expect(clauses.count >= 31)
    for clause in clauses {
      guard let rule = Rules.description(of: clause.code) else {
        #expect(Self.pending[clause.code] != nil, "\(clause.fact) names \(clause.code), and there is no such rule")
        continue
      }
      #expect(rule.facts.contains(clause.fact), "\(clause.code) lacks \(clause.fact)")
      #expect(rule.severity == clause.severity, "\(clause.fact) and \(clause.code) differ in severity")
    }
  }

  @Test func ledgersListTheFactsOfRules() {
    let reported = Set(Rules.descriptions.flatMap(\.facts))
    for fact in FactLedger.all {
      if fact.status == .lint { #expect(reported.contains(fact.id), "no rule reports \(fact.id)") }
      if fact.status == .lintToCome {
        #expect(!reported.contains(fact.id), "a rule reports \(fact.id): its status is lint")
      }
    }
  }

  @Test func implementedRulesAreNotPending() throws {
    let implemented = Self.pending.keys.filter { Rules.named($0.rawValue) != nil }
    #expect(implemented.isEmpty, "these are rules now: take them off the list")
    let named = Set(try Self.clauses().map(\.code)).union(Self.adviceCodes)
    let forgotten = Self.pending.keys.filter { !named.contains($0) }
    #expect(forgotten.isEmpty, "nothing names these: take them off the list")
  }

  @Test func ruleNamesInAdviceExist() {
    let missing = Self.adviceCodes.filter { Rules.named($0.rawValue) == nil && Self.pending[$0] == nil }
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func factsOfRulesExist() {
    for rule in Rules.all {
      let unknown = rule.description.facts.filter { FactLedger.fact($0) == nil }
      #expect(unknown.isEmpty, "\(rule.code): \(unknown)")
      #expect(!rule.description.summary.isEmpty && !rule.description.explanation.isEmpty)
    }
  }

  /// The number in a mail of the App Store finds the rule.
  @Test(arguments: [
    ("90022", "iphone-sizes-missing"), ("90023", "ipad-sizes-missing"), ("90032", "icon-file-missing"),
    ("90138", "newsstand-key"), ("90713", "primary-icon-name-missing"), ("90890", "iphone-sizes-missing"),
    ("90892", "ipad-sizes-missing"),
    ("90895", "icon-name-not-in-catalog"),
  ])
  func ruleIsFoundByItsStoreNumber(number: String, code: String) throws {
    let rule = try #require(Rules.named(code))
    #expect(rule.description.explanation.contains("ITMS-\(number)"))
    let facts = rule.description.facts.compactMap { FactLedger.fact($0) }
    #expect(facts.contains { $0.ledger == "store-validation" && $0.behaviour.contains(number) }, "\(facts)")
  }

  private static let predicted = FactLedger.all.filter { $0.ledger == "store-validation" && $0.status == .lint }.map(
    \.id)

  /// Each message of the App Store that lint predicts has a rule with an example.
  @Test(arguments: predicted)
  func storeFactHasATestedRule(fact: FactID) throws {
    let codes = Rules.descriptions.filter { $0.facts.contains(fact) }.map(\.code)
    let tried = Set(RuleExamples.all.map(\.code)).union(try RuleExamples.codesOfOthers())
      .union(RuleExamples.readElsewhere)
    #expect(codes.contains(where: tried.contains), "\(fact): \(codes)")
  }

  @Test func otherStoreFactsSayWhyTheyHaveNoRule() {
    let others = FactLedger.all.filter { $0.ledger == "store-validation" && $0.status != .lint }
    #expect(!others.isEmpty && !others.contains { $0.status == .lintToCome }, "\(others.map(\.id))")
  }

  // MARK: Reading clauses

  private static let adviceCodes = Set(IconExplanation.Advice.Fault.allCases.map { RuleCode(rawValue: $0.rawValue) })

  private static func clauses() throws -> [Clause] {
    try FactLedger.all.compactMap { fact in
      guard let begin = fact.behaviour.firstRange(of: "Lint") else { return nil }
      let parts = fact.behaviour[begin.upperBound...].split(
        separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
      try #require(parts.count == 3 && parts[0] == ": ", "\(fact.id) names no rule behind “Lint”")
      let severity = parts[2].dropFirst(2).prefix { $0 != ")" }
      return Clause(
        fact: fact.id, code: RuleCode(rawValue: String(parts[1])),
        severity: try #require(Finding.Severity(rawValue: String(severity)), "\(fact.id)"))
    }
  }
}
