import CLuaSupport
import CWork

/// A Lua value, copied out of a state if possible.
public indirect enum LuaValue {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  /// A Lua string that is not valid UTF-8. Used for valid UTF-8 only to push data.
  case bytes([UInt8])
  /// A plain table, copied; see ``LuaTable``.
  case table(LuaTable)
  /// A Swift object.
  case object(AnyObject)
  case function(LuaReference)
  /// A coroutine, a table with a metatable that hides its fields, or a table that is too deep to copy.
  case other(LuaReference, typeName: String)

  /// The name of the type in messages.
  public var typeName: String {
    switch self {
    case .nil: "nil"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string, .bytes: "string"
    case .table: "table"
    case .object(let object): (object as? any LuaRepresentable).map { type(of: $0).luaType.name } ?? "object"
    case .function: "function"
    case .other(_, let typeName): typeName
    }
  }

  /// The text of a string, with invalid UTF-8 repaired.
  public var string: String? {
    switch self {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .nil, .boolean, .integer, .number, .table, .object, .function, .other: nil
    }
  }

  /// The exact bytes of a string.
  public var bytes: [UInt8]? {
    switch self {
    case .string(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .nil, .boolean, .integer, .number, .table, .object, .function, .other: nil
    }
  }

  /// The value of a boolean; nil for every other type.
  public var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  /// The value of an integer, or of a float without a fraction.
  public var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    case .nil, .boolean, .string, .bytes, .table, .object, .function, .other: nil
    }
  }

  /// The value of an integer or float, as a float; nil for every other type. Does not convert strings.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .nil, .boolean, .string, .bytes, .table, .object, .function, .other: nil
    }
  }

  /// The copy of a plain table; nil for every other value.
  public var table: LuaTable? { if case .table(let table) = self { table } else { nil } }

  /// The function, callable as long as its state lives; nil for every other type.
  public var function: LuaReference? { if case .function(let reference) = self { reference } else { nil } }

  /// Whether the value is Lua's nil.
  public var isNil: Bool { if case .nil = self { true } else { false } }
}

extension LuaValue: LuaPushable {
  /// Pushes the value: a table as a new table, and nil for an object of a class that Lua does not know.
  public func push(onto stack: LuaStack) {
    switch self {
    case .nil: stack.pushNil()
    case .boolean(let flag): stack.push(flag)
    case .integer(let number): stack.push(number)
    case .number(let number): stack.push(number)
    case .string(let text): stack.push(text)
    case .bytes(let bytes): stack.push(bytes)
    case .table(let table): table.push(onto: stack)
    case .object(let object):
      if let object = object as? any LuaRepresentable { object.push(onto: stack) } else { stack.pushNil() }
    case .function(let reference), .other(let reference, _): stack.push(reference)
    }
  }
}

/// A table copied out of Lua: the sequence 1…n, then the other keys in the order of `pairs`.
public struct LuaTable {
  /// A key that is not part of the sequence.
  public enum Key: Hashable {
    case string(String)
    case integer(Int64)
    /// The type name of a float, boolean or object.
    case other(String)
  }

  /// The sequence: the values of the keys 1…n.
  public var array: [LuaValue]
  /// The other keys and their values, in the order of `pairs`.
  public var fields: [(key: Key, value: LuaValue)]

  /// Creates a table. Of two equal keys, Lua sees the later value.
  public init(array: [LuaValue] = [], fields: [(key: Key, value: LuaValue)] = []) {
    (self.array, self.fields) = (array, fields)
  }

  /// The value of a string key.
  public subscript(name: String) -> LuaValue? {
    fields.first { $0.key == .string(name) }?.value
  }

  /// Whether the table has neither a sequence nor other keys.
  public var isEmpty: Bool { array.isEmpty && fields.isEmpty }
}

extension LuaTable: LuaPushable {
  /// The cost in units of pushing a value of a new table.
  public static let costOfPushing = 11

  /// Pushes a new table, without ``Key/other(_:)`` keys; pushes nil if the stack is full.
  public func push(onto stack: LuaStack) {
    // Each level of nesting needs stack space; a million levels do not fit.
    guard stack.hasSpace(8) else { return stack.pushNil() }
    hs_work_count(Int64((array.count + fields.count) * LuaTable.costOfPushing))
    stack.pushTable(arrayCapacity: array.count, fieldCapacity: fields.count)
    for (index, value) in array.enumerated() {
      value.push(onto: stack)
      stack.setRaw(Int64(index + 1), in: -2)
    }
    for (key, value) in fields {
      switch key {
      case .string(let name):
        value.push(onto: stack)
        stack.setRaw(name, in: -2)
      case .integer(let number):
        value.push(onto: stack)
        stack.setRaw(number, in: -2)
      case .other:
        continue
      }
    }
  }
}

