import enum PropertyLists.Base64
import TestSupport
import Testing

/// What helps a person to type: suggestions, indentation, pages, the clipboard, vi mode.
@Suite struct TypingTests {
  private static let right = "\u{1B}[C"

  /// A session whose history has two lines.
  private func session(columns: Int = 100, _ environment: [String: String] = [:]) throws -> PlayedSession {
    let session = try PlayedSession(columns: columns, environment: environment)
    session.run("print('o' .. 'ne', 1)", shows: "one")
    session.run("count = (count or 0) + 1", shows: "+ 1")
    return session
  }

  private func awaitRow(_ session: PlayedSession, _ row: String, _ location: SourceLocation = #_sourceLocation) {
    let isShown = session.program.waits { $0.cursorRow == row }
    #expect(isShown, "\(session.program.screen.text)", sourceLocation: location)
  }

  // MARK: Suggestions

  @Test func newestLineOfTheHistoryIsSuggestedAndTaken() throws {
    let session = try session()
    session.program.type("p")
    awaitRow(session, "> p → print('o' .. 'ne', 1)")
    #expect(session.program.screen.lineBeforeCursor == "> p")
    session.program.type("r")
    awaitRow(session, "> pr → print('o' .. 'ne', 1)")
    session.program.type(Self.right)
    awaitRow(session, "> print('o' .. 'ne', 1)")
    // In the line, the key is an arrow.
    session.program.type("\u{1}" + Self.right + Self.right + "X")
    awaitRow(session, "> prXint('o' .. 'ne', 1)")
    session.clear()
  }

  /// Nothing runs before Return, and no other key leaves a suggestion on the screen.
  @Test(arguments: ["\r", "\u{3}", "\u{15}", "\u{7F}", "\u{1}", "zz", "\u{12}x\u{7}", "\u{1B}b"])
  func otherKeysRemoveTheSuggestion(keys: String) throws {
    let session = try session()
    session.program.type("cou")
    awaitRow(session, "> cou → count = (count or 0) + 1")
    session.program.type(keys)
    #expect(session.program.waits { !$0.text.contains("→") }, "\(session.program.screen.text)")
    session.program.type("\u{5}\u{15}")
    session.run("'count ' .. count", shows: "\"count 1\"")
    #expect(!session.program.screen.text.contains("→"))
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"], ["CLICOLOR": "0"]])
  func suggestionsNeedColours(environment: [String: String]) throws {
    let session = try session(environment)
    for key in ["c", "o", "u"] { session.program.type(key) }
    #expect(session.program.waits { $0.lineBeforeCursor == "> cou" }, "\(session.program.screen.text)")
    session.program.type("nt\r")
    #expect(session.program.waits { $0.rows.contains("1") }, "\(session.program.screen.text)")
    #expect(!session.program.screen.text.contains("→"))
  }

  /// A suggestion takes one row.
  @Test(arguments: [(30, "> co → count = (count or 0)…"), (16, "> co")])
  func narrowWindowShortensTheSuggestion(columns: Int, row: String) throws {
    let session = try session(columns: columns)
    session.program.type("co")
    awaitRow(session, row)
    session.program.type(Self.right + "\r")
    session.run("'count ' .. count", shows: "count 2")
  }

  /// Scalars without a width, such as accents, take no column and are not part of the limit for columns.
  @Test func longestSuggestionsAreDrawn() throws {
    let folder = TemporaryFolder()
    let accents = "x = 'e" + String(repeating: "\u{301}", count: 390) + "'"
    let letters = "y = '" + String(repeating: "y", count: 250) + "'"
    folder.write(".local/state/homescreen/history", "\(accents)\n\(letters)\nz = '\(letters)\(letters)'\n")
    let session = try PlayedSession(columns: 300, in: folder)
    session.program.type("y")
    awaitRow(session, "> y → \(letters)")
    session.clear()
    session.program.type("x =")
    #expect(session.program.waits { $0.cursorRow.hasPrefix("> x = → x = ") }, "\(session.program.screen.text)")
    session.program.type(Self.right + "\r")
    session.run("#x", shows: "781")
    session.program.type("z")
    #expect(session.program.waits { $0.lineBeforeCursor == "> z" })
    session.clear()
  }

  /// No suggestion for a private line, nor of lines with several rows or control characters.
  @Test func unsuitableLinesAreNotSuggested() throws {
    let folder = TemporaryFolder()
    folder.write(".local/state/homescreen/history", "first\\nline\nfirst \u{1B}[31m\n")
    let session = try PlayedSession(in: folder)
    session.program.type("fir")
    session.program.type("s")
    #expect(session.program.waits { $0.lineBeforeCursor == "> firs" })
    session.clear()
    session.run("print(1)", shows: "1")
    session.program.type(" pri")
    #expect(session.program.waits { $0.lineBeforeCursor == ">  pri" })
    session.program.type("nt(2)\r")
    #expect(session.program.waits { $0.rows.contains("2") })
    #expect(!session.program.screen.text.contains("→"), "\(session.program.screen.text)")
  }

  // MARK: Several lines

  @Test func furtherLinesAreIndented() throws {
    let session = try PlayedSession()
    session.program.type("for i = 1, 2 do\r")
    #expect(session.program.waits { $0.lineBeforeCursor == "for:1>>   " }, "\(session.program.screen.text)")
    session.program.type("if i > 1 then\r")
    #expect(session.program.waits { $0.lineBeforeCursor == "if:2>>     " }, "\(session.program.screen.text)")
    session.program.type("print('i' .. i)\rend\rend\r")
    #expect(session.program.waits { $0.rows.contains("i2") })
    session.program.type("\u{10}")
    #expect(
      session.program.waits {
        $0.text.contains("> for i = 1, 2 do\n  if i > 1 then\n    print('i' .. i)\n  end\nend")
      }, "\(session.program.screen.text)")
  }

