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

/// Waits for changes of what a run has read, and knows which scripts they concern.
///
/// ```swift
/// let watch = ScenarioWatch()
/// repeat { _ = watch.observe { run() } } while watch.wait() != nil
/// ```
package final class ScenarioWatch {
  /// What has changed.
  package struct Change: Sendable {
    /// The paths of the disk, ascending; not those of folders in which something is new or gone.
    package let paths: [String]
    /// The names of scripts that have read one of them.
    let scripts: Set<ExactText>
    /// The names of all scripts that have run.
    let known: Set<ExactText>
    /// It decides what a run is: everything is run.
    package let concernsAll: Bool

    /// Whether a script is run again, or for the first time.
    package func concerns(_ script: String) -> Bool {
      concernsAll || scripts.contains(script) || !known.contains(script)
    }
  }

  private let machine = WatchingMachine()
  private let notice = FileNotice()
  private var prints = FilePrints()

  /// How long nothing more has to happen, in milliseconds: editors write a file in several steps.
  private static let quiet: Int32 = 20

  /// Nothing was read yet.
  package init() {}

  /// What a clock on the wall shows now: `14:03:27`.
  package static var timeOfDay: String { FilePrints.Moment.now.timeOfDay }

  /// Does what belongs to a run, from reading its settings on.
  package func observe<Result>(_ body: () throws -> Result) rethrows -> Result {
    machine.begin()
    let start = FilePrints.Moment.now
    defer { remember(since: start) }
    return try CurrentMachine.$value.withValue(machine, operation: body)
  }

  private func remember(since start: FilePrints.Moment) {
    let paths = machine.paths
    // That of a path with a slash at its end is the folder itself.
    notice.add(Set(texts: paths.map { FileTreePath.directory(of: $0.text) }).subtracting([ExactText("")]))
    // What scripts write themselves would run them again for ever.
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

  /// Waits for a change; nil when Ctrl-C came.
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

/// A machine that remembers which paths each script asked for, so that a change of one tells which scripts it concerns.
final class WatchingMachine: Machine {
  private let machine = RealMachine()
  private let state = Mutex(State())

  private struct State {
    /// By the names of scripts, as ``FilePrints`` means paths; what belongs to none is in ``paths``.
    var scripts: [ExactText: Set<ExactText>] = [:]
    var paths: Set<ExactText> = []
    /// What scripts and reports wrote in the run: no change of somebody else's.
    var written: Set<ExactText> = []
    /// In a worker: what was told of the script that runs.
    var told: Set<ExactText> = []
    var worker: Int32?
  }

  /// The names of the scripts that have run.
  var scripts: Set<ExactText> { state.withLock { Set($0.scripts.keys) } }

  /// All paths that were asked for.
  var paths: Set<ExactText> { state.withLock { state in state.scripts.values.reduce(state.paths) { $0.union($1) } } }

  /// What scripts and reports wrote since ``begin()``.
  var written: Set<ExactText> { state.withLock(\.written) }

  /// The scripts that asked for one of the paths.
  func scripts(concernedBy changes: Set<ExactText>) -> Set<ExactText> {
    state.withLock { state in Set(state.scripts.filter { !$0.value.isDisjoint(with: changes) }.keys) }
  }

  /// A run begins: scripts are found anew.
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
    if let worker { Self.tell(.path, path, to: worker) }
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

  /// It changes its folder, and nobody else has changed anything.
  func hasReport(at path: String) { state.withLock { _ = $0.written.insert(ExactText(path)) } }

  func write(
    _ bytes: [UInt8]?, to path: String, _ write: () throws(FileTreeError) -> Void
  ) throws(FileTreeError) {
    try write()
    let place = (try? machine.realPath(path)) ?? path
    let worker = state.withLock { state in
      state.written.insert(ExactText(place))
      return state.worker
    }
    if let worker { Self.tell(.written, place, to: worker) }
  }
}

/// What workers report to their supervisor.
extension WatchingMachine {
  private enum Word: Character {
    case path = "?"
    case written = "!"
  }

  /// From now on this process is a worker, and this its end of the pipe.
  func tell(worker descriptor: Int32) { state.withLock { $0.worker = descriptor } }

  private static func tell(_ word: Word, _ path: String, to descriptor: Int32) {
    // A name with a line end would be two lines, and such a script runs when anything changes.
    guard !path.utf8.contains(UInt8(ascii: "\n")) else { return }
    EventWriter(descriptor: descriptor).write(line: "\(word.rawValue)\(path)")
  }

  /// In a worker: a script begins.
  func beginScript() { state.withLock { $0.told = [] } }

  /// A line that a worker has written, without its end.
  /// - Parameter script: the name of the script that it runs.
  func hear(_ line: String, of script: String?) {
    // Scalars, because a name may begin with a mark that would join the word.
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

  /// A worker has begun with a script: what it asked for the last time is forgotten.
  func hearBeginning(of script: String) { state.withLock { $0.scripts[ExactText(script)] = [] } }
}

extension CurrentMachine {
  /// The machine, if it is one that watches.
  static var watching: WatchingMachine? { value as? WatchingMachine }
}

/// What files looked like from outside: enough to see that one was written, replaced or removed.
///
/// A path that ends with a slash means what a folder holds; without it, a folder is just there.
struct FilePrints {
  /// A time by the clock that dates files.
  struct Moment: Comparable {
    let seconds: Int
    let nanoseconds: Int

    static var now: Moment {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Moment(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// `14:03:27`, where this machine is.
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
    /// Somebody has to be told of a change yet.
    case outdated
  }

  private var prints: [ExactText: Print] = [:]

  /// Those that do not look as they did; of new ones those that were written since a moment.
  func changes(_ paths: Set<ExactText>, since start: Moment? = nil) -> Set<ExactText> {
    paths.filter { path in
      let now = Self.print(path.text)
      if let before = prints[path] { return before != now }
      guard let start, case .there(let date, _, _, _) = now else { return false }
      return date > start
    }
  }

  /// Remembers what files look like now, and forgets all others.
  /// - Parameter changed: those that somebody has to be told of yet.
  mutating func take(_ paths: Set<ExactText>, but changed: Set<ExactText> = []) {
    prints = Dictionary(
      uniqueKeysWithValues: paths.map { ($0, changed.contains($0) ? .outdated : Self.print($0.text)) })
  }

  private static func print(_ path: String) -> Print {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .nothing }
    // What is put into a folder dates it anew.
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

/// Wakes up when something has happened in folders, which may also be nothing of interest.
///
/// On Linux the kernel tells; elsewhere, and where it watches no more folders, a look is taken every few milliseconds.
final class FileNotice {
  /// Milliseconds between two looks where nobody tells.
  private static let interval: Int32 = 30
  /// Milliseconds after which somebody looks whether a signal came.
  private static let longestWait: Int32 = 200
  private var descriptor: Int32 = -1

  init() {
    #if os(Linux)
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    #endif
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches these folders, too.
  func add(_ added: Set<ExactText>) {
    #if os(Linux)
      let mask = UInt32(
        IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
          | IN_MOVE_SELF)
      for folder in added where descriptor >= 0 {
        // Again each time: a folder may have come back under its name.
        if inotify_add_watch(descriptor, folder.text, mask) < 0, errno == ENOSPC || errno == ENOMEM {
          close(descriptor)
          descriptor = -1
        }
      }
    #endif
  }

  /// Waits until something may have happened, or a signal came.
  func wait() {
    guard descriptor >= 0 else {
      poll(nil, 0, Self.interval)
      return
    }
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // A signal that comes just before the call does not end it.
    while poll(&watched, 1, Self.longestWait) == 0, Interrupt.count == 0, !Interrupt.isTermination {}
    drain()
  }

  /// Waits for a moment.
  static func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }

  private func drain() {
    var block = [UInt8](repeating: 0, count: 65_536)
    while block.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
  }
}
