import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The exit codes that the help of `run` lists.
@Suite struct ExitCodeTests {
  @Test func exitCodeIs0IfAllPassed() throws {
    let result = try ScriptRun().run("it('holds', function() assert.equal(2, 1 + 1) end)")
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("✓ holds"))
    #expect(result.stdout.contains("1 passed  trace "))
  }

  @Test func exitCodeIs1IfAScenarioFailed() throws {
    let result = try ScriptRun().run("it('fails', function()\n  assert.equal(3, 1 + 1)\nend)")
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("✗ fails"))
    #expect(
      result.stdout.contains(
        "script.lua:2:\n        1 | it('fails', function()\n      > 2 |   assert.equal(3, 1 + 1)\n"))
    #expect(result.stdout.contains("0 passed, 1 failed  trace "))
  }

  @Test func exitCodeIs2IfAScriptIsBroken() throws {
    let folder = TemporaryFolder()
    folder.write("a.lua", "it('fails', function() assert.is_true(false) end)")
    folder.write("b.lua", "error 'broken' it('never runs')")
    folder.write("c.lua", "it('passes', function() end)")
    let result = try homescreen(["run", folder.path])
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.stdout.contains("1 passed, 1 failed, 1 broken file"))
  }

  @Test(arguments: [["--filter", "nobody"], ["--tags", "nobody"]])
  func exitCodeIs4IfNothingMatched(options: [String]) throws {
    let result = try ScriptRun().run("it('is there', function() end)", options: options)
    #expect(result.exitCode == 4, "\(result)")
    #expect(result.stderr.hasPrefix("homescreen: nothing ran: no scenario matched; --list shows names and #tags"))
  }

  @Test func exitCodeIs4ForAFolderWithoutScripts() throws {
    let folder = TemporaryFolder()
    folder.write("fixtures/not-a-script.lua", "error 'never run'")
    folder.write(".hidden/neither.lua", "error 'never run'")
    folder.write("notes.txt", "nothing")
    let result = try homescreen(["run", folder.path])
    #expect(result.exitCode == 4, "\(result)")
  }

  @Test(arguments: [
    ["run", "--nope"], ["frob"], ["run", "--budget", "0"], ["run", "--budget", "many"], ["run", "--memory", "0"],
    ["run", "--watch", "-"], ["run", "--watchdog", "-1"], ["run", "--built-in", "--format", "xml"], ["explain"],
    ["api", "--format", "xml"],
  ])
  func exitCodeIs64ForWrongUsage(arguments: [String]) throws {
    let result = try homescreen(arguments)
    #expect(result.exitCode == 64, "\(result)")
    #expect(result.stdout == "")
    #expect(result.stderr.hasPrefix("homescreen: "))
  }

  @Test func exitCodeIs66ForAMissingPath() throws {
    let folder = TemporaryFolder()
    for path in ["\(folder.path)/nowhere.lua", "\(folder.path)/no/where", ""] {
      let result = try homescreen(["run", path])
      #expect(result.exitCode == 66, "\(path): \(result)")
      #expect(result.stdout == "")
      #expect(result.stderr.contains("homescreen: "))
    }
    let repl = try homescreen(["repl", "\(folder.path)/nowhere.app"])
    #expect(repl.exitCode == 66, "\(repl)")
    #expect(repl.stderr.contains("nowhere.app"))
  }

  @Test func exitCodeIs124IfTheWatchdogEndsTheRun() throws {
    let result = try ScriptRun().run(
      "print 'on my way'\nwhile true do end", budget: 9_000_000_000_000_000,
      options: ["--watchdog", "0.5"])
    #expect(result.exitCode == 124, "\(result)")
    #expect(result.endedCleanly)
    #expect(result.stdout.contains("on my way\n"))
    #expect(result.stdout.contains("stopped by the watchdog"))
    #expect(result.stdout.contains("script.lua:2"))
    #expect(result.stdout.contains("--watchdog SECONDS"))
  }

  @Test(arguments: [
    "while true do end", "while true do pcall(function() while true do end end) end",
    "coroutine.wrap(function() while true do end end)()",
    "it('loops', function() while true do end end) it('next', print)",
    "return ('a'):rep(1e5):find(('.-'):rep(30) .. 'b')",
  ])
  func exitCodeIs130AfterControlC(script: String) throws {
    let folder = TemporaryFolder()
    let path = folder.write("script.lua", "print 'ready'\n" + script)
    let result = try ChildProcess.run(
      BuiltExecutable.path(), ["run", "--budget", "9000000000000000", path],
      signalAfterOutput: SIGINT)
    #expect(result.exitCode == 130, "\(result)")
    #expect(result.endedCleanly)
    #expect(result.stdout.contains("stopped by Ctrl-C"))
    #expect(!result.stdout.contains("✓"))
  }

  @Test func controlCEndsAPipedREPL() throws {
    let result = try ChildProcess.run(
      BuiltExecutable.path(), ["repl", "--budget", "9000000000000000"],
      stdin: "print 'ready'\nwhile true do end\nprint 'on'\n",
      signalAfterOutput: SIGINT)
    #expect(result.exitCode == 130, "\(result)")
    #expect(result.stdout == "ready\n")
    #expect(result.stderr.contains("stopped by Ctrl-C"))
  }
}
