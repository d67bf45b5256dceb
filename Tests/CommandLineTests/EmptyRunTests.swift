import TestSupport
import Testing

/// An empty run is not a success, and `run` without a path runs the project.
@Suite struct EmptyRunTests {
  private let folder = TemporaryFolder()

  private func run(_ arguments: [String]) throws -> ProcessResult { try homescreen(["run"] + arguments, in: folder) }

  // MARK: Exit code 4

  private static let scenario = "describe('icons #slow', function() it('change', function() end) end)"

  @Test(
    arguments: [
      ("describe('x', function() end)", []), ("before_each(function() end)", []),
      ("describe('x', function() before_each(function() end) print 'hi' end)", []),
      (scenario, ["--exclude", "icons"]), (scenario, ["--exclude-tags", "slow"]), (scenario, ["--filter", "nobody"]),
      (scenario, ["--tags", "nobody"]), (scenario, ["--os", "17.5", "--exclude", "icons"]),
      (scenario, ["--list", "--exclude", "icons"]), ("print 'no scenario'", ["--list"]), ("-- to be written\n", []),
      ("", []),
      ("for cell in matrix { os = { '17.5' } } do it('x', function() end) end", ["--os", "18.0"]),
      ("require 'shared'", ["--exclude", "icons"]),
    ] as [(String, [String])])
  func emptyRunIsReported(script: String, options: [String]) throws {
    folder.write("shared.lua", Self.scenario)
    folder.write("a.lua", script)
    let result = try run(["a.lua"] + options)
    #expect(result.exitCode == 4, "\(script) \(options): \(result)")
    #expect(result.stderr.contains("nothing ran"), "\(result)")
  }

  @Test(
    arguments: [
      ("local device = Device {} assert(device)", []), ("print 'x'", ["--exclude", "icons"]),
      ("Device {}", ["--os", "17.5"]), ("it 'is still to be written'", []), (scenario, ["--list"]),
      ("#!/usr/bin/env homescreen\nprint 'x'", []),
    ] as [(String, [String])])
  func otherRunsSucceed(script: String, options: [String]) throws {
    folder.write("a.lua", script)
    let result = try run(["a.lua"] + options)
    #expect(result.exitCode == 0, "\(script) \(options): \(result)")
  }

  @Test(arguments: ["print 'a spec without a scenario'", "", Self.scenario])
  func specsContainScenarios(script: String) throws {
    folder.write("specs/a_spec.lua", script)
    #expect(try run(["specs"]).exitCode == (script == Self.scenario ? 0 : 4))
  }

