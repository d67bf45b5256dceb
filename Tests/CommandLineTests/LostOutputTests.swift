import TestSupport
import Testing

/// Lost standard output is an error in every command, however it is lost.
@Suite struct LostOutputTests {
  private let folder = TemporaryFolder()
  private static let app = "\(Repository.root)/lua/scenarios/seeds/fixtures/ChangeIcon.app"
  private static let noSpace = "homescreen: standard output could not be written: No space left on device\n"

  private func script(_ text: String = "it('holds', function() end)") -> String { folder.write("script.lua", text) }

  /// Runs `homescreen` in the shell as `"$0"`, with `arguments` as `"$@"`.
  private func shell(_ command: String, _ arguments: [String] = [], stdin: String? = nil) throws -> ProcessResult {
    try ChildProcess.run(
      "/bin/sh", ["-c", command, BuiltExecutable.path()] + arguments, stdin: stdin,
      environment: ["PATH": "/usr/bin:/bin"])
  }

  // MARK: Every command

  @Test(arguments: [
    ["why", app, "newicon", "--os", "17.5"], ["why", app, "newicon", "--os", "17.5", "--json"],
    ["why", app, "nobody", "--os", "17.5"], ["inspect", app], ["inspect", app, "--json"], ["inspect", app, "--plist"],
    ["explain", "ICON-039"], ["facts"], ["facts", "--status"], ["api"], ["api", "--format", "luacats"],
    ["plugin", "list"], ["--help"], ["run", "--help"], ["help", "run"], ["--version"], [],
    ["--generate-completion-script", "bash"], ["run", "--built-in", "--filter", "quick"],
    ["run", "--built-in", "--format", "json", "--filter", "quick"],
  ])
  func fullDiskIsAnErrorInEveryCommand(arguments: [String]) throws {
    let result = try shell("exec \"$0\" \"$@\" >/dev/full", arguments)
    #expect(result.exitCode == 74, "\(result)")
    #expect(result.stderr == Self.noSpace)
  }

  @Test(arguments: [["run"], ["run", "--format", "json"], ["run", "--format", "mine", "--plugin"]])
  func lostReportOfAScriptIsAnError(arguments: [String]) throws {
    let plugin = folder.write(
      "plugin.lua",
      """
      return homescreen.plugin {
        name = 'p', reporters = { mine = function(event, write) write(event.event) end },
      }
      """)
    let all = arguments + (arguments.last == "--plugin" ? [plugin] : []) + [script()]
    let complete = try homescreen(all)
    #expect(complete.exitCode == 0, "\(complete)")
    #expect(complete.stdout != "")
    let result = try shell("exec \"$0\" \"$@\" >/dev/full", all)
    #expect(result.exitCode == 74, "\(result)")
    #expect(result.stderr == Self.noSpace)
  }

  @Test func lostResultOfAPluginCommandIsAnError() throws {
    let plugin = folder.write(
      "p.lua", "return homescreen.plugin { name = 'p', commands = { say = function() return 'word' end } }")
    let arguments = ["plugin", "--plugin", plugin, "p", "say"]
    #expect(try homescreen(arguments).stdout == "word\n")
    let result = try shell("exec \"$0\" \"$@\" >/dev/full", arguments)
    #expect(result.exitCode == 74, "\(result)")
    #expect(result.stderr == Self.noSpace)
  }

  @Test(arguments: ["1 + 1\n", "print 'x'\n", "help()\n", "print 'x'\nx = 1\n"])
  func lostResultsOfAPipedREPLAreAnError(input: String) throws {
    let result = try shell("exec \"$0\" repl >/dev/full", stdin: input)
    #expect(result.exitCode == 74, "\(result)")
    #expect(result.stderr == Self.noSpace)
  }

  // MARK: Kinds of loss

  @Test(arguments: [["run"], ["run", "--format", "json"]])
  func closedStandardOutputIsAnError(arguments: [String]) throws {
    let result = try shell("exec \"$0\" \"$@\" >&-", arguments + [script()])
    #expect(result.exitCode == 74, "\(result)")
    #expect(result.stderr == "homescreen: standard output could not be written: it is closed\n")
  }

  @Test func brokenPipeIsAnErrorIfItsSignalIsIgnored() throws {
    let path = script("for i = 1, 300 do print(('x'):rep(1000)) end it('holds', function() end)")
    let result = try shell("trap '' PIPE; { \"$0\" run \"$1\"; echo \"ended with $?\" >&2; } | :", [path])
    #expect(
      result.stderr == "homescreen: standard output could not be written: Broken pipe\nended with 74\n", "\(result)")
  }

  @Test func outputBeforeTheErrorIsComplete() throws {
    let path = script("for i = 1, 999 do print(i) end it('holds', function() end)")
    let whole = try homescreen(["run", path]).stdout
    let output = "\(folder.path)/output"
    // Blocks of 512 bytes; without the signal, a write past the limit fails with an error.
    let result = try shell("ulimit -f 3; trap '' XFSZ; exec \"$0\" run \"$1\" >\"$2\"", [path, output])
    #expect(result.exitCode == 74, "\(result)")
    #expect(result.stderr == "homescreen: standard output could not be written: File too large\n")
    let kept = try #require(folder.read("output"))
    #expect(kept.utf8.count == 1536)
    #expect(whole.hasPrefix(kept))
  }

  @Test func lostReportOverridesTheExitCode() throws {
    for text in ["it('fails', function() error 'x' end)", "error 'broken'"] {
      let result = try shell("exec \"$0\" run \"$1\" >/dev/full", [script(text)])
      #expect(result.exitCode == 74, "\(result)")
    }
  }

  // MARK: No loss

  @Test func commandWithoutOutputLosesNothing() throws {
    let quiet = try shell("exec \"$0\" repl >&-", stdin: "x = 1\n")
    #expect(quiet.exitCode == 0, "\(quiet)")
    #expect(quiet.stderr == "")
    let missing = try shell("exec \"$0\" run /proc/nowhere >&-")
    #expect(missing.exitCode == 66, "\(missing)")
    let usage = try shell("exec \"$0\" run --nope >/dev/full")
    #expect(usage.exitCode == 64, "\(usage)")
  }

  @Test func closedStandardErrorDoesNotLoseTheResult() throws {
    let result = try shell("exec \"$0\" run \"$1\" 2>&-", [script()])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("1 passed"))
  }

  // MARK: Descriptors

  /// A file that the script writes must not receive the report.
  @Test func filesDoNotReuseTheDescriptorOfAClosedStream() throws {
    let path = script(
      """
      local list = plist.parse '<plist><dict/></plist>'
      it('saves', function() print 'printed' list:save 'saved.plist' error 'told' end)
      """)
    for closed in [">&-", ">&- 2>&-", "<&- >&- 2>&-", "<&-"] {
      let result = try shell("exec \"$0\" run \"$1\" \(closed)", [path])
      #expect(result.exitCode == (closed == "<&-" ? 1 : 74), "\(closed): \(result)")
      let saved = try #require(folder.read("saved.plist"))
      #expect(saved.hasPrefix("<plist>"), "\(saved)")
      #expect(!saved.contains("printed") && !saved.contains("told"), "\(saved)")
    }
  }
}
