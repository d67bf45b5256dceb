import Console
import Platform
import Testing

/// Incomplete entries, and the prompt that shows what is open.
@Suite struct CompletenessTests {
  /// The prompts on the screen, including the one after the last line.
  private func prompts(_ lines: [String]) throws -> [String] {
    try REPLTranscript(lines, isInteractive: true).source.prompts
  }

  @Test(arguments: [
    (["function f(a)", "if a then", "return { 1,", "x }", "end end"], ["function:1", "if:2", "{:3", "if:2"]),
    (["for i = 1, 2 do", "while i > 2 do", "end", "end"], ["for:1", "while:2", "for:1"]),
    (["do", "end"], ["do:1"]), (["repeat", "until true"], ["repeat:1"]),
    (["if x then", "elseif y then", "else", "end"], ["if:1", "if:1", "if:1"]),
    (["print(", "1)"], ["(:1"]), (["x = { [", "1] = 2 }"], ["[:1"]),
    (["s = [==[", "a", "]==]"], ["[=:1", "[=:1"]), (["s = [[", "]]"], ["[[:1"]),
    (["--[[ a", "]] x = 1"], ["--[[:1"]),
    (["s = 'a\\", "b'"], ["':1"]), (["s = \"a\\z", "b\""], ["\":1"]),
    // Nothing is open, but the statement is incomplete.
    (["x = 1 +", "2"], [""]), (["local", "x"], [""]), (["= 1 +", "2"], [""]),
    // And so is the expression.
    (["1 +", "2"], [""]), (["'a' ..", "'b'"], [""]), (["not", "nil"], [""]), (["{", "1 }"], ["{:1"]), (["1 1"], []),
    // A loop whose header contains a block.
    (["for _, f in ipairs({ function()", "end }) do", "end"], ["function:1", "for:1"]),
    (["while (function() repeat", "until true return false end)() do", "end"], ["repeat:1", "while:1"]),
    (["f = function() return { g = function()", "end } end"], ["function:1"]),
    (["if (function()", "return true end)()", "then", "end"], ["function:1", "if:1", "if:1"]),
  ])
  func promptShowsWhatIsOpen(lines: [String], open: [String]) throws {
    #expect(try prompts(lines) == ["> "] + open.map { "\($0)>> " } + ["> "])
  }

  /// Two spaces for each line that opens something; a string or comment has none.
  @Test(arguments: [
    (["function f(a)", "if a then", "return { 1,", "x }", "end end"], ["  ", "    ", "      ", "    "]),
    (["f(function()", "end)"], ["  "]), (["s = [[", "", "]]"], ["", ""]), (["--[[ a", "]] x = 1"], [""]),
    (["s = 'a\\", "b'"], [""]), (["x = 1 +", "2"], [""]),
  ])
  func furtherLinesBeginIndented(lines: [String], indentations: [String]) throws {
    #expect(try REPLTranscript(lines, isInteractive: true).source.beginnings == [""] + indentations + [""])
  }

  @Test func pipedLinesAreNotChanged() throws {
    let transcript = try REPLTranscript("x = {", "  }", "s = [[", "  ]]", "print(#s)")
    #expect(transcript.output == ["2"] && transcript.source.beginnings.allSatisfy(\.isEmpty), "\(transcript)")
  }

  /// The word that closes a block is less indented, and an empty line has no indentation.
  @Test func closingLinesAreOutdented() throws {
    let lines = ["for i = 1, 2 do", "  if i then", "    ", "      print(i)", "    ended = i", "    end", "  end"]
    let transcript = try REPLTranscript(lines, isInteractive: true)
    #expect(
      transcript.source.remembered
        == ["for i = 1, 2 do\n  if i then\n\n      print(i)\n    ended = i\n  end\nend"], "\(transcript)")
  }

  /// No further line can complete it, so it is reported immediately.
  @Test(arguments: [
    "x = 1 end", "end", "x = = 1", "f(1]", "x = 'abc", "x = \"abc", "for i = 1 do", "break",
    "local k <const> = 1 k = 2",
    "goto nowhere", "return 1 2", "x = }", "'a' 'b'", "function 1() end", "local x <thing> = 1", "= 1 2",
    "device:launch", "x = device.springboard:icon", "print(device:launch",
  ])
  func unfixableEntryIsReportedImmediately(line: String) throws {
    let transcript = try REPLTranscript([line, "print 'on'"], isInteractive: true)
    #expect(transcript.source.prompts == ["> ", "> ", "> "], "\(transcript)")
    #expect(transcript.errors.count { $0.hasPrefix("error ") } == 1 && transcript.output == ["on"], "\(transcript)")
  }

  @Test func unterminatedStringIsReported() throws {
    #expect(try REPLTranscript(["x = 'abc"]).errors.first == "error line 1: unfinished string near ''abc'")
  }

  @Test func pastedBlockIsOneEntry() throws {
    let block = "local names = {}\nfor i = 1, 3 do\n  names[i] = \"名字\" .. i -- 注释\nend\nprint(#names, names[3])"
    let transcript = try REPLTranscript([block, "#names", "error 'x'"], isInteractive: true)
    #expect(transcript.output == ["3\t名字3", "3"], "\(transcript)")
    #expect(transcript.source.remembered.first == block)
  }

  /// An overlong entry does not end a terminal session.
  @Test func overlongEntryIsReportedAndTheNextLineIsRead() throws {
    let transcript = try REPLTranscript(inputs: [nil, .line("40 + 2")], isInteractive: true)
    #expect(transcript.output == ["42"] && transcript.exitCode == .success, "\(transcript)")
    #expect(transcript.errors.first?.contains("more than 7 bytes") == true)
    let piped = try REPLTranscript(inputs: [nil, .line("40 + 2")], isInteractive: false)
    #expect(piped.output.isEmpty && piped.exitCode == .failure, "\(piped)")
  }
}
