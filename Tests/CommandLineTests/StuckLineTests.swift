import TestSupport
import Testing

/// Lines of an interactive session that do not end.
@Suite struct StuckLineTests {
  /// An instruction of Lua cannot be interrupted. The line builds its output so that the typed text does not contain
  /// it: Ctrl-C at the prompt would discard the line.
  @Test func thirdControlCEndsAStuckLine() throws {
    let session = try PlayedSession()
    session.program.type("t = setmetatable({}, {}) getmetatable(t).__call = t print('n' .. 'ow') t()\r")
    try #require(session.program.waits { $0.rows.contains("now") }, "\(session.program.screen.text)")
    for _ in 0..<3 {
      session.program.type(bytes: [3])
      _ = session.program.waits(seconds: 0.2) { $0.text.contains("did not respond") }
    }
    #expect(session.program.exitCode() == 130, "\(session.program.screen.text)")
    #expect(session.folder.read(".local/state/homescreen/history")?.contains("'n' .. 'ow'") == true)
  }

  @Test(.enabled(if: TypedSession.isPossible, "there is no script(1), which gives a program a terminal"))
  func interruptedLineIsLeftOut() throws {
    let result = try TypedSession.run(
      """
      type 'kept = 1 n = 0'; type ':budget 1000000000000'
      type 'print("count" .. "ing") while true do n = n + 1 end'; shows 'counting' "$screen"
      sleep 0.3; interrupt; shows 'stopped by Ctrl-C' "$screen"
      type 'print("counted", kept, n > 0)'; shows '1	true' "$screen"
      type 'last = 1'
      type ':undo'; shows 'line 3 was stopped and does not run again' "$screen"
      type 'print("again", kept, n, last)'; shows 'again	1	0	nil' "$screen"
      """)
    #expect(!result.stdout.contains("never shown"), "\(result)")
  }
}
