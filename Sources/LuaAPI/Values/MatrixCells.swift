import AppPackages
import HomeScreenSimulator
import LuaEngine

/// The cells of a `matrix`: every combination of its lists that can exist, or those of them that the run wants.
struct MatrixCells {
  /// The fields that `Device` and `device:install` have, the slowest one first, with the checks that their values get elsewhere.
  private static let axes: [Parameter<[LuaValue]>] = [
    values(DeviceAPI.os), values(DeviceAPI.model), values(InstallArguments.lifecycle), values(DeviceAPI.localeField),
    values(InstallArguments.distribution), values(InstallArguments.published), values(InstallArguments.sdk),
    values(InstallArguments.signedAs), values(DeviceAPI.seed),
  ]
  static let fields = axes.map(\.description)
  static let known = RecordFields(fields)
  /// The most combinations.
  static let limit = 10_000

  /// What a cell has for a field.
  struct Value {
    let value: LuaValue
    /// Its part of the cell's name.
    let text: String
  }

  typealias Cell = [(name: String, value: Value)]

  /// What is run, in the order of the lists.
  private(set) var cells: [Cell] = []
  /// Why combinations cannot exist, and how many for each reason; in the order in which they were met.
  private var impossible: [(reason: String, count: Int)] = []
  /// The names of all fields that a cell has, those of the script's own at the end.
  let names: [String]
  /// What the run is told about cells that were left out.
  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - device: the model and version of a device for which a cell names one of them, or none.
  /// - Throws: ``LuaFailure`` for a field that is nearly a known one, for a value that a known field cannot have, and when
  ///   no combination can exist.
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
          "matrix: more than \(MatrixCells.limit) cells", code: "argument",
          hint: "Make the lists shorter, or select among them in your own loop.")
      }
    }
    var combinations: [Cell] = [[]]
    for axis in axes {
      combinations = combinations.flatMap { cell in axis.values.map { cell + [(axis.name, $0)] } }
    }
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
        "matrix: \(combinations.count - cells.count - unwanted) of \(combinations.count) cells cannot exist and are left "
          + "out: \(reasons)")
    }
    if unwanted > 0 {
      let count = cells.isEmpty ? "none" : "\(cells.count)"
      notes.append(
        "matrix: \(count) of \(cells.count + unwanted) cells \(cells.count > 1 ? "are" : "is") for \(choice.text); "
          + "the others are left out")
    }
  }

  /// Fields that take values which nothing else looks like.
  private static let closedFields = ["os", "model", "lifecycle", "distribution", "sdk"]

  /// Whether a list could be meant for a field, because the field takes all of its values.
  static func isMeant(_ field: String, by name: String, _ call: LuaCall, _ index: Int) -> Bool {
    guard closedFields.contains(field), let axis = axes.first(where: { $0.name == field }) else { return false }
    let stack = call.stack
    stack.pushRaw(name, of: index)
    defer { stack.removeLast() }
    return (try? axis.read(call, stack.count)) != nil
  }

  private var reasons: String { impossible.map { "\($0.reason) (\($0.count))" }.joined(separator: "; ") }

  /// `iPhone, iOS 17.5, scene`
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

  /// Why a combination cannot exist; nil when it can.
  private static func obstacle(_ cell: Cell, _ device: (model: DeviceModel, os: OSVersion)) throws -> String? {
    if !device.model.runs(device.os) { return "\(device.model.name) runs \(device.model.versionRange)" }
    guard let lifecycle = value("lifecycle", cell).flatMap(LifeCycle.init) else { return nil }
    return lifecycle.obstacle(on: device.os, sdk: try value("sdk", cell).map { try BuildSDK(parsing: $0) })
  }

  /// A list of values of a field, or one value. Values that exist nowhere are errors, not cells to leave out.
  private static func values<Value>(_ field: Parameter<Value>) -> Parameter<[LuaValue]> {
    let description = field.description
    // The cell has what the script wrote.
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
    // No known field takes another value.
    case .nil, .number, .bytes, .table, .object, .function, .other: ""
    }
  }
}
