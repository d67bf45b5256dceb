import HomeScreenSimulator
import LuaEngine

/// A Lua function that the app's code gave to the system: a completion handler, a block on a queue. It runs as code
/// of that app, and it is kept by the device's anchor, so that it cannot keep the device alive.
struct AppCallbackFunction {
  private let function: LuaAnchoredReference
  /// Not the app: it holds the device, which keeps this value until the callback is due.
  private let application: Application
  @Tethered private var runner: AppCodeRunner?
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
