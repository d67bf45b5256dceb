import HomeScreenSimulator
import LuaEngine

/// `device:rewind`: the part of a session. The REPL holds the lines and runs them again.
enum Rewinding {
  /// Notes what is asked for and gives the error that ends the line; the REPL does the rest when the line has ended.
  /// - Throws: ``LuaFailure`` where nothing can be rewound.
  static func request(_ call: LuaCall, _ device: Device) throws -> LuaFailure {
    let session = try call.session
    guard let log = session.devices.log, let ordinal = session.devices.ordinal(of: device) else {
      throw LuaFailure(
        "device:rewind only works in the REPL", code: "rewind",
        hint: "It runs the lines of the session again, and a script has none. Create a new Device {} instead, as "
          + "before_each does.")
    }
    guard !session.code.isRunning else {
      throw LuaFailure(
        "device:rewind was used by the app's own code", code: "rewind", hint: "Type it on its own line.")
    }
    let target: RewindRequest.Target
    if let event = call.stack.object(at: 2) as? EventObject {
      guard event.belongs(to: device) else {
        throw LuaFailure("device:rewind: the event belongs to another device", code: "argument")
      }
      target = .event(event.number)
    } else if let seconds = call.stack.number(at: 2) {
      guard seconds >= 0, seconds.isFinite else {
        throw LuaFailure("device:rewind: the time must be 0 or more seconds", code: "bad-time")
      }
      guard seconds <= device.time else {
        throw LuaFailure(
          "device:rewind only goes back, and the device is at \(device.time) s", code: "bad-time",
          hint: "device:advance(seconds) goes forward.")
      }
      target = .time(Int64((seconds * 1_000).rounded()))
    } else {
      throw LuaFailure(
        "device:rewind: a time or an event is expected, got \(call.stack.shortDescription(at: 2))", code: "argument",
        hint: "device:rewind(0.2), device:rewind(device.trace[3])")
    }
    log.request = RewindRequest(device: ordinal, target: target)
    return LuaFailure("the session is being rewound", code: "rewind", hint: "The rest of the line does not run.")
  }
}
