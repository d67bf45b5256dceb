import LuaEngine

/// Reads the fields of a table argument (`Device { model = "iPhone" }`): each is checked by its parameter, and a
/// field that does not exist is an error with the nearest name.
struct RecordReader {
  let call: LuaCall
  let index: Int
  /// What messages call the table: `Device`.
  let owner: String
  let fields: [APIParameter]

  /// - Throws: ``LuaFailure`` when the argument is no table or has an unknown field.
  init(_ call: LuaCall, _ index: Int, owner: String, fields: [APIParameter]) throws {
    self.call = call
    self.index = index
    self.owner = owner
    self.fields = fields
    let stack = call.stack
    guard stack.kind(at: index) != .nil else { return }
    guard stack.kind(at: index) == .table else {
      throw LuaFailure(
        "\(owner) takes a table with named fields, got \(stack.shortDescription(at: index))", code: "argument",
        hint: "Write \(owner) { \(fields.first?.name ?? "field") = … }.")
    }
    let known = fields.map(\.name)
    let isCell = stack.pushRaw("at_least", of: index) == .function
    stack.removeLast()
    for key in stack.keys(ofTable: index) {
      guard case .string(let name) = key else {
        throw LuaFailure(
          "\(owner) takes named fields only", code: "argument", hint: "Fields: \(known.joined(separator: ", ")).")
      }
      // A cell of a matrix has the fields of several functions.
      if isCell, name == "name" || name == "at_least" || MatrixCells.fieldNames.contains(name) { continue }
      guard known.contains(name) else {
        throw LuaFailure.unknownField(name, of: owner, known: known)
      }
    }
  }

  /// The value of a field, through the check of its parameter; nil when it is not given.
  func read<Value>(_ parameter: Parameter<Value>) throws -> Value? {
    let stack = call.stack
    guard stack.kind(at: index) == .table else { return nil }
    let kind = stack.pushRaw(parameter.name, of: index)
    defer { stack.removeLast() }
    guard kind != .nil else { return nil }
    do {
      return try parameter.read(call, stack.count)
    } catch var failure as LuaFailure {
      failure.message = "\(owner): \(failure.message)"
      throw failure
    }
  }
}
