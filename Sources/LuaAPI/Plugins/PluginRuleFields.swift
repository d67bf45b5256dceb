import AppPackages
import Events
import HomeScreenSimulator
import LuaEngine

/// What a plugin says of a rule, beside its function and its summary.
struct PluginRuleFields {
  private static let fact = Parameter<String>.string("fact", "the fact behind it, such as `\"ICON-111\"`")
  private static let severity = Parameter<PackageWarning.Severity>.choice(
    "severity", "the severity of its findings; `\"warning\"` by default")
  private static let explanation = Parameter<String>.string(
    "explanation", "what is wrong, why, and what users see: full sentences")
  private static let facts = Parameter<[String]>.list("facts", of: .string("", ""), "several facts")
  private static let before = Parameter<String>.string("before", "a few lines that the rule reports")
  private static let after = Parameter<String>.string("after", "the same lines, corrected")
  private static let fix = Parameter<Fix.Safety>.choice("fix", "whether its findings have a fix, and how safe it is")

  static let list = [
    fact.description, severity.description, explanation.description, facts.description, before.description,
    after.description, fix.description,
  ]

  private let severity: PackageWarning.Severity
  private let explanation: String?
  private let facts: [String]
  private let before: String?
  private let after: String?
  private let fix: Fix.Safety?

  /// - Throws: ``LuaFailure`` that names the field.
  init(_ rule: RecordReader) throws {
    severity = try rule.read(Self.severity) ?? .warning
    explanation = try rule.read(Self.explanation)
    facts = try [rule.read(Self.fact)].compactMap(\.self) + (rule.read(Self.facts) ?? [])
    before = try rule.read(Self.before)
    after = try rule.read(Self.after)
    fix = try rule.read(Self.fix)
  }

  /// What lists, `explain` and reports say of a rule; a rule that is a function alone says nothing itself.
  static func description(of entry: PluginObject.Entry, in plugin: String) -> RuleDescription {
    let fields = entry.rule
    // Summaries of lint have no full stop, those of plugins may.
    let summary =
      entry.summary.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? "A rule of the plugin \(plugin)"
    return RuleDescription(
      RuleCode(rawValue: entry.name), fields?.severity ?? .warning, summary,
      explanation: fields?.explanation ?? "\(summary). The rule comes from the plugin \(plugin).",
      facts: (fields?.facts ?? []).map { FactID($0) }, before: fields?.before, after: fields?.after, fix: fields?.fix)
  }
}
