import HomeScreenSimulator
public import LuaEngine

/// Expressions that are looked at beside what a session does.
extension Session {
  /// What a look may use.
  private static let budgetOfLook: Int64 = 2_000_000

  private static let refusal = LuaFailure(
    "showing a value cannot change the device", code: "watch",
    hint: "Type it on its own line.")

  /// Runs what only looks: devices refuse commands meanwhile, and the random numbers of the script stay what they were.
  func lookingOnly<Outcome>(
    _ budget: Int64, _ body: () throws -> Outcome
  ) -> (outcome: Result<Outcome, any Error>, used: Int64, isUsedUp: Bool) {
    devices.refuseOlderOnes(with: Self.refusal)
    defer { devices.refuseOlderOnes(with: nil) }
    return lua.keepingRandomState { lua.withOwnBudget(budget, body) }
  }

  /// The first value of an expression. Devices refuse commands meanwhile, and nothing is taken from what the script may
  /// use.
  /// - Throws: ``LuaError``: the text is no expression, it fails, or does not come to an end.
  /// - Parameter names: those in it, among which are perhaps locals of earlier lines.
  /// - Parameter budget: what it may use, in units; nil: what a short look may.
  public func look(at expression: String, names: Set<String> = [], budget: Int64? = nil) throws(LuaError)
    -> LuaReference
  {
    let (outcome, _, isUsedUp) = lookingOnly(budget ?? Self.budgetOfLook) {
      Result { () throws(LuaError) in
        // The line break ends a comment.
        let line = try locals.load("return (\(expression)\n)", chunkName: "=watch", names: names, declarations: [])
        return try lua.results(of: line.function)
      }
    }
    if isUsedUp { throw LuaError(kind: .runtime, message: "it does not end") }
    switch outcome {
    case .success(.success(let results)): return results.first ?? lua.global("")
    case .success(.failure(let error)): throw error
    case .failure(let error): throw error as? LuaError ?? LuaError(kind: .runtime, message: "\(error)")
    }
  }
}
