import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The lists of a `matrix` that are the script's own: cells have their values as they are.
enum OwnAxes {
  /// More lists than a matrix can have cells for.
  private static let limit = 64
  /// What cells have beside their fields.
  static let reserved = ["name", "at_least"]

  /// The names of the fields that `matrix` does not know, in the order of `pairs`.
  /// - Throws: ``LuaFailure`` for one that looks like a mistake.
  static func names(_ call: LuaCall, _ index: Int) throws -> [String] {
    let known = MatrixCells.fields.map(\.name)
    let names = call.stack.keys(ofTable: index).compactMap { key -> String? in
      guard case .string(let name) = key, !known.contains(name) else { return nil }
      return name
    }
    guard names.count <= limit else {
      throw LuaFailure("matrix: more than \(limit) lists", code: "argument")
    }
    for name in names {
      if reserved.contains(name) {
        throw LuaFailure(
          "matrix: each cell already has the field '\(name)'", code: "argument", hint: "Rename the list.")
      }
      // A name like a field's is a mistake where the values would be good for the field.
      if let near = Spelling.nearest(to: name, in: known).first, MatrixCells.isMeant(near, by: name, call, index) {
        throw LuaFailure(
          "matrix has no field '\(Spelling.beginning(of: name))'", code: "unknown-field",
          hint: "Did you mean '\(near)'? Your own list needs a name that is less similar to a field: "
            + "\(known.joined(separator: ", ")).")
      }
    }
    return names
  }

  /// A list of whatever values, or one value that is no table.
  static func parameter(_ name: String) -> Parameter<[MatrixCells.Value]> {
    Parameter(description: APIParameter(name, type: "any[]", documentation: "")) { call, index in
      let stack = call.stack
      guard stack.kind(at: index) == .table else { return [try value(call, index, position: 0)] }
      let keys = stack.keys(ofTable: index)
      guard !keys.isEmpty else {
        throw LuaFailure("\(name) must be a list of values", code: "argument", hint: "\(name) = { … }")
      }
      guard keys.count <= MatrixCells.limit else {
        throw LuaFailure("matrix: more than \(MatrixCells.limit) cells", code: "argument")
      }
      return try keys.enumerated().map { position, key in
        guard key == .integer(Int64(position + 1)) else {
          throw LuaFailure(
            "\(name): a list is expected, got a table with names or gaps", code: "argument",
            hint: "A list of one table is: \(name) = { { … } }")
        }
        stack.pushRaw(Int64(position + 1), of: index)
        defer { stack.removeLast() }
        return try value(call, stack.count, position: position)
      }
    }
  }

  private static func value(_ call: LuaCall, _ index: Int, position: Int) throws -> MatrixCells.Value {
    let stack = call.stack
    let kind = stack.kind(at: index)
    /// The very value, and no copy.
    func reference() -> LuaValue { .other(stack.reference(to: index), typeName: kind.rawValue) }
    switch kind {
    case .nil, .boolean, .number:
      return MatrixCells.Value(value: stack.value(at: index), text: try stack.describe(at: index))
    case .string:
      let text = Spelling.beginning(of: stack.string(at: index) ?? "")
      return MatrixCells.Value(value: stack.value(at: index), text: String(text))
    case .table:
      try stack.reserve(8)
      stack.pushRaw("name", of: index)
      let name = stack.string(at: -1).map { String(Spelling.beginning(of: $0)) }
      stack.removeLast()
      return MatrixCells.Value(value: reference(), text: name ?? "\(position + 1)")
    case .function, .userdata, .thread:
      return MatrixCells.Value(value: reference(), text: "\(position + 1)")
    }
  }
}
