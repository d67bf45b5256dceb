import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Parallel runs: reports match those of sequential runs.
@Suite struct JobsTests {
  private let folder = TemporaryFolder()

  private func run(_ options: [String], timeLimit: Double = 60) throws -> ProcessResult {
    try homescreen(["run", "--format", "json"] + options + [folder.path], timeLimit: timeLimit)
  }

  /// The output without durations and process numbers.
  private func comparable(_ result: ProcessResult) -> String {
    result.withoutDurations.replacing(#/"worker":\d+/#, with: "")
  }

  private func compare(_ options: [String] = [], jobs: [String] = ["2", "7"], exitCode: Int32) throws {
    let one = try run(options + ["--jobs", "1"])
    #expect(one.exitCode == exitCode, "\(one)")
    #expect(one.lines.allSatisfy(JSONChecker.isObject))
    for count in jobs {
      let several = try run(options + ["--jobs", count])
      #expect(several.exitCode == exitCode, "\(several)")
      #expect(comparable(several) == comparable(one))
      #expect(several.stderr == one.stderr)
    }
  }

  @Test func orderFollowsTheFiles() throws {
    for index in 0..<30 {
      folder.write(
        "f\(index + 10)_spec.lua",
        "for i = 1, 10 do it('n' .. i, function() print(i) assert.Not.equal(\(index % 9), i) end) end")
    }
    try compare(exitCode: 1)
    try compare(["--bail"], exitCode: 1)
    try compare(["--shuffle-seed", "3"], exitCode: 1)
    try compare(["--filter", "n3"], exitCode: 1)
    try compare(["--list"], exitCode: 0)
  }

  @Test func jobsBeyondTheMemoryWait() throws {
    folder.write("a_spec.lua", "it('a', function() for i = 1, 3000000 do end print 'a' end)")
    for name in ["b", "c", "d"] {
      folder.write(
        "\(name)_spec.lua",
        "for i = 1, 15 do it('\(name)' .. i, function() print(('\(name)'):rep(100000) .. i) end) end")
    }
    let one = try run([])
    let several = try run(["--jobs", "3"])
    #expect(one.exitCode == 0 && several.exitCode == 0)
    let printed = one.lines.filter { $0.hasPrefix(#"{"event":"output""#) }
    #expect(printed.count == 46)
    #expect(several.lines.filter { $0.hasPrefix(#"{"event":"output""#) } == printed)
  }

  @Test func lostWorkersAreReported() throws {
    let stuck = "local t = {} setmetatable(t, { __call = t }) t()"
    folder.write("a_spec.lua", "it('a1', function() end) it('a2', function() \(stuck) end) it('never', function() end)")
    folder.write("b_spec.lua", "it('b', function() end)")
    folder.write("c_spec.lua", stuck)
    folder.write("d_spec.lua", "it('d', function() end)")
    folder.write("e_spec.lua", "error 'broken'")
    let result = try run(["--jobs", "3", "--watchdog", "1"])
    #expect(result.exitCode == 124, "\(result)")
    let names = result.lines.compactMap { $0.firstMatch(of: #/"name":\["(\w+)"\]/#)?.1 }
    #expect(names == ["a1", "b", "d"])
    #expect(result.stdout.matches(of: #/the watchdog ended the script/#).count == 2)
    #expect(result.stdout.contains("in “a2”"))
    #expect(result.lines.last?.hasPrefix(#"{"event":"runFinished","files":5,"failedFiles":3"#) == true, "\(result)")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func runEndedFromOutsideIsFullyReported(signal: Int32) throws {
    for name in ["a", "b", "c"] {
      folder.write(
        "\(name)_spec.lua", "print 'ready' it('x', function() while true do end end) it('y', function() end)")
    }
    let result = try ChildProcess.run(
      BuiltExecutable.path(),
      ["run", "--budget", "9000000000000000", "--jobs", "2", "--format", "json", folder.path],
      signalAfterOutput: signal)
    #expect(result.exitCode == 130, "\(result)")
    #expect(result.lines.allSatisfy(JSONChecker.isObject))
    #expect(result.lines.last?.hasPrefix(#"{"event":"runFinished""#) == true, "\(result)")
    #expect(result.lines.last?.contains(#""exitCode":130"#) == true, "\(result)")
    #expect(!result.stdout.contains(#""name":["y"]"#))
  }

  @Test func fewFileDescriptorsAreEnough() throws {
    for index in 0..<6 { folder.write("f\(index)_spec.lua", "it('n', function() end)") }
    let result = try ChildProcess.run(
      "/bin/sh",
      [
        "-c", "ulimit -n 6; exec \"$1\" run --jobs 5 --format json \"$2\"", "sh", try BuiltExecutable.path(),
        folder.path,
      ])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.lines.last?.contains(#""passed":6"#) == true, "\(result)")
  }

  @Test(arguments: [
    ["--jobs", "0"], ["--jobs", "x"], ["--jobs", "1000000"], ["--shard", "0/3"], ["--shard", "4/3"], ["--shard", "a"],
    ["--tags", "a and"], ["--filter", "/[/"], ["--exclude", "/%/"],
  ])
  func impossibleOptionsAreReportedBeforeTheRun(options: [String]) throws {
    folder.write("a_spec.lua", "print 'never'")
    let result = try run(options)
    #expect(result.exitCode == 64, "\(result)")
    #expect(result.stdout == "")
    #expect(result.stderr.hasPrefix("homescreen: "), "\(result)")
  }

  @Test func partsComeFromTheEnvironment() throws {
    for index in 0..<9 { folder.write("f\(index)_spec.lua", "it('n', function() end)") }
    var files = 0
    for index in 0..<3 {
      let result = try homescreen(
        ["run", "--shard", "auto", "--format", "json", folder.path],
        environment: ["CIRCLE_NODE_INDEX": "\(index)", "CIRCLE_NODE_TOTAL": "3"])
      #expect(result.stdout.contains(#""shard":"\#(index + 1)/3""#), "\(result)")
      files += result.lines.filter { $0.contains(#""event":"fileStarted""#) }.count
    }
    #expect(files == 9)
    let wrong = try homescreen(
      ["run", "--shard", "auto", folder.path], environment: ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"])
    #expect(wrong.exitCode == 64, "\(wrong)")
    let whole = try run(["--shard", "auto"])
    #expect(whole.stderr.contains("no variables of a CI system are set"), "\(whole)")
  }
}
