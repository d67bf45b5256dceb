import HomeScreenSimulator
import LuaEngine
import Platform

enum ToolNamespace: Namespace {
  static let apiType = APIType("homescreen", className: "homescreen.Module", summary: "The tool itself.")
  static let luaType = makeLuaType()
}

/// `help`, `require`, and the tool's own names.
enum ToolAPI: APISection {
  /// The price of a help text in instructions: most of them are made from the whole API.
  private static let costOfHelp = 20_000

  static let help = APIEntry.function(
    "help",
    parameters: [
      APIParameter(
        "topic", type: "any", isOptional: true,
        documentation: "a value (`device`, `device.launch`), or a string: name, fact (`\"ICON-111\"`) or error code",
        domain: .helpTopic)
    ],
    "Explains a value, a name, a fact or an error code; without a topic it shows what to type first; help \"all\" lists all names."
  ) { call in
    let session = try call.session
    let topicSize = call.stack.kind(at: 1) == .string ? call.stack.string(at: 1)?.utf8.count ?? 0 : 0
    try call.charge(costOfHelp + topicSize * 10)
    let text = HelpTopic.text(call, session)
    session.print(session.columns.map { TextLines.wrapped(text, to: $0) } ?? text)
  }

  /// For documentation only; ``ScriptLibraries`` has the function.
  static let require = APIEntry.function(
    "require", ModuleLoader.moduleName, returns: "the module's value, and the path of its file",
    APIDocumentation(
      "Loads a Lua module, once per script.",
      discussion: """
        `require` looks next to the script, then in the project’s root (`./`, `src`, `lua`), for `name.lua` and \
        `name/init.lua`; `package.path` lists the places, and `package.loaded` has the loaded modules. `busted` and \
        `luassert` are available without a file.
        """)
  ) { call, name in
    guard let require = try call.session.libraries.value("require") else { return LuaValue.nil }
    return try call.state.call(require, name).first ?? .nil
  }

  static let version = APIEntry.property(
    "version", of: NamespaceObject<ToolNamespace>.self, "The version of homescreen."
  ) { _ in Homescreen.version }

  static let settings = APIEntry.property(
    "settings", of: NamespaceObject<ToolNamespace>.self,
    APIDocumentation(
      "The `os` and `models` of the project's `homescreen.lua`: lists that may be empty.",
      discussion: "`for cell in matrix { os = homescreen.settings.os } do … end` runs once for each of these versions.")
  ) { call, _ in
    let settings = try call.session.settings
    return LuaTable(fields: [
      (.string("models"), .table(LuaTable(array: (settings?.models ?? []).map { .string($0.name) }))),
      (.string("os"), .table(LuaTable(array: (settings?.os ?? []).map { .string($0.description) }))),
    ])
  }

  private static let sampleName = Parameter<SampleApp>.text(
    "name", "such as `\"paint\"`; `homescreen.samples` lists the names", domain: .sample
  ) { try SampleApp(named: $0) }

  static let sample = APIEntry.function(
    "sample", of: ToolNamespace.apiType, parameters: [sampleName.description], returns: "the package",
    APIDocumentation("One of the built-in sample apps.")
  ) { call in PackageObject(try CallSignature("homescreen.sample").read(sampleName.read, call, 1).package()) }

  static let samples = APIEntry.property(
    "samples", of: NamespaceObject<ToolNamespace>.self, "The names of the apps that `homescreen.sample` has."
  ) { _ in SampleApp.allCases.map(\.rawValue) }

  static let globalEntries = [
    help, require, APIEntry.namespace("homescreen", ToolNamespace.self, APIDocumentation("The tool itself.")),
  ]
  static let memberTypes = [ToolNamespace.apiType]
  static let memberEntries = [version, settings, sample, samples]
}

/// The documentation of busted's words.
extension SpecWord {
  var entry: APIEntry {
    .word(rawValue, of: nil, parameters, APIDocumentation(summary, discussion: discussion))
  }

  private var discussion: String {
    if role == .fact { return FactScenario.discussion }
    return isOfBusted ? "A function of busted, for scenario scripts." : "A function for scenario scripts."
  }

