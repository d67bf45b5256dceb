import CLuaSupport

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
public final class SharedTicket {
  private let ticket: OpaquePointer

  /// nil without memory.
  public init?() {
    guard let ticket = hs_ticket_make() else { return nil }
    self.ticket = ticket
  }

  deinit { hs_ticket_free(ticket) }

  /// The next number that nobody has.
  public func take() -> Int { Int(hs_ticket_take(ticket)) }

  /// From now on there are only numbers that are larger than any use.
  public func end() { hs_ticket_end(ticket) }
}
