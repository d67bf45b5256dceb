import AppPackages
import HeapModule
import PropertyLists

/// The virtual clock and all waiting work in a stable order: by time, then in the order of scheduling.
///
/// It only stores the work; ``Device`` runs it.
final class Scheduler {
  private(set) var now = VirtualTime.zero
  /// The number of waiting transitions: the system is not finished until it is 0.
  private(set) var pendingTransitions = 0
  private var heap: Heap<ScheduledWork> = []
  private var nextSequence: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }
  /// The time of the first work, cached because reading it from the heap would retain the work each time.
  private(set) var earliestTime: VirtualTime?

  var next: ScheduledWork? { heap.min }

  /// Moves the clock forward, never backward.
  func move(to time: VirtualTime) { if time > now { now = time } }

  /// Schedules work after `delay` from now.
  func schedule(
    _ kind: ScheduledWork.Kind, process: AppProcess?, after delay: VirtualTime,
    _ body: @escaping (Device) throws -> Void
  ) {
    insert(
      ScheduledWork(
        time: now + delay, sequence: nextSequence, kind: kind, process: process, delay: delay, body: body))
  }

  /// Reinserts work that waited for its process, at its old time, or now if that has passed.
  func reinsert(_ work: ScheduledWork) {
    insert(
      ScheduledWork(
        time: max(work.time, now), sequence: nextSequence, kind: work.kind, process: work.process, delay: work.delay,
        body: work.body))
  }

  /// Removes and returns the earliest work if its time is `time` or earlier.
  func popWork(dueAt time: VirtualTime) -> ScheduledWork? {
    guard let earliest = earliestTime, earliest <= time, let work = heap.popMin() else { return nil }
    earliestTime = heap.min?.time
    if work.kind == .transition { pendingTransitions -= 1 }
    return work
  }

  /// Removes the work that satisfies `condition`, and returns its count.
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

  /// Writes the scheduled work, in the order in which it will run.
  func write(to state: inout DeviceState, at path: String) {
    state.write(path, each: heap.unordered.sorted()) { state, path, work in
      state.write(
        path, "\(work.kind.rawValue) of \(work.process?.bundleIdentifier ?? "the system") in \(work.time - now)")
    }
  }

  /// When each piece of work was scheduled, as a rank; in the order in which the pieces will run.
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

/// Work at a time on the virtual clock.
struct ScheduledWork: Comparable {
  /// The kind of work, which decides whether commands wait for it.
  enum Kind: String {
    /// A block or timer of an app's main queue. A command runs it at its time, and does not wait for later ones.
    case app
    /// A step of the system, such as an alert sliding in. A command ends only after it.
    case transition
    /// A later action of the system. No command waits for it.
    case background
  }

  let time: VirtualTime
  /// A consecutive number; at equal times the lower one comes first.
  let sequence: UInt64
  let kind: Kind
  /// The process of the work; the work is removed when the process ends.
  let process: AppProcess?
  /// The delay with which the work was scheduled; errors use the delay to name the timer.
  let delay: VirtualTime
  let body: (Device) throws -> Void

  /// The name of an app's work.
  var timer: String { delay == .zero ? "a block on the main queue" : "a timer of \(delay)" }

  static func < (a: ScheduledWork, b: ScheduledWork) -> Bool {
    a.time == b.time ? a.sequence < b.sequence : a.time < b.time
  }

  static func == (a: ScheduledWork, b: ScheduledWork) -> Bool { a.sequence == b.sequence }
}

