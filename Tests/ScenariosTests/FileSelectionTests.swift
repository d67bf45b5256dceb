import Events
import HomeScreenReports
import LuaAPI
import Platform
import Scenarios
import TestSupport
import Testing

/// Globs, `.busted`, parts of a run, and last failures.
@Suite struct FileSelectionTests {
  private let folder = TemporaryFolder()

  private func names(_ paths: [String], _ patterns: ScenarioFinder.Patterns = .init()) throws -> [String] {
    try ScenarioFinder.find(paths, patterns).files.map { String($0.name.dropFirst(folder.path.count + 1)) }
  }

  private func write(_ paths: [String]) {
    for path in paths { folder.write(path, "it('a', function() end)") }
  }

  // MARK: Globs

  @Test(arguments: [
    ("*.lua", ["a.lua", "b-1.lua", "b-2.lua"]), ("b-?.lua", ["b-1.lua", "b-2.lua"]), ("b-[!2].lua", ["b-1.lua"]),
    ("[a-b]*.lua", ["a.lua", "b-1.lua", "b-2.lua"]), ("sub/*/*.lua", ["sub/deep/d.lua"]),
    ("**/*.lua", ["a.lua", "b-1.lua", "b-2.lua", "sub/c.lua", "sub/deep/d.lua"]),
    ("sub/**/*.lua", ["sub/c.lua", "sub/deep/d.lua"]), ("**/deep/**/d.*", ["sub/deep/d.lua"]),
    ("*/c.lua", ["sub/c.lua"]),
  ])
  func globsSelectFiles(glob: String, expected: [String]) throws {
    write(["a.lua", "b-1.lua", "b-2.lua", "sub/c.lua", "sub/deep/d.lua", ".hidden/e.lua"])
    #expect(try names(["\(folder.path)/\(glob)"]) == expected)
  }

