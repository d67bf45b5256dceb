import AppPackages
import Events
import HomeScreenSimulator
package import LuaEngine

/// The result of `homescreen.plugin`: a checked plugin, which is not active yet.
final class PluginObject {
  let name: String
  let version: String?
  struct Entry {
    let name: String
    /// A description in one sentence, if the plugin has one.
    let summary: String?
    /// The function, or for a global, its value.
    let value: LuaReference
    /// The fields of a rule; nil for other entries, and for a rule that is only a function.
    let rule: PluginRuleFields?
    /// The fields of a command or a renderer for the REPL; nil for other entries.
    let console: PluginConsoleFields?
  }
  /// The entries by part, in the order of `pairs`.
  let entries: [PluginPart: [Entry]]
  /// The tables as they were passed.
  let tables: [PluginPart: LuaReference]

  init(name: String, version: String?, entries: [PluginPart: [Entry]], tables: [PluginPart: LuaReference]) {
    (self.name, self.version, self.entries, self.tables) = (name, version, entries, tables)
  }

  func entries(_ part: PluginPart) -> [Entry] { entries[part] ?? [] }
}

/// The parts of a plugin, each a table by name.
enum PluginPart: String, CaseIterable {
  case globals, commands, matchers, rules, reporters, renderers, on

  /// The name of an entry in messages.
  var noun: String {
    switch self {
    case .globals: "global"
    case .commands: "command"
    case .matchers: "matcher"
    case .rules: "rule"
    case .reporters: "reporter"
    case .renderers: "renderer"
    case .on: "event hook"
    }
  }

  /// Whether two plugins may have an entry with the same name.
  var isShared: Bool { self == .on }
}

/// The fields of a command or a renderer for the REPL.
struct PluginConsoleFields {
  private static let helpField = Parameter<String>.string("help", "what `:help NAME` shows in addition to the summary")
  private static let completeField = Parameter<LuaReference>(
    description: APIParameter(
      "complete", type: "string[]|(fun(device?: homescreen.Device, words: string[]): string[])",
      documentation: "the possible values of the last word, which may be empty")
  ) { call, index in
    guard call.stack.kind(at: index) == .table || call.stack.isCallable(at: index) else {
      throw Parameter<LuaReference>.mismatch("complete", expected: "a function or a list of strings", call, index)
    }
    return call.stack.reference(to: index)
  }
  private static let whenField = Parameter<LuaReference>.function(
    "when", type: "fun(value: any): boolean",
    "whether the renderer applies to a value; by default, it applies to objects of the type in its name")

  static let ofCommand = [helpField.description, completeField.description]
  static let ofRenderer = [whenField.description]

  private(set) var help: String?
  /// A function or a list.
  private(set) var complete: LuaReference?
  private(set) var when: LuaReference?

  /// - Throws: ``LuaFailure`` with the name of the field.
  init(command: RecordReader) throws {
    help = try command.read(Self.helpField)
    complete = try command.read(Self.completeField)
  }

  /// - Throws: ``LuaFailure`` with the name of the field.
  init(renderer: RecordReader) throws { when = try renderer.read(Self.whenField) }
}

/// The fields of a rule, in addition to its function and its summary.
struct PluginRuleFields {
  private static let fact = Parameter<String>.string(
    "fact", "the fact that the rule is based on, such as `\"ICON-111\"`")
  private static let severity = Parameter<PackageWarning.Severity>.choice(
    "severity", "the severity of the rule's findings; `\"warning\"` by default")
  private static let explanation = Parameter<String>.string(
    "explanation", "what is wrong, why, and what users see: full sentences")
  private static let facts = Parameter<[String]>.list("facts", of: .string("", ""), "several facts")
  private static let before = Parameter<String>.string("before", "a few lines that the rule reports")
  private static let after = Parameter<String>.string("after", "the same lines, corrected")
  private static let fix = Parameter<Fix.Safety>.choice(
    "fix", "whether the rule's findings have a fix, and how safe the fix is")

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

  /// - Throws: ``LuaFailure`` with the name of the field.
  init(_ rule: RecordReader) throws {
    severity = try rule.read(Self.severity) ?? .warning
    explanation = try rule.read(Self.explanation)
    facts = try [rule.read(Self.fact)].compactMap(\.self) + (rule.read(Self.facts) ?? [])
    before = try rule.read(Self.before)
    after = try rule.read(Self.after)
    fix = try rule.read(Self.fix)
  }

  /// Returns the description of a rule for lists, `explain` and reports, with defaults for a rule that is only a function.
  static func description(of entry: PluginObject.Entry, in plugin: String) -> RuleDescription {
    let fields = entry.rule
    // Summaries of lint do not have a full stop, but those of plugins may.
    let summary =
      entry.summary.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? "A rule of the plugin \(plugin)"
    return RuleDescription(
      RuleCode(rawValue: entry.name), fields?.severity ?? .warning, summary,
      explanation: fields?.explanation ?? "\(summary). The rule comes from the plugin \(plugin).",
      facts: (fields?.facts ?? []).map { FactID($0) }, before: fields?.before, after: fields?.after, fix: fields?.fix)
  }
}

/// A plugin's format for run results.
package struct PluginReporter {
  /// The plugin's name.
  let plugin: String
  /// Calls the plugin's function, with a fresh budget.
  let call: ([any LuaPushable]) throws -> Void

  /// Passes an event to the plugin.
  /// - Parameter write: receives each line, without its line ending.
  /// - Throws: ``PluginProblem``. The reporter can then no longer be used.
  package func add(_ event: LuaValue, write: @escaping (String) -> Void) throws(PluginProblem) {
    let writer = SwiftFunction { call in
      guard let line = call.stack.string(at: 1) ?? (try? call.stack.describe(at: 1)), call.count > 0 else {
        throw LuaFailure("write: expected a line, got nothing", code: "argument", hint: "write(\"…\")")
      }
      write(line)
      return 0
    }
    do {
      try call([event, writer])
    } catch {
      throw PluginProblem(plugin: plugin, error)
    }
  }
}
