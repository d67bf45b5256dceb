public import LuaAPI
import LuaEngine

/// The read-eval-print loop: a line is run, its values are shown, an error is explained, and on it goes.
///
/// Where nobody types (a pipe, a file) there are no prompts, and the first error ends the session. The lines are kept:
/// `device:rewind` runs them again in a fresh session, up to the moment that was asked for.
public final class REPL {
  /// Makes a session as this one was in the beginning; of the commands of its preparation only so many run.
  public typealias SessionMaker = (_ commands: Int?) throws -> Session

  public private(set) var session: Session
  private let makeSession: SessionMaker
  private let source: any LineSource
  private let output: (String) -> Void
  private let errors: (String) -> Void
  private let errorText: ErrorText
  /// The lines run again for a rewind: what they tell has been told before.
  public private(set) var isReplaying = false
  private var lines: [REPLLine]
  private var endedLocals = EndedLocals()

  /// - Parameters:
  ///   - makeSession: for the first session, and again for each rewind.
  ///   - output: gets results, a line at a time.
  ///   - errors: gets error messages, a line at a time.
  ///   - style: how error messages may look.
  public init(
    _ makeSession: @escaping SessionMaker, source: any LineSource, style: Terminal,
    output: @escaping (String) -> Void, errors: @escaping (String) -> Void
  ) throws {
    self.makeSession = makeSession
    self.source = source
    self.output = output
    self.errors = errors
    errorText = ErrorText(style: style)
    lines = [REPLLine(kind: .preparation, start: 0)]
    session = try makeSession(nil)
    connect()
  }

  /// Lets the session speak.
  private func connect() {
    session.usesAppInFront = true
    session.output = output
    session.onNote = { [errors] in errors("note: \($0)") }
  }

