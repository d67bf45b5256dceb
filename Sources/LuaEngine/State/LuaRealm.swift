import CLuaSupport

/// Whose strings a piece of code sees: `s:upper()` is a function of its realm's own library. A script that changes its
/// `string`, or the metatable of strings, changes nothing in another realm.
public struct LuaRealm: Sendable, Hashable {
  let number: Int32

  /// The one of all code that is not given to another.
  public static let script = LuaRealm(number: 0)
}

extension LuaState {
  /// A realm with the methods of the table `string` of an environment.
  /// - Throws: ``LuaFailure`` when there are too many.
  public func makeRealm(ofStringsIn environment: LuaReference) throws -> LuaRealm {
    let stack = self.stack
    stack.push(environment)
    stack.pushRaw("string", of: -1)
    stack.remove(at: -2)
    let number = hs_new_realm(stack.thread)
    guard number > 0 else { throw LuaFailure("one state has too many realms", code: "internal") }
    return LuaRealm(number: number)
  }

  /// A chunk that was loaded and not yet run, as code of a realm; so are all functions in it, and what they compile with
  /// `load`. Before ``setEnvironment(_:of:)``.
  /// - Throws: ``LuaError`` when there is no memory.
  public func move(_ chunk: LuaReference, to realm: LuaRealm) throws(LuaError) -> LuaReference {
    guard realm != .script else { return chunk }
    let stack = self.stack
    stack.push(chunk)
    let status = hs_mark_chunk(stack.thread, realm.number)
    guard status == LUA_OK else { throw takeError(status: status) }
    return LuaReference(poppingFrom: stack, of: self)
  }
}

extension LuaStack {
  /// Pushes a `warn` of its own, which is on.
  public func pushWarn() { hs_push_warn(thread) }
}
