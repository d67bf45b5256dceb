import AppPackages
import LuaEngine

/// What the code of one plugin sees: globals of its own (copies of Lua's libraries, the names of the API, what it sets),
/// its own strings, and modules of the prelude that nobody else has. Nothing of it is seen by scripts or by other
/// plugins, and nothing of theirs by it.
struct PluginEnvironment {
  let globals: LuaReference
  let realm: LuaRealm
  let prelude: PreludeLoader

  /// - Throws: ``LuaFailure`` when there are too many plugins.
  init(for source: PluginSource, in lua: LuaState, _ scriptGlobals: ScriptGlobals, _ prelude: PreludeLoader) throws {
    globals = lua.copyEnvironment()
    realm = try lua.makeRealm(ofStringsIn: globals)
    self.prelude = PreludeLoader(beside: prelude, realm: realm)
    let stack = lua.stack
    stack.push(globals)
    stack.push(globals)
    stack.setRaw("_G", in: -2)
    stack.pushWarn()
    stack.setRaw("warn", in: -2)
    // A hook that draws numbers would change those that the script draws.
    for name in ["random", "randomseed"] {
      stack.pushRaw("math", of: -1)
      stack.pushNil()
      stack.setRaw(name, in: -2)
      stack.removeLast()
    }
    let modules = ModuleLoader(
      lua, prelude: self.prelude, environment: globals, realm: realm, owner: "the plugin",
      read: source.read, name: source.name(of:))
    stack.pushFunction { call in
      call.result(try modules.require(try ModuleLoader.moduleName.read(call, 1)))
    }
    stack.setRaw("require", in: -2)
    setLoad(on: stack)
    stack.pushTable(fieldCapacity: 2)
    stack.pushFunction { [prelude = self.prelude, unowned scriptGlobals] call in
      try scriptGlobals.read(call, ofPluginWith: prelude)
    }
    stack.setRaw("__index", in: -2)
    stack.push("the environment of a plugin")
    stack.setRaw("__metatable", in: -2)
    stack.setMetatable(of: -2)
    stack.removeLast()
  }

  /// A chunk that was loaded and not yet run, as code of the plugin.
  func adopt(_ chunk: LuaReference, in lua: LuaState) throws -> LuaReference {
    let chunk = try lua.move(chunk, to: realm)
    lua.setEnvironment(globals, of: chunk)
    return chunk
  }

  /// `load` compiles for the plugin's environment, when it is given none.
  private func setLoad(on stack: LuaStack) {
    stack.pushRaw("load", of: -1)
    let original = stack.reference(to: -1)
    stack.removeLast()
    stack.pushFunction { [globals] call in
      let count = call.count
      guard count < 4 else {
        call.stack.push(original)
        return try call.callTop(argumentsFrom: 1, through: count)
      }
      for index in 1...3 {
        if index <= count { call.stack.pushCopy(of: index) } else { call.stack.pushNil() }
      }
      call.stack.push(globals)
      call.stack.push(original)
      return try call.callTop(argumentsFrom: count + 1, through: count + 4)
    }
    stack.setRaw("load", in: -2)
  }
}
