/// A Lua value, copied out of a state as far as that is possible.
public indirect enum LuaValue {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  /// A Lua string that is not valid UTF-8; never used for one that is, except to push data.
  case bytes([UInt8])
  /// A plain table, copied; see ``LuaTable``.
  case table(LuaTable)
  /// An object of Swift's.
  case object(AnyObject)
  case function(LuaReference)
  /// A coroutine, a table with a metatable that hides its fields, or one that is too deep to be copied.
  case other(LuaReference, typeName: String)

  /// The type's name in messages.
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

  /// The bytes of a string, exactly.
  public var bytes: [UInt8]? {
    switch self {
    case .string(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .nil, .boolean, .integer, .number, .table, .object, .function, .other: nil
    }
  }

  /// The value of a boolean; nil for every other type.
  public var boolean: Bool? {
    if case .boolean(let flag) = self { flag } else { nil }
  }

  /// The value as an integer, also when it is a float without a fraction.
  public var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    case .nil, .boolean, .string, .bytes, .table, .object, .function, .other: nil
    }
  }

  /// The value of a number of either kind, as a float; nil for every other type (strings are not converted).
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .nil, .boolean, .string, .bytes, .table, .object, .function, .other: nil
    }
  }

  /// The copy of a plain table; nil for every other value.
  public var table: LuaTable? {
    if case .table(let table) = self { table } else { nil }
  }

  /// The function, which can be called as long as its state lives; nil for every other type.
  public var function: LuaReference? {
    if case .function(let reference) = self { reference } else { nil }
  }

  /// Whether the value is Lua's nil.
  public var isNil: Bool {
    if case .nil = self { true } else { false }
  }
}

extension LuaValue: LuaPushable {
  /// Pushes the value: a table as a new one, and nil for an object whose class Lua does not know.
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