  @Test func unmatchedGlobsAndFilesWithGlobNames() throws {
    write(["[a].lua", "b.lua"])
    #expect(try names(["\(folder.path)/[a].lua"]) == ["[a].lua"])
    #expect(throws: ScenarioFinderError.self) { try names(["\(folder.path)/c*.lua"]) }
    // At most parts times names steps, for any number of stars.
    write([String(repeating: "a", count: 200) + ".lua"])
    #expect(throws: ScenarioFinderError.self) {
      try names(["\(folder.path)/" + String(repeating: "**/", count: 50) + String(repeating: "*a", count: 60) + "b"])
    }
  }

  // MARK: Unreachable files

  @Test func unreachableScriptsAreReported() throws {
    let other = TemporaryFolder()
    for name in ["x_spec.lua", "deep/y_spec.lua", "notes.txt"] { other.write(name, "it('a', function() end)") }
    write(["a_spec.lua", "sub/b_spec.lua"])
    folder.link("out_spec.lua", to: "\(other.path)/x_spec.lua")
    folder.link("out", to: "\(other.path)/deep")
    folder.link("gone_spec.lua", to: "nowhere")
    folder.makePipe("pipe_spec.lua")
    // These need not contain scripts.
    folder.link("sub/back", to: "..")
    folder.link("notes.txt", to: "\(other.path)/notes.txt")
    folder.link("gone.txt", to: "nowhere")
    folder.makePipe("pipe")
    folder.link(".#emacs_spec.lua", to: "somebody@somewhere")
    #if os(Linux)
      let script = Array("it('a', function() end)".utf8)
      let file: [UInt8] = [0x62, 0xFF] + Array("_spec.lua".utf8)
      let folderOfFile: [UInt8] = Array("bad".utf8) + [0xC3] + Array("/c_spec.lua".utf8)
      folder.write(file, script)
      folder.write(folderOfFile, script)
      let bad = [
        "bad\u{FFFD}: its name is not valid UTF-8", "b\u{FFFD}_spec.lua: its name is not valid UTF-8",
      ]
    #else
      let bad: [String] = []
    #endif
    for path in [folder.path, "\(folder.path)/**/*.lua"] {
      let found = try ScenarioFinder.find([path])
      #expect(found.files.count == 2)
      let unseen = found.unseen.map { String($0.dropFirst(folder.path.count + 1)) }
      let leadsOut = "this symbolic link leaves \(folder.path.split(separator: "/").last ?? "")"
      #expect(
        unseen.filter { !$0.hasPrefix("gone") && !$0.hasPrefix("pipe") }
          == bad + ["out: \(leadsOut)", "out_spec.lua: \(leadsOut)"], "\(unseen)")
      #expect(try ScenarioFinder.find(["\(folder.path)/*/b*.lua"]).unseen.contains { $0.contains("/out: ") })
      #expect(try !ScenarioFinder.find(["\(folder.path)/a*.lua"]).unseen.contains { $0.contains("/out: ") })
      #expect(unseen.count { $0.hasPrefix("gone_spec.lua: ") || $0.hasPrefix("pipe_spec.lua: ") } == 2, "\(unseen)")
    }
  }

  // MARK: .busted

  @Test func bustedSettingsApply() throws {
    folder.write(
      ".busted",
      """
      return {
        _all = { lpath = "./x/?.lua;./y/?.lua", ["exclude-tags"] = "slow,flaky", lazy = true, verbose = true, cpath = "z", coverage = true, sort = false },
        default = { ROOT = { "tests" }, pattern = "test_", shuffle = true, seed = 12, tags = { "a", "b and c" } },
        ci = { helper = "h.lua", ["no-keep-going"] = true, filter = { "x%d" }, ["filter-out"] = "y" },
      }
      """)
    let settings = try #require(try BustedSettings(in: folder.path, task: nil, trust: .nothing))
    #expect(settings.roots == ["tests"])
    #expect(settings.patterns.included.map(\.text) == ["/test_/"])
    #expect(settings.searchTemplates == ["./x/?.lua", "./y/?.lua"])
    #expect(settings.excludedTags.count == 2 && settings.tags.count == 2)
    #expect(settings.setupIsLazy && settings.isShuffled && settings.seed == 12)
    #expect(settings.unsupported == ["coverage", "cpath"])
    let ci = try #require(try BustedSettings(in: folder.path, task: "ci", trust: .nothing))
    #expect(ci.roots == [] && ci.helper == "h.lua" && ci.endsWithFirstFailure && !ci.isShuffled)
    #expect(ci.filters.map(\.text) == ["/x%d/"] && ci.excludedNames.map(\.text) == ["/y/"])
    #expect(ci.patterns.included.map(\.text) == ["/_spec/"])
    #expect(throws: UserError.self) { try BustedSettings(in: folder.path, task: "nightly", trust: .nothing) }
  }

  @Test(arguments: [
    ("return 1", "a number instead of a table"), ("return {", ".busted:1: settings must be data, but the file ends"),
    ("error 'x'", ".busted:1: settings must be data, but a settings file must begin with “return”"),
    ("return { default = { ROOT = 5 } }", "ROOT must be a string"),
    ("return { default = { filter = '%' } }", "is not a Lua pattern"),
    ("return { default = { tags = 'a or' } }", "a tag is missing"), ("while true do end", "is not trusted"),
  ])
  func unusableBustedSettingsAreReported(text: String, words: String) throws {
    folder.write(".busted", text)
    let error = #expect(throws: UserError.self) {
      try BustedSettings(in: folder.path, task: nil, trust: .nothing)
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [("error 'x'", ".busted:1: x"), ("while true do end", "budget")])
  func trustedBustedSettingsRunAsCode(text: String, words: String) throws {
    folder.write(".busted", text)
    let error = #expect(throws: UserError.self) {
      try BustedSettings(in: folder.path, task: nil, trust: .once(configuration: nil))
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    folder.write(".busted", "local root = 'tests' return { default = { ROOT = { root } } }")
    #expect(try BustedSettings(in: folder.path, task: nil, trust: .once(configuration: nil))?.roots == ["tests"])
  }

  @Test func patternsSelectFileNames() throws {
    write(["a_spec.lua", "b_test.lua", "sub/c_spec.lua", "x_spec.lua"])
    folder.write("helper_spec.lua", "return {}")
    var patterns = ScenarioFinder.Patterns()
    patterns.included = [try NamePattern(parsing: "/_spec/")]
    patterns.excluded = [try NamePattern(parsing: "/^[hx]/")]
    #expect(try names([folder.path], patterns) == ["a_spec.lua", "sub/c_spec.lua"])
    patterns.isRecursive = false
    #expect(try names([folder.path], patterns) == ["a_spec.lua"])
  }

  // MARK: Parts

  @Test func partsAreStableAndWhole() throws {
    let files = (0..<200).map { "spec/\($0)_spec.lua" }
    let parts = (1...4).map { index in files.filter { Shard(index: index, count: 4)?.includes($0) == true } }
    #expect(parts.flatMap(\.self).sorted() == files.sorted())
    #expect(parts.allSatisfy { (30...70).contains($0.count) })
    // 64-bit FNV-1a, so that other programs find the same part.
    #expect((1...10).first { Shard(index: $0, count: 10)?.includes("spec/icons_spec.lua") == true } == 2)
  }

  @Test(arguments: ["", "1", "0/2", "3/2", "1/0", "-1/2", "a/b", "1/2/3", " 1/2", "1/999999999999999999999"])
  func invalidPartsAreRefused(text: String) {
    #expect(Shard(parsing: text) == nil)
  }

  @Test(arguments: [
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"], "1/3"),
    (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "3"], "1/3"),
    (["BUILDKITE_PARALLEL_JOB": "2", "BUILDKITE_PARALLEL_JOB_COUNT": "3"], "3/3"),
    (["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2"], "2/2"), (["CI_NODE_INDEX": "1"], nil), ([:], nil),
  ])
  func partsComeFromCISystems(variables: [String: String], text: String?) throws {
    #expect(try Shard(environment: { variables[$0] })?.description == text)
  }

  @Test(arguments: [
    ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"], ["CIRCLE_NODE_INDEX": "3", "CIRCLE_NODE_TOTAL": "3"],
    ["CI_NODE_INDEX": "x", "CI_NODE_TOTAL": "3"],
  ])
  func wrongVariablesAreReported(variables: [String: String]) {
    #expect(throws: UserError.self) { try Shard(environment: { variables[$0] }) }
  }

  @Test func partKeepsThePositionsOfItsFiles() throws {
    let files = (0..<8).map { (name: "f\($0).lua", text: "it('a', function() end)") }
    var seen: [Int] = []
    // Temporary folders differ, and so do the parts, but together they are the whole run.
    for name in files { folder.write(name.name, name.text) }
    let found = try ScenarioFinder.find([folder.path]).files
    for index in 1...3 {
      var options = Run.options
      options.shard = Shard(index: index, count: 3)
      _ = ScenarioRunner(options: options).run(found) {
        if case .fileStarted(_, let position, _) = $0 { seen.append(position) }
      }
    }
    #expect(seen.sorted() == Array(0..<8))
  }

  // MARK: Last failures

  @Test func lastFailuresAreSelected() throws {
    let cache = "\(folder.path)/cache"
    var failures = try #require(LastFailures(workingFolder: folder.path, cache: cache))
    #expect(failures.isEmpty)
    let script = """
      describe("block", function()
        setup(function() if broken then error "x" end end)
        it("good", function() end)
        it("bad", function() error "x" end)
      end)
      it("bad too", function() error "x" end)
      describe("other", function()
        teardown(function() error "y" end)
        it("belongs to a failing teardown", function() end)
      end)
      """
    folder.write("a.lua", script)
    folder.write("b.lua", "it('c', function() end) error 'broken'")
    let files = try ScenarioFinder.find([folder.path]).files
    func run(_ options: RunOptions) -> [String] {
      var names: [String] = []
      _ = ScenarioRunner(options: options).run(files) { event in
        failures.add(event, isPart: options.isPart)
        if case .scenarioFinished(let result) = event { names.append(result.name.joined(separator: " ")) }
      }
      return names
    }
    #expect(run(Run.options).count == 5)
    try failures.save()
    failures = try #require(LastFailures(workingFolder: folder.path, cache: cache))
    #expect(failures.files == files.map(\.name))
    var again = Run.options
    again.lastFailures = failures
    #expect(run(again) == ["block bad", "bad too", "other belongs to a failing teardown", "other teardown"])
    // After the fix nothing is left.
    for name in ["a.lua", "b.lua"] { folder.write(name, "it('bad too', function() end)") }
    again.lastFailures = failures
    _ = run(again)
    #expect(failures.isEmpty)
    try failures.save()
    #expect(try #require(LastFailures(workingFolder: folder.path, cache: cache)).isEmpty)
  }

  /// A hook means its block, and a scenario with the name of a hook means itself.
  @Test func scenariosMayBeNamedLikeHooks() throws {
    folder.write(
      "a.lua",
      """
      describe("block", function()
        it("before_each", function() error "x" end)
        it("good", function() end)
      end)
      describe("other", function()
        teardown(function() error "y" end)
        it("good", function() end)
        describe("finally", function() it("good", function() end) end)
      end)
      """)
    let files = try ScenarioFinder.find([folder.path]).files
    var failures = try #require(LastFailures(workingFolder: folder.path, cache: "\(folder.path)/cache"))
    func run(_ options: RunOptions) -> [ScenarioResult] {
      var results: [ScenarioResult] = []
      _ = ScenarioRunner(options: options).run(files) { event in
        failures.add(event, isPart: options.isPart)
        if case .scenarioFinished(let result) = event { results.append(result) }
      }
      return results
    }
    let first = run(Run.options)
    #expect(first.map(\.hook) == [nil, nil, nil, nil, "teardown"])
    var again = Run.options
    again.lastFailures = failures
    #expect(
      run(again).map { $0.name.joined(separator: " ") } == [
        "block before_each", "other good", "other finally good", "other teardown",
      ])
    // It can be repeated: no scenario has the name of the hook.
    var lines: [String] = []
    let report = TAPReport { lines.append($0) }
    for result in first { report.add(.scenarioFinished(result)) }
    #expect(
      lines.filter { $0.contains("repeat: ") }.map { $0.suffix(25) }.last?.hasSuffix("a.lua --filter other\"") == true)
  }

  /// Failures that an interrupted file did not reach, or that a part excludes, are kept.
  @Test func unrunFailuresAreKept() throws {
    func result(_ name: String, _ status: ScenarioResult.Status, _ problem: Problem? = nil) -> RunEvent {
      .scenarioFinished(
        ScenarioResult(file: "a", name: [name], line: nil, status: status, problem: problem, traceHash: ""))
    }
    let start = RunEvent.fileStarted(file: "a", position: 0, worker: 1)
    let end = RunEvent.fileFinished(file: "a", counts: RunCounts(), traceHash: "")
    func files(_ runs: [(events: [RunEvent], isPart: Bool)]) throws -> [String] {
      var failures = try #require(LastFailures(workingFolder: folder.path, cache: "\(folder.path)/none"))
      for run in runs { for event in [start] + run.events + [end] { failures.add(event, isPart: run.isPart) } }
      return failures.files
    }
    let failed = [result("x", .failed), result("y", .failed)]
    let stopped = Problem(.interrupt, message: "stopped")
    #expect(
      try files([(failed, false), ([result("x", .passed), .fileFailed(file: "a", problem: stopped)], false)]) == ["a"])
    #expect(try files([(failed, false), ([result("x", .passed)], true)]) == ["a"])
    #expect(try files([(failed, false), ([result("x", .passed)], false)]) == [])
    let broken = RunEvent.fileFailed(file: "a", problem: Problem(code: "syntax", message: ""))
    #expect(try files([([broken], false), ([result("x", .passed)], true)]) == ["a"])
    #expect(try files([([broken], false), ([result("x", .passed)], false)]) == [])
  }

  @Test(arguments: ["", "[", "{}", "[1, {}]", #"[{"file":3}]"#])
  func damagedRecordOfFailuresIsIgnored(text: String) throws {
    let cache = "\(folder.path)/cache"
    var failures = try #require(LastFailures(workingFolder: folder.path, cache: cache))
    failures.add(.fileFailed(file: "a", problem: Problem(code: "c", message: "m")), isPart: false)
    failures.add(.fileFinished(file: "a", counts: RunCounts(), traceHash: ""), isPart: false)
    try failures.save()
    let name = try #require(Files.names(in: "\(cache)/homescreen/last-failed").first)
    folder.write("cache/homescreen/last-failed/\(name)", text)
    #expect(try #require(LastFailures(workingFolder: folder.path, cache: cache)).isEmpty)
  }
}