  @Test func bustedSettingsCanExcludeEverything() throws {
    folder.write("spec/a_spec.lua", Self.scenario)
    for option in ["['filter-out'] = 'icons'", "['exclude-tags'] = 'slow'", "filter = 'nobody'"] {
      folder.write(".busted", "return { default = { \(option) } }")
      let result = try run([])
      #expect(
        result.exitCode == 4 && result.stderr.contains("; .busted chooses scenarios, too"), "\(option): \(result)")
    }
    folder.write(".busted", "return { default = { ROOT = 'elsewhere' } }")
    #expect(try run([]).exitCode == 66)
  }

  @Test func emptyFolderHasNoScenarios() throws {
    folder.write("specs/notes.txt", "")
    #expect(try run(["specs"]).exitCode == 4)
    #expect(try run([]).exitCode == 4)
  }

  // MARK: Parts

  /// A part without files does not fail its job; the merged run is judged.
  @Test func partsMayBeEmpty() throws {
    folder.write("specs/a_spec.lua", "it('x', function() end)")
    var parts: [String] = []
    var empty = 0
    for number in 1...3 {
      let result = try run(["specs", "--shard", "\(number)/3", "--format", "json=\(number).jsonl"])
      #expect(result.exitCode == 0, "\(result)")
      if result.stderr.contains("note: part \(number)/3 has nothing to run: the only file is in another part") {
        empty += 1
      }
      parts.append("\(number).jsonl")
    }
    #expect(empty == 2)
    #expect(try homescreen(["merge"] + parts, in: folder).exitCode == 0)
  }

  @Test(arguments: ["describe('x', function() end)", "print 'script'"])
  func mergingJudgesAllParts(script: String) throws {
    folder.write("specs/a.lua", script)
    folder.write("empty/notes.txt", "")
    var parts: [String] = []
    var codes: Set<Int32?> = []
    for number in 1...2 {
      codes.insert(try run(["specs/a.lua", "--shard", "\(number)/2", "--format", "json=\(number).jsonl"]).exitCode)
      parts.append("\(number).jsonl")
    }
    let holdsNothing = script.hasPrefix("describe")
    #expect(codes == (holdsNothing ? [0, 4] : [0]))
    let merged = try homescreen(["merge"] + parts + ["--format", "json=all.jsonl"], in: folder)
    #expect(merged.exitCode == (holdsNothing ? 4 : 0), "\(merged)")
    #expect(try homescreen(["report", "all.jsonl"], in: folder).exitCode == merged.exitCode)
    #expect(try run(["empty", "--shard", "1/2"]).exitCode == 4)
  }

  @Test func scriptWithoutAFactHasNoFacts() throws {
    folder.write("plain.lua", "print 'x'")
    let result = try homescreen(["facts", "--run", "--from", "plain.lua"], in: folder)
    #expect(result.exitCode == 4, "\(result)")
  }

  @Test func inputWithoutAnAppFails() throws {
    folder.write("notes.txt", "")
    for command in [["check"], ["lint"], ["check", "."], ["lint", "."]] {
      #expect(try homescreen(command, in: folder).exitCode == 4, "\(command)")
    }
  }

  // MARK: Without a path

  @Test(arguments: ["specs", "spec"]) func scenarioFolderOfTheProjectRuns(name: String) throws {
    folder.write("\(name)/icons_spec.lua", "it('fails', function() error 'no' end)")
    let result = try run([])
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("\(name)/icons_spec.lua"))
    #expect(try run(["--list"]).stdout.contains("icons_spec.lua"))
    #expect(try run(["--last-failed"]).exitCode == 4)
    #expect(try run(["--jobs", "2"]).exitCode == 1)
  }

  /// The innermost scenario or block that contains the line runs.
  @Test(arguments: [
    (1, []), (2, ["a", "b", "c"]), (3, ["a", "b", "c"]), (4, ["a"]), (6, ["a"]), (7, ["a"]), (8, ["b"]),
    (9, ["b"]), (10, ["c"]), (11, ["a", "b", "c"]), (12, []), (13, []), (16, ["d"]), (17, []), (99, []),
  ])
  func lineOfAFileIsInsideAScenarioOrBlock(line: Int, names: [String]) throws {
    folder.write(
      "line_spec.lua",
      """
      local text = "it('x', function()"
      describe("whole", function()
        before_each(function() print(")") end)
        it("a", function()
          local t = { f = function() return (1) end } -- )
          assert.equal(1, t.f())
        end)
        it "b" (function()
        end)
        pending "c"
      end)
      local function helper()
        return 1
      end
      it("d", function() helper() end)
      """.replacing("it(\"d\"", with: "\nit(\"d\""))
    let result = try run(["line_spec.lua:\(line)", "--format", "tap"])
    let ran = result.stdout.split(separator: "\n").filter { $0.contains("ok ") }.map { text in
      ["a", "b", "c", "d"].filter { text.contains("› \($0)") }.joined()
    }
    #expect(ran == names, "\(line): \(result)")
    #expect(result.exitCode == (names.isEmpty ? 4 : 0), "\(result)")
    if line == 99 {
      let expected =
        "line_spec.lua:99: no block or scenario contains this line; the nearest:\n  lines 16 to 16: it(\"d\""
      #expect(result.stderr.contains(expected), "\(result)")
      #expect(result.stderr.contains("  lines 2 to 11: describe(\"whole\", function()\n"), "\(result)")
    }
  }

  @Test func lastFailedRunsTheFilesOfTheLastRun() throws {
    let script = "it('fails', function() error 'no' end) it('fails too', function() error 'no' end)"
    for name in ["a", "b"] { folder.write("\(name)_spec.lua", script) }
    func run(_ arguments: [String]) throws -> ProcessResult {
      try homescreen(["run"] + arguments, in: folder, environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"])
    }
    func failing() throws -> [String] {
      try run(["--last-failed", "a_spec.lua", "b_spec.lua", "--list"]).stdout.split(separator: "\n").map {
        String($0.prefix { $0 != ":" })
      }
    }
    #expect(try run(["a_spec.lua", "b_spec.lua"]).exitCode == 1)
    #expect(try failing() == ["a_spec.lua", "a_spec.lua", "b_spec.lua", "b_spec.lua"])
    #expect(try run(["b_spec.lua", "--filter", "too"]).exitCode == 1)
    // A run of one file forgets no other file.
    #expect(try failing() == ["a_spec.lua", "a_spec.lua", "b_spec.lua", "b_spec.lua"])
    #expect(try run(["a_spec.lua", "b_spec.lua"]).exitCode == 1)
    #expect(try run(["a_spec.lua", "--last-failed"]).exitCode == 1)
    #expect(try failing() == ["a_spec.lua", "a_spec.lua", "b_spec.lua", "b_spec.lua"])
    // Without a path, all that failed runs, whatever folder it is in.
    folder.write("specs/c_spec.lua", "it('passes', function() end)")
    #expect(try run(["--last-failed"]).stdout.contains("4 errors"))
    folder.delete("a_spec.lua")
    #expect(try run(["specs"]).exitCode == 0)
    #expect(try run(["--last-failed"]).stdout.contains("2 errors"))
  }

  /// A failure that depends on earlier scenarios passes alone.
  @Test func failureThatPassesAloneNamesTheCheckOfItsOrder() throws {
    folder.write(
      "a_spec.lua",
      "local count it('first', function() count = 1 end) it('second', function() assert.is_nil(count) end)")
    func run(_ arguments: [String]) throws -> ProcessResult {
      try homescreen(
        ["run", "a_spec.lua"] + arguments, in: folder, environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"])
    }
    #expect(try run([]).exitCode == 1)
    let alone = try run(["--filter", "=second"])
    #expect(alone.exitCode == 0 && alone.stderr.contains("homescreen run a_spec.lua --isolate it\n"), "\(alone)")
    // It is repaired for good, and says so once.
    #expect(try run(["--filter", "=second"]).stderr.isEmpty)
    #expect(try run(["--isolate", "it"]).stdout.contains("second"))
    // Another scenario of this name fails.
    folder.write("a_spec.lua", "it('same', function() end) it('same', function() error 'no' end)")
    for arguments in [[], ["--filter", "=same"], ["--last-failed"]] {
      let both = try run(arguments)
      #expect(both.exitCode == 1 && !both.stderr.contains("--isolate"), "\(both)")
    }
  }

  @Test func lineOfAFileNeedsNoCommand() throws {
    folder.write("a_spec.lua", "it('a', function() end)\nit('b', function() end)")
    let result = try homescreen(["a_spec.lua:2"], in: folder)
    #expect(result.exitCode == 0 && result.stdout.contains("1 passed"), "\(result)")
  }

  @Test func bothScenarioFoldersRun() throws {
    folder.write("specs/a_spec.lua", "it('x', function() end)")
    folder.write("spec/b_spec.lua", "it('y', function() end)")
    let result = try run(["--list"])
    #expect(result.stdout.contains("a_spec.lua") && result.stdout.contains("b_spec.lua"), "\(result)")
  }

  /// A CI job without a path must not report hundreds of unrelated scenarios as passed.
  @Test func missingFolderIsReportedWithACommand() throws {
    folder.write("tests/icons_spec.lua", "it('fails', function() error 'no' end)")
    folder.write("spec", "a file")
    let result = try run([])
    #expect(result.exitCode == 4, "\(result)")
    #expect(result.stdout == "")
    for word in ["no folder specs or spec in \(folder.path)", "homescreen run PATH", "init --write", "run --built-in"] {
      #expect(result.stderr.contains(word), "\(result)")
    }
  }

  @Test func builtInScenariosRunOnRequest() throws {
    folder.write("specs/icons_spec.lua", "it('fails', function() error 'no' end)")
    folder.write(".busted", "error 'is not read'")
    let some = try run(["--built-in", "--filter", "quick", "--jobs", "2"])
    #expect(some.exitCode == 0, "\(some)")
    #expect(!some.stdout.contains("icons_spec"))
    for wrong in [["specs"], ["--task", "ci"]] {
      let result = try run(["--built-in"] + wrong)
      #expect(result.exitCode == 64, "\(result)")
      #expect(result.stderr.contains("--built-in"))
    }
  }
}
