internal import Events
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
  /// What the spools of all files keep in memory together, in bytes.
  private var bytesInMemory = 0
  private let maximumInMemory: Int
  private let spoolFile: SpoolFile
  /// Of the file whose turn it is something got lost, and that was told: it has ended for the reports.
  private var isLost = false
  /// Whether a failure was to be the last, and was told.
  private(set) var hasEnded = false

  private struct Waiting {
    var spool = EventSpool()
    var isDone = false
    /// What ended the file before it ended itself.
    var problem: (problem: Problem, worker: Int)?
  }

  init(
    _ files: [ScenarioFile], endsWithFirstFailure: Bool, spoolFile: SpoolFile = SpoolFile(),
    maximumInMemory: Int = 8 << 20, tell: @escaping (RunEvent) -> Void
  ) {
    self.files = files
    self.spoolFile = spoolFile
    self.maximumInMemory = maximumInMemory
    self.endsWithFirstFailure = endsWithFirstFailure
    self.tell = tell
  }

  /// Takes a line of the file at a place.
  /// - Returns: false for one that holds no event.
  func take(_ line: ArraySlice<UInt8>, of file: Int) -> Bool {
    guard file == turn else {
      keep(line, of: file)
      return true
    }
    guard !isLost else { return true }
    guard case .event(let event)? = EventLine.read(line) else { return false }
    deliver(event)
    return true
  }

  private func keep(_ line: ArraySlice<UInt8>, of file: Int) {
    waiting[file, default: Waiting()].spool.add(line)
    bytesInMemory += line.count
    guard bytesInMemory > maximumInMemory else { return }
    for file in Array(waiting.keys) { waiting[file]?.spool.move(to: spoolFile) }
    // What the disk does not take stays, and is not tried again with each line.
    bytesInMemory = 0
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
    if !isLost { progress.finish(files[file], with: problem, worker: worker).forEach(deliver) }
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
      isLost = false
      guard var next = waiting.removeValue(forKey: turn) else { return }
      bytesInMemory = max(0, bytesInMemory - next.spool.bytesInMemory)
      deliver(&next.spool)
      if let (problem, worker) = next.problem, !isLost {
        progress.finish(files[turn], with: problem, worker: worker).forEach(deliver)
      }
      isDone = next.isDone
    }
  }

  /// Tells what a file has told while it waited.
  private func deliver(_ spool: inout EventSpool) {
    var isReadable = true
    let isWhole = spool.drain(from: spoolFile) { line in
      guard isReadable, case .event(let event)? = EventLine.read(line) else { return isReadable = false }
      deliver(event)
    }
    guard !isWhole || !isReadable else { return }
    isLost = true
    let problem = Problem(
      .crash, message: "the events of this file are lost: they cannot be read back from the disk",
      hint:
        "The system's folder for temporary files may be full or damaged. Run the file alone or with --jobs 1.")
    progress.finish(files[turn], with: problem, worker: 1).forEach(deliver)
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
    case .runStarted, .pluginFailed, .output, .note, .scenarioListed, .coverage, .runFinished: break
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
