public import LuaEngine
import Simulator

/// One level of the simulated stack: a piece of the app's code that the system or the tester called.
struct AppFrame: CustomStringConvertible {
  let app: String
  /// What was called: the slot of a callback, `app:run`, a completion handler.
  let name: String
  /// On the device's clock.
  let time: VirtualTime

  /// `in com.example.tools: scene_willConnectToSession_options, at 0.2 s`
  var description: String { "in \(app): \(name), at \(time.seconds) s" }
}

extension Session {
  /// Keeps where the app's code was when an error left it; the innermost call that it left counts.
  func noteEscape(of error: any Error, on device: Device) {
    let message = (error as? LuaError)?.message ?? (error as? any LuaFailureConvertible)?.luaFailure.message
    guard let message else { return }
    // On its way out the same error leaves the calls around this one, too.
    if let appStack, appStack.message == message, appStack.frames.count > processes.count { return }
    let time = VirtualTime(milliseconds: device.milliseconds)
    appStack = (
      message,
      processes.reversed().map { AppFrame(app: $0.application.bundleIdentifier, name: $0.name, time: time) }
    )
  }

  /// The simulated stack of an error that escaped the app's code, innermost first; empty for other errors.
  public func appStack(of error: LuaError) -> [String] {
    guard let appStack, appStack.message == error.message else { return [] }
    return appStack.frames.map(\.description)
  }
}
