import AppPackages
package import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The cells of a `matrix`: every possible combination of its lists, or those that the run selects.
struct MatrixCells {
  /// The fields of `Device` and `device:install`, slowest first, with the checks that their values have elsewhere.
  private static let axes: [Parameter<[LuaValue]>] = [
    values(DeviceAPI.os), values(DeviceAPI.model), values(InstallArguments.lifecycle), values(DeviceAPI.localeField),
    values(InstallArguments.distribution), values(InstallArguments.published), values(InstallArguments.sdk),
    values(InstallArguments.signedAs), values(DeviceAPI.seed),
  ]
  static let fields = axes.map(\.description)
  static let known = RecordFields(fields)
  /// The maximum number of combinations.
  static let limit = 10_000

  /// The value of a field in a cell.
  struct Value {
    let value: LuaValue
    /// The value in the cell's name.
    let text: String
  }

  typealias Cell = [(name: String, value: Value)]

  /// The cells to run, in the order of the lists.
  private(set) var cells: [Cell] = []
  /// The reasons why combinations are impossible, with counts, in the order of first occurrence.
  private var impossible: [(reason: String, count: Int)] = []
  /// The names of all fields of a cell, with the script's own fields last.
  let names: [String]
  /// Notes for the run about the cells that were left out.
  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - device: completes the model and version of a device, of which a cell may name one, both or neither.
  /// - Throws: ``LuaFailure`` for a misspelt field, for an invalid value of a known field, and if no combination is
  ///   possible.
  init(
    _ call: LuaCall, _ index: Int, choice: MatrixChoice,
    device: (_ model: DeviceModel?, _ os: OSVersion?) -> (DeviceModel, OSVersion)
  ) throws {
    let own = try OwnAxes.names(call, index)
    let record = try RecordReader(
      call, index, owner: "matrix",
      fields: own.isEmpty
        ? Self.known
        : RecordFields(Self.fields + own.map { APIParameter($0, type: "any[]", documentation: "") }))
    let axes: [(name: String, values: [Value])] =
      try Self.axes.compactMap { axis in
        try record.read(axis).map { values in
          (axis.name, values.map { Value(value: $0, text: Self.text($0)) })
        }
      } + own.map { name in (name, try record.read(OwnAxes.parameter(name)) ?? []) }
    names = Self.fields.map(\.name) + own
    var count = 1
    for axis in axes {
      count *= axis.values.count
      guard count <= MatrixCells.limit else {
        throw LuaFailure(
          "matrix has more than \(MatrixCells.limit) cells", code: "argument",
          hint: "Make the lists shorter, or write loops that create only the scenarios that you need.")
      }
    }
    var combinations: [Cell] = [[]]
    for axis in axes { combinations = combinations.flatMap { cell in axis.values.map { cell + [(axis.name, $0)] } } }
    var unwanted = 0
    for cell in combinations {
      let (model, os) = try Self.device(of: cell)
      if let reason = try Self.obstacle(cell, device(model, os)) {
        leaveOut(reason)
      } else if choice.includes(model: model, os: os) {
        cells.append(cell)
      } else {
        unwanted += 1
      }
    }
    guard !cells.isEmpty || unwanted > 0 else {
      throw LuaFailure(
        "matrix: none of the \(combinations.count) cells can exist", code: "argument", hint: reasons + ".")
    }
    if !impossible.isEmpty {
      notes.append(
        "matrix leaves out \(combinations.count - cells.count - unwanted) of \(combinations.count) cells, which cannot "
          + "exist: \(reasons)")
    }
    choice.remark(keeping: cells.count, of: cells.count + unwanted).map { notes.append($0) }
  }

  /// The fields with values that cannot be confused with others.
  private static let closedFields = ["os", "model", "lifecycle", "distribution", "sdk"]

  /// Whether a list may be intended for a field, because the field accepts all of its values.
  static func isMeant(_ field: String, by name: String, _ call: LuaCall, _ index: Int) -> Bool {
    guard closedFields.contains(field), let axis = axes.first(where: { $0.name == field }) else { return false }
    let stack = call.stack
    stack.pushRaw(name, of: index)
    defer { stack.removeLast() }
    return (try? axis.read(call, stack.count)) != nil
  }

  private var reasons: String { impossible.map { "\($0.reason) (\($0.count))" }.joined(separator: "; ") }

