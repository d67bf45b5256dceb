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
