/// The command that a device is running, and how much it has run so far, against the limits that keep a script from
/// running for ever.
struct CommandRun {
  var limits = WorkLimits()
  /// Its name; nil between commands.
  private(set) var running: StaticString?
  var inCommand = 0
  var atInstant = 0
  var instant = VirtualTime.zero
  /// The command has run as much as it may: the app's further work waits for the next command.
  var isExhausted = false
  var postponed: [ScheduledWork] = []
  /// The first thing that went wrong on the way; the command throws it at its end.
  private(set) var firstError: (any Error)?
  /// Stays set: the device records no more.
  var traceIsFull = false

  mutating func begin(_ command: StaticString) {
    running = command
    inCommand = 0
    atInstant = 0
    isExhausted = false
    firstError = nil
  }

  mutating func end() { running = nil }

  /// The process has ended: nothing of it runs any more.
  mutating func forget(_ process: AppProcess) { postponed.removeAll { $0.process === process } }

  mutating func fail(_ error: any Error) {
    if firstError == nil { firstError = error }
  }

  /// Counts one piece of work at this moment.
  mutating func count(at time: VirtualTime) {
    inCommand += 1
    if time == instant {
      atInstant += 1
    } else {
      instant = time
      atInstant = 1
    }
  }
}

/// How much a device runs before it says that an app does too much.
public struct WorkLimits: Sendable, Equatable {
  /// The most blocks and timers at one moment of virtual time.
  public var perInstant = 100_000
  /// The most blocks and timers in one command.
  public var perCommand = 500_000
  /// The most blocks and timers in one settle.
  public var perSettle = 100_000

  /// Those of every device that is left as it is.
  public init() {}
}
