public import Platform

/// The history between sessions: a text file, one entry per line, readable by its owner only. Where something else lies
/// than a plain file of the user's, or a link to one, there is no history.
public struct HistoryFile: Sendable {
  /// A larger file is not read: it is no history of ours.
  public static let maximumBytes = 16 * 1024 * 1024

  /// Where the file lies.
  public let path: String

  /// A history at a path; nothing is read yet.
  public init(path: String) {
    self.path = path
  }

  /// `$XDG_STATE_HOME/homescreen/history`, else `$HOME/.local/state/homescreen/history`; `nil` when neither variable
  /// holds an absolute path. Then the history lives in memory only.
  public static func standard(
    environment: (String) -> String? = ProcessEnvironment.value
  ) -> HistoryFile? {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return HistoryFile(path: state + "/homescreen/history")
    }
    if let home = environment("HOME"), home.hasPrefix("/") {
      return HistoryFile(path: home + "/.local/state/homescreen/history")
    }
    return nil
  }

  /// Reads the history. A file that is not there is an empty history; one that cannot be used is ignored, and the
  /// note says so in a sentence for the user.
  public func load() -> (history: History, note: String?) {
    switch HistoryPlace(path) {
    case .unwanted: return (History(), nil)
    case .unusable(let reason):
      return (History(), "This session has no history, and \(path) is unchanged: \(reason).")
    case .file(let target):
      switch FileBytes.read(target, limit: Self.maximumBytes) {
      case .success(nil): return (History(), nil)
      case .success(let bytes?): return read(.success(bytes))
      case .failure(let problem): return read(.failure(problem))
      }
    }
  }

  /// Whether lines can be kept here: a plain file of the user's is there, or a place for one. ``load()`` says why not.
  public var isUsable: Bool {
    if case .file = HistoryPlace(path) { true } else { false }
  }

  private func read(_ bytes: Result<[UInt8], FileBytes.Problem>) -> (history: History, note: String?) {
    switch bytes {
    case .failure(let problem):
      return (History(), "The history in \(path) is ignored: \(problem.reason).")
    case .success(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
        return (History(), "The history in \(path) is ignored: it is damaged (not UTF-8 text).")
      }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      return (History(entries: lines.map(HistoryCoding.decode)), nil)
    }
  }

  /// Appends entries to what the file holds now: any number of sessions that run side by side lose nothing to each
  /// other. A damaged file is kept beside it as `history.damaged`. When the file has grown well beyond
  /// ``History/maximumEntries`` lines, it is replaced in one step by one with the newest of them.
  ///
  /// - Throws: ``HistoryFileError``; the file is then as it was. Also for what is not ``isUsable``.
  public func append(_ entries: some Sequence<String>) throws(HistoryFileError) {
    let lines = entries.map { HistoryCoding.encode($0) + "\n" }
    guard !lines.isEmpty else { return }
    let target: String
    switch HistoryPlace(path) {
    case .file(let place): target = place
    case .unwanted: throw HistoryFileError(path: path, reason: "it is the null device")
    case .unusable(let reason): throw HistoryFileError(path: path, reason: reason)
    }
    do throws(FileBytes.Problem) {
      try FileBytes.createParents(of: target)
      let file = try LockedFile(target)
      let found = FileBytes.read(file.descriptor, limit: Self.maximumBytes)
      if case .failure(let problem) = found, !problem.isDamage { throw problem }
      if HistoryFile(path: target).read(found).note == nil, let found = try? found.get() {
        try append(lines, to: file, found, target)
      } else {
        try FileBytes.rename(target, to: target + ".damaged")
        // Whoever waits for the lock finds another file in the place of this one.
        try append(lines, to: LockedFile(target), [], target)
      }
    } catch {
      throw HistoryFileError(path: path, reason: error.reason)
    }
  }

  /// Lines beyond the maximum that a file may have, so that it is not replaced at every line.
  private static let slack = History.maximumEntries / 10

  private func append(
    _ lines: [String], to file: borrowing LockedFile, _ found: [UInt8], _ target: String
  ) throws(FileBytes.Problem) {
    // The end of a process may have cut the last line off.
    let isCut = found.last.map { $0 != UInt8(ascii: "\n") } ?? false
    let added = Array(((isCut ? "\n" : "") + lines.joined()).utf8)
    let count = found.count { $0 == UInt8(ascii: "\n") } + lines.count
    guard count > History.maximumEntries + Self.slack || found.count + added.count > Self.maximumBytes else {
      return try file.append(added)
    }
    let all = HistoryFile(path: target).read(.success(found + added)).history
    try FileBytes.replace(target, with: Self.bytes(of: all))
  }

  /// The newest entries that fit, oldest first.
  private static func bytes(of history: History) -> [UInt8] {
    var lines: [String] = []
    var size = 0
    for entry in history.newest.reversed() {
      let line = HistoryCoding.encode(entry) + "\n"
      size += line.utf8.count
      if size > maximumBytes { break }
      lines.append(line)
    }
    return lines.reversed().flatMap { Array($0.utf8) }
  }
}

/// The history could not be written.
public struct HistoryFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where the file lies.
  public let path: String
  /// What the system says, without a full stop.
  public let reason: String

  /// What a person reads, without a full stop.
  public var description: String {
    "The history could not be written to \(path): \(reason). Set XDG_STATE_HOME to a folder that can be written."
  }
}
