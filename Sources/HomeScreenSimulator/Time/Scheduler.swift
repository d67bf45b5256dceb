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
