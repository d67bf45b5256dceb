internal import AppPackages
import LuaEngine
internal import Platform
import PropertyLists
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for changes of the files that a run has read, and knows which scripts read them.
///
/// ```swift
/// let watch = ScenarioWatch()
/// repeat { _ = watch.observe { run() } } while watch.wait() != nil
/// ```
package final class ScenarioWatch {
  /// A change of files.
  package struct Change: Sendable {
    /// The sorted paths on disk, without folders in which a file was added or removed.
    package let paths: [String]
    /// The names of the scripts that have read a changed file.
    let scripts: Set<ExactText>
    /// The names of all scripts that have run.
    let known: Set<ExactText>
    /// Whether the change affects the whole run, so that everything is run.
    package let concernsAll: Bool

    /// Returns whether a script must run again, or for the first time.
    package func concerns(_ script: String) -> Bool {
      concernsAll || scripts.contains(script) || !known.contains(script)
    }
  }

  private let machine = WatchingMachine()
  private let notice = FileNotice()
  private var prints = FilePrints()

  /// The time without further changes to wait for, in milliseconds: editors write a file in several steps.
  private static let quiet: Int32 = 20

  package init() {}

  /// The time of day: `14:03:27`.
  package static var timeOfDay: String { FilePrints.Moment.now.timeOfDay }

  /// Observes a run, including reading its settings.
  package func observe<Result>(_ body: () throws -> Result) rethrows -> Result {
    machine.begin()
    let start = FilePrints.Moment.now
    defer { remember(since: start) }
    return try CurrentMachine.$value.withValue(machine, operation: body)
  }

  private func remember(since start: FilePrints.Moment) {
    let paths = machine.paths
    // A path with a slash at its end means the folder's contents.
    notice.add(Set(texts: paths.map { FileTreePath.directory(of: $0.text) }).subtracting([ExactText("")]))
    // Files that scripts write would otherwise start them again forever.
    var own = machine.written
    for file in machine.written {
      var folder = FileTreePath.directory(of: file.text)
      while !folder.isEmpty {
        own.insert(ExactText(folder + "/"))
        folder = FileTreePath.directory(of: folder)
      }
    }
    prints.take(paths, but: prints.changes(paths, since: start).subtracting(own))
  }

  /// Waits for a change; returns nil after Ctrl-C.
  package func wait() -> Change? {
    let paths = machine.paths
    while Interrupt.count == 0, !Interrupt.isTermination {
      var changes = prints.changes(paths)
      if changes.isEmpty {
        notice.wait()
        continue
      }
      while true {
        FileNotice.pause(milliseconds: Self.quiet)
        let more = prints.changes(paths)
        if more == changes { break }
        changes = more
      }
      prints.take(paths)
      if changes.isEmpty { continue }
      return Change(
        paths: changes.sortedTexts.filter { $0.utf8.last != UInt8(ascii: "/") },
        scripts: machine.scripts(concernedBy: changes), known: machine.scripts,
        concernsAll: changes.contains { FileTreePath.lastComponent($0.text) == BustedSettings.fileName })
    }
    return nil
  }
}

/// A machine that records the paths that each script asked for, to find the scripts that a change concerns.
final class WatchingMachine: Machine {
  private let machine = RealMachine()
  private let state = Mutex(State())

  private struct State {
    /// The paths by the names of scripts, in the notation of ``FilePrints``; other paths are in ``paths``.
    var scripts: [ExactText: Set<ExactText>] = [:]
    var paths: Set<ExactText> = []
    /// The files that scripts and reports wrote in the run: these do not count as changes.
    var written: Set<ExactText> = []
    /// In a worker: the paths that were reported for the current script.
    var told: Set<ExactText> = []
    var worker: Int32?
  }

  var scripts: Set<ExactText> { state.withLock { Set($0.scripts.keys) } }

  /// All requested paths.
  var paths: Set<ExactText> { state.withLock { state in state.scripts.values.reduce(state.paths) { $0.union($1) } } }

  /// The files that scripts and reports wrote since ``begin()``.
  var written: Set<ExactText> { state.withLock(\.written) }

  /// Returns the scripts that asked for one of the paths.
  func scripts(concernedBy changes: Set<ExactText>) -> Set<ExactText> {
    state.withLock { state in Set(state.scripts.filter { !$0.value.isDisjoint(with: changes) }.keys) }
  }

  /// Begins a run, which finds its scripts again.
  func begin() {
    state.withLock { state in
      state.paths = []
      state.written = []
    }
  }

  // MARK: Asking

  private func note(_ path: String) {
    let path = path.utf8.first == UInt8(ascii: "/") ? path : "\(machine.workingFolder)/\(path)"
    let worker: Int32? = state.withLock { state in
      guard let worker = state.worker else {
        state.paths.insert(ExactText(path))
        return nil
      }
      return state.told.insert(ExactText(path)).inserted ? worker : nil
    }
    if let worker { Self.send(.path, path, to: worker) }
  }

  var workingFolder: String { machine.workingFolder }

  func variable(_ name: String) -> String? { machine.variable(name) }

  func realPath(_ path: String) throws(MachineRefusal) -> String {
    note(path)
    return try machine.realPath(path)
  }

  func status(_ path: String, followsLink: Bool) throws(MachineRefusal) -> PathStatus {
    note(path)
    return try machine.status(path, followsLink: followsLink)
  }

  func entries(in folder: String, maximum: Int) throws(MachineRefusal) -> [PathEntry]? {
    note(folder)
    note(folder + "/")
    return try machine.entries(in: folder, maximum: maximum)
  }