  /// Runs until the input ends or the user leaves.
  public func run() -> ExitCode {
    let reader = Reader(
      source: source, prompt: "> ", continuationPrompt: ">> ",
      isComplete: { [unowned self] in Self.isComplete($0, session) })
    while true {
      do {
        switch try reader.next() {
        case .endOfFile: return .success
        case .interrupted: continue
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

  /// Runs one piece of code; gives an exit code when the session ends with it.
  private func evaluate(_ chunk: SourceChunk) -> ExitCode? {
    let word = chunk.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    switch word {
    case "exit", "quit", ":q", ":quit", ":exit", "exit()", "quit()": return .success
    case "help", "?", ":help":
      return evaluate(SourceChunk(text: "help()", firstLine: chunk.firstLine, isComplete: true))
    case ":history":
      showHistory()
      return nil
    case ":plugins":
      PluginListing.lines(session).forEach(output)
      return nil
    default: break
    }
    if let words = CommandLineWords(chunk.text), words.name == "save" { return save(words.arguments) }
    // Running takes a Ctrl-C back; where nobody sits at the keyboard, one that came between two lines counts too.
    if !source.isInteractive, Interrupt.wasRequested {
      errors("stopped by Ctrl-C")
      return .interrupted
    }
    if CommandLineWords(chunk.text) == nil {
      if let hint = endedLocals.hint(for: chunk.text, isGlobal: session.hasGlobal) { errors("note: \(hint)") }
      endedLocals.add(chunk.text)
    }
    return runAndShow(chunk)
  }

  private func runAndShow(_ chunk: SourceChunk) -> ExitCode? {
    let start = session.time
    let uses = session.usesOfAppInFront
    func keep(hasFailed: Bool) {
      lines.append(
        REPLLine(
          kind: .code(chunk), start: start, usesApp: session.usesOfAppInFront > uses, hasFailed: hasFailed))
    }
    session.beginLine(lines.count)
    do {
      let results = try perform(chunk, in: session)
      if let request = session.takeRewindRequest() { return rewind(request) }
      keep(hasFailed: false)
      shown(results).forEach(output)
      return nil
    } catch {
      // An error that ends the line, or one that the line has made of it.
      if let request = session.takeRewindRequest(), error.stop == nil { return rewind(request) }
      keep(hasFailed: true)
      return fail(error)
    }
  }

  private func fail(_ error: LuaError) -> ExitCode? {
    errorText.lines(error, in: session, showsLine: !source.isInteractive).forEach(errors)
    if error.stop == .deadline { return .watchdog }
    guard !source.isInteractive else { return nil }
    return error.stop == .interrupt ? .interrupted : .failure
  }

  /// Runs a line, or a plugin's command.
  private func perform(_ chunk: SourceChunk, in session: Session) throws(LuaError) -> [LuaValue] {
    if let words = CommandLineWords(chunk.text) { return try session.run(command: words.name, words.arguments) }
    return try session.lua.call(compile(chunk, in: session))
  }

  /// An expression is shown, so it is tried as one first; `= x` works as in older Luas.
  private func compile(_ chunk: SourceChunk, in session: Session) throws(LuaError) -> LuaReference {
    session.arm()
    // The lines before this one, so that messages count from the beginning of the session.
    let blank = String(repeating: "\n", count: source.isInteractive ? 0 : chunk.firstLine - 1)
    var text = chunk.text
    if text.hasPrefix("=") { text = "return " + text.dropFirst() }
    if let function = try? session.lua.load("\(blank)return \(text)", chunkName: "=repl") { return function }
    return try session.lua.load(blank + text, chunkName: "=repl")
  }

  private func shown(_ results: [LuaValue]) -> [String] {
    if results.count == 1, case .nil = results[0] { return source.isInteractive ? ["nil"] : [] }
    return results.map { session.inspect($0) }
  }

  /// Whether a text can be run: Lua's own test, a syntax error at the very end of the input.
  static func isComplete(_ text: String, _ session: Session) -> Bool {
    do {
      _ = try session.lua.load(text, chunkName: "=repl")
      return true
    } catch {
      guard error.message.hasSuffix("<eof>") else { return true }
      return (try? session.lua.load("return \(text)", chunkName: "=repl")) != nil
    }
  }
}

// MARK: Saving

extension REPL {
  /// `:save FILE`: writes the session as a scenario. A file that is there stays as it is.
  private func save(_ arguments: [String]) -> ExitCode? {
    do {
      try write(arguments)
      return nil
    } catch {
      errors("\(error)")
      return source.isInteractive ? nil : .failure
    }
  }

  private func write(_ arguments: [String]) throws(SaveFailure) {
    guard let preparation = session.preparation, arguments.count == 1, let path = arguments.first, !path.isEmpty else {
      throw SaveFailure(description: "write :save FILE")
    }
    guard !ProcessEnvironment.fileExists(path) else {
      throw SaveFailure(description: "\(path) is there already; nothing was written")
    }
    // In a scenario paths begin at its own folder, here at the working directory.
    let isBeside = !path.contains("/")
    let app = preparation.app.map { $0.hasPrefix("/") || isBeside ? $0 : "\(ProcessEnvironment.workingFolder)/\($0)" }
    let saved = SavedSession(lines, preparation) { [session] in
      (try? session.lua.load($0, chunkName: "=save")) != nil
    }
    do {
      try FileBytes.replace(path, with: Array(saved.text(app: app).utf8))
    } catch {
      throw SaveFailure(description: "\(path) cannot be written: \(error.reason)")
    }
    if source.isInteractive { errors("wrote \(path); run it with: homescreen run \(path)") }
  }
}

/// Why a session was not saved.
private struct SaveFailure: Error, CustomStringConvertible {
  let description: String
}

// MARK: Rewinding

extension REPL {
  /// Each line with the time on the device's clock when it began.
  private func showHistory() {
    for (number, line) in lines.enumerated() {
      let text: String
      switch line.kind {
      case .preparation: continue
      case .code(let chunk): text = chunk.text.split(separator: "\n").joined(separator: "\n               ")
      case .wait: text = "(time passes)"
      }
      let cut = line.commandLimit.map { " -- the first \($0 == 1 ? "command" : "\($0) commands") only" } ?? ""
      output("\(String(number).leftPadded(to: 3)) \(String(line.start).leftPadded(to: 7)) s  \(text)\(cut)")
    }
  }

  private func rewind(_ request: RewindRequest) -> ExitCode? {
    guard let plan = session.plan(for: request) else {
      if source.isInteractive { errors("nothing has happened since then") }
      return nil
    }
    let kept = lines(of: plan)
    let fresh: Session
    do {
      fresh = try replay(kept)
    } catch let error as LuaError where error.stop != nil {
      errors("the rewind was stopped, and nothing has changed")
      return fail(error)
    } catch {
      errors("the session cannot be run again: \(error)")
      return source.isInteractive ? nil : .failure
    }
    if !fresh.repeats(session, device: request) {
      errors("note: the replay differs from what happened before; has a file changed that the session reads?")
    }
    session = fresh
    lines = kept
    connect()
    if source.isInteractive { errors("back at \(session.time(of: request)) s, line \(lines.count) comes next") }
    return nil
  }

  /// The lines that lead to the state of a plan.
  private func lines(of plan: ReplayPlan) -> [REPLLine] {
    var kept = Array(lines.prefix(plan.wholeLines))
    if plan.commandsOfNextLine > 0 || plan.wholeLines == 0 {
      var cut = lines[plan.wholeLines]
      cut.commandLimit = min(cut.commandLimit ?? .max, plan.commandsOfNextLine)
      kept.append(cut)
    }
    if let wait = plan.wait { kept.append(REPLLine(kind: .wait(wait), start: lines[plan.wholeLines].start)) }
    return kept
  }

  /// A fresh session in which these lines have run. Nothing of it is shown.
  /// - Throws: a stop (Ctrl-C); what keeps a session from being made.
  private func replay(_ lines: [REPLLine]) throws -> Session {
    isReplaying = true
    defer { isReplaying = false }
    let fresh = try makeSession(lines[0].commandLimit)
    fresh.output = { _ in }
    fresh.onNote = { _ in }
    fresh.usesAppInFront = true
    for (number, line) in lines.enumerated() {
      switch line.kind {
      case .preparation: continue
      case .code(let chunk):
        fresh.beginLine(number, commands: line.commandLimit)
        do {
          _ = try perform(chunk, in: fresh)
        } catch  where error.stop == .interrupt || error.stop == .deadline {
          throw error
        } catch {
          // It failed the first time too; or the line goes no further.
        }
        _ = fresh.takeRewindRequest()
      case .wait(let wait):
        fresh.beginLine(number)
        fresh.pass(wait)
      }
    }
    return fresh
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
