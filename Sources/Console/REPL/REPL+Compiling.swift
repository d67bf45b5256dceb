internal import LuaAPI
internal import LuaEngine

/// From the text of a line to what runs.
extension REPL {
  /// An expression is shown, so it is tried as one first; `= x` works as in older Luas.
  func compile(_ chunk: SourceChunk, in session: Session) throws(LuaError) -> SessionLocals.Line {
    session.arm(takesBackInterrupt: takesBackInterrupt)
    var text = chunk.text
    if text.hasPrefix("=") { text = "return " + text.dropFirst() }
    if let line = try? load("return " + text, of: chunk, in: session) { return line }
    return try load(text, of: chunk, in: session)
  }

  private func load(_ text: String, of chunk: SourceChunk, in session: Session) throws(LuaError) -> SessionLocals.Line {
    // The lines before this one, so that messages count from the beginning of the session.
    let blank = String(repeating: "\n", count: source.isInteractive || chunk.file != nil ? 0 : chunk.firstLine - 1)
    // With a line break at the end, a string that is not closed is told as one.
    let text = blank + text + (chunk.isComplete ? "\n" : "")
    let statements = LuaStatements(text)
    return try session.locals.load(
      text, chunkName: chunk.file.map { "@\($0)" } ?? "=repl", names: statements?.names ?? [],
      declarations: statements?.declarations.compactMap(SessionLocals.Declaration.init) ?? [])
  }

  /// Whether a text can be run: Lua's own test, a syntax error at the very end of the input.
  static func isComplete(_ text: String, _ session: Session) -> Bool {
    func load(_ text: String) throws(LuaError) {
      // Looking at a text takes nothing from what running it may use. A line break ends a string in quotes, so that one
      // which is not closed is no reason to wait for more.
      let (outcome, _, _) = session.lua.withOwnBudget(session.lua.options.budget) {
        Result { () throws(LuaError) in try session.lua.load(text + "\n", chunkName: "=repl") }
      }
      if case .success(.failure(let error)) = outcome { throw error }
    }
    let isExpression = text.hasPrefix("=")
    do {
      try load(isExpression ? "return \(text.dropFirst())" : text)
      return true
    } catch {
      // Nothing that follows makes less of too much.
      guard error.message.hasSuffix("<eof>"), !error.message.contains("too many") else { return true }
      return !isExpression && (try? load("return \(text)")) != nil
    }
  }

  /// What is open in the lines before, and on which of them it stands: `for:1>> `.
  static func continuationPrompt(_ text: String) -> String {
    LuaOpening.innermost(in: text).map { "\($0.word):\($0.line)>> " } ?? ">> "
  }
}

extension SessionLocals.Declaration {
  /// What of a statement lives on: a variable that is closed ends with its line. nil: nothing.
  fileprivate init?(_ declaration: LuaStatements.Declaration) {
    let variables = declaration.variables.filter { $0.attribute != "close" }
    guard !variables.isEmpty else { return nil }
    self.init(variables.map { ($0.name, $0.attribute == "const") }, end: declaration.range.upperBound)
  }
}
