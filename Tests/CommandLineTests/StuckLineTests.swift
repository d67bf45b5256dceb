import TestSupport
import Testing

/// A line of an interactive session that never ends inside one instruction: the second Ctrl-C starts the session anew
/// with the lines before it.
@Suite struct StuckLineTests {
  /// What a line prints is put together there, so that the typed line does not show it already: a Ctrl-C that meets a
  /// line at its prompt throws it away.
  @Test(.enabled(if: TypedSession.isPossible, "there is no script(1), which gives a program a terminal"))
  func theSecondControlCStartsAnewWithoutIt() throws {
    let result = try TypedSession.run(
      """
      type 'x = 40 print("kept", 1 + 1)'; shows 'kept	2' "$screen"
      type 'device:advance(5) print("time", device.time)'; shows 'time	5.2' "$screen"
      type 'local t = {} setmetatable(t, { __call = t }) print("n" .. "ow") t()'; shows 'now' "$screen"
      interrupt; sleep 0.5; interrupt
      shows '2 lines were run again' "$screen"
      type 'print("after", x + 2, device.time)'; shows 'after	42	5.2' "$screen"
      """)
    #expect(!result.stdout.contains("never shown"), "\(result)")
    #expect(
      result.stdout.contains("did not answer, so the session was started anew without it"), "\(result)")
    // What the lines printed is not printed again.
    #expect(result.stdout.components(separatedBy: "kept\t2").count == 2, "\(result)")
  }

  @Test(.enabled(if: TypedSession.isPossible, "there is no script(1), which gives a program a terminal"))
  func aLineThatControlCStoppedIsLeftOut() throws {
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

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
