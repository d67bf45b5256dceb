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

/// An error of another module that knows how to appear in Lua.
public protocol LuaFailureConvertible: Error {
  /// The failure that a script gets when the error leaves a Swift function.
  var luaFailure: LuaFailure { get }
}

extension LuaFailure: LuaFailureConvertible {
  /// The failure itself.
  public var luaFailure: LuaFailure { self }
}

extension LuaError: LuaFailureConvertible {
  /// The failure that a Swift function raised; for other errors one with their message, code and place.
  public var luaFailure: LuaFailure {
    failure ?? LuaFailure(message, code: code, place: place?.description)
  }
}
