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
    lost = SessionRecord.lost(beside: history)
    record = SessionRecord(beside: history, arguments: ownArguments)
    guard let lost else { return nil }
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
    record?.end()
    record = nil
    if let lost { SessionRecord.remove(lost) }
    lost = nil
  }

  /// Runs the lines of the session before.
  func resumeLost() -> ExitCode? {
    guard let lost else { return refuse("there is no session that was ended before its time") }
    if lost.arguments != ownArguments {
      errors("note: it was started with “\(line: (["homescreen"] + lost.arguments).joined(separator: " "))”")
    }
    // What this session has done so far comes first.
    let before = system
    if lost.system != REPLSystem() { system = lost.system }
    let travel = travel(to: lines + lost.lines.dropFirst())
    guard travel.hasArrived else {
      system = before
      return travel.exit
    }
    SessionRecord.remove(lost)
    self.lost = nil
    // What was taken back belongs to lines that are others now.
    undone = []
    let count = lost.lines.count - 1
    return tell("\(Self.count(count)) \(count == 1 ? "was" : "were") run again")
  }

  /// Goes on where a session got stuck that was started anew: its lines run again, but for the one that got it stuck.
  /// - Parameter state: what that session gave to `Restart`.
  public func resume(_ state: [UInt8]) {
    guard let journal = SessionJournal(state) else { return errors("the lines of the session before are lost") }
    errors(
      "stopped by Ctrl-C: “\(line: Self.firstLine(of: journal.current))” did not answer, so the session was started anew without it"
    )
    do {
      system = journal.system
      // A second one that gets stuck starts with nothing.
      session = try guarded(SessionJournal(lines: [lines[0]], current: ""), { Result { try replay(journal.lines) } })
        .get()
      lines = journal.lines
      record?.replace(lines, system: system)
      connect()
      errors("\(Self.count(lines.count - 1)) \(lines.count == 2 ? "was" : "were") run again")
      if !journal.lost.isEmpty { errors("note: ended with it: \(line: journal.lost.joined(separator: ", "))") }
    } catch {
      errors("the lines before it cannot be run again: \(line: "\(error)")")
    }
  }

  /// Runs `body`; should it get stuck, the session starts anew with the journal.
  func guarded<Outcome>(_ journal: @autoclosure () -> SessionJournal, _ body: () -> Outcome) -> Outcome {
    guard let restart else { return body() }
    let journal = journal()
    record?.add(beginning: journal.current)
    return restart.guarding(journal.bytes, body)
  }

  private static func count(_ lines: Int) -> String { lines == 1 ? "1 line" : "\(lines) lines" }

  private static func firstLine(of text: String) -> String {
    text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }
}
