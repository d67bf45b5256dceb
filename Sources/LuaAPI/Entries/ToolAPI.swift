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
        documentation: "a value (`device`, `device.launch`), or a text: a name, a fact (`\"ICON-111\"`), an error code")
    ], "Explains a value, a name, a fact or an error code; without a topic it lists what there is."
  ) { call in
    let session = try call.session
    session.print(HelpTopic.text(call, session))
  }

  static let require = APIEntry.function(
    "require", ModuleLoader.moduleName, returns: "what the module returned",
    "Loads a Lua module beside the script, once for a file."
  ) { call, name in
    try call.session.modules.require(name)
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