  private var isOfBusted: Bool {
    switch role {
    case .timeout, .budget, .step, .fact: false
    case .block, .scenario, .pending, .beforeEach, .afterEach, .lazySetup, .setup, .lazyTeardown, .teardown, .finally,
      .randomize:
      true
    }
  }

  private var parameters: [APIParameter] {
    let name = APIParameter("name", type: "string", documentation: "the name in reports, which can contain `#tags`")
    switch role {
    case .block:
      return [name, APIParameter("body", type: "fun()", documentation: "defines blocks, scenarios and hooks")]
    case .scenario:
      return [
        name,
        APIParameter(
          "body", type: "fun()", isOptional: true,
          documentation: "the body of the scenario; a scenario without one is pending"),
      ]
    case .pending:
      return [name, APIParameter("body", type: "fun()", isOptional: true, documentation: "not run")]
    case .beforeEach, .afterEach, .setup, .lazySetup, .teardown, .lazyTeardown, .finally:
      return [APIParameter("body", type: "fun()", documentation: "the function that runs")]
    case .randomize:
      return [
        APIParameter(
          "seed", type: "integer|boolean", isOptional: true,
          documentation: "the seed; `false` keeps the order of the file")
      ]
    case .timeout:
      return [
        APIParameter("seconds", type: "number", documentation: "seconds on each device's clock; `math.huge`: no limit")
      ]
    case .budget:
      return [APIParameter("instructions", type: "integer", documentation: "the approximate limit; 1 or more")]
    case .step:
      return [
        APIParameter("name", type: "string", documentation: "the name in failures and in the steps of a report"),
        APIParameter("body", type: "fun()", isOptional: true, documentation: "the part; the step ends with it"),
      ]
    case .fact: return FactScenario.parameters
    }
  }
}

/// `matrix`: one scenario in many versions, models and life cycles.
enum MatrixAPI: APISection {
  static let make = APIEntry.function(
    "matrix",
    parameters: [
      APIParameter("fields", type: "table", documentation: "", fields: MatrixCells.fields)
    ],
    returns:
      "an iterator over cells; each has `name`, the fields and `at_least(version)`, and can be passed to `Device`",
    APIDocumentation(
      "Iterates over every combination of versions, models, life cycles and other lists.",
      discussion: """
        Combinations that cannot exist are left out: a model with a version that it does not run, scenes before iOS \
        13, SwiftUI before iOS 14, or the app-delegate life cycle with the 27 SDK on iOS 27. A note says how many. \
        `device:install(path, cell)` takes the life cycle from the cell.

        Any other field is your own list, and cells have its values unchanged: `build = { { name = "debug", delay = 1 \
        }, { name = "release" } }`. `cell.name` shows the `name` of a table, or its number.

        `--os` and `--device` keep only the cells of that version and model.
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
        hint: "matrix is an iterator: for cell in matrix { … } do … end")
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

  /// Pushes a value that runs `body` when a loop ends, for whatever reason.
  private static func pushEnd(onto stack: LuaStack, _ body: @escaping LuaBody) {
    stack.pushTable()
    stack.pushTable(fieldCapacity: 1)
    stack.pushFunction(body)
    stack.setRaw("__close", in: -2)
    stack.setMetatable(of: -2)
  }

  static let globalEntries = [make]
}

/// `eventually`: a check that may need time.
enum WaitingAPI: APISection {
  static let eventually = APIEntry.function(
    "eventually",
    parameters: [
      APIParameter("body", type: "fun()", documentation: "the check: it succeeds without an error and a false result"),
      APIParameter("seconds", type: "number", isOptional: true, documentation: "virtual time to wait; 5 by default"),
    ],
    returns: "the results of the function",
    APIDocumentation(
      "Calls a function every tenth of a second, on the clock of the current device, until it succeeds.",
      discussion: "If it never does, the scenario fails with the last error. Nothing waits in real time.",
      facts: ["ICON-010"])
  ) { call in
    call.stack.push(try call.session.prelude.function("wait", of: "eventually"))
    return LuaResults<LuaValue>(count: try call.callTop(argumentsFrom: 1, through: call.count - 1))
  }

  static let globalEntries = [eventually]
}
