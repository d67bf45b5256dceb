public import CLuaSupport
import CWork

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The stack of the running thread, with only operations that never raise a Lua error in host code.
///
/// Indices are Lua's: 1 is the first value of this frame, and -1 the last.
public struct LuaStack {
  @usableFromInline let thread: OpaquePointer

  @inlinable init(_ thread: OpaquePointer) {
    self.thread = thread
  }

  /// The number of values in the frame.
  public var count: Int { Int(lua_gettop(thread)) }

  /// Makes room for `count` more values; returns false beyond Lua's limit of one million.
  public func hasSpace(_ count: Int) -> Bool { lua_checkstack(thread, Int32(clamping: count)) != 0 }

  /// Makes room for `count` more values.
  /// - Throws: ``LuaError`` beyond Lua's limit.
  public func reserve(_ count: Int) throws(LuaError) {
    if !hasSpace(count) { throw LuaError(kind: .runtime, message: "too many values at once") }
  }

  // MARK: Pushing

  /// The number of text bytes that cost one unit of the budget.
  private static let bytesPerUnit = 16

  /// Pushes nil.
  @inlinable public func pushNil() { lua_pushnil(thread) }

  /// Pushes a boolean.
  @inlinable public func push(_ flag: Bool) { lua_pushboolean(thread, flag ? 1 : 0) }

  /// Pushes an integer.
  @inlinable public func push(_ number: Int64) { lua_pushinteger(thread, number) }

  /// Pushes a float, even if it has no fraction.
  @inlinable public func push(_ number: Double) { lua_pushnumber(thread, number) }

  /// Pushes a string in UTF-8.
  public func push(_ text: String) {
    var text = text
    text.withUTF8 { buffer in
      if buffer.count >= Self.bytesPerUnit { hs_work_count(Int64(buffer.count / Self.bytesPerUnit)) }
      _ = buffer.withMemoryRebound(to: CChar.self) { lua_pushlstring(thread, $0.baseAddress, $0.count) }
    }
  }

