import CLuaSupport

extension LuaStack {
  /// Pushes a field of the metatable of the value at `index`; false, and nothing is pushed, where there is none.
  public func pushMetafield(_ name: String, of index: Int) -> Bool {
    guard lua_getmetatable(thread, Int32(index)) != 0 else { return false }
    let kind = pushRaw(name, of: -1)
    remove(at: -2)
    if kind == .nil { removeLast() }
    return kind != .nil
  }
}