/// A time or a duration on the device's own clock, in whole milliseconds, independent of any real clock.
public struct VirtualTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since the device was created.
  public let milliseconds: Int64

  /// Creates a time or a duration; every number is valid.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The time when a device is created, and the empty duration.
  public static let zero = VirtualTime(milliseconds: 0)

  /// The longest duration of a command, in seconds: about 32 years.
  public static let longestSpanInSeconds = 1_000_000_000.0

  /// Creates a duration in seconds, rounded to the nearest millisecond.
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

  /// Returns whether `a` is an earlier time or a shorter duration.
  public static func < (a: VirtualTime, b: VirtualTime) -> Bool { a.milliseconds < b.milliseconds }

  /// Returns the sum, at most the largest time that fits a number in JSON and Lua, about 285 000 years, without
  /// overflow.
  public static func + (a: VirtualTime, b: VirtualTime) -> VirtualTime {
    let (sum, overflow) = a.milliseconds.addingReportingOverflow(b.milliseconds)
    return VirtualTime(milliseconds: overflow ? 1 << 53 : min(sum, 1 << 53))
  }

  /// Returns the distance from `b` to `a`.
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
/// Blocks run in virtual time, one after the other: before the running command returns if their time has come,
/// otherwise when the device's clock reaches it. They are lost when the process ends, and wait while it is suspended
/// (LAUNCH-073).
public struct MainQueue {
  /// The maximum number of waiting blocks and timers.
  public static let maximumWaiting = 50_000

  let process: AppProcess

  /// Queues a block; it runs after the code that is running now.
  ///
  /// - Throws: ``SimulatorError`` `main-queue-full`, `process-ended`, `outside-the-app`. An error from the block
  ///   crashes the app.
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
        .mainQueueFull, "\(process.bundleIdentifier) has \(MainQueue.maximumWaiting) waiting blocks (the limit)",
        hint: "Look for code that never stops queueing blocks.")
    }
    device.enqueue(on: process, after: delay) { _ in try block() }
  }
}

extension Application {
  /// Runs a block on a later turn of the current queue, as a `Task` does: the main queue, or a global one (ICON-273).
  /// See ``MainQueue/async(_:)``.
  public func continueLater(_ block: @escaping () throws -> Void) throws {
    guard process.execution.isOffMainThread else { return try mainQueue.async(block) }
    try GlobalQueue(process: process).async(block)
  }
}

/// `DispatchQueue.global()` of the app's code: a queue off the main thread.
///
/// Its blocks run one after the other on later turns, in the same virtual time as those of the main queue. Only UIKit
/// notices the difference: a call off the main thread (ICON-022).
public struct GlobalQueue {
  let process: AppProcess

  /// Queues a block, like ``MainQueue/async(_:)``.
  public func async(_ block: @escaping () throws -> Void) throws { try enqueue(after: .zero, block) }

  /// Queues a block that runs `seconds` later, like ``MainQueue/asyncAfter(_:_:)``.
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

/// The tester's control of the device's clock.
extension Device {
  /// Lets time pass and runs the app's timers in that time, each at its own time.
  ///
  /// - Throws: ``SimulatorError`` `bad-time`, `main-queue-never-idle` or `too-much-work`; errors of the app's code.
  public func advance(_ seconds: Double) throws {
    let span = try VirtualTime(seconds: seconds)
    try perform("advance") { advance(by: span) }
  }

  /// Lets time pass until no work is waiting, and returns the seconds that passed.
  ///
  /// Work in a suspended process does not count, because it cannot run.
  /// - Throws: ``SimulatorError`` `never-settles`, with the name of the timer, if work repeats forever; errors that
  ///   escape the app's code.
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
      hint: "Use device:advance(seconds) instead of device:settle().")
  }

  /// The first waiting work; nil if no work is waiting.
  public var nextWork: PendingWork? { scheduler.next.map(PendingWork.init) }
}

/// Work that a device will run later.
public struct PendingWork: Sendable, CustomStringConvertible {
  /// The time on the device's clock.
  public let time: VirtualTime
  /// The description for users: `a timer of 0.500 s of com.example.paint`.
  public let description: String
  /// Whether it is code of an app.
  public let isOfApp: Bool

  init(_ work: ScheduledWork) {
    time = work.time
    isOfApp = work.kind == .app
    let owner = work.process?.bundleIdentifier ?? "the system"
    description =
      switch work.kind {
      case .app: "\(work.timer) of \(owner)"
      case .transition: "the end of a transition of \(owner)"
      case .background: "a system action\(work.process.map { " for \($0.bundleIdentifier)" } ?? "")"
      }
  }
}
