import AppPackages
import HeapModule
import PropertyLists

/// The virtual clock and everything that waits for it, in a stable order: by time, then by the order of scheduling.
///
/// It only keeps the work; ``Device`` runs it.
final class Scheduler {
  private(set) var now = VirtualTime.zero
  /// How many transitions are waiting: while there are some, the system is not finished.
  private(set) var pendingTransitions = 0
  private var heap: Heap<ScheduledWork> = []
  private var nextSequence: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }
  /// Asked for at every step; taking it out of the heap would retain the work each time.
  private(set) var earliestTime: VirtualTime?

  /// What is due first.
  var next: ScheduledWork? { heap.min }

  /// Moves the clock forward; it never goes back.
  func move(to time: VirtualTime) {
    if time > now { now = time }
  }

  /// Adds work that is due `delay` from now.
  func schedule(
    _ kind: ScheduledWork.Kind, process: AppProcess?, after delay: VirtualTime,
    _ body: @escaping (Device) throws -> Void
  ) {
    insert(
      ScheduledWork(
        time: now + delay, sequence: nextSequence, kind: kind, process: process, delay: delay, body: body))
  }

  /// Puts back work that had to wait for its process; it is due at its old time, or now if that has passed.
  func reinsert(_ work: ScheduledWork) {
    insert(
      ScheduledWork(
        time: max(work.time, now), sequence: nextSequence, kind: work.kind, process: work.process, delay: work.delay,
        body: work.body))
  }

  /// Takes the earliest work out if it is due at `time` or before.
  func popWork(dueAt time: VirtualTime) -> ScheduledWork? {
    guard let earliest = earliestTime, earliest <= time, let work = heap.popMin() else { return nil }
    earliestTime = heap.min?.time
    if work.kind == .transition { pendingTransitions -= 1 }
    return work
  }

  /// Drops the work for which `condition` holds, and returns how much it was.
  @discardableResult
  func removeAll(where condition: (ScheduledWork) -> Bool) -> Int {
    let count = heap.count
    Work.count(count / 4)
    guard heap.unordered.contains(where: condition) else { return 0 }
    Work.count(count * 4)
    heap.removeAll(where: condition)
    earliestTime = heap.min?.time
    pendingTransitions = heap.unordered.reduce(0) { $0 + ($1.kind == .transition ? 1 : 0) }
    return count - heap.count
  }

  /// What is due, in the order in which it will run.
  func write(to state: inout DeviceState, at path: String) {
    state.write(path, each: heap.unordered.sorted()) { state, path, work in
      state.write(
        path, "\(work.kind.rawValue) of \(work.process?.bundleIdentifier ?? "the system") in \(work.time - now)")
    }
  }

  /// Of what is due, in the order in which it will run: the how many-th it was to be scheduled.
  var order: [Int] {
    let sorted = heap.unordered.sorted()
    let sequences = sorted.map(\.sequence).sorted()
    return sorted.map { work in sequences.firstIndex(of: work.sequence) ?? 0 }
  }

  private func insert(_ work: ScheduledWork) {
    if work.kind == .transition { pendingTransitions += 1 }
    nextSequence += 1
    earliestTime = min(earliestTime ?? work.time, work.time)
    heap.insert(work)
  }
}

/// Something that will happen at a moment of virtual time.
struct ScheduledWork: Comparable {
  /// Who waits for it.
  enum Kind: String {
    /// A block or timer of an app's main queue. Commands run it when it is due and wait for no later one.
    case app
    /// A part of what the system is doing, such as an alert sliding in. A command ends only after it.
    case transition
    /// Something that the system will do by itself later. No command waits for it.
    case background
  }

  let time: VirtualTime
  /// Counts up; among equal times the lower one comes first.
  let sequence: UInt64
  let kind: Kind
  /// The process it belongs to; it is dropped when the process ends.
  let process: AppProcess?
  /// How long after its scheduling it is due; names the timer in errors.
  let delay: VirtualTime
  let body: (Device) throws -> Void

  /// What an app's work is called.
  var timer: String { delay == .zero ? "a block on the main queue" : "a timer of \(delay)" }

