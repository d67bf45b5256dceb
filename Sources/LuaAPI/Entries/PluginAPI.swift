import AppPackages
import HomeScreenSimulator
import LuaEngine
import PropertyLists

extension PluginObject: APIObject {
  static let apiType = APIType(
    "plugin", className: "homescreen.Plugin", summary: "A plugin that was checked: the value that its file returns.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.text(PluginObject.self) { "plugin \($0.name)" + ($0.version.map { " \($0)" } ?? "") }
    ])
}

/// `homescreen.plugin` and its result.
enum PluginAPI: APISection {
  static let nameField = Parameter<String>.string(
    "name", "the plugin's name in messages; plugins of a run need different names")
  static let versionField = Parameter<String>.string("version", "the plugin's own version")
  static let apiField = Parameter<Int64>.integer(
    "api", "the version of the plugin API that the plugin needs: 1, the default")
  private static let commandType = "fun(device?: homescreen.Device, ...: string)"
  private static let ruleType = "(fun(package: homescreen.Package, report: fun(finding: table)): table?)"
  static let runField = Parameter<LuaReference>.function("run", type: commandType, "the function of the command")
  static let showField = Parameter<LuaReference>.function(
    "show", type: "fun(value: any): string?", "the text of a value, or nil if the renderer has none")
  static let checkField = Parameter<LuaReference>.function("check", type: ruleType, "checks a package")
  static let summaryField = Parameter<String>.string("summary", "one sentence for help and lists")
  /// Returns the form of a part, for documentation and hints.
  static func shape(of part: PluginPart) -> String {
    switch part {
    case .globals: "Global names for scripts and the REPL, with any value."
    case .commands:
      "Commands for the REPL (`:name args`) and for `homescreen plugin`: `function(device, …)`, or a table with `run`, "
        + "`summary`, `help` and `complete`."
    case .matchers:
      "Assertions, `assert.name(…)` and `assert.Not.name(…)`: `function(negated, …)` returns whether the assertion "
        + "holds, and a message."
    case .rules:
      "Rules for lint: `function(package, report)`, or a table with `check`, `summary`, `severity`, `fact`, "
        + "`explanation`, `facts`, `before`, `after` and `fix`. `check` returns a finding or a list of them."
    case .reporters: "Formats of `run --format name`: `function(event, write)`, called for each event of the run."
    case .renderers:
      "How the REPL shows values: named after a type, `function(value)` returns a string; or a table with "
        + "`show` and `when`, which returns whether it applies to a value."
    case .on: "Hooks by kind of event: `function(event, device)`, called when the command that led to it has ended."
    }
  }

  /// A part: the table as it was passed, and its entries.
  typealias Part = (table: LuaReference, entries: [(name: String, value: Definition)])

  /// The definition of an entry.
  struct Definition {
    /// A description in one sentence, if the plugin has one.
    var summary: String?
    /// The function, or for a global, its value.
    let value: LuaReference
    var rule: PluginRuleFields?
    /// The fields of a command or a renderer for the REPL.
    var console: PluginConsoleFields?
  }

  /// A limit above the number of entries that a real plugin has.
  private static let maximumEntries = 1_000

  static func part(_ part: PluginPart) -> Parameter<Part> {
    let entries = Parameter.named(
      part.rawValue, of: definition(of: part), maximum: maximumEntries, check: { try check($0, of: part) },
      shape(of: part))
    return Parameter(description: entries.description) { call, index in
      (call.stack.reference(to: index), try entries.read(call, index))
    }
  }

  /// Returns the parameter for an entry: a function, or for some parts, a table with more fields.
  private static func definition(of part: PluginPart) -> Parameter<Definition> {
    func function(_ type: String) -> Parameter<Definition> {
      Parameter<LuaReference>.function("", type: type, "").map { Definition(value: $0) }
    }
    switch part {
    case .globals:
      return Parameter(description: APIParameter("", type: "any", documentation: "")) { call, index in
        Definition(value: call.stack.reference(to: index))
      }
    case .matchers: return function("fun(negated: boolean, ...: any): boolean")
    case .reporters: return function("fun(event: table, write: fun(line: string))")
    case .on: return function("fun(event: homescreen.Event, device: homescreen.Device)")
    case .commands:
      return described(runField, and: PluginConsoleFields.ofCommand) {
        $1.console = try PluginConsoleFields(command: $0)
      }
    case .renderers:
      return described(showField, and: PluginConsoleFields.ofRenderer) {
        $1.console = try PluginConsoleFields(renderer: $0)
      }
    case .rules: return described(checkField, and: PluginRuleFields.list) { $1.rule = try PluginRuleFields($0) }
    }
  }

  private static func described(
    _ function: Parameter<LuaReference>, and others: [APIParameter],
    more: @escaping @Sendable (RecordReader, inout Definition) throws -> Void
  ) -> Parameter<Definition> {
    .either(
      .function("", type: function.description.type, ""),
      or: [function.description, summaryField.description] + others,
      short: { Definition(value: $0) },
      record: { entry in
        guard let body = try entry.read(function) else {
          throw LuaFailure(" needs the function \(function.name)", code: "argument")
        }
        var definition = Definition(summary: try entry.read(summaryField), value: body)
        try more(entry, &definition)
        return definition
      })
  }

