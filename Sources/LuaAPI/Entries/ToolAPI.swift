import HomeScreenSimulator
import LuaEngine
import Platform

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
    ], "Explains a value, a name, a fact or an error code; without a topic it lists all names."
  ) { call in
    let session = try call.session
    let text = HelpTopic.text(call, session)
    session.print(session.columns.map { TextLines.wrapped(text, to: $0) } ?? text)
  }

  /// For documentation: ``ScriptLibraries`` has the function.
  static let require = APIEntry.function(
    "require", ModuleLoader.moduleName, returns: "what the module returned, and where it was found",
    APIDocumentation(
      "Loads a Lua module, once for a script.",
      discussion: """
        It looks next to the script, then in the project’s root (`./`, `src`, `lua`), for `name.lua` and \
        `name/init.lua`; `package.path` has the places, and `package.loaded` what is loaded. `busted` and `luassert` \
        are there without a file.
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

  private static let sampleName = Parameter<SampleApp>.text(
    "name", "such as `\"paint\"`; `homescreen.samples` lists the names", domain: .sample
  ) { try SampleApp(named: $0) }

  static let sample = APIEntry.function(
    "sample", of: ToolNamespace.apiType, parameters: [sampleName.description], returns: "the package",
    APIDocumentation(
      "One of the sample apps inside the program.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install(homescreen.sample "paint")
        assert.equal("New Painting", device.springboard:icon(app):press().rows[1].title)
        """)
  ) { call in PackageObject(try CallSignature("homescreen.sample").read(sampleName.read, call, 1).package()) }

  static let samples = APIEntry.property(
    "samples", of: NamespaceObject<ToolNamespace>.self, "The names of the apps that `homescreen.sample` has."
  ) { _ in SampleApp.allCases.map(\.rawValue) }

  static let globalEntries = [
    help, require, APIEntry.namespace("homescreen", ToolNamespace.self, APIDocumentation("The tool itself.")),
  ]
  static let memberTypes = [ToolNamespace.apiType]
  static let memberEntries = [version, settings, sample, samples]
}
