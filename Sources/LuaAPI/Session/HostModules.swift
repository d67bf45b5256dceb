import LuaEngine

/// Modules that `require` finds without a file: those of busted and luassert, which specs ask for by name, and
/// homescreen's own.
struct HostModules {
  private unowned let lua: LuaState
  private unowned let prelude: PreludeLoader
  /// The words of busted that are globals of the session.
  var words: () -> [String] = { [] }

  init(_ lua: LuaState, _ prelude: PreludeLoader) {
    self.lua = lua
    self.prelude = prelude
  }

  /// The modules of luassert and say that scripts and plugins may require: the name → the module of `lua/prelude` that is it.
  static let preludeModules: [String: String] = [
    "luassert": "assert", "luassert.assert": "assert", "luassert.init": "assert",
    "luassert.match": "match", "luassert.spy": "spy", "luassert.stub": "stub", "luassert.mock": "mock",
    "luassert.util": "luassert/util", "luassert.state": "assert/state",
    "luassert.compatibility": "luassert/compatibility",
    "luassert.formatters.binarystring": "luassert/binarystring",
    "say": "say", "say.init": "say", "luassert.say": "say",
    // These only register what is there from the beginning.
    "luassert.array": registered, "luassert.assertions": registered, "luassert.modifiers": registered,
    "luassert.matchers": registered, "luassert.matchers.core": registered, "luassert.matchers.composite": registered,
    "luassert.formatters": registered, "luassert.languages.en": registered,
  ]

  /// Whether `require` finds a name without a file.
  static func isOwn(_ name: String) -> Bool {
    preludeModules[name] != nil || name == "busted" || name == "busted.runner"
      || ModuleLoader.bundledFile(name).map { BundledFiles.bytes($0) != nil } == true
  }

  private static let registered = "luassert/loaded"

  /// What the names of homescreen's own modules begin with.
  private static let prefix = "homescreen."

  /// The searcher of `package.searchers` (stack: name): pushes a loader and what it gets, or where it looked.
  func search(_ call: LuaCall) throws -> Int32 {
    let name = call.stack.string(at: 1) ?? ""
    if let body = body(name) {
      call.stack.pushFunction(body)
      call.stack.push(":homescreen:")
      return 2
    }
    guard name.hasPrefix(Self.prefix) else { return 0 }
    if let file = ModuleLoader.bundledFile(name), let bytes = BundledFiles.bytes(file) {
      call.stack.push(try lua.load(bytes, chunkName: "@\(file)"))
      call.stack.push(file)
      return 2
    }
    return call.result("homescreen includes: \(ModuleLoader.bundledModules.joined(separator: ", "))")
  }

  private func body(_ name: String) -> LuaBody? {
    if let module = Self.preludeModules[name] {
      return { [unowned prelude] call in call.result(try prelude.module(module)) }
    }
    switch name {
    case "busted": return { [words] call in try BustedModule.push(call, words: words()) }
    // `require "busted.runner"()` makes a file run by itself; here it runs already.
    case "busted.runner":
      return { call in
        call.result(SwiftFunction { call in call.result(SwiftFunction { _ in 0 }) })
      }
    default: return nil
    }
  }
}
