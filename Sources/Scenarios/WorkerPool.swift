internal import AppPackages
package import Events
import HomeScreenSimulator
internal import LuaAPI
import LuaEngine
package import Platform
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs scenario files in worker processes, up to the requested number at a time, and outlives their crashes.
///
/// A script that crashes its worker, or never ends and cannot be stopped, loses only its own file: the report says so,
/// and another worker continues with the next file. Reports get the files in order, whichever worker ran them.
package struct ScenarioSupervisor {
  private let options: RunOptions
  /// The observers of each failed scenario.
  package var onFailure = FailureHooks()

  package init(options: RunOptions) { self.options = options }

  /// Runs the files and returns the exit code of the run. The process must have only one thread.
  /// - Parameters:
  ///   - pause: called whenever no event is pending: a good moment to write buffered output.
  ///   - emit: receives the events, those of ``ScenarioRunner``.
  package func run(_ files: [ScenarioFile], pause: @escaping () -> Void, emit: @escaping (RunEvent) -> Void) -> ExitCode
  {
    let total = files.count
    let files = ScenarioFile.prepare(files, for: options)
    let frame = RunFrame(options: options, emit: emit)
    frame.start(files)
    guard onFailure.inspect == nil else {
      runHere(files[...], frame, pause)
      return frame.finish(files, of: total)
    }
    Interrupt.startCounting()
    let delivery = EventDelivery(files, endsWithFirstFailure: options.endsWithFirstFailure, report: frame.report)
    if let counter = SharedCounter() {
      let pool = WorkerPool(files, options: options, counter: counter, delivery: delivery, onFailure)
      while pool.goesOn {
        pause()
        pool.startWorkers()
        guard !pool.isEmpty else { break }
        pool.follow()
      }
      delivery.flush()
      if pool.isInterrupted { frame.tally.interrupt() }
      if pool.hadFault { frame.tally.noteFault() }
      if !pool.canStart, !pool.isInterrupted, !delivery.hasEnded { runHere(pool.rest, frame, pause) }
    } else {
      runHere(files[...], frame, pause)
    }
    return frame.finish(files, of: total)
  }

  /// Runs the files in this process when the system cannot start another one.
  private func runHere(_ files: ArraySlice<ScenarioFile>, _ frame: RunFrame, _ pause: @escaping () -> Void) {
    Interrupt.install()
    var runner = ScenarioRunner(options: options)
    runner.onFailure = onFailure
    let isDone = runner.runFiles(files) { event in
      frame.report(event)
      pause()
    }
    if !isDone { frame.tally.interrupt() }
  }
}

/// The workers of a run. Each takes the next file until all are taken.
final class WorkerPool {
  private let files: [ScenarioFile]
  private let options: RunOptions
  private let counter: SharedCounter
  private let delivery: EventDelivery
  private let onFailure: FailureHooks
  /// The paths that workers may write; the kernel refuses others, if it can.
  private let outputs: [String]
  private var workers: [Worker] = []
  private var freeNumbers: [Int]
  /// Whether the system can start more processes.
  private(set) var canStart = true
  /// Whether Ctrl-C ended a worker.
  private(set) var isInterrupted = false
  /// Whether a worker ended for a reason other than a file.
  private(set) var hadFault = false
  /// For each file, whether it has ended or was given up.
  private var isDone: [Bool]
  /// The number of files that have not ended.
  private var left: Int
  private var passedOn = 0
  private var schedule = PollingSchedule()
  /// The reason why the last worker ended, if no file caused it.
  private var unexplained: Problem?

  private final class Worker {
    var process: WorkerProcess
    /// The number of the worker, from 1.
    let number: Int
    let reader = EventReader()
    /// The index of the current file.
    var file: Int?
    /// Whether the worker sent an invalid message.
    private(set) var isMalformed = false
    /// Whether the worker was killed because it was silent for too long.
    private(set) var wasSilent = false
    private var silence = WorkerSilence()

    init(_ process: WorkerProcess, number: Int) { (self.process, self.number) = (process, number) }

    /// Kills the worker after an invalid message.
    func discredit() {
      isMalformed = true
      process.kill()
    }

    /// Notes that the worker sent something.
    func hear() { silence.end() }

