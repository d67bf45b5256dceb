import LuaEngine

/// The fields of a table, ready to be looked up.
struct RecordFields: Sendable {
  let list: [APIParameter]
  let names: Set<String>

  init(_ list: [APIParameter]) {
    self.list = list
    names = Set(list.map(\.name))
  }
}

/// Reads the named fields of a table (`Device { model = "iPhone" }`): each is checked by its parameter, and a field that
/// does not exist is an error with the nearest name.
struct RecordReader {
  let call: LuaCall
  let index: Int
  /// What messages call the table; nil for a table in another one, which names it.
  private let owner: String?
  /// What is given.
  private let keys: [LuaTable.Key]

  /// The field of a metatable that names, as a set, what a table has for others: no reader takes it for a mistake.
  static let fieldsOfOthers = "__others"

  /// - Parameters:
  ///   - owner: what messages call the table: `Device`; nil for a table in another one.
  ///   - unknown: makes the error for a field that is none of `fields`.
  /// - Throws: ``LuaFailure`` when the argument is no table or has an unknown field.
  init(
    _ call: LuaCall, _ index: Int, owner: String? = nil, fields: RecordFields,
    unknown: ((String) -> any Error)? = nil
  ) throws {
    self.call = call
    self.index = index
    self.owner = owner
    let stack = call.stack
    keys = stack.keys(ofTable: index)
    guard stack.kind(at: index) != .nil else { return }
    guard stack.kind(at: index) == .table else {
      let example = fields.list.first?.name ?? "field"
      throw placed(
        LuaFailure(
          " takes a table with named fields, got \(stack.shortDescription(at: index))", code: "argument",
          hint: "Write \(owner ?? "") { \(example) = … }."))
    }
    try stack.reserve(8)
    for key in keys {
      guard case .string(let name) = key else {
        throw placed(
          LuaFailure(
            " takes only named fields", code: "argument",
            hint: LuaFailure.unknownFieldHint(nil, known: fields.list.map(\.name))))
      }
      guard !fields.names.contains(name), !isForOthers(name) else { continue }
      throw unknown?(name) ?? placed(.unknownField(name, known: fields.list.map(\.name)))
    }
  }

  /// The names of the fields that are given, in the order of `pairs`.
  var names: [String] {
    keys.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  /// The value of a field, through the check of its parameter; nil when it is not given.
  func read<Value>(_ parameter: Parameter<Value>) throws -> Value? {
    guard keys.contains(.string(parameter.name)) else { return nil }
    let stack = call.stack
    stack.pushRaw(parameter.name, of: index)
    defer { stack.removeLast() }
    do {
      return try parameter.read(call, stack.count)
    } catch let failure as LuaFailure {
      throw placed(failure)
    }
  }

  /// The value of a field that must be given.
  func require<Value>(_ parameter: Parameter<Value>, hint: String? = nil) throws -> Value {
    if let value = try read(parameter) { return value }
    throw failure("\(parameter.name) is required", hint: hint)
  }

  /// What is wrong with the table as a whole.
  /// - Parameter message: begins with the field that it is about, if there is one.
  func failure(_ message: String, hint: String? = nil, fact: String? = nil) -> LuaFailure {
    placed(LuaFailure(message, code: "argument", hint: hint, fact: fact))
  }

  private func placed(_ failure: LuaFailure) -> LuaFailure { owner.map(failure.of) ?? failure }

  private func isForOthers(_ name: String) -> Bool {
    let stack = call.stack
    guard stack.pushMetafield(Self.fieldsOfOthers, of: index) else { return false }
    defer { stack.removeLast(2) }
    return stack.pushRaw(name, of: -1) != .nil
  }
}
