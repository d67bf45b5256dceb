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
      let box = boxed(share)
      var helper: pthread_t?
      let status = pthread_create(
        &helper, nil,
        { box in
          Threads.unboxed(box).work()
          return nil
        }, box)
      if status != 0 { drop(box) }
      return helper
    }
  #else
    private static func start(_ share: Share) -> pthread_t? {
      let box = boxed(share)
      var helper = pthread_t()
      let status = pthread_create(
        &helper, nil,
        { box in
          if let box { Threads.unboxed(box).work() }
          return nil
        }, box)
      if status != 0 { drop(box) }
      return status == 0 ? helper : nil
    }
  #endif

  /// A thread takes one pointer along.
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
