#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Feeds a child's standard input and collects its output concurrently, so that neither side waits forever.
struct Exchange {
  /// The kept part of a stream.
  struct Collected {
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var wasCut = false
    fileprivate var isOpen = true
  }

  private(set) var output = Collected()
  private(set) var errors = Collected()
  /// On the clock of ``now()``.
  let deadline: Double
  /// Called once, after the first output of the child.
  var onFirstOutput: (() -> Void)?

  private var unsent: ArraySlice<UInt8>
  private let limit: Int
  private var block = [UInt8](repeating: 0, count: 64 * 1024)

  init(input: [UInt8], limit: Int, deadline: Double) {
    unsent = input[...]
    self.limit = limit
    self.deadline = deadline
  }

  /// Seconds of a monotonic clock.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Runs until both output streams are closed. Returns false if the deadline came first.
  mutating func run(input: inout Ends, output outputEnd: Int32, errors errorEnd: Int32) -> Bool {
    _ = fcntl(input.writing, F_SETFL, O_NONBLOCK)
    Self.ignoreBrokenPipes()
    while output.isOpen || errors.isOpen {
      let left = deadline - Self.now()
      guard left > 0 else { return false }
      if unsent.isEmpty { input.closeWriting() }
      // poll ignores a negative descriptor.
      var sources = [
        pollfd(fd: output.isOpen ? outputEnd : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors.isOpen ? errorEnd : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&sources, 3, Int32(min(left * 1000 + 1, 60_000))) > 0 else { continue }
      if sources[0].revents != 0 {
        take(from: outputEnd, into: \.output)
        if !output.bytes.isEmpty {
          onFirstOutput?()
          onFirstOutput = nil
        }
      }
      if sources[1].revents != 0 { take(from: errorEnd, into: \.errors) }
      if sources[2].revents != 0 { feed(input.writing) }
    }
    return true
  }

  private mutating func take(from descriptor: Int32, into stream: WritableKeyPath<Exchange, Collected>) {
    let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else {
      self[keyPath: stream].isOpen = false
      return
    }
    let available = limit - self[keyPath: stream].bytes.count
    self[keyPath: stream].bytes += block[..<min(count, available)]
    if count > available { self[keyPath: stream].wasCut = true }
  }

  private mutating func feed(_ descriptor: Int32) {
    let count = unsent.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      unsent = unsent.dropFirst(count)
    } else if errno != EINTR, errno != EAGAIN {
      // The child stopped reading, which is allowed.
      unsent = []
    }
  }

  /// Writing to a dead child must be an error and not end the test run.
  private static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
