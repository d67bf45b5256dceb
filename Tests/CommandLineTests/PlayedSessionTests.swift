import TestSupport
import Testing

/// A typed REPL session and its screen.
@Suite struct PlayedSessionTests {
  /// Six kinds of loops, each of which first reports that it runs.
  private static let loops = [
    "print \"go\" while true do end",
    "print \"go\" repeat local t = {} until false",
    "print \"go\" for i = 1, math.huge do i = i + 1 end",
    "function again() return again() end print \"go\" again()",
    "print \"go\" while true do pcall(error, 'x') end",
    "print \"go\" coroutine.wrap(function() while true do coroutine.wrap(function() end)() end end)()",
  ]

  @Test(arguments: loops) func controlCStopsALoop(loop: String) throws {
    let session = try PlayedSession()
    session.run("kept = 41", shows: "kept = 41")
    session.run(":budget 1000000000000", shows: "a line may use")
    session.program.type(loop + "\r")
    #expect(session.program.waits { $0.rows.contains("go") }, "\(session.program.screen.text)")
    session.program.type(bytes: [3])
    #expect(session.program.waits { $0.text.contains("stopped by Ctrl-C") && $0.cursorRow == ">" })
    session.run("kept + 1", shows: "42")
  }

  /// Forty lines with Chinese text, as a bracketed paste: one history entry.
  @Test func pastedBlockRunsAsOne() throws {
    let session = try PlayedSession()
    let block =
      ["local names = {}", "for i = 1, 36 do"] + (1...35).map { "  names[\($0)] = \"图标\($0)\" -- 名字" }
      + ["  names[36] = \"最后\"", "end", "print(#names, names[36])"]
    session.program.type("\u{1B}[200~" + block.joined(separator: "\r") + "\u{1B}[201~\r")
    #expect(session.program.waits { $0.text.contains("36\t最后") || $0.text.contains("36      最后") })
    session.run("#names", shows: "36")
    session.program.type("\u{10}\u{10}")
    #expect(session.program.waits { $0.text.contains("> local names = {}") }, "\(session.program.screen.text)")
  }

  /// Play, undo, save as a test, and run the test.
  @Test func sessionCanBeSavedAsATest() throws {
    let session = try PlayedSession(PlayedSession.icons)
    session.run("local name = \"newicon\"", shows: "> local name")
    session.run("device:pressHome() app:activate()", shows: "applicationDidBecomeActive")
    session.program.type("function choose(icon)\r")
    #expect(session.program.waits { $0.cursorRow == "function:1>>" }, "\(session.program.screen.cursorRow)")
    session.run("UIApplication.shared:setAlternateIconName(icon) end", shows: "function:1>>   UIApplication")
    session.run("choose(name)", shows: "alert")
    session.run("device.alert:tap \"OK\"", shows: "completed")
    session.run("app.iconName", shows: "\"newicon\"")
    session.run("app.iconName = 7", shows: "error")
    session.run(":undo 2", shows: "line 10 comes next")
    session.run("app.iconName", shows: "\"newicon\"")
    session.run(":save --as-test night.lua", shows: "run it with: homescreen run --read /")
    session.program.type(":quit\r")
    #expect(session.program.exitCode() == 0)
    let test = try #require(session.folder.read("night.lua"))
    #expect(test.contains("assert.equal(\"newicon\", app.iconName)"), "\(test)")
    let run = try homescreen(["run", "--read", "/", "\(session.folder.path)/night.lua"])
    #expect(run.exitCode == 0 && run.stdout.contains("1 passed"), "\(run)\n\(test)")
    let broken = test.replacing("\"newicon\", app.iconName", with: "\"other\", app.iconName")
    session.folder.write("broken.lua", broken)
    #expect(try homescreen(["run", "--read", "/", "\(session.folder.path)/broken.lua"]).exitCode == 1)
  }

