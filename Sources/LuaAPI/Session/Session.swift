import AppPackages
package import Events
import HomeScreenSimulator
package import LuaEngine
import PropertyLists

/// The device and the app that a REPL made before its first line.
package struct REPLPreparation: Sendable {
  /// The model of the device: `iPhone 15 Pro`.
  package let model: String
  /// The version of the device's iOS: `17.5`.
  package let os: String
  /// The language of the device: `en`.
  package let locale: String
  /// The app's path, as given or from the project's settings.
  package let app: String?
  /// The sample app that replaces a missing app.
  package let sample: SampleApp?
}

/// A Lua state with the whole API, for a scenario file or a REPL.
///
/// ```swift
/// let session = try Session(at: .folder("Tests"))
/// session.output = { print($0) }
/// try session.run("print(Device().model)", chunkName: "=example")
/// ```
package final class Session {
  /// The state in which the session's scripts run.
  package let lua: LuaState
  /// The names that scripts can use.
  package let globals: ScriptGlobals
  /// The devices of the scripts, with the clock and the trace hash.
  package let devices: SessionDevices
  /// The apps that scripts install, each loaded once.
  package let packages: SessionPackages
  package let files: ScriptFiles
  /// The snapshots for `assert.matches_snapshot`.
  package let snapshots: SnapshotStore
  /// The full name of the running scenario, including its blocks; nil outside a scenario.
  package var scenarioName: String? { didSet { step = nil } }
  /// The member that was nil when a script read it last.
  var absence: Absence?
  /// The last menu that did not open, in an earlier line of a session.
  private var absentMenu: Absence?
  /// The value that a call of `assert` raised last.
  var failedAssert: LuaReference?
  /// The failures of soft assertions in the running scenario; nil where a soft assertion fails at once.
  var softFailures: [LuaFailure]?
  /// The local variables of a REPL's lines.
  package let locals: SessionLocals
  /// The running code and its budget.
  package let code: AppCodeRunner
  let prelude: PreludeLoader
  /// The environment of the script, to be set before it runs.
  package var surroundings: ScriptSurroundings {
    get { libraries.surroundings }
    set { libraries.surroundings = newValue }
  }
  let libraries: ScriptLibraries
  /// The output since the last line ending.
  private var pendingOutput: [UInt8] = []
  /// Called with each line that the script prints.
  package var output: (String) -> Void = { _ in }
  /// Called when the script uses something nondeterministic.
  package var onNote: (String) -> Void = { _ in }
  /// The width of the terminal for help; nil without a terminal.
  package var columns: Int?
  /// The notes that were already reported.
  private var notes: Set<ExactText> = []
  /// The Info.plists of the apps whose code was searched for SwiftUI's `App`.
  var searchedApps: Set<ExactText> = []
  /// The loaded plugins; nil if there are none.
  package internal(set) var plugins: PluginHost?
  /// The event hooks of plugins; nil if there are none.
  var pluginEvents: PluginEvents?
  /// The settings in the project's `homescreen.lua`.
  package internal(set) var settings: ProjectSettings?
  /// The name of the current `matrix` cell; nil outside a cell.
  package var cell: String?
  /// The name of the current step of the scenario; nil if it has not named any.
  package var step: String?
  /// The current cell of a fact; nil outside a cell.
  var factCell: FactScenario.Cell?
  /// The cells of each `matrix` to run.
  package var matrixChoice = MatrixChoice()
  /// The example that help showed last.
  package var example: HelpExample?
  /// The results of a REPL's lines.
  var keptResults = KeptResults()
  /// The device and the app that the REPL made before its first line.
  package internal(set) var preparation: REPLPreparation?

  /// The services from modules that this one does not import; nil in a session that needs none.
  package let services: (any SessionServices)?

  /// Explains names, using the services.
  private(set) lazy var explanation = Explanation(services)

  /// Returns the services.
  /// - Parameter what: the purpose, for the message.
  /// - Throws: ``LuaFailure`` in a session without services.
  func neededServices(_ what: String) throws -> any SessionServices {
    guard let services else { throw LuaFailure("\(what) is not part of this session", code: "internal") }
    return services
  }

  /// The start time of every device, in milliseconds since 1970: 2026-01-01 00:00:00 UTC.
  package static let startOfTime: Int64 = 1_767_225_600_000

  /// - Parameters:
  ///   - host: host functions for the prelude's modules, in addition to Lua's own.
  ///   - catalog: the names that scripts can use.
  /// - Throws: ``LuaError`` if memory is exhausted.
  init(
    at location: ScriptLocation, options: LuaOptions, services: (any SessionServices)?,
    host: [PreludeLoader.HostFunction], catalog: @escaping () -> APICatalog
  ) throws {
    lua = try LuaState(options)
    self.services = services
    prelude = PreludeLoader(lua, host: host)
    libraries = ScriptLibraries(lua, prelude, at: location)
    globals = ScriptGlobals(lua, prelude, libraries, catalog: catalog)
    devices = SessionDevices(lua)
    files = ScriptFiles(location) { [unowned libraries] in libraries.project }
    packages = SessionPackages(files)
    snapshots = SnapshotStore(files)
    locals = SessionLocals(lua)
    code = AppCodeRunner(lua, prelude, devices)
    lua.session = SessionHandle(self)
    lua.host = self
    // The form that the REPL shows: shortened, with visible escapes.
    lua.contentOfTable = { [weak self] table in
      self.flatMap { try? $0.lua.call($0.prelude.module("inspect"), table).first?.string }
    }
    libraries.modules.words = { [unowned globals] in globals.words }
    globals.install()
    lua.armCeiling()
  }

  /// Compiles and runs a chunk.
  /// - Throws: ``LuaError``.
  @discardableResult
  package func run(_ text: String, chunkName: String) throws(LuaError) -> [LuaValue] {
    try lua.call(lua.load(text, chunkName: chunkName))
  }

  /// Resets the budgets of the next code and of each plugin, and clears a stop; a Ctrl-C only on request.
  /// - Parameter budget: the budget in units, up to the maximum of ``LuaState/options``; nil for their default.
  package func arm(budget: Int64? = nil, takesBackInterrupt: Bool = false) {
    lua.arm(budget: budget.map { min($0, lua.options.mostBudget) }, takesBackInterrupt: takesBackInterrupt)
    plugins?.refill()
  }

  /// Returns the readable form of a value that the REPL shows; never fails.
  package func inspect(_ value: LuaValue) -> String {
    do {
      let inspect = try prelude.module("inspect")
      return try lua.call(inspect, value).first?.string ?? ""
    } catch {
      return "(a value that cannot be shown: \(error))"
    }
  }
}

