package import HomeScreenSimulator
package import LuaEngine

/// The app whose code runs at the moment.
struct RunningCode {
  let application: Application
  let app: InstalledApp
  /// What of it was called, for messages.
  let name: String
}

/// Runs the code of apps: knows whose code runs, which process UIKit's names mean, and how much of the script's budget
/// the code may use.
package final class AppCodeRunner: WeaklyReferenceable {
  /// One call of an app's code may use this part of the script's budget: a tenth. Then the app hangs.
  private static let budgetShare: Int64 = 10

  package let weakReference = WeakReference<AppCodeRunner>()
  unowned let lua: LuaState
  let classes: ClassLibrary
  private let devices: SessionDevices
  /// The processes whose code runs now, innermost last.
  private var running: [RunningCode] = []
  /// The presentations that code replacing `present` is looking at, innermost last.
  var presentations: [Presentation] = []
  /// Where the code of an app was when an error left it, for the error that arrives at the script.
  private var escape: (message: String, frames: [AppFrame], traceback: [String])?
  /// Whether UIKit's names mean the app in front where no app's code runs (the REPL).
  package var usesAppInFront = false
  /// How often UIKit's names meant the app in front, because no app's code was running.
  package private(set) var usesOfAppInFront = 0

  init(_ lua: LuaState, _ prelude: PreludeLoader, _ devices: SessionDevices) {
    self.lua = lua
    self.devices = devices
    classes = ClassLibrary(lua, prelude)
    weakReference.hold(self)
  }

  deinit { weakReference.cut() }

  /// Whether the code of an app runs now.
  package var isRunning: Bool { !running.isEmpty }

  /// What one call of an app's code may use, in units of the budget.
  private var allowance: Int64 { lua.options.budget / Self.budgetShare }

  /// Runs a piece of the app's code: inside, UIKit's names mean this process.
  ///
  /// - Parameter name: what was called, for messages: a slot, `app:run`.
  /// - Throws: ``AppCodeHangs`` when the code does not end, ``AppCodeError`` for an error of Lua's, a ``LuaError`` when
  ///   the script as a whole is stopped, and what else escapes `body`.
  func enter<Outcome>(
    _ application: Application, of app: InstalledApp, as name: String, _ body: () throws -> Outcome
  ) throws -> Outcome {
    running.append(RunningCode(application: application, app: app, name: name))
    defer { running.removeLast() }
    let (outcome, isUsedUp) = lua.withAllowance(allowance, body)
    switch outcome {
    case .success(let value) where !isUsedUp: return value
    case .failure(let error as LuaError) where !isUsedUp && error.stop == nil:
      noteEscape(of: error, on: app.device)
      throw AppCodeError(error, anchor: application.luaAnchor, on: lua.stack)
    case .failure(let error) where !isUsedUp:
      noteEscape(of: error, on: app.device)
      throw error
    case .failure(let error): throw hang(of: application, app, at: (error as? LuaError)?.place)
    case .success: throw hang(of: application, app, at: nil)
    }
  }

  private func hang(of application: Application, _ app: InstalledApp, at place: LuaError.Place?) -> AppCodeHangs {
    let hang = AppCodeHangs(bundleIdentifier: application.bundleIdentifier, place: place)
    noteEscape(of: hang, on: app.device)
    return hang
  }

  /// Whether an object of the app's has the member that `push` leaves on the stack. One that raises when it is asked, or
  /// never answers, counts as one that has it; the call then raises again.
  func hasMember(_ push: (LuaStack) throws -> Void) -> Bool {
    let (outcome, isUsedUp) = lua.withAllowance(allowance) {
      let stack = lua.stack
      let top = stack.count
      defer { stack.removeLast(stack.count - top) }
      try push(stack)
      return stack.kind(at: -1) != .nil
    }
    return isUsedUp || ((try? outcome.get()) ?? true)
  }

  // MARK: Whose code runs

  /// The process that UIKit's name `name` means here.
  /// - Throws: ``LuaFailure`` outside of an app's code.
  private func process(for name: String) throws -> RunningCode {
    if let process = running.last { return process }
    throw LuaFailure(
      "\(name) can only be used in an app's code, but no app's code is running here", code: "outside-the-app",
      hint: usesAppInFront
        ? "No app is in front: app:activate() brings it there. Or write app:run(function() … \(name) … end)."
        : "Write app:run(function() … \(name) … end); app:run needs a launched app.")
  }

  /// The process that UIKit's name `name` means, which may be the one in front in the REPL; for values that need no
  /// more of it.
  /// - Throws: ``LuaFailure`` outside of an app's code.
  func process(orFrontFor name: String) throws -> Application {
    try inProcess(for: name) { $0.application }
  }

  /// Runs `body` in the process that UIKit's name `name` means: the one whose code runs, or in the REPL the app in
  /// front.
  /// - Throws: ``LuaFailure`` outside of an app's code.
  func inProcess<Result>(for name: String, _ body: (RunningCode) throws -> Result) throws -> Result {
    guard let front = try useAppInFront() else { return try body(try process(for: name)) }
    return try front.run { application in
      try enter(application, of: front, as: name) {
        try body(RunningCode(application: application, app: front, name: name))
      }
    }
  }

  /// Runs a call on `application`; in the REPL, where no app's code runs, as the app's code.
  func inside<Result>(_ application: Application, _ body: () throws -> Result) throws -> Result {
    guard let front = try useAppInFront() else { return try body() }
    return try front.run { running in
      guard running === application else { return try body() }
      return try enter(running, of: front, as: "the REPL's line", body)
    }
  }

  /// The app that a line of the REPL means, because no app's code runs.
  private func useAppInFront() throws -> InstalledApp? {
    guard running.isEmpty else { return nil }
    try devices.prepare()
    guard usesAppInFront, let front = devices.current?.front else { return nil }
    usesOfAppInFront += 1
    return front
  }

  // MARK: The simulated stack

  /// One level of it: a piece of the app's code that the system or the tester called.
  private struct AppFrame: CustomStringConvertible {
    let app: String
    /// What was called: the slot of a callback, `app:run`, a completion handler.
    let name: String
    /// On the device's clock.
    let time: VirtualTime

    /// `in com.example.tools: scene_willConnectToSession_options, at 0.2 s`
    var description: String { "in \(app): \(name), at \(time.seconds) s" }
  }

  /// Keeps where the app's code was when an error left it; the innermost call that it left counts.
  private func noteEscape(of error: any Error, on device: Device) {
    let message = (error as? LuaError)?.message ?? (error as? any LuaFailureConvertible)?.luaFailure.message
    guard let message else { return }
    // On its way out the same error leaves the calls around this one, too.
    if let escape, escape.message == message, escape.frames.count > running.count { return }
    let time = VirtualTime(milliseconds: device.milliseconds)
    escape = (
      message, running.reversed().map { AppFrame(app: $0.application.bundleIdentifier, name: $0.name, time: time) },
      (error as? LuaError)?.traceback ?? []
    )
  }

  /// The simulated stack of an error that escaped the app's code, innermost first; empty for other errors.
  package func appStack(of error: LuaError) -> [String] {
    guard let escape, escape.message == error.message else { return [] }
    return escape.frames.map(\.description)
  }

  /// The Lua stack of an error, innermost first: inside of the app's code where the error escaped it.
  package func luaStack(of error: LuaError) -> [String] {
    guard let escape, escape.message == error.message, !escape.traceback.isEmpty else { return error.traceback }
    return escape.traceback
  }
}

