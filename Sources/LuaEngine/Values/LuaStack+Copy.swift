import CLuaSupport
import CWork

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension LuaStack {
  /// Units of the budget for an element of a sequence that is copied, and for a field: keys are sorted.
  private static let costOfElement = 7
  private static let costOfField = 28

  /// How deep and how many values ``value(at:)`` copies; beyond that a table comes back as `other`. So many bytes of
  /// texts count as one value.
  private static let maximumDepth = 100
  private static let maximumNodes = 1_000_000
  private static let bytesPerNode = 64

  /// Copies a value out of Lua. Tables with a metatable, cyclic ones and very deep ones stay references.
  public func value(at index: Int) -> LuaValue {
    var copy = TableCopy()
    let value = value(at: index, &copy)
    // Copying is work that the script ordered.
    if copy.nodes > 1 { _ = hs_pay(thread, Int64(copy.nodes)) }
    return value
  }

  /// What one copy has met so far.
  private struct TableCopy {
    var nodes = 0
    /// The tables around the value that is copied, the outermost first.
    var ancestors: [UnsafeRawPointer?] = []
  }

  private func value(at index: Int, _ copy: inout TableCopy) -> LuaValue {
    copy.nodes += 1
    switch kind(at: index) {
    case .nil: return .nil
    case .boolean: return .boolean(boolean(at: index))
    case .number: return integerValue(at: index)
    case .string:
      // One text may stand in a table a million times, and each is copied.
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
      // A table that was copied in part must not pass for the whole.
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

  /// The keys of a table, without metamethods, in the order that `pairs` has.
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

  /// A reference to the value at `index`.
  public func reference(to index: Int) -> LuaReference {
    pushCopy(of: index)
    return LuaReference(poppingFrom: self, of: LuaState.of(thread))
  }
}

extension LuaTable {
  /// Numbers ascending, then strings by their bytes, then the rest: the order of `pairs`.
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

  /// Whether a text comes before another by its bytes.
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
