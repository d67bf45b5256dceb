/// A Swift error that is an error value of Lua's: raised in Lua again, it is that very value.
public protocol LuaRaisable: Error {
  /// Pushes the value; false, and nothing is pushed, when there is none.
  func pushErrorValue(onto stack: LuaStack) -> Bool
}

extension LuaError: LuaRaisable {
  /// Pushes ``LuaError/value``; false when there is none.
  public func pushErrorValue(onto stack: LuaStack) -> Bool {
    guard let value else { return false }
    stack.push(value)
    return true
  }
}