  /// Pushes a string with exactly these bytes.
  public func push(_ bytes: [UInt8]) {
    hs_work_count(Int64(bytes.count / Self.bytesPerUnit))
    bytes.withUnsafeBytes { buffer in
      _ = lua_pushlstring(thread, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
  }

  /// Pushes the value of a reference, which must belong to this state.
  public func push(_ reference: LuaReference) { reference.push(onto: thread) }

  /// Pushes a new table.
  public func pushTable(arrayCapacity: Int = 0, fieldCapacity: Int = 0) {
    lua_createtable(thread, Int32(clamping: arrayCapacity), Int32(clamping: fieldCapacity))
  }

  /// Pushes `_G`.
  public func pushGlobals() { lua_rawgeti(thread, hs_registry_index, lua_Integer(LUA_RIDX_GLOBALS)) }

  /// Pushes a function that runs `body`.
  public func pushFunction(_ body: @escaping LuaBody) {
    hs_work_count(4)
    hs_push_function(thread, LuaObjectObserver.handOver(LuaFunctionBox(body), to: thread))
  }

  /// Pushes a copy of the value at `index`.
  public func pushCopy(of index: Int) { lua_pushvalue(thread, Int32(index)) }

  /// Pops the last values of the frame.
  public func removeLast(_ count: Int = 1) { hs_pop(thread, Int32(count)) }

  /// Swaps the two values on top.
  public func swapLast() { lua_rotate(thread, -2, 1) }

  /// Removes the value at `index`; the values above it move down by one.
  public func remove(at index: Int) {
    lua_rotate(thread, Int32(index), -1)
    hs_pop(thread, 1)
  }

  // MARK: Tables, without metamethods

  /// Performs `table[name] = value` and pops the value. Without a table, only pops the value.
  public func setRaw(_ name: String, in table: Int) {
    guard kind(at: table) == .table else { return removeLast() }
    let table = lua_absindex(thread, Int32(table))
    push(name)
    lua_rotate(thread, -2, 1)
    lua_rawset(thread, table)
  }

  /// Performs `table[index] = value` and pops the value.
  public func setRaw(_ index: Int64, in table: Int) {
    guard kind(at: table) == .table else { return removeLast() }
    lua_rawseti(thread, Int32(table), index)
  }

  /// Pops the table on top of the stack, and sets it as the metatable of the value at `index`.
  public func setMetatable(of index: Int) { lua_setmetatable(thread, Int32(index)) }

  /// Makes the table below the top the metatable of the globals, hidden from scripts. The function on top will be
  /// called before a script sets another metatable; it must set the globals that this one provides. Pops both.
  public func guardGlobals() { hs_guard_globals(thread) }

  /// Pushes two functions: a getter and a setter for the metatable of a table, if a script has set one. They ignore
  /// `__metatable`.
  public func pushMetatableAccess() { hs_push_metatable_access(thread) }

  /// Pushes a field of the metatable of the value at `index`; returns false, without pushing, if there is none.
  public func pushMetafield(_ name: String, of index: Int) -> Bool {
    guard lua_getmetatable(thread, Int32(index)) != 0 else { return false }
    let kind = pushRaw(name, of: -1)
    remove(at: -2)
    if kind == .nil { removeLast() }
    return kind != .nil
  }

  /// Whether the value can be called: a function, or a value with `__call`.
  public func isCallable(at index: Int) -> Bool {
    let kind = kind(at: index)
    guard kind != .function else { return true }
    guard kind == .table || kind == .userdata, pushMetafield("__call", of: index) else { return false }
    removeLast()
    return true
  }

  /// Pushes `table[name]`; pushes nil if the field is missing or the value is not a table.
  @discardableResult
  public func pushRaw(_ name: String, of table: Int) -> LuaType.Kind {
    guard kind(at: table) == .table else {
      pushNil()
      return .nil
    }
    let table = lua_absindex(thread, Int32(table))
    push(name)
    return LuaType.Kind(lua_rawget(thread, table))
  }

  /// Pushes `table[index]`; pushes nil if the value is not a table.
  @discardableResult
  public func pushRaw(_ index: Int64, of table: Int) -> LuaType.Kind {
    guard kind(at: table) == .table else {
      pushNil()
      return .nil
    }
    return LuaType.Kind(lua_rawgeti(thread, Int32(table), index))
  }

  // MARK: Reading

  /// Returns the Lua type of the value; `nil` also beyond the end of the frame.
  public func kind(at index: Int) -> LuaType.Kind { LuaType.Kind(lua_type(thread, Int32(index))) }

  /// Returns the bytes of a string; nil for every other type. Does not convert numbers.
  public func bytes(at index: Int) -> [UInt8]? {
    var length = 0
    guard let text = hs_string(thread, Int32(index), &length) else { return nil }
    return Array(UnsafeRawBufferPointer(start: text, count: length))
  }

  /// Returns the text of a string, with invalid UTF-8 repaired; nil for every other type.
  public func string(at index: Int) -> String? {
    var length = 0
    guard let text = hs_string(thread, Int32(index), &length) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
  }

  /// Returns the text of a string, copying at most `limit` bytes. The end of the text counts the omitted bytes.
  func string(at index: Int, limit: Int) -> String? {
    var length = 0
    guard let text = hs_string(thread, Int32(index), &length) else { return nil }
    guard length > limit else {
      return String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
    }
    let bytes = UnsafeRawBufferPointer(start: text, count: length)
    var end = limit
    // Does not split a character.
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self) + "… (\(length - end) more bytes)"
  }

  /// Returns the text of a string; nil for every other type and for invalid UTF-8.
  public func validString(at index: Int) -> String? {
    var length = 0
    guard let text = hs_string(thread, Int32(index), &length) else { return nil }
    return String(validating: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
  }

  /// Whether both are the same value, ignoring metamethods.
  public func isSame(_ index: Int, as other: Int) -> Bool {
    lua_rawequal(thread, Int32(index), Int32(other)) != 0
  }

  /// Whether the value is a function in C or of the host, and not written in Lua.
  public func isCFunction(at index: Int) -> Bool { lua_iscfunction(thread, Int32(index)) != 0 }

  /// Whether the value is true as a Lua condition: not false, not nil, and within the frame.
  public func boolean(at index: Int) -> Bool { lua_toboolean(thread, Int32(index)) != 0 }

  /// Returns an integer or float; nil for every other type. Does not convert strings.
  @inlinable public func number(at index: Int) -> Double? {
    let index = Int32(truncatingIfNeeded: index)
    return lua_type(thread, index) == LUA_TNUMBER ? lua_tonumberx(thread, index, nil) : nil
  }

  /// Returns an integer, or a float without a fraction, as an integer; nil otherwise. Does not convert strings.
  public func integer(at index: Int) -> Int64? {
    guard lua_type(thread, Int32(index)) == LUA_TNUMBER else { return nil }
    var isInteger: Int32 = 0
    let number = lua_tointegerx(thread, Int32(index), &isInteger)
    return isInteger != 0 ? number : nil
  }

  /// Returns the Swift object at `index`, of any type.
  public func object(at index: Int) -> AnyObject? {
    guard kind(at: index) == .userdata, hs_type(thread, Int32(index)) != UnsafeRawPointer(LuaFailure.typeTag) else {
      return nil
    }
    return hs_instance(thread, Int32(index), nil).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether the value is an `io` file handle, open or closed.
  public func isFile(at index: Int) -> Bool { hs_is_file(thread, Int32(index)) }

  /// Returns the failure that a Swift function raised.
  public func failure(at index: Int) -> LuaFailure? {
    guard kind(at: index) == .userdata, let box = hs_failure(thread, Int32(index)) else { return nil }
    return Unmanaged<LuaFailureBox>.fromOpaque(box).takeUnretainedValue().failure
  }

  /// Returns the `file:line` of the calling Lua code; nil if there is none.
  public func place(level: Int = 1) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      hs_where(thread, Int32(level), buffer.baseAddress, buffer.count) ? String(cString: buffer.baseAddress!) : nil
    }
  }

  /// Returns the `file:line` where a Lua function begins; nil for a host function and for every other value.
  public func functionPlace(at index: Int) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      hs_function_place(thread, Int32(index), buffer.baseAddress, buffer.count)
        ? String(cString: buffer.baseAddress!) : nil
    }
  }

  /// Returns the name of a Lua function’s first parameter; nil if it has none, and for every other value.
  public func firstParameter(at index: Int) -> String? {
    hs_first_parameter(thread, Int32(index)).map { String(cString: $0) }
  }

  // MARK: Protected

  /// Calls the function below the arguments. On success, the results replace the function and the arguments.
  func call(argumentCount: Int, resultCount: Int) throws(LuaError) {
    let status = hs_call(thread, Int32(argumentCount), Int32(resultCount))
    guard status == LUA_OK else { throw LuaState.of(thread).takeError(status: status) }
  }

  /// Pushes `value[name]`, using metamethods.
  public func pushMember(_ name: String, of index: Int) throws(LuaError) {
    let container = lua_absindex(thread, Int32(index))
    push(name)
    let status = hs_get(thread, container)
    guard status == LUA_OK else { throw LuaState.of(thread).takeError(status: status) }
  }

  /// Returns the text of the value, as in `tostring`.
  public func describe(at index: Int) throws(LuaError) -> String { try describe(at: index, limit: .max) }

  /// Returns the text of the value, copying at most `limit` bytes.
  func describe(at index: Int, limit: Int) throws(LuaError) -> String {
    let status = hs_describe(thread, Int32(index))
    guard status == LUA_OK else { throw LuaState.of(thread).takeError(status: status, isOfDescription: true) }
    defer { removeLast() }
    return string(at: -1, limit: limit) ?? ""
  }
}

