import Console
import TestSupport
import Testing

/// With a pseudo-terminal whose keys are typed ahead. Serialized: a process reads one line at a time.
@Suite(.serialized) struct LineEditorTests {
  private func editor(
    _ terminal: PseudoTerminal, historyFile: HistoryFile? = nil, completer: LineEditor.Completer? = nil
  ) throws -> LineEditor {
    try LineEditor(
      input: terminal.program, output: terminal.program, historyFile: historyFile, environment: { _ in nil },
      completer: completer)
  }

  @Test func readsLinesWithChineseTextAndEditing() throws {
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal)
    terminal.type("主屏幕\u{2}\u{2}\u{8}新\n")  // back, back, delete before the cursor, insert
    #expect(try editor.readLine(prompt: "> ") == .line("新屏幕"))
    terminal.type("\n")
    #expect(try editor.readLine(prompt: "> ") == .line(""))
  }

  @Test func thePromptIsDrawnWithoutItsControlCharacters() throws {
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal)
    terminal.type("x\n")
    _ = try editor.readLine(prompt: "ho\u{1B}me> ")
    #expect(terminal.drawn().contains("ho\\u{1B}me> "))
  }

  /// A session may end at any moment, and by any signal.
  @Test func anEntryIsInTheFileAtOnce() throws {
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

  @Test func anEntryThatCannotBeWrittenIsTriedAgainAndSaidAtTheEnd() throws {
    let folder = TemporaryFolder()
    folder.write("state", "in the way")
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal, historyFile: HistoryFile(path: folder.path + "/state/history"))
    editor.remember("first")
    #expect(throws: HistoryFileError.self) { try editor.saveHistory() }
    folder.delete("state")
    editor.remember("second")
    #expect(folder.read("state/history") == "first\nsecond\n")
  }

  @Test func ctrlCThrowsTheLineAway() throws {
    let terminal = try #require(PseudoTerminal())
    // Typed before the editor is opened: from then on, between two lines, the terminal itself acts on these keys.
    terminal.type("abc\u{3}")
    let editor = try editor(terminal)
    #expect(try editor.readLine(prompt: "> ") == .interrupted)
    #expect(terminal.drawn().hasSuffix("^C\r\n"))
  }

  @Test func ctrlDOnAnEmptyLineIsTheEnd() throws {
    let terminal = try #require(PseudoTerminal())
    terminal.type("\u{4}")
    let editor = try editor(terminal)
    #expect(try editor.readLine(prompt: "> ") == .endOfFile)
  }

  @Test func ctrlDInsideALineDoesNotEnd() throws {
    let terminal = try #require(PseudoTerminal())
    terminal.type("ab\u{1}\u{4}\n")
    let editor = try editor(terminal)
    #expect(try editor.readLine(prompt: "> ") == .line("b"))
  }

  @Test func bytesThatAreNoTextBecomeReplacementCharacters() throws {
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal)
    terminal.type(bytes: [0x61, 0xFF, 0xE4, 0xB8, 0x62, 0xED, 0xA0, 0x80, 0x0A])
    #expect(try editor.readLine(prompt: "> ") == .line("a\u{FFFD}\u{FFFD}b\u{FFFD}"))
  }

  @Test func historyIsRecalledAlsoWithSeveralLines() throws {
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

  @Test func aDamagedHistoryIsNotedAndEditingGoesOn() throws {
    let folder = TemporaryFolder()
    folder.write("history", [0xFF])
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal, historyFile: HistoryFile(path: folder.path + "/history"))
    #expect(editor.notes.count == 1)
    terminal.type("x\n")
    #expect(try editor.readLine(prompt: "> ") == .line("x"))
  }

  @Test func aPastedTabIsATab() throws {
    let terminal = try #require(PseudoTerminal())
    let editor = try editor(terminal) { _, _ in CompletionAnswer([Completion("never", replacing: 0)]) }
    terminal.type("a\tb\n")
    #expect(try editor.readLine(prompt: "> ") == .line("a\tb"))
  }

  @Test func theTerminalIsGivenBackAsItWas() throws {
    let terminal = try #require(PseudoTerminal())
    let before = terminal.localFlags
    do {
      let editor = try editor(terminal)
      terminal.type("x\n")
      _ = try editor.readLine(prompt: "> ")
    }
    #expect(terminal.localFlags == before)
  }

  @Test func aPipeIsNoTerminal() {
    let pipe = Pipe("x\n")
    #expect(throws: LineEditorError.self) { try LineEditor(input: pipe.readingEnd) }
  }
}
