public import HomeScreenReports
import LuaEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Explores with several processes at once, each of which plays a part of the stories, and merges what they found.
public struct ExploreJobs {
  private let source: ExploreSource
  private let options: ExploreOptions
  private let count: Int
  /// Asked while the workers run; gets the seconds that have passed.
  public var onWaiting: (Double) -> Void = { _ in }

  /// So many processes for the apps of a source. This process may have one thread only.
  public init(_ source: ExploreSource, options: ExploreOptions, count: Int) {
    self.source = source
    self.options = options
    self.count = count
  }

  private struct Worker {
    var process: WorkerProcess
    var bytes: [UInt8] = []
  }

  /// Explores all parts, and gives what they found as one report.
  /// - Throws: ``ExploreError``.
  public func explore() throws -> ExplorationReport {
    // A definition that does not run is told once, by this process.
    _ = try source.open(options)
    Interrupt.startCounting()
    let start = ContinuousClock.now
    var options = options
    options.deadline = options.deadlineFromNow
    var workers: [Int: Worker] = [:]
    for index in 0..<count {
      var options = options
      options.part = options.part.part(index, of: count)
      let process = WorkerProcess.start { descriptor in
        Interrupt.install()
        let report: ExplorationReport
        do {
          report = try Explorer(source, options: options).explore()
        } catch {
          return ExitCode.scriptError.rawValue
        }
        Self.write(Array(report.json.utf8), to: descriptor)
        return ExitCode.success.rawValue
      }
      guard let process else { break }
      workers[index] = Worker(process: process)
    }
    let begun = workers.count
    guard begun > 0 else { return try Explorer(source, options: options).explore() }
    var parts: [Int: ExplorationReport] = [:]
    var lost = Set(begun..<max(begun, count))
    var passedOn = 0
    var isStopping: Bool { Interrupt.isTermination || passedOn > 0 }
    var endPassedOn = false
    while !workers.isEmpty {
      let order = workers.keys.sorted()
      var polled = order.map { index in
        pollfd(fd: workers[index]?.process.events ?? -1, events: Int16(POLLIN), revents: 0)
      }
      _ = poll(&polled, nfds_t(polled.count), 200)
      if Interrupt.count > passedOn || (Interrupt.isTermination && !endPassedOn) {
        passedOn = Interrupt.count
        // Once: a second one would end the confirming of what was found.
        endPassedOn = Interrupt.isTermination
        for worker in workers.values { worker.process.stop() }
      }
      let passed = start.duration(to: .now).components
      onWaiting(Double(passed.seconds) + Double(passed.attoseconds / 1_000_000_000_000_000) / 1000)
      for (place, index) in order.enumerated() where polled[place].revents != 0 {
        guard var worker = workers[index] else { continue }
        if Self.read(&worker) {
          workers[index] = worker
          continue
        }
        workers[index] = nil
        let end = worker.process.wait()
        worker.process.forget()
        if end == .left(code: ExitCode.success.rawValue),
          let report = try? ExplorationReport(parsing: worker.bytes, file: "the part \(index + 1)")
        {
          parts[index] = report
        } else {
          lost.insert(index)
        }
      }
    }
    // A part that was lost is played again here, alone: what ended its process shows then.
    for index in lost.sorted() where !isStopping {
      if let deadline = options.deadline, ContinuousClock.now >= deadline { break }
      var options = options
      options.part = options.part.part(index, of: count)
      parts[index] = try Explorer(source, options: options).explore()
    }
    guard !parts.isEmpty else {
      var nothing = ExplorationReport(file: source.name, apps: [])
      nothing.isInterrupted = true
      nothing.isStopped = isStopping
      return nothing
    }
    var whole = try ExplorationReport.merging(parts.keys.sorted().compactMap { parts[$0] })
    whole.isInterrupted = whole.isInterrupted || parts.count < count
    whole.isStopped = whole.isStopped || isStopping
    return whole
  }

  /// Takes what has arrived; false at the end.
  private static func read(_ worker: inout Worker) -> Bool {
    var block = [UInt8](repeating: 0, count: 65_536)
    let count = block.withUnsafeMutableBytes { buffer in
      #if canImport(Glibc)
        Glibc.read(worker.process.events, buffer.baseAddress, buffer.count)
      #else
        Darwin.read(worker.process.events, buffer.baseAddress, buffer.count)
      #endif
    }
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    worker.bytes += block[..<count]
    return count > 0
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #else
          Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count > 0 {
        start += count
      } else if errno == EAGAIN {
        var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&target, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }
}
