package import HomeScreenSimulator
package import LuaEngine

/// The app with the currently running code.
struct RunningCode {
  let application: Application
  let app: InstalledApp
  /// The name of the called function, for messages.
  let name: String
}

/// Runs the code of apps: tracks the running code, the process that UIKit's names refer to, and the part of the
/// script's budget that the code may use.
package final class AppCodeRunner: WeaklyReferenceable {
  /// The divisor of the script's budget for a call of an app's code. A call that uses more than this tenth counts as a hang.
  private static let budgetShare: Int64 = 10

  package let weakReference = WeakReference<AppCodeRunner>()
  unowned let lua: LuaState
  let classes: ClassLibrary
  private let devices: SessionDevices
  /// The processes with running code, innermost last.
  private var running: [RunningCode] = []
  /// The presentations that code replacing `present` is handling, innermost last.
  var presentations: [Presentation] = []
  /// The position in the app's code when an error left it, for the error that reaches the script.
  private var escape: (message: String, frames: [AppFrame], traceback: [String])?
  /// Whether UIKit's names refer to the foreground app while no code of an app is running (in the REPL).
  package var usesAppInFront = false
  /// The number of times that UIKit's names referred to the foreground app because no code of an app was running.
  package private(set) var usesOfAppInFront = 0

  init(_ lua: LuaState, _ prelude: PreludeLoader, _ devices: SessionDevices) {
    (self.lua, self.devices) = (lua, devices)
    classes = ClassLibrary(lua, prelude)
    weakReference.hold(self)
  }

  deinit { weakReference.cut() }

  /// Whether code of an app is running.
  package var isRunning: Bool { !running.isEmpty }

  /// The budget of a call of an app's code, in units.
  private var allowance: Int64 { lua.options.budget / Self.budgetShare }

  /// Runs a piece of the app's code. In it, UIKit's names refer to this process.
  ///
  /// - Parameter name: the name of the called function, for messages: a slot, `app:run`.
  /// - Throws: ``AppCodeHangs`` if the code does not end, ``AppCodeError`` for a Lua error, a ``LuaError`` if the whole
  ///   script is stopped, and other errors of `body`.
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

  /// Whether an object of the app has the member that `push` leaves on the stack. An object that raises an error or
  /// never answers counts as having it; the call then raises again.
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

  // MARK: Running code

  /// Returns the process that UIKit's name `name` refers to.
  /// - Throws: ``LuaFailure`` outside an app's code.
  private func process(for name: String) throws -> RunningCode {
    if let process = running.last { return process }
    let front =
      devices.current?.apps.isEmpty == false
      ? devices.current?.isLocked == true
        ? "The screen is locked: device.locked = false, then app:activate()."
        : "No app is in front: app:activate() brings it there."
      : "No app is installed on this device: app = device:install(PATH), then device:launch(app)."
    throw LuaFailure(
      "\(name) can only be used in an app's code, but no app's code is running here", code: "outside-the-app",
      hint: usesAppInFront
        ? "\(front) Or write app:run(function() … \(name) … end)."
        : "Write app:run(function() … \(name) … end); app:run needs a launched app.")
  }

  /// Returns the process that UIKit's name `name` refers to, which in the REPL may be the foreground app. For values
  /// that need only the process.
  /// - Throws: ``LuaFailure`` outside an app's code.
  func process(orFrontFor name: String) throws -> Application { try inProcess(for: name) { $0.application } }

  /// Runs `body` in the process that UIKit's name `name` refers to: the one with running code, or in the REPL, the
  /// foreground app.
  /// - Throws: ``LuaFailure`` outside an app's code.
  func inProcess<Result>(for name: String, _ body: (RunningCode) throws -> Result) throws -> Result {
    guard let front = try useAppInFront() else { return try body(try process(for: name)) }
    return try front.run { application in
      try enter(application, of: front, as: name) {
        try body(RunningCode(application: application, app: front, name: name))
      }
    }
  }

  /// Runs a call on `application`; in the REPL without running code of an app, the call counts as the app's code.
  func inside<Result>(_ application: Application, _ body: () throws -> Result) throws -> Result {
    guard let front = try useAppInFront() else { return try body() }
    return try front.run { running in
      guard running === application else { return try body() }
      return try enter(running, of: front, as: "the REPL's line", body)
    }
  }

  /// Returns the foreground app for a line of the REPL, if no code of an app is running.
  private func useAppInFront() throws -> InstalledApp? {
    guard running.isEmpty else { return nil }
    try devices.prepare()
    guard usesAppInFront, let front = devices.current?.front else { return nil }
    usesOfAppInFront += 1
    return front
  }

  // MARK: The simulated stack

  /// A level of the stack: a piece of the app's code that the system or the tester called.
  private struct AppFrame: CustomStringConvertible {
    let app: String
    /// The name of the called function: the slot of a callback, `app:run`, a completion handler.
    let name: String
    /// The time on the device's clock.
    let time: VirtualTime

    /// The frame as text: `in com.example.tools: scene_willConnectToSession_options, at 0.2 s`.
    var description: String { "in \(app): \(name), at \(time.seconds) s" }
  }

  /// Records the position in the app's code when an error left it. The innermost call counts.
  private func noteEscape(of error: any Error, on device: Device) {
    let message = (error as? LuaError)?.message ?? (error as? any LuaFailureConvertible)?.luaFailure.message
    guard let message else { return }
    // On its way out, the same error also leaves the outer calls.
    if let escape, escape.message == message, escape.frames.count > running.count { return }
    let time = VirtualTime(milliseconds: device.milliseconds)
    escape = (
      message, running.reversed().map { AppFrame(app: $0.application.bundleIdentifier, name: $0.name, time: time) },
      (error as? LuaError)?.traceback ?? []
    )
  }

  /// Returns the simulated stack of an error that left the app's code, innermost first; empty for other errors.
  package func appStack(of error: LuaError) -> [String] {
    guard let escape, escape.message == error.message else { return [] }
    return escape.frames.map(\.description)
  }

  /// Returns the Lua stack of an error, innermost first; of the app's code if the error left it.
  package func luaStack(of error: LuaError) -> [String] {
    guard let escape, escape.message == error.message, !escape.traceback.isEmpty else { return error.traceback }
    return escape.traceback
  }
}

