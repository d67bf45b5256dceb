internal import AppPackages
package import HomeScreenSimulator
package import LuaEngine
import PropertyLists

/// What `fact(id, options, function(cell) … end)` says: a fact of the ledgers as scenarios in the cells around its bounds.
package struct FactScenario {
  /// What a scenario would need of a real device.
  package enum Need: String, CaseIterable, Sendable {
    /// Taps, presses, what a person sees.
    case finger
    /// Code of the app that does what the scenario's functions do.
    case appCode = "app's code"
    /// To wait.
    case clock
    /// Circumstances that only the simulator can bring about: `device.conditions`.
    case condition = "condition of ours"

    /// Whether a simulator on a Mac has it.
    package var isOnMac: Bool { self != .condition }
  }

  /// One cell of a fact.
  struct Cell {
    let fact: Fact
    let values: MatrixCells.Cell
    /// `iPad, iPadOS 26.0, outside`
    let name: String
    fileprivate let cell: FactCell

    /// - Throws: ``LuaFailure`` for a device that the fact does not name.
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

    /// - Throws: ``LuaFailure`` for a build of another SDK or life cycle than the cell names.
    func check(_ build: InstallOptions) throws {
      let lifeCycle = build.lifeCycle
      if let wanted = cell.lifeCycle, wanted != lifeCycle {
        throw failure(ofBuild: wanted.rawValue, lifeCycle?.rawValue ?? "an app without a stated life cycle")
      }
      if let wanted = cell.sdk, wanted != build.sdk?.version {
        throw failure(
          ofBuild: "SDK \(wanted)", build.sdk.map { "SDK \($0.version)" } ?? "an app without a stated SDK")
      }
    }

    private func failure(ofBuild wanted: String, _ given: String) -> LuaFailure {
      LuaFailure(
        "device:install: this cell of \(fact.id) is for \(wanted), not for \(given)", code: "argument",
        hint: "Install the app in the cell of the fact: device:install(app, cell).", fact: fact.id.rawValue)
    }

    /// What the use of a device comes to that was there before.
    fileprivate var strangeDevice: LuaFailure {
      LuaFailure(
        "this device was created before the cell of \(fact.id) began", code: "argument",
        hint: "Create devices in the function of the fact, not in the file or in before_each: Device(cell).",
        fact: fact.id.rawValue)
    }

    private static let hint = "Create the device in the cell of the fact: Device(cell), or Device {}."
  }

  /// Which fact.
  package let fact: Fact
  /// What it would need of a real device.
  package let needs: [Need]
  /// Where it is tried.
  package let plan: FactCells
  /// The cells that the run wants.
  private let cells: [Cell]
  private let body: LuaReference
  private let table: CellTable
  private let place: String?

  /// Reads the arguments of a call.
  /// - Throws: ``LuaFailure`` for a fact that no ledger has or that has no bounds, and for arguments that are none.
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
        hint: "Only modelled facts can be tested.", fact: id)
    }
    let record = try RecordReader(call, 2, owner: "fact", fields: RecordFields(Self.options))
    needs = try record.require(Self.needs, hint: "State what it needs from a real device: needs = { \"finger\" }.")
    plan = FactCells(bounds, spreadsLifeCycles: try record.read(Self.lifeCycles) ?? false)
    body = try Self.body.read(call, 3)
    let choice = try call.session.matrixChoice
    self.fact = fact
    cells = plan.cells.filter {
      choice.includes(model: $0.model, os: $0.os)
    }.map { Cell(fact: fact, $0) }
    if cells.isEmpty, !plan.cells.isEmpty {
      try call.session.note(
        "fact: not every fact has a cell for \(choice.text); facts are tested on iPhone and iPad, in the versions around "
          + "their bounds")
    }
    table = CellTable(fields: Self.fields, on: call.stack)
    place = call.place()
  }

  /// How many cells the run wants.
  package var count: Int { cells.count }

  /// What reports call a cell.
  package func name(ofCell index: Int) -> String { cells[index].name }

  /// Runs the script's function in a cell.
  /// - Throws: what it raises, and ``LuaFailure`` when it asserts nothing.
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
    // In English, whatever the run's own devices speak.
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
          ? "Assert what the fact says; only named assertions that hold count, such as assert.equal."
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
    "what a real device must offer: " + Need.allCases.map { "`\"\($0.rawValue)\"`" }.joined(separator: ", ")
  )
  private static let lifeCycles = Parameter<Bool>.boolean(
    "lifecycles", "true: it is tested in every life cycle, even if its row does not mention them")
  private static let options = [needs.description, lifeCycles.description]
  private static let body = Parameter<LuaReference>.function(
    "body", type: "fun(cell: table)", "what the fact says, asserted on `Device(cell)`")
  static let parameters = [
    id.description, APIParameter("options", type: "table", documentation: "", fields: options), body.description,
  ]

  static let discussion = """
    Only in scenario scripts. The cells are those around each bound of the fact's row, on iPhone and iPad: the last \
    version before, the first one, the last one, the first one after, and the newest; life cycles, SDKs and versions \
    of Xcode only if the row states them. If the row says what is known outside, `else absent` or `else other`, \
    `cell.holds` is false there and the function asserts that; there is no cell for what is unknown.

    A cell has the fields of a `matrix` cell, so `Device(cell)` and `device:install(app, cell)` take one. A `Device` \
    of another version is an error, and so is a cell without an assertion: a plain `assert(value)` is only a guard.
    """

  fileprivate static let fields = MatrixCells.fields.map(\.name) + ["xcode", "holds"]
}

extension FactScenario.Cell {
  fileprivate init(fact: Fact, _ cell: FactCell) {
    self.fact = fact
    self.cell = cell
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
  /// How many of the script's assertions have held.
  fileprivate func assertionCount() throws -> Int {
    let stack = lua.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    stack.push(try prelude.module("assert"))
    guard stack.pushMetafield("count", of: -1) else { return 0 }
    return Int(try lua.call(stack.reference(to: -1)).first?.integer ?? 0)
  }
}
