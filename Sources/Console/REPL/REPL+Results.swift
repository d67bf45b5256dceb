package import LuaAPI
internal import LuaEngine
package import Platform
internal import PropertyLists
internal import Rendering

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The results of a line, the screen, the pager and the clipboard.
extension REPL {
  /// Shows the results of a line; a semicolon at its end silences it.
  func show(_ results: [LuaReference], of chunk: SourceChunk) {
    guard !LineEnd(chunk.text).isSilent else { return }
    if results.count == 1, session.isNil(results[0]) {
      guard source.isInteractive else { return }
      output("nil")
      if let hint = session.hint(forUnknown: chunk.text) { output(StyledText("  \(hint)", .dim)) }
      return
    }
    for result in results {
      let shown = session.show(result, width: columns)
      output(StyledText(shown.text))
      if shown.isCut, source.isInteractive { output(StyledText("(shortened; :show prints all of it)", .dim)) }
    }
  }

  /// `:show`: shows a whole value.
  func show(_ expression: String) -> ExitCode? {
    withValue(of: expression) {
      output(StyledText(session.show($0, width: columns, isWhole: true).text))
      return nil
    }
  }

  /// The maximum size of a copied text in bytes: a terminal may ignore a sequence of more than 100 000 characters.
  static let maximumCopiedBytes = 74_000

  /// `:copy`: asks the terminal to copy a value to the clipboard, with the sequence OSC 52. A string is copied as it
  /// is, with control characters as escapes.
  func copy(_ expression: String) -> ExitCode? {
    guard source.isInteractive, let screen = StandardInput.screen,
      Terminal.knowsControlSequences(environment: ProcessEnvironment.value)
    else { return refuse(":copy needs a terminal that supports control sequences; see the variable TERM") }
    return withValue(of: expression) { value in
      let text = TerminalText.visible(
        session.text(of: value) ?? session.show(value, width: columns, isWhole: true).text)
      let count = text.utf8.count
      guard (1...Self.maximumCopiedBytes).contains(count) else {
        return refuse(
          count == 0
            ? "nothing was copied: the text is empty"
            : "nothing was copied: the text has \(count) bytes, and terminals take at most \(Self.maximumCopiedBytes);"
              + " copy a part of it, such as :copy tostring(_):sub(1, 1000)")
      }
      screen.writeRendered("\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{7}")
      return answer("sent to the clipboard (bytes: \(count)); some terminals do this only if their settings allow it")
    }
  }

  /// Calls `body` with the value of an expression, or with the last result.
  private func withValue(of expression: String, _ body: (LuaReference) -> ExitCode?) -> ExitCode? {
    do {
      return body(
        expression.isEmpty
          ? session.lua.global("_") : try session.look(at: expression, names: LineForm.names(in: expression)))
    } catch {
      return fail(error)
    }
  }

  /// Runs `body`, and shows what it prints in the user's pager if it is longer than the screen.
  func paged<Outcome>(_ isPaged: Bool = true, _ body: () throws(LuaError) -> Outcome) throws(LuaError) -> Outcome {
    guard isPaged, page == nil, let rows = source.rows, Terminal.isTerminal(StandardStream.output.fileDescriptor)
    else { return try body() }
    page = []
    defer {
      let lines = (page ?? []).flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
      page = nil
      // The prompt needs a row, too.
      if lines.count < rows || !UserProgram.showPages(lines, note: errors) {
        for line in lines { output(StyledText(line)) }
      }
    }
    return try body()
  }

  func showScreen(_ part: Session.ScreenPart) -> ExitCode? {
    let (lines, isThere) = session.screen(part)
    if isThere, let artwork = session.artwork(part) {
      let terminal = Terminal(.output)
      let pictures = ScreenPictures.lines(
        artwork, columns: columns, usesStyles: terminal.usesStyles,
        environment: ProcessEnvironment.value)
      for line in pictures { output(line) }
      // Shown once in a session.
      if !hasToldGraphics, let remark = TerminalGraphics.remark(environment: ProcessEnvironment.value) {
        errors("\(line: remark)")
      }
      hasToldGraphics = true
    }
    for line in lines { isThere ? output(StyledText(line)) : errors(StyledText(line)) }
    return nil
  }

  /// The width of the terminal; otherwise the usual width.
  private var columns: Int {
    source.isInteractive ? Terminal(fileDescriptor: StandardStream.output.fileDescriptor).columns : 80
  }
}

/// The events on the devices during a session.
extension REPL {
  /// How many events of a long list are shown from its beginning, and how many from its end.
  private static let first = 8
  private static let last = 4

