import Events
import HomeScreenReports
import LuaAPI
import LuaEngine
import Platform
import Scenarios
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Records as values: made in one process, damaged, and run again in it.
@Suite struct RecordTests {
  private static var options: RunOptions {
    var options = RunOptions()
    options.services = ReportServices()
    options.lua = LuaOptions(memoryCeiling: 32 << 20, budget: 1_000_000)
    options.watchdog = 0
    return options
  }

  /// Finds and runs what lies in a folder, on whatever machine is current.
  private static func run(_ folder: String, _ emit: @escaping (RunEvent) -> Void) throws -> ExitCode {
    ScenarioRunner(options: options).run(try ScenarioFinder.find([folder]).files, emit: emit)
  }

  private static func record(_ files: [String: String]) throws -> (lines: [String], folder: String) {
    let folder = TemporaryFolder()
    for (name, text) in files { folder.write(name, text) }
    folder.link("link_spec.lua", to: "a_spec.lua")
    var lines: [String] = []
    let recorder = Recorder { lines.append($0) }
    let working = try #require(getcwd(nil, 0))
    defer { free(working) }
    recorder.begin(RecordHeader(workingFolder: String(cString: working), arguments: [folder.path]))
    try recorder.record { _ = try run(folder.path, recorder.add) }
    recorder.finish()
    return (lines, folder.path)
  }

  private static let files = [
    "a_spec.lua": "local m = require 'm' it('a', function() assert.equal(1, m) print(plist.load('b.strings').a) end)",
    "m.lua": "return 1", "b.strings": "a = \"b\";", "homescreen.lua": "return { os = { '17.5' } }",
    "c_spec.lua": "it('c', function() plist.parse 'a = \"c\";':save 'out/b.strings' end)",
  ]

  private static func bytes(_ lines: [String]) -> [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

  @Test func whatWasRecordedIsRunAgain() throws {
    let (lines, folder) = try Self.record(Self.files)
    let record = try Record(Self.bytes(lines))
    #expect(record.isWhole)
    #expect(record.header.differences.isEmpty)
    #expect(record.events.count == 13, "\(lines)")
    let replay = Replay(record)
    let code = try replay.perform { try Self.run(folder, replay.add) }
    #expect(code == .success)
    guard case .same(isWhole: true) = replay.finish() else {
      Issue.record("\(replay.finish())")
      return
    }
    #expect(replay.missingInputs == [])
    #expect(Files.names(in: folder).isEmpty)
  }

  @Test func aRunThatGoesOnIsAnotherOne() throws {
    let (lines, folder) = try Self.record(Self.files)
    let shorter = lines.filter { !$0.contains("runFinished") && !$0.contains("recordEnd") }
    let replay = Replay(try Record(Self.bytes(shorter + [#"{"recordEnd":\#(shorter.count)}"#])))
    _ = try replay.perform { try Self.run(folder, replay.add) }
    guard case .different(let difference) = replay.finish() else {
      Issue.record("no difference was found")
      return
    }
    #expect(difference.earlier == nil)
    #expect(difference.place == nil)
    let field = try #require(difference.fields.first)
    #expect([field.name, field.earlier, field.later] == ["event", nil, "runFinished"])
    let text = difference.text(earlier: "recorded", later: "now").rendered(hasStyles: false)
    #expect(text.hasPrefix("the run\n  event\n    recorded: (nothing)\n    now:      runFinished\n"))
  }

  /// Whatever a record says: it is an error, or the run goes on without this machine.
  @Test func mutations() throws {
    let (lines, folder) = try Self.record(Self.files)
    let whole = Self.bytes(lines)
    var mutator = Mutator(seed: 5, other: lines.map { Array($0.utf8) })
    var (runs, errors) = (0, 0)
    for _ in 0..<Fuzzing.rounds / 3 {
      let record: Record
      do {
        record = try Record(mutator.mutate(whole))
      } catch {
        errors += 1
        #expect(!error.message.isEmpty)
        continue
      }
      runs += 1
      let replay = Replay(record)
      _ = try? replay.perform { try Self.run(folder, replay.add) }
      if case .different(let difference) = replay.finish() {
        #expect(!difference.text(earlier: "a", later: "b").rendered(hasStyles: false).isEmpty)
      }
    }
    #expect(runs > 0)
    #expect(errors > 0)
    #expect(Files.names(in: folder).isEmpty)
  }
}