extension Session: LuaHost {
  /// Passes the script's printed text to ``output``.
  package func print(_ text: String) {
    guard !pendingOutput.isEmpty else { return output(text) }
    let begun = pendingOutput
    pendingOutput = []
    output(String(decoding: begun, as: UTF8.self) + text)
  }

  /// Passes whole lines of the script's output to ``output``. An incomplete line waits for its end.
  package func write(_ bytes: UnsafeRawBufferPointer) {
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      pendingOutput.append(contentsOf: bytes)
      if pendingOutput.count > Self.longestLine { flushOutput() }
      return
    }
    let lines = pendingOutput + bytes[..<end]
    pendingOutput = Array(bytes[(end + 1)...])
    output(String(decoding: lines, as: UTF8.self))
  }

  /// The maximum length of an incomplete line, in bytes.
  private static let longestLine = 1 << 20

  /// Passes the incomplete line to ``output``.
  package func flushOutput() {
    guard !pendingOutput.isEmpty else { return }
    let begun = pendingOutput
    pendingOutput = []
    output(String(decoding: begun, as: UTF8.self))
  }

  /// The clock of the current device; ``startOfTime`` without a device.
  package var millisecondsSince1970: Int64 {
    let (sum, overflow) = Self.startOfTime.addingReportingOverflow(devices.current?.milliseconds ?? 0)
    return overflow ? .max : sum
  }

  /// Reports a note once, because a loop over a weak table would repeat it a thousand times.
  package func note(_ text: String) { if notes.insert(ExactText(text)).inserted { onNote(text) } }
}

/// A weak reference for functions to find the session, which owns the state.
private final class SessionHandle {
  weak var session: Session?

  init(_ session: Session) { self.session = session }
}

extension LuaState {
  /// The session of the state; nil after it has ended.
  var homescreenSession: Session? { (session as? SessionHandle)?.session }
}

