import HomeScreenSimulator
import LuaEngine

/// Which commands the lines of a REPL ran, on which device, and when: what `device:rewind` needs to find its place.
public final class CommandLog {
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
    @Tethered var device: Device?
  }

  init() {}

  // MARK: Lines

  /// The commands that follow belong to this line; only the first `limit` of them run.
  public func beginLine(_ number: Int, commands limit: Int? = nil) {
    line = number
    self.limit = limit
    position = 0
  }

  /// Takes back what `device:rewind` asked for.
  public func takeRequest() -> RewindRequest? {
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
  public func pass(_ wait: ReplayWait) {
    try? device(wait.device)?.advance(Double(wait.milliseconds) / 1_000)
  }

  /// Whether the device of a request did the same as in the session of `other`, as far as this one has come.
  public func repeats(_ other: CommandLog, device request: RewindRequest) -> Bool {
    guard let device = device(request.device), let old = other.device(request.device) else { return true }
    return old.trace.events.starts(with: device.trace.events)
  }

  /// The time of the device that a request is about, in seconds.
  public func time(of request: RewindRequest) -> Double { device(request.device)?.time ?? 0 }
}

/// Keeps a command of a replayed line from beginning, because the state before it is the one that was asked for.
struct ReplayEnd: LuaFailureConvertible {
  var luaFailure: LuaFailure { LuaFailure("the replay of the session ends here", code: "rewind") }
}
