import TestSupport
import Testing

/// The terminal screen of the tests.
@Suite struct ScreenTests {
  private func screen(_ text: String, columns: Int = 10, rows: Int = 3) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    screen.draw(Array(text.utf8))
    return screen
  }

  @Test(arguments: [
    ("abc\r\nde", ["abc", "de", ""]), ("abc\u{8}x", ["abx", "", ""]), ("a\tb", ["a       b", "", ""]),
    ("0123456789ab", ["0123456789", "ab", ""]), ("0123456789\r\nab", ["0123456789", "ab", ""]),
    ("1\n2\n3\n4".replacing("\n", with: "\r\n"), ["2", "3", "4"]), ("工具箱", ["工具箱", "", ""]),
    ("012345678工", ["012345678", "工", ""]), ("e\u{301}x", ["e\u{301}x", "", ""]),
    ("abc\u{1B}[2Dx", ["axc", "", ""]), ("abc\u{1B}[2D\u{1B}[K", ["a", "", ""]), ("abc\r\u{1B}[P", ["bc", "", ""]),
    ("abc\r\u{1B}[@x", ["xabc", "", ""]), ("abc\r\u{1B}[4hx\u{1B}[4l", ["xabc", "", ""]),
    ("\u{1B}[1;31mred\u{1B}[0m", ["red", "", ""]), ("\u{1B}]0;title\u{7}x", ["x", "", ""]),
    ("abc\u{1B}[H\u{1B}[J", ["", "", ""]), ("\u{1B}[2;3Hx", ["", "  x", ""]), ("\u{1B}[99Ax\u{1B}[99C", ["x", "", ""]),
  ])
  func drawsLikeATerminal(text: String, rows: [String]) {
    #expect(screen(text).rows == rows)
  }

  @Test func scrolledRowsAreKept() {
    let screen = screen("1\r\n2\r\n3\r\n4> ")
    #expect(screen.scrolledOff == ["1"] && screen.text == "1\n2\n3\n4>")
    #expect(screen.lineBeforeCursor == "4> " && screen.cursorRow == "4>")
  }

  @Test func programIsShownAndAnswers() throws {
    let program = try #require(
      TerminalProgram("/bin/sh", ["-c", "stty -echo; read x; echo \"got $x\"; exit 3"], in: "/"))
    program.type("工具\r")
    #expect(program.shows("got 工具") && program.exitCode() == 3)
  }
}
