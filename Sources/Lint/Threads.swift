import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shares pieces of work among the processors.
enum Threads {
  /// More would wait for the disk.
  private static let maximum = 8

  /// Does the pieces 0 to `count - 1`, in any order, and returns when all are done.
  static func perform(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    let share = Share(count, work)
    let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var helpers: [pthread_t] = []
    // This thread works too; where another cannot be had, it does everything.
    for _ in 1..<max(1, min(processors, maximum, count)) {
      guard let helper = start(share) else { break }
      helpers.append(helper)
    }
    share.work()
    for helper in helpers { pthread_join(helper, nil) }
  }

  private final class Share: Sendable {
    private let next = Mutex(0)
    private let count: Int
    private let piece: @Sendable (Int) -> Void

    init(_ count: Int, _ piece: @escaping @Sendable (Int) -> Void) {
      self.count = count
      self.piece = piece
    }

    func work() {
      while let index = take() { piece(index) }
    }

    private func take() -> Int? {
      next.withLock { next in
        guard next < count else { return nil }
        defer { next += 1 }
        return next
      }
    }
  }

  #if canImport(Darwin)
    private static func start(_ share: Share) -> pthread_t? {
      var helper: pthread_t?
      let box = Unmanaged.passRetained(share)
      let status = pthread_create(
        &helper, nil,
        { box in
          Unmanaged<Share>.fromOpaque(box).takeRetainedValue().work()
          return nil
        }, box.toOpaque())
      if status != 0 { box.release() }
      return helper
    }
  #else
    private static func start(_ share: Share) -> pthread_t? {
      var helper = pthread_t()
      let box = Unmanaged.passRetained(share)
      let status = pthread_create(
        &helper, nil,
        { box in
          if let box { Unmanaged<Share>.fromOpaque(box).takeRetainedValue().work() }
          return nil
        }, box.toOpaque())
      guard status == 0 else {
        box.release()
        return nil
      }
      return helper
    }
  #endif
}