/// A Lua error that left an app's code and ended the app.
///
/// The device keeps it (`app.crash`), so the error value is kept by the device's anchor: a value that refers to the
/// device does not keep it alive. Raised in Lua again, by the command that led to the app's code, it is the same value.
struct AppCodeError: LuaRaisable {
  /// Without its value.
  let error: LuaError
  /// `Error` asks for `Sendable`, a reference is bound to its state's thread. It is safe for the reason that
  /// ``LuaError/value`` gives: what a state throws stays on its thread.
  private nonisolated(unsafe) let value: LuaAnchoredReference?

  init(_ error: LuaError, anchor: LuaAnchor?, on stack: LuaStack) {
    var kept = error
    kept.value = nil
    self.error = kept
    guard error.pushErrorValue(onto: stack) else {
      value = nil
      return
    }
    value = anchor?.keep(-1, on: stack)
    stack.removeLast()
  }

  func pushErrorValue(onto stack: LuaStack) -> Bool {
    guard let value else { return false }
    value.push(onto: stack)
    return true
  }
}

extension AppCodeError: LuaFailureConvertible, CustomStringConvertible {
  var luaFailure: LuaFailure { error.luaFailure }

  /// The reason of the crash: `test.lua:3: attempt to index a nil value`.
  var description: String { error.place.map { "\($0.inTrace): \(error.message)" } ?? error.message }
}

/// Code of an app did not end within its share of the budget: the simulated watchdog ends the app, and the script goes
/// on.
struct AppCodeHangs: AppHangs {
  let bundleIdentifier: String
  /// Where it was then.
  let place: LuaError.Place?
}

extension AppCodeHangs: LuaFailureConvertible, CustomStringConvertible {
  var luaFailure: LuaFailure {
    LuaFailure(
      "code of \(bundleIdentifier) does not end", code: "app-hangs",
      hint: "It used up a tenth of the script's budget in one call. --budget N allows the script more.",
      fact: "LAUNCH-067", place: place?.description)
  }

  var description: String { place.map { "\($0.inTrace): \(luaFailure.message)" } ?? luaFailure.message }
}

/// A Lua function that the app's code gave to the system: a completion handler, a block on a queue. It runs as code
/// of that app, and it is kept by the device's anchor, so that it cannot keep the device alive.
struct AppCallbackFunction {
  private let function: LuaAnchoredReference
  /// Not the app: it holds the device, which keeps this value until the callback is due.
  private let application: Application
  @Weak private var runner: AppCodeRunner?
  /// What it is, for messages.
  private let name: String

  /// nil when the argument is nil.
  /// - Parameter name: what it is, for messages: `the completion of present`.
  init?(_ call: LuaCall, _ index: Int, application: Application, as name: String) throws {
    guard call.stack.kind(at: index) != .nil else { return nil }
    guard let function = application.luaAnchor?.keep(index, on: call.stack) else {
      throw LuaFailure("the device of this application no longer exists", code: "internal")
    }
    self.function = function
    self.application = application
    runner = try call.session.code
    self.name = name
  }

  /// Runs it as a task in its process: `start` is the function of the prelude's.
  func start(_ task: TaskObject, with start: LuaReference) throws {
    guard let runner, let app = application.app else { return }
    let finish = SwiftFunction { call in
      task.isFinished = true
      task.error = call.stack.object(at: 1) as? Box<NSErrorValue>
      return 0
    }
    try runner.enter(application, of: app, as: name) { _ = try runner.lua.call(start, function, finish) }
  }

  /// Calls it in its process.
  func call(_ arguments: (any LuaPushable)?...) throws {
    guard let runner, let app = application.app else { return }
    let values: [any LuaPushable] = arguments.map { $0 ?? LuaValue.nil }
    try runner.enter(application, of: app, as: name) { _ = try function.call(arguments: values) }
  }
}
