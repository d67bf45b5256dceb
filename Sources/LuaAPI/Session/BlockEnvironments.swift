package import LuaEngine

/// The globals of busted's blocks: a global that a block or a scenario sets is visible only inside it.
///
/// All functions of a file share one environment, an empty table. At the start of a block or a scenario, its reads and
/// writes switch to a new table, which inherits from the tables of the enclosing blocks and finally from `_G`.
package final class BlockEnvironments {
  private let session: Session
  private let lua: LuaState
  /// The environment of the file's functions.
  private let environment: LuaReference
  private let metatable: LuaReference

  /// The globals of a block.
  package struct Level {
    fileprivate let table: LuaReference
    /// The metatable for the tables of inner blocks, which read through it.
    fileprivate let metatableOfInner: LuaReference
  }

  /// The level outside all blocks, for globals of the file and of its `expose` blocks.
  package let outermost: Level

  /// Creates the environment for the functions of one file.
  package init(in session: Session) {
    self.session = session
    lua = session.lua
    let stack = lua.stack
    stack.pushTable()
    stack.pushTable(fieldCapacity: 4)
    Self.close(stack)
    metatable = stack.reference(to: -1)
    stack.setMetatable(of: -2)
    environment = stack.reference(to: -1)
    stack.removeLast()
    stack.pushTable(fieldCapacity: 1)
    stack.pushGlobals()
    stack.setRaw("__index", in: -2)
    let metatableOfOutermost = stack.reference(to: -1)
    stack.removeLast()
    outermost = Self.makeLevel(on: stack, metatable: metatableOfOutermost)
    enter(outermost)
  }

  /// Hides a metatable, and the tables that it refers to, from scripts.
  private static func close(_ stack: LuaStack) {
    stack.push("the environment of a file’s blocks and scenarios")
    stack.setRaw("__metatable", in: -2)
  }

  /// Sets the file's environment for a chunk that has not run yet.
  package func adopt(_ chunk: LuaReference) { lua.setEnvironment(environment, of: chunk) }

  /// The environment as a variable for code that must see the same globals; nil if memory is exhausted.
  package var variable: LuaVariable? { lua.variable(holding: environment) }

  /// Creates a level for a block inside another.
  package func makeLevel(in outer: Level) -> Level {
    Self.makeLevel(on: lua.stack, metatable: outer.metatableOfInner)
  }

  private static func makeLevel(on stack: LuaStack, metatable: LuaReference) -> Level {
    stack.pushTable()
    stack.push(metatable)
    stack.setMetatable(of: -2)
    let table = stack.reference(to: -1)
    stack.pushTable(fieldCapacity: 3)
    stack.swapLast()
    stack.setRaw("__index", in: -2)
    close(stack)
    defer { stack.removeLast() }
    return Level(table: table, metatableOfInner: stack.reference(to: -1))
  }

  /// Starts reading globals from a level, and writing them to it or to `target`.
  package func enter(_ level: Level, writingTo target: Level? = nil) {
    let stack = lua.stack
    stack.push(metatable)
    stack.push(level.table)
    stack.setRaw("__index", in: -2)
    stack.push((target ?? level).table)
    stack.setRaw("__newindex", in: -2)
    stack.removeLast()
  }

  /// Starts a scenario of a block, with its own globals.
  package func enterScenario(of block: Level) {
    let stack = lua.stack
    stack.push(metatable)
    stack.pushTable()
    stack.push(block.metatableOfInner)
    stack.setMetatable(of: -2)
    for name in ["__index", "__newindex"] {
      stack.pushCopy(of: -1)
      stack.setRaw(name, in: -3)
    }
    // Stored for `reenterScenario`.
    stack.setRaw(1, in: -2)
    stack.removeLast()
  }

  /// Returns to the scenario that was entered last.
  package func reenterScenario() {
    let stack = lua.stack
    stack.push(metatable)
    for name in ["__index", "__newindex"] {
      stack.pushRaw(1, of: -1)
      stack.setRaw(name, in: -2)
    }
    stack.removeLast()
  }

  // MARK: Insulation

  /// The state of `_G` and of the loaded modules.
  package struct Snapshot { fileprivate let value: LuaReference }

  /// Saves the state, for ``restore(_:)``.
  /// - Throws: `LuaError` if memory is exhausted.
  package func save() throws(LuaError) -> Snapshot {
    let stack = lua.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    try lua.call(try insulation("save"), keepingResultOf: [globals, loadedModules, metatableAccess.get])
    return Snapshot(value: stack.reference(to: -1))
  }

  /// Restores `_G` and the loaded modules.
  /// - Throws: `LuaError` if memory is exhausted.
  package func restore(_ snapshot: Snapshot) throws(LuaError) {
    try lua.call(
      try insulation("restore"), snapshot.value, globals, loadedModules, metatableAccess.get, metatableAccess.set)
  }

  private func insulation(_ name: String) throws(LuaError) -> LuaReference {
    do {
      return try session.prelude.function(name, of: "insulation")
    } catch let error as LuaError {
      throw error
    } catch {
      throw LuaError(kind: .runtime, message: "\(error)")
    }
  }

  private lazy var globals: LuaReference = {
    let stack = lua.stack
    stack.pushGlobals()
    defer { stack.removeLast() }
    return stack.reference(to: -1)
  }()

  private lazy var metatableAccess: (get: LuaReference, set: LuaReference) = {
    let stack = lua.stack
    stack.pushMetatableAccess()
    defer { stack.removeLast(2) }
    return (stack.reference(to: -2), stack.reference(to: -1))
  }()

  private lazy var loadedModules: LuaReference = {
    let stack = lua.stack
    if let package = session.libraries.value("package") { stack.push(package) } else { stack.pushTable() }
    stack.pushRaw("loaded", of: -1)
    defer { stack.removeLast(2) }
    return stack.reference(to: -1)
  }()
}
