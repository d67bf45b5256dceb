import Platform
import TestSupport
import Testing

@Suite struct TerminalTests {
  @Test(
    arguments: [
      (true, ["TERM": "xterm"], true),
      (true, ["TERM": "dumb"], false),
      (true, [:], false),
      (false, ["TERM": "xterm"], false),
      (true, ["TERM": "xterm", "NO_COLOR": "1"], false),
      (true, ["TERM": "xterm", "NO_COLOR": ""], true),
      (false, ["CLICOLOR_FORCE": "1"], true),
      (false, ["CLICOLOR_FORCE": "0"], false),
      (false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
      (true, ["TERM": "xterm", "CLICOLOR": "0"], false),
    ] as [(Bool, [String: String], Bool)])
  func stylesFollowTheUsualVariables(isTerminal: Bool, environment: [String: String], expected: Bool) {
    #expect(Terminal.usesStyles(isTerminal: isTerminal) { environment[$0] } == expected)
  }

  @Test func pipeIsNotATerminalButStylesCanBeForced() {
    let pipe = Pipe("")
    let plain = Terminal(fileDescriptor: pipe.readingEnd) { _ in nil }
    #expect(!plain.isTerminal)
    #expect(!plain.usesStyles)
    let forced = Terminal(fileDescriptor: pipe.readingEnd) { $0 == "CLICOLOR_FORCE" ? "1" : nil }
    #expect(!forced.isTerminal)
    #expect(forced.usesStyles)
  }

  @Test(arguments: [("132", 132), ("0", 80), ("-3", 80), ("99999999999999999999", 80), ("wide", 80)])
  func widthOfAPipeComesFromColumns(value: String, expected: Int) {
    let pipe = Pipe("")
    #expect(Terminal(fileDescriptor: pipe.readingEnd) { $0 == "COLUMNS" ? value : nil }.columns == expected)
  }
}
