import AppPackages
import HomeScreenSimulator
import LuaEngine

/// The cells of a `matrix`: every combination of its lists that can exist.
struct MatrixCells {
  /// The fields that a matrix knows, the slowest one first, with the checks that their values get elsewhere.
  private static let axes: [Parameter<[LuaValue]>] = [
    values(DeviceAPI.os), values(DeviceAPI.model), values(InstallArguments.lifecycle), values(DeviceAPI.localeField),
    values(InstallArguments.distribution), values(InstallArguments.published), values(InstallArguments.sdk),
    values(InstallArguments.signedAs), values(DeviceAPI.seed),
  ]
  static let fields = axes.map(\.description)
  static let known = RecordFields(fields)
  /// The most combinations.
  static let limit = 10_000

  typealias Cell = [(name: String, value: LuaValue)]

  private(set) var cells: [Cell] = []
  /// Why combinations were left out, and how many for each reason; in the order in which they were met.
  private(set) var leftOut: [(reason: String, count: Int)] = []
  private(set) var total = 0

  /// - Throws: ``LuaFailure`` for a field or value that nothing has, and when no combination can exist.
  init(_ record: RecordReader) throws {
    let axes = try MatrixCells.axes.compactMap { axis in
      try record.read(axis).map { (name: axis.name, values: $0) }
    }
    var count = 1
    for axis in axes {
      count *= axis.values.count
      guard count <= MatrixCells.limit else {
        throw LuaFailure("matrix: more than \(MatrixCells.limit) cells", code: "argument")
      }
    }
    var combinations: [Cell] = [[]]
    for axis in axes {
      combinations = combinations.flatMap { cell in axis.values.map { cell + [(axis.name, $0)] } }
    }
    total = combinations.count
    for cell in combinations {
      if let reason = try MatrixCells.obstacle(cell) { leaveOut(reason) } else { cells.append(cell) }
    }
    guard !cells.isEmpty else {
      throw LuaFailure(
        "matrix: none of the \(total) cells can exist", code: "argument",
        hint: leftOut.map { "\($0.reason) (\($0.count))" }.joined(separator: "; ") + ".")
    }
  }

  /// What the run is told about cells that were left out; nil when there are none.
  var note: String? {
    guard !leftOut.isEmpty else { return nil }
    let reasons = leftOut.map { "\($0.reason) (\($0.count))" }.joined(separator: "; ")
    return "matrix: \(total - cells.count) of \(total) cells cannot exist and are left out: \(reasons)"
  }

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
      parts.append("\(name) \(text(value))")
    }
    return parts.isEmpty ? "default" : parts.joined(separator: ", ")
  }

  /// The version of a cell; the newest when it names none.
  static func version(of cell: Cell) throws -> OSVersion {
    try value("os", cell).map { try OSVersion(parsing: $0) } ?? .newest
  }

  private mutating func leaveOut(_ reason: String) {
    if let index = leftOut.firstIndex(where: { $0.reason == reason }) {
      leftOut[index].count += 1
    } else {
      leftOut.append((reason, 1))
    }
  }

  /// Why a combination cannot exist; nil when it can.
  private static func obstacle(_ cell: Cell) throws -> String? {
    let os = try version(of: cell)
    let model = try value("model", cell).map { try DeviceModel(named: $0) } ?? .iPhone
    if !model.runs(os) { return "\(model.name) runs \(model.versionRange)" }
    guard let lifecycle = value("lifecycle", cell).flatMap(LifeCycle.init) else { return nil }
    return lifecycle.obstacle(on: os, sdk: try value("sdk", cell).map { try BuildSDK(parsing: $0) })
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
        description.name, type: "\(description.type)|\(list.description.type)", documentation: description.documentation
      )
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

  private static func value(_ name: String, _ cell: Cell) -> String? { cell.first { $0.name == name }?.value.string }

  private static func text(_ value: LuaValue) -> String {
    switch value {
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .string(let text): text
    // No field of a matrix takes another value.
    case .nil, .number, .bytes, .table, .object, .function, .other: ""
    }
  }
}