    /// Notes that the worker was silent while this process waited.
    func miss(_ wait: WorkerSilence.Wait, _ limit: WorkerSilence.Limit) {
      guard !wasSilent, silence.add(wait, of: process, limit: limit) else { return }
      wasSilent = true
      process.kill()
    }
  }

  /// The time that a worker may be silent; nil if there is no limit.
  private let silence: WorkerSilence.Limit?

  init(
    _ files: [ScenarioFile], options: RunOptions, counter: SharedCounter, delivery: EventDelivery,
    _ onFailure: FailureHooks
  ) {
    (self.files, self.options, self.counter, self.delivery) = (files, options, counter, delivery)
    self.onFailure = onFailure
    isDone = Array(repeating: false, count: files.count)
    left = files.count
    silence = WorkerSilence.Limit(watchdog: options.watchdog)
    var folders: Set<ExactText> = []
    for file in files {
      if case .folder(let folder) = file.location { folders.insert(ExactText(folder.isEmpty ? "." : folder)) }
    }
    outputs = folders.sortedTexts + options.writableFolders.map(\.root) + options.outputs
    freeNumbers = Array((1...max(1, min(options.jobs, files.count))).reversed())
  }

  var isEmpty: Bool { workers.isEmpty }

  /// Whether files or workers are left.
  var goesOn: Bool {
    if !workers.isEmpty { return true }
    return canStart && !isInterrupted && !delivery.hasEnded && left > 0 && Interrupt.count == 0
      && !Interrupt.isTermination
  }

  /// The files that have not run yet; this process runs them if no worker can be started.
  var rest: ArraySlice<ScenarioFile> { files.indices.filter { !isDone[$0] }.map { files[$0] }[...] }

  // Exit codes of a worker, in addition to those of its limits.
  private static let done: Int32 = 0
  private static let interrupted = ExitCode.interrupted.rawValue

  /// Starts the missing workers.
  func startWorkers() {
    if Interrupt.count > 0 || Interrupt.isTermination {
      isInterrupted = true
      return
    }
    while canStart, !isInterrupted, !delivery.hasEnded, workers.count < left,
      let number = freeNumbers.last
    {
      var options = options
      options.worker = number
      let started = WorkerProcess.start { [outputs] descriptor in
        var runner = ScenarioRunner(options: options)
        runner.onFailure = onFailure
        options.confinement.confine(writing: outputs)
        let events = EventWriter(descriptor: descriptor)
        CurrentMachine.watching?.use(worker: descriptor)
        while true {
          let next = counter.take()
          guard next < files.count else { return Self.done }
          CurrentMachine.watching?.beginScript()
          if !runner.runFiles(files[next...next], emit: { events.write($0) }) { return Self.interrupted }
        }
      }
      guard let started else {
        // With fewer it takes longer.
        canStart = !workers.isEmpty
        return
      }
      freeNumbers.removeLast()
      workers.append(Worker(started, number: number))
    }
  }

  /// Waits for messages of workers and takes them.
  func follow() {
    schedule.pause()
    passOnInterrupts()
    var polled = workers.map { pollfd(fd: $0.process.events, events: Int16(POLLIN), revents: 0) }
    schedule.beginWaiting()
    var wait = WorkerSilence.Wait()
    let count = poll(&polled, nfds_t(polled.count), silence?.milliseconds ?? -1)
    wait.finish()
    if let silence {
      for (worker, polled) in zip(workers, polled) {
        if count > 0, polled.revents != 0 { worker.hear() } else { worker.miss(wait, silence) }
      }
    }
    guard count > 0 else { return passOnInterrupts() }
    schedule.endWaiting()
    // In reverse order, since a worker that has ended is removed.
    for index in polled.indices.reversed() where polled[index].revents != 0 { schedule.bytes += read(index) }
    if delivery.hasEnded {
      counter.end()
      for worker in workers { worker.process.kill() }
    }
  }

  /// - Returns: the number of bytes.
  private func read(_ index: Int) -> Int {
    let worker = workers[index]
    let arrival = worker.reader.read(from: worker.process.events) { line in
      if !worker.isMalformed, !take(line, from: worker) { worker.discredit() }
    }
    switch arrival {
    case .bytes(let count): return count
    case .nonsense: if !worker.isMalformed { worker.discredit() }
    case .interrupted: break
    case .end: end(index)
    }
    return 0
  }

