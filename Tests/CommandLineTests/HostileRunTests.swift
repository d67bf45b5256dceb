import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs of hostile scripts with every report: each report is complete and valid, and the exit code is right.
@Suite struct HostileRunTests {
  private let folder = TemporaryFolder()
  private static let formats = ["json", "tap", "junit", "github", "markdown", "list"]

  private func run(_ options: [String], signal: Int32? = nil) throws -> ProcessResult {
    let reports = Self.formats.flatMap { ["--format", "\($0)=\(folder.path)/report.\($0)"] }
    return try ChildProcess.run(
      BuiltExecutable.path(),
      ["run", "--jobs", "2", "--memory", "32", "--format", "terminal"] + reports + options + ["\(folder.path)/specs"],
      signalAfterOutput: signal)
  }

  private func report(_ format: String) throws -> String { try #require(folder.read("report.\(format)"), "\(format)") }

  /// Each report is a valid document, whatever happened.
  private func checkReports() throws {
    #expect(EventChecker(try report("json")).faults == [])
    #expect(TAPChecker(try report("tap")).faults == [])
    #expect(JUnitChecker(try report("junit")).faults == [])
    for line in try report("github").split(separator: "\n") where line.hasPrefix("::") {
      #expect(["::group::", "::endgroup::", "::error ", "::notice "].contains { line.hasPrefix($0) }, "\(line)")
    }
    #expect(try report("markdown").hasPrefix("## "))
    for format in Self.formats {
      #expect(try !report(format).unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" }, "\(format)")
    }
  }

  private func write(_ name: String, _ text: String) { folder.write("specs/\(name)_spec.lua", text) }

  @Test func hostileScriptsAreContained() throws {
    write("parse", "it('a', function( end")
    write("raise", "it('a', function() end) error('outside\\n<b>]]>\\27[31m')")
    write("endless", "it('a', function() while true do end end) it('b', function() end)")
    write("stuck", "it('a', function() end) it('b', function() local t = {} setmetatable(t, { __call = t }) t() end)")
    write("greedy", "it('a', function() local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end end)")
    write("printing", "it('a', function() for i = 1, 4 do print(('y'):rep(100000) .. '\\n::error::no') end end)")
    write("many", "for i = 1, 3000 do it('n' .. i, function() end) end")
    write("hooks", "describe('b', function() before_each(function() error 'x' end) it('teardown', function() end) end)")
    write(
      "names",
      #"""
      for _, name in ipairs {
        "a\nb", "\r\nok 2 - forged", "]]></testcase>", "\27[2J\7", "\0\1", "# SKIP", "\255\254", "\u{202e}x",
        "::error::x", "\u{301}x", "", " ", "e\u{301}", "\u{e9}", "Bail out!",
      } do
        describe(name, function()
          it(name, function() end)
          it(name .. "fails", function() error(name) end)
          pending(name)
        end)
      end
      """#)
    for name in ["f\n\u{1B}[31m<&>\"'::error::#", "g\r\n]]>,%0A", "e\u{301}", "\u{e9}", "\u{301}"] {
      write(name, "it('a', function() print 'printed' error 'x' end)")
    }
    // The stuck file takes twice that long.
    let result = try run(["--watchdog", Sanitizer.isOn ? "2" : "0.5", "--budget", "20000000"])
    #expect(result.endedCleanly && result.exitCode == 124, "\(result.stderr)")
    try checkReports()
    let cases = JUnitChecker(try report("junit")).cases
    // 1 for each broken file, 2 for the endless one, 1 for the stuck one, 3 hostile names each.
    #expect(cases.count == 1 + 1 + 2 + 2 + 1 + 1 + 3000 + 1 + 45 + 5)
    #expect(TAPChecker(try report("tap")).bailOut == nil)
    let again = try homescreen(
      ["report", "\(folder.path)/report.json", "--format", "junit"], timeLimit: 60)
    #expect(again.stdout == (try report("junit")))
  }

  @Test(arguments: [SIGINT, SIGTERM]) func interruptedRunEnds(signal: Int32) throws {
    for (name, body) in [
      ("a", "while true do end"), ("b", "local t = {} setmetatable(t, { __call = t }) t()"), ("c", "print 'never'"),
      ("d\n]]>", "while true do print(('x'):rep(10000)) end"),
    ] {
      write(name, "print 'ready' it('first', function() end) it('second\\n<', function() \(body) end)")
    }
    let result = try run(["--budget", "9000000000000000", "--watchdog", Sanitizer.isOn ? "3" : "1"], signal: signal)
    #expect(result.endedCleanly, "\(result.stderr)")
    #expect(result.exitCode == 130, "\(result)")
    try checkReports()
    #expect(TAPChecker(try report("tap")).bailOut != nil)
    #expect(try report("json").contains(#""exitCode":130"#))
  }
}
