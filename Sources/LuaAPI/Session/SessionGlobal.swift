public import LuaEngine

/// A function that one session has beyond the catalog: busted's words in a scenario, `help` in the REPL.
public struct SessionGlobal {
  /// One sentence for `help`.
  public let summary: String
  let body: LuaBody

  public init(summary: String, body: @escaping LuaBody) {
    self.summary = summary
    self.body = body
  }
}
