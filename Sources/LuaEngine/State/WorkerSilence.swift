/// How long nothing was heard of a ``WorkerProcess``: its watchdog ends it from inside, but not when it is stopped
/// (SIGSTOP) or the system does not let it run.
///
/// Only the time counts in which its reader waited. A wait that took much longer than it was to take means that the
/// reader was stopped too (Ctrl-Z), or that the machine slept, and counts as a short one.
public struct WorkerSilence {
  private var signsOfLife: UInt32 = 0
  private var silence = Duration.zero

  /// Nothing was waited for yet.
  public init() {}

  /// It has said something.
  public mutating func end() { silence = .zero }

  /// Its reader has waited, and it said nothing.
  /// - Returns: whether it is to be killed: its own watchdog would have ended it long ago.
  public mutating func add(_ wait: Wait, of worker: WorkerProcess, limit: Limit) -> Bool {
    let signs = worker.signsOfLife
    silence = signs == signsOfLife ? silence + min(wait.duration, limit.look * 2) : .zero
    signsOfLife = signs
    return silence > limit.whole
  }

  /// How much silence is too much.
  public struct Limit: Sendable {
    fileprivate let whole: Duration
    /// How long a reader waits before it looks after its workers.
    fileprivate let look: Duration

    /// More than the watchdogs of the workers take to end them.
    ///
    /// - Parameter watchdog: what the watchdogs of the workers have, in seconds.
    /// - Returns: nil where they have none: then a worker may be silent for ever.
    public init?(watchdog: Double) {
      guard watchdog > 0 else { return nil }
      whole = .seconds(Watchdog.last(seconds: watchdog))
      look = min(whole / 16, .seconds(10))
    }

    /// ``look``, for poll.
    public var milliseconds: Int32 { Int32(max(1, look / .milliseconds(1))) }
  }

  /// One wait: it begins when it is made, and ends with ``finish()``.
  public struct Wait {
    // A clock that stops while the machine sleeps.
    private let start = SuspendingClock.now
    private var end: SuspendingClock.Instant?

    /// It begins.
    public init() {}

    /// It is over.
    public mutating func finish() { end = .now }

    fileprivate var duration: Duration { start.duration(to: end ?? .now) }
  }
}
