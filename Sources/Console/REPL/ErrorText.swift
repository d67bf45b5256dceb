public import HomeScreenReports
public import LuaAPI
public import LuaEngine

/// Errors as lines for a person at a terminal.
public enum ErrorText {
  /// What a line or command raised.
  /// - Parameters:
  ///   - session: knows where the app's code was.
  ///   - showsLine: whether the number of the line says something; a person who types sees it.
  public static func lines(_ error: LuaError, in session: Session? = nil, showsLine: Bool = true) -> [StyledText] {
    let (message, hint) = ErrorAdvice.explain(error)
    let place =
      ErrorAdvice.place(of: error).map {
        $0.file == "repl" ? (showsLine ? "line \($0.line): " : "") : "\($0): "
      } ?? ""
    var lines: [StyledText] = ["\(StyledText("error", .red)) \(line: place)\(message)"]
    lines += error.traceback.dropFirst().filter { !$0.hasPrefix("repl:") && !ErrorAdvice.isHidden($0) }
      .map { "  \(line: $0)" }
    lines += (session?.code.appStack(of: error) ?? []).map { "  \(line: $0)" }
    if let hint { lines.append("  \(hint)") }
    if let fact = error.failure?.fact { lines.append("  fact: help(\"\(fact)\")") }
    return lines
  }

  /// What is wrong with a plugin or the settings.
  public static func lines(_ problem: PluginProblem) -> [StyledText] {
    let (message, hint) = ErrorAdvice.explain(problem.error)
    let place = ErrorAdvice.place(of: problem.error).map { "\($0): " } ?? ""
    // What a plugin raises is its own text, and CI servers read commands from standard error, too.
    let text = WorkflowCommand.harmless(TerminalText.visible(shortened(message), isOneLine: true))
    let first: StyledText = "\(StyledText("plugin", .red)) \(line: problem.plugin): \(line: place)\(text)"
    return [first] + (hint.map { ["  \(line: $0)"] } ?? [])
  }

  /// Nobody reads longer ones.
  private static let maximumCharacters = 1_000

  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: maximumCharacters, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(text[..<end]) + "…"
  }
}