  /// A pasted block keeps its own indentation.
  @Test func pasteReplacesTheIndentation() throws {
    let session = try PlayedSession()
    session.program.type("do\r")
    #expect(session.program.waits { $0.lineBeforeCursor == "do:1>>   " })
    session.program.type("\u{1B}[200~ print('a' ..\r  'b')\u{1B}[201~")
    #expect(
      session.program.waits { $0.text.contains("do:1>>  print('a' ..\n  'b')") }, "\(session.program.screen.text)")
    session.program.type("\rend\r")
    #expect(session.program.waits { $0.rows.contains("ab") })
  }

  @Test func dumbTerminalHasNoIndentation() throws {
    let session = try PlayedSession(environment: ["TERM": "dumb"])
    session.program.type("do\r")
    #expect(session.program.waits { $0.lineBeforeCursor == "do:1>> " }, "\(session.program.screen.text)")
  }

  // MARK: Pages

  @Test(arguments: ["help 'all'", ":help all", "help all"]) func longHelpIsPaged(line: String) throws {
    let session = try PlayedSession(environment: ["PAGER": "sed -n 's/^/page: /;2p'"])
    session.program.type(line + "\r")
    #expect(
      session.program.waits { $0.cursorRow == ">" && $0.text.contains("page: ") }, "\(session.program.screen.text)")
    #expect(!session.program.screen.text.contains(":quit"))
    session.run(":help quit", shows: "quits")
    #expect(session.program.screen.text.ranges(of: "page: ").count == 1, "\(session.program.screen.text)")
  }

  /// The help is printed if there is no pager, or if it fails.
  @Test(
    arguments: [
      (["PAGER": ""], nil), (["PAGER": "cat"], nil), (["TERM": "dumb", "PAGER": "exit 7"], nil),
      (["PAGER": "cat >/dev/null; exit 7"], "exited with code 7; set $PAGER to use another pager"),
      (["PAGER": "/nowhere/pager"], "exited with code 127"), (["PAGER": "kill -9 $$"], "exited with code 137"),
    ] as [([String: String], String?)])
  func helpIsShownWithoutAPager(environment: [String: String], note: String?) throws {
    let session = try PlayedSession(environment: environment)
    session.program.type("help all\r")
    #expect(
      session.program.waits { $0.cursorRow == ">" && $0.text.contains(":quit") }, "\(session.program.screen.text)")
    let text = session.program.screen.text
    #expect(note.map { text.contains($0) } ?? !text.contains("exited with"), "\(text)")
  }

  /// An article that fits on the screen is printed, and so is a long one if the pager fails.
  @Test(arguments: [
    ("Lint", "sed -n 's/^/page: /;1p'", "page: # "), ("Lint", "cat >/dev/null; exit 7", "exited with code 7"),
    ("Choosing", "exit 7", "# "),
  ])
  func longArticlesArePaged(article: String, pager: String, text: String) throws {
    let folder = TemporaryFolder()
    let program = try #require(
      TerminalProgram(
        try BuiltExecutable.path(), ["docs", article], in: folder.path,
        environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "PAGER": pager], columns: 100, rows: 60))
    #expect(program.exitCode() == 0)
    #expect(program.screen.text.contains(text), "\(program.screen.text)")
    #expect(text != "# " || !program.screen.text.contains("exited"))
  }

  @Test func pipedHelpIsNotPaged() throws {
    let result = try homescreen(["repl", "-e", "help 'all'"], environment: ["PAGER": "echo paged", "TERM": "xterm"])
    #expect(result.exitCode == 0 && result.stdout.contains(":quit") && !result.stdout.contains("paged"))
  }

  // MARK: The clipboard

  @Test(arguments: [
    (":copy 'a\\27[31m\\7b'", "a\\u{1B}[31m\\u{7}b"), (":copy {1, 'x'}", "{ 1, \"x\" }"), (":copy ('名'):rep(3)", "名名名"),
    (":copy", "nil"), (":copy ('x'):rep(74000)", String(repeating: "x", count: 74_000)),
  ])
  func valueIsSentToTheClipboard(line: String, text: String) throws {
    let session = try PlayedSession(environment: ["NO_COLOR": "1"])
    session.run(line, shows: "sent to the clipboard (bytes: \(text.utf8.count))")
    #expect(session.program.screen.clipboard == Base64.encode(Array(text.utf8)))
  }

  @Test(arguments: [
    (":copy ('x'):rep(74001)", "the text has 74001 bytes, and terminals take at most 74000"),
    (":copy ''", "nothing was copied: the text is empty"), (":copy nothing.at.all", "attempt to index a nil value"),
    (":copy 1 +", "error"),
  ])
  func unsuitableValueIsNotCopied(line: String, message: String) throws {
    let session = try PlayedSession(columns: 200)
    session.run(line, shows: message)
    #expect(session.program.screen.clipboard == nil)
  }

  @Test func copyNeedsATerminal() throws {
    let session = try PlayedSession(environment: ["TERM": "dumb"])
    session.run(":copy 1", shows: ":copy needs a terminal that supports control sequences")
    let piped = try homescreen(["repl", "-e", ":copy 1"], environment: ["TERM": "xterm"])
    #expect(piped.exitCode == 1 && !piped.stdout.contains("]52"), "\(piped)")
    #expect(session.program.screen.clipboard == nil)
  }

  // MARK: vi mode

  @Test func editrcChoosesVi() throws {
    let folder = TemporaryFolder()
    folder.write(".editrc", "bind -v\nbind \"^R\" em-inc-search-prev\n")
    let session = try PlayedSession(in: folder)
    session.program.type("x = 12")
    #expect(session.program.waits { $0.cursorRow == "> x = 12" })
    session.program.type("\u{1B}")
    #expect(session.program.waits { $0.lineBeforeCursor == "> x = 1" }, "\(session.program.screen.text)")
    session.program.type("x")
    #expect(session.program.waits { $0.cursorRow == "> x = 1" }, "\(session.program.screen.text)")
    session.program.type("A7\r")
    session.run("x + 1", shows: "18")
    session.completes("dev", to: "device")
    session.program.type("x =")
    awaitRow(session, "> x = → x = 17")
    session.program.type("\u{6}")
    awaitRow(session, "> x = 17")
    session.clear()
    session.program.type("\u{12}x +")
    #expect(session.program.waits { $0.text.contains("> x + 1\nbck:x +") }, "\(session.program.screen.text)")
  }
}
