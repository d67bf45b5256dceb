import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Distributes work among the processors.
package enum Threads {
  /// The maximum number of threads; more would wait for the disk.
  private static let maximum = 8

  /// Performs the tasks 0 to `count - 1` in any order, and returns when all are done. They use the machine of this
  /// thread.
  package static func perform(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    let machine = CurrentMachine.value
    let share = Share(count) { index in CurrentMachine.$value.withValue(machine) { work(index) } }
    let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var helpers: [pthread_t] = []
    // This thread works too; it does everything if no other thread can be started.
    for _ in 1..<max(1, min(processors, maximum, count)) {
      guard let helper = start(share) else { break }
      helpers.append(helper)
    }
    share.work()
    for helper in helpers { pthread_join(helper, nil) }
  }

  /// Returns the results of the tasks in their order.
  package static func map<Result: Sendable>(_ count: Int, _ work: @escaping @Sendable (Int) -> Result) -> [Result] {
    let results = Results<Result>()
    perform(count) { index in
      let result = work(index)
      results.known.withLock { $0[index] = result }
    }
    return results.known.withLock { known in (0..<count).compactMap { known[$0] } }
  }

  private final class Results<Result: Sendable>: Sendable {
    let known = Mutex<[Int: Result]>([:])
  }

  private final class Share: Sendable {
    private let next = Mutex(0)
    private let count: Int
    private let piece: @Sendable (Int) -> Void

    init(_ count: Int, _ piece: @escaping @Sendable (Int) -> Void) { (self.count, self.piece) = (count, piece) }

    func work() { while let index = take() { piece(index) } }

    private func take() -> Int? {
      next.withLock { next in
        guard next < count else { return nil }
        defer { next += 1 }
        return next
      }
    }
  }

  /// The size of a thread's stack: that of the main thread, since readers recurse deeply.
  private static let stackBytes = 16 << 20

  private static func start(_ share: Share) -> pthread_t? {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    guard pthread_attr_init(attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(attributes) }
    pthread_attr_setstacksize(attributes, stackBytes)
    let box = boxed(share)
    #if canImport(Darwin)
      var helper: pthread_t?
      let status = pthread_create(
        &helper, attributes,
        { box in
          Threads.unboxed(box).work()
          return nil
        }, box)
    #else
      var helper = pthread_t()
      let status = pthread_create(
        &helper, attributes,
        { box in
          if let box { Threads.unboxed(box).work() }
          return nil
        }, box)
    #endif
    if status != 0 { drop(box) }
    return status == 0 ? helper : nil
  }

  /// Returns a share as one pointer, which is the only argument of a thread.
  private static func boxed(_ share: Share) -> UnsafeMutableRawPointer {
    let box = UnsafeMutablePointer<Share>.allocate(capacity: 1)
    box.initialize(to: share)
    return UnsafeMutableRawPointer(box)
  }

  private static func unboxed(_ box: UnsafeMutableRawPointer) -> Share {
    let box = box.assumingMemoryBound(to: Share.self)
    defer { box.deallocate() }
    return box.move()
  }

  private static func drop(_ box: UnsafeMutableRawPointer) { _ = unboxed(box) }
}
