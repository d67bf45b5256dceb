package import LuaAPI
internal import LuaEngine
package import Platform

/// The read-eval-print loop: it runs a line, shows its values or explains its error, and reads the next.
///
/// With input from a pipe or a file it shows no prompts, and the first error ends the session. It keeps the lines, so
/// that `device:rewind` can run them again in a new session, up to the requested moment.
package final class REPL {
  /// Makes a session in its initial state; runs only the given number of commands of its preparation.
  package typealias SessionMaker = (_ commands: Int?) throws -> Session

  /// The session of the lines; a rewind replaces it.
  package internal(set) var session: Session
  let makeSession: SessionMaker
  let source: any LineSource
  /// Shows a line of results.
  let output: (StyledText) -> Void
  /// Shows a line about an error, or about the session.
  let errors: (StyledText) -> Void
  /// Whether the lines run again for a rewind: their output was shown before.
  package internal(set) var isReplaying = false
  var lines = [REPLLine(kind: .preparation, start: 0)]
  /// Runs the scenario of a fact and shows the result; nil if scenarios cannot run.
  package var runFact: ((_ id: String) -> Void)?
  /// Whether the events on the devices are listed after each line.
  var tellsEvents: Bool
  /// Whether the results of a line's requests are shown after it; false while the tour prepares its steps.
  var tellsAnswers = true
  /// The number of lines when a word of the REPL made the device and the app; nil if no word made them.
  var preparedAt: Int?
  /// The instructions that `:budget` gives to a line; nil for the default.
  var budget: Int64?
  /// The index of the next step of the tour.
  var tourPosition = 0
  /// The undone lines; the last one is redone first.
  var undone: [UndoneLine] = []
  /// The differences of the device from the options; the session maker reads them.
  package internal(set) var system = REPLSystem()
  /// Whether a session that is not interactive reports errors and continues.
  private let keepsGoing: Bool
  /// The processor time in seconds after which a line is stopped if a person cannot press Ctrl-C; 0: never.
  let watchdog: Double
  /// The compiled form of the last line.
  private var lastForm: LineForm?
  var hasFailed = false
  /// The lines of a page that is not shown yet; nil if lines are shown at once.
  var page: [String]?
  /// Whether the warning about the variable for pictures was shown.
  var hasToldGraphics = false
  /// Whether `:quit` ended the session, instead of the end of the input.
  package private(set) var wasQuit = false

  /// Makes the first session without reading a line.
  ///
  /// - Parameters:
  ///   - makeSession: for the first session, and again for each rewind.
  ///   - keepsGoing: whether an error in an input that is not interactive makes the session fail only at its end.
  ///   - watchdog: the limit of a line in such an input, in seconds of processor time; 0 for none.
  ///   - output: receives results, a line at a time.
  ///   - errors: receives error messages, a line at a time.
  package init(
    _ makeSession: @escaping SessionMaker, source: any LineSource, keepsGoing: Bool = false,
    watchdog: Double = 0, output: @escaping (StyledText) -> Void, errors: @escaping (StyledText) -> Void
  ) throws {
    (self.makeSession, self.source, self.output, self.errors) = (makeSession, source, output, errors)
    self.keepsGoing = keepsGoing
    self.watchdog = source.isInteractive ? 0 : watchdog
    tellsEvents = source.isInteractive
    session = try makeSession(nil)
    connect()
  }

  /// Creates a REPL in an existing session that cannot be made again: its lines cannot be undone.
  package convenience init(
    inspecting session: Session, source: any LineSource, output: @escaping (StyledText) -> Void,
    errors: @escaping (StyledText) -> Void
  ) throws {
    var made: Session? = session
    try self.init(
      { _ in
        defer { made = nil }
        guard let made else { throw UserError("it is part of a scenario, which can only run again from its beginning") }
        return made
      }, source: source, output: output, errors: errors)
  }

  /// Connects the session's output.
  func connect() {
    session.beginPlaying()
    useBudget(in: session)
    session.output = { [unowned self] in page == nil ? output(StyledText($0)) : page?.append($0) }
    session.onNote = { [unowned self] in errors("note: \($0)") }
    session.columns = source.columns
    // Earlier events were shown before, or are irrelevant.
    _ = session.takeNews(first: 0, last: 0)
  }

  /// The lines of an incomplete statement, while the next one is typed.
  package var begunText: String { reader?.begun ?? "" }
  private var reader: Reader?

  var nextLine: Int { max(reader?.nextLine ?? 1, (lines.last { $0.firstNumber != nil }?.lastNumber ?? 0) + 1) }

  /// Runs until the input ends or the user quits.
  /// - Parameters:
  ///   - chunks: run first, as if they had been typed.
  ///   - readsOn: whether lines are read after them.
  package func run(first chunks: [String] = [], readsOn: Bool = true) -> ExitCode {
    for text in chunks {
      if let exit = evaluate(SourceChunk(text: text, firstLine: nextLine, isComplete: true)) { return ended(exit) }
    }
    return ended(readsOn ? read() : .success)
  }

  /// Returns the exit code of the session: a failure also after an error that did not end the session.
  private func ended(_ code: ExitCode) -> ExitCode { code == .success && hasFailed ? .failure : code }

  private func read() -> ExitCode {
    let reader = Reader(
      source: source, prompt: "> ", continuationPrompt: Self.continuationPrompt,
      indentation: LuaOpening.indentation, isComplete: { [unowned self] in Self.isComplete($0, session) },
      refuses: { [unowned self] in refusesInBlock($0) })
    self.reader = reader
    while true {
      // Lines that the REPL has typed, or that an earlier process ran, have numbers, too.
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

  /// Reports a word of the REPL inside an open block, which would break the block.
  func refusesInBlock(_ line: String) -> Bool {
    let text = line[...].trimmingSpace()
    guard let words = CommandLineWords(text), REPLWord(named: words.name) != nil,
      words.rest.first.map({ $0.isLetter || $0.isNumber || $0 == "-" }) ?? true
    else { return false }
    errors("a block is still open, so :\(words.name) did not run; end the block first, or press Ctrl-C to drop it")
    return true
  }

  /// Whether Ctrl-C was pressed; between two lines it counts only if the input is not interactive.
  private var isInterrupted: Bool { !source.isInteractive && Interrupt.wasRequested }

  private func stopped() -> ExitCode {
    errors("stopped by Ctrl-C")
    return .interrupted
  }

  /// Whether the next code ignores an earlier Ctrl-C, as typed lines do, except while they run again.
  var takesBackInterrupt: Bool { source.isInteractive && !isReplaying }

  /// Runs one piece of code; returns an exit code when it ends the session.
  func evaluate(_ chunk: SourceChunk) -> ExitCode? {
    if let (word, arguments) = Self.word(in: chunk.text) {
      if word == .quit, word.takes(arguments.count) { wasQuit = true }
      return perform(word, arguments, in: chunk)
    }
    if isInterrupted { return stopped() }
    // It has no effect, so it is not a line of the session.
    if let words = CommandLineWords(chunk.text), let refusal = session.refusal(ofCommand: words.name) {
      return fail(refusal, in: chunk)
    }
    return runAndShow(chunk)
  }

  /// Handles a failed request: the session ends, unless a person types or it should continue.
  func failed(_ code: ExitCode) -> ExitCode? {
    guard !source.isInteractive else { return nil }
    guard keepsGoing, code == .failure else { return code }
    hasFailed = true
    return nil
  }

  func runAndShow(_ chunk: SourceChunk) -> ExitCode? {
    guarded {
      // A stop applies to one line; the next one is compiled before it runs.
      defer { if source.isInteractive { session.arm(takesBackInterrupt: true) } }
      return runLine(chunk)
    }
  }

  /// Runs `body`; the watchdog limits it if the input is not interactive.
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
        let names = closed.joined(separator: ", ")
        errors("note: \(line: names) \(closed.count == 1 ? "was" : "were") closed at the end of the line")
      }
      lines.append(line)
      undone = []
    }
    session.devices.beginLine(lines.count)
    lastForm = nil
    do {
      let results = try paged(LuaStatements.asksForHelp(chunk.text)) { () throws(LuaError) in
        try perform(chunk, in: session)
      }
      if let request = session.devices.log?.takeRequest() { return rewind(request) }
      keep(error: nil, hasResults: !results.isEmpty)
      show(results, of: chunk)
      tellNews(chunk.text)
      return nil
    } catch {
      // An error that ends the line, or one that the line has turned into it.
      if let request = session.devices.log?.takeRequest(), error.stop == nil { return rewind(request) }
      keep(error: error)
      tellNews(chunk.text)
      return fail(error, in: chunk)
    }
  }

  /// - Parameter chunk: the code that raised the error; nil for lines that ran before.
  func fail(_ error: LuaError, in chunk: SourceChunk? = nil) -> ExitCode? {
    let entered = EnteredLines(lines, current: chunk, isTyped: source.isInteractive)
    ErrorText.lines(error, in: session, entered: entered).forEach(errors)
    if error.stop == .deadline { return .watchdog }
    return failed(error.stop == .interrupt ? .interrupted : .failure)
  }

  /// Runs a line, or a plugin's command.
  /// - Parameter form: the compiled form, if the line ran before.
  func perform(
    _ chunk: SourceChunk, known form: LineForm? = nil, in session: Session
  ) throws(LuaError) -> [LuaReference] {
    defer { session.flushOutput() }
    allowPaths(typedIn: chunk, in: session)
    // A nil of an earlier line does not explain an error of this one.
    session.forgetFailedAssert()
    let results: [LuaReference]
    if let words = CommandLineWords(chunk.text) {
      results = try session.run(command: words.name, words.arguments, takesBackInterrupt: takesBackInterrupt)
    } else {
      let (line, form) = try compile(chunk, known: form, in: session)
      lastForm = form
      // Compiling uses an amount that depends on the number of attempts, so it does not count.
      session.arm(takesBackInterrupt: takesBackInterrupt)
      // Declarations before an error are kept, too.
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

/// Compiling a line.
extension REPL {
  /// Tries a line as an expression first, to show its values; `= x` works as in older Luas.
  /// - Parameter known: the form in which this line compiled before; nil for a new line.
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
    // Lua gets a line break for each line before, and reads them all each time: the first try does without.
    if (try? load(expression, of: chunk, linesBefore: 0, in: session)) != nil {
      return (try load(expression, of: chunk, linesBefore: before, in: session), expression)
    }
    let statement = LineForm(text)
    return (try load(statement, of: chunk, linesBefore: before, in: session), statement)
  }

  private func load(
    _ form: LineForm, of chunk: SourceChunk, linesBefore: Int, in session: Session
  ) throws(LuaError) -> SessionLocals.Line {
    // With a line break at the end, Lua reports an unfinished string as such.
    return try session.locals.load(
      form.text + (chunk.isComplete ? "\n" : ""), linesBefore: linesBefore,
      chunkName: chunk.file.map { "@\($0)" } ?? "=repl",
      names: form.names, declarations: form.declarations)
  }

  /// Returns an error with the chunks that the person typed: lines with locals are compiled as functions inside chunks.
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

  /// Returns whether a text is complete, that is, Lua reports no syntax error at its very end.
  static func isComplete(_ text: String, _ session: Session) -> Bool {
    if word(in: text) != nil { return true }
    let readings = text.hasPrefix("=") ? ["return \(text.dropFirst())"] : [text, "return \(text)"]
    let errors = readings.map(session.syntaxError)
    // More text cannot fix “too many”, and the arguments of a method begin on its line.
    return errors.contains { $0 == nil }
      || !errors.contains { error in
        guard let error else { return false }
        return error.message.hasSuffix("<eof>") && !error.message.contains("too many") && !error.lacksArguments
      }
  }

  /// Returns the prompt for a further line, with the open construct and its line: `for:1>> `.
  static func continuationPrompt(_ text: String) -> String {
    LuaOpening.innermost(in: text).map { "\($0.word):\($0.line)>> " } ?? ">> "
  }
}

extension Session {
  /// Returns Lua's syntax error for a text; nil if it compiles.
  func syntaxError(in text: String) -> LuaError? {
    // Compiling uses no budget of the line. The line break ends a string in quotes, so that an unfinished one does not
    // wait for more.
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

/// A command as it is typed: `:name word "several words"`.
struct CommandLineWords: Equatable {
  let name: String
  let arguments: [String]
  /// The text after the name, without spaces around it.
  let rest: String

  /// Returns nil for a text that is not a command.
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
