import CLuaSupport

extension LuaState {
  /// From now on so many units of the budget are left.
  public func setBudget(_ units: Int64) { hs_set_budget(thread, units) }

  /// Runs `body` with at most `units` of what is left of the budget. What it uses is taken from the budget.
  ///
  /// Code that wants more is stopped like a script at the end of its budget: no pcall and no coroutine of its own
  /// outlives that. Unlike there, the caller goes on, as long as the budget itself is not used up.
  /// - Returns: the outcome of `body`, and whether it was stopped for want of more units. Then the outcome means
  ///   nothing; most often it is the ``LuaError`` of the stop.
  @inlinable
  public func withAllowance<Outcome>(
    _ units: Int64, _ body: () throws -> Outcome
  ) -> (outcome: Result<Outcome, any Error>, isUsedUp: Bool) {
    // Inlinable: where it is called the type of the outcome is known; else each call would look it up.
    var outcome: Result<Outcome, any Error>?
    let isUsedUp = spend(atMost: units) { outcome = Result { try body() } }
    // The body has run.
    return (outcome ?? .failure(CancellationError()), isUsedUp)
  }

  /// Runs `body` with at most `units` of what is left of the budget.
  /// - Returns: whether it was stopped for want of more units.
  @usableFromInline
  func spend(atMost units: Int64, _ body: () -> Void) -> Bool {
    var allowance = hs_begin_allowance(thread, units)
    body()
    return hs_end_allowance(thread, &allowance)
  }

  /// Runs `body` with a budget of its own, beside the one in force, which stays as it is.
  ///
  /// Code that wants more is stopped as in ``withAllowance(_:_:)``, and the caller goes on. A Ctrl-C or deadline stops
  /// both.
  /// - Returns: the outcome of `body`, the units that it used, and whether it was stopped for want of more; then the
  ///   outcome means nothing.
  public func withOwnBudget<Outcome>(
    _ units: Int64, _ body: () throws -> Outcome
  ) -> (outcome: Result<Outcome, any Error>, used: Int64, isUsedUp: Bool) {
    let before = hs_budget_left(thread)
    // One more than the allowance, because an allowance of everything is no limit of its own.
    hs_set_budget(thread, units + 1)
    let (outcome, isUsedUp) = withAllowance(units, body)
    let used = units + 1 - hs_budget_left(thread)
    hs_set_budget(thread, before)
    return (outcome, max(0, used), isUsedUp)
  }
}
