import CLuaSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A copy of this process that runs scripts for it, and the pipe of what it tells.
///
/// The process may have one thread only when a worker is started. Whatever happens to the worker, its end is told by
/// ``wait()``; when this process ends, the worker does too.
public struct WorkerProcess {
  /// How a worker ended.
  public enum End: Equatable, Sendable {
    /// By itself, with what its body returned, or with an exit code of the limits: 3 without memory, 124 for a script
    /// that did not answer.
    case left(code: Int32)
    case killed(signal: Int32)
  }

  private var worker: hs_worker

  /// Splits a worker off.
  /// - Parameter body: runs in the worker, with the descriptor of its end of the pipe, which does not block; gives the
  ///   exit code.
  /// - Returns: nil where the system makes no more processes.
  public static func start(_ body: (_ events: Int32) -> Int32) -> WorkerProcess? {
    var worker = hs_worker()
    guard hs_worker_start(&worker) == 0 else { return nil }
    guard worker.process != 0 else { hs_worker_leave(body(worker.events)) }
    return WorkerProcess(worker: worker)
  }

  /// The descriptor to read from. It ends when the worker does.
  public var events: Int32 { worker.events }

  /// Stops the script that runs, as Ctrl-C does.
  public func stop() {
    withUnsafePointer(to: worker) { hs_worker_signal($0, HS_WORKER_STOP) }
  }

  /// Ends the worker at once.
  public func kill() {
    withUnsafePointer(to: worker) { hs_worker_signal($0, HS_WORKER_END) }
  }

  /// Waits for its end, once.
  public func wait() -> End {
    let end = withUnsafePointer(to: worker) { hs_worker_wait($0) }
    return end.is_crash ? .killed(signal: end.code) : .left(code: end.code)
  }

  /// What it gave to ``Watchdog/note(_:)`` last; empty when nothing.
  public var lastNote: String { withUnsafePointer(to: worker) { String(cString: hs_worker_last_note($0)) } }

  /// Where the watchdog found the script that did not answer: `file:line`; nil when that is unknown.
  public var lastPlace: String? {
    let place = withUnsafePointer(to: worker) { String(cString: hs_worker_last_place($0)) }
    return place.isEmpty ? nil : place
  }

  /// Which clock of its watchdog ran out last; nil for none.
  public var lastClock: Watchdog.Clock? {
    withUnsafePointer(to: worker) { Watchdog.Clock(hs_worker_last_clock($0)) }
  }

  /// Another number whenever its watchdog has begun anew, so that something goes on.
  public var signsOfLife: UInt32 { withUnsafePointer(to: worker) { hs_worker_signs_of_life($0) } }

  /// Closes its pipe and forgets what it left behind; last of all, once.
  public mutating func forget() { hs_worker_forget(&worker) }
}

/// Numbers 0, 1, 2 …, of which a process and its workers take each once.
public final class SharedCounter {
  private let counter: OpaquePointer

  /// nil without memory.
  public init?() {
    guard let counter = hs_counter_make() else { return nil }
    self.counter = counter
  }

  deinit { hs_counter_free(counter) }

  /// The next number that nobody has.
  public func take() -> Int { Int(hs_counter_next(counter)) }

  /// From now on there are only numbers that are larger than any use.
  public func end() { hs_counter_end(counter) }
}

/// The pipe of a ``WorkerProcess``: the worker's end does not block, the other one does.
public enum WorkerPipe {
  /// What one look brought.
  public enum Arrival: Equatable, Sendable {
    case bytes([UInt8])
    /// A signal came first, or there was nothing.
    case interrupted
    /// The worker has ended.
    case end
  }

