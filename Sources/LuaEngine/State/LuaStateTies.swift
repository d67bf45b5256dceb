/// What a state shares with the references to its values, which may outlive it. A `weak` reference to the state would do the
/// same, and make every use of the state slow from then on.
final class LuaStateTies {
  /// The C state; nil when it has been closed.
  private var thread: OpaquePointer?
  /// Registry slots of references that were released; freed at the next safe moment.
  var releasedSlots: [Int32] = []
  /// The same for anchors: (anchor, slot).
  var releasedAnchorSlots: [(anchor: Int32, slot: Int32)] = []

  init(_ thread: OpaquePointer) { self.thread = thread }

  /// The state; nil when it has gone.
  var state: LuaState? { thread.map(LuaState.of) }

  /// The state goes away.
  func cut() { thread = nil }
}
