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

/// Delivers the events of files that run at the same time in the order of the files, and completes the events of a file
/// with a lost worker.
///
/// The events of the current file pass through at once; those of later files wait.
final class EventDelivery {
  private let files: [ScenarioFile]
  private let report: (RunEvent) -> Void
  private let endsWithFirstFailure: Bool
  /// The current file, an index into ``files``.
  private var turn = 0
  private var waiting: [Int: Waiting] = [:]
  private var progress = FileProgress()
  /// The size in memory of the spools of all files, in bytes.
  private var bytesInMemory = 0
  private let maximumInMemory: Int
  private let spoolFile: SpoolFile
  /// Whether events of the current file were lost. The reports were notified, and for them the file has ended.
  private var isLost = false
  /// Whether the run ends with the first failure, and this failure was delivered.
  private(set) var hasEnded = false

  private struct Waiting {
    var spool = EventSpool()
    var isDone = false
    /// The problem that ended the file early.
    var problem: (problem: Problem, worker: Int)?
  }

  init(
    _ files: [ScenarioFile], endsWithFirstFailure: Bool, spoolFile: SpoolFile = SpoolFile(),
    maximumInMemory: Int = 8 << 20, report: @escaping (RunEvent) -> Void
  ) {
    (self.files, self.spoolFile, self.maximumInMemory) = (files, spoolFile, maximumInMemory)
    (self.endsWithFirstFailure, self.report) = (endsWithFirstFailure, report)
  }

  /// Takes a line of the file at a position.
  /// - Returns: false for a line that is not an event.
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
    // Lines that do not fit on the disk stay in memory, and are not tried again with each line.
    bytesInMemory = 0
  }

  /// Notes that a file has ended.
  func finish(_ file: Int) {
    guard file == turn else {
      waiting[file, default: Waiting()].isDone = true
      return
    }
    advance()
  }

  /// Notes that a problem of its worker ended a file.
  func fail(_ file: Int, with problem: Problem, worker: Int) {
    guard file == turn else {
      waiting[file, default: Waiting()].problem = (problem, worker)
      waiting[file, default: Waiting()].isDone = true
      return
    }
    if !isLost { progress.finish(files[file], with: problem, worker: worker).forEach(deliver) }
    advance()
  }

  /// Delivers the waiting events at the end of the run, skipping files that never ran.
  func flush() {
    while turn < files.count, !hasEnded {
      guard waiting.keys.contains(where: { $0 >= turn }) else { return }
      advance()
    }
  }

  /// Moves on to the next file, and past later ones that have already ended.
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

  /// Delivers the waiting events of a file.
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
    report(event)
    if endsWithFirstFailure, progress.hasFailed, !progress.isInFile { hasEnded = true }
  }
}

/// The delivered events of the current file, in summary.
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
    case .runStarted, .pluginFailed, .output, .note, .scenarioListed, .runFinished: break
    }
  }

  /// Returns the events that end a file after the loss of its worker.
  func finish(_ file: ScenarioFile, with problem: Problem, worker: Int) -> [RunEvent] {
    (isInFile ? [] : [.fileStarted(file: file.name, position: file.position, worker: worker)]) + [
      .fileFailed(file: file.name, problem: problem),
      .fileFinished(file: file.name, counts: counts, traceHash: hash.description),
    ]
  }
}

/// The worker's end of the pipe: writes each event as a complete line before the script continues, so that no event is
/// lost with the worker.
struct EventWriter {
  let descriptor: Int32

  func write(_ event: RunEvent) { WorkerPipe.write(EventLine.bytes(event), to: descriptor) }

  /// Writes a line that is not an event, without a line feed.
  func write(line: String) { WorkerPipe.write(EventLine.bytes(text: line), to: descriptor) }
}

/// The supervisor's end of the pipe.
final class EventReader {
  private var lines = LineBuffer()

