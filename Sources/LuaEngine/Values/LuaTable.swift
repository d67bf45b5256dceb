import CWork

/// A table copied out of Lua: the sequence 1…n, then the other keys in the order that `pairs` has.
public struct LuaTable {
  /// A key that is not part of the sequence.
  public enum Key: Hashable {
    case string(String)
    case integer(Int64)
    /// A float, boolean or object; its type's name.
    case other(String)
  }

  /// The sequence: the values of the keys 1…n.
  public var array: [LuaValue]
  /// The other keys with their values, in the order of `pairs`.
  public var fields: [(key: Key, value: LuaValue)]

  /// A table of a sequence and other keys; of two equal keys Lua sees the later value.
  public init(array: [LuaValue] = [], fields: [(key: Key, value: LuaValue)] = []) {
    self.array = array
    self.fields = fields
  }

  /// The value of a string key.
  public subscript(name: String) -> LuaValue? {
    fields.first { $0.key == .string(name) }?.value
  }

  /// Whether there is neither a sequence nor any other key.
  public var isEmpty: Bool { array.isEmpty && fields.isEmpty }
}

extension LuaTable: LuaPushable {
  /// Units of the budget for a value of a new table.
  public static let costOfPushing = 11

  /// Pushes a new table, without keys of the kind ``Key/other(_:)``; nil when there is no room on the stack.
  public func push(onto stack: LuaStack) {
    // Each level of nesting takes room on Lua's stack; a million levels do not fit.
    guard stack.hasRoom(8) else { return stack.pushNil() }
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
