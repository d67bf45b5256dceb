import HomeScreenSimulator
import LuaEngine

/// The commands of a REPL's lines with their devices and times, from which `device:rewind` finds its destination.
package final class CommandLog {
  /// A command that has started.
  struct Mark {
    /// The index of the device in the session.
    let device: Int
    let command: String
    /// The line that ran the command, and the number of earlier commands of the line.
    let line: Int
    let position: Int
    let start: Int64
    /// The time when the command ended, and the length of the device's trace at that time.
    var end: Int64
    var eventsAtEnd: Int
  }

  private(set) var marks: [Mark] = []
  /// The running commands, innermost last. Code of an app may use another device.
  private var open: [Int] = []
  private var line = 0
  private(set) var position = 0
  /// The maximum number of commands of the line; nil for all.
  private var limit: Int?
  private var devices: [Int: WeakDevice] = [:]
  /// The request of `device:rewind`, which the REPL performs after the line.
  var request: RewindRequest?

  private struct WeakDevice {
    @Weak var device: Device?
  }

  init() {}

  // MARK: Lines

  /// Starts a line. Only its first `limit` commands run.
  package func beginLine(_ number: Int, commands limit: Int? = nil) {
    line = number
    self.limit = limit
    position = 0
  }

  /// Returns and clears the request of `device:rewind`.
  package func takeRequest() -> RewindRequest? {
    defer { request = nil }
    return request
  }

  // MARK: Commands

  func add(_ device: Device, ordinal: Int) { devices[ordinal] = WeakDevice(device: device) }

  /// - Throws: ``ReplayEnd`` at the end of the replay.
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

  /// The devices that still exist, in the order of creation.
  var logged: [Device] { devices.sorted { $0.key < $1.key }.compactMap(\.value.device) }

  // MARK: Replays

  private func device(_ ordinal: Int) -> Device? { devices[ordinal]?.device }

  /// Advances the time of a plan's device.
  package func add(_ wait: ReplayWait) { try? device(wait.device)?.advance(Double(wait.milliseconds) / 1_000) }

  /// Whether the requested device has so far behaved as in the session of `other`.
  package func repeats(_ other: CommandLog, device request: RewindRequest) -> Bool {
    guard let device = device(request.device), let old = other.device(request.device) else { return true }
    return old.trace.events.starts(with: device.trace.events)
  }

  /// Returns the time of the requested device, in seconds.
  package func time(of request: RewindRequest) -> Double { device(request.device)?.time ?? 0 }
}

/// Stops a command of a replayed line, because the requested state is the one before that command.
struct ReplayEnd: LuaFailureConvertible {
  var luaFailure: LuaFailure { LuaFailure("the replay of the session ends here", code: "rewind") }
}

/// The part of a session's lines that leads to the state that `device:rewind` requested.
package struct ReplayPlan {
  /// The number of lines that run completely. Line 0 is the preparation of the REPL before the first line.
  package let wholeLines: Int
  /// The number of commands of the next line that run; 0 if the line does not run.
  package let commandsOfNextLine: Int
  /// The time to advance at the end, if the requested time is inside a command that only waited.
  package let wait: ReplayWait?

  /// Returns nil if nothing happened after the requested state.
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

/// A request of `device:rewind`.
package struct RewindRequest: Sendable {
  enum Target {
    /// The state before the command that led to the event with this number.
    case event(Int)
    /// The state at this time, in milliseconds.
    case time(Int64)
  }

  /// The index of the device in the session.
  let device: Int
  let target: Target
}

/// A wait on one device.
package struct ReplayWait: Sendable {
  /// The index of the device in the session.
  package let device: Int
  /// The duration on the device's clock.
  package let milliseconds: Int64

  /// Creates a wait of the device with this index.
  package init(device: Int, milliseconds: Int64) { (self.device, self.milliseconds) = (device, milliseconds) }

  /// The duration in seconds, as in `device:advance`.
  package var seconds: Double { Double(milliseconds) / 1_000 }
}

/// The session's part of `device:rewind`. The REPL keeps the lines and runs them again.
enum Rewinding {
  /// Records the request and returns the error that ends the line. The REPL then performs the request.
  /// - Throws: ``LuaFailure`` if rewinding is not possible.
  static func request(_ call: LuaCall, _ device: Device) throws -> LuaFailure {
    let session = try call.session
    guard let log = session.devices.log, let ordinal = session.devices.ordinal(of: device) else {
      throw LuaFailure(
        "device:rewind only works in the REPL", code: "rewind",
        hint: "device:rewind runs the lines of a REPL again, and a script has none. Create a new Device {} instead, as "
          + "before_each does.")
    }
    guard !session.code.isRunning else {
      throw LuaFailure(
        "device:rewind was used by the app's own code", code: "rewind", hint: "Type device:rewind on its own line.")
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
          hint: "Use device:advance(seconds) to go forward.")
      }
      target = .time(Int64((seconds * 1_000).rounded()))
    } else {
      throw LuaFailure(
        "device:rewind: expected a time or an event, got \(call.stack.shortDescription(at: 2))", code: "argument",
        hint: "device:rewind(0.2), device:rewind(device.trace[3])")
    }
    log.request = RewindRequest(device: ordinal, target: target)
    return LuaFailure("the session is being rewound", code: "rewind", hint: "The rest of the line does not run.")
  }
}