  private func take(_ line: ArraySlice<UInt8>, from worker: Worker) -> Bool {
    switch EventLine.kind(of: line) {
    case nil: return false
    case .text:
      guard case .text(let text)? = EventLine.read(line) else { return false }
      CurrentMachine.watching?.hear(text, of: worker.file.map { files[$0].name })
      return true
    case .event(.fileStarted):
      guard case .event(.fileStarted(let name, let position, _))? = EventLine.read(line),
        let place = files.firstIndex(atPosition: position), files[place].name == name, worker.file == nil
      else { return false }
      worker.file = place
      CurrentMachine.watching?.hearBeginning(of: name)
      return delivery.take(line, of: place)
    case .event(let name):
      guard let file = worker.file, delivery.take(line, of: file) else { return false }
      guard name == .fileFinished else { return true }
      worker.file = nil
      finish(file)
      delivery.finish(file)
      return true
    }
  }

  /// Handles the end of a worker.
  private func end(_ index: Int) {
    let worker = workers.remove(at: index)
    let end = worker.process.wait()
    freeNumbers.append(worker.number)
    defer { worker.process.forget() }
    if delivery.hasEnded { return }
    if let file = worker.file {
      fail(
        file,
        WorkerEnd(end, of: worker.process, wasSilent: worker.wasSilent, options: options).problem(in: files[file]),
        worker)
    } else if end == .left(code: Self.interrupted) {
      isInterrupted = true
    } else if end != .left(code: Self.done) {
      // It may have taken a file without starting it: which one is known when no worker runs any more.
      hadFault = true
      unexplained = WorkerEnd(end, of: worker.process, wasSilent: worker.wasSilent, options: options).cause
    }
    if end == .left(code: Self.done), workers.isEmpty { giveUpLost(worker) }
  }

  /// Gives up the files that are still missing when all workers are done: a worker took them and ended without a report.
  private func giveUpLost(_ worker: Worker) {
    let problem =
      unexplained
      ?? Problem(
        .crash, message: "the process for the script ended before the script started",
        hint: "This is a bug in homescreen: please report it with the script.")
    for file in files.indices where !isDone[file] { fail(file, problem, worker) }
  }

  private func finish(_ file: Int) {
    guard !isDone[file] else { return }
    isDone[file] = true
    left -= 1
  }

  private func fail(_ file: Int, _ problem: Problem, _ worker: Worker) {
    if problem.ending == .interrupt { isInterrupted = true }
    finish(file)
    delivery.fail(file, with: problem, worker: worker.number)
  }

  /// The number of Ctrl-C presses after which a worker is killed. After two, it ends by itself and reports its place.
  private static let patience = 3

  private func passOnInterrupts() {
    if Interrupt.isTermination {
      isInterrupted = true
      for worker in workers { worker.process.kill() }
      return
    }
    let pressed = Interrupt.count
    guard pressed > passedOn else { return }
    passedOn = pressed
    for worker in workers { if pressed >= Self.patience { worker.process.kill() } else { worker.process.stop() } }
  }
}

extension [ScenarioFile] {
  /// Returns the index of the file at a position of the whole run: positions ascend.
  fileprivate func firstIndex(atPosition position: Int) -> Int? {
    let index = partitioningIndex { $0.position >= position }
    return index < endIndex && self[index].position == position ? index : nil
  }
}

/// The reason why a worker ended before its files did, for reports.
struct WorkerEnd {
  private let worker: WorkerProcess
  private let end: WorkerProcess.End
  private let options: RunOptions
  private let wasSilent: Bool

  /// - Parameter wasSilent: whether the worker was killed because it was silent for longer than its watchdog waits.
  init(_ end: WorkerProcess.End, of worker: WorkerProcess, wasSilent: Bool, options: RunOptions) {
    (self.end, self.worker, self.wasSilent, self.options) = (end, worker, wasSilent, options)
  }

