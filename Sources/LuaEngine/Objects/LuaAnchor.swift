import CLuaSupport

/// Where Swift keeps the Lua values of a group of objects: callbacks, delegates, handlers.
///
/// The values live as long as one object of the group is reachable for Lua, and no longer. So a device that holds an
/// app that holds a closure that holds the device is a cycle which Lua's collector can see and free. Every object of
/// the group returns the same anchor as its ``LuaRepresentable/luaAnchor``.
public final class LuaAnchor {
  private var number: Int32 = HS_NEW_ANCHOR
  private var ties: LuaStateTies?

  /// An anchor for a group of objects of which none has been pushed yet.
  public init() {}

  func number(in stack: LuaStack) -> Int32 { number }

  func adopt(number: Int32, in stack: LuaStack) {
    guard self.number == HS_NEW_ANCHOR else { return }
    self.number = number
    ties = LuaState.of(stack.thread).ties
  }

  /// Keeps the value at `index`. At least one object of the group must have been pushed before.
  /// - Returns: the reference, or nil when no object of the group is in the state any more.
  public func keep(_ index: Int, on stack: LuaStack) -> LuaAnchoredReference? {
    guard let state = ties?.state else { return nil }
    state.drainIfMany()
    stack.pushCopy(of: index)
    let slot = hs_anchor_store(stack.thread, number)
    return slot == 0 ? nil : LuaAnchoredReference(anchor: number, slot: slot, state: state)
  }
}
