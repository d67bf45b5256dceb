public import LuaAPI
public import LuaEngine
public import Platform

/// Errors as lines for a person at a terminal.
public enum ErrorText {
  /// What a line or command raised.
  /// - Parameter session: knows where the app's code was.
  public static func lines(_ error: LuaError, in session: Session? = nil) -> [StyledText] {
    lines(error, in: session, entered: nil)
  }

  /// - Parameter entered: the lines of a session, to show the one that failed.
  static func lines(_ error: LuaError, in session: Session?, entered: EnteredLines?) -> [StyledText] {
    var (message, hint) = ErrorAdvice.explain(error)
    if entered != nil, session?.preparation != nil, message.contains("a nil value (global 'app')") {
      hint = "No app is installed: :open installs one, :samples lists the samples."
    }
    if let entered, error.stop == .budget {
      hint = "More: :budget N\(entered.isTyped ? "; Ctrl-C stops a line as well" : ", or --budget N")."
    }
    // Where no line of the script is known, one of homescreen's own modules helps nobody.
    var place = ErrorAdvice.place(of: error).flatMap { ErrorAdvice.isHidden("\($0)") ? nil : $0 }
    if let entered, let here = place, isEntered(here) { place = entered.place(here) }
    if error.lacksArguments, let session, let signature = entered?.signatureOfLastMethod(in: session) {
      hint = "A method is called with parentheses: \(signature)"
    }
    var lines: [StyledText] = ["\(StyledText("error", .red)) \(line: prefix(place, entered))\(message)"]
    if let place, isEntered(place), let entered, let text = entered.text(place.line) {
      let before = session.flatMap { entered.beginning(ofLineOf: error, in: $0) }
      if before != nil || !entered.isOnScreen(place.line) {
        lines.append(StyledText("  \(place.line) | \(TerminalText.visible(text, isOneLine: true))", .dim))
      }
      if let before {
        let width = DisplayWidth.of("\(place.line)"),
          column = DisplayWidth.of(TerminalText.visible(before, isOneLine: true))
        lines.append(
          StyledText("\(spaces(2 + width)) | \(spaces(column))", .dim) + StyledText("^", .red))
      }
    }
    let traceback = session?.code.luaStack(of: error) ?? error.traceback
    lines += frames(traceback, of: error, entered).map { "  \(line: $0)" }
    lines += (session?.code.appStack(of: error) ?? []).map { "  \(line: $0)" }
    if let hint { lines.append("  \(hint)") }
    if let fact = error.failure?.fact { lines.append("  fact: help(\"\(fact)\")") }
    return lines
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// Whether a place is a line of a session.
  private static func isEntered(_ place: LuaError.Place) -> Bool { place.file == "repl" }

  private static func prefix(_ place: LuaError.Place?, _ entered: EnteredLines?) -> String {
    guard let place else { return "" }
    guard isEntered(place) else { return "\(place): " }
    if entered?.isOnScreen(place.line) == true { return "" }
    return "line \(place.line): "
  }

  /// The levels of Lua's stack that say something: those outside of the function whose place is told already.
  private static func frames(
    _ traceback: [String], of error: LuaError, _ entered: EnteredLines?
  ) -> [String] {
    let innermost = traceback.firstIndex { error.place != nil && LuaError.Place(parsing: $0) == error.place }
    return traceback.dropFirst((innermost ?? 0) + 1).filter { frame in
      guard !ErrorAdvice.isHidden(frame) else { return false }
      guard let place = LuaError.Place(parsing: frame), isEntered(place), frame.hasSuffix("in main chunk") else {
        return true
      }
      // The line that called, which the person may just have typed.
      return entered.map { !$0.isOnScreen(place.line) } ?? false
    }
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
