package import LuaEngine

/// The globals of busted's blocks: a global that a block or a scenario sets is seen by what lies within it and by
/// nobody beside it.
///
/// All functions of a file share one environment, an empty table. Where it reads and writes is switched when a block or
/// a scenario begins: to a table of its own, behind which lie those of the blocks around it and `_G` at the end.
package final class BlockEnvironments {
  private let session: Session
  private let lua: LuaState
  /// The environment of the file's functions, and its metatable, which is switched.
  private let environment: LuaReference
  private let metatable: LuaReference

  /// The globals of a block.
  package struct Level {
    fileprivate let table: LuaReference
    /// Of the tables within: they read on here.
    fileprivate let metatableOfInner: LuaReference
  }

  /// Whatever is around the file: what an `expose` block of the file sets is kept here.
  package let outermost: Level

  /// For the functions of one file of a session.
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

  /// No script gets at the metatable on top, nor at the tables behind it.
  private static func close(_ stack: LuaStack) {
    stack.push("the environment of a file’s blocks and scenarios")
    stack.setRaw("__metatable", in: -2)
  }

  /// Gives a chunk that was not run yet the environment of the file.
  package func adopt(_ chunk: LuaReference) { lua.setEnvironment(environment, of: chunk) }

  /// The environment of the file's functions, as a variable: code that is joined to it sees what they see. nil without
  /// memory.
  package var variable: LuaVariable? { lua.variable(holding: environment) }

  /// Globals for a block inside another.
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

  /// What runs next reads here, and sets its globals here too, or where else they are to be seen.
  package func enter(_ level: Level, writingTo target: Level? = nil) {
    let stack = lua.stack
    stack.push(metatable)
    stack.push(level.table)
    stack.setRaw("__index", in: -2)
    stack.push((target ?? level).table)
    stack.setRaw("__newindex", in: -2)
    stack.removeLast()
  }

  /// What runs next is a scenario of a block and has globals of its own.
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
    // Kept for `reenterScenario`.
    stack.setRaw(1, in: -2)
    stack.removeLast()
  }

  /// Back in the scenario that was entered last.
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
  package struct Snapshot {
    fileprivate let value: LuaReference
  }

  /// Keeps the state, for ``restore(_:)``.
  /// - Throws: `LuaError` when memory runs out.
  package func save() throws(LuaError) -> Snapshot {
    let stack = lua.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    try lua.call(try insulation("save"), keepingResultOf: [globals, loadedModules, metatableAccess.get])
    return Snapshot(value: stack.reference(to: -1))
  }

  /// Puts `_G` and the loaded modules back as they were.
  /// - Throws: `LuaError` when memory runs out.
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
