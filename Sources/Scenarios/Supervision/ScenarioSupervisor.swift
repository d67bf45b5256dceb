public import HomeScreenReports
import HomeScreenSimulator
internal import LuaAPI
import LuaEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs scenario files in a worker process and outlives whatever they do to it.
///
/// A script that crashes its worker, or never ends and cannot be stopped, costs its own file: the report says what
/// happened and goes on with the next file in a new worker.
public struct ScenarioSupervisor {
  private let options: RunOptions
  /// How often Ctrl-C is pressed before a worker is killed. The second time it ends by itself, and says where it was.
  private static let patience = 3

  /// A supervisor whose workers run files in this way.
  public init(options: RunOptions) {
    self.options = options
  }

  /// Runs the files and gives the exit code of the whole. The process may have one thread only.
  /// - Parameters:
  ///   - pause: called whenever no event waits: a good moment to write what was kept.
  ///   - emit: hears the events, those of ``ScenarioRunner``.
  public func run(_ files: [ScenarioFile], pause: @escaping () -> Void, emit: @escaping (RunEvent) -> Void) -> ExitCode
  {
    Interrupt.startCounting()
    let files = ScenarioFile.prepare(files, for: options)
    let frame = RunFrame(options: options, emit: emit)
    frame.start(files)
    var rest = files[...]
    while !rest.isEmpty, !frame.tally.isInterrupted {
      pause()
      if Interrupt.count > 0 {
        frame.tally.interrupt()
        break
      }
      guard let worker = startWorker(rest) else {
        // The system makes no more processes: better here than not at all.
        Interrupt.install()
        let isDone = ScenarioRunner(options: options).runFiles(rest) { event in
          frame.tell(event)
          pause()
        }
        if !isDone { frame.tally.interrupt() }
        break
      }
      var progress = FileProgress()
      follow(worker, pause: pause) { event in
        progress.add(event)
        frame.tell(event)
      }
      let end = worker.wait()
      close(worker.events)
      rest = rest.dropFirst(progress.finished)
      if end == .left(code: Self.done), rest.isEmpty { break }
      if progress.isInFile || progress.finished == 0, let file = rest.popFirst() {
        let problem = WorkerEnd(end, options: options).problem(in: file, started: progress.isInFile)
        progress.finish(file, with: problem).forEach(frame.tell)
      } else if end == .left(code: Self.interrupted) {
        frame.tally.interrupt()
      } else {
        // Between two files or behind the last one: no file is to blame, and the next one runs.
        frame.tally.noteFault()
      }
    }
    return frame.finish(files)
  }

  // Exit codes of a worker, beside those that its limits give it.
  private static let done: Int32 = 0
  private static let interrupted = ExitCode.interrupted.rawValue

  private func startWorker(_ files: ArraySlice<ScenarioFile>) -> WorkerProcess? {
    WorkerProcess.start { descriptor in
      let events = EventWriter(descriptor: descriptor)
      let isDone = ScenarioRunner(options: options).runFiles(files) { events.write($0) }
      return isDone ? Self.done : Self.interrupted
    }
  }

  /// Hears the worker out and passes Ctrl-C on to it.
  private func follow(_ worker: WorkerProcess, pause: () -> Void, tell: (RunEvent) -> Void) {
    var reader = EventReader(descriptor: worker.events)
    var passedOn = 0
    func passOnInterrupts() {
      let pressed = Interrupt.count
      guard pressed > passedOn else { return }
      passedOn = pressed
      if pressed >= Self.patience { worker.kill() } else { worker.stop() }
    }
    passOnInterrupts()
    while true {
      switch reader.read() {
      case .events(let events):
        events.forEach(tell)
        pause()
      case .interrupted: break
      case .end: return
      case .malformed: return worker.kill()
      }
      passOnInterrupts()
    }
  }
}

/// What a worker has told of its files.
private struct FileProgress {
  /// How many have ended.
  private(set) var finished = 0
  private(set) var isInFile = false
  private var counts = RunCounts()
  private var hash = TraceDigest()

  mutating func add(_ event: RunEvent) {
    switch event {
    case .fileStarted:
      isInFile = true
      counts = RunCounts()
      hash = TraceDigest()
    case .scenarioFinished(let result):
      counts.count(result.status)
      if let digest = TraceDigest(result.traceHash) { hash.combine(digest) }
    case .fileFinished:
      isInFile = false
      finished += 1
    case .runStarted, .pluginFailed, .output, .note, .scenarioListed, .fileFailed, .runFinished: break
    }
  }

  /// The events that end a file whose worker is gone.
  func finish(_ file: ScenarioFile, with problem: Problem) -> [RunEvent] {
    (isInFile ? [] : [.fileStarted(file: file.name, position: file.position, worker: 1)]) + [
      .fileFailed(file: file.name, problem: problem),
      .fileFinished(file: file.name, counts: isInFile ? counts : RunCounts(), traceHash: hash.description),
    ]
  }
}
