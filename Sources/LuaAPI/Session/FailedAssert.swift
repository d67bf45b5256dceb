public import LuaEngine

/// `assert(value, message)` raises plain values, as Lua's own does, and is an assertion for all that.
extension Session {
  /// What `assert` raised before is forgotten: a new scenario begins.
  public func forgetFailedAssert() { failedAssert = nil }

  /// Whether an error is what the last `assert(value, message)` that failed has raised, however it came here: raised again,
  /// or through a coroutine, with another place in front.
  public func isFailedAssert(_ error: LuaError) -> Bool {
    guard let failedAssert, let value = error.value, error.stop == nil else { return false }
    let stack = lua.stack
    defer { stack.removeLast(2) }
    stack.push(failedAssert)
    stack.push(value)
    if stack.isSame(-2, as: -1) { return true }
    guard stack.kind(at: -2) == .string, stack.kind(at: -1) == .string, let message = stack.string(at: -2),
      let raised = stack.string(at: -1)
    else { return false }
    return raised.hasSuffix(": \(message)") && LuaError.Place(parsing: raised) != nil
  }
}
