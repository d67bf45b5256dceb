/// Lua functions, and other values that can be called, that Swift keeps by number. A hundred thousand of them cost what the functions themselves cost and a
/// slot of a table each.
public final class LuaFunctionList {
  private let table: LuaReference
  private let state: LuaState
  private var count: Int64 = 0

  /// An empty list of functions of `state`, which lives at least as long.
  public init(in state: LuaState) {
    self.state = state
    let stack = state.stack
    stack.pushTable()
    table = stack.reference(to: -1)
    stack.removeLast()
  }

  /// Keeps the function at `index` of `stack`.
  /// - Returns: its number.
  public func append(functionAt index: Int, on stack: LuaStack) -> Int64 {
    count += 1
    stack.pushCopy(of: index)
    stack.push(table)
    stack.swapLast()
    stack.setRaw(count, in: -2)
    stack.removeLast()
    return count
  }

  /// Calls a function without arguments and forgets it.
  /// - Throws: ``LuaError``, also for a number whose function was called already.
  public func callOnce(_ number: Int64) throws(LuaError) {
    var isKept = false
    _ = try state.call(
      function: { stack in
        stack.push(self.table)
        guard stack.pushRaw(number, of: -1) != .nil else {
          stack.removeLast(2)
          return false
        }
        stack.pushNil()
        stack.setRaw(number, in: -3)
        stack.remove(at: -2)
        isKept = true
        return true
      }, arguments: [])
    guard isKept else { throw LuaError(kind: .runtime, message: "the function was already called") }
  }
}