extension LuaCall {
  /// The session of the call.
  var session: Session {
    get throws {
      guard let session = state.homescreenSession else { throw LuaFailure("the session has ended", code: "internal") }
      return session
    }
  }
}

/// The observable state of a session's device and app.
extension Session {
  /// Expressions over the globals `device` and `app` with their values, to generate assertions about a line's effect.
  package var observations: [(expression: String, value: LuaValue)] {
    var expressions: [String] = []
    if global("app", is: InstalledApp.self) { expressions += ["app.state", "app.iconName"] }
    if global("device", is: Device.self) { expressions.append("device.alert and device.alert.label") }
    return expressions.compactMap { expression in
      // The evaluation must not use the budget of a line.
      let (outcome, _, _) = lua.withOwnBudget(1_000_000) { try run("return \(expression)", chunkName: "=observation") }
      guard case .success(let values) = outcome, let value = values.first else { return nil }
      return (expression, value)
    }
  }

  /// The callbacks that the system has called on the global `device`; nil if this is not a device.
  package var callbacks: [String]? {
    guard deviceIsAtHand else { return nil }
    return devices.current?.trace.callbacks()
  }

  private func global<Wanted: AnyObject>(_ name: String, is type: Wanted.Type) -> Bool {
    guard !localNames.contains(name) else { return false }
    let stack = lua.stack
    stack.pushGlobals()
    stack.pushRaw(name, of: -1)
    defer { stack.removeLast(2) }
    return stack.object(at: -1) is Wanted
  }
}

/// The reasons for values that are nil.
extension Session {
  /// Returns why the value that an error is about is nil: the member that the message names or, for a local variable or
  /// the result of a call, the member that was read last.
  package func reasonForNil(in error: LuaError) -> String? {
    if error.code == "assertion" {
      let isAbout = ["got nil", "got false", "Expected a call, got none"].contains { error.message.contains($0) }
      guard isAbout else { return nil }
      if let absence, let place = error.place, let read = absence.place.flatMap({ LuaError.Place(parsing: $0 + ":") }),
        read.file == place.file,
        read.line == place.line || absence.field == "press" && (0..<6).contains(place.line - read.line)
      {
        return absence.reason()
      }
      return devices.current.flatMap { Self.missingCallback(on: $0) ?? Self.waitingCode(on: $0) }
    }
    let menu = absence?.field == "press" ? absence : preparation == nil ? nil : absentMenu
    if let menu, error.message.hasSuffix("a nil value (global 'menu')") { return menu.reason() }
    guard let absence, let range = error.message.firstRange(of: "a nil value") else { return nil }
    let rest = error.message[range.upperBound...]
    let isAbout = rest.isEmpty || rest.hasPrefix(" (local '") || rest.hasPrefix(" (upvalue '")
    guard isAbout || rest.hasPrefix(" (field '\(absence.field)')") else { return nil }
    return absence.reason()
  }

  /// Returns a description of the app's code that waits to run; nil if none waits.
  private static func waitingCode(on device: Device) -> String? {
    guard let work = device.nextWork, work.isOfApp else { return nil }
    let seconds = Double(work.time.milliseconds - device.milliseconds) / 1_000
    return
      "\(work.description) has not run yet, because time is virtual: device:advance(\(seconds)) lets the time pass."
  }

  /// Returns why code of an app that a scenario may wait for has not run.
  private static func missingCallback(on device: Device) -> String? {
    let last = device.deliveries(in: device.trace).last { $0.type != nil }
    if let lost = last.flatMap({ LineAnswers.answer($0, on: device) }) { return lost.joined(separator: "; ") + "." }
    guard let request = device.trace.events.lastIndex(where: { $0.what == .icon(.requested) }) else { return nil }
    let later = device.trace.events[request...]
    guard !later.contains(where: { $0.what == .icon(.completed) && $0.app == later.first?.app }) else { return nil }
    let handler = "The handler of setAlternateIconName has not run"
    if let alert = device.alert {
      return "\(handler): it waits for the answer to the alert, "
        + "device.alert:tap \((alert.buttons.first ?? "").quotedForLua) (ICON-066)."
    }
    let cause = later.last {
      [.alert(.lost), .quirk(.privateSelectorIgnored), .quirk(.alertNotShown)].contains($0.what)
    }
    return cause.map { "\(handler), and never will: \(AbsentAlert.reason(of: $0) ?? "")." }
  }
}

