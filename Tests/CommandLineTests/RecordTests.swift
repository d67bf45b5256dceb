import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `run --record` and `replay`: a run in one file, run again without anything else.
@Suite struct RecordTests {
  let elsewhere = TemporaryFolder()

  var record: String { "\(elsewhere.path)/run.jsonl" }

  func replay(_ options: [String] = []) throws -> ProcessResult {
    try CommandLineTests.homescreen(["replay", record] + options, timeLimit: 60)
  }

  /// Runs in a folder that is gone afterwards, and gives what was told.
  func recordAndForget(
    _ files: [String: String], _ arguments: [String] = ["spec"], environment: [String: String] = [:]
  ) throws -> ProcessResult {
    let folder = TemporaryFolder()
    for (name, text) in files { folder.write(name, text) }
    return try ChildProcess.run(
      "/bin/sh",
      ["-c", "cd \"$0\" && exec \"$@\"", folder.path, try BuiltExecutable.path(), "run"] + arguments
        + ["--record", record], environment: environment, timeLimit: 60)
  }

  func edit(_ change: (inout [String]) -> Void) throws {
    var lines = try #require(elsewhere.read("run.jsonl")).split(separator: "\n").map(String.init)
    change(&lines)
    elsewhere.write("run.jsonl", lines.joined(separator: "\n") + "\n")
  }

  // MARK: The same elsewhere

