internal import LuaAPI
internal import LuaEngine

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

  /// Lines that use or declare locals are functions inside of chunks; whoever reads an error sees the chunks that they
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
