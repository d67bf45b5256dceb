import HomeScreenSimulator
public import LuaEngine

/// Expressions that are looked at beside what a session does.
extension Session {
  /// What a look may use.
  private static let budgetOfLook: Int64 = 2_000_000

  private static let refusal = LuaFailure(
    "a watched expression only looks, and this would do something with the device", code: "watch",
    hint: "Type it as a line of its own.")

  /// The first value of an expression. Devices refuse commands meanwhile, and nothing is taken from what the script may
  /// use.
  /// - Throws: ``LuaError``: the text is no expression, it fails, or does not come to an end.
  /// - Parameter names: those in it, among which are perhaps locals of earlier lines.
  public func look(at expression: String, names: Set<String> = []) throws(LuaError) -> LuaReference {
    devices.refuseOlderOnes(with: Self.refusal)
    defer { devices.refuseOlderOnes(with: nil) }
    let (outcome, _, isUsedUp) = lua.withOwnBudget(Self.budgetOfLook) {
      Result { () throws(LuaError) in
        // The line break ends a comment.
        let line = try locals.load("return (\(expression)\n)", chunkName: "=watch", names: names, declarations: [])
        return try lua.results(of: line.function)
      }
    }
    if isUsedUp { throw LuaError(kind: .runtime, message: "it does not come to an end") }
    switch outcome {
    case .success(.success(let results)): return results.first ?? global("")
    case .success(.failure(let error)): throw error
    case .failure(let error): throw error as? LuaError ?? LuaError(kind: .runtime, message: "\(error)")
    }
  }
}
