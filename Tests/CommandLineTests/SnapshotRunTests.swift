import TestSupport
import Testing

/// Snapshots of a run: written, compared, updated, and checked in CI.
@Suite struct SnapshotRunTests {
  private let folder = TemporaryFolder()
  private let file = "__snapshots__/menu_spec.lua.snap"

  private func run(_ options: [String] = [], value: String = "1", environment: [String: String] = [:]) throws
    -> ProcessResult
  {
    let path = folder.write(
      "menu_spec.lua",
      """
      it("keeps", function() assert.matches_snapshot({ value = \(value) }) end)
      for cell in matrix { os = { "12.4", "17.5" } } do
        it("runs", function() assert.matches_snapshot(cell.os, "version") end)
      end
      """)
    return try homescreen(["run"] + options + [path], environment: ["CI": ""].merging(environment) { $1 })
  }

  @Test func snapshotsAreWrittenComparedAndUpdated() throws {
    let first = try run()
    #expect(first.exitCode == 0, "\(first)")
    #expect(first.stdout.contains("3 snapshots written to"), "\(first)")
    let stored = try #require(folder.read(file))
    #expect(stored.contains("runs (iOS 12.4) › version"), "\(stored)")
    #expect(try run().stdout.contains("snapshot") == false)
    let different = try run(value: "2")
    #expect(different.exitCode == 1, "\(different)")
    #expect(different.stdout.contains("--update-snapshots"), "\(different)")
    #expect(folder.read(file) == stored)
    let updated = try run(["--update-snapshots"], value: "2")
    #expect(updated.exitCode == 0, "\(updated)")
    #expect(updated.stdout.contains("a snapshot updated in"), "\(updated)")
    #expect(try run(value: "2").exitCode == 0)
  }

  @Test(arguments: [["--ci"], []])
  func ciWritesNothing(options: [String]) throws {
    let variables = options.isEmpty ? ["CI": "true"] : [:]
    let missing = try run(options, environment: variables)
    #expect(missing.exitCode == 5, "\(missing)")
    #expect(missing.stdout.contains("no snapshot “keeps › #1”"), "\(missing)")
    #expect(missing.stdout.contains("homescreen run --no-ci "), "\(missing)")
    #expect(missing.stdout.contains("repeat homescreen run --ci ") == !options.isEmpty, "\(missing)")
    #expect(folder.read(file) == nil)
    #expect(try run(["--no-ci"], environment: variables).exitCode == 0)
    #expect(try run(options, environment: variables).exitCode == 0)
  }

  @Test func unusedSnapshotsAreReportedAndRemoved() throws {
    _ = try run()
    let path = folder.write(
      "menu_spec.lua", "it('keeps', function() assert.matches_snapshot({ value = 1 }) end)")
    let environment = ["CI": ""]
    let result = try homescreen(["run", path], environment: environment)
    #expect(result.exitCode == 0 && result.stdout.contains("2 snapshots no longer used"), "\(result)")
    let part = try homescreen(["run", "--ci", "--filter", "keeps", path], environment: environment)
    #expect(part.exitCode == 0, "\(part)")
    let checked = try homescreen(["run", "--ci", path], environment: environment)
    #expect(checked.exitCode == 5, "\(checked)")
    #expect(checked.stdout.contains("“runs (iOS 12.4) › version”"), "\(checked)")
    let removed = try homescreen(["run", "--update-snapshots", path], environment: environment)
    #expect(removed.stdout.contains("2 snapshots no longer used and removed"), "\(removed)")
    #expect(try homescreen(["run", "--ci", path], environment: environment).exitCode == 0)
  }

  /// A job for one version keeps the snapshots of the others.
  @Test func snapshotsOfOtherCellsAreKept() throws {
    _ = try run()
    let stored = try #require(folder.read(file))
    #expect(try run(["--ci", "--os", "17.5"]).exitCode == 0)
    let updated = try run(["--update-snapshots", "--os", "17.5"])
    #expect(updated.exitCode == 0 && !updated.stdout.contains("removed"), "\(updated)")
    #expect(folder.read(file) == stored)
  }

  @Test func damagedFileIsReported() throws {
    _ = try run()
    folder.write(file, "not a snapshot\n")
    let damaged = try run()
    #expect(damaged.exitCode == 5, "\(damaged)")
    #expect(damaged.stdout.contains("menu_spec.lua.snap:1"), "\(damaged)")
    #expect(folder.read(file) == "not a snapshot\n")
    #expect(try run(["--update-snapshots"]).exitCode == 0)
    #expect(try run(["--ci"]).exitCode == 0)
  }

  @Test func snapshotsOfABrokenBlockAreKept() throws {
    for broken in ["setup(error)", "lazy_setup(error)", "error 'body'"] {
      let script = "describe('block', function() SETUP it('a', function() assert.matches_snapshot(1) end) end)"
      let path = folder.write("menu_spec.lua", script.replacing("SETUP", with: ""))
      _ = try homescreen(["run", path], environment: ["CI": ""])
      let stored = try #require(folder.read(file))
      folder.write("menu_spec.lua", script.replacing("SETUP", with: broken))
      let failed = try homescreen(["run", "--update-snapshots", path], environment: ["CI": ""])
      #expect(failed.exitCode == 1, "\(failed)")
      #expect(folder.read(file) == stored)
    }
  }

  @Test func updateConflictsWithCheck() throws {
    #expect(try run(["--ci", "--update-snapshots"]).exitCode == 64)
  }
}
