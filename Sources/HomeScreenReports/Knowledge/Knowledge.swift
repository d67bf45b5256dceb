import Events
package import HomeScreenSimulator
import Lint
import PropertyLists

/// What homescreen knows of iOS and of its own errors, by name or by a text that somebody read elsewhere: facts, error
/// codes, keys, lines of a console. Names of the Lua API are explained by who has them.
public enum Knowledge {
  /// The longest name, in bytes; what is longer is a text.
  public static let longestName = 256

  /// The text for a name or for what a person pastes; nil when nothing is known of it.
  public static func explain(_ name: String) -> String? {
    guard name.utf8.count <= longestName else { return explain(text: name) }
    if let fact = FactLedger.fact(named: name) { return text(of: fact) }
    let error = SimulatorErrorCode(rawValue: name)?.explanation ?? ErrorCodes.explanation(name)
    switch (error, rule(named: name)) {
    case (let error?, let rule?): return "\(name), an error\n  \(error)\n\n\(rule)"
    case (let error?, nil): return "\(name)\n  \(error)"
    case (nil, let rule): return rule ?? explain(text: name)
    }
  }

  /// A rule of `lint`, by its code, in the brackets in which it is printed or without.
  private static func rule(named name: String) -> String? {
    let plain = name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
    return Rules.description(of: RuleCode(rawValue: plain)).map(RuleText.plain)
  }

  /// The code at the end of a finding that a person pastes.
  static func rule(in text: String) -> String? {
    guard let open = text.lastIndex(of: "["), let close = text[open...].firstIndex(of: "]") else { return nil }
    return rule(named: String(text[open...close]))
  }

  /// The codes of all errors and rules.
  public static let codes =
    SimulatorErrorCode.allCases.map(\.rawValue) + ErrorCodes.names + Rules.descriptions.map(\.code.rawValue)

  /// What to say when nothing has that name.
  /// - Parameter near: names that it is near to, beside those of facts and of what they quote; the codes of errors that
  ///   are near when nothing is given.
  public static func unknown(_ name: String, near: [String]? = nil) -> String {
    if let text = unknownError(name) { return text }
    let facts = FactLedger.suggestions(for: name).map(\.rawValue)
    let near = facts.prefix(3) + (near ?? codeVocabulary.nearest(to: name, atMost: 3)) + terms(near: name)
    let beginning = Spelling.beginning(of: name)
    let shown = beginning.endIndex == name.endIndex ? name : beginning + "…"
    guard !near.isEmpty else {
      return "unknown name “\(shown)”; homescreen facts and homescreen api list all names"
    }
    return "unknown name “\(shown)”; did you mean \(near.joined(separator: ", "))?"
  }

  private static let codeVocabulary = Vocabulary(codes)

  /// The rules that rest on a fact; nil when there are none.
  private static func rules(about fact: FactID) -> String? {
    let codes = Rules.descriptions.filter { $0.facts.contains(fact) }.map(\.code.rawValue)
    return codes.isEmpty ? nil : codes.joined(separator: ", ")
  }

  /// Where a fact lives in this program, in a few words.
  package static func modelling(of fact: Fact) -> String {
    switch fact.status {
    case .notModelled(let reason): "not modelled: \(reason)"
    case .lint: "reported by lint: \(rules(about: fact.id) ?? "?")"
    case .lintToCome: "not modelled yet: a lint rule will report it"
    case .scenario: "shown by a scenario since \(fact.since ?? "?")"
    case .simulator, .package: "modelled since \(fact.since ?? "?")"
    }
  }

  static func text(of fact: Fact) -> String {
    let bounds = fact.bounds.map { "\n  Holds: \($0.text)" } ?? ""
    return """
      \(fact.id)  (\(fact.confidence.rawValue), iOS \(fact.versions), \(modelling(of: fact)))
        \(fact.behaviour)\(bounds)
        Source: \(fact.source)
      """
  }
}