  /// Returns the name of a cell: `iPhone, iOS 17.5, scene`.
  static func name(of cell: Cell) -> String {
    var parts: [String] = []
    let os = value("os", cell)
    let model = value("model", cell)
    if let model { parts.append(model) }
    if let os {
      let device = model.flatMap { try? DeviceModel(named: $0) } ?? .iPhone
      parts.append("\(OSVersion(os).map(device.systemName) ?? "iOS") \(os)")
    }
    if let lifecycle = value("lifecycle", cell) { parts.append(lifecycle) }
    for (name, value) in cell where !["os", "model", "lifecycle"].contains(name) {
      parts.append("\(name) \(value.text)")
    }
    return parts.isEmpty ? "default" : parts.joined(separator: ", ")
  }

  private static func device(of cell: Cell) throws -> (DeviceModel?, OSVersion?) {
    (
      try value("model", cell).map { try DeviceModel(named: $0) },
      try value("os", cell).map { try OSVersion(parsing: $0) }
    )
  }

  private mutating func leaveOut(_ reason: String) {
    if let index = impossible.firstIndex(where: { $0.reason == reason }) {
      impossible[index].count += 1
    } else {
      impossible.append((reason, 1))
    }
  }

  /// Returns why a combination is impossible; nil if it is possible.
  private static func obstacle(_ cell: Cell, _ device: (model: DeviceModel, os: OSVersion)) throws -> String? {
    if !device.model.runs(device.os) { return "\(device.model.name) runs \(device.model.versionRange)" }
    guard let lifecycle = value("lifecycle", cell).flatMap(LifeCycle.init) else { return nil }
    return lifecycle.obstacle(on: device.os, sdk: try value("sdk", cell).map { try BuildSDK(parsing: $0) })
  }

  /// Returns a parameter for one value of a field or a list of them. Invalid values are errors, not omitted cells.
  private static func values<Value>(_ field: Parameter<Value>) -> Parameter<[LuaValue]> {
    let description = field.description
    // The cell keeps the value as written.
    let one = Parameter<LuaValue>(description: description) { call, index in
      _ = try field.read(call, index)
      return call.stack.value(at: index)
    }
    let list = Parameter<[LuaValue]>.list(description.name, of: one, description.documentation)
    return Parameter(
      description: APIParameter(
        description.name, type: "\(description.type)|\(list.description.type)",
        documentation: description.documentation, domain: description.domain)
    ) { call, index in
      guard call.stack.kind(at: index) == .table else { return [try one.read(call, index)] }
      let values = try list.read(call, index)
      guard !values.isEmpty else {
        throw LuaFailure(
          "\(description.name) must be a list of values", code: "argument", hint: "\(description.name) = { … }")
      }
      return values
    }
  }

  static func value(_ name: String, _ cell: Cell) -> String? { cell.first { $0.name == name }?.value.value.string }

  private static func text(_ value: LuaValue) -> String {
    switch value {
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .string(let text): text
    // Known fields do not accept other values.
    case .nil, .number, .bytes, .table, .object, .function, .other: ""
    }
  }
}

/// The script's own lists in a `matrix`. Cells contain their values unchanged.
enum OwnAxes {
  /// A limit above the number of lists that a matrix can have.
  private static let limit = 64
  /// The members of cells that are not fields.
  static let reserved = ["name", "at_least"]

  /// Returns the names of the fields that `matrix` does not define, in the order of `pairs`.
  /// - Throws: ``LuaFailure`` for a name that is probably a mistake.
  static func names(_ call: LuaCall, _ index: Int) throws -> [String] {
    let known = MatrixCells.fields.map(\.name)
    let names = call.stack.keys(ofTable: index).compactMap { key -> String? in
      guard case .string(let name) = key, !known.contains(name) else { return nil }
      return name
    }
    guard names.count <= limit else { throw LuaFailure("matrix has more than \(limit) lists", code: "argument") }
    for name in names {
      if reserved.contains(name) {
        throw LuaFailure(
          "matrix: each cell already has the field '\(name)'", code: "argument", hint: "Rename the list.")
      }
      // A name similar to a field's is a mistake if the field accepts the values.
      if let near = Spelling.nearest(to: name, in: known).first, MatrixCells.isMeant(near, by: name, call, index) {
        throw LuaFailure(
          "matrix has no field '\(Spelling.beginning(of: name))'", code: "unknown-field",
          hint: "Did you mean '\(near)'? Your own list needs a name that is less similar to a field: "
            + "\(known.joined(separator: ", ")).")
      }
    }
    return names
  }

