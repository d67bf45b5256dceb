import TestSupport
import Testing

/// Any script gives a message with a location and a hint and the documented exit code, and the process ends.
@Suite struct HostileScriptTests {
  @Test(arguments: HostileScript.all)
  func endsWithOneClearMessage(script: HostileScript) throws {
    let run = ScriptRun()
    let result = try run.run(
      script.text, budget: script.budget, memory: script.memory,
      options: ["--format", "terminal", "--format", "json=\(run.folder.path)/report"])
    #expect(result.endedCleanly, "\(result)")
    #expect(result.exitCode == script.exitCode, "\(result)")
    #expect(result.stdout.contains(script.error), "\(result)")
    #expect(result.stderr == "")
    #expect(!result.lines.contains("never seen"))
    if let line = script.line {
      #expect(result.stdout.contains("      at \(run.folder.path)/script.lua:\(line)"), "\(result)")
    }
    if let hint = script.hint {
      let hints = result.lines.filter { $0.contains("hint") }
      #expect(hints.contains { $0.contains(hint) }, "\(result)")
    }
    check(try #require(run.folder.read("report")), of: script)
  }

  /// The JSON report of any script.
  private func check(_ report: String, of script: HostileScript) {
    let lines = report.split(separator: "\n")
    for line in lines { #expect(JSONChecker.isObject(line), "\(line)") }
    #expect(lines.first?.hasPrefix(#"{"event":"runStarted","schemaVersion":2,"#) == true)
    #expect(lines.last?.hasPrefix(#"{"event":"runFinished","#) == true)
    let failures = lines.filter { $0.hasPrefix(#"{"event":"fileFailed""#) }
    #expect(failures.count == (script.exitCode == 2 ? 1 : 0), "\(report)")
    if let line = script.line, let failure = failures.first {
      #expect(failure.contains("script.lua:\(line)\""), "\(failure)")
    }
  }

  /// Standard output has nothing else then, not even printed text.
  @Test(
    arguments: HostileScript.endless.prefix(1) + HostileScript.greedy.prefix(1) + HostileScript.mistaken.prefix(1)
      + HostileScript.all.filter { ["print for ever", "megabytes of message"].contains($0.name) })
  func jsonStaysJSON(script: HostileScript) throws {
    let result = try ScriptRun().run(
      script.text, budget: script.budget, memory: script.memory, options: ["--format", "json"])
    #expect(result.endedCleanly, "\(result)")
    #expect(result.exitCode == script.exitCode, "\(result)")
    check(result.stdout, of: script)
  }

  @Test func nextScenarioStillRuns() throws {
    let result = try ScriptRun().run(
      """
      it("loops", function() while true do end end)
      it("hides the stop", function() pcall(function() while true do end end) end)
      it("eats", function() local s = "x" while true do s = s .. s end end)
      it("recurses", function() local function f() return 1 + f() end f() end)
      it("is sound", function() assert.equal(2, 1 + 1) print "sound" end)
      """, budget: 20_000_000)
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("\nsound\n"))
    #expect(result.stdout.contains("✓ is sound"))
    #expect(result.stdout.contains("1 passed, 4 errors"), "\(result)")
  }

  @Test func largeOutputArrivesComplete() throws {
    let result = try ScriptRun().run("for i = 1, 7 do print(('x'):rep(1 << 20)) end print 'end'")
    #expect(result.exitCode == 0)
    #expect(result.stdout.utf8.count == 7 * (1 << 20 + 1) + 4)
    #expect(result.stdout.hasSuffix("x\nend\n"))
  }

  @Test func excessiveOutputIsTruncated() throws {
    let result = try ScriptRun().run("for i = 1, 12 do print(('x'):rep(1 << 20)) end", budget: 100_000_000)
    #expect(result.endedCleanly)
    #expect(result.exitCode == 0)
    #expect(result.wasCut)
  }

  @Test func binaryScriptIsRefused() throws {
    let result = try ScriptRun().run(Array("\u{1B}Lua\u{54}\u{0}\u{19}".utf8))
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.stdout.contains("compiled (binary) chunk; only source code"))
    #expect(result.stdout.contains("/script.lua:1"))
  }

  @Test func byteOrderMarkIsSkipped() throws {
    let result = try ScriptRun().run([0xEF, 0xBB, 0xBF] + Array("print 'read'".utf8))
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout == "read\n")
  }

  @Test func bytesThatAreNotTextAreEscaped() throws {
    let result = try ScriptRun().run(
      Array("local a\nprint '".utf8) + [0xFF, 0xFE] + Array("' x".utf8) + [0xFF] + Array(" = 1".utf8))
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.stdout.contains("/script.lua:2"))
  }

  @Test func zeroByteDoesNotEndTheText() throws {
    let result = try ScriptRun().run(Array("print 'a'\u{0} error 'b'".utf8))
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.stdout.contains("/script.lua:1"))
  }

  @Test func jsonCheckerFindsErrors() {
    for good in [#"{}"#, #"{"a":[1,-2.5,"x\n\u00e9",true,null,{}]}"#, #"{ "a" : [ ] }"#] {
      #expect(JSONChecker.isObject(good))
    }
    for bad in [
      "", "[]", "{", #"{"a"}"#, #"{"a":01}"#, #"{"a":1,}"#, "{\"a\":\"\n\"}", #"{"a":"\x"}"#, "{}{}", #"{"a":nul}"#,
    ] {
      #expect(!JSONChecker.isObject(bad), "\(bad)")
    }
  }
}
