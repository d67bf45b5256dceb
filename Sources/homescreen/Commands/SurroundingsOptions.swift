import AppPackages
import AppSources
import ArgumentParser
import LuaAPI
import Platform
import SourceClient

/// What scripts find around them: places of modules, and variables of the environment.
struct SurroundingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to find modules below the project’s root, such as “./lib/?.lua;./src/?.lua”; may be repeated.",
      valueName: "templates"))
  var lpath: [String] = []

  @Flag(
    help: """
      Also look for modules in LUA_PATH, or in Lua's default places without it; these may be outside of the project.
      """)
  var luaPath = false

  @Option(
    name: .customLong("env"),
    help: ArgumentHelp(
      "Variable for os.getenv, as it is or as NAME=VALUE; may be repeated. Others are nil.", valueName: "name"))
  var variables: [String] = []

  var surroundings: ScriptSurroundings {
    var surroundings = ScriptSurroundings()
    surroundings.readSources = Self.readSources
    surroundings.searchTemplates = lpath.flatMap(Self.templates)
    if luaPath {
      let path = Self.variable("LUA_PATH_5_4") ?? Self.variable("LUA_PATH") ?? ";;"
      surroundings.lastSearchTemplates = Self.templates(path)
      // As in Lua, two in a row stand for the places that it has by itself.
      if path.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).contains(where: \.isEmpty) {
        surroundings.lastSearchTemplates += Self.usualTemplates
      }
    }
    for variable in variables {
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      surroundings.environment[parts[0]] = parts.count > 1 ? parts[1] : Self.variable(parts[0])
    }
    return surroundings
  }

  /// Looked for and asked only when a script installs an app with its sources.
  static let readSources: @Sendable (AppPackage) -> (document: SourceDocument?, problem: String) = { package in
    let client = SourceOptions.clientOfScripts()
    let document = client.document(of: package)
    return (document, client.problems.first ?? "it has no sources")
  }

  private static let usualTemplates = ["/usr/local/share/lua/5.4/", "/usr/share/lua/5.4/"].flatMap {
    ["\($0)?.lua", "\($0)?/init.lua"]
  }

  /// An empty one, as in `;;`, stands for the places that are looked at anyway.
  private static func templates(_ path: String) -> [String] { path.split(separator: ";").map(String.init) }

  private static func variable(_ name: String) -> String? { ProcessEnvironment.value(name) }
}