  enum Arrival {
    case bytes(Int)
    /// Bytes that no worker writes.
    case nonsense
    /// Interrupted by a signal.
    case interrupted
    /// The worker has ended.
    case end
  }

  /// Waits for bytes and reads them.
  /// - Parameter take: receives each complete line.
  func read(from descriptor: Int32, _ take: (ArraySlice<UInt8>) -> Void) -> Arrival {
    switch WorkerPipe.read(from: descriptor) {
    // An incomplete line was cut off with the worker.
    case .end: return .end
    case .interrupted: return .interrupted
    case .bytes(let bytes):
      lines.take(bytes[...], take)
      return lines.isBroken ? .nonsense : .bytes(bytes.count)
    }
  }
}

/// The lines of a file that runs ahead of its turn: kept in memory up to a limit, then on the disk.
///
/// Reports get the files of a run in order, even if several run at the same time.
struct EventSpool {
  private var bytes: [UInt8] = []
  /// The parts on the disk, in order; the part in memory follows them.
  private var extents: [SpoolFile.Extent] = []

  /// The size of the part in memory.
  var bytesInMemory: Int { bytes.count }

  /// Appends a line with its line feed.
  mutating func add(_ line: ArraySlice<UInt8>) { bytes += line }

  /// Moves the lines to the disk; if it is full, they stay in memory.
  mutating func move(to file: SpoolFile) {
    if !bytes.isEmpty, file.write(bytes, addingTo: &extents) { bytes = [] }
  }

  /// Passes all lines on in order, and removes them.
  /// - Returns: false when a part was unreadable; the lines after it are left out.
  mutating func drain(from file: SpoolFile, _ take: (ArraySlice<UInt8>) -> Void) -> Bool {
    var lines = LineBuffer()
    var isWhole = true
    for extent in extents {
      // Unreadable parts are removed, too.
      isWhole = file.read(extent) { if isWhole { lines.take($0, take) } } && isWhole
    }
    if isWhole { lines.take(bytes[...], take) }
    extents = []
    bytes = []
    return isWhole
  }
}

/// An unnamed file for lines that do not fit into memory: each piece is written once, and read once or peeked at.
final class SpoolFile {
  /// The range of a piece, in bytes.
  struct Extent {
    fileprivate(set) var start: Int
    fileprivate(set) var count: Int
  }

  private let make: () -> UnsafeMutablePointer<FILE>?
  private var file: UnsafeMutablePointer<FILE>?
  /// The end of the last piece.
  private var end = 0
  /// The size of the pieces that have not been read yet.
  private var waiting = 0
  /// Whether the disk is full.
  private var isFull = false

  /// - Parameter make: opens an empty file for reading and writing.
  init(_ make: @escaping () -> UnsafeMutablePointer<FILE>? = { tmpfile() }) { self.make = make }

  deinit { if let file { fclose(file) } }

  /// Appends a piece.
  /// - Parameter extents: the pieces of the same reader; the new one is added.
  /// - Returns: false when the disk is full; this and all later pieces are not written.
  func write(_ bytes: [UInt8], addingTo extents: inout [Extent]) -> Bool {
    guard !isFull else { return false }
    if file == nil { file = make() }
    // When all pieces are read, their space is reused.
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

  /// Returns a block of a piece, which stays in the file.
  /// - Returns: an empty block at the end of the piece; nil for a read error.
  func look(at extent: Extent, from offset: Int) -> [UInt8]? {
    let wanted = min(extent.count - offset, 1 << 16)
    guard wanted > 0 else { return [] }
    guard let file, fseek(file, extent.start + offset, SEEK_SET) == 0 else { return nil }
    var block = [UInt8](repeating: 0, count: wanted)
    let count = block.withUnsafeMutableBytes { fread($0.baseAddress, 1, wanted, file) }
    return count == wanted ? block : nil
  }

  /// Reads a piece in blocks, and removes it.
  /// - Returns: false when a part was unreadable.
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
