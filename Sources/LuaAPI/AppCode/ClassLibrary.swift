import LuaEngine

/// The classes of apps' code: what `lua/prelude/classes.lua` does, for Swift.
final class ClassLibrary {
  private unowned let lua: LuaState
  private unowned let prelude: PreludeLoader
  /// The functions of the module, fetched when they are first needed; by their raw values.
  private var functions = [LuaReference?](repeating: nil, count: Function.allCases.count)

  private enum Function: Int, CaseIterable {
    case make, adopt, instance, name, kind
  }

  init(_ lua: LuaState, _ prelude: PreludeLoader) {
    self.lua = lua
    self.prelude = prelude
  }

  /// Pushes a new class without methods.
  func pushClass(_ kind: ClassKind, named name: String? = nil) throws {
    try call(.make, [kind.rawValue, name])
  }

  /// Checks a table of a script's as a class and pushes it.
  /// - Throws: ``LuaFailure`` for a key that is a misspelt method.
  func pushClass(_ kind: ClassKind, from value: some LuaPushable) throws {
    try call(.adopt, [kind.rawValue, value])
  }

  /// Pushes a new object of a class.
  func pushInstance(of reference: some LuaPushable) throws {
    try call(.instance, [reference])
  }

  /// What a class of controllers is called; nil when it has no name.
  func name(of reference: some LuaPushable) throws -> String? {
    try call(.name, [reference])
    defer { lua.stack.removeLast() }
    return lua.stack.string(at: -1)
  }

  /// What a table is the class of; nil when it is no class.
  func kind(of reference: some LuaPushable) -> ClassKind? {
    guard (try? call(.kind, [reference])) != nil else { return nil }
    defer { lua.stack.removeLast() }
    return lua.stack.string(at: -1).flatMap { ClassKind(rawValue: $0) }
  }

  private func call(_ function: Function, _ arguments: [any LuaPushable]) throws {
    let reference = try functions[function.rawValue] ?? prelude.function("\(function)", of: "classes")
    functions[function.rawValue] = reference
    try lua.call(reference, keepingResultOf: arguments)
  }
}
