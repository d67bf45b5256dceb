/// An error of another module that knows how to appear in Lua.
public protocol LuaFailureConvertible: Error {
  var luaFailure: LuaFailure { get }
}

extension LuaFailure: LuaFailureConvertible {
  public var luaFailure: LuaFailure { self }
}

extension LuaError: LuaFailureConvertible {
  public var luaFailure: LuaFailure {
    failure ?? LuaFailure(message, code: code, place: place?.description)
  }
}
