import HomeScreenSimulator
import LuaEngine

/// What a console can complete. Nothing here runs code of a script.
extension Session {
  /// The globals that are set, the words of busted, and Lua's own that are opened late.
  public var globalNames: [String] {
    let stack = lua.stack
    stack.pushGlobals()
    let set = LiveValue(takingTopOf: self)?.names ?? []
    return set + globals.words.sorted() + ScriptLibraries.names.filter { !set.contains($0) }
  }

  /// Whether a global of this name has a value.
  public func hasGlobal(_ name: String) -> Bool {
    globals.owner(of: name) != nil
  }

  /// The local variables of a REPL's lines that live.
  public var localNames: [String] { locals.names }

  /// The value of a variable: a local of an earlier line, a global that is set, or a library that comes with its first use. Nil for names of the API that
  /// no script has named yet: ``APICatalog`` has those.
  public func value(named name: String) -> LiveValue? {
    let stack = lua.stack
    guard stack.hasRoom(8) else { return nil }
    if locals.push(name) { return LiveValue(takingTopOf: self) }
    stack.pushGlobals()
    stack.pushRaw(name, of: -1)
    stack.remove(at: -2)
    if let value = LiveValue(takingTopOf: self) { return value }
    guard let library = globals.library(name) else { return nil }
    stack.push(library)
    return LiveValue(takingTopOf: self)
  }

  /// The methods of strings.
  public var stringMethods: [String] {
    // From the prelude's own copy: a script may have set `string` to anything.
    lua.stack.push(prelude.environment)
    return LiveValue(takingTopOf: self)?.member("string")?.names ?? []
  }

  /// The names that can follow `a.b.` or `a.b:`; empty when the path leads nowhere.
  public func memberNames(of path: [String], methodsOnly: Bool) -> [String] {
    guard let first = path.first, var value = value(named: first) else { return [] }
    for name in path.dropFirst() {
      guard let next = value.member(name) else { return [] }
      value = next
    }
    if value.kind == .string { return stringMethods }
    guard let type = value.type else { return value.names }
    return globals.catalog.members(of: type).filter { !methodsOnly || $0.kind == .method }.map(\.name)
  }

  /// The name of a function or library of Lua's own, `string.rep`, as the globals hold it; nil for any other value.
  /// - Parameter index: where it is on the stack, counted from the bottom.
  func libraryName(at index: Int, on stack: LuaStack) -> String? {
    // What a script puts in the place of one is a function of its own.
    guard stack.hasRoom(8), stack.kind(at: index) != .function || stack.isCFunction(at: index) else { return nil }
    stack.pushGlobals()
    let top = stack.count
    defer { stack.removeLast(stack.count - top + 1) }
    func isMeant(_ name: String, of table: Int) -> Bool {
      stack.pushRaw(name, of: table)
      defer { stack.removeLast() }
      return stack.isSame(index, as: stack.count)
    }
    if let name = LuaLibrary.globals.first(where: { isMeant($0, of: top) }) { return name }
    for library in LuaLibrary.libraries {
      if isMeant(library, of: top) { return library }
      defer { stack.removeLast(stack.count - top) }
      guard stack.pushRaw(library, of: top) == .table else { continue }
      if let name = LuaLibrary.names(of: library).first(where: { isMeant($0, of: top + 1) }) {
        return "\(library).\(name)"
      }
    }
    return nil
  }
}