  static func < (a: ScheduledWork, b: ScheduledWork) -> Bool {
    a.time == b.time ? a.sequence < b.sequence : a.time < b.time
  }

  static func == (a: ScheduledWork, b: ScheduledWork) -> Bool { a.sequence == b.sequence }
}

/// A moment or a span of the device's own time, in whole milliseconds. Nothing here reads a real clock.
public struct VirtualTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since the device exists.
  public let milliseconds: Int64

  /// A moment or a span of so many milliseconds; every number is taken.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The moment at which a device begins to exist, and the span without length.
  public static let zero = VirtualTime(milliseconds: 0)

  /// The longest span that a command takes, in seconds: about 32 years.
  public static let longestSpanInSeconds = 1_000_000_000.0

  /// A span of so many seconds, rounded to the nearest millisecond.
  ///
  /// - Throws: ``SimulatorError`` `bad-time` for a negative number, infinity, NaN or more than
  ///   ``longestSpanInSeconds``.
  public init(seconds: Double) throws(SimulatorError) {
    guard seconds >= 0, seconds <= VirtualTime.longestSpanInSeconds else {
      throw SimulatorError(
        .badTime, "\(seconds) is not a time in seconds",
        hint: "Use a number from 0 to 1 000 000 000.")
    }
    milliseconds = Int64((seconds * 1000).rounded())
  }

  /// The time in seconds.
  public var seconds: Double { Double(milliseconds) / 1000 }

  /// Whether `a` is the earlier moment, or the shorter span.
  public static func < (a: VirtualTime, b: VirtualTime) -> Bool { a.milliseconds < b.milliseconds }

  /// The sum. It stays at the largest time that a number of JSON and of Lua holds, about 285 000 years, instead of
  /// running over.
  public static func + (a: VirtualTime, b: VirtualTime) -> VirtualTime {
    let (sum, overflow) = a.milliseconds.addingReportingOverflow(b.milliseconds)
    return VirtualTime(milliseconds: overflow ? 1 << 53 : min(sum, 1 << 53))
  }

  /// The distance from `b` to `a`.
  static func - (a: VirtualTime, b: VirtualTime) -> VirtualTime {
    VirtualTime(milliseconds: a.milliseconds.subtractingReportingOverflow(b.milliseconds).partialValue)
  }

  /// Seconds with three decimals: `1.250 s`.
  public var description: String {
    let rest = milliseconds.magnitude % 1000
    let fraction = String(rest)
    return (milliseconds < 0 ? "-" : "") + "\(milliseconds.magnitude / 1000)."
      + String(repeating: "0", count: 3 - fraction.count) + fraction + " s"
  }
}

/// The main queue of a process: `DispatchQueue.main` of the app's code.
///
/// Blocks run in virtual time, one after the other, before the command that is running returns if they are due, else
/// when the device's time reaches them. They are lost when the process ends, and wait while it is suspended
/// (LAUNCH-073).
public struct MainQueue {
  /// The most blocks and timers that may wait at once.
  public static let maximumWaiting = 50_000

  let process: AppProcess

  /// Queues a block; it runs after the code that is running now.
  ///
  /// - Throws: ``SimulatorError`` `main-queue-full`, `process-ended`, `outside-the-app`. What the block throws is a
  ///   crash of the app.
  public func async(_ block: @escaping () throws -> Void) throws {
    try enqueue(after: .zero, from: "DispatchQueue.main", block)
  }

  /// Queues a block that runs `seconds` later; a negative time counts as 0.
  ///
  /// - Throws: as ``async(_:)``; `bad-time` for a time that is not a number or far out of range.
  public func asyncAfter(_ seconds: Double, _ block: @escaping () throws -> Void) throws {
    try enqueue(after: VirtualTime(seconds: seconds < 0 ? 0 : seconds), from: "DispatchQueue.main", block)
  }

  func enqueue(after delay: VirtualTime, from queue: String, _ block: @escaping () throws -> Void) throws {
    let device = try process.requireInside(queue)
    guard process.queues.waiting < MainQueue.maximumWaiting else {
      throw SimulatorError(
        .mainQueueFull, "\(process.bundleIdentifier) has \(MainQueue.maximumWaiting) blocks waiting on its queues",
        hint: "Look for code that never stops queueing blocks.")
    }
    device.enqueue(on: process, after: delay) { _ in try block() }
  }
}

