import HomeScreenReports
import HomeScreenSimulator
import LuaEngine

enum ToolNamespace: Namespace {
  static let apiType = APIType("homescreen", className: "homescreen.Module", summary: "The tool itself.")
  static let luaType = makeLuaType()
}

/// `help`, `require`, and the tool's own names.
enum ToolAPI: APIRoom {
  static let help = APIEntry.function(
    "help",
    parameters: [
      APIParameter(
        "topic", type: "any", isOptional: true,
        documentation: "a value (`device`, `device.launch`), or a text: a name, a fact (`\"ICON-111\"`), an error code",
        domain: .helpTopic)
    ], "Explains a value, a name, a fact or an error code; without a topic it lists what there is."
  ) { call in
    let session = try call.session
    session.print(HelpTopic.text(call, session))
  }

  /// For documentation: ``ScriptLibraries`` has the function.
  static let require = APIEntry.function(
    "require", ModuleLoader.moduleName, returns: "what the module returned, and where it was found",
    APIDocumentation(
      "Loads a Lua module, once for a script.",
      discussion: """
        It looks beside the script, then in the project’s root (`./`, `src`, `lua`), for `name.lua` and `name/init.lua`; \
        `package.path` has the places, and `package.loaded` what is loaded. `busted` and `luassert` are there without a file.
        """)
  ) { call, name in
    guard let require = try call.session.libraries.value("require") else { return LuaValue.nil }
    return try call.state.call(require, name).first ?? .nil
  }

  static let version = APIEntry.property(
    "version", of: NamespaceObject<ToolNamespace>.self, "The version of homescreen."
  ) { _ in Homescreen.version }

  static let settings = APIEntry.property(
    "settings", of: NamespaceObject<ToolNamespace>.self,
    APIDocumentation(
      "What the project's `homescreen.lua` says: `os` and `models`, lists that may be empty.",
      discussion: "`for cell in matrix { os = homescreen.settings.os } do … end` runs on each version of the project.")
  ) { call, _ in
    let settings = try call.session.settings
    return LuaTable(fields: [
      (.string("models"), .table(LuaTable(array: (settings?.models ?? []).map { .string($0.name) }))),
      (.string("os"), .table(LuaTable(array: (settings?.os ?? []).map { .string($0.description) }))),
    ])
  }

  static let globalEntries = [
    help, require, APIEntry.namespace("homescreen", ToolNamespace.self, APIDocumentation("The tool itself.")),
  ]
  static let memberTypes = [ToolNamespace.apiType]
  static let memberEntries = [version, settings]
}
