internal import AppPackages
import PropertyLists

/// The virtual clock and everything that waits for it, in a stable order: by time, then by the order of scheduling.
///
/// It only keeps the work; ``Device`` runs it.
final class Scheduler {
  private(set) var now = VirtualTime.zero
  /// How many transitions are waiting: while there are some, the system is not finished.
  private(set) var pendingTransitions = 0
  /// A binary heap, the earliest work at the root.
  private var heap: [ScheduledWork] = []
  private var nextSequence: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }
  var earliestTime: VirtualTime? { heap.first?.time }

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
    nextSequence += 1
  }

  /// Puts back work that had to wait for its process; it is due at its old time, or now if that has passed.
  func reinsert(_ work: ScheduledWork) {
    insert(
      ScheduledWork(
        time: max(work.time, now), sequence: nextSequence, kind: work.kind, process: work.process, delay: work.delay,
        body: work.body))
    nextSequence += 1
  }

  /// Takes the earliest work out if it is due at `time` or before.
  func popWork(dueAt time: VirtualTime) -> ScheduledWork? {
    guard let first = heap.first, first.time <= time else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      siftDown(from: 0)
    }
    if first.kind == .transition { pendingTransitions -= 1 }
    return first
  }

  /// Drops the work for which `condition` holds, and returns how much it was.
  @discardableResult
  func removeAll(where condition: (ScheduledWork) -> Bool) -> Int {
    Work.count(heap.count / 4)
    guard heap.contains(where: condition) else { return 0 }
    Work.count(heap.count * 4)
    let kept = heap.filter { !condition($0) }.sorted(by: <)  // a sorted array is a heap
    let removed = heap.count - kept.count
    heap = kept
    pendingTransitions = kept.reduce(0) { $0 + ($1.kind == .transition ? 1 : 0) }
    return removed
  }

  private func insert(_ work: ScheduledWork) {
    if work.kind == .transition { pendingTransitions += 1 }
    heap.append(work)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private func siftDown(from start: Int) {
    var parent = start
    while true {
      var smallest = parent
      let left = 2 * parent + 1
      if left < heap.count, heap[left] < heap[smallest] { smallest = left }
      if left + 1 < heap.count, heap[left + 1] < heap[smallest] { smallest = left + 1 }
      guard smallest != parent else { return }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