extension Application {
  /// Runs a block on a later turn of the queue of the code that runs now, as a `Task` does: the main queue, or a global one
  /// (ICON-273). As ``MainQueue/async(_:)``.
  public func continueLater(_ block: @escaping () throws -> Void) throws {
    guard process.execution.isOffMainThread else { return try mainQueue.async(block) }
    try GlobalQueue(process: process).async(block)
  }
}

/// `DispatchQueue.global()` of the app's code: a queue beside the main thread.
///
/// Its blocks run one after the other on later turns, in the same virtual time as the main queue's; what makes the
/// difference is that UIKit notices a call that does not come from the main thread (ICON-022).
public struct GlobalQueue {
  let process: AppProcess

  /// Queues a block. As ``MainQueue/async(_:)``.
  public func async(_ block: @escaping () throws -> Void) throws {
    try enqueue(after: .zero, block)
  }

  /// Queues a block that runs `seconds` later. As ``MainQueue/asyncAfter(_:_:)``.
  public func asyncAfter(_ seconds: Double, _ block: @escaping () throws -> Void) throws {
    try enqueue(after: VirtualTime(seconds: seconds < 0 ? 0 : seconds), block)
  }

  private func enqueue(after delay: VirtualTime, _ block: @escaping () throws -> Void) throws {
    let process = process
    try MainQueue(process: process).enqueue(after: delay, from: "DispatchQueue.global") {
      try process.offMainThread(block)
    }
  }
}

/// The device's clock under the tester's hand.
extension Device {
  /// Lets time pass; the app's timers that become due run on the way, each at its own moment.
  ///
  /// - Throws: ``SimulatorError`` `bad-time`, `main-queue-never-idle` or `too-much-work`; what escapes the app's code.
  public func advance(_ seconds: Double) throws {
    let span = try VirtualTime(seconds: seconds)
    try perform("advance") { pass(span) }
  }

  /// Lets time pass until nothing is waiting any more, and returns the seconds that passed.
  ///
  /// What waits in a suspended process does not count: it cannot run.
  /// - Throws: ``SimulatorError`` `never-settles`, naming the timer, when something repeats for ever; what escapes the
  ///   app's code.
  @discardableResult
  public func settle() throws -> Double {
    let start = scheduler.now
    try perform("settle") {
      while let next = scheduler.earliestTime, let work = scheduler.popWork(dueAt: next) {
        if command.inCommand >= command.limits.perSettle {
          let error = neverSettles(work)
          scheduler.reinsert(work)
          throw error
        }
        scheduler.move(to: work.time)
        run(work)
      }
    }
    return VirtualTime(milliseconds: scheduler.now.milliseconds - start.milliseconds).seconds
  }

  private func neverSettles(_ work: ScheduledWork) -> SimulatorError {
    let owner = work.process?.bundleIdentifier ?? "the system"
    return SimulatorError(
      .neverSettles,
      "The device did not come to rest in \(command.limits.perSettle) steps: \(work.timer) of \(owner) repeats",
      hint: "Advance by a number of seconds instead of settling.")
  }

  /// What waits for its moment and comes first; nil when nothing waits.
  public var nextWork: PendingWork? { scheduler.next.map(PendingWork.init) }
}

/// Something that a device will do by itself.
public struct PendingWork: Sendable, CustomStringConvertible {
  /// When it is due, on the device's clock.
  public let time: VirtualTime
  /// What it is, for people: `a timer of 0.500 s of com.example.paint`.
  public let description: String

  init(_ work: ScheduledWork) {
    time = work.time
    let owner = work.process?.bundleIdentifier ?? "the system"
    description =
      switch work.kind {
      case .app: "\(work.timer) of \(owner)"
      case .transition: "the end of a transition of \(owner)"
      case .background: "what the system does to \(work.process?.bundleIdentifier ?? "itself")"
      }
  }
}
