public import HomeScreenReports
public import LuaAPI
import LuaEngine
internal import Streams

/// The read-eval-print loop: a line is run, its values are shown, an error is explained, and on it goes.
///
/// Where nobody types (a pipe, a file) there are no prompts, and the first error ends the session. The lines are kept:
/// `device:rewind` runs them again in a fresh session, up to the moment that was asked for.
public final class REPL {
  /// Makes a session as this one was in the beginning; of the commands of its preparation only so many run.
  public typealias SessionMaker = (_ commands: Int?) throws -> Session

  /// The session that lines run in; a rewind puts another one in its place.
  public internal(set) var session: Session
  let makeSession: SessionMaker
  let source: any LineSource
  let output: (StyledText) -> Void
  let errors: (StyledText) -> Void
  /// The lines run again for a rewind: what they tell has been told before.
  public internal(set) var isReplaying = false
  var lines: [REPLLine]
  private var endedLocals = EndedLocals()
  /// Runs the scenario of a fact and shows what came of it; nil where nothing here can.
  public var runFact: ((_ id: String) -> Void)?
  /// Whether what happens on the devices is told after each line.
  var tellsEvents: Bool
  /// What is told when it changes.
  var watches = Watches()
  /// The step of the tour that comes next.
  var tourPosition = 0
  /// How the session starts anew when a line gets stuck; nil where nobody sits at the keyboard.
  let restart: Restart?

  /// Makes the first session; nothing is read yet.
  ///
  /// - Parameters:
  ///   - makeSession: for the first session, and again for each rewind.
  ///   - output: gets results, a line at a time.
  ///   - errors: gets error messages, a line at a time.
  public init(
    _ makeSession: @escaping SessionMaker, source: any LineSource,
    output: @escaping (StyledText) -> Void, errors: @escaping (StyledText) -> Void
  ) throws {
    self.makeSession = makeSession
    self.source = source
    self.output = output
    self.errors = errors
    tellsEvents = source.isInteractive
    restart = source.isInteractive ? Restart(arguments: ["homescreen"] + ProcessEnvironment.arguments) : nil
    lines = [REPLLine(kind: .preparation, start: 0)]
    session = try makeSession(nil)
    connect()
  }

  /// Lets the session speak.
  func connect() {
    session.code.usesAppInFront = true
    session.output = { [output] in output(StyledText($0)) }
    session.onNote = { [errors] in errors("note: \($0)") }
    // What has led here was told before, or is not of interest.
    _ = session.takeNewEvents(first: 0, last: 0)
  }

  /// The lines of a statement that is not complete yet, while the next one is typed.
  public var begunText: String { reader?.begun ?? "" }
  private var reader: Reader?

  /// Runs until the input ends or the user leaves.
  public func run() -> ExitCode {
    let reader = Reader(
      source: source, prompt: "> ", continuationPrompt: ">> ",
      isComplete: { [unowned self] in Self.isComplete($0, session) })
    self.reader = reader
    while true {
      do {
        switch try reader.next() {
        case .endOfFile:
          // Ctrl-C also ended the program that wrote into the pipe.
          return isInterrupted ? stopped() : .success
        case .interrupted:
          if source.isInteractive { continue }
          return stopped()
        case .chunk(let chunk):
          guard let exit = evaluate(chunk) else { continue }
          return exit
        }
      } catch {
        errors("\(error)")
        return .failure
      }
    }
  }

  /// Where nobody sits at the keyboard, a Ctrl-C that came between two lines counts too.
  private var isInterrupted: Bool { !source.isInteractive && Interrupt.wasRequested }

  private func stopped() -> ExitCode {
    errors("stopped by Ctrl-C")
    return .interrupted
  }

  /// Whether what runs next begins without a Ctrl-C that came before: at the keyboard, but for lines that run again.
  private var takesBackInterrupt: Bool { source.isInteractive && !isReplaying }

  /// Runs one piece of code; gives an exit code when the session ends with it.
  func evaluate(_ chunk: SourceChunk) -> ExitCode? {
    if let (word, arguments) = Self.word(in: chunk.text) { return perform(word, arguments, in: chunk) }
    if isInterrupted { return stopped() }
    if CommandLineWords(chunk.text) == nil {
      if let hint = endedLocals.hint(for: chunk.text, isGlobal: session.hasGlobal) { errors("note: \(hint)") }
      endedLocals.add(chunk.text)
    }
    return runAndShow(chunk)
  }

