import AppPackages
import CEditLineSupport
package import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lines typed by a person, with libedit: arrows, history, search (Ctrl-R), completion at Tab.
///
/// Ctrl-C drops the line and returns ``LineInput/interrupted``; Ctrl-D on an empty line is the end. The editor uses the
/// key bindings in `~/.editrc`. Between lines, the terminal, the signal handlers and the locale are the caller's. An
/// editor stays on the thread that made it, and a process reads one line at a time.
package final class LineEditor: LineSource {
  /// The function for Tab, with the line and the offset of the cursor in UTF-8 bytes.
  package typealias Completer = (_ line: String, _ cursor: Int) -> CompletionAnswer

  /// Always true.
  package let isInteractive = true

  /// The width of the terminal when the editor was made.
  package var columns: Int? { terminal.columns }

  /// The height of the terminal; nil for one without control sequences, which cannot show pages.
  package var rows: Int? { hasControlSequences ? terminal.rows : nil }

  /// Notes for the user after opening: for example that a damaged history is ignored.
  package let notes: [String]

  /// The entries of this session and of earlier ones.
  package private(set) var history: History

  private let historyFile: HistoryFile?
  private let terminal: Terminal
  private let hasControlSequences: Bool
  private var beginning = ""
  private let promptStyles: [TextStyle]
  private let completer: Completer?
  private var unsavedEntries: [String] = []
  /// Set in `init` after all other properties, because the C side gets a pointer to this object.
  private var handle: OpaquePointer?

  /// Starts editing lines on a terminal.
  ///
  /// - Parameters:
  ///   - input: the descriptor of a terminal.
  ///   - output: the descriptor for the prompt and the line.
  ///   - historyFile: read now, and written at each entry; `nil` keeps the history in memory.
  ///   - promptStyles: the styles of the prompt, if the terminal has styles.
  ///   - completer: without one, Tab inserts a tab.
  /// - Throws: `UserError` when `input` is not a terminal.
  package init(
    input: Int32 = 0, output: Int32 = 1, historyFile: HistoryFile? = nil,
    promptStyles: [TextStyle] = [], environment: (String) -> String? = ProcessEnvironment.value,
    completer: Completer? = nil
  ) throws(UserError) {
    let (history, note) = historyFile?.load() ?? (History(), nil)
    self.history = history
    // The note reports an unusable file once; then it is ignored.
    self.historyFile = historyFile.flatMap { $0.isUsable ? $0 : nil }
    (self.promptStyles, self.completer) = (promptStyles, completer)
    notes = note.map { [$0] } ?? []
    terminal = Terminal(fileDescriptor: output, environment: environment)
    hasControlSequences = Terminal.knowsControlSequences(environment: environment)

    let context = Unmanaged.passUnretained(self).toOpaque()
    handle = cel_open(
      "homescreen", input, output, Int32(History.maximumEntries), completer == nil ? nil : completeAtTab, context)
    guard handle != nil else {
      throw UserError(
        "Line editing is not possible: \(SystemError.text(errno)). Pipe the input instead: `homescreen repl < FILE`.")
    }
    if hasControlSequences { cel_take_pastes(handle) }
    if terminal.usesStyles { cel_suggest(handle) }
    for entry in history.newest { addToEditor(entry) }
  }

  deinit {
    cel_close(handle)
  }

  /// Lets a person edit a line, and returns it, an interruption, or the end of the input.
  package func readLine(prompt: String) throws(InputError) -> LineInput {
    var line: UnsafePointer<CChar>?
    var length = 0
    let bytes = Array(decorated(prompt).utf8.map { CChar(bitPattern: $0) })
    let outcome = cel_read_line(handle, bytes, bytes.count, beginning, &line, &length)
    beginning = ""
    switch outcome {
    case CEL_LINE:
      return .line(Self.text(line, length))
    case CEL_INTERRUPTED:
      return .interrupted
    case CEL_END_OF_FILE:
      return .endOfFile
    case CEL_TOO_LONG:
      throw .lineTooLong(line: 1, limit: Int(CEL_MAXIMUM_LINE))
    case CEL_BUSY:
      throw .unreadable(line: 1, reason: "another editor of this process is reading a line")
    default:
      throw .unreadable(line: 1, reason: "out of memory")
    }
  }

  /// Does nothing on a terminal that does not mark pastes: a pasted block has its own indentation.
  package func begin(with text: String) { if hasControlSequences { beginning = text } }

  /// Adds an entry to the history and its file, unless it begins with a space: such a line is private.
  package func remember(_ entry: String) {
    guard !entry.hasPrefix(" "), history.add(entry) else { return }
    addToEditor(entry)
    unsavedEntries.append(entry)
    // Saved at once, so that no entry is lost however the process ends. A failed save is repeated later.
    try? saveHistory()
  }

  /// Saves the entries that could not be saved before. Call it at the end of the session to get the error.
  package func saveHistory() throws(UserError) {
    try historyFile?.append(unsavedEntries)
    unsavedEntries = []
  }

  private func addToEditor(_ entry: String) {
    let bytes = entry.utf8.map { CChar(bitPattern: $0) }
    cel_remember(handle, bytes, bytes.count)
  }

  /// Wraps control sequences in \1, so that libedit does not count them as columns. The space at the end is outside,
  /// since libedit drops a sequence at the end.
  private func decorated(_ prompt: String) -> String {
    let text = TerminalText.visible(prompt, isOneLine: true)
    guard terminal.usesStyles, !promptStyles.isEmpty, text.hasSuffix(" ") else { return text }
    return "\u{1}\(TextStyle.sequence(promptStyles))\u{1}\(text.dropLast())\u{1}\(TextStyle.resetSequence)\u{1} "
  }

  fileprivate func complete(line: String, cursor: Int) -> cel_completion {
    var answer = completer?(line, cursor) ?? CompletionAnswer()
    let completions = answer.completions
    guard let first = completions.first else { return show(answer) }
    let prefix = completions.count == 1 ? first.replacement : CompletionList.commonPrefix(completions)
    let before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let replaced = String(decoding: before.utf8.suffix(max(0, first.replacedBytes)), as: UTF8.self)
    if completions.count == 1, first.replacement == replaced {
      // The word is complete: shows its signature.
      answer = CompletionAnswer(note: first.signature ?? answer.note)
      return show(answer)
    }
    // Several completions: inserts their common prefix, and lists them when that adds nothing.
    if !answer.isOverview, completions.count == 1 || prefix.utf8.count > replaced.utf8.count {
      let bytes = prefix.utf8.map { CChar(bitPattern: $0) }
      return cel_replace(handle, replaced.unicodeScalars.count, bytes, bytes.count) ? CEL_COMPLETED : CEL_NO_COMPLETION
    }
    return show(answer)
  }

  /// Shows an answer below the current line.
  private func show(_ answer: CompletionAnswer) -> cel_completion {
    let list = CompletionList.lines(answer, columns: terminal.columns).utf8.map { CChar(bitPattern: $0) }
    guard !list.isEmpty else { return CEL_NO_COMPLETION }
    cel_show(handle, list, list.count)
    return CEL_SHOWN
  }

  fileprivate static func text(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> String {
    let buffer = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : length)
    return String(decoding: buffer, as: UTF8.self)
  }
}

