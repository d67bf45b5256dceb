import TestSupport
import Testing

/// What is left of a session whose process was ended, or that was started anew.
@Suite struct ResumedSessionTests {
  private static let record = ".local/state/homescreen/history.session-1"

  /// Types into a session that is killed, and begins another one in the same place.
  private func again(_ lines: [(line: String, shows: String)]) throws -> PlayedSession {
    let folder = TemporaryFolder()
    do {
      let session = try PlayedSession(in: folder)
      for (line, text) in lines { session.run(line, shows: text) }
    }
    return try PlayedSession(in: folder)
  }

  @Test func theSystemIsTheSame() throws {
    let session = try again([
      ("x = 1", "x = 1"), (":os 16.4", "the session does the same"), ("y = x + 1 print('y' .. y)", "y2"),
    ])
    #expect(session.program.shows("until this one ends"))
    session.run(":resume", shows: "2 lines were run again")
    session.run("print(\"at\", device.os, y)", shows: "16.4")
  }

  @Test func aPrivateLineIsInNoFile() throws {
    let session = try again([("x = 1", "x = 1"), (" secret = 2", "secret = 2"), (":watch x", "\n  x = 1")])
    #expect(session.folder.read(Self.record)?.contains("secret") == false)
    #expect(session.folder.read(Self.record)?.contains("x = 1") == true)
    // What only looked is not what the session was ended in.
    #expect(session.program.shows("was ended before its time"))
    session.run(":resume", shows: "1 line was run again")
    session.run("print(\"secret is\", secret)", shows: "nil")
  }

  /// After it nothing of what was taken back before belongs to these lines.
  @Test func nothingIsLeftToDoAgain() throws {
    let session = try again([("lost = 1 print('is' .. lost)", "is1")])
    session.run("a = 1", shows: "a = 1")
    session.run(":undo", shows: "took back")
    session.run(":resume", shows: "1 line was run again")
    session.run(":redo", shows: "there is nothing to do again")
    session.run("print(\"lost is\", lost, a)", shows: "1")
  }

  @Test(arguments: [
    #"{"start":"0.0","text":"x = 1","firstLine":0}"#, #"{"start":"0.0","text":"x = 1","firstLine":2000000000}"#,
    #"{"start":"nan","text":"x = 1","firstLine":1}"#, #"{"start":"0.0","device":-1,"milliseconds":"5"}"#,
    #"{"start":"0.0","device":0,"milliseconds":"9223372036854775807"}"#,
    #"{"start":"0.0","device":0,"milliseconds":"-1"}"#, "not JSON", #"{"begins":7}"#,
  ]) func aDamagedRecordHarmsNothing(line: String) throws {
    let folder = TemporaryFolder()
    folder.write(
      Self.record,
      #"{"schemaVersion":1,"arguments":["repl"]}"# + "\n" + #"{"start":"0.0","text":"kept = 41","firstLine":1}"#
        + "\n\(line)\n")
    let session = try PlayedSession(in: folder)
    session.run(":resume", shows: "1 line was run again")
    session.run("kept + 1", shows: "42")
  }

  /// Whatever runs Lua can get stuck; a second Ctrl-C ends that and not the session.
  @Test(arguments: [":watch look()", ":show look()"]) func aStuckLookEndsAlone(line: String) throws {
    let session = try PlayedSession()
    session.run("t = setmetatable({}, {}) getmetatable(t).__call = t kept = 41", shows: "kept = 41")
    session.run("function look() print 'in' return t() end", shows: "return t() end")
    session.run(":os 16.4", shows: "the session does the same")
    session.program.type("\(line)\r")
    // Not before: a Ctrl-C that meets the line at its prompt throws it away.
    try #require(session.program.waits { $0.rows.contains("in") }, "\(session.program.screen.text)")
    for _ in 0..<40 where !session.program.screen.text.contains("run again") {
      session.program.type(bytes: [3])
      _ = session.program.waits(seconds: 0.3) { $0.text.contains("run again") }
    }
    #expect(session.program.shows("2 lines were run again"), "\(session.program.screen.text)")
    session.run("print(\"still\", kept + 1, device.os)", shows: "16.4")
  }

  /// Where nobody types, nobody presses Ctrl-C either.
  @Test func theWatchdogEndsALineThatNobodyTyped() throws {
    let stuck = "kept = 41 t = setmetatable({}, {}) getmetatable(t).__call = t t()"
    let result = try homescreen(
      ["repl", "--watchdog", "1", "--no-init"], stdin: "print 'begun'\n\(stuck)\nprint 'after'\n")
    #expect(result.exitCode == 124 && result.stdout.hasPrefix("begun\n"), "\(result)")
    #expect(result.stderr.contains("did not answer"), "\(result)")
    let loop = try homescreen(["repl", "--watchdog", "1", "--budget", "9000000000000000", "-e", "while true do end"])
    #expect(loop.exitCode == 124 && loop.stderr.contains("error line 1"), "\(loop)")
  }

  /// Both write the same history, each line as it comes.
  @Test func twoSessionsLoseNothingOfEachOther() throws {
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

  /// Where there is room for nothing, nothing stops.
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

  @Test func watchesAreToldAfterTravelling() throws {
    let session = try PlayedSession()
    session.run("x = 1", shows: "x = 1")
    session.run(":watch x", shows: "  x = 1")
    session.run("x = 2", shows: "  x = 2")
    session.program.type(":undo\r")
    #expect(
      session.program.waits { screen in
        guard let typed = screen.rows.lastIndex(of: "> :undo"), screen.cursorRow == ">" else { return false }
        return screen.rows[typed...].contains("  x = 1")
      }, "\(session.program.screen.text)")
  }
}
