internal import AppPackages
internal import Events
import HomeScreenSimulator
import LuaEngine
internal import Platform
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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

/// The worker's end of the pipe: writes each event as a line, whole before the script goes on, so that nothing is lost
/// with the worker.
struct EventWriter {
  let descriptor: Int32

  func write(_ event: RunEvent) { WorkerPipe.write(EventLine.bytes(event), to: descriptor) }

  /// Writes a line of something else, which has no end.
  func write(line: String) { WorkerPipe.write(EventLine.bytes(text: line), to: descriptor) }
}

/// The supervisor's end of the pipe.
final class EventReader {
  private var lines = LineBuffer()

  /// What one look brought.
  enum Arrival {
    /// So many bytes.
    case bytes(Int)
    /// What a worker does not write.
    case nonsense
    /// A signal came first.
    case interrupted
    /// The worker has ended.
    case end
  }

  /// Reads what has arrived, at least something.
  /// - Parameter take: gets each whole line.
  func read(from descriptor: Int32, _ take: (ArraySlice<UInt8>) -> Void) -> Arrival {
    switch WorkerPipe.read(from: descriptor) {
    // What lacks its end was cut off with the worker.
    case .end: return .end
    case .interrupted: return .interrupted
    case .bytes(let bytes):
      lines.take(bytes[...], take)
      return lines.isBroken ? .nonsense : .bytes(bytes.count)
    }
  }
}

/// The lines of a file that runs ahead of its turn: kept in memory, and beyond that on the disk.
///
/// Reports get the files of a run in their order, however many run at the same time.
struct EventSpool {
  private var bytes: [UInt8] = []
  /// What is on the disk, in order, before what is in memory.
  private var extents: [SpoolFile.Extent] = []

  /// How much of it is in memory.
  var bytesInMemory: Int { bytes.count }

  /// Adds a line, with its end.
  mutating func add(_ line: ArraySlice<UInt8>) { bytes += line }

  /// Moves everything to the disk; what it does not take stays in memory, slower but whole.
  mutating func move(to file: SpoolFile) {
    if !bytes.isEmpty, file.write(bytes, addingTo: &extents) { bytes = [] }
  }

  /// Gives all lines, in order, and forgets them.
  /// - Returns: false when some could not be read any more; what follows them is not given.
  mutating func drain(from file: SpoolFile, _ take: (ArraySlice<UInt8>) -> Void) -> Bool {
    var lines = LineBuffer()
    var isWhole = true
    for extent in extents {
      // What cannot be read is forgotten, too.
      isWhole = file.read(extent) { if isWhole { lines.take($0, take) } } && isWhole
    }
    if isWhole { lines.take(bytes[...], take) }
    extents = []
    bytes = []
    return isWhole
  }
}

/// A file without a name for what has no room in memory: each piece is written once, and read once or looked at.
final class SpoolFile {
  /// Where a piece is, in bytes.
  struct Extent {
    fileprivate(set) var start: Int
    fileprivate(set) var count: Int
  }

  private let make: () -> UnsafeMutablePointer<FILE>?
  private var file: UnsafeMutablePointer<FILE>?
  /// Behind the last piece.
  private var end = 0
  /// Bytes of pieces that wait to be read.
  private var waiting = 0
  /// The disk takes no more.
  private var isFull = false

  /// - Parameter make: opens an empty file to write and read.
  init(_ make: @escaping () -> UnsafeMutablePointer<FILE>? = { tmpfile() }) {
    self.make = make
  }

  deinit { if let file { fclose(file) } }

  /// Writes a piece behind the others.
  /// - Parameter extents: those of the same reader, to which the new one is added.
  /// - Returns: false when the disk takes no more; then, and from then on, nothing is written.
  func write(_ bytes: [UInt8], addingTo extents: inout [Extent]) -> Bool {
    guard !isFull else { return false }
    if file == nil { file = make() }
    // What was read is written over once nothing waits.
    if waiting == 0 { end = 0 }
    guard let file, fseek(file, end, SEEK_SET) == 0,
      bytes.withUnsafeBytes({ fwrite($0.baseAddress, 1, $0.count, file) }) == bytes.count, fflush(file) == 0
    else {
      isFull = true
      return false
    }
    if let last = extents.indices.last, extents[last].start + extents[last].count == end {
      extents[last].count += bytes.count
    } else {
      extents.append(Extent(start: end, count: bytes.count))
    }
    end += bytes.count
    waiting += bytes.count
    return true
  }

  /// Looks at a block of a piece, which stays.
  /// - Returns: none at the end of the piece; nil when it could not be read.
  func look(at extent: Extent, from offset: Int) -> [UInt8]? {
    let wanted = min(extent.count - offset, 1 << 16)
    guard wanted > 0 else { return [] }
    guard let file, fseek(file, extent.start + offset, SEEK_SET) == 0 else { return nil }
    var block = [UInt8](repeating: 0, count: wanted)
    let count = block.withUnsafeMutableBytes { fread($0.baseAddress, 1, wanted, file) }
    return count == wanted ? block : nil
  }

  /// Reads a piece in blocks, and forgets it.
  /// - Returns: false when not all of it could be read.
  func read(_ extent: Extent, _ take: (ArraySlice<UInt8>) -> Void) -> Bool {
    waiting -= extent.count
    guard let file, fseek(file, extent.start, SEEK_SET) == 0 else { return false }
    var block = [UInt8](repeating: 0, count: min(extent.count, 1 << 16))
    var rest = extent.count
    while rest > 0 {
      let wanted = min(rest, block.count)
      let count = block.withUnsafeMutableBytes { fread($0.baseAddress, 1, wanted, file) }
      guard count > 0 else { return false }
      take(block[..<count])
      rest -= count
    }
    return true
  }
}