/// Inspection of a session after its script has failed.
extension Session {
  /// Runs `body` with REPL lines that see the script's environment: its variables at the error, its globals, and, if
  /// those names are free, the current device and its app as `device` and `app`. The script then continues.
  /// - Parameter environment: the environment of the script's functions.
  package func inspect(environment: LuaVariable?, _ body: () -> Void) {
    let (output, onNote, usesAppInFront, played) = (output, onNote, code.usesAppInFront, devices.played)
    defer {
      (self.output, self.onNote) = (output, onNote)
      (code.usesAppInFront, devices.played) = (usesAppInFront, played)
      (devices.answers, devices.pressesHome) = (nil, false)
      locals.removeAll()
      arm(takesBackInterrupt: true)
    }
    locals.removeAll()
    var variables = lua.localsOfError
    if let environment { variables["_ENV"] = environment }
    locals.add(variables)
    if let device = devices.current {
      add("device", device)
      if let app = device.front ?? device.apps.first { add("app", app) }
    }
    Watchdog.paused(body)
  }

  private func add(_ name: String, _ object: some LuaPushable) {
    arm()
    let line = try? locals.load("return \(name)", chunkName: "=inspection", names: [name], declarations: [])
    // If the check itself fails, the script defines the name.
    guard let line, case .nil? = try? lua.call(line.function).first else { return }
    let stack = lua.stack
    object.push(onto: stack)
    let reference = stack.reference(to: -1)
    stack.removeLast()
    if let variable = lua.variable(holding: reference) { locals.add([name: variable]) }
  }
}

/// Steps: the named parts of a scenario.
extension Session {
  /// Starts a step, for the message of a failure and for the recorded steps.
  package func beginStep(_ name: String) {
    step = name
    if let device = devices.current { devices.recorder?.begin(name, as: "step", on: device) }
  }
}

/// Failures of `assert.soft`, with which a scenario continues.
extension Session {
  /// The maximum number of kept failures; the next one ends the scenario.
  private static let maximumSoftFailures = 100

  /// Starts or ends keeping the failures of soft assertions.
  /// - Returns: the kept failures as one, at the place of the first; nil if there are none.
  package func keepSoftFailures(_ isOn: Bool) -> LuaError? {
    defer { softFailures = isOn ? [] : nil }
    guard let kept = softFailures, var all = kept.first else { return nil }
    if kept.count > 1 {
      all.message = kept.reduce("\(kept.count) soft assertions failed") {
        "\($0)\n\($1.place.map { "\($0): " } ?? "")\($1.message)"
      }
    }
    var error = LuaError(kind: .runtime, message: all.message)
    error.place = all.place.flatMap { LuaError.Place(parsing: $0 + ":") }
    error.failure = all
    return error
  }

  /// Keeps the failure of a soft assertion.
  /// - Returns: whether the scenario continues.
  func keep(_ failure: LuaFailure) -> Bool {
    guard let kept = softFailures, kept.count < Self.maximumSoftFailures else { return false }
    var failure = failure
    if let step { failure.message += "\nin step “\(step)”" }
    softFailures = kept + [failure]
    return true
  }
}

/// Failures of `assert(value, message)`, which raises plain values like Lua's own but counts as an assertion.
extension Session {
  /// Forgets the value of the last failed `assert`, at the start of a scenario.
  package func forgetFailedAssert() {
    if absence?.field == "press" { absentMenu = absence }
    (failedAssert, absence) = (nil, nil)
  }

  /// Whether an error is the value of the last failed `assert(value, message)`, even if it was raised again, or passed
  /// through a coroutine and got another place.
  package func isFailedAssert(_ error: LuaError) -> Bool {
    guard let failedAssert, let value = error.value, error.stop == nil else { return false }
    let stack = lua.stack
    defer { stack.removeLast(2) }
    stack.push(failedAssert)
    stack.push(value)
    if stack.isSame(-2, as: -1) { return true }
    guard stack.kind(at: -2) == .string, stack.kind(at: -1) == .string, let message = stack.string(at: -2),
      let raised = stack.string(at: -1)
    else { return false }
    return raised.hasSuffix(": \(message)") && LuaError.Place(parsing: raised) != nil
  }
}
