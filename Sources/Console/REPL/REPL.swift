public import LuaAPI
import LuaEngine

/// The read-eval-print loop: a line is run, its values are shown, an error is explained, and on it goes.
///
/// Where nobody types (a pipe, a file) there are no prompts, and the first error ends the session.
public final class REPL {
  private let session: Session
  private let source: any LineSource
  private let output: (String) -> Void
  private let errors: (String) -> Void
  private let style: Terminal

  /// - Parameters:
  ///   - output: gets results, a line at a time.
  ///   - errors: gets error messages, a line at a time.
  ///   - style: how error messages may look.
  public init(
    session: Session, source: any LineSource, style: Terminal, output: @escaping (String) -> Void,
    errors: @escaping (String) -> Void
  ) {
    self.session = session
    self.source = source
    self.style = style
    self.output = output
    self.errors = errors
    session.usesAppInFront = true
    session.output = output
    session.onNote = { errors("note: \($0)") }
  }

  /// Runs until the input ends or the user leaves.
  public func run() -> ExitCode {
    let reader = Reader(
      source: source, prompt: "> ", continuationPrompt: ">> ", isComplete: { [session] in Self.isComplete($0, session) }
    )
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
    case "exit", "quit", ":q", ":quit", "exit()", "quit()": return .success
    case "help", "?": return evaluate(SourceChunk(text: "help()", firstLine: chunk.firstLine, isComplete: true))
    default: break
    }
    // Running takes a Ctrl-C back; where nobody sits at the keyboard, one that came between two lines counts too.
    if !source.isInteractive, Interrupt.wasRequested {
      errors("stopped by Ctrl-C")
      return .interrupted
    }
    do {
      let results = try session.lua.call(compile(chunk))
      for result in shown(results) { output(result) }
      return nil
    } catch {
      show(error)
      if error.stop == .deadline { return .watchdog }
      guard !source.isInteractive else { return nil }
      return error.stop == .interrupt ? .interrupted : .failure
    }
  }

  /// An expression is shown, so it is tried as one first; `= x` works as in older Luas.
  private func compile(_ chunk: SourceChunk) throws(LuaError) -> LuaReference {
    session.lua.arm()
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

  private func show(_ error: LuaError) {
    let (message, hint) = ErrorAdvice.explain(error)
    let place =
      ErrorAdvice.place(of: error).map {
        $0.file == "repl" ? (source.isInteractive ? "" : "line \($0.line): ") : "\($0): "
      } ?? ""
    errors(style.styled("error", .red) + " \(place)\(message)")
    for line in error.traceback.dropFirst() where !line.hasPrefix("repl:") && !ErrorAdvice.isHidden(line) {
      errors("  \(line)")
    }
    if let hint { errors("  \(hint)") }
    if let fact = error.failure?.fact { errors("  fact: help(\"\(fact)\")") }
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