extension LuaStack {
  /// The cost in units of copying an element of a sequence. A field costs the same, because keys are sorted.
  private static let costOfElement = 7
  private static let costOfField = 28

  /// The maximum depth of ``value(at:)``, the maximum number of values, and the bytes of text that count as one value.
  /// A table beyond these limits becomes `other`.
  private static let maximumDepth = 100
  private static let maximumNodes = 1_000_000
  private static let bytesPerNode = 64

  /// Copies a value out of Lua. Tables that have a metatable, or are cyclic or very deep, stay references.
  public func value(at index: Int) -> LuaValue {
    var copy = TableCopy()
    let value = value(at: index, &copy)
    // The script pays for the copy.
    if copy.nodes > 1 { _ = hs_pay(thread, Int64(copy.nodes)) }
    return value
  }

  /// The state of a copy.
  private struct TableCopy {
    var nodes = 0
    /// The tables around the current value, outermost first.
    var ancestors: [UnsafeRawPointer?] = []
  }

  private func value(at index: Int, _ copy: inout TableCopy) -> LuaValue {
    copy.nodes += 1
    switch kind(at: index) {
    case .nil: return .nil
    case .boolean: return .boolean(boolean(at: index))
    case .number: return integerValue(at: index)
    case .string:
      // A table may contain one text a million times, and each one is copied.
      copy.nodes += Int(lua_rawlen(thread, Int32(index))) / Self.bytesPerNode
      return validString(at: index).map { .string($0) } ?? .bytes(bytes(at: index) ?? [])
    case .function: return .function(reference(to: index))
    case .userdata:
      if let object = object(at: index) { return .object(object) }
      return .other(reference(to: index), typeName: "error")
    case .table:
      let address = lua_topointer(thread, Int32(index))
      guard copy.ancestors.count < Self.maximumDepth, copy.nodes < Self.maximumNodes,
        !copy.ancestors.contains(address), lua_checkstack(thread, 8) != 0
      else { break }
      if lua_getmetatable(thread, Int32(index)) != 0 {
        removeLast()
        break
      }
      copy.ancestors.append(address)
      let table = copyTable(at: Int(lua_absindex(thread, Int32(index))), &copy)
      copy.ancestors.removeLast()
      // A partial copy of a table must not look complete.
      guard copy.nodes < Self.maximumNodes else { break }
      return .table(table)
    case .thread: return .other(reference(to: index), typeName: "thread")
    }
    return .other(reference(to: index), typeName: "table")
  }

