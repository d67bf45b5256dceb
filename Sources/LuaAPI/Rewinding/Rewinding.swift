import LuaEngine
import Simulator

/// `device:rewind`: the part of a session. The REPL holds the lines and runs them again.
enum Rewinding {
  /// Notes what is asked for and gives the error that ends the line; the REPL does the rest when the line has ended.
  /// - Throws: ``LuaFailure`` where nothing can be rewound.
  static func request(_ call: LuaCall, _ device: Device) throws -> LuaFailure {
    let session = try call.session
    guard session.commandLog != nil, let watch = device.observer as? DeviceWatch else {
      throw LuaFailure(
        "device:rewind works in the REPL only", code: "rewind",
        hint: "It runs the lines of the session again, and a script has none. Make a fresh Device {} instead, as "
          + "before_each does.")
    }
    guard session.processes.isEmpty else {
      throw LuaFailure(
        "device:rewind was used by the app's own code", code: "rewind", hint: "Type it as a line of its own.")
    }
    let target: RewindRequest.Target
    if let event = call.stack.object(at: 2) as? EventObject {
      guard event.belongs(to: device) else {
        throw LuaFailure("device:rewind: the event belongs to another device", code: "argument")
      }
      target = .event(event.number)
    } else if let seconds = call.stack.number(at: 2) {
      guard seconds >= 0, seconds.isFinite else {
        throw LuaFailure("device:rewind: a time is 0 or more seconds", code: "bad-time")
      }
      guard seconds <= device.time else {
        throw LuaFailure(
          "device:rewind goes back only, and the device is at \(device.time) s", code: "bad-time",
          hint: "device:advance(seconds) goes on.")
      }
      target = .time(Int64((seconds * 1_000).rounded()))
    } else {
      throw LuaFailure(
        "device:rewind: a time or an event is expected, got \(call.stack.shortDescription(at: 2))", code: "argument",
        hint: "device:rewind(0.2), device:rewind(device.trace[3])")
    }
    session.rewindRequest = RewindRequest(device: watch.ordinal, target: target)
    return LuaFailure("the session is being rewound", code: "rewind", hint: "Nothing after it in the line is run.")
  }
}

/// What the REPL needs to run its lines again.
extension Session {
  /// From now on the session can be rewound; before its first device.
  public func logCommands() { commandLog = CommandLog() }

  /// The commands that follow belong to this line; only the first `limit` of them run.
  public func beginLine(_ number: Int, commands limit: Int? = nil) {
    commandLog?.begin(line: number, limit: limit)
  }

  /// Takes back what `device:rewind` asked for.
  public func takeRewindRequest() -> RewindRequest? {
    defer { rewindRequest = nil }
    return rewindRequest
  }

  /// Which lines lead there; nil when there is nothing to take back.
  public func plan(for request: RewindRequest) -> ReplayPlan? {
    commandLog.flatMap { ReplayPlan(request, $0) }
  }

  /// Lets the time of a plan pass.
  public func pass(_ wait: ReplayWait) {
    try? commandLog?.device(wait.device)?.advance(Double(wait.milliseconds) / 1_000)
  }

  /// Whether the devices of this session did the same as those of `other`, as far as this one has come.
  public func repeats(_ other: Session, device request: RewindRequest) -> Bool {
    guard let device = commandLog?.device(request.device), let old = other.commandLog?.device(request.device) else {
      return true
    }
    return old.trace.events.starts(with: device.trace.events)
  }

  /// The clock of the device at hand, in seconds.
  public var time: Double { currentDevice?.time ?? 0 }

  /// The time of the device that a request is about, in seconds.
  public func time(of request: RewindRequest) -> Double {
    commandLog?.device(request.device)?.time ?? 0
  }
}
