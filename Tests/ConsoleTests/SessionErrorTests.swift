import Console
import LuaAPI
import LuaEngine
import Platform
import Testing

/// Errors of a session show their location, also in earlier lines.
@Suite struct SessionErrorTests {
  /// An error in bundled code that no check has foreseen may be a bug of ours.
  @Test(arguments: [
    ("[homescreen]/inspect.lua", "attempt to index a nil value (local 'x')", true),
    ("[homescreen]/say.lua", "bad argument #1 to 'format' (no value)", true),
    ("[homescreen]/say.lua", "expected parameter table to be a table, got 'nil'", false),
    ("repl", "attempt to index a nil value (local 'x')", false),
  ])
  func faultInOurOwnCodeSaysSo(file: String, message: String, isOurs: Bool) {
    let error = LuaError(kind: .runtime, message: message, place: LuaError.Place(file: file, line: 7))
    let text = ErrorText.lines(error).map { $0.rendered(hasStyles: false) }.joined(separator: "\n")
    #expect(text.contains("(\(file):7), so this may be a bug in homescreen: please report it") == isOurs, "\(text)")
  }

  private func errors(_ lines: String..., isInteractive: Bool = true) throws -> [String] {
    try REPLTranscript(lines, isInteractive: isInteractive).errors
  }

  @Test func visibleLineNeedsNoLocation() throws {
    #expect(try errors("x = 1", "error 'broken'") == ["error broken"])
  }

  @Test(arguments: [
    ("local y = x +* 2", "unexpected symbol near '*'", "  2 | local y = x +* 2", "    |              ^"),
    ("x = = 1", "unexpected symbol near '='", "  2 | x = = 1", "    |     ^"),
    ("f(1]", "')' expected near ']'", "  2 | f(1]", "    |    ^"),
    ("s = '名字' \\", "unexpected symbol near '\\'", "  2 | s = '名字' \\", "    |            ^"),
    ("x = 'abc", "unfinished string near ''abc'", "  2 | x = 'abc", "    |     ^"),
  ])
  func syntaxErrorShowsItsPlace(text: String, message: String, line: String, caret: String) throws {
    #expect(try errors("x = 1", text) == ["error \(message)", line, caret])
    #expect(try errors("x = 1", text, isInteractive: false) == ["error line 2: \(message)", line, caret])
  }

  @Test func syntaxErrorInABlockShowsItsLine() throws {
    #expect(
      try errors("if x then", "  y = )") == [
        "error line 2: unexpected symbol near ')'", "  2 |   y = )", "    |       ^",
      ])
  }

  @Test func methodWithoutACallShowsHowItIsCalled() throws {
    let found = try errors(
      "local own = device", "device:launch", "own:launch", "x = device.springboard:icon", "own:nothing")
    #expect(found.filter { $0.hasPrefix("error function arguments expected") }.count == 4, "\(found)")
    #expect(
      found.filter { $0.hasPrefix("  A method is called with parentheses: device:launch(app") }.count == 2, "\(found)")
    #expect(found.contains { $0.hasPrefix("  A method is called with parentheses: springboard:icon(app)") }, "\(found)")
    #expect(found.last?.hasPrefix("  A method is called with parentheses, object:method()") == true, "\(found)")
  }

  @Test func errorInAnEarlierFunctionShowsItsLine() throws {
    let found = try errors("x = 1", "function f(t)", "  return t.a.b", "end", "function g(t) f(t) return 1 end", "g {}")
    #expect(
      found.prefix(3) == [
        "error line 3: attempt to index a nil value (field 'a')", "  3 |   return t.a.b",
        "  repl:5: in function <repl:5> (tail call)",
      ] || found[2].hasPrefix("  repl:5: in "), "\(found)")
    #expect(found[0].hasPrefix("error line 3: ") && found[1] == "  3 |   return t.a.b")
    #expect(!found.contains { $0.contains("main chunk") })
  }

  @Test func callingLineIsReported() throws {
    let found = try errors("function f() error 'x' end", "do", "  f()", "end")
    #expect(found == ["error line 1: x", "  1 | function f() error 'x' end", "  repl:3: in main chunk"], "\(found)")
  }

  /// The Lua stack, and the stack of the app that the system called.
  @Test func codeOfAnAppShowsBothStacks() throws {
    let transcript = try REPLTranscript(
      ["function f() error 'x' end", "function g() f() return 1 end", "app:run(g)"], sample: .paint, os: "17.5",
      isInteractive: true)
    #expect(transcript.errors.prefix(2) == ["error line 1: x", "  1 | function f() error 'x' end"], "\(transcript)")
    #expect(transcript.errors.contains { $0.hasPrefix("  repl:2: in ") }, "\(transcript)")
    #expect(transcript.errors.last == "  in com.example.paint: app:run, at 0.2 s")
  }

  @Test func multilineEntryShowsTheFailingLine() throws {
    #expect(
      try errors("for i = 1, 2 do", "  x.y = 1", "end").prefix(2) == [
        "error line 2: attempt to index a nil value (global 'x')", "  2 |   x.y = 1",
      ])
  }

  @Test func pipesShowTheLine() throws {
    #expect(try errors("print 'a'", "error '\\27[2J'", isInteractive: false).first == "error line 2: \\u{1B}[2J")
    #expect(try errors("", "boom()", isInteractive: false)[1] == "  2 | boom()")
  }

  @Test func assertionHidesInternalModules() throws {
    for lines in [
      ["assert.equal(1, 2)"], ["assert.same({ 1 }, { 2 })"], ["function f() assert.is_true(false) end", "f()"],
    ] {
      for isInteractive in [true, false] {
        let found = try REPLTranscript(lines, isInteractive: isInteractive).errors
        #expect(!found.joined().contains("[homescreen]") && found.first?.contains("expected") == true, "\(found)")
      }
    }
    #expect(try errors("assert.equal(1, 2)") == ["error expected 1, got 2"])
  }

  @Test func missingAppIsReportedWithAHint() throws {
    let found = try errors("app.label")
    #expect(found.last == "  No app is installed: :open installs one, :samples lists the samples.", "\(found)")
    #expect(try !errors("ap.label").joined().contains(":open"))
  }

  @Test func scenariosBelongInAFile() throws {
    for word in ["it", "describe", "before_each", "pending"] {
      let found = try errors("\(word)('x', function() end)")
      #expect(
        found.contains { $0.contains("only works in scenario scripts") && $0.contains("homescreen run FILE") },
        "\(found)"
      )
    }
  }
}
