import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// Damaged, huge or unwritable snapshot files.
extension SnapshotTests {
  static let damaged: [(String, String)] = [
    ("", ":1: the first line is not"),
    ("something else\n", ":1: the first line is not"),
    (beginning + "\n=== a\n  1\n\n=== a\n  2\n", ":6: two snapshots have the name “a”"),
    (beginning + "\n=== a\n\n=== b\n  2\n", "the snapshot “a” has no text"),
    (beginning + "\n=== a\n", "the snapshot “a” has no text"),
    (beginning + "\nloose\n", ":3: this line is neither a name"),
    (beginning + "\n  loose\n", ":3: this line is neither a name"),
    (beginning + "\n=== a\n<<<<<<< ours\n  1\n", "has no text"),
    (beginning + "\n=== a\n  1\n<<<<<<< ours\n  1\n", ":5: there is an unresolved merge conflict"),
    (beginning + "\n=== a\n  1\n\t2\n", ":5: this line is neither a name"),
  ]

  @Test(arguments: damaged)
  func damagedFileIsReportedAndKept(content: String, words: String) throws {
    folder.write(Self.path, content)
    let (error, report) = try failure("assert.matches_snapshot(1, 'a')")
    #expect(error.code == "snapshot")
    #expect(error.message.contains(words), "\(error.message)")
    #expect(report.problem?.contains(words) == true)
    #expect(text == content)
    // A partial update would lose the other snapshots of the file.
    for report in [
      try run("assert.matches_snapshot(1, 'a')", .update, isComplete: false),
      try run("assert.matches_snapshot(1, 'a')", .update, unfinished: ["another scenario"]),
    ] {
      #expect(report.problem?.contains(words) == true && report.problem?.contains("would be lost") == true)
      #expect(text == content)
    }
    #expect(try run("assert.matches_snapshot(1, 'a')", .update).problem == nil)
    #expect(text == Self.beginning + "\n=== the menu opens › a\n  1\n")
  }

  @Test func windowsLineEndingsAreAccepted() throws {
    try run("assert.matches_snapshot({ {}, 2 }, 'a')")
    folder.write(Self.path, try #require(text).replacing("\n", with: "\r\n"))
    #expect(try run("assert.matches_snapshot({ {}, 2 }, 'a')", .check).isUpToDate)
  }

  @Test func hugeFileIsRefused() throws {
    folder.write(Self.path, Self.beginning + "\n=== a\n" + String(repeating: "  x\n", count: 5 << 20))
    #expect(try failure("assert.matches_snapshot(1, 'a')").0.message.contains("larger than 16 MiB"))
  }

  /// Snapshots are in memory until the end: the comparison that exceeds the limit is refused.
  @Test(arguments: [
    (SnapshotStore.Mode.write, "big, 'n' .. i"), (.update, "big, 'n' .. i"), (.compare, "big, 'n' .. i"),
    (.write, "1, big .. i"), (.check, "1, big .. i"),
  ])
  func unsupportedValuesAreRefusedImmediately(mode: SnapshotStore.Mode, arguments: String) throws {
    let test = try begin(mode, budget: 5_000_000_000)
    try test.run(
      """
      local big = ("x"):rep(1000000)
      reached, message = 0, nil
      for i = 1, 40 do
        local ok, said = pcall(assert.matches_snapshot, \(arguments))
        if not ok and tostring(said):find("16 MiB", 1, true) then message = tostring(said) break end
        reached = i
      end
      """)
    #expect(try test.run("return reached").first?.integer == 16)
    #expect(try test.run("return message").first?.string?.contains("would become larger than 16 MiB") == true)
    // The others are written.
    let report = test.session.snapshots.finish(isComplete: false)
    #expect(report.problem == nil)
    #expect((text?.utf8.count ?? 0 > 16_000_000) == (mode == .write || mode == .update))
  }

  @Test func nothingIsWrittenOutsideTheScriptFolder() throws {
    let other = TemporaryFolder()
    folder.link("__snapshots__", to: other.path)
    let test = try begin()
    let error = test.error("assert.matches_snapshot(1, 'a')")
    let report = test.session.snapshots.finish(isComplete: true)
    #expect(error != nil || report.problem != nil)
    #expect(other.read("menu_spec.lua.snap") == nil)
  }

  @Test func snapshotsOfBuiltInScriptsAreReadOnly() throws {
    for mode in [SnapshotStore.Mode.write, .update, .check] {
      let test = try begin(mode, at: .bundled("scenarios/seeds"))
      let error = try #require(test.error("assert.matches_snapshot(1, 'a')"))
      #expect(error.message.contains("no snapshot"))
      #expect(test.session.snapshots.finish(isComplete: true).missing == ["the menu opens › a"])
    }
  }
}