/// A Lua error that left an app's code and ended the app.
///
/// The device stores it (`app.crash`). The device's anchor keeps the error value, so that a value that refers to the
/// device does not keep it alive. The command that ran the app's code raises the same value again in Lua.
struct AppCodeError: LuaRaisable {
  let error: LuaError
  /// `Error` requires `Sendable`, but a reference is bound to the thread of its state. ``LuaError/value`` explains why
  /// this is safe: errors of a state stay on its thread.
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

/// Code of an app exceeded its share of the budget. The simulated watchdog ends the app, and the script continues.
struct AppCodeHangs: AppHangs {
  let bundleIdentifier: String
  /// The place in the code.
  let place: LuaError.Place?
}

extension AppCodeHangs: LuaFailureConvertible, CustomStringConvertible {
  var luaFailure: LuaFailure {
    LuaFailure(
      "the code of \(bundleIdentifier) does not end", code: "app-hangs",
      hint: "Use --budget N to allow more instructions: one call may use a tenth of the script's budget.",
      fact: "LAUNCH-067", place: place?.description)
  }

  var description: String { place.map { "\($0.inTrace): \(luaFailure.message)" } ?? luaFailure.message }
}

/// A Lua function that the app's code passed to the system: a completion handler, a block on a queue. It runs as code
/// of that app. The device's anchor keeps it, so that it cannot keep the device alive.
struct AppCallbackFunction {
  private let function: LuaAnchoredReference
  /// This is not the app, because the app holds the device, which keeps this value until the callback.
  private let application: Application
  @Weak private var runner: AppCodeRunner?
  /// A description for messages.
  private let name: String

  /// Returns nil if the argument is nil.
  /// - Parameter name: the name in messages: `the completion of present`.
  init?(_ call: LuaCall, _ index: Int, application: Application, as name: String) throws {
    guard call.stack.kind(at: index) != .nil else { return nil }
    guard let function = application.luaAnchor?.keep(index, on: call.stack) else {
      throw LuaFailure("the device of this application no longer exists", code: "internal")
    }
    (self.function, self.application) = (function, application)
    runner = try call.session.code
    self.name = name
  }

  /// Runs the function as a task in its process; `start` is the prelude's function that starts a task.
  func start(_ task: TaskObject, with start: LuaReference) throws {
    guard let runner, let app = application.app else { return }
    let finish = SwiftFunction { call in
      task.isFinished = true
      task.error = call.stack.object(at: 1) as? Box<NSErrorValue>
      return 0
    }
    try runner.enter(application, of: app, as: name) { _ = try runner.lua.call(start, function, finish) }
  }

  /// Calls the function in its process.
  func call(_ arguments: (any LuaPushable)?...) throws {
    guard let runner, let app = application.app else { return }
    let values: [any LuaPushable] = arguments.map { $0 ?? LuaValue.nil }
    try runner.enter(application, of: app, as: name) { _ = try function.call(arguments: values) }
  }
}