  /// Returns a parameter for a list of any values, or for one value that is not a table.
  static func parameter(_ name: String) -> Parameter<[MatrixCells.Value]> {
    Parameter(description: APIParameter(name, type: "any[]", documentation: "")) { call, index in
      let stack = call.stack
      guard stack.kind(at: index) == .table else { return [try value(call, index, position: 0)] }
      let keys = stack.keys(ofTable: index)
      guard !keys.isEmpty else {
        throw LuaFailure("\(name) must be a list of values", code: "argument", hint: "\(name) = { … }")
      }
      guard keys.count <= MatrixCells.limit else {
        throw LuaFailure("matrix has more than \(MatrixCells.limit) cells", code: "argument")
      }
      return try keys.enumerated().map { position, key in
        guard key == .integer(Int64(position + 1)) else {
          throw LuaFailure(
            "\(name): expected a list, got a table with names or gaps", code: "argument",
            hint: "Write a list of one table as \(name) = { { … } }")
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
    /// Returns a reference to the value, without copying it.
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

/// The cells of each `matrix` that the user selects.
package struct MatrixChoice: Sendable {
  /// The model of the cells that name one.
  package var model: DeviceModel?
  /// The version of the cells that name one.
  package var os: OSVersion?

  /// Selects all cells, or those of a model and a version.
  package init(model: DeviceModel? = nil, os: OSVersion? = nil) { (self.model, self.os) = (model, os) }

  /// Whether to run a cell with these values, which are nil if the cell does not name them.
  package func includes(model: DeviceModel?, os: OSVersion?) -> Bool {
    if let model, let wanted = self.model, model != wanted { return false }
    if let os, let wanted = self.os, os != wanted { return false }
    return true
  }

  /// Returns a note about the cells that are left out; nil if there are none.
  package func remark(keeping count: Int, of total: Int) -> String? {
    guard count < total else { return nil }
    return "matrix keeps only the cells for \(text): \(count == 0 ? "none" : "\(count)") of \(total)"
  }

  /// The selection as text: `iPad, iOS 17.5`.
  package var text: String {
    [model?.name, os.map { "\((model ?? .iPhone).systemName($0)) \($0)" }].compactMap(\.self).joined(separator: ", ")
  }
}

/// A cell as a Lua table: its fields, `name`, and `at_least(version)`. Several functions accept the table
/// (`Device(cell)`), and each ignores the fields of the others.
struct CellTable {
  private let metatable: LuaReference

  /// - Parameter names: the names of the fields.
  init(fields names: [String], on stack: LuaStack) {
    // A word for a field of a device is not an own field: Device(cell) refuses it.
    let names = names.filter { OtherVocabulary.cure("cell.\($0)") == nil }
    let fields = LuaTable(fields: (names + OwnAxes.reserved).map { (.string($0), .boolean(true)) })
    LuaTable(fields: [(.string(RecordReader.fieldsOfOthers), .table(fields))]).push(onto: stack)
    defer { stack.removeLast() }
    metatable = stack.reference(to: -1)
  }

  func push(_ cell: MatrixCells.Cell, named name: String, onto stack: LuaStack) {
    LuaTable(fields: cell.map { (.string($0.name), $0.value.value) }).push(onto: stack)
    stack.push(name)
    stack.setRaw("name", in: -2)
    stack.pushFunction { call in
      guard let text = call.stack.string(at: 1) else {
        throw LuaFailure(
          "cell.at_least: expected a version, got \(call.stack.shortDescription(at: 1))", code: "argument",
          hint: "Write a dot: cell.at_least \"26.1\".")
      }
      let least = try OSVersion(parsing: text)
      let session = try call.session
      try session.factCell?.checkComparison(with: least)
      let model = try MatrixCells.value("model", cell).map { try DeviceModel(named: $0) }
      let os = try MatrixCells.value("os", cell).map { try OSVersion(parsing: $0) }
      return call.result(session.devices.defaults.completed(model: model, os: os, session.settings).1 >= least)
    }
    stack.setRaw("at_least", in: -2)
    stack.push(metatable)
    stack.setMetatable(of: -2)
  }
}