  /// Returns the problem of the file that the worker had begun.
  func problem(in file: ScenarioFile) -> Problem {
    var problem = cause
    let prefix = TerminalText.visible(file.name, isOneLine: true) + ": "
    let note = worker.lastNote
    if note.hasPrefix(prefix) { problem.message += ", in “\(note.dropFirst(prefix.count))”" }
    problem.place = worker.lastPlace
    guard var place = problem.place.flatMap({ LuaError.Place(parsing: $0 + ":") }) else { return problem }
    // Lua shortens a long path from the left.
    if place.file.hasPrefix("..."), file.name.hasSuffix(place.file.dropFirst(3)) { place.file = file.name }
    problem.place = place.description
    if let text = try? file.read() {
      problem.sourceLine = SourceLines(file: file.name, text: text).line(place.line, of: place.file)
    }
    return problem
  }

  /// The cause of the end, independent of the file.
  var cause: Problem {
    switch end {
    case .left(ExitCode.watchdog.rawValue):
      let clock = worker.lastClock ?? .processor
      let time = "\(Self.text(clock.seconds(options.watchdog))) s of \(clock == .real ? "real" : "processor") time"
      return Problem(
        .deadline, message: "the watchdog ended the script: it did not respond for \(time)",
        hint: "Look for a call that never returns; --watchdog SECONDS gives more time.")
    case .killed(SIGKILL) where wasSilent && Interrupt.count == 0 && !Interrupt.isTermination:
      let time = "\(Self.text(Watchdog.last(seconds: options.watchdog))) s of real time"
      return Problem(
        .deadline,
        message: "the watchdog ended the script: its process did not run for \(time)",
        hint:
          "Something has stopped the process (SIGSTOP), or the system does not let it run; --watchdog SECONDS gives more time."
      )
    case .left(ExitCode.internalFault.rawValue):
      return Problem(
        .crash, message: "the process that ran the script ran out of memory or hit an internal error",
        hint: "Standard error may say more. The scenarios after this one did not run.")
    case .left(ExitCode.interrupted.rawValue):
      return Problem(.interrupt, message: "stopped by Ctrl-C: the script did not respond and was ended")
    case .left(let code):
      return Problem(
        .crash, message: "the process that ran the script exited with code \(code)",
        hint: "This is a bug in homescreen: please report it with the script.")
    case .killed(SIGKILL) where Interrupt.isTermination:
      return Problem(.interrupt, message: "stopped by SIGTERM while the script ran")
    case .killed(SIGKILL) where Interrupt.count > 0:
      return Problem(.interrupt, message: "stopped by Ctrl-C: the script did not respond and was ended")
    case .killed(SIGKILL):
      return Problem(
        .crash, message: "the process that ran the script was killed from outside (SIGKILL)",
        hint: "The system may be low on memory.")
    case .killed(let signal):
      return Problem(
        .crash, message: "the process that ran the script crashed (signal \(signal))",
        hint: "This is a bug in homescreen: please report it with the script.")
    }
  }

  /// Returns the number without “.0”: 60.
  private static func text(_ seconds: Double) -> String {
    Int(exactly: seconds).map(String.init) ?? "\(seconds)"
  }
}

/// The moments at which to read the pipes: at once for few events, and in intervals for many.
///
/// Workers write each event separately. Waking up for each one would cost both ends more than the event.
struct PollingSchedule {
  /// The bytes since the last pause.
  var bytes = 0
  private var waitingSince = ContinuousClock.now
  /// The number of successive reads without much waiting.
  private var promptLooks = 0

  /// A wait shorter than this does not count as waiting.
  private static let shortWait = Duration.microseconds(200)
  /// The number of reads without pauses, so that the few events of a short run are read at once.
  private static let fewLooks = 8
  /// The length of a pause in milliseconds.
  private static let pauseLength: CInt = 1

  /// Lets events accumulate if there are many, for at most the longest delay that an event may have. Full pipes are
  /// read at once.
  mutating func pause() {
    defer { bytes = 0 }
    if promptLooks >= Self.fewLooks, bytes < WorkerPipe.capacity / 2 { _ = poll(nil, 0, Self.pauseLength) }
  }

  mutating func beginWaiting() { waitingSince = .now }

  mutating func endWaiting() {
    promptLooks = waitingSince.duration(to: .now) < Self.shortWait ? promptLooks + 1 : 0
  }
}
