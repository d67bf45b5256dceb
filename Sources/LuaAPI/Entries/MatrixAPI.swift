import HomeScreenSimulator
import LuaEngine

/// `matrix`: one scenario over many versions, models and life cycles.
enum MatrixAPI: APIRoom {
  static let make = APIEntry.function(
    "matrix",
    parameters: [
      APIParameter("fields", type: "table", documentation: "", fields: MatrixCells.fields)
    ], returns: "an iterator of cells: `name`, the fields, `at_least(version)`; `Device(cell)` takes one",
    APIDocumentation(
      "Walks over every combination of lists of versions, models, life cycles ….",
      discussion: """
        Combinations that cannot exist are left out, and a note says how many: a model outside of its versions, scenes \
        before iOS 13, SwiftUI before 14, the app-delegate life cycle with the 27 SDK on iOS 27. \
        `device:install(path, cell)` takes the life cycle from the cell.

        Any other field is a list of the script's own, and cells have its values as they are: `build = { { name = \
        "debug", delay = 1 }, { name = "release" } }`. In `cell.name` a table goes by its `name`, or by its number.

        `--os` and `--device` leave only the cells of that version and model, and `--pairwise` a few cells in which \
        every pair of values stands.
        """,
      example: """
        local names = {}
        for cell in matrix { os = { "12.4", "17.5" }, lifecycle = { "appDelegate", "scene" } } do
          local device = Device(cell)
          local app = device:install("fixtures/ToolBox.app", cell)
          device:launch(app)
          names[#names + 1] = cell.name
          assert.equal(cell.os == "17.5", cell.at_least "13.0")
        end
        assert.same({ "iOS 12.4, appDelegate", "iOS 17.5, appDelegate", "iOS 17.5, scene" }, names)
        """, facts: ["LAUNCH-080", "LAUNCH-061"])
  ) { call in
    guard call.stack.kind(at: 1) == .table else {
      throw LuaFailure(
        "matrix takes a table of lists, got \(call.stack.shortDescription(at: 1))", code: "argument",
        hint: "for cell in matrix { os = { \"12.4\", \"17.5\" } } do … end")
    }
    guard call.count == 1 || call.stack.kind(at: 2) == .nil else {
      throw LuaFailure(
        "matrix takes one table, and got \(call.stack.shortDescription(at: 2)) too", code: "argument",
        hint: "It is an iterator: for cell in matrix { … } do … end")
    }
    let session = try call.session
    let cells = try MatrixCells(call, 1, choice: session.matrixChoice) { [devices = session.devices] in
      devices.defaults.completed(model: $0, os: $1, session.settings)
    }
    cells.notes.forEach(session.note)
    let metatable = makeMetatable(of: cells.names, on: call.stack)
    var position = 0
    let around = try call.session.cell
    let iterator = LuaIterator<LuaTable> { call in
      guard position < cells.cells.count else { return call.result(String?.none) }
      defer { position += 1 }
      try call.session.cell = MatrixCells.name(of: cells.cells[position])
      push(cells.cells[position], onto: call.stack)
      call.stack.push(metatable)
      call.stack.setMetatable(of: -2)
      return 1
    }
    iterator.push(onto: call.stack)
    call.stack.pushNil()
    call.stack.pushNil()
    pushEnd(onto: call.stack) { call in
      try call.session.cell = around
      return 0
    }
    return LuaResults<LuaIterator<LuaTable>>(count: 4)
  }

  /// What a loop closes when it is left, however it is left.
  private static func pushEnd(onto stack: LuaStack, _ body: @escaping LuaBody) {
    stack.pushTable()
    stack.pushTable(fieldCapacity: 1)
    stack.pushFunction(body)
    stack.setRaw("__close", in: -2)
    stack.setMetatable(of: -2)
  }

  /// The metatable of cells: several functions take one, and each passes over the fields of the others.
  private static func makeMetatable(of names: [String], on stack: LuaStack) -> LuaReference {
    let fields = LuaTable(fields: (names + ["name", "at_least"]).map { (.string($0), .boolean(true)) })
    LuaTable(fields: [(.string(RecordReader.fieldsOfOthers), .table(fields))]).push(onto: stack)
    defer { stack.removeLast() }
    return stack.reference(to: -1)
  }

  private static func push(_ cell: MatrixCells.Cell, onto stack: LuaStack) {
    LuaTable(fields: cell.map { (.string($0.name), $0.value.value) }).push(onto: stack)
    stack.push(MatrixCells.name(of: cell))
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
  }

  static let globalEntries = [make]
}
