import CEmbedded
import LuaEngine
import Synchronization

/// Loads the modules of `lua/prelude`, compiled once per process. Scripts share one instance of each module; a plugin
/// has separate ones, because scripts may modify theirs, such as `assert`.
final class PreludeLoader {
  /// The bytecode that this process compiled. No other bytecode is ever loaded.
  private static let compiled = Mutex<[String: [UInt8]]>([:])

  private var modules: [String: LuaReference] = [:]
  private var functions: [String: LuaReference] = [:]
  private unowned let lua: LuaState
  private let hostFunctions: [HostFunction]
  private let stringLibrary: LuaStringLibrary
  /// The shared tables, by name, in which the modules of all instances register their metatables.
  let typeKeys: LuaReference
  /// The environment of the modules. They load on first use, and must not see changes of a script to its libraries.
  let environment: LuaReference

  /// A host function for the modules, in addition to Lua's own.
  typealias HostFunction = (name: String, body: LuaBody)

  /// Creates the first instance, before any script runs in the state.
  init(_ lua: LuaState, host functions: [HostFunction]) {
    self.lua = lua
    hostFunctions = functions
    environment = lua.copyEnvironment()
    stringLibrary = .script
    typeKeys = PreludeLoader.makeTypeKeys(on: lua.stack)
  }

  /// Creates another instance of the modules.
  /// - Parameter stringLibrary: the string library of the modules.
  init(beside other: PreludeLoader, stringLibrary: LuaStringLibrary) {
    lua = other.lua
    hostFunctions = other.hostFunctions
    environment = other.environment
    typeKeys = other.typeKeys
    self.stringLibrary = stringLibrary
  }

  private static func makeTypeKeys(on stack: LuaStack) -> LuaReference {
    stack.pushTable(fieldCapacity: 2)
    for name in ["spy", "matcher"] {
      stack.pushTable()
      stack.setRaw(name, in: -2)
    }
    defer { stack.removeLast() }
    return stack.reference(to: -1)
  }

  /// Returns the value of a module.
  /// - Throws: ``LuaError`` if the module fails, which is a bug in homescreen.
  func module(_ name: String) throws -> LuaReference {
    if let module = modules[name] { return module }
    let chunkName = "=[homescreen]/\(name).lua"
    var function: LuaReference
    if let bytecode = Self.compiled.withLock({ $0[name] }) {
      function = try lua.load(own: bytecode, chunkName: chunkName)
    } else {
      guard let text = BundledFiles.bytes("prelude/\(name).lua") else {
        throw LuaFailure("there is no prelude module '\(name)'", code: "internal")
      }
      function = try lua.load(own: Array(text), chunkName: chunkName)
      let bytecode = lua.dump(function)
      Self.compiled.withLock { $0[name] = bytecode }
    }
    function = try lua.move(function, to: stringLibrary)
    lua.setEnvironment(environment, of: function)
    let stack = lua.stack
    let top = stack.count
    try lua.call(function, keepingResultOf: [host])
    let module = stack.reference(to: -1)
    stack.removeLast(stack.count - top)
    modules[name] = module
    return module
  }

  /// Returns a function of a module, and caches it.
  func function(_ name: String, of moduleName: String) throws -> LuaReference {
    let key = "\(moduleName).\(name)"
    if let function = functions[key] { return function }
    let stack = lua.stack
    stack.push(try module(moduleName))
    stack.pushRaw(name, of: -1)
    let function = stack.reference(to: -1)
    stack.removeLast(2)
    functions[key] = function
    return function
  }

  /// The argument of each module: the host's functions, and `load`, which returns the value of another module.
  private lazy var host: LuaReference = {
    let stack = lua.stack
    stack.pushTable(fieldCapacity: 12)
    let load: HostFunction = (
      "load", { [unowned self] call in call.result(try module(call.stack.string(at: 1) ?? "")) }
    )
    for (name, body) in hostFunctions + [load] {
      stack.pushFunction(body)
      stack.setRaw(name, in: -2)
    }
    stack.push(typeKeys)
    stack.setRaw("typeKeys", in: -2)
    let host = stack.reference(to: -1)
    stack.removeLast()
    return host
  }()

  /// Returns the innermost line outside the prelude.
  static func scriptPlace(_ call: LuaCall) -> String? {
    for level in 1..<20 {
      guard let place = call.place(level: level) else { continue }
      if !place.hasPrefix("[homescreen]/") { return place }
    }
    return nil
  }
}
