package import LuaAPI
package import LuaEngine
package import Platform

/// A line of a session, kept so that it can run again.
struct REPLLine {
  enum Kind {
    /// The preparation before the first line: the device, the app.
    case preparation
    case code(SourceChunk)
    /// Time that passed because of a rewind into a command that only waited.
    case wait(ReplayWait)
  }

  let kind: Kind
  /// Whether the line used UIKit's names, which meant the app in front.
  var usesApp = false
  var hasFailed = false
  /// The compiled form; nil if unknown.
  var form: LineForm?
  /// The number of the line's commands that belong to the session; nil for all.
  var commandLimit: Int?
  /// Whether Ctrl-C or the end of its budget stopped the line.
  var wasStopped = false
  /// Whether the line had results.
  var hasResults = false
  /// The number of the line's commands before the first one that made the session press Home; nil if none did.
  var homePress: Int?
  /// The device's clock when the line began, in seconds.
  let start: Double

  /// Whether the line does not run again: it was stopped, and would take as long again. Its beginning does run again if
  /// a rewind has kept it.
  var isLeftOut: Bool { wasStopped && commandLimit == nil }

  /// The numbers of the first and last lines in the session; nil for a line that was not typed. A file is one line,
  /// with errors that have the line numbers of the file.
  var firstNumber: Int? { if case .code(let chunk) = kind { chunk.firstLine } else { nil } }
  var lastNumber: Int? {
    guard case .code(let chunk) = kind else { return nil }
    return chunk.firstLine + (chunk.file == nil ? chunk.text.utf8.count { $0 == UInt8(ascii: "\n") } : 0)
  }

  init(kind: Kind, start: Double, usesApp: Bool = false, hasFailed: Bool = false) {
    (self.kind, self.start, self.usesApp, self.hasFailed) = (kind, start, usesApp, hasFailed)
  }
}

/// A line that was undone.
struct UndoneLine {
  let line: REPLLine
  /// The number of lines at the end of the session that a redo removes; a rewind may have left the beginning of the line.
  let replaced: Int
}

/// The changes of `:os` and `:device` to the device of a session.
package struct REPLSystem: Sendable, Equatable {
  /// The version of iOS; nil if unchanged.
  package var os: String?
  /// The model; nil if unchanged.
  package var model: String?
}

/// The lines of a session by their numbers, for errors in earlier lines.
struct EnteredLines {
  private let chunks: [SourceChunk]
  private let current: SourceChunk?
  /// Whether a person types; then the line that has just run is on the screen.
  let isTyped: Bool

  /// - Parameter current: the running code; it may be one of the lines already.
  init(_ lines: [REPLLine], current: SourceChunk?, isTyped: Bool) {
    // The lines of a file have the numbers of the file.
    chunks = lines.compactMap { if case .code(let chunk) = $0.kind, chunk.file == nil { chunk } else { nil } }
    self.current = current?.file == nil ? current : nil
    self.isTyped = isTyped
  }

  /// Returns the text of a line; nil for a number outside the session.
  func text(_ number: Int) -> String? {
    guard let chunk = ([current].compactMap(\.self) + chunks.reversed()).first(where: { Self.has($0, number) }) else {
      return nil
    }
    return Self.lines(chunk)[number - chunk.firstLine]
  }

  /// Returns whether the line is the only one of the current code, which the person has just typed.
  func isOnScreen(_ number: Int) -> Bool {
    guard isTyped, let current else { return false }
    return current.firstLine == number && Self.lines(current).count == 1
  }

  /// Returns the place of an error; Lua reports the end of the code on the line after it.
  func place(_ place: LuaError.Place) -> LuaError.Place {
    guard let current, place.line == current.firstLine + Self.lines(current).count else { return place }
    return LuaError.Place(file: place.file, line: place.line - 1)
  }

