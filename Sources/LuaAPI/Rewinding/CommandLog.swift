import Simulator

/// Which commands the lines of a REPL ran, on which device, and when: what `device:rewind` needs to find its place.
public final class CommandLog {
  /// One command that has begun.
  struct Mark {
    /// The how-manieth device of the session, from 0.
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
  private var line = 0
  private var position = 0
  /// How many commands the line may run; nil: all of them.
  private var limit: Int?
  private var devices: [Int: WeakDevice] = [:]

  private struct WeakDevice {
    weak var device: Device?
  }

  init() {}

  /// From here on commands belong to this line, of which only the first `limit` run.
  func begin(line: Int, limit: Int?) {
    self.line = line
    self.limit = limit
    position = 0
  }

  /// A device was made.
  func add(_ device: Device, ordinal: Int) { devices[ordinal] = WeakDevice(device: device) }

  func device(_ ordinal: Int) -> Device? { devices[ordinal]?.device }

  /// - Throws: ``ReplayEnd`` when the replay goes no further.
  func begin(_ command: String, on device: Device, ordinal: Int) throws {
    if let limit, position >= limit { throw ReplayEnd() }
    marks.append(
      Mark(
        device: ordinal, command: command, line: line, position: position, start: device.milliseconds,
        end: device.milliseconds, eventsAtEnd: device.trace.count))
    position += 1
  }

  func end(on device: Device) {
    guard !marks.isEmpty else { return }
    marks[marks.count - 1].end = device.milliseconds
    marks[marks.count - 1].eventsAtEnd = device.trace.count
  }
}
