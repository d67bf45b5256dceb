import CLuaSupport

/// A Lua value that a ``LuaAnchor`` keeps.
public final class LuaAnchoredReference {
  private let anchor: Int32
  private let slot: Int32
  private let ties: LuaStateTies

  init(anchor: Int32, slot: Int32, state: LuaState) {
    self.anchor = anchor
    self.slot = slot
    ties = state.ties
    LuaWitness.note(self, in: state)
  }

  deinit {
    // Not freed here: this may run inside Lua's collector.
    ties.releasedAnchorSlots.append((anchor, slot))
  }

  /// Calls the value as a function and gives its results. Does nothing when the group of objects is gone.
  /// - Throws: ``LuaError``.
  @discardableResult
  public func call(arguments: [any LuaPushable]) throws(LuaError) -> [LuaValue] {
    guard let state = ties.state else { return [] }
    return try state.call(function: { hs_anchor_push($0.thread, self.anchor, self.slot) }, arguments: arguments)
  }
}

extension LuaAnchoredReference: LuaPushable {
  /// Pushes the value; nil when the group of objects is gone.
  public func push(onto stack: LuaStack) {
    if !hs_anchor_push(stack.thread, anchor, slot) { stack.pushNil() }
  }
}
