import CLuaSupport

extension LuaState {
  /// Runs `body` with at most `units` of what is left of the budget. What it uses is taken from the budget.
  ///
  /// Code that wants more is stopped like a script at the end of its budget: no pcall and no coroutine of its own
  /// outlives that. Unlike there, the caller goes on, as long as the budget itself is not used up.
  /// - Returns: the outcome of `body`, and whether it was stopped for want of more units. Then the outcome means
  ///   nothing; most often it is the ``LuaError`` of the stop.
  public func withAllowance<Outcome>(
    _ units: Int64, _ body: () throws -> Outcome
  ) -> (outcome: Result<Outcome, any Error>, isUsedUp: Bool) {
    var allowance = hs_begin_allowance(thread, units)
    let outcome = Result { try body() }
    return (outcome, hs_end_allowance(thread, &allowance))
  }
}
