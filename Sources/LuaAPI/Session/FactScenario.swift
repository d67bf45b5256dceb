internal import AppPackages
package import HomeScreenSimulator
package import LuaEngine
import PropertyLists

/// A call of `fact(id, options, function(cell) … end)`: a fact of the ledgers as scenarios in the cells around its bounds.
package struct FactScenario {
  /// The requirements of a scenario on a real device.
  package enum Need: String, CaseIterable, Sendable {
    /// Taps, presses and views of the screen.
    case finger
    /// App code equivalent to the scenario's functions.
    case appCode = "app's code"
    /// Time to wait.
    case clock
    /// Conditions that only the simulator can create: `device.conditions`.
    case condition = "condition of ours"

    /// Whether a simulator on a Mac meets the need.
    package var isOnMac: Bool { self != .condition }
  }

  /// A cell of a fact.
  struct Cell {
    let fact: Fact
    let values: MatrixCells.Cell
    /// The name: `iPad, iPadOS 26.0, outside`.
    let name: String
    fileprivate let cell: FactCell
    /// The versions with which the scenario compares, other than the ends of its bounds.
    fileprivate let compared: [OSVersion]

    /// - Throws: ``LuaFailure`` for a comparison with a version that has no cells on both sides.
    func checkComparison(with version: OSVersion) throws {
      guard fact.bounds?.isEnd(version) == false, !compared.contains(version) else { return }
      throw LuaFailure(
        "cell.at_least: \(fact.id) is not tested on both sides of \(version)", code: "argument",
        hint: "Name the version in the options of the fact: versions = { \"\(version)\" }.", fact: fact.id.rawValue)
    }

    /// - Throws: ``LuaFailure`` for a device that is not in the fact's cell.
    func check(_ model: DeviceModel, _ os: OSVersion) throws {
      guard os == cell.os else {
        throw LuaFailure(
          "Device: this cell of \(fact.id) is for \(cell.os), not for \(os)", code: "argument", hint: Self.hint,
          fact: fact.id.rawValue)
      }
      guard fact.bounds?.device == nil || model.deviceClass == cell.device else {
        throw LuaFailure(
          "Device: this cell of \(fact.id) is for \(cell.device.rawValue), not for \(model.name)", code: "argument",
          hint: Self.hint, fact: fact.id.rawValue)
      }
    }

    /// - Throws: ``LuaFailure`` for a build with another SDK or life cycle than the cell.
    func check(_ build: InstallOptions) throws {
      let lifeCycle = build.lifeCycle
      if let wanted = cell.lifeCycle, wanted != lifeCycle {
        throw failure(ofBuild: wanted.rawValue, lifeCycle?.rawValue ?? "an app without a stated life cycle")
      }
      if let wanted = cell.sdk, wanted != build.sdk?.version {
        throw failure(ofBuild: "SDK \(wanted)", build.sdk.map { "SDK \($0.version)" } ?? "an app without a stated SDK")
      }
    }

    private func failure(ofBuild wanted: String, _ given: String) -> LuaFailure {
      LuaFailure(
        "device:install: this cell of \(fact.id) is for \(wanted), not for \(given)", code: "argument",
        hint: "Install the app in the cell of the fact: device:install(app, cell).", fact: fact.id.rawValue)
    }

    /// The error for the use of a device that was created before the cell.
    fileprivate var strangeDevice: LuaFailure {
      LuaFailure(
        "this device was created before the cell of \(fact.id) began", code: "argument",
        hint: "Create devices in the function of the fact, not in the file or in before_each: Device(cell).",
        fact: fact.id.rawValue)
    }

    private static let hint = "Create the device in the cell of the fact: Device(cell), or Device {}."
  }

  package let fact: Fact
  /// The requirements on a real device.
  package let needs: [Need]
  package let plan: FactCells
  private let cells: [Cell]
  private let body: LuaReference
  private let table: CellTable
  private let place: String?

  /// Reads the arguments of a call.
  /// - Throws: ``LuaFailure`` for an unknown fact, a fact without bounds, or invalid arguments.
  package init(_ call: LuaCall) throws {
    let id = try Self.id.read(call, 1)
    guard let fact = FactLedger.fact(FactID(id)) else {
      let near = FactLedger.suggestions(for: id).map(\.rawValue)
      throw LuaFailure(
        "fact: unknown fact “\(Spelling.beginning(of: id))”", code: "argument",
        hint: near.isEmpty ? "homescreen facts lists them." : "Did you mean \(near.joined(separator: ", "))?")
    }
    guard let bounds = fact.bounds else {
      throw LuaFailure(
        "fact: \(id) has no bounds, because its status is “\(fact.status.word)”", code: "argument",
        hint: "Choose a modelled fact: only these can be tested.", fact: id)
    }
    let record = try RecordReader(call, 2, owner: "fact", fields: RecordFields(Self.options))
    needs = try record.require(Self.needs, hint: "State what it needs from a real device: needs = { \"finger\" }.")
    let compared = try record.read(Self.versions) ?? []
    plan = FactCells(bounds, spreadsLifeCycles: try record.read(Self.lifeCycles) ?? false, comparedWith: compared)
    body = try Self.body.read(call, 3)
    let choice = try call.session.matrixChoice
    self.fact = fact
    cells = plan.cells.filter {
      choice.includes(model: $0.model, os: $0.os)
    }.map { Cell(fact: fact, $0, comparedWith: compared) }
    if cells.isEmpty, !plan.cells.isEmpty {
      try call.session.note(
        "fact: not every fact has a cell for \(choice.text); facts are tested on iPhone and iPad, in the versions around "
          + "their bounds")
    }
    table = CellTable(fields: Self.fields, on: call.stack)
    place = call.place()
  }

  package var count: Int { cells.count }

  /// Returns the name of a cell in reports.
  package func name(ofCell index: Int) -> String { cells[index].name }

  /// Runs the script's function in a cell.
  /// - Throws: the function's error, or ``LuaFailure`` if it asserts nothing.
  package func run(cell index: Int, _ call: LuaCall) throws {
    let session = try call.session
    let cell = cells[index]
    guard session.devices.areUntouched else { throw cell.strangeDevice }
    let outer = (session.factCell, session.devices.defaults)
    defer {
      (session.factCell, session.devices.defaults) = outer
      session.devices.refuseOlderOnes(with: nil)
    }
    session.factCell = cell
    session.devices.refuseOlderOnes(with: cell.strangeDevice)
    // The device is in English, whatever the run's default is.
    session.devices.defaults = DeviceDefaults(model: cell.cell.model, os: cell.cell.os)
    let before = try session.assertionCount()
    table.push(cell.values, named: cell.name, onto: call.stack)
    let argument = call.stack.count
    call.stack.push(body)
    _ = try call.callTop(argumentsFrom: argument, through: argument)
    guard try session.assertionCount() > before else {
      throw LuaFailure(
        "\(fact.id) asserts nothing in this cell", code: "assertion",
        hint: cell.cell.holds
          ? "Assert the fact with a named assertion, such as assert.equal. Only assertions that pass are counted."
          : "Outside of its bounds, where cell.holds is false, assert what happens instead.",
        fact: fact.id.rawValue, place: place)
    }
  }

  // MARK: Arguments

  private static let id = Parameter<String>.string("id", "the fact's ID, such as `\"ICON-074\"`", domain: .fact)
  private static let need = Parameter<Need>.text("need", "what it needs") { word in
    guard let need = Need(rawValue: word) else {
      throw LuaFailure.noSuchChoice(word, for: "need", of: Need.allCases.map(\.rawValue))
    }
    return need
  }
  private static let needs = Parameter<[Need]>.list(
    "needs", of: need,
    "the requirements on a real device: " + Need.allCases.map { "`\"\($0.rawValue)\"`" }.joined(separator: ", ")
  )
  private static let lifeCycles = Parameter<Bool>.boolean(
    "lifecycles", "true: the fact is tested in every life cycle, even if its row mentions none")
  private static let versions = Parameter<[OSVersion]>.list(
    "versions", of: Parameter<OSVersion>.text("version", "a version") { try OSVersion(parsing: $0) },
    "versions that the function passes to `cell.at_least`; each adds cells on both sides of it")
  private static let options = [needs.description, lifeCycles.description, versions.description]
  private static let body = Parameter<LuaReference>.function(
    "body", type: "fun(cell: table)", "what the fact says, asserted on `Device(cell)`")
  static let parameters = [
    id.description, APIParameter("options", type: "table", documentation: "", fields: options), body.description,
  ]

  static let discussion = """
    Only in scenario scripts. Each bound of the fact's row gets cells on iPhone and iPad: the last version before the \
    row, its first and its last version, and the first version after it; the newest version gets cells, too. Cells \
    differ in life cycles, SDKs and versions of Xcode only if the row states them. If the row says what happens \
    outside its bounds (`else absent` or `else other`), `cell.holds` is false there, and the function asserts what \
    happens instead; otherwise, no cell is outside. The function may compare with other versions, too: `cell.at_least \
    "16.0"` needs `versions = { "16.0" }` in the options, which adds cells on both sides of it.

    A cell has the fields of a `matrix` cell, so `Device(cell)` and `device:install(app, cell)` take one. A `Device` \
    of another version is an error, and so is a cell without an assertion: a plain `assert(value)` is not counted.
    """

  fileprivate static let fields = MatrixCells.fields.map(\.name) + ["xcode", "holds"]
}

