import LuaEngine

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

  static let require = APIEntry.function(
    "require", .string("name", "`a.b` is `a/b.lua` or `a/b/init.lua` beside the script"),
    returns: APIReturn("any", "what the module returned"),
    APIDocumentation("Loads a Lua module beside the script, once for a file.")
  ) { call, name in
    call.result(try call.session.modules.require(name))
  }

  static let version = APIEntry.property(
    namespaceType, "version", NamespaceObject<ToolNamespace>.self, "string",
    APIDocumentation("The version of homescreen.")
  ) { call, _ in call.result(Homescreen.version) }

  static let entries = [
    help, require,
    APIEntry.namespace("homescreen", ToolNamespace.self, namespaceType, APIDocumentation("The tool itself.")),
    version,
    APIEntry.toCome(namespaceType, "plugin", .function, "Declares a plugin."),
  ]
}
