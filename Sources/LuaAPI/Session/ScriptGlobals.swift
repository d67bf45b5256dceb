package import LuaEngine
import PropertyLists

/// The globals of a session: names of the API, of the prelude's modules and of busted, each bound when a script first
/// names it.
package final class ScriptGlobals {
  private unowned let lua: LuaState
  private unowned let prelude: PreludeLoader
  private unowned let libraries: ScriptLibraries
  /// Asked for late: a script that names nothing of the API starts without it.
  private let makeCatalog: () -> APICatalog
  /// Gives what a call of one of busted's words runs; nil where they are not globals. Asked for each word when a script
  /// first names it.
  package var bodyOfWord: ((SpecWord) -> LuaBody)?
  /// The objects of namespaces, such as `UIApplication`.
  private var namespaces: [ObjectIdentifier: AnyObject] = [:]

  init(
    _ lua: LuaState, _ prelude: PreludeLoader, _ libraries: ScriptLibraries, catalog: @escaping () -> APICatalog
  ) {
    self.lua = lua
    self.prelude = prelude
    self.libraries = libraries
    makeCatalog = catalog
  }

  /// What scripts can name.
  var catalog: APICatalog { makeCatalog() }

  /// The words of busted that are globals.
  var words: [String] { bodyOfWord == nil ? [] : SpecWord.allCases.map(\.rawValue) }

  /// A word of busted that is a global.
  func word(_ name: String) -> SpecWord? { bodyOfWord == nil ? nil : SpecWord(rawValue: name) }

  /// Gives the state's global table its metatable.
  func install() {
    let stack = lua.stack
    stack.pushGlobals()
    // `assert` is luassert's table, which can be called like Lua's function; it comes with the first use.
    stack.pushNil()
    stack.setRaw("assert", in: -2)
    stack.removeLast()
    stack.pushTable(fieldCapacity: 1)
    stack.pushFunction { [unowned self] call in try read(call) }
    stack.setRaw("__index", in: -2)
    stack.pushFunction { [unowned self] call in try bindAll(call) }
    stack.guardGlobals()
  }

  /// Sets all globals that have not been named yet: a script is about to give `_G` a metatable of its own, which must not
  /// be asked for them.
  private func bindAll(_ call: LuaCall) throws -> Int32 {
    let stack = call.stack
    stack.pushGlobals()
    let names = catalog.boundGlobalNames + words + Self.preludeModules.keys + ScriptLibraries.names
    Work.count(names.count * Self.costOfBinding)
    for name in names {
      let isSet = stack.pushRaw(name, of: -1) != .nil
      stack.removeLast()
      guard !isSet, try push(name, call) != nil else { continue }
      stack.setRaw(name, in: -2)
    }
    return 0
  }

  /// Steps (``Work``) of setting a global.
  private static let costOfBinding = 20

  /// A global that is not set (stack: _G, key): binds a name of the API; anything else is nil, as in Lua.
  /// - Parameter prelude: of the plugin whose globals these are; a plugin has no words of one kind of session.
  func read(_ call: LuaCall, ofPluginWith pluginPrelude: PreludeLoader? = nil) throws -> Int32 {
    guard let name = call.stack.string(at: 2), let keeping = try push(name, call, ofPluginWith: pluginPrelude) else {
      guard let name = call.stack.string(at: 2), Self.played.contains(name), pluginPrelude == nil else {
        return call.result(String?.none)
      }
      try call.session.devices.prepare()
      call.stack.pushGlobals()
      call.stack.pushRaw(name, of: -1)
      return 1
    }
    if keeping == .isKept {
      call.stack.pushCopy(of: -1)
      call.stack.setRaw(name, in: 1)
    }
    return 1
  }

  /// What a session makes once it is used, where a script may use what it has not made.
  private static let played: Set = ["device", "app"]

  /// Whether a global is set when it is first read.
  private enum Keeping {
    case isKept
    /// An object of its own, or one that depends on where the script is: asked each time.
    case isAsked
  }

  /// Pushes what a name stands for; nil, and nothing is pushed, where it stands for nothing.
  private func push(
    _ name: String, _ call: LuaCall, ofPluginWith pluginPrelude: PreludeLoader? = nil
  ) throws -> Keeping? {
    let stack = call.stack
    if pluginPrelude == nil, let bodyOfWord, let word = word(name) {
      stack.pushFunction(bodyOfWord(word))
      return .isKept
    }
    if pluginPrelude == nil, let value = libraries.value(name) {
      stack.push(value)
      return .isKept
    }
    guard let entry = catalog.global(name) else {
      guard let module = Self.preludeModules[name] else { return nil }
      stack.push(try (pluginPrelude ?? prelude).module(module))
      return .isKept
    }
    if entry.kind == .namespace {
      _ = try entry.body(call)
      return .isAsked
    }
    stack.pushFunction(entry.body)
    lua.remember(functionAt: -1, as: name, on: stack)
    return .isKept
  }

  /// A module of the prelude's or one of Lua's libraries, which comes with its first use; nil for any other name.
  func library(_ name: String) -> LuaReference? {
    if let value = libraries.value(name) { return value }
    guard let module = Self.preludeModules[name] else { return nil }
    // Loading it takes nothing from what a line may use.
    return try? lua.withOwnBudget(lua.options.budget) { try prelude.module(module) }.outcome.get()
  }

  /// Globals that prelude modules return.
  private static let preludeModules = [
    "assert": "assert", "spy": "spy", "stub": "stub", "mock": "mock", "match": "match",
  ]

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
    /// one of Lua, or one of a script.
    case lua = "Lua"
  }

  /// Who has a global of this name; nil when nobody has.
  func owner(of name: String) -> Owner? {
    if catalog.global(name) != nil { return .api }
    if word(name) != nil || Self.preludeModules[name] != nil { return .homescreen }
    if ScriptLibraries.names.contains(name) { return .lua }
    let stack = lua.stack
    stack.pushGlobals()
    defer { stack.removeLast(2) }
    return stack.pushRaw(name, of: -1) == .nil ? nil : .lua
  }
}

/// The object behind a ``Namespace``.
final class NamespaceObject<Name: Namespace>: APIObject {
  static var apiType: APIType { Name.apiType }
  static var luaType: LuaType { Name.luaType }
}

extension APIEntry {
  /// A global that is a namespace.
  static func namespace<Name: Namespace>(
    _ name: String, _: Name.Type, _ words: APIDocumentation
  ) -> APIEntry {
    global(name, words) { call in try call.session.globals.namespace(Name.self) }
  }
}

extension ScriptGlobals {
  /// The one object of a namespace.
  func namespace<Name: Namespace>(_: Name.Type) -> NamespaceObject<Name> { singleton { NamespaceObject<Name>() } }
}

/// A name that only holds others, such as `UIApplication` of `UIApplication.shared`. Each is a type of its own.
protocol Namespace: SendableMetatype {
  static var apiType: APIType { get }
  static var luaType: LuaType { get }
}

extension Namespace {
  /// The metamethods of namespaces.
  static func makeLuaType(metamethods: [ObjectMetamethods.Metamethod] = []) -> LuaType {
    let name = apiType.name
    let text: ObjectMetamethods.Metamethod = ("__tostring", { call in call.result(name) })
    return APIBinding.luaType(apiType, metamethods: [text] + metamethods)
  }
}
