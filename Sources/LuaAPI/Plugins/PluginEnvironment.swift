import AppPackages
import LuaEngine

/// The globals of one plugin: copies of Lua's libraries, the names of the API, and what the plugin itself sets. Nothing
/// of it is seen by scripts, and nothing of theirs by it.
enum PluginEnvironment {
  static func make(for source: PluginSource, in session: Session) -> LuaReference {
    let environment = session.lua.copyEnvironment()
    let stack = session.lua.stack
    stack.push(environment)
    stack.push(environment)
    stack.setRaw("_G", in: -2)
    // A hook that draws numbers would change those that the script draws.
    for name in ["random", "randomseed"] {
      stack.pushRaw("math", of: -1)
      stack.pushNil()
      stack.setRaw(name, in: -2)
      stack.removeLast()
    }
    let modules = ModuleLoader(
      session: session, environment: environment, owner: "the plugin",
      read: { path throws(FileTreeError) in try FolderTree(source.folder).read(path) }, name: source.name(of:))
    stack.pushFunction { call in
      call.result(try modules.require(try ToolAPI.moduleName.read(call, 1)))
    }
    stack.setRaw("require", in: -2)
    setLoad(of: environment, on: stack)
    stack.pushTable(fieldCapacity: 2)
    stack.pushFunction { call in try GlobalBinding.read(call, isPlugin: true) }
    stack.setRaw("__index", in: -2)
    stack.push("the environment of a plugin")
    stack.setRaw("__metatable", in: -2)
    stack.setMetatable(of: -2)
    stack.removeLast()
    return environment
  }

  /// `load` compiles for the plugin's environment, when it is given none.
  private static func setLoad(of environment: LuaReference, on stack: LuaStack) {
    stack.pushRaw("load", of: -1)
    let original = stack.reference(to: -1)
    stack.removeLast()
    stack.pushFunction { call in
      let count = call.count
      guard count < 4 else {
        call.stack.push(original)
        return try call.callTop(argumentsFrom: 1, through: count)
      }
      for index in 1...3 {
        if index <= count { call.stack.pushCopy(of: index) } else { call.stack.pushNil() }
      }
      call.stack.push(environment)
      call.stack.push(original)
      return try call.callTop(argumentsFrom: count + 1, through: count + 4)
    }
    stack.setRaw("load", in: -2)
  }
}