  /// Writes all of it, in the worker. What nobody reads any more is lost; where the system refuses it otherwise, the worker
  /// ends, so that no event is missing from a report that looks whole.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = put(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // The reader is slow, or somebody reads a page of its report: that is not the script's time.
          Watchdog.paused {
            var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            while poll(&target, 1, -1) < 0, errno == EINTR {}
          }
        } else if errno == EPIPE {
          return
        } else if errno != EINTR {
          // `internal-fault`: the process that reads reports it.
          _exit(3)
        }
      }
    }
  }

  /// What a pipe holds, in bytes.
  public static let capacity = 65_536

  /// Reads what has arrived, at least something.
  public static func read(from descriptor: Int32) -> Arrival {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      let count = get(descriptor, UnsafeMutableRawBufferPointer(buffer))
      if count < 0 { code = errno }
      filled = max(0, count)
    }
    if !bytes.isEmpty { return .bytes(bytes) }
    return code == EINTR || code == EAGAIN ? .interrupted : .end
  }

  private static func put(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  private static func get(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}

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

/// The last resort against scripts that do not answer: first the running script is stopped, a while later the process
/// ends with exit code 124 and says what happened last. One for the process.
///
/// It has two clocks: the processor time of the process, and ten times as much real time for a script that waits for
/// something. The time in which the process is stopped (Ctrl-Z), or the machine sleeps, does not count.
public enum Watchdog {
  /// A clock of the watchdog.
  public enum Clock: Sendable {
    /// What processors work for the process.
    case processor
    case real

    init?(_ clock: Int32) {
      switch UInt32(bitPattern: clock) {
      case cp_clock_processor.rawValue: self = .processor
      case cp_clock_real.rawValue: self = .real
      default: return nil
      }
    }

    /// What a script has on this clock that has so many seconds of processor time.
    public func seconds(_ seconds: Double) -> Double {
      switch self {
      case .processor: seconds
      case .real: cp_real_time(seconds)
      }
    }
  }

  /// How long the script may take to react once it was told to stop: as long again as it had, but no more than this.
  static let maximumGrace: Double = 10
  private static let minimumGrace = 0.25

  private static func grace(_ seconds: Double) -> Double { min(max(seconds, minimumGrace), maximumGrace) }

  /// Starts over.
  /// - Parameter seconds: processor time; 0 switches it off.
  public static func arm(seconds: Double) { hs_watchdog(seconds, grace(seconds)) }

  /// Real time after which a process whose watchdog has so many seconds has ended, if it runs at all.
  public static func last(seconds: Double) -> Double { cp_real_time(seconds) + 2 * grace(seconds) }

  /// Switches it off.
  public static func disarm() { hs_watchdog(0, 0) }

  /// Runs `body` without counting its time: it waits for somebody else than the script.
  public static func paused(_ body: () -> Void) {
    var rest = cp_clocks_rest()
    hs_watchdog_pause(&rest)
    body()
    hs_watchdog_resume(&rest)
  }

  /// Runs `body` under a limit of its own; what was armed before goes on afterwards.
  public static func limiting<Result, Failure>(
    _ seconds: Double, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var rest = cp_clocks_rest()
    hs_watchdog_pause(&rest)
    arm(seconds: seconds)
    defer {
      disarm()
      hs_watchdog_resume(&rest)
    }
    return try body()
  }

  /// Keeps one of the last events for the message.
  public static func note(_ text: String) { hs_watchdog_note(text) }
}

/// Ctrl-C. One for the process.
public enum Interrupt {
  /// From now on Ctrl-C stops the running script; three times without an answer end the process with 130.
  public static func install() { hs_install_interrupt_handler() }

  /// From now on it is only counted, for a process whose workers run the scripts.
  public static func startCounting() { hs_count_interrupts() }

  /// How often it was pressed since ``startCounting()``.
  public static var count: Int { Int(hs_counted_interrupts()) }

  /// Whether the process was asked to end (SIGTERM) since ``startCounting()``, as a CI does with a job that is cancelled.
  public static var isTermination: Bool { hs_was_terminated() }

  /// Whether it was pressed and not taken back since, by ``LuaState/arm(budget:takesBackInterrupt:)``.
  public static var wasRequested: Bool { hs_was_interrupted() }

  /// What the handler does.
  public static func request() { hs_interrupt() }
}

/// The stack and the fault handler of a process that runs scripts.
public enum ProcessSetup {
  /// Runs `body` on a stack of known size, whatever `ulimit -s` says. A fault of the process, and
  /// memory that Swift does not get, end it with exit code 3 and a sentence. Once, at the very beginning.
  public static func prepare(for body: @escaping () -> Void) {
    hs_install_fault_handler()
    withUnsafePointer(to: body) { pointer in
      hs_run_on_known_stack(
        { context in context?.assumingMemoryBound(to: (() -> Void).self).pointee() },
        UnsafeMutableRawPointer(mutating: pointer))
    }
  }
}
