import LuaEngine
import Simulator

extension PluginObject: APIObject {
  static let apiType = APIType(
    "plugin", className: "homescreen.Plugin", summary: "A plugin, checked: what its file returns.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.text(PluginObject.self) { "plugin \($0.name)" + ($0.version.map { " \($0)" } ?? "") }
    ])
}

/// `homescreen.plugin` and what it makes.
enum PluginAPI: APIRoom {
  static let nameField = Parameter<String>.string("name", "what messages call it; no two plugins of a run share one")
  static let versionField = Parameter<String>.string("version", "the plugin's own version")
  static let apiField = Parameter<Int64>.integer("api", "the plugin API that it is written for: 1, also by default")
  static let runField = Parameter<LuaReference>.function("run", "what the command does")
  static let checkField = Parameter<LuaReference>.function("check", "looks at a package")
  static let summaryField = Parameter<String>.string("summary", "one sentence for help and lists")
  static let factField = Parameter<String>.string("fact", "the fact it rests on, such as `\"ICON-111\"`")
  static let severityField = Parameter<String>(
    description: APIParameter("severity", type: "string", documentation: "`error`, `warning` or `note`")
  ) { call, index in
    guard let text = call.stack.string(at: index), ["error", "warning", "note"].contains(text) else {
      throw Parameter<String>.mismatch("severity", expected: "\"error\", \"warning\" or \"note\"", call, index)
    }
    return text
  }

  /// What each part takes, for documentation and hints.
  static func shape(of part: PluginPart) -> String {
    switch part {
    case .globals: "Names for scripts and the REPL, each with any value."
    case .commands:
      "Commands of the REPL (`:name args`) and of `homescreen plugin`: `function(device, …)`, or a table with `run` and "
        + "`summary`."
    case .matchers:
      "Assertions, `assert.name(…)` and `assert.Not.name(…)`: `function(negated, …)` returns whether it holds, and a "
        + "message."
    case .rules:
      "Rules for lint: `function(package)`, or a table with `check`, `summary`, `severity` and `fact`. They are checked "
        + "and listed; lint itself is still to come."
    case .reporters: "Formats of `run --format name`: `function(event, write)`, called for each event of the run."
    case .on: "Hooks by kind of event: `function(event, device)`, called when the command that led to it has ended."
    }
  }

  static func partField(_ part: PluginPart) -> Parameter<LuaReference> {
    Parameter<LuaReference>(
      description: APIParameter(part.rawValue, type: "table", documentation: shape(of: part))
    ) { call, index in
      guard call.stack.kind(at: index) == .table else {
        throw Parameter<LuaReference>.mismatch(part.rawValue, expected: "a table", call, index)
      }
      return call.stack.reference(to: index)
    }
  }

  static let fields: [APIParameter] =
    [nameField.description, versionField.description, apiField.description]
    + PluginPart.allCases.map { partField($0).description }

  static let plugin = APIEntry.function(
    "plugin", of: ToolNamespace.apiType,
    parameters: [APIParameter("options", type: "table", documentation: "", fields: fields)],
    returns: "the plugin, which the file returns",
    APIDocumentation(
      "Declares a plugin: the file of a plugin returns it.",
      discussion: """
        Plugins are named in `homescreen.lua` (`plugins = { "tools/shots.lua" }`) or with `--plugin FILE`. Each runs in \
        an environment and a budget of its own; an entry that cannot be used is named and left out, and the run ends \
        with exit code 2.
        """,
      example: """
        local counter = homescreen.plugin {
          name = "counter",
          globals = { twice = function(number) return 2 * number end },
          matchers = { even = function(negated, number) return number % 2 == 0, number .. " is odd" end },
        }
        assert.equal("counter", counter.name)
        assert.equal(4, counter.globals.twice(2))
        """)
  ) { call in
    try call.charge(costOfPlugin)
    return try PluginReader(call).plugin()
  }

  /// Units of the budget that a declaration costs, so that a script that makes them for ever ends in time.
  private static let costOfPlugin = 1_000

  static let name = APIEntry.property(
    "name", of: PluginObject.self, "Its name.", get: \.name
  )

  static let version = APIEntry.property(
    "version", of: PluginObject.self, "Its version, or nil.", get: \.version
  )

  static let globals = part(.globals, "The globals that it adds.")
  static let commands = part(.commands, "Its commands.")
  static let matchers = part(.matchers, "Its assertions.")
  static let rules = part(.rules, "Its rules for lint.")
  static let reporters = part(.reporters, "Its reporters.")
  static let on = part(.on, "Its event hooks.")

  static let memberTypes = [ToolNamespace.apiType, PluginObject.apiType]
  static let memberEntries = [plugin, name, version, globals, commands, matchers, rules, reporters, on]

  private struct Table: APIValue {
    static var apiName: String { LuaTable.apiName }
    let reference: LuaReference

    func push(onto stack: LuaStack) { reference.push(onto: stack) }
  }

  private static func part(_ part: PluginPart, _ summary: String) -> APIEntry {
    APIEntry.property(
      part.rawValue, of: PluginObject.self,
      APIDocumentation("\(summary.dropLast()), as the table that was given, or nil.")
    ) { plugin in plugin.tables[part].map { Table(reference: $0) } }
  }
}