  private func integerValue(at index: Int) -> LuaValue {
    lua_isinteger(thread, Int32(index)) != 0
      ? .integer(lua_tointegerx(thread, Int32(index), nil)) : .number(lua_tonumberx(thread, Int32(index), nil))
  }

  private func copyTable(at index: Int, _ copy: inout TableCopy) -> LuaTable {
    var table = LuaTable()
    let length = Int64(clamping: lua_rawlen(thread, Int32(index)))
    var position: Int64 = 1
    while position <= length, copy.nodes < Self.maximumNodes {
      lua_rawgeti(thread, Int32(index), position)
      table.array.append(value(at: -1, &copy))
      removeLast()
      position += 1
    }
    pushNil()
    while hs_next_raw(thread, Int32(index)) != 0 {
      let key = key(at: -2)
      if case .integer(let number) = key, number >= 1, number <= length {
        removeLast()
        continue
      }
      if case .string(let name) = key { copy.nodes += name.utf8.count / Self.bytesPerNode }
      table.fields.append((key, value(at: -1, &copy)))
      removeLast()
      guard copy.nodes < Self.maximumNodes else {
        removeLast()
        break
      }
    }
    table.fields.sort { LuaTable.precedes($0.key, $1.key) }
    hs_work_count(Int64(table.array.count * Self.costOfElement + table.fields.count * Self.costOfField))
    return table
  }

  /// Copies the fields with string keys. `change` may replace the value on top of the stack before it is stored.
  func copyFields(of source: Int, to target: Int, change: (String) -> Void) {
    let source = Int(lua_absindex(thread, Int32(source)))
    let target = Int(lua_absindex(thread, Int32(target)))
    pushNil()
    while hs_next_raw(thread, Int32(source)) != 0 {
      guard let name = string(at: -2) else {
        removeLast()
        continue
      }
      change(name)
      setRaw(name, in: target)
    }
  }

  /// Returns the keys of a table, without metamethods, in the order of `pairs`.
  public func keys(ofTable index: Int) -> [LuaTable.Key] {
    guard kind(at: index) == .table else { return [] }
    let index = Int(lua_absindex(thread, Int32(index)))
    var keys: [LuaTable.Key] = []
    pushNil()
    while hs_next_raw(thread, Int32(index)) != 0 {
      removeLast()
      keys.append(key(at: -1))
    }
    hs_work_count(Int64(keys.count * Self.costOfField))
    return keys.sorted(by: LuaTable.precedes)
  }

  private func key(at index: Int) -> LuaTable.Key {
    switch kind(at: index) {
    case .string: return .string(string(at: index) ?? "")
    case .number:
      if case .integer(let number) = integerValue(at: index) { return .integer(number) }
      return .other("number")
    case let kind: return .other(kind.rawValue)
    }
  }

  /// Returns a reference to the value at `index`.
  public func reference(to index: Int) -> LuaReference {
    pushCopy(of: index)
    return LuaReference(poppingFrom: self, of: LuaState.of(thread))
  }
}

extension LuaTable {
  /// Orders keys like `pairs`: numbers ascending, then strings by their bytes, then the rest.
  static func precedes(_ left: Key, _ right: Key) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.integer, _): true
    case (_, .integer): false
    case (.string(let left), .string(let right)): precedes(left, right)
    case (.string, _): true
    case (_, .string): false
    case (.other(let left), .other(let right)): left < right
    }
  }

  /// Whether a text precedes another in byte order.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    let order = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right -> Bool in
        // An empty buffer may have no address.
        guard let first = left.baseAddress, let second = right.baseAddress else { return left.count < right.count }
        let order = memcmp(first, second, min(left.count, right.count))
        return order != 0 ? order < 0 : left.count < right.count
      }
    }
    if let order, let order { return order }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
