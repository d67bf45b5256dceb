package import LuaAPI
internal import LuaEngine
package import Platform

/// The read-eval-print loop: a line is run, its values are shown, an error is explained, and on it goes.
///
/// Where nobody types (a pipe, a file) there are no prompts, and the first error ends the session. The lines are kept:
/// `device:rewind` runs them again in a fresh session, up to the moment that was asked for.
package final class REPL {
  /// Makes a session as this one was in the beginning; of the commands of its preparation only so many run.
  package typealias SessionMaker = (_ commands: Int?) throws -> Session

  /// The session that lines run in; a rewind puts another one in its place.
  package internal(set) var session: Session
  let makeSession: SessionMaker
  let source: any LineSource
  /// Shows a line of results.
  let output: (StyledText) -> Void
  /// Shows a line about what went wrong, or about the session itself.
  let errors: (StyledText) -> Void
  /// The lines run again for a rewind: what they tell has been told before.
  package internal(set) var isReplaying = false
  var lines = [REPLLine(kind: .preparation, start: 0)]
  /// Runs the scenario of a fact and shows what came of it; nil where nothing here can.
  package var runFact: ((_ id: String) -> Void)?
  /// Whether what happens on the devices is listed after each line.
  var tellsEvents: Bool
  /// Whether what became of what a line asked for is said after it; not while the tour prepares its steps.
  var tellsAnswers = true
  /// How many lines there were when a word needed the device and the app before a line used them.
  var preparedAt: Int?
  /// How many instructions `:budget` gives to a line; nil: as many as usual.
  var budget: Int64?
  /// The step of the tour that comes next.
  var tourPosition = 0
  /// What was taken back; what is done again first is the last.
  var undone: [UndoneLine] = []
  /// What of the device is another one than the options say; what makes sessions looks here.
  package internal(set) var system = REPLSystem()
  /// Where nobody types, errors are told and the next line runs all the same.
  private let keepsGoing: Bool
  /// Seconds of processor time after which a line is given up where nobody sits who could press Ctrl-C; 0: never.
  let watchdog: Double
  /// How the line that ran last was compiled.
  private var lastForm: LineForm?
  var hasFailed = false
  /// Whether it was said that the variable for pictures has a wrong value.
  var hasToldGraphics = false
  /// Whether `:quit` has ended it, and not the end of the input.
  package private(set) var wasQuit = false

  /// Makes the first session; nothing is read yet.
  ///
  /// - Parameters:
  ///   - makeSession: for the first session, and again for each rewind.
  ///   - keepsGoing: where nobody types, an error does not end the session, but it ends with a failure.
  ///   - watchdog: where nobody types, seconds of processor time after which a line is given up; 0: never.
  ///   - output: gets results, a line at a time.
  ///   - errors: gets error messages, a line at a time.
  package init(
    _ makeSession: @escaping SessionMaker, source: any LineSource, keepsGoing: Bool = false,
    watchdog: Double = 0, output: @escaping (StyledText) -> Void, errors: @escaping (StyledText) -> Void
  ) throws {
    self.makeSession = makeSession
    self.source = source
    self.output = output
    self.errors = errors
    self.keepsGoing = keepsGoing
    self.watchdog = source.isInteractive ? 0 : watchdog
    tellsEvents = source.isInteractive
    session = try makeSession(nil)
    connect()
  }

  /// A REPL in a session that others have made and that cannot be made again: nothing of it can be taken back.
  package convenience init(
    inspecting session: Session, source: any LineSource, output: @escaping (StyledText) -> Void,
    errors: @escaping (StyledText) -> Void
  ) throws {
    var made: Session? = session
    try self.init(
      { _ in
        defer { made = nil }
        guard let made else { throw NoSecondSession() }
        return made
      }, source: source, output: output, errors: errors)
  }

  private struct NoSecondSession: Error, CustomStringConvertible {
    let description = "it is part of a scenario, which can only run again from its beginning"
  }

  /// Lets the session speak.
  func connect() {
    session.beginPlaying()
    useBudget(in: session)
    session.output = { [unowned self] in output(StyledText($0)) }
    session.onNote = { [unowned self] in errors("note: \($0)") }
    session.columns = source.columns
    // What has led here was told before, or is not of interest.
    _ = session.takeNews(first: 0, last: 0)
  }

  /// The lines of a statement that is not complete yet, while the next one is typed.
  package var begunText: String { reader?.begun ?? "" }
  private var reader: Reader?

  /// The number of the line that is read next.
  var nextLine: Int { max(reader?.nextLine ?? 1, (lines.last { $0.firstNumber != nil }?.lastNumber ?? 0) + 1) }

  /// Runs until the input ends or the user leaves.
  /// - Parameters:
  ///   - chunks: run first, as if they had been typed.
  ///   - readsOn: whether lines are read after them.
  package func run(first chunks: [String] = [], readsOn: Bool = true) -> ExitCode {
    for text in chunks {
      if let exit = evaluate(SourceChunk(text: text, firstLine: nextLine, isComplete: true)) { return ended(exit) }
    }
    return ended(readsOn ? read() : .success)
  }

  /// An error that did not end the session counts in the end.
  private func ended(_ code: ExitCode) -> ExitCode { code == .success && hasFailed ? .failure : code }

  private func read() -> ExitCode {
    let reader = Reader(
      source: source, prompt: "> ", continuationPrompt: Self.continuationPrompt,
      isComplete: { [unowned self] in Self.isComplete($0, session) })
    self.reader = reader
    while true {
      // Lines that the REPL has typed itself, or that an earlier process ran, have their numbers, too.
      reader.skip(to: nextLine)
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
        guard source.isInteractive, error.isOfOneEntry else { return .failure }
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
  var takesBackInterrupt: Bool { source.isInteractive && !isReplaying }

  /// Runs one piece of code; gives an exit code when the session ends with it.
  func evaluate(_ chunk: SourceChunk) -> ExitCode? {
    if let (word, arguments) = Self.word(in: chunk.text) {
      if word == .quit, word.takes(arguments.count) { wasQuit = true }
      return perform(word, arguments, in: chunk)
    }
    if isInterrupted { return stopped() }
    // Nothing can come of it, so it is no line of the session.
    if let words = CommandLineWords(chunk.text), let refusal = session.refusal(ofCommand: words.name) {
      return fail(refusal, in: chunk)
    }
    return runAndShow(chunk)
  }

  /// What comes of something that could not be done: the session ends, unless a person types or it should continue.
  func failed(_ code: ExitCode) -> ExitCode? {
    guard !source.isInteractive else { return nil }
    guard keepsGoing, code == .failure else { return code }
    hasFailed = true
    return nil
  }

  func runAndShow(_ chunk: SourceChunk) -> ExitCode? {
    guarded {
      // A stop ends with its line: what is typed next is looked at before it runs.
      defer { if source.isInteractive { session.arm(takesBackInterrupt: true) } }
      return runLine(chunk)
    }
  }

  /// Runs `body`; outside of a terminal the watchdog ends it.
  func guarded<Outcome>(_ body: () -> Outcome) -> Outcome { Watchdog.limiting(watchdog, body) }

  private func runLine(_ chunk: SourceChunk) -> ExitCode? {
    let start = session.devices.time
    let uses = session.code.usesOfAppInFront
    func keep(error: LuaError?, hasResults: Bool = false) {
      var line = REPLLine(
        kind: .code(chunk), start: start, usesApp: session.code.usesOfAppInFront > uses, hasFailed: error != nil)
      line.wasStopped = error?.stop != nil
      line.hasResults = hasResults
      line.homePress = session.devices.homePress
      line.form = lastForm
      if source.isInteractive, let closed = lastForm?.closed, !closed.isEmpty {
        errors("note: \(line: closed.joined(separator: ", ")) was closed at the end of the line and no longer exists")
      }
      lines.append(line)
      undone = []
    }
    session.devices.beginLine(lines.count)
    lastForm = nil
    do {
      let results = try perform(chunk, in: session)
      if let request = session.devices.log?.takeRequest() { return rewind(request) }
      keep(error: nil, hasResults: !results.isEmpty)
      show(results, of: chunk)
      tellNews()
      return nil
    } catch {
      // An error that ends the line, or one that the line has made of it.
      if let request = session.devices.log?.takeRequest(), error.stop == nil { return rewind(request) }
      keep(error: error)
      tellNews()
      return fail(error, in: chunk)
    }
  }

  /// - Parameter chunk: what raised the error; nil for lines that ran before.
  func fail(_ error: LuaError, in chunk: SourceChunk? = nil) -> ExitCode? {
    let entered = EnteredLines(lines, current: chunk, isTyped: source.isInteractive)
    ErrorText.lines(error, in: session, entered: entered).forEach(errors)
    if error.stop == .deadline { return .watchdog }
    return failed(error.stop == .interrupt ? .interrupted : .failure)
  }

  /// Runs a line, or a plugin's command.
  /// - Parameter form: how the line was compiled when it ran before.
  func perform(
    _ chunk: SourceChunk, known form: LineForm? = nil, in session: Session
  ) throws(LuaError) -> [LuaReference] {
    defer { session.flushOutput() }
    allowPaths(typedIn: chunk, in: session)
    let results: [LuaReference]
    if let words = CommandLineWords(chunk.text) {
      results = try session.run(command: words.name, words.arguments, takesBackInterrupt: takesBackInterrupt)
    } else {
      let (line, form) = try compile(chunk, known: form, in: session)
      lastForm = form
      // Counted from here: what compiling takes depends on how often the text was tried.
      session.arm(takesBackInterrupt: takesBackInterrupt)
      // What was declared before an error lives on, too.
      defer { session.locals.takeOver(line) }
      do {
        results = try session.lua.results(of: line.function)
      } catch {
        throw Self.asTyped(error, chunk)
      }
    }
    session.keep(results: results, ofLine: chunk.firstLine)
    return results
  }
}

/// From the text of a line to what runs.
extension REPL {
  /// An expression is shown, so it is tried as one first; `= x` works as in older Luas.
  /// - Parameter known: what came of it the last time.
  func compile(
    _ chunk: SourceChunk, known: LineForm?, in session: Session
  ) throws(LuaError) -> (line: SessionLocals.Line, form: LineForm) {
    session.arm(takesBackInterrupt: takesBackInterrupt)
    // The lines before this one, so that messages count from the beginning of the session.
    let before = chunk.file != nil ? 0 : chunk.firstLine - 1
    if let known, let line = try? load(known, of: chunk, linesBefore: before, in: session) { return (line, known) }
    var text = chunk.text
    if text.hasPrefix("=") { text = "return " + text.dropFirst() }
    let expression = LineForm("return " + text)
    // Lua would read all lines before it, too; whether it is an expression shows without them.
    if (try? load(expression, of: chunk, linesBefore: 0, in: session)) != nil,
      let line = try? load(expression, of: chunk, linesBefore: before, in: session)
    {
      return (line, expression)
    }
    let statement = LineForm(text)
    return (try load(statement, of: chunk, linesBefore: before, in: session), statement)
  }

  private func load(
    _ form: LineForm, of chunk: SourceChunk, linesBefore: Int, in session: Session
  ) throws(LuaError) -> SessionLocals.Line {
    // With a line break at the end, a string that is not closed is told as one.
    return try session.locals.load(
      form.text + (chunk.isComplete ? "\n" : ""), linesBefore: linesBefore,
      chunkName: chunk.file.map { "@\($0)" } ?? "=repl",
      names: form.names, declarations: form.declarations)
  }

  /// Lines that use or declare locals are functions inside of chunks; a person who reads an error sees the chunks that
  /// they
  /// typed.
  static func asTyped(_ error: LuaError, _ chunk: SourceChunk) -> LuaError {
    let file = chunk.file ?? "repl"
    guard let last = error.traceback.lastIndex(where: { $0.hasPrefix("\(file):") }) else { return error }
    var error = error
    let parts = error.traceback[last].split(separator: " ", maxSplits: 1)
    if parts.count == 2, parts[1] == "in function <\(file):\(chunk.firstLine)>" {
      error.traceback[last] = "\(parts[0]) in main chunk"
    }
    return error
  }

  /// Whether a text can be run: Lua's own test, a syntax error at the very end of the input.
  static func isComplete(_ text: String, _ session: Session) -> Bool {
    let isExpression = text.hasPrefix("=")
    guard let error = session.syntaxError(in: isExpression ? "return \(text.dropFirst())" : text) else { return true }
    // Nothing that follows makes less of too much, and the arguments of a method begin on its line.
    guard error.message.hasSuffix("<eof>"), !error.message.contains("too many"), !error.lacksArguments else {
      return true
    }
    return !isExpression && session.syntaxError(in: "return \(text)") == nil
  }

  /// What is open in the lines before, and on which of them it stands: `for:1>> `.
  static func continuationPrompt(_ text: String) -> String {
    LuaOpening.innermost(in: text).map { "\($0.word):\($0.line)>> " } ?? ">> "
  }
}

extension Session {
  /// What Lua says of a text that it cannot compile; nil for one that it can.
  func syntaxError(in text: String) -> LuaError? {
    // Looking at a text takes nothing from what running it may use. A line break ends a string in quotes, so that one
    // which is not closed does not wait for more.
    let (outcome, _, _) = lua.withOwnBudget(lua.options.budget) {
      Result { () throws(LuaError) in try lua.load(text + "\n", chunkName: "=repl") }
    }
    guard case .success(.failure(let error)) = outcome else { return nil }
    return error
  }
}

extension LuaError {
  /// Whether a method is named and not called.
  var lacksArguments: Bool { kind == .syntax && message.hasPrefix("function arguments expected") }
}

/// `:name word "several words"`: a command as it is typed.
struct CommandLineWords: Equatable {
  let name: String
  let arguments: [String]
  /// What follows the name, as it was typed, without blanks around it.
  let rest: String

  /// nil for a text that is no command.
  init?(_ text: String) {
    guard text.hasPrefix(":"), !text.hasPrefix("::") else { return nil }
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text.dropFirst() {
      if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    guard let name = words.first else { return nil }
    self.name = name
    arguments = Array(words.dropFirst())
    let start = text.firstRange(of: name)?.upperBound ?? text.endIndex
    let typed = text[start...].drop { $0.isWhitespace }
    rest = String(typed.reversed().drop { $0.isWhitespace }.reversed())
  }
}
