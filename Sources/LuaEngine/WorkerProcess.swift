import CLuaSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A fork of this process that runs scripts, and the pipe for its events.
///
/// This process must have only one thread when a worker starts. ``wait()`` reports every end of the worker, and the
/// worker ends with this process.
public struct WorkerProcess {
  /// The end of a worker.
  public enum End: Equatable, Sendable {
    /// The worker exited with the result of its body, or with the exit code of a limit: 3 for lack of memory, 124 for a
    /// script that did not respond.
    case left(code: Int32)
    case killed(signal: Int32)
  }

  private var worker: hs_worker

  /// Forks a worker.
  /// - Parameter body: runs in the worker with the nonblocking write end of the pipe, and returns the exit code.
  /// - Returns: nil if the system cannot create another process.
  public static func start(_ body: (_ events: Int32) -> Int32) -> WorkerProcess? {
    var worker = hs_worker()
    guard hs_worker_start(&worker) == 0 else { return nil }
    guard worker.process != 0 else { hs_worker_leave(body(worker.events)) }
    return WorkerProcess(worker: worker)
  }

  /// The descriptor to read events from, which ends with the worker.
  public var events: Int32 { worker.events }

  /// Stops the running script, like Ctrl-C.
  public func stop() { withUnsafePointer(to: worker) { hs_worker_signal($0, HS_WORKER_STOP) } }

  /// Ends the worker immediately.
  public func kill() { withUnsafePointer(to: worker) { hs_worker_signal($0, HS_WORKER_END) } }

  /// Waits for the end of the worker. Call this once.
  public func wait() -> End {
    let end = withUnsafePointer(to: worker) { hs_worker_wait($0) }
    return end.is_crash ? .killed(signal: end.code) : .left(code: end.code)
  }

  /// The last text that the worker passed to ``Watchdog/note(_:)``; empty if none.
  public var lastNote: String { withUnsafePointer(to: worker) { String(cString: hs_worker_last_note($0)) } }

  /// The place where the watchdog stopped the script: `file:line`; nil if unknown.
  public var lastPlace: String? {
    let place = withUnsafePointer(to: worker) { String(cString: hs_worker_last_place($0)) }
    return place.isEmpty ? nil : place
  }

  /// The clock of the worker's watchdog that ran out last; nil if none.
  public var lastClock: Watchdog.Clock? {
    withUnsafePointer(to: worker) { Watchdog.Clock(hs_worker_last_clock($0)) }
  }

  /// A number that changes whenever the worker's watchdog restarts, which shows progress.
  public var heartbeats: UInt32 { withUnsafePointer(to: worker) { hs_worker_heartbeats($0) } }

  /// Closes the pipe and releases the remaining resources. Call this last, and once.
  public mutating func forget() { hs_worker_forget(&worker) }
}

/// A sequence of numbers 0, 1, 2 …, shared by a process and its workers. Each number is taken once.
public final class SharedCounter {
  private let counter: OpaquePointer

  /// Returns nil if memory is exhausted.
  public init?() {
    guard let counter = hs_counter_make() else { return nil }
    self.counter = counter
  }

  deinit { hs_counter_free(counter) }

  /// Takes the next number.
  public func take() -> Int { Int(hs_counter_next(counter)) }

  /// Ends the sequence: all later numbers are too large to be used.
  public func end() { hs_counter_end(counter) }
}

/// The pipe of a ``WorkerProcess``. The write end in the worker does not block, the read end does.
public enum WorkerPipe {
  /// The result of a read.
  public enum Arrival: Equatable, Sendable {
    case bytes([UInt8])
    /// A signal arrived first, or no data was available.
    case interrupted
    /// The worker has ended.
    case end
  }

  /// Writes all bytes, in the worker. Drops them if the pipe has no reader. After any other error, the worker exits, so
  /// that an incomplete report cannot look complete.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = put(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // The reader is slow, or its user pages through a report. The script is not charged for this time.
          Watchdog.paused {
            var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            while poll(&target, 1, -1) < 0, errno == EINTR {}
          }
        } else if errno == EPIPE {
          return
        } else if errno != EINTR {
          // The reading process reports this as `internal-fault`.
          _exit(3)
        }
      }
    }
  }

  /// The capacity of a pipe, in bytes.
  public static let capacity = 65_536

  /// Waits for data and reads it.
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

/// Measures the silence of a ``WorkerProcess``. Its watchdog ends a stuck worker from inside, but not if the worker is
/// stopped (SIGSTOP) or not scheduled.
///
/// Only the time in which the reader waited counts. A wait that took much longer than planned means that the reader was
/// stopped too (Ctrl-Z) or the machine slept, and counts as a short one.
public struct WorkerSilence {
  private var heartbeats: UInt32 = 0
  private var silence = Duration.zero

  /// Creates a measurement of zero.
  public init() {}

  /// Resets the silence after data from the worker.
  public mutating func end() { silence = .zero }

