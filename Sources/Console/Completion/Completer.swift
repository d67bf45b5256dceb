package import LuaAPI
internal import LuaEngine
internal import Platform

/// Completes input at Tab: Lua according to the place in the line, the REPL's commands, and input that can be either.
/// It never runs code of a script.
package struct Completer {
  private let begun: () -> String
  private let current: () -> Session?
  /// The maximum size of a text for completion, in bytes.
  private static let maximumBytes = 1 << 18

  /// Creates a completer for a session.
  ///
  /// - Parameters:
  ///   - begun: returns the earlier lines of the same statement.
  ///   - session: returns the current session; both are called at each Tab.
  package init(begun: @escaping () -> String = { "" }, session: @escaping () -> Session?) {
    self.begun = begun
    current = session
  }

  /// Returns the completions at the cursor (in UTF-8 bytes), and a note about the place.
  package func answer(line: String, cursor: Int) -> CompletionAnswer {
    let before = begun()
    guard let session = current(), before.utf8.count + line.utf8.count <= Self.maximumBytes else {
      return CompletionAnswer()
    }
    let text = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let rest = String(decoding: line.utf8.dropFirst(cursor), as: UTF8.self)
    if before.isEmpty {
      if text.hasPrefix(":"), !text.hasPrefix("::") { return CommandCompletion(session).answer(text, rest: rest) }
      if text.hasPrefix("?") { return LuaCompletion(session, explains: true).answer(String(text.dropFirst()), rest) }
    }
    return LuaCompletion(session).answer(before.isEmpty ? text : "\(before)\n\(text)", rest)
  }

  /// Returns only the completions.
  package func completions(line: String, cursor: Int) -> [Completion] { answer(line: line, cursor: cursor).completions }
}

/// Completion of a line that is a command: `:save tests/night.lua`.
struct CommandCompletion {
  private let session: Session

  init(_ session: Session) { self.session = session }

  func answer(_ text: String, rest: String) -> CompletionAnswer {
    let words = text.dropFirst()
    guard let end = words.firstIndex(where: \.isWhitespace) else {
      let names = session.commandNames.filter { $0.hasPrefix(words) }.sorted()
      return CompletionAnswer(
        names.map { name in
          let usage = REPLWord(named: name)?.usage ?? ":\(name)"
          let summary = session.summary(ofCommand: name)
          return Completion(
            name, display: ":\(name)", summary: summary, signature: TextRow.text([usage, summary ?? ""], widths: [24]),
            replacing: words.utf8.count)
        })
    }
    let arguments = String(words[end...])
    guard let word = REPLWord(named: String(words[..<end])) else {
      return ofPlugin(String(words[..<end]), text, arguments)
    }
    switch word.completion {
    case .none: return CompletionAnswer(note: note(word))
    case .lua: return LuaCompletion(session).answer(arguments, rest)
    case .words(let words): return values({ _ in words.map { DomainValue($0) } }, in: arguments, note: note(word))
    case .domains(let domains):
      return values(
        { typed in domains.flatMap { DomainValues(session).values(of: $0, typed: typed) } }, in: arguments,
        note: note(word))
    }
  }

  /// Returns the completions of a plugin for the arguments of its command.
  private func ofPlugin(_ name: String, _ text: String, _ arguments: String) -> CompletionAnswer {
    guard session.commandNames.contains(name) else { return CompletionAnswer() }
    let typed = TypedWord(arguments)
    let before = CommandLineWords(String(decoding: text.utf8.dropLast(typed.bytes), as: UTF8.self))?.arguments ?? []
    let found = session.completions(ofCommand: name, words: before + [typed.text])
    let problem = found.problem.flatMap { ErrorText.lines($0).first?.rendered(hasStyles: false) }
    return values(
      { _ in found.texts.map { DomainValue($0) } }, in: arguments,
      note: problem ?? session.summary(ofCommand: name).map { ":\(name)  \($0)" } ?? "")
  }

  private func note(_ word: REPLWord) -> String { "\(word.usage)  \(word.summary)" }

  private func values(
    _ values: (_ typed: String) -> [DomainValue], in arguments: String, note: String
  ) -> CompletionAnswer {
    let typed = TypedWord(arguments)
    // A file's name may contain characters that a line cannot.
    let found = values(typed.text).filter { value in
      value.text.hasPrefix(typed.text) && !value.text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }
    let completions = found.map { value in
      Completion(
        typed.writing(value.text, isOpen: value.isOpen), display: value.text, summary: value.summary,
        replacing: typed.bytes)
    }
    return CompletionAnswer(completions, note: note, isOverview: typed.bytes == 0 && completions.count != 1)
  }
}

/// The word of a command at the cursor.
private struct TypedWord {
  /// The text without quotes.
  let text: String
  /// The number of bytes that the word takes in the line.
  let bytes: Int
  private let quote: Character?

  init(_ arguments: String) {
    var text = ""
    var start = arguments.endIndex
    var isInside = false
    var open: Character?
    var first: Character?
    for index in arguments.indices {
      let character = arguments[index]
      if let quote = open {
        if character == quote { open = nil } else { text.append(character) }
      } else if character.isWhitespace {
        (isInside, text, first) = (false, "", nil)
      } else {
        if !isInside { start = index }
        if character == "\"" || character == "'" {
          open = character
          if !isInside { first = character }
        } else {
          text.append(character)
        }
        isInside = true
      }
    }
    self.text = isInside ? text : ""
    bytes = isInside ? arguments[start...].utf8.count : 0
    quote = first
  }

  /// Returns a value as a word, in quotes if it needs them.
  func writing(_ value: String, isOpen: Bool) -> String {
    let needsQuotes = value.contains { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    guard let mark = quote ?? (needsQuotes ? (value.contains("\"") ? "'" : "\"") : nil) else { return value }
    return "\(mark)\(value)" + (isOpen ? "" : String(mark))
  }
}
