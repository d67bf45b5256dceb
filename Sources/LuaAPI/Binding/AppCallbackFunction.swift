import LuaEngine
import Simulator

/// A Lua function that the app's code gave to the system: a completion handler, a block on a queue. It runs as code
/// of that app, and it is kept by the device's anchor, so that it cannot keep the device alive.
struct AppCallbackFunction {
  private let function: LuaAnchoredReference
  private let application: Application
  private weak var session: Session?

  /// nil when the argument is nil.
  init?(_ call: LuaCall, _ index: Int, application: Application) throws {
    guard call.stack.kind(at: index) != .nil else { return nil }
    let session = try call.session
    if session.processes.isEmpty { _ = try session.process(for: "this call") }
    guard let function = application.luaAnchor?.keep(index, on: call.stack) else {
      throw LuaFailure("the device of this application is gone", code: "internal")
    }
    self.function = function
    self.application = application
    self.session = session
  }

  /// Calls it in its process.
  func call(_ arguments: (any LuaPushable)?...) throws {
    // The app is looked up each time: it holds its device, and the device holds this until it has run.
    guard let session, let device = application.device,
      let app = device.apps.first(where: { $0.bundleIdentifier == application.bundleIdentifier })
    else { return }
    let values: [any LuaPushable] = arguments.map { $0 ?? LuaValue.nil }
    try session.enter(application, of: app) { _ = try function.call(arguments: values) }
  }
}
