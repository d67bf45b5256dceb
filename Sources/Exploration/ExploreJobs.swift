package import Events
import LuaEngine
import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Explores with several processes, each of which plays a part of the stories, and merges their reports.
package struct ExploreJobs {
  private let source: ExploreSource
  private let options: ExploreOptions
  private let count: Int
  /// Called while the workers run, with the elapsed seconds.
  package var onWaiting: (Double) -> Void = { _ in }

  /// Creates jobs for the apps of a source. The current process must have only one thread.
  package init(_ source: ExploreSource, options: ExploreOptions, count: Int) {
    (self.source, self.options, self.count) = (source, options, count)
  }

  private struct Worker {
    var process: WorkerProcess
    var bytes: [UInt8] = []
    var silence = WorkerSilence()
  }

  /// Explores all parts, and returns one report.
  /// - Throws: ``ExploreError``.
  package func explore() throws -> ExplorationReport {
    // This process reports a definition that fails, once.
    defer { Watchdog.disarm() }
    let titles = try source.open(options).titles
    Watchdog.disarm()
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
        WorkerPipe.write(Array(report.json.utf8), to: descriptor)
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
    let limit = WorkerSilence.Limit(watchdog: options.watchdog)
    while !workers.isEmpty {
      let order = workers.keys.sorted()
      var polled = order.map { index in
        pollfd(fd: workers[index]?.process.events ?? -1, events: Int16(POLLIN), revents: 0)
      }
      let wait = WorkerSilence.Wait()
      let isReady = poll(&polled, nfds_t(polled.count), limit.map { min(200, $0.milliseconds) } ?? 200) > 0
      if let limit {
        for (place, index) in order.enumerated() where !isReady || polled[place].revents == 0 {
          guard let process = workers[index]?.process else { continue }
          // The part is then lost, and this process plays it again.
          if workers[index]?.silence.add(wait, of: process, limit: limit) == true { process.kill() }
        }
      }
      if Interrupt.count > passedOn || (Interrupt.isTermination && !endPassedOn) {
        passedOn = Interrupt.count
        // Only once: a second signal would end the confirmation of findings.
        endPassedOn = Interrupt.isTermination
        for worker in workers.values { worker.process.stop() }
      }
      let passed = start.duration(to: .now).components
      onWaiting(Double(passed.seconds) + Double(passed.attoseconds / 1_000_000_000_000_000) / 1000)
      for (place, index) in order.enumerated() where isReady && polled[place].revents != 0 {
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
    // Plays each lost part again, alone in this process, which shows why its process ended.
    var problems: [String] = []
    for index in lost.sorted() where !isStopping {
      let name = "part \(index + 1) of \(count)"
      if let deadline = options.deadline, ContinuousClock.now >= deadline {
        problems.append("\(name) was lost with its process, and there was no time to play it again")
        continue
      }
      var options = options
      options.part = options.part.part(index, of: count)
      do {
        parts[index] = try Explorer(source, options: options).explore()
      } catch {
        problems.append("\(name) was lost with its process, and failed again: \(ExploreError.text(of: error))")
      }
    }
    var whole: ExplorationReport
    if parts.isEmpty {
      whole = ExplorationReport(file: source.name, apps: [])
      whole.settings = options.settings
      whole.apps = titles.map { ExploredAppReport(title: $0, devices: [], wantedDepth: options.depth) }
    } else {
      do {
        whole = try ExplorationReport.merging(parts.keys.sorted().compactMap { parts[$0] })
      } catch {
        throw ExploreError("\(source.name) changed while it was explored: \(error)")
      }
    }
    whole.parts = ExploredParts(options.part)
    whole.isInterrupted = whole.isInterrupted || parts.count < count
    whole.isStopped = whole.isStopped || isStopping
    // The findings of the other parts remain valid.
    for index in whole.apps.indices where !problems.isEmpty {
      whole.apps[index].problem = whole.apps[index].problem ?? problems.joined(separator: "; ")
    }
    return whole
  }

  /// Reads the available bytes; false at the end.
  private static func read(_ worker: inout Worker) -> Bool {
    switch WorkerPipe.read(from: worker.process.events) {
    case .end: return false
    case .interrupted: return true
    case .bytes(let bytes):
      worker.bytes += bytes
      worker.silence.end()
      return true
    }
  }
}
