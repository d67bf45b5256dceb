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

        Any other field is a list of your own, and cells have its values as they are: `build = { { name = \
        "debug", delay = 1 }, { name = "release" } }`. `cell.name` shows the `name` of a table, or its number.

        `--os` and `--device` keep only the cells of that version and model.
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
        "matrix takes one table, but got \(call.stack.shortDescription(at: 2)) too", code: "argument",
        hint: "It is an iterator: for cell in matrix { … } do … end")
    }
    let session = try call.session
    let cells = try MatrixCells(call, 1, choice: session.matrixChoice) { [devices = session.devices] in
      devices.defaults.completed(model: $0, os: $1, session.settings)
    }
    cells.notes.forEach(session.note)
    let table = CellTable(fields: cells.names, on: call.stack)
    var position = 0
    let around = try call.session.cell
    let iterator = LuaIterator<LuaTable> { call in
      guard position < cells.cells.count else { return call.result(String?.none) }
      defer { position += 1 }
      let name = MatrixCells.name(of: cells.cells[position])
      try call.session.cell = name
      table.push(cells.cells[position], named: name, onto: call.stack)
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

  static let globalEntries = [make]
}