  /// A project is read from its folder.
  @Test func commandForASavedProjectNamesItsFolder() throws {
    let session = try PlayedSession("\(Repository.root)/lua/scenarios/seeds/fixtures/Colourful.xcodeproj")
    session.run(":save a.lua", shows: "fixtures a.lua")
    session.program.type(":quit\r")
    #expect(session.program.exitCode() == 0)
    let folder = "\(Repository.root)/lua/scenarios/seeds/fixtures"
    #expect(try homescreen(["run", "--read", folder, "\(session.folder.path)/a.lua"]).exitCode == 0)
  }

  /// Typed lines are in the next session, newest first; a private line is not.
  @Test func historyIsKept() throws {
    let folder = TemporaryFolder()
    do {
      let session = try PlayedSession(in: folder)
      session.run("first = 1", shows: "first = 1")
      session.run(" secret = 2", shows: "secret = 2")
      session.run("for i = 1, 2 do local x = i end", shows: "end")
      // Leaving the scope kills the process with SIGKILL.
    }
    let session = try PlayedSession(in: folder)
    // Another app may be open now, so the killed session is not worth a note.
    #expect(!session.program.screen.text.contains("note:"), "\(session.program.screen.text)")
    session.program.type("\u{10}")
    #expect(session.program.waits { $0.cursorRow == "> for i = 1, 2 do local x = i end" })
    session.program.type("\u{10}")
    #expect(session.program.waits { $0.cursorRow == "> first = 1" }, "\(session.program.screen.cursorRow)")
    let searching = try PlayedSession(in: folder)
    searching.program.type("\u{12}fir")
    #expect(searching.program.waits { $0.text.contains("> first = 1") }, "\(searching.program.screen.text)")
  }

  /// A pipe has no Ctrl-C.
  @Test func watchdogEndsALineThatWasNotTyped() throws {
    let stuck = "kept = 41 t = setmetatable({}, {}) getmetatable(t).__call = t t()"
    let result = try homescreen(
      ["repl", "--watchdog", "1", "--no-init"], stdin: "print 'begun'\n\(stuck)\nprint 'after'\n")
    #expect(result.exitCode == 124 && result.stdout.hasPrefix("begun\n"), "\(result)")
    #expect(result.stderr.contains("did not respond"), "\(result)")
    let loop = try homescreen(["repl", "--watchdog", "1", "--budget", "9000000000000000", "-e", "while true do end"])
    #expect(loop.exitCode == 124 && loop.stderr.contains("error line 1"), "\(loop)")
  }

  /// Both sessions append to the same history.
  @Test func twoSessionsKeepEachOthersHistory() throws {
    let folder = TemporaryFolder()
    do {
      let sessions = [try PlayedSession(in: folder), try PlayedSession(in: folder)]
      for number in 1...3 {
        for (place, session) in sessions.enumerated() {
          session.run("print('s' .. \(place) .. \(number))", shows: "s\(place)\(number)")
        }
      }
    }
    let history = try #require(folder.read(".local/state/homescreen/history"))
    for line in (0...1).flatMap({ place in (1...3).map { "print('s' .. \(place) .. \($0))" } }) {
      #expect(history.contains(line), "\(history)")
    }
  }

  /// Nothing fails without room.
  @Test func oneColumnIsEnough() throws {
    let folder = TemporaryFolder()
    let program = try #require(
      TerminalProgram(
        try BuiltExecutable.path(), ["repl", "--no-init", PlayedSession.icons], in: folder.path,
        environment: ["HOME": folder.path], columns: 1, rows: 40))
    #expect(program.waits { $0.rows.contains(">") }, "\(program.screen.text)")
    program.type("x = 6\r")
    program.type("\t\u{15}x = x * 7\r:home\r:save seen.lua\r:quit\r")
    #expect(program.exitCode() == 0)
    #expect(folder.read("seen.lua")?.contains("x = x * 7") == true)
  }
}