  /// - Throws: ``LuaFailure`` for a name that can never be used.
  private static func check(_ name: String, of part: PluginPart) throws {
    switch part {
    case .on:
      let kinds = TraceEventKind.allCases.map(\.rawValue)
      guard !kinds.contains(name) else { return }
      let near = Spelling.nearest(to: name, in: kinds).first.map { "Did you mean '\($0)'? " } ?? ""
      throw LuaFailure(
        "on has no event '\(Spelling.beginning(of: name))'", code: "unknown-field",
        hint: "\(near)Kinds of events: \(kinds.joined(separator: ", ")).")
    case .globals, .matchers:
      guard !name.isLuaName() else { return }
      throw LuaFailure(
        "the \(part.noun) '\(Spelling.beginning(of: name))' is not a Lua name", code: "argument",
        hint: "Use letters, digits and _, and begin with a letter.")
    case .commands, .rules, .reporters, .renderers:
      guard !name.isLuaName(with: "-") else { return }
      throw LuaFailure(
        "the \(part.noun) cannot be called '\(Spelling.beginning(of: name))'", code: "argument",
        hint: "Use letters, digits, - and _, and begin with a letter.")
    }
  }

  static let fields: [APIParameter] =
    [nameField.description, versionField.description, apiField.description]
    + PluginPart.allCases.map { part($0).description }

  static let plugin = APIEntry.function(
    "plugin", of: ToolNamespace.apiType,
    parameters: [APIParameter("options", type: "table", documentation: "", fields: fields)],
    returns: "the plugin, which the file returns",
    APIDocumentation(
      "Declares a plugin: the file of a plugin returns it.",
      discussion: """
        Plugins are named in `homescreen.lua` (`plugins = { "tools/shots.lua" }`) or with `--plugin FILE`. Each has \
        its own environment and budget; an entry that cannot be used is reported and ignored, and the run \
        ends with exit code 2.
        """)
  ) { call in
    try call.charge(costOfPlugin)
    return try PluginReader(call).plugin()
  }

  /// The budget units for a declaration, so that an endless loop of them ends.
  private static let costOfPlugin = 1_000

  static let name = APIEntry.property("name", of: PluginObject.self, "Its name.", get: \.name)

  static let version = APIEntry.property("version", of: PluginObject.self, "Its version, or nil.", get: \.version)

  static let globals = table(.globals, "The globals that the plugin adds.")
  static let commands = table(.commands, "Its commands.")
  static let matchers = table(.matchers, "Its assertions.")
  static let rules = table(.rules, "Its rules for lint.")
  static let reporters = table(.reporters, "Its reporters.")
  static let renderers = table(.renderers, "How it shows values.")
  static let on = table(.on, "Its event hooks.")

  static let memberTypes = [ToolNamespace.apiType, PluginObject.apiType]
  static let memberEntries = [plugin, name, version, globals, commands, matchers, rules, reporters, renderers, on]

  private struct Table: APIValue {
    static var apiName: String { LuaTable.apiName }
    let reference: LuaReference

    func push(onto stack: LuaStack) { reference.push(onto: stack) }
  }

  private static func table(_ part: PluginPart, _ summary: String) -> APIEntry {
    APIEntry.property(
      part.rawValue, of: PluginObject.self,
      APIDocumentation("\(summary.dropLast()), as the original table, or nil.")
    ) { plugin in plugin.tables[part].map { Table(reference: $0) } }
  }
}

/// Checks the argument of `homescreen.plugin`.
struct PluginReader {
  private let record: RecordReader

  /// The plugin API of this version, which is the default of a plugin.
  private static let api: Int64 = 1

  /// - Throws: ``LuaFailure`` for an unknown field, or if the argument is not a table.
  init(_ call: LuaCall) throws {
    guard call.stack.kind(at: 1) == .table else {
      throw LuaFailure(
        "homescreen.plugin takes a table with named fields, got \(call.stack.shortDescription(at: 1))",
        code: "argument", hint: "Write return homescreen.plugin { name = \"…\", … }.")
    }
    record = try RecordReader(call, 1, owner: "homescreen.plugin", fields: RecordFields(PluginAPI.fields))
  }

  /// - Throws: ``LuaFailure`` with the field and the entry.
  func plugin() throws -> PluginObject {
    guard let name = try record.read(PluginAPI.nameField) else {
      throw unusable("the field “name” is required", hint: "Add a name, which messages contain: name = \"shots\".")
    }
    guard name.isLuaName(with: "-") else {
      throw unusable(
        "“name” cannot be \"\(Spelling.beginning(of: name))\"",
        hint: "Use letters, digits, - and _, and begin with a letter.")
    }
    let api = try record.read(PluginAPI.apiField) ?? Self.api
    guard api == Self.api else {
      throw LuaFailure(
        "plugin \(name) needs api \(api), but this homescreen has api \(Self.api)", code: "plugin",
        hint: api > Self.api ? "Use a newer homescreen." : "Use a newer version of the plugin.")
    }
    var entries: [PluginPart: [PluginObject.Entry]] = [:]
    var tables: [PluginPart: LuaReference] = [:]
    for part in PluginPart.allCases {
      guard let found = try read(part) else { continue }
      tables[part] = found.table
      entries[part] = found.entries.map {
        PluginObject.Entry(
          name: $0.name, summary: $0.value.summary, value: $0.value.value, rule: $0.value.rule,
          console: $0.value.console)
      }
    }
    return PluginObject(name: name, version: try record.read(PluginAPI.versionField), entries: entries, tables: tables)
  }

  private func read(_ part: PluginPart) throws -> PluginAPI.Part? {
    do {
      return try record.read(PluginAPI.part(part))
    } catch var failure as LuaFailure {
      if failure.code == "argument" { failure.code = "plugin" }
      if failure.hint == nil { failure.hint = PluginAPI.shape(of: part) }
      throw failure
    }
  }

  private func unusable(_ message: String, hint: String) -> LuaFailure {
    var failure = record.failure(message, hint: hint)
    failure.code = "plugin"
    return failure
  }
}