  /// Shows the results of the line's requests, and lists the events.
  /// - Parameter text: the line.
  func tellNews(_ text: String) {
    let news = session.takeNews(first: Self.first, last: Self.last)
    if tellsAnswers {
      for answer in news.answers {
        for (number, line) in answer.enumerated() {
          let line: StyledText = number == 0 ? "\(line: line)" : "  \(line: line)"
          // Programs read results from standard output.
          source.isInteractive ? output(line) : errors(line)
        }
      }
      if !news.answers.isEmpty, let name = unsetName(in: text) {
        let line: StyledText =
          "  do: \(line: name) is nil, and nil means the primary icon; a name has quotes: \"\(line: name)\""
        source.isInteractive ? output(line) : errors(line)
      }
    }
    guard tellsEvents else { return }
    if session.devices.homePress != nil { output(StyledText("  device:pressHome() came first", .dim)) }
    for line in news.events {
      let text = "  \(TerminalText.visible(line, isOneLine: true))"
      // An event takes one line, unless it has a reason; `:trace` shows all of it.
      let columns = text.contains(" reason=") ? nil : source.columns
      output(StyledText(columns.map { DisplayWidth.clipped(text, to: $0) } ?? text, .dim))
    }
  }

  /// Returns the variable without a value that a line gives to `setAlternateIconName`. A name that the line has twice
  /// may be its own variable.
  private func unsetName(in text: String) -> String? {
    let bytes = Array(text.utf8)
    let words = LuaLexer.tokens(of: bytes).map { String(decoding: bytes[$0.range], as: UTF8.self) }
    guard let call = words.firstIndex(of: "setAlternateIconName"), words.count > call + 3, words[call + 1] == "(",
      [")", ","].contains(words[call + 3]), case let name = words[call + 2], LuaWords.isName(name), name != "nil",
      session.value(named: name) == nil, words.count(where: { $0 == name }) == 1
    else { return nil }
    return name
  }

  /// `:trace`: shows the events of the current device.
  func showTrace(_ words: [String]) -> ExitCode? {
    let question: EventQuestion
    do {
      question = try EventQuestion(words)
    } catch {
      return refuse("\(error)")
    }
    guard let (lines, omitted) = session.events(question) else { return refuse("there is no device") }
    if omitted > 0 { output(StyledText("(\(omitted) earlier; :trace all shows them)", .dim)) }
    for line in lines { output("\(line: line)") }
    if lines.isEmpty {
      errors(words.isEmpty ? "nothing has happened yet" : "no event matches; use \(EventQuestion.usage)")
    }
    return nil
  }
}

/// The icons of a part of the screen as pictures in the terminal.
package enum ScreenPictures {
  /// The maximum width of an icon in columns.
  private static let maximumWidth = 12
  /// The size of an icon in pixels, for terminals that show pixels.
  private static let side = 120

  /// Returns the icons as pictures, with the labels below them; empty if the terminal shows only words.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal.
  ///   - environment: returns the value of a variable.
  package static func lines(
    _ artwork: ScreenArtwork, columns: Int, usesStyles: Bool,
    environment: (String) -> String?
  ) -> [StyledText] {
    let graphics = TerminalGraphics(usesStyles: usesStyles, environment: environment)
    guard graphics != .none else { return [] }
    let cell = max(6, min(18, (columns - 2) / max(1, artwork.columns)))
    let width = min(maximumWidth, (cell - 2) / 2 * 2)
    let side = graphics == .blocks ? width * 4 : Self.side
    var pixels = IconPixels(os: artwork.os)
    for (identifier, package) in artwork.packages { pixels.add(package, as: identifier) }
    var lines: [StyledText] = []
    for row in artwork.rows {
      let items = row.map { icon in
        TerminalPicture.Item(
          column: (icon.column - 1) * cell + (cell - width) / 2, pixels: pixels.square(icon.artwork, side: side))
      }
      lines += TerminalPicture(items, columns: width).lines(graphics, TerminalColours(environment: environment))
      let label = labels(row, cell)
      if !label.isEmpty { lines.append("\(line: label)") }
    }
    return lines
  }

  private static func labels(_ row: [ScreenArtwork.Cell], _ cell: Int) -> String {
    var text = ""
    for icon in row.sorted(by: { $0.column < $1.column }) where !icon.label.isEmpty {
      let label = DisplayWidth.clipped(TerminalText.visible(icon.label, isOneLine: true), to: cell - 1)
      let start = (icon.column - 1) * cell + max(0, cell - DisplayWidth.of(label)) / 2
      text = DisplayWidth.padded(text, to: start) + label
    }
    return text
  }
}
