import LuaEngine
import Simulator

/// `matrix`: walks over combinations of device and build, the impossible ones left out.
enum MatrixAPI {
  /// The fields in the order in which they vary, the first one slowest.
  private static let deviceFields = [
    DeviceAPI.os.description, DeviceAPI.model.description, DeviceAPI.localeField.description,
    DeviceAPI.conditionsField.description, DeviceAPI.seed.description,
  ]
  private static let buildFields = [
    InstallArguments.lifecycle.description, InstallArguments.distribution.description,
    InstallArguments.published.description, InstallArguments.sdk.description, InstallArguments.signedAs.description,
  ]

  /// What a cell has that `Device` does not take, and that `device:install` does not.
  static let fieldsBesideDevice = buildFields.map(\.name) + ["name", "at_least"]
  static let fieldsBesideInstall = deviceFields.map(\.name) + ["name", "at_least"]

  private static let order = [
    "os", "model", "lifecycle", "locale", "sdk", "distribution", "published", "signedAs", "conditions", "seed",
  ]

  /// More cells than this are no test plan.
  private static let maximumCells = 100_000

  static let make = APIEntry.constructor(
    "matrix",
    fields: (deviceFields + buildFields).map {
      APIParameter(
        $0.name, type: "\($0.type)|(\($0.type))[]", documentation: "one value or a list: \($0.documentation)")
    },
    returns: APIReturn("fun(): homescreen.Cell?", "an iterator for `for cell in matrix { … } do`"),
    APIDocumentation(
      "Walks over all combinations of versions, models, life cycles and other fields.",
      discussion: """
        A cell has the fields, a `name` for `describe`, and `at_least(version)`; `Device(cell)` and \
        `device:install(path, cell)` take it as it is. Impossible cells (a model outside its versions, scenes before \
        13, SwiftUI before 14, an app delegate alone with the 27 SDK) are left out; a note says how many.
        """,
      example: """
        local names = {}
        for cell in matrix { os = { "12.4", "17.5" }, model = { "iPhone", "iPhone 15 Pro" }, lifecycle = "scene" } do
          names[#names + 1] = cell.name
          assert.is_true(cell.at_least "13.0")
          Device(cell):install("fixtures/ChangeIcon.app", cell)
        end
        assert.same({ "iOS 17.5, iPhone, scene", "iOS 17.5, iPhone 15 Pro, scene" }, names)
        """, facts: ["LAUNCH-061", "LAUNCH-080"])
  ) { call, fields in
    let axes = try axes(call, fields)
    let count = axes.reduce(1) { $0.multipliedReportingOverflow(by: $1.values.count).partialValue }
    guard axes.reduce(true, { $0 && $1.values.count <= maximumCells }), count <= maximumCells else {
      throw LuaFailure("matrix: more than \(maximumCells) cells", code: "argument")
    }
    var cells: [LuaTable] = []
    for number in 0..<count {
      let cell = cell(number, of: axes)
      if try isPossible(cell) { cells.append(cell) }
    }
    if cells.count < count {
      try call.session.note("matrix: \(count - cells.count) of \(count) cells are impossible and left out")
    }
    nonisolated(unsafe) var rest = cells[...]  // the state and its functions live on one thread
    call.stack.pushFunction { call in
      guard let cell = rest.popFirst() else { return call.result(String?.none) }
      return push(cell, call)
    }
    return 1
  }

  static let entries = [make]

  private typealias Axis = (name: String, values: [LuaValue])

  private static func axes(_ call: LuaCall, _ fields: RecordReader) throws -> [Axis] {
    guard case .table(let table) = call.stack.value(at: 1) else {
      throw LuaFailure(
        "matrix: a table with lists is expected", code: "argument", hint: "matrix { os = { \"17.5\", \"26.1\" } }")
    }
    return order.compactMap { name in
      guard let value = table[name] else { return nil }
      if case .table(let list) = value, name != "conditions" || !list.array.isEmpty { return (name, list.array) }
      return (name, [value])
    }
  }

  private static func cell(_ number: Int, of axes: [Axis]) -> LuaTable {
    var rest = number
    var cell = LuaTable()
    for axis in axes.reversed() {
      cell.fields.insert((.string(axis.name), axis.values[rest % axis.values.count]), at: 0)
      rest /= axis.values.count
    }
    return cell
  }

  private static func isPossible(_ cell: LuaTable) throws -> Bool {
    let os = try cell["os"]?.string.map { try OSVersion(parsing: $0) } ?? .newest
    if let model = try cell["model"]?.string.map({ try DeviceModel(named: $0) }), !model.runs(os) { return false }
    guard let name = cell["lifecycle"]?.string else { return true }
    guard let lifeCycle = LifeCycle(rawValue: name) else {
      let names = LifeCycle.allCases.map(\.rawValue)
      throw LuaFailure(
        "matrix: there is no life cycle \"\(name)\"", code: "argument",
        hint: "It is one of: \(names.joined(separator: ", ")).")
    }
    if os < lifeCycle.firstOS { return false }
    let sdk = try cell["sdk"]?.string.map { try BuildSDK(parsing: $0) }
    return !(lifeCycle == .appDelegate && (sdk?.version ?? OSVersion(0)) >= OSVersion(27))
  }

  private static func push(_ cell: LuaTable, _ call: LuaCall) -> Int32 {
    var cell = cell
    let os = cell["os"]?.string
    let parts = cell.fields.compactMap { key, value -> String? in
      switch (key, value) {
      case (.string("os"), .string(let text)): "iOS \(text)"
      case (.string("model"), .string(let text)), (.string("lifecycle"), .string(let text)): text
      case (.string(let name), .string(let text)): "\(name) \(text)"
      case (.string(let name), .boolean(let flag)): flag ? name : "not \(name)"
      case (.string(let name), .integer(let number)): "\(name) \(number)"
      default: nil
      }
    }
    cell.fields.append((.string("name"), .string(parts.joined(separator: ", "))))
    cell.push(onto: call.stack)
    call.stack.pushFunction { call in
      guard let text = call.stack.string(at: call.count) else {
        throw LuaFailure("at_least: a version is expected", code: "argument", hint: "cell.at_least \"26.1\"")
      }
      let version = try os.map { try OSVersion(parsing: $0) } ?? .newest
      return call.result(version >= (try OSVersion(parsing: text)))
    }
    call.stack.setRaw("at_least", in: -2)
    return 1
  }
}
