import HomeScreenReports
import Platform
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `report` and `merge`: recorded events of a run, shown later and combined.
@Suite struct RecordedRunTests {
  private let folder = TemporaryFolder()

  private static let script = """
    print "printed ]]> ::error::x"
    describe("the # icon", function()
      it("stays", function() Device {} end)
      it("doesn't\\n change", function() assert.equal("night", "day") end)
      it("raises", function() error "a\\nb" end)
      pending "waits"
    end)
    """

  /// Records a run of two files and returns the path of its events.
  private func record(_ options: [String] = []) throws -> (scripts: [String], record: String) {
    let scripts = [folder.write("a.lua", Self.script), folder.write("b.lua", "error 'broken'")]
    let path = "\(folder.path)/run.jsonl"
    let result = try homescreen(["run", "--format", "json=\(path)"] + options + scripts)
    #expect(result.exitCode == 2, "\(result)")
    return (scripts, path)
  }

  @Test func formatsOfARecordMatchTheRun() throws {
    let files = RunFormats.names.map { "\($0)=\(folder.path)/direct.\($0)" }.flatMap { ["--format", $0] }
    // A single run writes everything, so that durations are equal.
    let (_, record) = try record(
      files.filter { !$0.hasPrefix("json=") && $0 != "--format" }.flatMap { ["--format", $0] })
    for format in RunFormats.names {
      let direct = folder.read(format == "json" ? "run.jsonl" : "direct.\(format)")
      for command in ["report", "merge"] {
        let later = try homescreen([command, record, "--format", format])
        #expect(later.exitCode == 2, "\(later)")
        #expect(later.stderr == "")
        #expect(later.stdout == direct, "\(command) \(format)")
      }
    }
    #expect(EventChecker(try #require(folder.read("run.jsonl"))).faults == [])
    #expect(TAPChecker(try #require(folder.read("direct.tap"))).faults == [])
    #expect(JUnitChecker(try #require(folder.read("direct.junit"))).faults == [])
  }

  @Test func recordCanComeFromAPipe() throws {
    let (_, record) = try record()
    let result = try homescreen(["report", "-", "--format", "tap"], stdin: folder.read("run.jsonl"))
    #expect(result.stdout == (try homescreen(["report", record, "--format", "tap"])).stdout)
    #expect(try homescreen(["merge", "-"], stdin: folder.read("run.jsonl")).exitCode == 66)
  }

