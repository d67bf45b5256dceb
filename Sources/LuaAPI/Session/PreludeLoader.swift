import CEmbedded
import LuaEngine
import Synchronization

/// Loads the modules of `lua/prelude`, compiled once for the process. Scripts share one instance of each; a plugin has
/// its own, because scripts may change what they get, as they may change `assert`.
final class PreludeLoader {
  /// Bytecode of modules that this process compiled; nothing else is ever loaded in binary form.
  private static let compiled = Mutex<[String: [UInt8]]>([:])

  private var modules: [String: LuaReference] = [:]
  private var functions: [String: LuaReference] = [:]
  private unowned let lua: LuaState
  private let functionsOfHost: [HostFunction]
  private let stringLibrary: LuaStringLibrary
  /// Tables by name in which the modules of all instances register their metatables: what one makes the others know.
  let brands: LuaReference
  /// The modules load when they are first needed, so they must not see what a script did to its libraries.
  let environment: LuaReference

  /// A function that the modules may use of the host, beside Lua's own.
  typealias HostFunction = (name: String, body: LuaBody)

  /// Before any script runs in the state.
  init(_ lua: LuaState, host functions: [HostFunction]) {
    self.lua = lua
    functionsOfHost = functions
    environment = lua.copyEnvironment()
    stringLibrary = .script
    brands = PreludeLoader.makeBrands(on: lua.stack)
  }

  /// Another instance of the modules.
  /// - Parameter stringLibrary: whose strings they see.
  init(beside other: PreludeLoader, stringLibrary: LuaStringLibrary) {
    lua = other.lua
    functionsOfHost = other.functionsOfHost
    environment = other.environment
    brands = other.brands
    self.stringLibrary = stringLibrary
  }

  private static func makeBrands(on stack: LuaStack) -> LuaReference {
    stack.pushTable(fieldCapacity: 2)
    for name in ["spy", "matcher"] {
      stack.pushTable()
      stack.setRaw(name, in: -2)
    }
    defer { stack.removeLast() }
    return stack.reference(to: -1)
  }

  /// The value that a module returned.
  /// - Throws: ``LuaError`` when the module fails: a fault of homescreen's.
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

  /// A function of a module, fetched once.
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

  /// What the modules get: the host's functions, and `load`, which gives the value of another module.
  private lazy var host: LuaReference = {
    let stack = lua.stack
    stack.pushTable(fieldCapacity: 12)
    let load: HostFunction = (
      "load", { [unowned self] call in call.result(try module(call.stack.string(at: 1) ?? "")) }
    )
    for (name, body) in functionsOfHost + [load] {
      stack.pushFunction(body)
      stack.setRaw(name, in: -2)
    }
    stack.push(brands)
    stack.setRaw("brands", in: -2)
    let host = stack.reference(to: -1)
    stack.removeLast()
    return host
  }()

  /// The innermost line that is not part of the prelude.
  static func scriptPlace(_ call: LuaCall) -> String? {
    for level in 1..<20 {
      guard let place = call.place(level: level) else { continue }
      if !place.hasPrefix("[homescreen]/") { return place }
    }
    return nil
  }
}
