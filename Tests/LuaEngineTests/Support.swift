import CLuaSupport
import LuaEngine
import Testing

/// Runs a chunk in a new state and returns `tostring` of each result.
func run(
  _ source: String, budget: Int64 = 50_000_000, memory: Int = 64 << 20, seed: UInt64 = 1
) throws -> [String] {
  let lua = try LuaState(LuaOptions(memoryCeiling: memory, budget: budget, seed: seed))
  let results = try lua.call(lua.load(source, chunkName: "=test"))
  return try results.map { try lua.describe($0) }
}

/// The error of the stock state of ``stockRun(_:)``.
struct StockError: Error, CustomStringConvertible {
  let description: String
}

/// Runs a chunk in a state with stock Lua libraries, for comparisons.
func stockRun(_ source: String) throws -> [String] {
  guard let thread = luaL_newstate() else { throw StockError(description: "no memory") }
  defer { lua_close(thread) }
  luaL_openlibs(thread)
  guard luaL_loadbufferx(thread, source, source.utf8.count, "=test", "t") == LUA_OK,
    lua_pcallk(thread, 0, LUA_MULTRET, 0, 0, nil) == LUA_OK
  else {
    throw StockError(description: String(cString: luaL_tolstring(thread, -1, nil)))
  }
  var results: [String] = []
  for index in stride(from: 1, through: lua_gettop(thread), by: 1) {
    var length = 0
    let text = luaL_tolstring(thread, index, &length)
    results.append(String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self))
    lua_settop(thread, -2)
  }
  return results
}

/// Counts living objects of a test.
final class Canary: LuaRepresentable {
  /// The count is in a separate object, so that tests can run in parallel.
  final class Cage {
    var alive = 0
  }

  static let luaType = LuaType(
    "canary",
    member: { name, _ in
      switch name {
      case "sing": .method { call in call.result("tweet") }
      case "fail": .method { _ in throw LuaFailure("the canary fails", code: "canary") }
      default: nil
      }
    },
    unknown: { name, _ in LuaFailure("canary has no member '\(name)'", code: "unknown-member") })

  let cage: Cage
  let anchor: LuaAnchor?
  var kept: [LuaAnchoredReference] = []
  var luaAnchor: LuaAnchor? { anchor }
  let luaWeight: Int

  init(_ cage: Cage, anchor: LuaAnchor? = nil, weight: Int = 128) {
    self.cage = cage
    luaWeight = weight
    self.anchor = anchor
    cage.alive += 1
  }

  deinit { cage.alive -= 1 }
}

extension LuaState {
  /// Sets the functions `make` (a canary with an anchor), `keep` (keeps a function by its anchor) and `run` (calls it).
  func defineCanaries(in cage: Canary.Cage) {
    define("make") { call in call.result(Canary(cage, anchor: LuaAnchor())) }
    define("keep") { call in
      let canary = try #require(call.stack.object(at: 1) as? Canary)
      canary.kept.append(try #require(canary.anchor?.keep(2, on: call.stack)))
      return 0
    }
    define("run") { call in
      let canary = try #require(call.stack.object(at: 1) as? Canary)
      for reference in canary.kept { try reference.call(arguments: []) }
      return 0
    }
  }

  /// Sets a global function.
  func define(_ name: String, _ body: @escaping LuaBody) {
    let stack = self.stack
    stack.pushFunction(body)
    let function = stack.reference(to: -1)
    stack.removeLast()
    setGlobal(name, to: function)
  }
}
