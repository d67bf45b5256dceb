internal import AppPackages
import HomeScreenSimulator
internal import Platform
import PropertyLists
import Synchronization

/// A machine that remembers what is asked and what is said, each once, as lines of a record.
///
/// Only the machine as it was before the run counts: what scripts have written themselves is no input. A worker tells
/// its lines to the supervisor, whose machine was the worker's until they parted.
final class RecordingMachine: Machine {
  private let machine = RealMachine()
  private let state = Mutex(State())

  fileprivate struct State {
    /// Questions that were answered, with hashes of their lines; nil for what a line about something else says too.
    var told: [MachineQuestion: UInt64?] = [:]
    /// How many bytes of files were told.
    var lengths: [ExactText: Int] = [:]
    /// What scripts wrote.
    var written: Set<ExactText> = []
    /// Those of them that were not there.
    var made: Set<ExactText> = []
    var lines: [String] = []
    var worker: Int32?
  }

  init() {}

  /// Files up to this size are kept whole, however little of them was asked for.
  private static let smallFile = 65_536

  private func absolute(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : "\(machine.workingFolder)/\(path)"
  }

  // MARK: Answers

  var workingFolder: String { machine.workingFolder }

  func variable(_ name: String) -> String? {
    let value = machine.variable(name)
    tell(.variable(name, value))
    return value
  }

  func realPath(_ path: String) throws(MachineRefusal) -> String {
    let result = Result { () throws(MachineRefusal) in try machine.realPath(path) }
    if !isMade((try? result.get()) ?? path) { tell(.realPath(absolute(path), result)) }
    return try result.get()
  }

  func status(_ path: String, followsLink: Bool) throws(MachineRefusal) -> PathStatus {
    let result = Result { () throws(MachineRefusal) in try machine.status(path, followsLink: false) }
    if !isWritten(path) { tell(.status(absolute(path), result)) }
    let status = try result.get()
    guard followsLink, status.kind == .link else { return status }
    let target = Result { () throws(MachineRefusal) in try machine.status(path, followsLink: true) }
    tell(.target(absolute(path), target))
    return try target.get()
  }

  func entries(in folder: String, maximum: Int) throws(MachineRefusal) -> [PathEntry]? {
    let result = Result { () throws(MachineRefusal) in try machine.entries(in: folder, maximum: maximum) }
    let path = absolute(folder)
    if !isMade(path) {
      let prefix = path == "/" ? path : path + "/"
      tell(
        .entries(
          path,
          result.map { entries in
            entries?.filter { !isMade(prefix + $0.name) }.sorted { ExactText.precedes($0.name, $1.name) }
          }))
    }
    return try result.get()
  }

  func read(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent {
    guard !isWritten(path) else { return try machine.read(path, amount) }
    if case .part(let range) = amount {
      let result = Result { () throws(MachineRefusal) in try machine.read(path, amount) }
      tell(.part(absolute(path), range, result))
      return try result.get()
    }
    var wanted = amount
    if case .prefix(let count) = amount { wanted = .prefix(max(count, Self.smallFile)) }
    let result = Result { () throws(MachineRefusal) in try machine.read(path, wanted) }
    tell(.content(absolute(path), result))
    var content = try result.get()
    if case .prefix(let count) = amount { content.bytes = Array(content.bytes.prefix(max(0, count))) }
    return content
  }

  func answer(to question: String, _ ask: () -> ProgramAnswer) -> ProgramAnswer {
    let answer = machine.answer(to: question, ask)
    tell(.program(question, answer))
    return answer
  }

  func write(
    _ bytes: [UInt8]?, to path: String, _ write: () throws(FileTreeError) -> Void
  ) throws(FileTreeError) {
    var missing: [String] = []
    var part = path
    while !part.isEmpty, (try? machine.status(part, followsLink: false)) == nil {
      missing.append(part)
      part = FileTreePath.directory(of: part)
    }
    let before = try? machine.realPath(path)
    do throws(FileTreeError) {
      try write()
    } catch {
      tell(.write(path, .failure(error)))
      throw error
    }
    let place = (try? machine.realPath(path)) ?? before ?? path
    if let first = missing.first, ExactText.isSame(first, path), !ExactText.isSame(place, path) { missing[0] = place }
    tell(.write(path, .success(MachineAnswer.Written(place: place, made: missing))))
  }

  private func isMade(_ path: String) -> Bool { state.withLock { $0.made.contains(path) } }

  private func isWritten(_ path: String) -> Bool { state.withLock { $0.written.contains(path) } }

  // MARK: Telling

  private func tell(_ answer: MachineAnswer) {
    let line: String? = state.withLock { state in
      guard let line = state.add(answer, line: nil) else { return nil }
      guard state.worker == nil else { return line }
      state.lines.append(line)
      return nil
    }
    if let line, let worker = state.withLock(\.worker) { tell(line, to: worker) }
  }

  /// What was told since the last time.
  func takeLines() -> [String] {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines
    }
  }
}

extension RecordingMachine: TellingMachine {
  func tell(worker descriptor: Int32) { state.withLock { $0.worker = descriptor } }

  func hear(_ line: String, of script: String?) {
    guard let node = RecordLine.parse(line.utf8), let answer = MachineAnswer(node) else { return }
    state.withLock { state in
      if let line = state.add(answer, line: line) { state.lines.append(line) }
    }
  }
}

extension MachineAnswer {
  /// Whether it says what is in a file, which somebody may change meanwhile.
  fileprivate var isOfFile: Bool {
    switch self {
    case .content, .part: true
    case .variable, .realPath, .status, .target, .entries, .write, .program: false
    }
  }
}

extension RecordingMachine.State {
  /// Whether scripts have changed what lies there.
  private func isOwn(_ path: String) -> Bool { written.contains(path) || made.contains(path) }

  /// Takes an answer, of this process or of a worker.
  /// - Parameter line: its line, where it is known.
  /// - Returns: its line, if it says something new.
  fileprivate mutating func add(_ answer: MachineAnswer, line known: String?) -> String? {
    let question = answer.question
    switch answer {
    case .write(_, .success(let written)):
      self.written.insert(ExactText(written.place))
      made.formUnion(written.made.map(ExactText.init))
    case .content(let path, .success(let content)):
      // A worker may read what another one wrote.
      guard !isOwn(path) else { return nil }
      if let length = lengths[ExactText(path)], length >= content.bytes.count, known == nil { return nil }
      if told[question] != nil, lengths[ExactText(path), default: 0] < content.bytes.count { told[question] = nil }
      lengths[ExactText(path)] = max(lengths[ExactText(path)] ?? 0, content.bytes.count)
    case .status(let path, _), .entries(let path, _), .realPath(let path, _), .content(let path, .failure),
      .part(let path, _, _):
      guard !isOwn(path) else { return nil }
    case .variable, .target, .write(_, .failure), .program: break
    }
    if let earlier = told[question] {
      // Between workers; the same process asks again, and is not told again.
      guard let known, let earlier, answer.isOfFile, earlier != Self.hash(known) else { return nil }
      return RecordLine.changed(question.subject)
    }
    let line = known ?? answer.line
    told[question] = .some(Self.hash(line))
    if case .entries(let folder, .success(let entries?)) = answer {
      for entry in entries { told[.status(FileTreePath.join(folder == "/" ? "" : folder, entry.name))] = .some(nil) }
    }
    return line
  }

  private static func hash(_ line: String) -> UInt64 {
    var hash = FNV1a64()
    for byte in line.utf8 { hash.feed(byte) }
    return hash.value
  }
}