  /// Returns the part of the line before the token that Lua refuses; nil for errors without a token.
  func beginning(ofLineOf error: LuaError, in session: Session) -> String? {
    guard let current, error.kind == .syntax else { return nil }
    let bytes = Array(current.text.utf8)
    func text(_ end: Int) -> String { String(decoding: bytes[..<end], as: UTF8.self) }
    // The same token may occur several times; the right one gives the same error for the text up to it.
    let token = LuaLexer.tokens(of: bytes).first { token in
      error.message.hasSuffix(" near '\(String(decoding: bytes[token.range], as: UTF8.self))'")
        && session.syntaxError(in: text(token.range.upperBound))?.message == error.message
    }
    guard let token, token.line + current.firstLine - 1 == error.place?.line else { return nil }
    return text(token.range.lowerBound).split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init)
  }

  /// Returns the signature of the method at the end of the current code; nil for an unknown one.
  func signatureOfLastMethod(in session: Session) -> String? {
    guard let text = current?.text[...].trimmingSpace() else { return nil }
    let name = text.split { !LuaWords.isName("_\($0)") }.last ?? ""
    let known = LuaCompletion(session).answer(text, "").completions
    return known.compactMap(\.signature).first { $0.contains(":\(name)(") }
  }

  private static func has(_ chunk: SourceChunk, _ number: Int) -> Bool {
    (chunk.firstLine..<chunk.firstLine + lines(chunk).count).contains(number)
  }

  /// Returns the lines. They are split by scalars, because to Swift a return and a line feed are one character.
  private static func lines(_ chunk: SourceChunk) -> [String] {
    chunk.text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}

/// Errors as lines for a person at a terminal.
package enum ErrorText {
  /// Returns the lines for an error of a line or command.
  /// - Parameter session: knows the position of the app's code.
  package static func lines(_ error: LuaError, in session: Session? = nil) -> [StyledText] {
    lines(error, in: session, entered: nil)
  }

  /// - Parameter entered: the lines of a session, to show the one that failed.
  static func lines(_ error: LuaError, in session: Session?, entered: EnteredLines?) -> [StyledText] {
    let line = ErrorAdvice.place(of: error).flatMap { isEntered($0) ? entered?.text($0.line) : nil }
    var (message, hint) = ErrorAdvice.explain(error, absence: session?.reasonForNil(in: error), line: line)
    if entered != nil, session?.preparation != nil, message.contains("a nil value (global 'app')") {
      hint = "No app is installed: :open installs one, :samples lists the samples."
    }
    if let entered, error.stop == .budget {
      hint = "More: :budget N\(entered.isTyped ? "; Ctrl-C stops a line as well" : ", or --budget N")."
    }
    // Without a line of the script, a place in homescreen's own modules does not help.
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
        lines.append(StyledText("\(spaces(2 + width)) | \(spaces(column))", .dim) + StyledText("^", .red))
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

  /// Returns whether a place is a line of a session.
  private static func isEntered(_ place: LuaError.Place) -> Bool { place.file == "repl" }

  private static func prefix(_ place: LuaError.Place?, _ entered: EnteredLines?) -> String {
    guard let place else { return "" }
    guard isEntered(place) else { return "\(place): " }
    if entered?.isOnScreen(place.line) == true { return "" }
    return "line \(place.line): "
  }

  /// Returns the useful levels of Lua's stack: those outside the function whose place is already shown.
  private static func frames(_ traceback: [String], of error: LuaError, _ entered: EnteredLines?) -> [String] {
    let innermost = traceback.firstIndex { error.place != nil && LuaError.Place(parsing: $0) == error.place }
    return traceback.dropFirst((innermost ?? 0) + 1).filter { frame in
      guard !ErrorAdvice.isHidden(frame) else { return false }
      guard let place = LuaError.Place(parsing: frame), isEntered(place), frame.hasSuffix("in main chunk") else {
        return true
      }
      // The calling line, unless the person has just typed it.
      return entered.map { !$0.isOnScreen(place.line) } ?? false
    }
  }

  /// Returns the lines for a problem of a plugin or the settings.
  package static func lines(_ problem: PluginProblem) -> [StyledText] {
    let (message, hint) = ErrorAdvice.explain(problem.error)
    let place = ErrorAdvice.place(of: problem.error).map { "\($0): " } ?? ""
    // The message is a plugin's own text, and CI servers read commands from standard error, too.
    let text = WorkflowCommand.harmless(TerminalText.visible(shortened(message), isOneLine: true))
    let first: StyledText = "\(StyledText("plugin", .red)) \(line: problem.plugin): \(line: place)\(text)"
    return [first] + (hint.map { ["  \(line: $0)"] } ?? [])
  }

  /// The maximum length of a message.
  private static let maximumCharacters = 1_000

  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: maximumCharacters, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(text[..<end]) + "…"
  }
}
