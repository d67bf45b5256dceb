internal import AppPackages
internal import Events
import LuaAPI
import LuaEngine
internal import Platform
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The workers of a run. Each takes the next file that nobody has, until there is none.
final class WorkerPool {
  private let files: [ScenarioFile]
  private let options: RunOptions
  private let ticket: SharedTicket
  private let delivery: EventDelivery
  private let onFailure: FailureHooks
  /// Where workers write; elsewhere the kernel refuses it, where it can.
  private let outputs: [String]
  private var workers: [Worker] = []
  private var freeNumbers: [Int]
  /// The system makes more processes.
  private(set) var canStart = true
  /// Ctrl-C ended something.
  private(set) var isInterrupted = false
  /// A worker ended for no reason that a file is to blame for.
  private(set) var hadFault = false
  /// Whether a file has ended, or is given up, by its place.
  private var isDone: [Bool]
  /// How many have not.
  private var left: Int
  private var passedOn = 0
  private var rhythm = ReadingRhythm()
  /// Why the last worker ended that no file is to blame for.
  private var unexplained: Problem?

  private final class Worker {
    var process: WorkerProcess
    /// From 1.
    let number: Int
    let reader = EventReader()
    /// The place of the file that it runs.
    var file: Int?
    /// It told what a worker does not tell.
    private(set) var isMalformed = false
    /// It was killed, for nothing was heard of it for too long.
    private(set) var wasSilent = false
    private var silence = WorkerSilence()

    init(_ process: WorkerProcess, number: Int) {
      self.process = process
      self.number = number
    }

    /// Nothing more is believed of what it tells.
    func discredit() {
      isMalformed = true
      process.kill()
    }

    /// It has said something.
    func hear() { silence.end() }

    /// It has said nothing while this process waited.
    func miss(_ wait: WorkerSilence.Wait, _ limit: WorkerSilence.Limit) {
      guard !wasSilent, silence.add(wait, of: process, limit: limit) else { return }
      wasSilent = true
      process.kill()
    }
  }

  /// How long a worker may be silent; nil: for ever.
  private let silence: WorkerSilence.Limit?

  init(
    _ files: [ScenarioFile], options: RunOptions, ticket: SharedTicket, delivery: EventDelivery,
    _ onFailure: FailureHooks
  ) {
    self.files = files
    self.options = options
    self.ticket = ticket
    self.delivery = delivery
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

  /// Whether there is something to do.
  var goesOn: Bool {
    if !workers.isEmpty { return true }
    return canStart && !isInterrupted && !delivery.hasEnded && left > 0 && Interrupt.count == 0
      && !Interrupt.isTermination
  }

  /// The files that nobody ran, when there are no workers.
  var rest: ArraySlice<ScenarioFile> { files.indices.filter { !isDone[$0] }.map { files[$0] }[...] }

  // Exit codes of a worker, beside those that its limits give it.
  private static let done: Int32 = 0
  private static let interrupted = ExitCode.interrupted.rawValue

  /// Starts as many as are missing.
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
        CurrentMachine.watching?.tell(worker: descriptor)
        while true {
          let next = ticket.take()
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

  /// Waits until something arrives and takes it.
  func follow() {
    rhythm.pause()
    passOnInterrupts()
    var polled = workers.map { pollfd(fd: $0.process.events, events: Int16(POLLIN), revents: 0) }
    rhythm.beginWaiting()
    var wait = WorkerSilence.Wait()
    let count = poll(&polled, nfds_t(polled.count), silence?.milliseconds ?? -1)
    wait.finish()
    if let silence {
      for (worker, polled) in zip(workers, polled) {
        if count > 0, polled.revents != 0 { worker.hear() } else { worker.miss(wait, silence) }
      }
    }
    guard count > 0 else { return passOnInterrupts() }
    rhythm.endWaiting()
    // From behind: one that has ended leaves.
    for index in polled.indices.reversed() where polled[index].revents != 0 { rhythm.bytes += read(index) }
    if delivery.hasEnded {
      ticket.end()
      for worker in workers { worker.process.kill() }
    }
  }

  /// - Returns: how many bytes arrived.
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

  /// A worker is gone.
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
      // It may have taken a file and not begun with it: which one shows when nobody runs any more.
      hadFault = true
      unexplained = WorkerEnd(end, of: worker.process, wasSilent: worker.wasSilent, options: options).cause
    }
    if end == .left(code: Self.done), workers.isEmpty { giveUpLost(worker) }
  }

  /// All workers said that they were done: what is missing was taken by one that never told of it.
  private func giveUpLost(_ worker: Worker) {
    let problem =
      unexplained
      ?? Problem(
        .crash, message: "the process for the script ended before it started",
        hint: "This is a bug of homescreen: please report it with the script.")
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

  /// How often Ctrl-C is pressed before a worker is killed. The second time it ends by itself, and says where it was.
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
    for worker in workers {
      if pressed >= Self.patience { worker.process.kill() } else { worker.process.stop() }
    }
  }
}

extension [ScenarioFile] {
  /// The place of the file at a position of the whole run: positions ascend.
  fileprivate func firstIndex(atPosition position: Int) -> Int? {
    let index = partitioningIndex { $0.position >= position }
    return index < endIndex && self[index].position == position ? index : nil
  }
}