/// A Swift value that can be pushed to Lua.
public protocol LuaPushable {
  /// Pushes exactly one value. Runs without the memory ceiling, and must not call into Lua.
  func push(onto stack: LuaStack)
}

extension String: LuaPushable {
  /// Pushes a string in UTF-8.
  public func push(onto stack: LuaStack) { stack.push(self) }
}

extension Bool: LuaPushable {
  /// Pushes a boolean.
  @inlinable public func push(onto stack: LuaStack) { stack.push(self) }
}

extension Int: LuaPushable {
  /// Pushes an integer.
  @inlinable public func push(onto stack: LuaStack) { stack.push(Int64(self)) }
}

extension Int64: LuaPushable {
  /// Pushes an integer.
  @inlinable public func push(onto stack: LuaStack) { stack.push(self) }
}

extension Double: LuaPushable {
  /// Pushes a float, even if it has no fraction.
  @inlinable public func push(onto stack: LuaStack) { stack.push(self) }
}

extension Optional: LuaPushable where Wrapped: LuaPushable {
  /// Pushes the wrapped value, or nil.
  @inlinable public func push(onto stack: LuaStack) {
    if let self { self.push(onto: stack) } else { stack.pushNil() }
  }
}

/// A Lua sequence.
extension Array: LuaPushable where Element: LuaPushable {
  /// Pushes a new table with the elements from index 1 on; pushes nil if the stack is full.
  public func push(onto stack: LuaStack) {
    guard stack.hasSpace(8) else { return stack.pushNil() }
    hs_work_count(Int64(count * LuaTable.costOfPushing))
    stack.pushTable(arrayCapacity: count)
    for (index, element) in enumerated() {
      element.push(onto: stack)
      stack.setRaw(Int64(index + 1), in: -2)
    }
  }
}

/// A Lua value that Swift keeps alive.
///
/// A reference is a root for Lua's collector: if its value refers to the Swift object that holds it, neither is freed
/// before the state. For callbacks of simulated objects, use ``LuaAnchor``.
public final class LuaReference {
  private let slot: Int32
  private let stateHandle: LuaStateHandle

  /// Pops the value on top of the stack.
  init(poppingFrom stack: LuaStack, of state: LuaState) {
    stateHandle = state.stateHandle
    state.drainIfMany()
    slot = luaL_ref(stack.thread, hs_registry_index)
    LuaObjectObserver.note(self, in: state)
  }

  deinit {
    // `luaL_unref` is not used, because this may run inside Lua's collector.
    stateHandle.releasedSlots.append(slot)
  }

  func push(onto thread: OpaquePointer) { lua_rawgeti(thread, hs_registry_index, lua_Integer(slot)) }
}

extension LuaReference: LuaPushable {
  /// Pushes the value.
  public func push(onto stack: LuaStack) { push(onto: stack.thread) }
}

/// Numbered Lua functions, and other callable values, that Swift keeps. Each of them costs only one table slot, so a
/// list may be very long.
public final class LuaFunctionList {
  private let table: LuaReference
  private let state: LuaState
  private var count: Int64 = 0

  /// Creates an empty list of functions of `state`, which must live at least as long.
  public init(in state: LuaState) {
    self.state = state
    let stack = state.stack
    stack.pushTable()
    table = stack.reference(to: -1)
    stack.removeLast()
  }

  /// Keeps the function at `index` of `stack`.
  /// - Returns: the number of the function.
  public func append(functionAt index: Int, on stack: LuaStack) -> Int64 {
    count += 1
    stack.pushCopy(of: index)
    stack.push(table)
    stack.swapLast()
    stack.setRaw(count, in: -2)
    stack.removeLast()
    return count
  }

  /// Calls a function without arguments and removes it.
  /// - Throws: ``LuaError``, also if the function was already called.
  public func callOnce(_ number: Int64) throws(LuaError) {
    var isKept = false
    _ = try state.call(
      function: { stack in
        stack.push(self.table)
        guard stack.pushRaw(number, of: -1) != .nil else {
          stack.removeLast(2)
          return false
        }
        stack.pushNil()
        stack.setRaw(number, in: -3)
        stack.remove(at: -2)
        isKept = true
        return true
      }, arguments: [])
    guard isKept else { throw LuaError(kind: .runtime, message: "the function was already called") }
  }
}