  /// Adds a wait without data from the worker.
  /// - Returns: whether to kill the worker, because its watchdog should have ended it long ago.
  public mutating func add(_ wait: Wait, of worker: WorkerProcess, limit: Limit) -> Bool {
    let signs = worker.heartbeats
    silence = signs == heartbeats ? silence + min(wait.duration, limit.look * 2) : .zero
    heartbeats = signs
    return silence > limit.whole
  }

  /// The maximum silence.
  public struct Limit: Sendable {
    fileprivate let whole: Duration
    /// The interval at which a reader checks its workers.
    fileprivate let look: Duration

    /// Creates a limit that is longer than a worker's watchdog needs.
    ///
    /// - Parameter watchdog: the watchdog limit of the workers, in seconds.
    /// - Returns: nil without a watchdog limit, because silence is then unlimited.
    public init?(watchdog: Double) {
      guard watchdog > 0 else { return nil }
      whole = .seconds(Watchdog.last(seconds: watchdog))
      look = min(whole / 16, .seconds(10))
    }

    /// The ``look`` interval, for `poll`.
    public var milliseconds: Int32 { Int32(max(1, look / .milliseconds(1))) }
  }

  /// A wait, from its creation to ``finish()``.
  public struct Wait {
    // This clock stops while the machine sleeps.
    private let start = SuspendingClock.now
    private var end: SuspendingClock.Instant?

    /// Starts the wait.
    public init() {}

    /// Ends the wait.
    public mutating func finish() { end = .now }

    fileprivate var duration: Duration { start.duration(to: end ?? .now) }
  }
}

/// The last resort against scripts that do not respond. It first stops the running script, and some time later ends the
/// process with exit code 124 and the last event. There is one per process.
///
/// It has two clocks: the processor time of the process, and ten times as much real time for a script that waits. Time
/// in which the process is stopped (Ctrl-Z) or the machine sleeps does not count.
public enum Watchdog {
  /// A clock of the watchdog.
  public enum Clock: Sendable {
    /// The processor time of the process.
    case processor
    case real

    init?(_ clock: Int32) {
      switch UInt32(bitPattern: clock) {
      case cp_clock_processor.rawValue: self = .processor
      case cp_clock_real.rawValue: self = .real
      default: return nil
      }
    }

    /// Returns the limit on this clock for a limit in seconds of processor time.
    public func seconds(_ seconds: Double) -> Double {
      switch self {
      case .processor: seconds
      case .real: cp_real_time(seconds)
      }
    }
  }

  /// The maximum time in seconds for a stopped script to react. If its own limit is lower, it has that much time.
  static let maximumGrace: Double = 10
  private static let minimumGrace = 0.25

  private static func grace(_ seconds: Double) -> Double { min(max(seconds, minimumGrace), maximumGrace) }

  /// Restarts the watchdog.
  /// - Parameter seconds: the limit of processor time; 0 switches it off.
  public static func arm(seconds: Double) { hs_watchdog(seconds, grace(seconds)) }

  /// Returns the real time after which a running process with this limit has ended.
  public static func last(seconds: Double) -> Double { cp_real_time(seconds) + 2 * grace(seconds) }

  /// Switches the watchdog off.
  public static func disarm() { hs_watchdog(0, 0) }

  /// Runs `body` without counting its time, which the script does not use.
  public static func paused(_ body: () -> Void) {
    var rest = cp_clocks_rest()
    hs_watchdog_pause(&rest)
    body()
    hs_watchdog_resume(&rest)
  }

  /// Runs `body` under a separate limit, and then restores the previous one.
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

  /// Records an event for the watchdog's message, which shows the last few.
  public static func note(_ text: String) { hs_watchdog_note(text) }
}

/// Ctrl-C handling. There is one handler per process.
public enum Interrupt {
  /// Makes Ctrl-C stop the running script. After three presses without a response, the process ends with 130.
  public static func install() { hs_install_interrupt_handler() }

  /// Makes Ctrl-C only count, for a process with workers that run the scripts.
  public static func startCounting() { hs_count_interrupts() }

  /// The number of times that Ctrl-C was pressed since ``startCounting()``.
  public static var count: Int { Int(hs_counted_interrupts()) }

  /// Whether the process received SIGTERM since ``startCounting()``, as when a CI job is cancelled.
  public static var isTermination: Bool { hs_was_terminated() }

  /// Whether Ctrl-C was pressed and not cleared by ``LuaState/arm(budget:takesBackInterrupt:)``.
  public static var wasRequested: Bool { hs_was_interrupted() }

  /// Acts like the handler.
  public static func request() { hs_interrupt() }
}

/// The stack and the fault handler of a process that runs scripts.
public enum ProcessSetup {
  /// Runs `body` on a stack of fixed size, whatever `ulimit -s` is. If the process crashes or Swift runs out of memory,
  /// it exits with code 3 and a message. Call this once, first in the program.
  public static func prepare(for body: @escaping () -> Void) {
    hs_install_fault_handler()
    withUnsafePointer(to: body) { pointer in
      hs_run_on_known_stack(
        { context in context?.assumingMemoryBound(to: (() -> Void).self).pointee() },
        UnsafeMutableRawPointer(mutating: pointer))
    }
  }
}
