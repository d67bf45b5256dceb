/// How much a command has run so far, against the limits that keep a script from running for ever.
struct CommandLoad {
  /// The most blocks and timers at one moment of virtual time.
  static let maximumPerInstant = 200_000
  /// The most blocks and timers in one command.
  static let maximumPerCommand = 2_000_000
  /// The most blocks and timers in one settle.
  static let maximumPerSettle = 200_000

  var inCommand = 0
  var atInstant = 0
  var instant = VirtualTime.zero
  var traceIsFull = false

  mutating func begin() {
    inCommand = 0
    atInstant = 0
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
