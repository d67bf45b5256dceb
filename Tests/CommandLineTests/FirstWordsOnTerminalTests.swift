import TestSupport
import Testing

/// Problems of the first minutes on a real terminal: each is answered on the screen.
@Suite struct FirstWordsOnTerminalTests {
  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> TerminalProgram {
    try #require(
      TerminalProgram(
        try BuiltExecutable.path(), arguments, in: folder.path,
        environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"], columns: 100, rows: 40))
  }

  @Test func syntaxErrorShowsItsLineAndColumn() throws {
    let session = try PlayedSession()
    session.run("x = = 1", shows: "1 | x = = 1")
    #expect(session.program.screen.rows.contains("    |     ^"), "\(session.program.screen.text)")
  }

  @Test(arguments: [("app?", "app:activate()"), ("x?", "A Lua number.")])
  func questionMarkShowsHelp(line: String, text: String) throws {
    let session = try PlayedSession()
    session.run("x = 41", shows: "x = 41")
    session.run(line, shows: text)
  }

  @Test func methodWithoutParenthesesIsRefusedAndTheNextLineRuns() throws {
    let session = try PlayedSession()
    session.run("device:launch", shows: "A method is called with parentheses: device:launch(app[, situation])")
    session.run("print(40 + 2)", shows: "42\n")
  }

  @Test(arguments: [
    ("shortcutItem", "press():item(\"TITLE\"):tap()"), ("quickAction", "press():item(\"TITLE\"):tap()"),
    ("push", "{ notification = \"TITLE\" }"), ("silentPush", "{ notification = { silent = true } }"),
    ("kill", "app:terminate()"), ("swipeAway", "app:terminate()"), ("home", "device:pressHome()"),
    ("longPress", "device.springboard:icon(app):press()"), ("openURL", "{ url = \"SCHEME://PATH\" }"),
    ("deleteApp", "device:uninstall(app)"), ("Devic", "Did you mean 'Device'?"),
  ])
  func wordsOfOtherToolsAreCorrected(word: String, hint: String) throws {
    let session = try PlayedSession(columns: 160)
    session.run(word, shows: hint)
    // With an owner, as a call and as a field.
    if word != "Devic" { session.run("device:\(word)()", shows: hint) }
  }

  @Test func menuRowsCanBeQueried() throws {
    let session = try PlayedSession(columns: 160)
    session.run("device:pressHome() menu = device.springboard:icon(app):press()", shows: "menu opened")
    session.run("print('there', pcall(menu.item, menu, 'ToolBox'))", shows: "there\ttrue".replacing("\t", with: "   "))
    session.run("menu:exists 'ToolBox'", shows: "pcall(menu.item, menu, \"TITLE\")")
  }

  @Test func storedItemIsReportedAsStored() throws {
    let session = try PlayedSession(columns: 160)
    for line in [
      "device:pressHome() app:terminate()",
      "function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) self.kept = options.shortcutItem end",
      "function app.sceneDelegate:sceneDidBecomeActive() if self.kept then app:didHandle(self.kept) end end",
    ] { session.run(line, shows: ">") }
    session.run(
      "trace = device:record(function() device.springboard:icon(app):press():item('ToolBox'):tap() "
        + "device:pressHome() app:activate() end) assert.handled_once(trace)",
      shows: "an item that is stored but not cleared fires again (LAUNCH-036)")
  }

  @Test func controlCInARunCountsUnrunScenarios() throws {
    let folder = TemporaryFolder()
    folder.write("specs/a_spec.lua", "it('is endless', function() print 'began' while true do end end)")
    folder.write("specs/b_spec.lua", "it('is left', function() end)")
    let program = try run(["run", "--budget", "1000000000000"], in: folder)
    #expect(program.shows("began"), "\(program.screen.text)")
    program.type("\u{3}")
    #expect(program.exitCode() == 130)
    #expect(program.screen.text.contains("1 of 2 files did not run"), "\(program.screen.text)")
  }

  @Test func rulesHaveDescriptions() throws {
    let folder = TemporaryFolder()
    let program = try run(["rules"], in: folder)
    // The folder exists until the program ends.
    withExtendedLifetime(folder) { #expect(program.exitCode() == 0) }
    let rows = program.screen.rows.map { $0.split(separator: " ").map(String.init) }
    #expect(rows.count { $0.count > 3 } > 20, "\(rows)")
    #expect(rows.allSatisfy { $0.count < 2 || !$0[0].contains("-") || $0[1] != $0[0] }, "\(rows)")
  }
}
