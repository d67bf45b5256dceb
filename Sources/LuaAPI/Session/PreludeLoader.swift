import CBundledLua
import LuaEngine
import Synchronization

/// Loads the modules of `lua/prelude`, each once for a state, compiled once for the process.
final class PreludeLoader {
  /// Bytecode of modules that this process compiled; nothing else is ever loaded in binary form.
  private static let compiled = Mutex<[String: [UInt8]]>([:])

  private var modules: [String: LuaReference] = [:]
  private unowned let session: Session
  /// The modules load when they are first needed, so they must not see what a script did to its libraries.
  let environment: LuaReference

  /// - Parameter session: before any script runs in it.
  init(session: Session) {
    self.session = session
    environment = session.lua.copyEnvironment()
  }

  /// The value that a module returned.
  /// - Throws: ``LuaError`` when the module fails: a fault of homescreen's.
  func module(_ name: String) throws -> LuaReference {
    if let module = modules[name] { return module }
    let lua = session.lua
    let chunkName = "=[homescreen]/\(name).lua"
    let function: LuaReference
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
    lua.setEnvironment(environment, of: function)
    let stack = lua.stack
    let top = stack.count
    try lua.call(function, keepingResultOf: [host])
    let module = stack.reference(to: -1)
    stack.removeLast(stack.count - top)
    modules[name] = module
    return module
  }

  /// What the modules may use of the host; see ``PreludeHost``.
  private lazy var host: LuaReference = {
    let stack = session.lua.stack
    stack.pushTable(fieldCapacity: 12)
    for (name, body) in PreludeHost.functions(of: session) {
      stack.pushFunction(body)
      stack.setRaw(name, in: -2)
    }
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
