import LuaEngine

/// What a console can complete.
extension Session {
  /// The globals that are set, those that the session adds, and Lua's own that are opened late.
  public var globalNames: [String] {
    let stack = lua.stack
    stack.pushGlobals()
    defer { stack.removeLast() }
    let set = names(ofTable: stack)
    return set + globals.extra.keys.sorted() + ScriptLibraries.names.filter { !set.contains($0) }
  }

  /// The local variables of a REPL's lines that live.
  public var localNames: [String] { locals.names }

  /// The names that can follow `a.b.` or `a.b:`; empty when the path leads nowhere. Only tables and properties are
  /// read on the way, no function is called.
  public func memberNames(of path: [String], methodsOnly: Bool) -> [String] {
    let stack = lua.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    var path = path[...]
    if let first = path.first, locals.push(first) { path.removeFirst() } else { stack.pushGlobals() }
    for name in path {
      lua.arm(budget: 100_000)
      guard stack.kind(at: -1) == .table || stack.kind(at: -1) == .userdata,
        (try? stack.pushMember(name, of: -1)) != nil
      else { return [] }
    }
    switch stack.kind(at: -1) {
    case .table: return names(ofTable: stack)
    case .string:
      // The methods of strings, from the prelude's own copy: a script may have set `string` to anything.
      stack.push(prelude.environment)
      stack.pushRaw("string", of: -1)
      return names(ofTable: stack)
    case .userdata:
      guard let object = stack.object(at: -1) as? any LuaRepresentable,
        let type = globals.catalog.type(named: Swift.type(of: object).luaType.name)
      else { return [] }
      return globals.catalog.members(of: type)
        .filter { !methodsOnly || $0.kind == .method }.map(\.name)
    case .nil, .boolean, .number, .function, .thread: return []
    }
  }

  private func names(ofTable stack: LuaStack) -> [String] {
    stack.keys(ofTable: -1).compactMap { if case .string(let name) = $0 { name } else { nil } }
  }
}
