internal import AppPackages
internal import Platform
import PropertyLists
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine of a record: it answers as the one did on which the run was recorded, and nothing else is asked.
///
/// No program is started. No file of this machine is read or written: what scripts write stays in memory, and is read from there. Whatever
/// paths a record has, they lead nowhere.
final class RecordedMachine: Machine {
  let workingFolder: String
  private let answers: [MachineQuestion: MachineAnswer]
  private let state = Mutex(State())

  /// Nobody reads more of what is not known.
  private static let maximumUnknown = 10_000

  private struct State {
    /// What scripts wrote; nil: what they removed.
    var files: [ExactText: [UInt8]?] = [:]
    /// Folders above it.
    var folders: Set<ExactText> = []
    /// What was asked that the record does not know.
    var unknown: [String] = []
    var seen: Set<ExactText> = []
    var worker: Int32?

    /// - Returns: whether it is new.
    mutating func noteUnknown(_ subject: String) -> Bool {
      guard unknown.count < RecordedMachine.maximumUnknown, seen.insert(ExactText(subject)).inserted else {
        return false
      }
      unknown.append(subject)
      return true
    }
  }

  init(workingFolder: String, _ answers: [MachineAnswer]) {
    self.workingFolder = workingFolder
    var known: [MachineQuestion: MachineAnswer] = [:]
    for answer in answers {
      known[answer.question] = answer
      guard case .entries(let folder, .success(let entries?)) = answer else { continue }
      for entry in entries {
        let path = FileTreePath.join(folder == "/" ? "" : folder, entry.name)
        known[.status(path)] = .status(path, entry.status)
      }
    }
    self.answers = known
  }

  /// What was asked that the record does not know, each once.
  var unknownSubjects: [String] { state.withLock(\.unknown) }

  // MARK: Answers

  private static let nothing = MachineRefusal(number: ENOENT)

  private func answer(_ question: MachineQuestion) -> MachineAnswer? {
    if let answer = answers[question] { return answer }
    let subject = question.subject
    let worker = state.withLock { $0.noteUnknown(subject) ? $0.worker : nil }
    if let worker { tell(RecordLine.unknown(subject), to: worker) }
    return nil
  }

  private func absolute(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : "\(workingFolder)/\(path)"
  }

  func variable(_ name: String) -> String? {
    if case .variable(_, let value)? = answer(.variable(name)) { value } else { nil }
  }

  func realPath(_ path: String) throws(MachineRefusal) -> String {
    let path = absolute(path)
    if case .realPath(_, .success(let real))? = answers[.realPath(path)] { return real }
    if let made = madePath(path) { return made }
    guard case .realPath(_, let result)? = answer(.realPath(path)) else { throw Self.nothing }
    return try result.get()
  }

  /// The real path of what scripts made.
  private func madePath(_ path: String) -> String? {
    func isMade(_ path: String) -> Bool {
      state.withLock { state in state.files[ExactText(path)].map { $0 != nil } ?? state.folders.contains(path) }
    }
    if isMade(path) { return path }
    let folder = FileTreePath.directory(of: path)
    guard !folder.isEmpty, case .realPath(_, .success(let real))? = answers[.realPath(folder)] else { return nil }
    let inside = FileTreePath.join(real, FileTreePath.lastComponent(path))
    return isMade(inside) ? inside : nil
  }

  func status(_ path: String, followsLink: Bool) throws(MachineRefusal) -> PathStatus {
    let path = absolute(path)
    if let made = made(path) { return try made.get() }
    let status: PathStatus
    if case .status(_, .success(let known))? = answers[.status(path)] {
      status = known
    } else if state.withLock({ $0.folders.contains(path) }) {
      return PathStatus(.folder)
    } else {
      guard case .status(_, let result)? = answer(.status(path)) else { throw Self.nothing }
      status = try result.get()
    }
    guard followsLink, status.kind == .link else { return status }
    guard case .target(_, let result)? = answer(.target(path)) else { throw Self.nothing }
    return try result.get()
  }

  /// A file that scripts wrote or removed.
  private func made(_ path: String) -> Result<PathStatus, MachineRefusal>? {
    state.withLock { state in
      guard let file = state.files[ExactText(path)] else { return nil }
      return file.map { .success(PathStatus(.file, size: $0.count)) } ?? .failure(Self.nothing)
    }
  }

  func entries(in folder: String, maximum: Int) throws(MachineRefusal) -> [PathEntry]? {
    let path = absolute(folder)
    let own = ownEntries(in: path)
    guard case .entries(_, let result)? = own.isEmpty ? answer(.entries(path)) : answers[.entries(path)] else {
      guard !own.isEmpty else { throw Self.nothing }
      return own.compactMap { name, status in status.map { PathEntry(name: name.text, status: .success($0)) } }
    }
    guard let known = try result.get() else { return nil }
    let entries =
      known.filter { own[ExactText($0.name)] == nil }
      + own.compactMap { name, status in status.map { PathEntry(name: name.text, status: .success($0)) } }
    return entries.count > maximum ? nil : entries
  }

  /// What scripts wrote in a folder; nil: what they removed there.
  private func ownEntries(in folder: String) -> [ExactText: PathStatus?] {
    state.withLock { state in
      var entries: [ExactText: PathStatus?] = [:]
      func isInside(_ path: ExactText) -> Bool { ExactText.isSame(FileTreePath.directory(of: path.text), folder) }
      func name(_ path: ExactText) -> ExactText { ExactText(FileTreePath.lastComponent(path.text)) }
      for path in state.folders where isInside(path) {
        entries[name(path)] = .some(PathStatus(.folder))
      }
      for (path, bytes) in state.files where isInside(path) {
        entries[name(path)] = .some(bytes.map { PathStatus(.file, size: $0.count) })
      }
      return entries
    }
  }

  func read(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent {
    let path = absolute(path)
    let content: FileContent
    if let own = state.withLock({ $0.files[ExactText(path)] }) {
      guard let own else { throw Self.nothing }
      content = FileContent(status: PathStatus(.file, size: own.count), bytes: own)
    } else if case .part(let range) = amount {
      guard case .part(_, _, let result)? = answer(.part(path, range)) else { throw Self.nothing }
      return try result.get()
    } else {
      guard case .content(_, let result)? = answer(.content(path)) else { throw Self.nothing }
      content = try result.get()
    }
    return content.limited(to: amount)
  }

  func answer(to question: String, _ ask: () -> ProgramAnswer) -> ProgramAnswer {
    if case .program(_, let answer)? = answer(.program(question)) { return answer }
    return ProgramAnswer(problem: "a replay starts no program, and the record does not have the answer")
  }

  func write(
    _ bytes: [UInt8]?, to path: String, _ write: () throws(FileTreeError) -> Void
  ) throws(FileTreeError) {
    var place = path
    var folders: [String] = []
    if case .write(_, let result)? = answer(.write(path)) {
      let written = try result.get()
      place = written.place
      folders = written.made.filter { !ExactText.isSame($0, place) }
    }
    state.withLock { state in
      state.files[ExactText(place)] = .some(bytes)
      state.folders.formUnion(folders.map(ExactText.init))
    }
  }
}

extension RecordedMachine: TellingMachine {
  func tell(worker descriptor: Int32) { state.withLock { $0.worker = descriptor } }

  func hear(_ line: String, of script: String?) {
    guard let subject = RecordLine.parse(line.utf8)?[RecordLine.unknownKey]?.string else { return }
    _ = state.withLock { $0.noteUnknown(subject) }
  }
}
