import CLuaSupport

/// A Lua value that Swift holds on to.
///
/// It is a root for Lua's collector: a value that in the end refers to the Swift object that holds the reference is
/// never freed before the state is. For callbacks of simulated objects use ``LuaAnchor``.
public final class LuaReference {
  private let slot: Int32
  private let ties: LuaStateTies

  /// Takes the value on top of the stack.
  init(poppingFrom stack: LuaStack, of state: LuaState) {
    ties = state.ties
    state.drainIfMany()
    slot = luaL_ref(stack.thread, hs_registry_index)
    LuaWitness.note(self, in: state)
  }

  deinit {
    // Not luaL_unref: this may run inside Lua's collector.
    ties.releasedSlots.append(slot)
  }

  func push(onto thread: OpaquePointer) {
    lua_rawgeti(thread, hs_registry_index, lua_Integer(slot))
  }
}

extension LuaReference: LuaPushable {
  /// Pushes the value that is held.
  public func push(onto stack: LuaStack) { push(onto: stack.thread) }
}
