internal import HomeScreenReports
import HomeScreenSimulator

/// Brings the events of files that run at the same time into the order of the files, and completes what a worker could
/// not.
///
/// The file whose turn it is passes through at once; what runs ahead waits.
final class EventDelivery {
  private let files: [ScenarioFile]
  private let tell: (RunEvent) -> Void
  private let endsWithFirstFailure: Bool
  /// Whose turn it is: a place in ``files``.
  private var turn = 0
  private var waiting: [Int: Waiting] = [:]
  private var progress = FileProgress()
  /// Whether a failure was to be the last, and was told.
  private(set) var hasEnded = false

  private struct Waiting {
    var spool = EventSpool()
    var isDone = false
    /// What ended the file before it ended itself.
    var problem: (problem: Problem, worker: Int)?
  }

  init(_ files: [ScenarioFile], endsWithFirstFailure: Bool, tell: @escaping (RunEvent) -> Void) {
    self.files = files
    self.endsWithFirstFailure = endsWithFirstFailure
    self.tell = tell
  }

  /// Takes a frame of the file at a place.
  /// - Returns: false for one that holds no event.
  func take(_ frame: ArraySlice<UInt8>, of file: Int) -> Bool {
    guard file == turn else {
      waiting[file, default: Waiting()].spool.add(frame)
      return true
    }
    guard case .event(let event)? = EventFrame.read(frame) else { return false }
    deliver(event)
    return true
  }

  /// A file has ended.
  func finish(_ file: Int) {
    guard file == turn else {
      waiting[file, default: Waiting()].isDone = true
      return
    }
    advance()
  }

  /// A file was ended by what happened to its worker.
  func fail(_ file: Int, with problem: Problem, worker: Int) {
    guard file == turn else {
      waiting[file, default: Waiting()].problem = (problem, worker)
      waiting[file, default: Waiting()].isDone = true
      return
    }
    progress.finish(files[file], with: problem, worker: worker).forEach(deliver)
    advance()
  }

  /// Nothing more comes: files that never ran leave gaps, and what waits behind them is told.
  func flush() {
    while turn < files.count, !hasEnded {
      guard waiting.keys.contains(where: { $0 >= turn }) else { return }
      advance()
    }
  }

  /// The next file's turn has come, and that of those behind it that have ended meanwhile.
  private func advance() {
    var isDone = true
    while isDone, !hasEnded {
      turn += 1
      progress = FileProgress()
      guard var next = waiting.removeValue(forKey: turn) else { return }
      next.spool.drain { frame in
        if case .event(let event)? = EventFrame.read(frame) { deliver(event) }
      }
      if let (problem, worker) = next.problem {
        progress.finish(files[turn], with: problem, worker: worker).forEach(deliver)
      }
      isDone = next.isDone
    }
  }

  private func deliver(_ event: RunEvent) {
    guard !hasEnded else { return }
    progress.add(event)
    tell(event)
    if endsWithFirstFailure, progress.hasFailed, !progress.isInFile { hasEnded = true }
  }
}

/// What was told of the file whose turn it is.
private struct FileProgress {
  private(set) var isInFile = false
  private(set) var hasFailed = false
  private var counts = RunCounts()
  private var hash = TraceDigest()

  mutating func add(_ event: RunEvent) {
    switch event {
    case .fileStarted: isInFile = true
    case .scenarioFinished(let result):
      counts.count(result.status)
      if result.status == .failed || result.status == .error { hasFailed = true }
      if let digest = TraceDigest(result.traceHash) { hash.combine(digest) }
    case .fileFailed: hasFailed = true
    case .fileFinished: isInFile = false
    case .runStarted, .pluginFailed, .output, .note, .scenarioListed, .scenarioCompared, .coverage, .runFinished: break
    }
  }

  /// The events that end a file whose worker is gone.
  func finish(_ file: ScenarioFile, with problem: Problem, worker: Int) -> [RunEvent] {
    (isInFile ? [] : [.fileStarted(file: file.name, position: file.position, worker: worker)]) + [
      .fileFailed(file: file.name, problem: problem),
      .fileFinished(file: file.name, counts: counts, traceHash: hash.description),
    ]
  }
}
