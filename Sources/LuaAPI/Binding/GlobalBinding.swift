import LuaEngine
import Simulator

/// Globals of the API: bound when a script first names one.
enum GlobalBinding {
  static func install(in session: Session) {
    let stack = session.lua.stack
    stack.pushGlobals()
    // `assert` is luassert's table, which can be called like Lua's function; it comes with the first use.
    stack.pushNil()
    stack.setRaw("assert", in: -2)
    stack.pushTable(fieldCapacity: 2)
    stack.pushFunction { call in try read(call) }
    stack.setRaw("__index", in: -2)
    stack.push("the global environment")
    stack.setRaw("__metatable", in: -2)
    stack.setMetatable(of: -2)
    stack.removeLast()
  }

  /// A global that is not set (stack: _G, key): binds a name of the API; anything else is nil, as in Lua.
  /// - Parameter prelude: of the plugin whose globals these are; a plugin has no words of one kind of session.
  static func read(_ call: LuaCall, ofPluginWith prelude: PreludeLoader? = nil) throws -> Int32 {
    guard let name = call.stack.string(at: 2) else { return call.result(String?.none) }
    let session = try call.session
    let stack = call.stack
    if prelude == nil, let global = session.extraGlobals[name] {
      stack.pushFunction(global.body)
      stack.pushCopy(of: -1)
      stack.setRaw(name, in: 1)
      return 1
    }
    guard let entry = session.catalog.global(name) else {
      return try preludeGlobal(name, call, prelude ?? session.prelude)
    }
    if entry.kind == .namespace {
      // An object of its own, or one that depends on where the script is: asked each time.
      return try entry.body(call)
    }
    stack.pushFunction(entry.body)
    session.lua.remember(functionAt: -1, as: name, on: stack)
    stack.pushCopy(of: -1)
    stack.setRaw(name, in: 1)
    return 1
  }

  /// Globals that prelude modules return.
  static let preludeModules = [
    "assert": "assert", "spy": "spy", "stub": "stub", "mock": "mock", "match": "match",
  ]

  private static func preludeGlobal(_ name: String, _ call: LuaCall, _ prelude: PreludeLoader) throws -> Int32 {
    guard let module = preludeModules[name] else { return call.result(String?.none) }
    let stack = call.stack
    stack.push(try prelude.module(module))
    stack.pushCopy(of: -1)
    stack.setRaw(name, in: 1)
    return 1
  }
}