  /// A project with a catalog, as it lies in the repository.
  func copyProject(into folder: TemporaryFolder) throws {
    let fixtures = "\(Repository.root)/lua/scenarios/seeds/fixtures"
    for name in ["AlternateAppIcons", "AlternateAppIcons.xcodeproj"] {
      for path in Files.paths(below: "\(fixtures)/\(name)") {
        folder.write("\(name)/\(path)", try #require(Files.bytes("\(fixtures)/\(name)/\(path)")))
      }
    }
  }

  @Test(arguments: ["1", "3"])
  func aWholeProjectIsInTheRecord(jobs: String) throws {
    var folder: TemporaryFolder? = TemporaryFolder()
    try copyProject(into: #require(folder))
    folder?.write(".busted", "return { default = { ROOT = { 'spec' }, helper = 'spec/help.lua' } }")
    folder?.write("homescreen.lua", "return { os = { '17.5' }, plugins = { 'plugin.lua' } }")
    folder?.write(
      "plugin.lua",
      "return homescreen.plugin { name = 'p', globals = { seven = 7 } }")
    folder?.write("spec/help.lua", "helped = true")
    folder?.write("spec/inner/init.lua", "return { name = ... }")
    folder?.link("spec/other.lua", to: "inner/init.lua")
    for index in 0..<4 {
      folder?.write(
        "spec/f\(index)_spec.lua",
        """
        local inner, other = require 'inner', require 'other'
        describe('the app', function()
          it('launches #\(index)', function()
            local device = Device {}
            local app = device:install '../AlternateAppIcons.xcodeproj'
            device:launch(app)
            print(inner.name, other.name, device.model, pcall(require, 'missing'))
            assert.equal(\(index), 2)
          end)
        end)
        """)
    }
    let result = try homescreen(["run", "--trust", "--jobs", jobs, "--record", record], in: try #require(folder))
    folder = nil
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("1 passed, 3 failed"), "\(result)")
    let lines = try #require(elsewhere.read("run.jsonl")).split(separator: "\n")
    #expect(lines.allSatisfy(JSONChecker.isObject))
    let contents = lines.compactMap { $0.firstMatch(of: #/^{"asked":"content","path":"([^"]*)"/#)?.1 }
    #expect(contents.count > 8 && Set(contents).count == contents.count, "each file once: \(contents)")
    for options in [[], ["--jobs", "2"]] {
      let again = try replay(options)
      #expect(again.exitCode == 0, "\(again)")
      #expect(again.stdout.hasPrefix("the same: 4 scenarios in 4 files  trace "), "\(again)")
      #expect(again.stderr == "")
    }
  }

  @Test func whatDecidesTheRunIsKept() throws {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<6).map {
        ("spec/f\($0)_spec.lua", "it('n #a', function() end) it('m', function() end)")
      })
    let result = try recordAndForget(
      files, ["spec", "--shard", "auto", "--tags", "a", "--shuffle", "--os", "16.4"],
      environment: [
        "CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "2", "SECRET": "do not keep", "HOME": "/proc/nowhere",
      ])
    #expect(result.exitCode == 0, "\(result)")
    let text = try #require(elsewhere.read("run.jsonl"))
    #expect(text.contains(#"{"asked":"variable","name":"CIRCLE_NODE_TOTAL","value":"2"}"#))
    #expect(!text.contains("do not keep"))
    #expect(try replay().exitCode == 0)
  }

  @Test func lastFailuresAreAnInput() throws {
    let folder = TemporaryFolder()
    let cache = TemporaryFolder()
    folder.write("a_spec.lua", "it('a', function() error 'x' end) it('b', function() end)")
    for options in [[], ["--last-failed", "--record", record]] {
      let result = try CommandLineTests.homescreen(
        ["run", folder.path] + options, environment: ["XDG_CACHE_HOME": cache.path])
      #expect(result.exitCode == 1, "\(result)")
    }
    let again = try replay()
    #expect(again.stdout.hasPrefix("the same: 1 scenario in 1 file "), "\(again)")
    #expect(again.exitCode == 0)
  }

  @Test func bytesThatAreNoText() throws {
    let folder = TemporaryFolder()
    folder.write("a_spec.lua", Array("print '".utf8) + [0xFF, 0xC3, 0x28] + Array("' it('a', function() end)".utf8))
    folder.write("b_spec.lua", [])
    folder.write("c_spec.lua", "it('\u{1F600} \u{202E}\u{85}\\0', function() print '\u{FEFF}\r\n' end)")
    folder.write("d_spec.lua", [0xEF, 0xBB, 0xBF] + Array("it('bom', function() end)".utf8))
    let result = try CommandLineTests.homescreen(["run", folder.path, "--record", record])
    let again = try replay()
    #expect(again.exitCode == 0, "\(result) \(again)")
  }

  // MARK: Writing

  @Test func whatScriptsWriteIsThrownAway() throws {
    let folder = TemporaryFolder()
    folder.write("old.strings", "a = \"old\";")
    folder.write(
      "a_spec.lua",
      """
      it('saves', function()
        plist.parse 'a = "new";':save "out/deep/new.strings"
        assert.equal('old', plist.load('old.strings').a)
        plist.parse 'a = "newer";':save "old.strings"
        assert.equal('newer', plist.load('old.strings').a)
        assert.equal('new', plist.load('out/deep/new.strings').a)
        assert.has_error(function() plist.parse 'a = "b";':save "../outside.strings" end)
        assert.has_error(function() plist.parse 'a = "b";':save "a_spec.lua/x.strings" end)
      end)
      """)
    folder.write("b_spec.lua", "it('reads', function() assert.equal('newer', plist.load('old.strings').a) end)")
    let result = try CommandLineTests.homescreen(["run", folder.path, "--record", record])
    #expect(result.exitCode == 0, "\(result)")
    folder.write("old.strings", "untouched")
    folder.delete("out/deep/new.strings")
    let again = try replay()
    #expect(again.exitCode == 0, "\(again)")
    #expect(folder.read("old.strings") == "untouched")
    #expect(folder.read("out/deep/new.strings") == nil)
    let text = try #require(elsewhere.read("run.jsonl"))
    let inputs = text.matches(of: #/"asked":"content","path":"[^"]*strings"[^\n]*/#)
    #expect(inputs.count == 1 && inputs.first?.0.contains(#"old\";"#) == true, "\(inputs)")
  }

  // MARK: Differences

  @Test func anotherVersionAndOtherFactsAreToldFirst() throws {
    #expect(try recordAndForget(["spec/a_spec.lua": "it('a', function() end)"]).exitCode == 0)
    try edit { lines in
      lines[0] = lines[0].replacing(#/"version":"[^"]*"/#, with: #""version":"0.0.1""#)
        .replacing(#/"facts":"[^"]*"/#, with: #""facts":"0123456789abcdef""#)
    }
    let result = try replay()
    #expect(result.exitCode == 0, "\(result)")
    let told = result.stdout.split(separator: "\n")
    #expect(told.count == 3)
    #expect(told[0].hasPrefix("note the run was recorded by homescreen 0.0.1, and this is "))
    #expect(told[1].contains("facts about iOS are others than when the run was recorded (0123456789abcdef, now "))
    #expect(told[2].hasPrefix("the same: "))
  }

  @Test func theFirstEventThatDiffersIsShown() throws {
    let script = "describe('d', function() it('a', function() end) it('b', function() assert.equal(1, 2) end) end)"
    #expect(try recordAndForget(["spec/a_spec.lua": script]).exitCode == 1)
    try edit { lines in
      for index in lines.indices where lines[index].hasPrefix(#"{"asked":"content""#) {
        lines[index].replace("assert.equal(1, 2)", with: "assert.equal(1, 3)")
      }
    }
    let result = try replay()
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("different; the first event that differs:\nspec/a_spec.lua › d › b\n"))
    #expect(
      result.stdout.contains("  problem.message\n    recorded: expected 1, got 2\n    now:      expected 1, got 3\n"))
    #expect(!result.stdout.contains("microseconds"))
  }

  @Test func theEventOfATraceThatDiffersIsShown() throws {
    let script = """
      it('a', function()
        local device = Device { os = '17.5' }
        local app = device:install(AppPackage { plist = { CFBundleIdentifier = 'a.b' } })
        device:launch(app)
        device:advance(1)
        device:launch(app)
        device:pressHome()
      end)
      """
    let result = try recordAndForget(["spec/a_spec.lua": script], ["spec", "--json"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(!result.stdout.contains("\"trace\":"), "reports are as they always are")
    #expect(try replay().exitCode == 0)
    try edit { lines in
      for index in lines.indices where lines[index].hasPrefix(#"{"asked":"content""#) {
        lines[index].replace("device:pressHome()", with: "device:advance(1) device:pressHome()")
      }
    }
    let again = try replay()
    #expect(again.exitCode == 1, "\(again)")
    #expect(again.stdout.contains("spec/a_spec.lua › a\n  traceHash\n"))
    #expect(
      again.stdout.contains(
        #/  trace, line \d+\n    recorded: 1\.\d+ s  a\.b  callback .*\n    now:      2\.\d+ s  a\.b  callback .*\n$/#),
      "\(again)")
  }

  @Test func whatTheRecordLacksIsNamed() throws {
    let files = ["spec/a_spec.lua": "local m = require 'm' it('a', function() end)", "spec/m.lua": "return 1"]
    #expect(try recordAndForget(files).exitCode == 0)
    try edit { lines in
      lines.removeAll { $0.hasPrefix(#"{"asked":"content""#) && $0.contains("/m.lua") }
      lines[lines.count - 1] = #"{"recordEnd":\#(lines.count - 1)}"#
    }
    let result = try replay()
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("asked for what the record does not have: "), "\(result)")
    #expect(result.stdout.contains("/spec/m.lua"))
  }

  // MARK: Runs that did not end

  @Test func anInterruptedRun() throws {
    let folder = TemporaryFolder()
    folder.write("a_spec.lua", "it('a', function() end)")
    folder.write("b_spec.lua", "print 'ready' it('b', function() while true do end end)")
    let result = try ChildProcess.run(
      BuiltExecutable.path(), ["run", "--budget", "50000000", "--record", record, folder.path],
      timeLimit: 60, signalAfterOutput: SIGINT)
    #expect([130, 1].contains(result.exitCode), "\(result)")
    let again = try replay()
    #expect(again.exitCode == 0, "\(again)")
    if result.exitCode == 130 { #expect(again.stdout.hasPrefix("the same as far as the recorded run goes")) }
  }

  @Test func aRecordThatWasCutOff() throws {
    let files = ["spec/a_spec.lua": "it('a', function() end)", "spec/b_spec.lua": "it('b', function() end)"]
    #expect(try recordAndForget(files).exitCode == 0)
    let text = try #require(elsewhere.read("run.jsonl"))
    let end = try #require(text.firstRange(of: #"{"event":"fileStarted","file":"spec/b_"#))
    elsewhere.write("run.jsonl", String(text[..<end.lowerBound]) + #"{"event":"fileSta"#)
    let result = try replay()
    // b_spec.lua was found, and its text is not there.
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.hasPrefix("the same as far as"))
    elsewhere.write("run.jsonl", String(text.prefix(300)))
    let early = try replay()
    #expect(early.exitCode == 66, "\(early)")
    #expect(early.stderr.contains("the record ends before anything ran"))
  }
}
