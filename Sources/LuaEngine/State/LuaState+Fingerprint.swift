import CLuaSupport

/// Telling apart what scripts keep in their memory.
extension LuaState {
  /// What the walk over the values asks Swift.
  private final class Identifier {
    let content: (AnyObject) -> UInt64?

    init(_ content: @escaping (AnyObject) -> UInt64?) {
      self.content = content
    }
  }

  /// A hash of a value and of what an anchor keeps, with everything that can be reached from there: tables, what
  /// functions have captured, objects. Equal memory has equal hashes in this state; in another process it has others.
  ///
  /// - Parameter content: the hash of what an object holds, never 0; nil for one of which that cannot be said.
  /// - Returns: nil when not all of it can be compared: a coroutine, an object without content, more than a few thousand
  ///   tables.
  public func fingerprint(
    of value: some LuaPushable, and anchor: LuaAnchor?, content: @escaping (AnyObject) -> UInt64?
  ) -> UInt64? {
    // What was let go of is not there any more.
    drainReleased()
    let stack = self.stack
    guard stack.hasRoom(8) else { return nil }
    value.push(onto: stack)
    defer { stack.removeLast() }
    let identifier = Identifier(content)
    var isWhole = false
    let hash = withExtendedLifetime(identifier) {
      hs_fingerprint(
        stack.thread, anchor?.number(in: stack) ?? 0,
        { context, object in
          // Both were given to the walk, which nobody outlives; a failure is no object of a class.
          guard let context, let object, object.pointee.type != hs_failure_tag(), let instance = object.pointee.instance
          else { return 0 }
          let identifier = Unmanaged<Identifier>.fromOpaque(context).takeUnretainedValue()
          return identifier.content(Unmanaged<AnyObject>.fromOpaque(instance).takeUnretainedValue()) ?? 0
        }, Unmanaged.passUnretained(identifier).toOpaque(), &isWhole)
    }
    return isWhole ? hash : nil
  }
}
