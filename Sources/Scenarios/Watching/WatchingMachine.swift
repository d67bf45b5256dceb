internal import AppPackages
internal import Platform
import PropertyLists
import Synchronization

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
