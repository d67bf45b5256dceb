import AppPackages
package import Events
import HomeScreenSimulator
package import LuaEngine
import PropertyLists

/// What a REPL made before its first line.
package struct REPLPreparation: Sendable {
  /// The model of the device: `iPhone 15 Pro`.
  package let model: String
  /// The version of the device's iOS: `17.5`.
  package let os: String
  /// The language of the device: `en`.
  package let locale: String
  /// The app's path as it was given, or that of the project's settings.
  package let app: String?
  /// The app of the program's own that is there instead.
  package let sample: SampleApp?
}

/// One Lua state with the whole API: what a scenario file or a REPL works in.
///
/// ```swift
/// let session = try Session(at: .folder("Tests"))
/// session.output = { print($0) }
/// try session.run("print(Device().model)", chunkName: "=example")
/// ```
package final class Session {
  /// The state in which the session's scripts run.
  package let lua: LuaState
  /// The names that scripts can say.
  package let globals: ScriptGlobals
  /// The devices of the scripts, with the clock and the trace hash.
  package let devices: SessionDevices
  /// The apps that scripts install, each loaded once.
  package let packages: SessionPackages
  /// What scripts may read and write.
  package let files: ScriptFiles
  /// What `assert.matches_snapshot` compares with.
  package let snapshots: SnapshotStore
  /// The full name of the scenario that runs, its blocks' names included; nil outside of one.
  package var scenarioName: String?
  /// What a call of `assert` has raised last.
  var failedAssert: LuaReference?
  /// The local variables of a REPL's lines.
  package let locals: SessionLocals
  /// Whose code is running, and how much it may use up.
  package let code: AppCodeRunner
  let prelude: PreludeLoader
  /// What the script finds around it. Before it runs.
  package var surroundings: ScriptSurroundings {
    get { libraries.surroundings }
    set { libraries.surroundings = newValue }
  }
  let libraries: ScriptLibraries
  /// What was written without a line end.
  private var pendingOutput: [UInt8] = []
  /// Gets what the script prints, a line at a time.
  package var output: (String) -> Void = { _ in }
  /// Hears of what is not deterministic in the script.
  package var onNote: (String) -> Void = { _ in }
  /// How wide the terminal is that help is read at; nil where there is none.
  package var columns: Int?
  /// What was noted already.
  private var notes: Set<ExactText> = []
  /// The plugins that were loaded; nil when there are none.
  package internal(set) var plugins: PluginHost?
  /// The hooks of plugins that hear of events; nil when there are none.
  var pluginEvents: PluginEvents?
  /// What the project's `homescreen.lua` says.
  package internal(set) var settings: ProjectSettings?
  /// What the cell of the `matrix` is called that a script walks over now; nil outside of one.
  package var cell: String?
  /// The fact in one of whose cells the script is; nil outside of one.
  var factCell: FactScenario.Cell?
  /// Which cells of each `matrix` are wanted.
  package var matrixChoice = MatrixChoice()
  /// The example that help showed last.
  package var example: HelpExample?
  /// What the lines of a REPL gave.
  var keptResults = KeptResults()
  /// What the REPL made before its first line.
  package internal(set) var preparation: REPLPreparation?

  /// What modules that this one does not import do for the session; nil in a session that needs none of it.
  package let services: (any SessionServices)?

  /// Explains names, with what the services know.
  private(set) lazy var explanation = Explanation(services)

  /// The services.
  /// - Parameter what: what they are needed for, for the message.
  /// - Throws: ``LuaFailure`` in a session without services.
  func neededServices(_ what: String) throws -> any SessionServices {
    guard let services else { throw LuaFailure("\(what) is not part of this session", code: "internal") }
    return services
  }

  /// Milliseconds since 1970 at which every device starts: 2026-01-01 00:00:00 UTC.
  package static let startOfTime: Int64 = 1_767_225_600_000

  /// - Parameters:
  ///   - host: what modules of the prelude may use, beside Lua's own.
  ///   - catalog: what scripts can name.
  /// - Throws: ``LuaError`` when there is no memory for a state.
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
    // As the REPL shows it, bounded and with visible escapes.
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

  /// Gives what runs next a fresh budget, and each plugin its own; takes a stop back, a Ctrl-C only when asked to.
  /// - Parameter budget: in units; nil: that of ``LuaState/options``, which have the most, too.
  package func arm(budget: Int64? = nil, takesBackInterrupt: Bool = false) {
    lua.arm(budget: budget.map { min($0, lua.options.mostBudget) }, takesBackInterrupt: takesBackInterrupt)
    plugins?.refill()
  }

  /// The readable form of a value, as the REPL shows it; never fails.
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
  /// Gives what the script prints to ``output``.
  package func print(_ text: String) {
    guard !pendingOutput.isEmpty else { return output(text) }
    let begun = pendingOutput
    pendingOutput = []
    output(String(decoding: begun, as: UTF8.self) + text)
  }

  /// Gives whole lines of what the script writes to ``output``; the rest waits for its end.
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

  /// In bytes: more of one line does not wait for its end.
  private static let longestLine = 1 << 20

  /// Gives what waits for the end of its line to ``output``.
  package func flushOutput() {
    guard !pendingOutput.isEmpty else { return }
    let begun = pendingOutput
    pendingOutput = []
    output(String(decoding: begun, as: UTF8.self))
  }

  /// The clock of the device at hand; without a device, ``startOfTime``.
  package var millisecondsSince1970: Int64 {
    let (sum, overflow) = Self.startOfTime.addingReportingOverflow(devices.current?.milliseconds ?? 0)
    return overflow ? .max : sum
  }

  /// Each note once: a loop over a weak table says the same a thousand times.
  package func note(_ text: String) {
    if notes.insert(ExactText(text)).inserted { onNote(text) }
  }
}

