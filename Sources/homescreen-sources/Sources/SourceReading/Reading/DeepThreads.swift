import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads with stacks large enough for trees of thousands of levels.
package enum DeepThreads {
  /// The stack size; only used pages take memory.
  private static let stackBytes = 512 << 20

  /// Runs the work on a separate thread, and waits.
  package static func run(_ work: @escaping @Sendable () -> Void) {
    guard let thread = start(work) else { return work() }
    pthread_join(thread, nil)
  }

  /// Runs the body for each number below the count, on as many threads as there are cores.
  static func each(below count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let counter = Counter()
    let work: @Sendable () -> Void = {
      while true {
        let number = counter.take()
        guard number < count else { return }
        body(number)
      }
    }
    let cores = max(1, min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8, count))
    let threads = (1..<max(cores, 2)).compactMap { _ in cores > 1 ? start(work) : nil }
    run(work)
    for thread in threads { pthread_join(thread, nil) }
  }

  private final class Counter: Sendable {
    private let next = Mutex(0)

    func take() -> Int {
      next.withLock { next in
        defer { next += 1 }
        return next
      }
    }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    guard pthread_attr_init(attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(attributes) }
    pthread_attr_setstacksize(attributes, stackBytes)
    let box = Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(
        &thread, attributes,
        { box in
          Unmanaged<Work>.fromOpaque(box).takeRetainedValue().body()
          return nil
        }, box)
    #else
      var thread = pthread_t()
      let status = pthread_create(
        &thread, attributes,
        { box in
          if let box { Unmanaged<Work>.fromOpaque(box).takeRetainedValue().body() }
          return nil
        }, box)
    #endif
    guard status == 0 else {
      Unmanaged<Work>.fromOpaque(box).release()
      return nil
    }
    return thread
  }
}