  @Test func twoRunsShareOnePage() throws {
    let (_, record) = try record()
    let copy = folder.write("later.jsonl", try #require(folder.read("run.jsonl")))
    let page = "\(folder.path)/page.html"
    let both = try homescreen(["report", record, copy, "--format", "html=\(page)"])
    #expect(both.exitCode == 2, "the worse of both: \(both)")
    let text = try #require(folder.read("page.html"))
    #expect(text.contains(#""label":"run.jsonl""#) && text.contains(#""label":"later.jsonl""#))
    for (arguments, message) in [
      ([record, copy], "comparing two runs needs --format html=FILE"),
      ([record, copy, "--format", "tap"], "comparing two runs needs --format html"),
      ([record, copy, record, "--format", "html"], "report takes one run, or two to compare"),
      ([record, "-", "--format", "html"], "comparing two runs needs two files, and - is not a file"),
    ] {
      let result = try homescreen(["report"] + arguments)
      #expect(result.exitCode == 64, "\(result)")
      #expect(result.stderr.contains(message), "\(result)")
    }
    let stopped = folder.write(
      "stopped.jsonl", try #require(folder.read("run.jsonl")).replacing("\"exitCode\":2}", with: "\"exitCode\":130}"))
    let noted = try homescreen(["report", record, stopped, "--format", "html=\(page)"])
    #expect(noted.exitCode == 130, "\(noted)")
    #expect(noted.stderr == "note: \(stopped) records an interrupted run\n")
    let refused = try homescreen(["report", record, copy, "--format", "html=\(copy)"])
    #expect(refused.exitCode == 64 && refused.stderr.contains("would overwrite"), "\(refused)")
    let cut = folder.write("cut.jsonl", String(text.prefix(100)))
    #expect(try homescreen(["report", record, cut, "--format", "html"]).exitCode == 66)
  }

  @Test func stepsAreReportedOnRequest() throws {
    let script = folder.write("fails.lua", "it('fails', function() Device {}:advance(1) error 'x' end)")
    func steps(_ arguments: [String]) throws -> Bool {
      let result = try homescreen(["run", script, "--format", "json"] + arguments)
      #expect(result.exitCode == 1, "\(result)")
      return result.stdout.contains(#""steps":{"devices":"#)
    }
    #expect(try !steps([]))
    #expect(try steps(["--steps", "failed"]))
    #expect(try steps(["--format", "html=\(folder.path)/page.html"]))
    #expect(try !steps(["--format", "html=\(folder.path)/page.html", "--steps", "none"]))
    let unknown = try homescreen(["run", script, "--steps", "some"])
    #expect(unknown.exitCode == 64 && unknown.stderr.contains("--steps must be none|failed|all"), "\(unknown)")
  }

  @Test func pluginFormatShowsARecord() throws {
    let (_, record) = try record()
    let plugin = folder.write(
      "p.lua",
      "return homescreen.plugin { name = 'p', reporters = { mine = function(e, write) write(e.event) end } }")
    let result = try homescreen(["report", record, "--plugin", plugin, "--format", "mine"])
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.lines.first == "runStarted" && result.lines.last == "runFinished")
  }

  @Test func otherFilesAreNotRecordsAndStayUnchanged() throws {
    let old = folder.write("old.tap", "old")
    for (text, message) in [
      ("", "run.jsonl: the file is empty"), ("hello\n", "run.jsonl:1: this is not a line of JSON"),
      (
        "{\"event\":\"runStarted\",\"schemaVersion\":99,\"version\":\"7\"}\n",
        "run.jsonl:1: the events are in version 99"
      ),
    ] {
      let path = folder.write("run.jsonl", text)
      for command in ["report", "merge"] {
        let result = try homescreen([command, path, "--format", "tap=\(old)"])
        #expect(result.exitCode == 66, "\(result)")
        #expect(result.stderr.contains(message), "\(result)")
        #expect(folder.read("old.tap") == "old")
      }
    }
    for path in ["\(folder.path)/nowhere", folder.path, "", "a\u{1B}b"] {
      #expect(try homescreen(["report", path]).exitCode == 66)
    }
    let (_, record) = try record()
    let loop = try homescreen(["merge", record, "--format", "json=\(record)"])
    #expect(loop.exitCode == 64 && loop.stderr.contains("would overwrite"), "\(loop)")
    #expect(folder.read("run.jsonl")?.isEmpty == false)
  }

  @Test func truncatedRecordIsShownUpToItsEnd() throws {
    _ = try record()
    let text = try #require(folder.read("run.jsonl"))
    let lines = text.split(separator: "\n")
    let cut = folder.write("cut.jsonl", lines.prefix(4).joined(separator: "\n") + "\n" + lines[4].prefix(20))
    let result = try homescreen(["report", cut, "--format", "tap"])
    #expect(result.exitCode == 66, "\(result)")
    #expect(result.stderr.contains("cut.jsonl:5: this is not a line of JSON"), "\(result)")
    let tap = TAPChecker(result.stdout)
    #expect(tap.faults == [] && tap.passed.count == 1 && tap.bailOut != nil, "\(result)")
    #expect(JUnitChecker(try homescreen(["report", cut, "--format", "junit"]).stdout).faults == [])
    let merged = try homescreen(["merge", cut])
    #expect(merged.exitCode == 66 && merged.stdout == "", "\(merged)")
  }

  @Test func missingShardIsReportedAndTheRestIsShown() throws {
    let (_, record) = try record()
    let text = try #require(folder.read("run.jsonl")).split(separator: "\"files\":2}")
    let shard = folder.write("shard.jsonl", text.joined(separator: "\"files\":2,\"shard\":\"2/3\"}"))
    let result = try homescreen(["merge", shard])
    #expect(result.exitCode == 66, "\(result)")
    #expect(result.stderr == "homescreen: shards 1/3, 3/3 of this run are missing\n")
    #expect(result.stdout == (try homescreen(["report", record])).stdout)
    let twice = try homescreen(["merge", shard, shard])
    #expect(twice.exitCode == 64 && twice.stderr.contains("are both shard 2/3"), "\(twice)")
    #expect(twice.stdout == "")
  }

  // MARK: Commands that repeat a failure

  /// The command of each failure selects only that scenario.
  @Test func repeatCommandRunsTheFailure() throws {
    let (_, record) = try record()
    let tap = TAPChecker(try homescreen(["report", record, "--format", "tap"]).stdout)
    #expect(tap.details.count == 3)
    for details in tap.details {
      let command = try #require(details["repeat"])
      #expect(command.hasPrefix("homescreen run "))
      let result = try ChildProcess.run(
        "/bin/sh", ["-c", "homescreen() { \"$0\" \"$@\"; }; \(command) --format tap", BuiltExecutable.path()])
      #expect(TAPChecker(result.stdout).failed.count == 1, "\(command): \(result)")
      #expect(TAPChecker(result.stdout).details.first?["message"] == details["message"])
    }
  }

  /// Built-in scripts run by name if no file has that name.
  @Test func builtInScriptHasTheNameInReports() throws {
    let name = "quick-actions/first-matrix.lua"
    let result = try homescreen(["run", name, "--format", "tap"])
    #expect(result.exitCode == 0, "\(result)")
    let tap = TAPChecker(result.stdout)
    #expect(!tap.passed.isEmpty && tap.passed.allSatisfy { $0.hasPrefix("\(name) › ") }, "\(result)")
    #expect(try homescreen(["run", "quick-actions/no-matrix.lua"]).exitCode == 66)
  }

  // MARK: Interrupted runs

  @Test func reportIsCompleteAfterControlC() throws {
    let script = folder.write("a.lua", "it('loops', function() while true do end end) it('next', print)")
    func stopped(_ format: String) throws -> ProcessResult {
      let result = try ChildProcess.run(
        BuiltExecutable.path(), ["run", "--budget", "9000000000000000", "--format", format, script, script],
        signalAfterOutput: SIGINT)
      #expect(result.exitCode == 130, "\(result)")
      return result
    }
    let tap = TAPChecker(try stopped("tap").stdout)
    #expect(tap.faults == [] && tap.bailOut == "Ctrl-C" && tap.passed.isEmpty)
    let junit = JUnitChecker(try stopped("junit").stdout)
    #expect(junit.faults == [])
    #expect(junit.cases.contains { $0.children.contains { $0.name == "error" } })
    #expect(EventChecker(try stopped("json").stdout).faults == [])
  }

  /// The worker crashes, and the report continues.
  @Test func reportIsCompleteAfterAnEndlessScript() throws {
    let stuck = folder.write("stuck.lua", "it('ends', function() end) local t = {} setmetatable(t, { __call = t }) t()")
    let last = folder.write("z.lua", "it('z', function() end)")
    let files = ["tap", "junit"].flatMap { ["--format", "\($0)=\(folder.path)/out.\($0)"] }
    let result = try homescreen(["run", "--watchdog", "1"] + files + [stuck, last])
    #expect(result.exitCode == 124, "\(result)")
    let tap = TAPChecker(try #require(folder.read("out.tap")))
    #expect(tap.faults == [] && tap.bailOut == nil && tap.failed == [stuck] && tap.passed.last == "\(last) › z")
    let junit = JUnitChecker(try #require(folder.read("out.junit")))
    #expect(junit.faults == [] && junit.suites.count == 2)
  }

  // MARK: Shards

  /// The merged shards match the run, except durations and process numbers.
  @Test func shardsMergeIntoTheWholeRun() throws {
    for number in 0..<12 {
      folder.write(
        "specs/\(number)_spec.lua",
        """
        it("has a device", function() Device { os = "1\(number % 5).1" }:advance(\(number)) end)
        it("fails", function() assert.equal(3, \(number)) end)
        \(number == 7 ? "error 'broken'" : "pending 'waits'")
        """)
    }
    let whole = "\(folder.path)/whole.jsonl"
    #expect(try homescreen(["run", "--format", "json=\(whole)", "\(folder.path)/specs"], timeLimit: 60).exitCode == 2)
    let shards = try (1...4).map { number in
      let path = "\(folder.path)/shard-\(number).jsonl"
      _ = try homescreen(
        ["run", "--shard", "\(number)/4", "--format", "json=\(path)", "\(folder.path)/specs"], timeLimit: 60)
      return path
    }
    let merged = "\(folder.path)/merged.jsonl"
    let result = try homescreen(["merge"] + shards.reversed() + ["--format", "json=\(merged)"])
    #expect(result.exitCode == 2 && result.stderr == "", "\(result)")
    func timeless(_ file: String) throws -> [String] {
      try #require(folder.read(file)).split(separator: "\n").map { line in
        String(line).replacing(/"microseconds":\d+/, with: "").replacing(/"worker":\d+/, with: "")
      }
    }
    #expect(try timeless("merged.jsonl") == timeless("whole.jsonl"))
    #expect(EventChecker(try #require(folder.read("merged.jsonl"))).faults == [])
    let most = try homescreen(["merge"] + shards.dropFirst() + ["--format", "json=\(merged)"])
    #expect(most.exitCode == 66 && most.stderr == "homescreen: shard 1/4 of this run is missing\n", "\(most)")
    let rest = try homescreen(["merge", shards[0], merged, "--format", "json=\(folder.path)/all.jsonl"])
    #expect(rest.exitCode == 2, "\(rest)")
    #expect(try timeless("all.jsonl") == timeless("whole.jsonl"))
  }

  // MARK: GitHub Actions

  @Test func gitHubActionsGetAnnotationsAndASummary() throws {
    let script = folder.write("repo/a.lua", Self.script + "\nprint '::add-mask::x'")
    let summary = folder.write("summary.md", "before\n")
    let environment = [
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary, "GITHUB_WORKSPACE": "\(folder.path)/repo",
    ]
    let result = try homescreen(["run", script], environment: environment)
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("\n  ✓ the # icon › stays\n"))
    let commands = result.lines.filter { $0.drop { $0 == " " }.hasPrefix("::") }
    #expect(commands.count == 2 && commands.allSatisfy { $0.hasPrefix("::error file=a.lua,line=") }, "\(result)")
    #expect(result.lines.contains(":\\:add-mask::x"))
    let text = try #require(folder.read("summary.md"))
    #expect(text.hasPrefix("before\n## ❌ 1 passed, 1 failed, 1 error, 1 pending\n"), "\(text)")
    // An explicit format is written alone.
    let asked = try homescreen(["run", "--format", "terminal", script], environment: environment)
    #expect(!asked.stdout.contains("::error file"))
    #expect(folder.read("summary.md") == text)
    let lost = try homescreen(
      ["run", script], environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "/proc/nowhere/x"])
    #expect(lost.exitCode == 1 && lost.stderr.contains("/proc/nowhere/x could not be written"), "\(lost)")
  }

  // MARK: Progress

  /// The progress line stays on the terminal and is erased before other output.
  @Test func progressIsDrawnOnATerminalAndErased() throws {
    let script = folder.write("a.lua", "print 'printed'\n" + Self.script)
    func drawn(_ environment: [String: String]) throws -> String {
      let terminal = try #require(PseudoTerminal())
      let result = try ChildProcess.run(
        "/bin/sh", ["-c", "exec \"$0\" run \"$1\" \"$1\" >\"$2\" 2>&1", BuiltExecutable.path(), script, terminal.path],
        environment: environment)
      #expect(result.exitCode == 1, "\(result)")
      return terminal.drawn()
    }
    let text = try drawn(["TERM": "xterm"])
    let wiping = "\r\u{1B}[K"
    #expect(text.contains("\(wiping)\u{1B}[32m╌╌╌"), "\(text.debugDescription)")
    #expect(text.contains("0/2 files, 0 passed") || text.contains("1/2 files"), "\(text.debugDescription)")
    for line in text.split(separator: "\r\n") where line.contains(" files, ") {
      #expect(line.contains(wiping) && !line.hasSuffix(".lua"), "\(line.debugDescription)")
    }
    for environment in [["TERM": "dumb"], ["TERM": "xterm", "NO_COLOR": "1"], [:]] {
      #expect(!(try drawn(environment)).contains("\u{1B}"))
    }
  }
}