/// How a function finds its session; weak, because the session owns the state.
private final class SessionHandle {
  weak var session: Session?

  init(_ session: Session) {
    self.session = session
  }
}

extension LuaState {
  /// The session that the state belongs to; nil when it has ended.
  var homescreenSession: Session? { (session as? SessionHandle)?.session }
}

extension LuaCall {
  /// The session that the call belongs to.
  var session: Session {
    get throws {
      guard let session = state.homescreenSession else {
        throw LuaFailure("the session has ended", code: "internal")
      }
      return session
    }
  }
}

/// What a person sees of a session's device and app without asking for it.
extension Session {
  /// Expressions over the globals `device` and `app`, with their values: for assertions about what a line has changed.
  package var observations: [(expression: String, value: LuaValue)] {
    var expressions: [String] = []
    if global("app", is: InstalledApp.self) { expressions += ["app.state", "app.iconName"] }
    if global("device", is: Device.self) { expressions.append("device.alert and device.alert.label") }
    return expressions.compactMap { expression in
      // What looking takes is not taken from the lines.
      let (outcome, _, _) = lua.withOwnBudget(1_000_000) { try run("return \(expression)", chunkName: "=observation") }
      guard case .success(let values) = outcome, let value = values.first else { return nil }
      return (expression, value)
    }
  }

  /// The callbacks that the system has called on the global `device`; nil when that is no device.
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

/// Looking into a session by hand where its script has failed.
extension Session {
  /// Runs `body`, in which lines of a REPL see what the script saw: its variables where the error was raised, its
  /// globals, and as `device` and `app` the device at hand and its app, where the script has nothing of that name. Then
  /// the script goes on as before.
  /// - Parameter environment: of the script's functions.
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
    // A script that refuses to be asked has something of its own.
    guard let line, case .nil? = try? lua.call(line.function).first else { return }
    let stack = lua.stack
    object.push(onto: stack)
    let reference = stack.reference(to: -1)
    stack.removeLast()
    if let variable = lua.variable(holding: reference) { locals.add([name: variable]) }
  }
}

/// `assert(value, message)` raises plain values, as Lua's own does, and is an assertion for all that.
extension Session {
  /// What `assert` raised before is forgotten: a new scenario begins.
  package func forgetFailedAssert() { failedAssert = nil }

  /// Whether an error is what the last `assert(value, message)` that failed has raised, however it came here: raised again,
  /// or through a coroutine, with another place in front.
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
