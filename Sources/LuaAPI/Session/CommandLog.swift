import HomeScreenSimulator
import LuaEngine

/// Which commands the lines of a REPL ran, on which device, and when: what `device:rewind` needs to find its place.
package final class CommandLog {
  /// One command that has begun.
  struct Mark {
    /// Which device of the session, counted from 0.
    let device: Int
    let command: String
    /// The line that ran it, and how many commands of the line came before it.
    let line: Int
    let position: Int
    let start: Int64
    /// When it ended, and the length of the device's trace then.
    var end: Int64
    var eventsAtEnd: Int
  }

  private(set) var marks: [Mark] = []
  /// The commands that have begun and not ended, innermost last: code of an app may use another device.
  private var open: [Int] = []
  private var line = 0
  private(set) var position = 0
  /// How many commands the line may run; nil: all of them.
  private var limit: Int?
  private var devices: [Int: WeakDevice] = [:]
  /// What `device:rewind` asked for; the REPL does it when the line has ended.
  var request: RewindRequest?

  private struct WeakDevice {
    @Weak var device: Device?
  }

  init() {}

  // MARK: Lines

  /// The commands that follow belong to this line; only the first `limit` of them run.
  package func beginLine(_ number: Int, commands limit: Int? = nil) {
    line = number
    self.limit = limit
    position = 0
  }

  /// Takes back what `device:rewind` asked for.
  package func takeRequest() -> RewindRequest? {
    defer { request = nil }
    return request
  }

  // MARK: Commands

  /// A device was made.
  func add(_ device: Device, ordinal: Int) { devices[ordinal] = WeakDevice(device: device) }

  /// - Throws: ``ReplayEnd`` when the replay goes no further.
  func begin(_ command: String, on device: Device, ordinal: Int) throws {
    if let limit, position >= limit { throw ReplayEnd() }
    open.append(marks.count)
    marks.append(
      Mark(
        device: ordinal, command: command, line: line, position: position, start: device.milliseconds,
        end: device.milliseconds, eventsAtEnd: device.trace.count))
    position += 1
  }

  func end(on device: Device) {
    guard let index = open.popLast() else { return }
    marks[index].end = device.milliseconds
    marks[index].eventsAtEnd = device.trace.count
  }

  /// The devices that still are, in the order in which they were made.
  var logged: [Device] { devices.sorted { $0.key < $1.key }.compactMap(\.value.device) }

  // MARK: Replays

  private func device(_ ordinal: Int) -> Device? { devices[ordinal]?.device }

  /// Lets the time of a plan pass.
  package func pass(_ wait: ReplayWait) {
    try? device(wait.device)?.advance(Double(wait.milliseconds) / 1_000)
  }

  /// Whether the device of a request did the same as in the session of `other`, as far as this one has come.
  package func repeats(_ other: CommandLog, device request: RewindRequest) -> Bool {
    guard let device = device(request.device), let old = other.device(request.device) else { return true }
    return old.trace.events.starts(with: device.trace.events)
  }

  /// The time of the device that a request is about, in seconds.
  package func time(of request: RewindRequest) -> Double { device(request.device)?.time ?? 0 }
}

/// Keeps a command of a replayed line from beginning, because the state before it is the one that was asked for.
struct ReplayEnd: LuaFailureConvertible {
  var luaFailure: LuaFailure { LuaFailure("the replay of the session ends here", code: "rewind") }
}

/// Which part of a session's lines leads to the state that `device:rewind` asked for.
package struct ReplayPlan {
  /// How many lines run whole; line 0 is what the REPL did before the first one.
  package let wholeLines: Int
  /// How many commands of the next line run; 0: the line does not run at all.
  package let commandsOfNextLine: Int
  /// Time that passes in the end: the asked time lies within a command that only waited.
  package let wait: ReplayWait?

  /// nil when nothing of the session came later than what was requested.
  package init?(_ request: RewindRequest, _ log: CommandLog) {
    let found = log.marks.first { mark in
      guard mark.device == request.device else { return false }
      return switch request.target {
      case .event(let number): mark.eventsAtEnd > number
      case .time(let time): mark.end > time
      }
    }
    guard let found else { return nil }
    wholeLines = found.line
    commandsOfNextLine = found.position
    if case .time(let time) = request.target, ["advance", "settle"].contains(found.command), found.start < time {
      wait = ReplayWait(device: found.device, milliseconds: time - found.start)
    } else {
      wait = nil
    }
  }
}

/// What `device:rewind` was asked for.
package struct RewindRequest: Sendable {
  enum Target {
    /// The state before the command that led to the event of this number.
    case event(Int)
    /// The state at this time, in milliseconds.
    case time(Int64)
  }

  /// Which device of the session, counted from 0.
  let device: Int
  let target: Target
}

/// Time that passes on one device.
package struct ReplayWait: Sendable {
  /// Which device of the session, counted from 0.
  package let device: Int
  /// How long, on the device's clock.
  package let milliseconds: Int64

  /// A wait of the device with this number.
  package init(device: Int, milliseconds: Int64) {
    self.device = device
    self.milliseconds = milliseconds
  }

  /// The same in seconds, as `device:advance` takes it.
  package var seconds: Double { Double(milliseconds) / 1_000 }
}

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
