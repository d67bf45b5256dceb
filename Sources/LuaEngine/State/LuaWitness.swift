import Synchronization

/// Tells a test of every Swift object that comes into a state or stands for one of its values, so that the test can
/// follow each to its end. A kind of object that is handed over elsewhere would go unseen: this is the only place.
enum LuaWitness {
  /// Off in every process but a test's; then nobody looks for the state.
  private static let isWanted = Atomic<Bool>(false)

  static func isWantedFromNowOn() { isWanted.store(true, ordering: .relaxed) }

  /// One retain count, which C takes over.
  @inline(__always)
  static func handOver(_ object: AnyObject, to thread: OpaquePointer) -> UnsafeMutableRawPointer {
    if isWanted.load(ordering: .relaxed) { LuaState.of(thread).witness?(object) }
    return Unmanaged.passRetained(object).toOpaque()
  }

  /// An object that keeps a value of the state.
  @inline(__always)
  static func note(_ object: AnyObject, in state: LuaState) {
    if isWanted.load(ordering: .relaxed) { state.witness?(object) }
  }
}
