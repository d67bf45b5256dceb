public import LuaEngine

/// A function that one session has beyond the catalog: busted's words in a scenario, `help` in the REPL.
public struct SessionGlobal {
  /// One sentence for `help`.
  public let summary: String
  let body: LuaBody

  /// A function with its sentence for `help`; `body` is what a call of it runs.
  public init(summary: String, body: @escaping LuaBody) {
    self.summary = summary
    self.body = body
  }
}

/// The globals of a session: names of the API, of the prelude's modules and of the session, each bound when a script
/// first names it.
public final class ScriptGlobals {
  private unowned let lua: LuaState
  private unowned let prelude: PreludeLoader
  /// Asked for late: a script that names nothing of the API starts without it.
  private let makeCatalog: () -> APICatalog
  /// Globals beyond the catalog: what a scenario runner or a console adds.
  public var extra: [String: SessionGlobal] = [:]
  /// The objects of namespaces, such as `UIApplication`.
  private var namespaces: [ObjectIdentifier: AnyObject] = [:]

  init(_ lua: LuaState, _ prelude: PreludeLoader, catalog: @escaping () -> APICatalog) {
    self.lua = lua
    self.prelude = prelude
    makeCatalog = catalog
  }

  /// What scripts can name.
  var catalog: APICatalog { makeCatalog() }

  /// Gives the state's global table its metatable.
  func install() {
    let stack = lua.stack
    stack.pushGlobals()
    // `assert` is luassert's table, which can be called like Lua's function; it comes with the first use.
    stack.pushNil()
    stack.setRaw("assert", in: -2)
    stack.pushTable(fieldCapacity: 2)
    stack.pushFunction { [unowned self] call in try read(call) }
    stack.setRaw("__index", in: -2)
    stack.push("the global environment")
    stack.setRaw("__metatable", in: -2)
    stack.setMetatable(of: -2)
    stack.removeLast()
  }

  /// A global that is not set (stack: _G, key): binds a name of the API; anything else is nil, as in Lua.
  /// - Parameter prelude: of the plugin whose globals these are; a plugin has no words of one kind of session.
  func read(_ call: LuaCall, ofPluginWith pluginPrelude: PreludeLoader? = nil) throws -> Int32 {
    guard let name = call.stack.string(at: 2) else { return call.result(String?.none) }
    let stack = call.stack
    if pluginPrelude == nil, let global = extra[name] {
      stack.pushFunction(global.body)
      stack.pushCopy(of: -1)
      stack.setRaw(name, in: 1)
      return 1
    }
    guard let entry = catalog.global(name) else {
      return try preludeGlobal(name, call, pluginPrelude ?? prelude)
    }
    if entry.kind == .namespace {
      // An object of its own, or one that depends on where the script is: asked each time.
      return try entry.body(call)
    }
    stack.pushFunction(entry.body)
    lua.remember(functionAt: -1, as: name, on: stack)
    stack.pushCopy(of: -1)
    stack.setRaw(name, in: 1)
    return 1
  }

  /// Globals that prelude modules return.
  private static let preludeModules = [
    "assert": "assert", "spy": "spy", "stub": "stub", "mock": "mock", "match": "match",
  ]

  private func preludeGlobal(_ name: String, _ call: LuaCall, _ prelude: PreludeLoader) throws -> Int32 {
    guard let module = Self.preludeModules[name] else { return call.result(String?.none) }
    let stack = call.stack
    stack.push(try prelude.module(module))
    stack.pushCopy(of: -1)
    stack.setRaw(name, in: 1)
    return 1
  }

  /// The one object of a kind in this session.
  func singleton<Object: AnyObject>(_ make: () -> Object) -> Object {
    if let object = namespaces[ObjectIdentifier(Object.self)] as? Object { return object }
    let object = make()
    namespaces[ObjectIdentifier(Object.self)] = object
    return object
  }

  // MARK: Whose a name is

  /// Who a global belongs to.
  enum Owner: String {
    case api = "the API"
    case homescreen
    /// Lua's own libraries, or a script.
    case lua = "Lua"
  }

  /// Who has a global of this name; nil when nobody has.
  func owner(of name: String) -> Owner? {
    if catalog.global(name) != nil { return .api }
    if extra[name] != nil || Self.preludeModules[name] != nil { return .homescreen }
    let stack = lua.stack
    stack.pushGlobals()
    defer { stack.removeLast(2) }
    return stack.pushRaw(name, of: -1) == .nil ? nil : .lua
  }
}