extension FactScenario.Cell {
  fileprivate init(fact: Fact, _ cell: FactCell, comparedWith compared: [OSVersion]) {
    (self.fact, self.cell, self.compared) = (fact, cell, compared)
    func value(_ name: String, _ text: String) -> MatrixCells.Cell.Element {
      (name, MatrixCells.Value(value: .string(text), text: text))
    }
    var values = [value("os", cell.os.description), value("model", cell.device.rawValue)]
    if let lifeCycle = cell.lifeCycle { values.append(value("lifecycle", lifeCycle.rawValue)) }
    if let sdk = cell.sdk { values.append(value("sdk", sdk.description)) }
    if let xcode = cell.xcode { values.append(value("xcode", xcode.description)) }
    name = MatrixCells.name(of: values) + (cell.holds ? "" : ", outside")
    values.append(("holds", MatrixCells.Value(value: .boolean(cell.holds), text: "")))
    self.values = values
  }
}

extension Session {
  /// Returns the number of assertions that the script has passed.
  fileprivate func assertionCount() throws -> Int {
    let stack = lua.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    stack.push(try prelude.module("assert"))
    guard stack.pushMetafield("count", of: -1) else { return 0 }
    return Int(try lua.call(stack.reference(to: -1)).first?.integer ?? 0)
  }
}
