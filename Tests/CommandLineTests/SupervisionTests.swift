import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Scripts run in a worker process: a crash fails only its file.
@Suite struct SupervisionTests {
  /// An instruction that no hook interrupts: a circular chain of `__call`.
  private static let stuck = """
    local t = {} setmetatable(t, { __call = t })
    it("is sound", function() end)
    describe("a block", function() it("never ends", function()
      t()
    end) end)
    it("never runs", function() print "never seen" end)
    """

  private func run(_ files: [(name: String, text: String)], _ options: [String]) throws -> ProcessResult {
    let folder = TemporaryFolder()
    let paths = files.map { folder.write($0.name, $0.text) }
    let result = try homescreen(["run"] + options + paths)
    return ProcessResult(
      exitCode: result.exitCode, signal: result.signal,
      stdout: result.stdout.split(separator: folder.path + "/", omittingEmptySubsequences: false).joined(),
      stderr: result.stderr, timedOut: result.timedOut, wasCut: result.wasCut)
  }

  @Test func unstoppableScriptFailsAlone() throws {
    let result = try run(
      [("a.lua", "it('a', function() end)"), ("stuck.lua", Self.stuck), ("z.lua", "it('z', function() end)")],
      ["--watchdog", "1"])
    #expect(result.exitCode == 124, "\(result)")
    #expect(
      result.stdout == """
        a.lua
          ✓ a
        stuck.lua
          ✓ is sound
        error stuck.lua
              the watchdog ended the script: it did not respond for 1 s of processor time, in “a block › never ends”
              at stuck.lua:4:  t()
              hint Look for a call that never returns; --watchdog SECONDS gives more time.
              repeat homescreen run stuck.lua
        z.lua
          ✓ z
        3 passed, 1 broken file  trace \(result.stdout.suffix(17))
        """, "\(result)")
    #expect(result.stderr == "")
  }

  @Test func reportOfAnUnstoppableScriptIsComplete() throws {
    let result = try run(
      [("stuck.lua", Self.stuck), ("z.lua", "it('z', function() end)")], ["--watchdog", "1", "--format", "json"])
    #expect(result.exitCode == 124, "\(result)")
    for line in result.lines { #expect(JSONChecker.isObject(line), "\(line)") }
    let events = result.lines.compactMap { $0.split(separator: "\"").dropFirst(3).first.map(String.init) }
    #expect(
      events == [
        "runStarted", "fileStarted", "scenarioFinished", "fileFailed", "fileFinished", "fileStarted",
        "scenarioFinished",
        "fileFinished", "runFinished",
      ])
    #expect(result.stdout.contains(#""code":"deadline""#))
    #expect(result.lines.last?.contains(#""files":2,"failedFiles":1,"passed":2,"#) == true)
  }

  @Test func endlessProjectSettingsFailTheirFiles() throws {
    let folder = TemporaryFolder()
    folder.write("bad/homescreen.lua", "local t = {} setmetatable(t, { __call = t }) t() return {}")
    let bad = folder.write("bad/a.lua", "it('a', function() end)")
    let good = folder.write("good/z.lua", "it('z', function() end)")
    let result = try homescreen(["run", "--trust", "--watchdog", "1", bad, good])
    #expect(result.exitCode == 124, "\(result)")
    #expect(result.stdout.contains("error \(bad)\n"))
    #expect(result.stdout.contains("✓ z"))
    #expect(result.stdout.contains("1 passed, 1 broken file"))
  }

  @Test(.disabled(if: BuiltExecutable.isSanitized, "AddressSanitizer tells of the signal itself"))
  func killedWorkerIsReplaced() throws {
    // The script finds its process by its output: the test's shell kills the worker of that run.
    let folder = TemporaryFolder()
    let path = folder.write("a.lua", "it('loops', function() print 'ready' while true do end end)")
    let next = folder.write("b.lua", "it('b', function() end)")
    let script = """
      "$1" run --budget 9000000000000000 "$2" "$3" >"$4/out" &
      run=$!
      while ! grep -q ready "$4/out" 2>/dev/null; do sleep 0.05; done
      kill -SEGV $(cat /proc/$run/task/$run/children)
      wait $run
      echo "exit $?"
      cat "$4/out"
      """
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", script, "sh", try BuiltExecutable.path(), path, next, folder.path],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(result.stdout.contains("exit 3\n"), "\(result)")
    #expect(result.stdout.contains("the process that ran the script crashed (signal 11), in “loops”"), "\(result)")
    #expect(result.stdout.contains("✓ b"))
    #expect(result.stdout.contains("1 passed, 1 broken file"))
  }

  @Test func secondControlCEndsAnUnstoppableScript() throws {
    let folder = TemporaryFolder()
    let path = folder.write("a.lua", "local t = {} setmetatable(t, { __call = t }) print 'ready' t()")
    let script = """
      "$1" run --watchdog 0 "$2" "$2" >"$3/out" &
      run=$!
      while ! grep -q ready "$3/out" 2>/dev/null; do sleep 0.05; done
      kill -INT $run; sleep 0.3; kill -INT $run
      wait $run
      echo "exit $?"
      cat "$3/out"
      """
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", script, "sh", try BuiltExecutable.path(), path, folder.path],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(result.stdout.contains("exit 130\n"), "\(result)")
    #expect(result.stdout.contains("stopped by Ctrl-C: the script did not respond and was ended"))
    #expect(result.stdout.contains("1 broken file, stopped before the end"), "\(result)")
  }

  @Test(.disabled(if: BuiltExecutable.isSanitized, "AddressSanitizer reserves more memory than the test allows"))
  func failedSwiftAllocationFailsTheFile() throws {
    let folder = TemporaryFolder()
    let greedy = folder.write(
      "greedy.lua",
      """
      it("eats", function()
        local kept = {}
        for i = 1, 1e6 do
          kept[i] = AppPackage { plist = { CFBundleIdentifier = "a.b" .. i, CFBundleName = ("x"):rep(10000) .. i } }
        end
      end)
      """)
    let next = folder.write("b.lua", "it('b', function() end)")
    let result = try ChildProcess.run(
      "/bin/sh",
      [
        "-c", "ulimit -v 250000; exec \"$1\" run --memory 4000 --budget 100000000000 \"$2\" \"$3\"", "sh",
        try BuiltExecutable.path(), greedy, next,
      ], timeLimit: 60)
    #expect(result.exitCode == 3, "\(result)")
    #expect(
      result.stdout.contains("the process that ran the script ran out of memory or hit an internal error, in “eats”")
    )
    #expect(result.stdout.contains("✓ b"))
  }

  /// Without a worker, a fault ends the process with a message.
  @Test(.disabled(if: BuiltExecutable.isSanitized, "AddressSanitizer reserves more memory than the test allows"))
  func failedSwiftAllocationEndsTheREPLWithAMessage() throws {
    let result = try ChildProcess.run(
      "/bin/sh",
      [
        "-c", "ulimit -v 250000; exec \"$1\" repl --memory 4000 --budget 100000000000", "sh",
        try BuiltExecutable.path(),
      ],
      stdin: """
        kept = {} for i = 1, 1e6 do kept[i] = AppPackage { plist = { CFBundleIdentifier = "a.b" .. i, CFBundleName = ("x"):rep(10000) .. i } } end

        """, timeLimit: 60)
    #expect(result.exitCode == 3, "\(result)")
    #expect(result.stderr.contains("homescreen: out of memory"), "\(result)")
  }

  /// A reporter runs in the reading process, and also ends.
  @Test func endlessReporterIsEnded() throws {
    let folder = TemporaryFolder()
    let plugin = folder.write(
      "p.lua",
      """
      return homescreen.plugin {
        name = "stuck", version = "1", reporters = { stuck = function(event)
          if event.event == "scenarioFinished" then local t = {} setmetatable(t, { __call = t }) t() end
        end },
      }
      """)
    let path = folder.write("a.lua", "it('a', function() end)")
    let result = try homescreen(["run", "--watchdog", "1", "--plugin", plugin, "--format", "stuck", path])
    #expect(result.exitCode == 124, "\(result)")
    #expect(result.stderr.contains("the reporter stuck"), "\(result)")
  }

  @Test(.disabled(if: BuiltExecutable.isSanitized, "AddressSanitizer knows only the thread's own stack"))
  func smallStackIsEnough() throws {
    let folder = TemporaryFolder()
    let path = folder.write("deep.lua", "local function nest() describe('deeper', nest) end describe('deep', nest)")
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", "ulimit -s 256; exec \"$1\" run \"$2\"", "sh", try BuiltExecutable.path(), path])
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("blocks are nested more than 190 levels deep"), "\(result)")
  }

  @Test func controlCReachesTheCompiler() throws {
    let folder = TemporaryFolder()
    folder.write("big.lua", String(repeating: "x = 1\n", count: 2_000_000))
    let path = folder.write("script.lua", "print 'ready' require 'big'")
    let result = try ChildProcess.run(
      BuiltExecutable.path(), ["run", "--budget", "9000000000000000", "--memory", "4000", path],
      signalAfterOutput: SIGINT)
    #expect(result.exitCode == 130, "\(result)")
    #expect(result.stdout.contains("stopped by Ctrl-C"), "\(result)")
  }

  /// Lines of every kind pass through the pipe unchanged.
  @Test func unusualTextArrivesUnchanged() throws {
    let folder = TemporaryFolder()
    let path = folder.write(
      "odd.lua",
      #"print("a\0b\r\n\t\"\\ \u{1F600} \u{2028} \u{FEFF} \x7F \u{9B}") it("\"\\\n", function() error("\u{0}") end)"#)
    let result = try homescreen(["run", "--format", "json", path])
    #expect(result.exitCode == 1, "\(result)")
    for line in result.lines { #expect(JSONChecker.isObject(line), "\(line)") }
    #expect(result.stdout.contains(#""text":"a\u0000b\r\n\t\"\\ 😀 "#), "\(result)")
    #expect(result.stdout.contains(#""name":["\"\\\n"]"#), "\(result)")
  }

  /// Ctrl-C during a file that the watchdog ends: nothing else runs.
  @Test func forwardedControlCDoesNotFailTheNextFile() throws {
    let folder = TemporaryFolder()
    let stuck = folder.write("a.lua", "local t = {} setmetatable(t, { __call = t }) print 'ready' t()")
    let next = folder.write("b.lua", "it('b', function() end)")
    let result = try ChildProcess.run(
      BuiltExecutable.path(), ["run", "--watchdog", "1", stuck, next], signalAfterOutput: SIGINT)
    #expect(result.exitCode == 130, "\(result)")
    #expect(!result.stdout.contains("crashed"), "\(result)")
    #expect(!result.stdout.contains("✓ b"), "\(result)")
    #expect(result.stdout.contains("stopped before the end: 1 of 2 files did not run"), "\(result)")
  }

  /// Inherited signal settings do not matter.
  @Test func ignoredChildSignalDoesNotHideTheEnd() throws {
    let folder = TemporaryFolder()
    let path = folder.write("stuck.lua", Self.stuck)
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", "trap '' CHLD; exec \"$1\" run --watchdog 1 \"$2\"", "sh", try BuiltExecutable.path(), path])
    #expect(result.exitCode == 124, "\(result)")
    #expect(result.stdout.contains("the watchdog ended the script"), "\(result)")
  }

  @Test func scriptsRunInProcessWithoutWorkers() throws {
    let folder = TemporaryFolder()
    let good = folder.write("a.lua", "it('a', function() end)")
    let path = folder.write("stuck.lua", Self.stuck)
    let result = try ChildProcess.run(
      "/bin/sh",
      ["-c", "ulimit -n 4; exec \"$1\" run --watchdog 1 \"$2\" \"$3\"", "sh", try BuiltExecutable.path(), good, path])
    #expect(result.exitCode == 124, "\(result)")
    #expect(result.stdout.contains("✓ a"), "\(result)")
  }

  @Test func stuckHookIsReported() throws {
    let result = try run(
      [
        (
          "a.lua",
          """
          describe("block", function()
            teardown(function() local t = {} setmetatable(t, { __call = t }) t() end)
            it("is innocent", function() end)
          end)
          """
        )
      ], ["--watchdog", "1"])
    #expect(result.stdout.contains("in “block › teardown”"), "\(result)")
  }

  /// Otherwise a hundred hooks would take a hundred times as long.
  @Test func hooksOfOneKindShareATimeLimit() throws {
    let result = try run(
      [
        (
          "a.lua",
          """
          describe("block", function()
            for i = 1, 3 do
              after_each(function() print("after " .. i) while true do end end)
              teardown(function() print("teardown " .. i) while true do end end)
            end
            before_each(function() print "before" while true do end end)
            before_each(function() print "before, again" end)
            it("never runs", function() print "never seen" end)
          end)
          describe("other", function()
            it("ends", function()
              finally(function() print "finally" while true do end end)
              finally(function() print "finally, again" end)
            end)
          end)
          """
        )
      ], ["--watchdog", "1", "--budget", "9000000000000000"])
    #expect(result.exitCode == 124, "\(result)")
    let seen = result.lines.filter {
      ["before", "after", "teard", "finall", "never seen"].contains(where: $0.hasPrefix)
    }
    #expect(seen == ["before", "after 1", "teardown 1", "finally"], "\(result)")
    #expect(result.stdout.contains("the scenario was not run. The hook after it was not run."), "\(result)")
    #expect(result.stdout.matches(of: #/The 2 hooks after it were not run\./#).count == 2, "\(result)")
    #expect(result.stdout.contains("One function passed to finally was not run."), "\(result)")
  }

  @Test func longPrintedTextIsTruncated() throws {
    let folder = TemporaryFolder()
    let path = folder.write("a.lua", "print(('x'):rep(5 << 20)) print 'end'")
    let result = try homescreen(["run", path])
    #expect(result.exitCode == 0)
    #expect(result.stdout.hasSuffix("x… (1048576 more bytes)\nend\n"))
  }
}
