import Events
import HomeScreenReports
import LuaAPI
import Platform
import Scenarios
import TestSupport
import Testing

/// Reports for people and for programs.
@Suite struct ReportTests {
  private static let script = """
    local function check(value)
      assert.equal("night", value)
    end

    describe("the icon", function()
      it("stays", function() end)
      it("changes", function()
        check("day")
      end)
      it("is asked of nobody", function()
        UIApplication.shared:setAlternateIconName "night"
      end)
      pending "is animated"
    end)
    """

  @Test func terminalShowsWhatWhereAndWhy() throws {
    let text = try Run(Self.script).terminalText
    #expect(
      Run.withoutHash(text) == """
        test.lua
          ✓ the icon › stays
          ✗ the icon › changes
              expected "night", got "day"
              at test.lua:2:
                1 | local function check(value)
              > 2 |   assert.equal("night", value)
                3 | end
                 test.lua:8: in function <test.lua:7>
              trace cbf29ce484222325, seed 1
              repeat homescreen run test.lua --filter '=the icon changes'
          ✗ the icon › is asked of nobody
              UIApplication.shared can only be used in an app's code, but no app's code is running here
              at test.lua:11:
                 9 |   end)
                10 |   it("is asked of nobody", function()
              > 11 |     UIApplication.shared:setAlternateIconName "night"
                12 |   end)
                13 |   pending "is animated"
              hint Write app:run(function() … UIApplication.shared … end); app:run needs a launched app.
              trace cbf29ce484222325, seed 1
              repeat homescreen run test.lua --filter '=the icon is asked of nobody'
          ○ the icon › is animated (pending)
        1 passed, 1 failed, 1 error, 1 pending
        """)
  }

  @Test func brokenFileIsReportedTheSameWay() throws {
    #expect(
      Run.withoutHash(try Run(files: [("a.lua", "local x = 1\n  x()"), ("b.lua", "print 'b'")]).terminalText) == """
        error a.lua
              attempt to call a number value (local 'x')
              at a.lua:2:
                1 | local x = 1
              > 2 |   x()
              repeat homescreen run a.lua
        b
        0 passed, 1 broken file
        """)
  }

  @Test func runWithoutScenariosOnlyPrints() throws {
    #expect(try Run("print 'just this'").terminalText == "just this")
  }

  @Test func severalFilesHaveTheirHeadings() throws {
    let run = try Run(files: [
      ("a.lua", "it('one', function() end) it('two', function() end)"), ("b.lua", "it('three', function() end)"),
    ])
    #expect(Run.withoutHash(run.terminalText) == "a.lua\n  ✓ one\n  ✓ two\nb.lua\n  ✓ three\n3 passed")
  }

  @Test func coloursAreOnlyForTerminals() throws {
    let run = try Run(Self.script)
    var lines: [String] = []
    let report = TerminalReport { lines.append($0.rendered(hasStyles: true)) }
    for event in run.events { report.add(event) }
    #expect(lines.contains { $0.contains("\u{1B}[31m✗\u{1B}[0m") })
    #expect(!run.terminalText.contains("\u{1B}"))
  }

  @Test func multilineMessagesKeepTheirShape() throws {
    let text = try Run("it('a', function() assert.same({ a = 1, b = { 2 } }, { a = 1, b = { 3 } }) end)").terminalText
    let lines = text.split(separator: "\n")
    #expect(lines.filter { $0.contains("b[1]") }.count == 1, "\(text)")
    #expect(lines[2...].prefix(2).allSatisfy { $0.hasPrefix("      ") }, "\(text)")
  }

  @Test func longMessageIsTruncated() throws {
    let run = try Run("it('a', function() error(('ä'):rep(1e5)) end)")
    let message = try #require(run.results[0].problem?.message)
    #expect(message.utf8.count < Problem.maximumMessageLength + 100)
    #expect(message.hasSuffix("more bytes)"))
    let short = try Run("it('a', function() error(('x'):rep(16000), 0) end)")
    #expect(short.results[0].problem?.message == String(repeating: "x", count: 16_000))
  }

  @Test func longSourceLineIsTruncated() throws {
    let run = try Run("it('a', function() local x = '\(String(repeating: "y", count: 500))' error 'x' end)")
    #expect(run.results[0].problem?.sourceLine?.count == 161)
    #expect(run.results[0].problem?.sourceLine?.hasSuffix("…") == true)
  }

  @Test func moduleErrorShowsNoScriptLine() throws {
    let folder = TemporaryFolder()
    folder.write("helper.lua", "return function()\n  error 'in the helper'\nend")
    let path = folder.write("test.lua", "local help = require 'helper'\nit('a', function() help() end)")
    var events: [RunEvent] = []
    _ = ScenarioRunner(options: Run.options).run(try ScenarioFinder.find([path]).files) { events.append($0) }
    let problem = events.lazy.compactMap { if case .scenarioFinished(let result) = $0 { result.problem } else { nil } }
      .first
    #expect(problem?.place == "\(folder.path)/helper.lua:2")
    #expect(problem?.traceback.contains { $0.hasPrefix("\(path):2: ") } == true)
  }

  @Test func preludeLocationsAreHidden() throws {
    let run = try Run(
      "it('a', function()\n  assert.has_error(function() end)\nend)\nit('b', function()\n  assert.spy(5).was_called()\nend)"
    )
    #expect(run.results.map { $0.problem?.place?.suffix(10) } == ["test.lua:2", "test.lua:5"])
    #expect(!run.terminalText.contains("[homescreen]"), "\(run.terminalText)")
  }

  @Test func jsonHasOneObjectPerEvent() throws {
    let run = try Run("print '\"\\\\\\n\\t\\1\\127 ä 😀'\n" + Self.script)
    let lines = run.jsonText.split(separator: "\n")
    #expect(lines.count == run.events.count)
    #expect(lines[0] == #"{"event":"runStarted","schemaVersion":2,"version":"0.1.0","seed":"1","files":1}"#)
    #expect(lines[1] == #"{"event":"fileStarted","file":"test.lua","position":0,"worker":1}"#)
    #expect(lines[2] == #"{"event":"output","file":"test.lua","text":"\"\\\n\t\u0001\u007f ä 😀"}"#)
    #expect(
      lines[3].hasPrefix(
        #"{"event":"scenarioFinished","file":"test.lua","name":["the icon","stays"],"line":7,"status":"passed","traceHash":""#
      ))
    #expect(
      lines[4].contains(
        #""status":"failed","problem":{"code":"assertion","message":"expected \"night\", got \"day\"","place":"test.lua:3","sourceLine":"assert.equal(\"night\", value)","excerptLine":1,"excerpt":["#
      ), "\(lines[4])")
    #expect(lines[5].contains(#""code":"outside-the-app""#))
    #expect(lines[5].contains(#""hint":"Write app:run("#))
    #expect(lines[6].contains(#""status":"pending""#))
    #expect(
      lines[7].hasPrefix(
        #"{"event":"fileFinished","file":"test.lua","passed":1,"failed":1,"errors":1,"pending":1,"traceHash":""#))
    #expect(
      lines[8].hasPrefix(
        #"{"event":"runFinished","files":1,"failedFiles":0,"passed":1,"failed":1,"errors":1,"pending":1,"traceHash":""#)
    )
  }
}
