package import LuaEngine
import PropertyLists

/// The globals of a session: names of the API, of the prelude's modules and of busted, each bound on first use.
package final class ScriptGlobals {
  private unowned let lua: LuaState
  private unowned let prelude: PreludeLoader
  private unowned let libraries: ScriptLibraries
  /// Called late, because a script that uses no API name starts faster without the catalog.
  private let makeCatalog: () -> APICatalog
  /// Returns the body of a word of busted, when a script first uses the word; nil if the words are not globals.
  package var bodyOfWord: ((SpecWord) -> LuaBody)?
  /// The objects of namespaces, such as `UIApplication`.
  private var namespaces: [ObjectIdentifier: AnyObject] = [:]

  init(_ lua: LuaState, _ prelude: PreludeLoader, _ libraries: ScriptLibraries, catalog: @escaping () -> APICatalog) {
    (self.lua, self.prelude, self.libraries) = (lua, prelude, libraries)
    makeCatalog = catalog
  }

  /// The names that scripts can use.
  var catalog: APICatalog { makeCatalog() }

  /// The words of busted that are globals.
  var words: [String] { bodyOfWord == nil ? [] : SpecWord.allCases.map(\.rawValue) }

  /// Returns a word of busted, if it is a global.
  func word(_ name: String) -> SpecWord? { bodyOfWord == nil ? nil : SpecWord(rawValue: name) }

  /// Installs the metatable of the globals.
  func install() {
    let stack = lua.stack
    stack.pushGlobals()
    // `assert` is luassert's table, which can be called like Lua's function. It is loaded on first use.
    stack.pushNil()
    stack.setRaw("assert", in: -2)
    stack.removeLast()
    stack.pushTable(fieldCapacity: 1)
    stack.pushFunction { [unowned self] call in try read(call) }
    stack.setRaw("__index", in: -2)
    stack.pushFunction { [unowned self] call in try bindAll(call) }
    stack.guardGlobals()
  }

  /// Sets all unbound globals, because a script is about to replace the metatable of `_G`.
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

  /// The steps (``Work``) for setting a global.
  private static let costOfBinding = 20

  /// Reads an unset global (stack: _G, key): binds a name of the API, and returns nil for any other name, as in Lua.
  /// - Parameter prelude: the prelude of the plugin that owns the globals. Plugins lack words that need a session.
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

  /// The globals that a session may create on first use.
  private static let played: Set = ["device", "app"]

  /// Whether the value of a global is set after its first use.
  private enum Keeping {
    case isKept
    /// A namespace, or a value that depends on the calling code. It is looked up each time.
    case isAsked
  }

  /// Pushes the value of a name; returns nil, without pushing, if the name is unknown.
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

  /// Returns a prelude module or Lua library that is loaded on first use; nil for any other name.
  func library(_ name: String) -> LuaReference? {
    if let value = libraries.value(name) { return value }
    guard let module = Self.preludeModules[name] else { return nil }
    // Loading it must not use the budget of a line.
    return try? lua.withOwnBudget(lua.options.budget) { try prelude.module(module) }.outcome.get()
  }

  /// The globals that are prelude modules.
  private static let preludeModules = [
    "assert": "assert", "spy": "spy", "stub": "stub", "mock": "mock", "match": "match",
  ]

  /// Returns the single object of a type in this session.
  func singleton<Object: AnyObject>(_ make: () -> Object) -> Object {
    if let object = namespaces[ObjectIdentifier(Object.self)] as? Object { return object }
    let object = make()
    namespaces[ObjectIdentifier(Object.self)] = object
    return object
  }

  // MARK: Owners of names

  /// The owner of a global.
  enum Owner: String {
    case api = "the API"
    case homescreen
    /// Lua or a script.
    case lua = "Lua"
  }

  /// Returns the owner of a global; nil if the name is not a global.
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

/// The object of a ``Namespace``.
final class NamespaceObject<Name: Namespace>: APIObject {
  static var apiType: APIType { Name.apiType }
  static var luaType: LuaType { Name.luaType }
}

extension APIEntry {
  /// Creates a global that is a namespace.
  static func namespace<Name: Namespace>(_ name: String, _: Name.Type, _ words: APIDocumentation) -> APIEntry {
    global(name, words) { call in try call.session.globals.namespace(Name.self) }
  }
}

extension ScriptGlobals {
  /// Returns the single object of a namespace.
  func namespace<Name: Namespace>(_: Name.Type) -> NamespaceObject<Name> { singleton { NamespaceObject<Name>() } }
}

/// A name that only contains others, such as `UIApplication` in `UIApplication.shared`. Each one is a separate type.
protocol Namespace: SendableMetatype {
  static var apiType: APIType { get }
  static var luaType: LuaType { get }
}

extension Namespace {
  /// Creates the Lua type of a namespace with its metamethods.
  static func makeLuaType(metamethods: [ObjectMetamethods.Metamethod] = []) -> LuaType {
    let name = apiType.name
    let text: ObjectMetamethods.Metamethod = ("__tostring", { call in call.result(name) })
    return APIBinding.luaType(apiType, metamethods: [text] + metamethods)
  }
}
