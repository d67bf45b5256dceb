import ArgumentParser
import LuaAPI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What scripts find around them: places of modules, and variables of the environment.
struct SurroundingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Places of modules, such as “./lib/?.lua”, with “;” between them; below the project’s root. May be repeated.",
      valueName: "templates"))
  var lpath: [String] = []

  @Flag(help: "Modules are looked for in the places of LUA_PATH too, those below the project’s root.")
  var luaPath = false

  @Option(
    name: .customLong("env"),
    help: ArgumentHelp(
      "A variable that os.getenv gives: as it is, or NAME=VALUE; may be repeated. Others are nil.", valueName: "name"))
  var variables: [String] = []

  var surroundings: ScriptSurroundings {
    var surroundings = ScriptSurroundings()
    surroundings.searchTemplates = lpath.flatMap(Self.templates)
    if luaPath {
      surroundings.lastSearchTemplates =
        (Self.variable("LUA_PATH_5_4") ?? Self.variable("LUA_PATH")).map(Self.templates) ?? []
    }
    for variable in variables {
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      surroundings.environment[parts[0]] = parts.count > 1 ? parts[1] : Self.variable(parts[0])
    }
    return surroundings
  }

  /// An empty one, as in `;;`, stands for the places that are looked at anyway.
  private static func templates(_ path: String) -> [String] { path.split(separator: ";").map(String.init) }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
