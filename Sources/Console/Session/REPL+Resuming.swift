internal import HomeScreenReports
internal import LuaAPI
internal import LuaEngine
internal import Streams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Going on where an earlier process was ended.
extension REPL {
  /// From now on the lines are kept in a file beside the history until the session ends by itself.
  /// - Returns: what a person should know of a session before that did not.
  public func keepRecord(beside history: HistoryFile) -> String? {
    keeper.lost = SessionRecord.lost(beside: history)
    keeper.record = SessionRecord(beside: history, arguments: ownArguments)
    guard let lost = keeper.lost else { return nil }
    let lines = Self.count(lost.lines.count - 1)
    guard let current = lost.current else {
      return "a session was ended before its time; :resume runs its \(lines) again, until this one ends"
    }
    return
      "a session was ended while “\(Self.firstLine(of: current))” ran; :resume runs its \(lines) again without that, "
      + "until this one ends"
  }

  private var ownArguments: [String] { ProcessEnvironment.arguments.filter { $0 != "--resume" } }

  /// The session has ended by itself: nothing of it, nor of one that was offered, is left.
  public func endRecord() {
    keeper.record?.end()
    keeper.record = nil
    if let lost = keeper.lost { SessionRecord.remove(lost) }
    keeper.lost = nil
  }

  /// Runs the lines of the session before.
  func resumeLost() -> ExitCode? {
    guard let lost = keeper.lost else { return refuse("there is no session that was ended before its time") }
    if lost.arguments != ownArguments {
      errors("note: it was started with “\(line: (["homescreen"] + lost.arguments).joined(separator: " "))”")
    }
    // What this session has done so far comes first.
    let before = system
    if lost.system != REPLSystem() { system = lost.system }
    let travel = travel(to: lines.all + lost.lines.dropFirst())
    guard travel.hasArrived else {
      system = before
      return travel.exit
    }
    SessionRecord.remove(lost)
    keeper.lost = nil
    // What was taken back belongs to lines that are others now.
    undone = []
    let count = lost.lines.count - 1
    return tell("\(Self.count(count)) \(count == 1 ? "was" : "were") run again")
  }

  /// Goes on where a session got stuck that was started anew: its lines run again, but for the one that got it stuck.
  /// - Parameter state: what that session gave to `Restart`.
  public func resume(_ state: [UInt8]) {
    guard let journal = SessionJournal(state) else { return errors("the lines of the session before are lost") }
    let ending = journal.ending
    errors(
      "stopped by Ctrl-C: “\(line: Self.firstLine(of: ending.current))” did not answer, so the session was started anew without it"
    )
    do {
      system = ending.system
      // A second one that gets stuck starts with nothing.
      session = try guarded("") { Result { try replay(journal.lines) } }.get()
      lines = SessionLines(journal.lines)
      keeper.record?.replace(lines, system: system)
      connect()
      errors("\(Self.count(lines.count - 1)) \(lines.count == 2 ? "was" : "were") run again")
      if !ending.lost.isEmpty { errors("note: ended with it: \(line: ending.lost.joined(separator: ", "))") }
    } catch {
      errors("the lines before it cannot be run again: \(line: "\(error)")")
    }
  }

  /// Runs `body`; should it get stuck, the session starts anew with the lines so far.
  /// - Parameter current: what it is, for a person: the line, or a word.
  func guarded<Outcome>(_ current: String, _ body: () -> Outcome) -> Outcome {
    keeper.begin(after: &lines) { [watches, talk, system] in
      let lost = (watches.isEmpty ? [] : [":watch"]) + (talk.log.map { [":log \($0.path)"] } ?? [])
      return SessionJournal.Ending(current: current, system: system, lost: lost)
    }
    return keeper.guarding { Watchdog.limiting(watchdog, body) }
  }

  private static func count(_ lines: Int) -> String { lines == 1 ? "1 line" : "\(lines) lines" }

  private static func firstLine(of text: String) -> String {
    text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }
}
