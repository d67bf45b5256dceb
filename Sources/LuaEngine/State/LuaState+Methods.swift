import CLuaSupport

extension LuaState {
  /// Calls `object:name(…)` and gives its results.
  /// - Throws: ``LuaError``, also when the object has no such method.
  @discardableResult
  public func call(
    method name: String, of object: some LuaPushable, arguments: [any LuaPushable] = []
  ) throws(LuaError) -> [LuaValue] {
    drainReleased()
    let stack = self.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    try stack.reserve(arguments.count + 2)
    object.push(onto: stack)
    try stack.pushMember(name, of: -1)
    stack.swapLast()
    for argument in arguments { argument.push(onto: stack) }
    try stack.call(argumentCount: arguments.count + 1, resultCount: Int(LUA_MULTRET))
    var results: [LuaValue] = []
    for index in stride(from: top + 1, through: stack.count, by: 1) { results.append(stack.value(at: index)) }
    return results
  }
}
