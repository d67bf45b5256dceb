import LuaEngine

/// Keeps a command of a replayed line from beginning, because the state before it is the one that was asked for.
struct ReplayEnd: LuaFailureConvertible {
  var luaFailure: LuaFailure { LuaFailure("the replay of the session ends here", code: "rewind") }
}
