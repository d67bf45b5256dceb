import Console
import Platform
import TestSupport
import Testing

/// A pseudo-terminal whose keys are typed in advance. Serialized: a process reads one line at a time.
@Suite(.serialized) struct LineEditorTests {
  private func editor(
    _ terminal: PseudoTerminal, historyFile: HistoryFile? = nil, completer: LineEditor.Completer? = nil
  ) throws -> LineEditor {
    try LineEditor(
      input: terminal.program, output: terminal.program, historyFile: historyFile, environment: { _ in nil },
      completer: completer)
  }

  @Test func linesWithChineseTextAreEdited() throws {
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal)
    terminal.type("主屏幕\u{2}\u{2}\u{8}新\n")  // back, back, delete before the cursor, insert
    #expect(try editor.readLine(prompt: "> ") == .line("新屏幕"))
    terminal.type("\n")
    #expect(try editor.readLine(prompt: "> ") == .line(""))
  }

  @Test func promptIsDrawnWithoutControlCharacters() throws {
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal)
    terminal.type("x\n")
    _ = try editor.readLine(prompt: "ho\u{1B}me> ")
    #expect(terminal.drawn().contains("ho\\u{1B}me> "))
  }

  /// A session may end at any time, by any signal.
  @Test func entryIsInTheFileImmediately() throws {
    let folder = TemporaryFolder()
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal, historyFile: HistoryFile(path: folder.path + "/history"))
    editor.remember("first")
    #expect(folder.read("history") == "first\n")
    editor.remember("second")
    editor.remember("second")
    #expect(folder.read("history") == "first\nsecond\n")
    try editor.saveHistory()
    #expect(folder.read("history") == "first\nsecond\n")
  }

  @Test func unwrittenEntryIsRetriedAndReportedAtTheEnd() throws {
    let folder = TemporaryFolder()
    folder.write("state", "in the way")
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal, historyFile: HistoryFile(path: folder.path + "/state/history"))
    editor.remember("first")
    #expect(throws: UserError.self) { try editor.saveHistory() }
    folder.delete("state")
    editor.remember("second")
    #expect(folder.read("state/history") == "first\nsecond\n")
  }

  @Test func controlCDiscardsTheLine() throws {
    let terminal = try #require(PseudoTerminal())
    // Typed before the editor opens: between two lines the terminal itself handles these keys.
    terminal.type("abc\u{3}")
    let editor = try editor(terminal)
    #expect(try editor.readLine(prompt: "> ") == .interrupted)
    #expect(terminal.drawn().hasSuffix("^C\r\n"))
  }

  @Test func controlDOnAnEmptyLineEndsTheInput() throws {
    let terminal = try #require(PseudoTerminal())
    terminal.type("\u{4}")
    let editor = try editor(terminal)
    #expect(try editor.readLine(prompt: "> ") == .endOfFile)
  }

  @Test func controlDInsideALineDoesNotEndTheInput() throws {
    let terminal = try #require(PseudoTerminal())
    terminal.type("ab\u{1}\u{4}\n")
    let editor = try editor(terminal)
    #expect(try editor.readLine(prompt: "> ") == .line("b"))
  }

  @Test func invalidBytesBecomeReplacementCharacters() throws {
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal)
    terminal.type(bytes: [0x61, 0xFF, 0xE4, 0xB8, 0x62, 0xED, 0xA0, 0x80, 0x0A])
    #expect(try editor.readLine(prompt: "> ") == .line("a\u{FFFD}\u{FFFD}b\u{FFFD}"))
  }

  @Test func multilineHistoryIsRecalled() throws {
    let folder = TemporaryFolder()
    let file = HistoryFile(path: folder.path + "/history")
    try file.append(["older", "f(\n  1)"])
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal, historyFile: file)
    terminal.type("\u{10}\n")
    #expect(try editor.readLine(prompt: "> ") == .line("f(\n  1)"))
    editor.remember("newest")
    editor.remember("newest")
    terminal.type("\u{10}\u{10}\u{10}\n")
    #expect(try editor.readLine(prompt: "> ") == .line("older"))
    try editor.saveHistory()
    #expect(file.load().history.entries == ["older", "f(\n  1)", "newest"])
  }

  @Test func damagedHistoryIsReportedAndEditingContinues() throws {
    let folder = TemporaryFolder()
    folder.write("history", [0xFF])
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal, historyFile: HistoryFile(path: folder.path + "/history"))
    #expect(editor.notes.count == 1)
    terminal.type("x\n")
    #expect(try editor.readLine(prompt: "> ") == .line("x"))
  }

  @Test func pastedTabIsATab() throws {
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal) { _, _ in CompletionAnswer([Completion("never", replacing: 0)]) }
    terminal.type("a\tb\n")
    #expect(try editor.readLine(prompt: "> ") == .line("a\tb"))
  }

  /// Insert, Page Up, function keys and Ctrl with an arrow insert nothing. Home, End and Delete work with all codes
  /// that terminals send.
  @Test(arguments: [
    ("a\u{1B}[2~b\n", "ab"), ("a\u{1B}[5~\u{1B}[6~\u{1B}[15~\u{1B}[24~b\n", "ab"), ("a\u{1B}OP\u{1B}OSb\n", "ab"),
    ("a\u{1B}[1;5C\u{1B}[1;2A\u{1B}[3;5~\u{1B}[2;2~b\n", "ab"), ("b\u{1B}[1~a\u{1B}[4~c\n", "abc"),
    ("b\u{1B}[7~a\u{1B}[8~c\n", "abc"), ("ab\u{2}\u{1B}[3~c\n", "ac"),
  ])
  func unusedFunctionKeysTypeNothing(keys: String, line: String) throws {
    for isPasting in [false, true] {
      let terminal = try #require(PseudoTerminal())
      let editor = try isPasting ? pasting(terminal) : editor(terminal)
      terminal.type(keys)
      #expect(try editor.readLine(prompt: "> ") == .line(line))
    }
  }

  @Test func severalTabsComplete() throws {
    let terminal = try #require(PseudoTerminal())
    terminal.type("'a\t\tb\n")
    #expect(try pasting(terminal).readLine(prompt: "> ") == .line("'aneverneverb"))
  }

  // MARK: Pastes

  /// With a terminal that supports bracketed paste.
  private func pasting(_ terminal: PseudoTerminal) throws -> LineEditor {
    try LineEditor(
      input: terminal.program, output: terminal.program,
      environment: { $0 == "TERM" ? "xterm" : nil },
      completer: { _, _ in CompletionAnswer([Completion("never", replacing: 0)]) })
  }

  @Test(arguments: [
    ("\u{1B}[200~f(\r  1,\r\t名字\n)\u{1B}[201~\n", "f(\n  1,\n\t名字\n)"),
    // With typed text before and after it, even if it arrives at once.
    ("x = \u{1B}[200~1 +\r\u{1B}[201~2\n", "x = 1 +2"), ("ac\u{2}\u{1B}[200~b\u{1B}[201~\n", "abc"),
    ("\u{1B}[200~\u{1B}[201~x\n", "x"), ("\u{1B}[200~\r\r\u{1B}[201~x\n", "x"),
    ("\u{1B}[200~a\u{1B}[201~\u{1B}[200~b\u{1B}[201~\n", "ab"),
    // Keys with a similar prefix.
    ("ab\u{1B}[D\u{1B}[Dx\n", "xab"), ("ab\u{1B}bx\n", "xab"),
    // Keys in a paste have no effect.
    ("\u{1B}[200~a\u{3}b\u{4}\u{1}c\u{1B}[20~\u{1B}[201~\n", "a\u{3}b\u{4}\u{1}c\u{1B}[20~"),
  ])
  func pastedTextIsInsertedUnchanged(keys: String, line: String) throws {
    let terminal = try #require(PseudoTerminal())
    // Before the editor opens: between two lines the terminal itself handles some keys.
    terminal.type(keys)
    let editor = try pasting(terminal)
    #expect(try editor.readLine(prompt: "> ") == .line(line))
  }

  @Test func longPasteIsOneLine() throws {
    let terminal = try #require(PseudoTerminal())
    let editor = try pasting(terminal)
    let block = (1...40).map { "names[\($0)] = '名字\($0)' -- 注释" }.joined(separator: "\n")
    terminal.type("\u{1B}[200~" + block + "\u{1B}[201~\n")
    #expect(try editor.readLine(prompt: "> ") == .line(block))
    editor.remember(block)
    terminal.type("\u{10}\n")
    #expect(try editor.readLine(prompt: "> ") == .line(block))
  }

  @Test func bracketedPasteIsOnOnlyWhileALineIsRead() throws {
    let terminal = try #require(PseudoTerminal())
    let editor = try pasting(terminal)
    terminal.type("x\n")
    _ = try editor.readLine(prompt: "> ")
    let drawn = terminal.drawn()
    let (before, after) = (drawn.firstRange(of: "\u{1B}[?2004h"), drawn.firstRange(of: "\u{1B}[?2004l"))
    let prompt = try #require(drawn.firstRange(of: "> "))
    #expect(before.map { $0.upperBound <= prompt.lowerBound } == true, "\(drawn.debugDescription)")
    #expect(after.map { $0.lowerBound >= prompt.upperBound } == true)
    let plain = try self.editor(terminal)
    terminal.type("x\n")
    _ = try plain.readLine(prompt: "> ")
    #expect(!terminal.drawn().contains("2004"))
  }

  @Test func lineWithALeadingSpaceIsPrivate() throws {
    let folder = TemporaryFolder()
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal, historyFile: HistoryFile(path: folder.path + "/history"))
    editor.remember(" secret")
    editor.remember("public")
    #expect(folder.read("history") == "public\n" && editor.history.entries == ["public"])
  }

  @Test func terminalIsRestored() throws {
    let terminal = try #require(PseudoTerminal())
    let before = terminal.localFlags
    do {
      let editor = try editor(terminal)
      terminal.type("x\n")
      _ = try editor.readLine(prompt: "> ")
    }
    #expect(terminal.localFlags == before)
  }

  @Test func pipeIsNotATerminal() {
    let pipe = Pipe("x\n")
    #expect(throws: UserError.self) { try LineEditor(input: pipe.readingEnd) }
  }
}