  func runAndShow(_ chunk: SourceChunk) -> ExitCode? {
    guarded(SessionJournal(lines: lines, current: chunk.text)) {
      // A stop ends with its line: what is typed next is looked at before it runs.
      defer { if source.isInteractive { session.arm(takesBackInterrupt: true) } }
      return runLine(chunk)
    }
  }

  private func runLine(_ chunk: SourceChunk) -> ExitCode? {
    let start = session.devices.time
    let uses = session.code.usesOfAppInFront
    func keep(error: LuaError?) {
      var line = REPLLine(
        kind: .code(chunk), start: start, usesApp: session.code.usesOfAppInFront > uses, hasFailed: error != nil)
      // One less: a script stops when it wants more than it has.
      if error?.stop == .interrupt { line.budget = session.lua.options.budget - session.lua.budgetAtStop - 1 }
      lines.append(line)
    }
    session.devices.log?.beginLine(lines.count)
    do {
      let results = try perform(chunk, in: session)
      if let request = session.devices.log?.takeRequest() { return wentBack(request) }
      keep(error: nil)
      tellEvents()
      show(results, of: chunk)
      tellChanges()
      return nil
    } catch {
      // An error that ends the line, or one that the line has made of it.
      if let request = session.devices.log?.takeRequest(), error.stop == nil { return wentBack(request) }
      keep(error: error)
      tellEvents()
      defer { tellChanges() }
      return fail(error, in: chunk)
    }
  }

  private func wentBack(_ request: RewindRequest) -> ExitCode? {
    let exit = rewind(request)
    if exit == nil { tellChanges() }
    return exit
  }

  /// - Parameter chunk: what raised the error; nil for lines that ran before.
  func fail(_ error: LuaError, in chunk: SourceChunk? = nil) -> ExitCode? {
    let entered = EnteredLines(lines, current: chunk, isTyped: source.isInteractive)
    ErrorText.lines(error, in: session, entered: entered).forEach(errors)
    if error.stop == .deadline { return .watchdog }
    guard !source.isInteractive else { return nil }
    return error.stop == .interrupt ? .interrupted : .failure
  }

  /// Runs a line, or a plugin's command.
  /// - Parameter budget: the units that it may use; nil: as many as every line.
  func perform(_ chunk: SourceChunk, budget: Int64? = nil, in session: Session) throws(LuaError) -> [LuaReference] {
    defer { session.flushOutput() }
    let results: [LuaReference]
    if let words = CommandLineWords(chunk.text) {
      results = try session.run(command: words.name, words.arguments, takesBackInterrupt: takesBackInterrupt)
    } else {
      let function = try compile(chunk, in: session)
      // Counted from here: what compiling takes depends on how often the text was tried.
      session.arm(takesBackInterrupt: takesBackInterrupt)
      if let budget { session.lua.arm(budget: budget, takesBackInterrupt: takesBackInterrupt) }
      results = try session.lua.results(of: function)
    }
    session.keep(results: results)
    return results
  }

  /// An expression is shown, so it is tried as one first; `= x` works as in older Luas.
  private func compile(_ chunk: SourceChunk, in session: Session) throws(LuaError) -> LuaReference {
    session.arm(takesBackInterrupt: takesBackInterrupt)
    // The lines before this one, so that messages count from the beginning of the session.
    let blank = String(repeating: "\n", count: chunk.firstLine - 1)
    var text = chunk.text
    if text.hasPrefix("=") { text = "return " + text.dropFirst() }
    if let function = try? session.lua.load("\(blank)return \(text)", chunkName: "=repl") { return function }
    return try session.lua.load(blank + text, chunkName: "=repl")
  }

  /// Whether a text can be run: Lua's own test, a syntax error at the very end of the input.
  static func isComplete(_ text: String, _ session: Session) -> Bool {
    func load(_ text: String) throws(LuaError) {
      // Looking at a text takes nothing from what running it may use.
      let (outcome, _, _) = session.lua.withOwnBudget(session.lua.options.budget) {
        Result { () throws(LuaError) in try session.lua.load(text, chunkName: "=repl") }
      }
      if case .success(.failure(let error)) = outcome { throw error }
    }
    do {
      try load(text)
      return true
    } catch {
      guard error.message.hasSuffix("<eof>") else { return true }
      return (try? load("return \(text)")) != nil
    }
  }
}
