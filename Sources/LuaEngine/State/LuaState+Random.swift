import CLuaSupport

extension LuaState {
  /// Runs `body`; the random numbers that come afterwards are those that would have come without it.
  ///
  /// For what only looks: code of the script's that shows a value may draw numbers, and what is looked at must not
  /// decide what the script draws next.
  public func keepingRandomState<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    var random = hs_random()
    let isKept = hs_get_random(thread, &random)
    defer { if isKept { hs_set_random(thread, &random) } }
    return try body()
  }
}