/// Completes at Tab. The C side calls this on the editor's own thread, while `readLine` keeps the editor alive.
private func completeAtTab(
  context: UnsafeMutableRawPointer?, handle: OpaquePointer?, line: UnsafePointer<CChar>?, length: Int, cursor: Int
) -> cel_completion {
  guard let context else { return CEL_NO_COMPLETION }
  let editor = Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
  return editor.complete(line: LineEditor.text(line, length), cursor: cursor)
}

/// The list of several completions.
enum CompletionList {
  /// The maximum number of listed completions.
  static let maximumShown = 200

  /// Returns the common prefix of all replacements; empty when they replace different parts of the line.
  static func commonPrefix(_ completions: [Completion]) -> String {
    guard let first = completions.first, completions.allSatisfy({ $0.replacedBytes == first.replacedBytes }) else {
      return ""
    }
    var prefix = Substring(first.replacement)
    for completion in completions.dropFirst() {
      prefix = prefix.prefix(zip(prefix, completion.replacement).prefix { $0 == $1 }.count)
    }
    return String(prefix)
  }

  /// The maximum number of completions that get a row each, with a description.
  static let maximumRows = 16

  /// Returns a line about the place, then the list.
  static func lines(_ answer: CompletionAnswer, columns: Int) -> String {
    let note = answer.note.map { row($0, columns) } ?? ""
    return note + (answer.completions.isEmpty ? "" : lines(answer.completions, columns: columns))
  }

  /// Returns the list in columns, top to bottom and then left to right, like `ls`; a short list has a row with a
  /// summary for each completion.
  static func lines(_ completions: [Completion], columns: Int) -> String {
    if completions.count <= maximumRows, completions.contains(where: { $0.summary != nil }), columns >= 40 {
      return rows(completions, columns)
    }
    let shown = completions.prefix(maximumShown).map { TerminalText.visible($0.display, isOneLine: true) }
    let width = (shown.map { DisplayWidth.of($0) }.max() ?? 0) + 2
    let perRow = max(1, columns / width)
    let rows = (shown.count + perRow - 1) / perRow
    var text = ""
    for row in 0..<rows {
      let cells = stride(from: row, to: shown.count, by: rows).map { shown[$0] }
      text += TextRow.text(cells, widths: cells.dropLast().map { _ in width - 2 }, gap: 2) + "\n"
    }
    if completions.count > shown.count { text += "… and \(completions.count - shown.count) more\n" }
    return text
  }

  private static func rows(_ completions: [Completion], _ columns: Int) -> String {
    let names = completions.map { TerminalText.visible($0.display, isOneLine: true) }
    let width = min(names.map { DisplayWidth.of($0) }.max() ?? 0, columns / 2)
    return zip(names, completions).map { name, completion in
      row(TextRow.text([name, completion.summary ?? ""], widths: [width], gap: 2), columns)
    }.joined()
  }

  /// Returns one row of the screen; the last column stays free, since terminals treat it differently.
  private static func row(_ text: String, _ columns: Int) -> String {
    var line = TerminalText.visible(text, isOneLine: true)
    if DisplayWidth.of(line) >= columns { line = DisplayWidth.clipped(line, to: max(1, columns - 1)) }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