  func read(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent {
    note(path)
    return try machine.read(path, amount)
  }

  /// Records a report that was written; it changes its folder, but that is not a change by another program.
  func hasReport(at path: String) { state.withLock { _ = $0.written.insert(ExactText(path)) } }

  func write(_ bytes: [UInt8]?, to path: String, _ write: () throws(FileTreeError) -> Void) throws(FileTreeError) {
    try write()
    let place = (try? machine.realPath(path)) ?? path
    let worker = state.withLock { state in
      state.written.insert(ExactText(place))
      return state.worker
    }
    if let worker { Self.send(.written, place, to: worker) }
  }
}

/// The messages of workers to their supervisor.
extension WatchingMachine {
  private enum Word: Character {
    case path = "?"
    case written = "!"
  }

  /// Makes this process a worker with the descriptor of its end of the pipe.
  func use(worker descriptor: Int32) { state.withLock { $0.worker = descriptor } }

  private static func send(_ word: Word, _ path: String, to descriptor: Int32) {
    // A name with a line feed would be two lines; such a script runs after any change.
    guard !path.utf8.contains(UInt8(ascii: "\n")) else { return }
    EventWriter(descriptor: descriptor).write(line: "\(word.rawValue)\(path)")
  }

  /// In a worker: notes that a script begins.
  func beginScript() { state.withLock { $0.told = [] } }

  /// Takes a line of a worker, without a line feed.
  /// - Parameter script: the name of the script that it runs.
  func hear(_ line: String, of script: String?) {
    // By scalars, because a name may begin with a combining mark.
    guard let word = line.unicodeScalars.first.flatMap({ Word(rawValue: Character($0)) }) else { return }
    let path = ExactText(String(line.unicodeScalars.dropFirst()))
    state.withLock { state in
      switch (word, script) {
      case (.written, _): _ = state.written.insert(path)
      case (.path, let script?): _ = state.scripts[ExactText(script), default: []].insert(path)
      case (.path, nil): _ = state.paths.insert(path)
      }
    }
  }

  /// Notes that a worker began a script: its earlier paths are removed.
  func hearBeginning(of script: String) { state.withLock { $0.scripts[ExactText(script)] = [] } }
}

extension CurrentMachine {
  /// The machine, if it is one that watches.
  static var watching: WatchingMachine? { value as? WatchingMachine }
}

/// The status of files, enough to detect that one was written, replaced or removed.
///
/// A path with a slash at its end means the contents of a folder; without one, only its existence.
struct FilePrints {
  /// A time by the clock of the file system.
  struct Moment: Comparable {
    let seconds: Int
    let nanoseconds: Int

    static var now: Moment {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Moment(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// The local time: `14:03:27`.
    var timeOfDay: String {
      var seconds = time_t(self.seconds)
      var date = tm()
      localtime_r(&seconds, &date)
      return [date.tm_hour, date.tm_min, date.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    static func < (left: Moment, right: Moment) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  private enum Print: Equatable {
    case nothing
    case there(date: Moment, size: Int, number: UInt64, mode: UInt32)
    case folder(number: UInt64)
    /// The file has changed, and the change is not reported yet.
    case outdated
  }

  private var prints: [ExactText: Print] = [:]

  /// Returns the paths with a different status than before, and new ones that were written after `start`.
  func changes(_ paths: Set<ExactText>, since start: Moment? = nil) -> Set<ExactText> {
    paths.filter { path in
      let now = Self.print(path.text)
      if let before = prints[path] { return before != now }
      guard let start, case .there(let date, _, _, _) = now else { return false }
      return date > start
    }
  }

  /// Records the current status of files, and forgets all others.
  /// - Parameter changed: paths with changes that are not reported yet.
  mutating func take(_ paths: Set<ExactText>, but changed: Set<ExactText> = []) {
    prints = Dictionary(
      uniqueKeysWithValues: paths.map { ($0, changed.contains($0) ? .outdated : Self.print($0.text)) })
  }

  private static func print(_ path: String) -> Print {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .nothing }
    // A new file changes the date of its folder.
    if status.st_mode & S_IFMT == S_IFDIR, path.utf8.last != UInt8(ascii: "/") {
      return .folder(number: UInt64(status.st_ino))
    }
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    return .there(
      date: Moment(seconds: time.tv_sec, nanoseconds: time.tv_nsec), size: Int(status.st_size),
      number: UInt64(status.st_ino), mode: UInt32(status.st_mode))
  }
}

/// Wakes up after changes in folders, which may also be irrelevant ones.
///
/// On Linux the kernel notifies it; on other systems, and if the kernel watches no more folders, it polls.
final class FileNotice {
  /// The milliseconds between two polls.
  private static let interval: Int32 = 30
  /// The milliseconds between two checks for a signal.
  private static let longestWait: Int32 = 200
  private var descriptor: Int32 = -1

  init() {
    #if os(Linux)
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    #endif
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches more folders.
  func add(_ added: Set<ExactText>) {
    #if os(Linux)
      let mask = UInt32(
        IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
          | IN_MOVE_SELF)
      for folder in added where descriptor >= 0 {
        // Repeated each time: a folder may have been replaced under its name.
        if inotify_add_watch(descriptor, folder.text, mask) < 0, errno == ENOSPC || errno == ENOMEM {
          close(descriptor)
          descriptor = -1
        }
      }
    #endif
  }

  /// Waits until something may have happened, or for a signal.
  func wait() {
    guard descriptor >= 0 else {
      poll(nil, 0, Self.interval)
      return
    }
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // A signal just before the call does not end it.
    while poll(&watched, 1, Self.longestWait) == 0, Interrupt.count == 0, !Interrupt.isTermination {}
    drain()
  }

  /// Waits for some milliseconds.
  static func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }

  private func drain() {
    var block = [UInt8](repeating: 0, count: 65_536)
    while block.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
  }
}
