import HomeScreenSimulator
import LuaEngine

/// A cell as scripts get it: its fields, `name`, `at_least(version)`. Several functions take one (`Device(cell)`), and each
/// passes over the fields of the others.
struct CellTable {
  private let metatable: LuaReference

  /// - Parameter names: the fields that cells have.
  init(fields names: [String], on stack: LuaStack) {
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
          "cell.at_least: a version is expected, got \(call.stack.shortDescription(at: 1))", code: "argument",
          hint: "Write a dot: cell.at_least \"26.1\".")
      }
      let least = try OSVersion(parsing: text)
      let session = try call.session
      let model = try MatrixCells.value("model", cell).map { try DeviceModel(named: $0) }
      let os = try MatrixCells.value("os", cell).map { try OSVersion(parsing: $0) }
      return call.result(session.devices.defaults.completed(model: model, os: os, session.settings).1 >= least)
    }
    stack.setRaw("at_least", in: -2)
    stack.push(metatable)
    stack.setMetatable(of: -2)
  }
}
