import LuaEngine
import PropertyLists

/// A Swift value that scripts get as a table with named fields: the table and its type both come from the fields.
protocol APITable: APIValue {
  static var fields: [APIField<Self>] { get }
}

/// A field of an ``APITable``.
struct APIField<Owner>: Sendable {
  let name: String
  /// `reason: string`, `code?: string`.
  fileprivate let declaration: String
  fileprivate let push: @Sendable (Owner, LuaStack) -> Void

  init<Value: APIValue>(_ name: String, _ get: @escaping @Sendable (Owner) -> Value) {
    let type = Value.apiName
    self.name = name
    declaration = type.hasSuffix("?") ? "\(name)?: \(type.dropLast())" : "\(name): \(type)"
    push = { owner, stack in get(owner).push(onto: stack) }
  }
}

extension APITable {
  static var apiName: String { "{ \(fields.map(\.declaration).joined(separator: ", ")) }" }

  /// Pushes a new table with all fields; nil when there is no room on the stack.
  public func push(onto stack: LuaStack) {
    // The table, a value, and what the value is made of.
    guard stack.hasRoom(8) else { return stack.pushNil() }
    let fields = Self.fields
    Work.count(fields.count * LuaTable.costOfPushing)
    stack.pushTable(fieldCapacity: fields.count)
    for field in fields {
      field.push(self, stack)
      stack.setRaw(field.name, in: -2)
    }
  }
}
