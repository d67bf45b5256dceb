import LuaEngine
import Simulator

/// `help`, `require`, and the tool's own names.
enum ToolAPI {
  static let namespaceType = APIType("homescreen", className: "homescreen.Module", summary: "The tool itself.")

  static let help = APIEntry.function(
    "help",
    parameters: [
      APIParameter(
        "topic", type: "any", isOptional: true,
        documentation: "a value (`device`, `device.launch`), or a text: a name, a fact (`\"ICON-111\"`), an error code")
    ],
    APIDocumentation("Explains a value, a name, a fact or an error code; without a topic it lists what there is.")
  ) { call in
    let session = try call.session
    session.print(HelpTopic.text(call, session))
    return 0
  }

  static let moduleName = Parameter<String>.string(
    "name", "`a.b` is `a/b.lua` or `a/b/init.lua` beside the script, or in a plugin beside its file")

  static let require = APIEntry.function(
    "require", moduleName,
    returns: APIReturn("any", "what the module returned"),
    APIDocumentation("Loads a Lua module beside the script, once for a file.")
  ) { call, name in
    call.result(try call.session.modules.require(name))
  }

  static let version = APIEntry.property(
    namespaceType, "version", NamespaceObject<ToolNamespace>.self, "string",
    APIDocumentation("The version of homescreen.")
  ) { call, _ in call.result(Homescreen.version) }

  static let settings = APIEntry.property(
    namespaceType, "settings", NamespaceObject<ToolNamespace>.self, "table",
    APIDocumentation(
      "What the project's `homescreen.lua` says: `os` and `models`, lists that may be empty.",
      discussion: "`for cell in matrix { os = homescreen.settings.os } do … end` runs on each version of the project.")
  ) { call, _ in
    let settings = try call.session.settings
    return call.result(
      LuaTable(fields: [
        (.string("models"), .table(LuaTable(array: (settings?.models ?? []).map { .string($0.name) }))),
        (.string("os"), .table(LuaTable(array: (settings?.os ?? []).map { .string($0.description) }))),
      ]))
  }

  static let entries = [
    help, require,
    APIEntry.namespace("homescreen", ToolNamespace.self, namespaceType, APIDocumentation("The tool itself.")),
    version, settings,
  ]
}
