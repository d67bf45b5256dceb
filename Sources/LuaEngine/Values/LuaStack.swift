import CLuaSupport

/// The stack of the running thread, reduced to what can never raise while host code runs.
///
/// Indices are Lua's: 1 is the first value of this frame, -1 the last.
public struct LuaStack {
  let L: OpaquePointer

  init(_ L: OpaquePointer) {
    self.L = L
  }

  /// How many values the frame holds.
  public var count: Int { Int(lua_gettop(L)) }

  /// Makes room for `count` values more. Lua's own limit (a million) counts as out of memory of the host.
  public func reserve(_ count: Int) {
    guard count > 16 else { return }
    precondition(lua_checkstack(L, Int32(clamping: count)) != 0, "a Lua stack of more than a million values")
  }

  // MARK: Pushing

  public func pushNil() { lua_pushnil(L) }

  public func push(_ flag: Bool) { lua_pushboolean(L, flag ? 1 : 0) }

  public func push(_ number: Int64) { lua_pushinteger(L, number) }

  public func push(_ number: Double) { lua_pushnumber(L, number) }

  public func push(_ text: String) {
    var text = text
    text.withUTF8 { buffer in
      _ = buffer.withMemoryRebound(to: CChar.self) { lua_pushlstring(L, $0.baseAddress, $0.count) }
    }
  }

  public func push(_ reference: LuaReference) { reference.push(onto: L) }

  /// Pushes a new table.
  public func pushTable(arrayCapacity: Int = 0, fieldCapacity: Int = 0) {
    lua_createtable(L, Int32(clamping: arrayCapacity), Int32(clamping: fieldCapacity))
  }

  /// Pushes `_G`.
  public func pushGlobals() { lua_rawgeti(L, hs_registry_index, lua_Integer(LUA_RIDX_GLOBALS)) }

  /// Pushes a function that runs `body`.
  public func pushFunction(_ body: @escaping LuaBody) {
    hs_push_function(L, Unmanaged.passRetained(LuaFunctionBox(body)).toOpaque())
  }

  /// Pushes a copy of the value at `index`.
  public func pushCopy(of index: Int) { lua_pushvalue(L, Int32(index)) }

  public func removeLast(_ count: Int = 1) { hs_pop(L, Int32(count)) }

  public func remove(at index: Int) {
    lua_rotate(L, Int32(index), -1)
    hs_pop(L, 1)
  }

  // MARK: Tables, without metamethods

  /// `table[name] = value`, which is popped.
  public func setRaw(_ name: String, in table: Int) {
    let table = lua_absindex(L, Int32(table))
    push(name)
    lua_rotate(L, -2, 1)
    lua_rawset(L, table)
  }

  /// `table[index] = value`, which is popped.
  public func setRaw(_ index: Int64, in table: Int) { lua_rawseti(L, Int32(table), index) }

  /// Sets the table on top of the stack, which is popped, as the metatable of the one at `index`.
  public func setMetatable(of index: Int) { lua_setmetatable(L, Int32(index)) }

  /// Pushes `table[name]`; nil when it is not there.
  @discardableResult
  public func pushRaw(_ name: String, of table: Int) -> LuaType.Kind {
    let table = lua_absindex(L, Int32(table))
    push(name)
    return LuaType.Kind(lua_rawget(L, table))
  }

  // MARK: Reading

  public func kind(at index: Int) -> LuaType.Kind { LuaType.Kind(lua_type(L, Int32(index))) }

  /// The bytes of a string; nil for every other type (numbers are not converted).
  public func bytes(at index: Int) -> [UInt8]? {
    var length = 0
    guard let text = hs_string(L, Int32(index), &length) else { return nil }
    return Array(UnsafeRawBufferPointer(start: text, count: length))
  }

  /// The text of a string, with invalid UTF-8 repaired; nil for every other type.
  public func string(at index: Int) -> String? {
    var length = 0
    guard let text = hs_string(L, Int32(index), &length) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
  }

  /// The text of a string; nil for every other type and for invalid UTF-8.
  public func validString(at index: Int) -> String? {
    var length = 0
    guard let text = hs_string(L, Int32(index), &length) else { return nil }
    return String(validating: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
  }

  public func boolean(at index: Int) -> Bool { lua_toboolean(L, Int32(index)) != 0 }

  /// A number of either kind; nil for every other type (strings are not converted).
  public func number(at index: Int) -> Double? {
    lua_type(L, Int32(index)) == LUA_TNUMBER ? lua_tonumberx(L, Int32(index), nil) : nil
  }

  public func integer(at index: Int) -> Int64? {
    guard lua_type(L, Int32(index)) == LUA_TNUMBER else { return nil }
    var isInteger: Int32 = 0
    let number = lua_tointegerx(L, Int32(index), &isInteger)
    return isInteger != 0 ? number : nil
  }

  /// The Swift object at `index`, of whatever type.
  public func object(at index: Int) -> AnyObject? {
    guard kind(at: index) == .userdata, hs_type(L, Int32(index)) != UnsafeRawPointer(LuaFailure.typeTag) else {
      return nil
    }
    return hs_instance(L, Int32(index), nil).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The failure that a Swift function raised.
  public func failure(at index: Int) -> LuaFailure? {
    guard kind(at: index) == .userdata, let box = hs_failure(L, Int32(index)) else { return nil }
    return Unmanaged<LuaFailureBox>.fromOpaque(box).takeUnretainedValue().failure
  }

  // MARK: Protected

  /// Calls the function below the arguments; on success the results lie where the function was.
  func call(argumentCount: Int, resultCount: Int) throws(LuaError) {
    let status = hs_call(L, Int32(argumentCount), Int32(resultCount))
    guard status == LUA_OK else { throw LuaState.of(L).takeError(status: status) }
  }

  /// Pushes `value[name]`, metamethods included.
  public func pushMember(_ name: String, of index: Int) throws(LuaError) {
    let container = lua_absindex(L, Int32(index))
    push(name)
    let status = hs_get(L, container)
    guard status == LUA_OK else { throw LuaState.of(L).takeError(status: status) }
  }

  /// Text of the value as `tostring` gives it.
  public func describe(at index: Int) throws(LuaError) -> String {
    let status = hs_describe(L, Int32(index))
    guard status == LUA_OK else { throw LuaState.of(L).takeError(status: status) }
    defer { removeLast() }
    return string(at: -1) ?? ""
  }
}
