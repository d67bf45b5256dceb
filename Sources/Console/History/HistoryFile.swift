/// The history between sessions: a text file, one entry per line, readable by its owner only.
public struct HistoryFile: Sendable {
  /// A larger file is not read: it is no history of ours.
  public static let maximumBytes = 16 * 1024 * 1024

  public let path: String

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
    switch FileBytes.read(path, limit: Self.maximumBytes) {
    case .success(nil):
      return (History(), nil)
    case .failure(let problem):
      return (History(), "The history in \(path) is ignored: \(problem.reason).")
    case .success(let bytes?):
      guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
        return (History(), "The history in \(path) is ignored: it is damaged (not UTF-8 text).")
      }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      return (History(entries: lines.map(HistoryCoding.decode)), nil)
    }
  }

  /// Appends the entries of a session to what the file holds now, so that two sessions that run side by side both
  /// leave their traces. The file is replaced in one step, with at most ``History/maximumEntries`` lines; a damaged
  /// one is kept beside it as `history.damaged`.
  ///
  /// - Throws: ``HistoryFileError``; the file is then as it was.
  public func append(_ entries: some Sequence<String>) throws(HistoryFileError) {
    let added = Array(entries)
    guard !added.isEmpty else { return }
    let target = FileBytes.resolvingLinks(path)
    let (loaded, note) = HistoryFile(path: target).load()
    var history = loaded
    for entry in added { history.add(entry) }
    do {
      try FileBytes.createParents(of: target)
      if note != nil { try FileBytes.rename(target, to: target + ".damaged") }
      try FileBytes.replace(target, with: Self.bytes(of: history))
    } catch {
      throw HistoryFileError(path: path, reason: error.reason)
    }
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
