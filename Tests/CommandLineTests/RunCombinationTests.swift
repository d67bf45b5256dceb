import TestSupport
import Testing

/// Combined options of `run` do not undo each other.
struct RunCombinationTests {
  private let folder = TemporaryFolder()

  private func run(_ arguments: [String]) throws -> ProcessResult {
    try homescreen(["run"] + arguments, in: folder)
  }

  @Test func selectedScenariosKeepAllSnapshots() throws {
    folder.write(
      "a_spec.lua",
      """
      it("a", function() assert.matches_snapshot(1) end)
      it("b", function() assert.matches_snapshot(2) end)
      """)
    _ = try run(["a_spec.lua"])
    let before = folder.read("__snapshots__/a_spec.lua.snap")
    #expect(before?.contains("b › #1") == true)
    #expect(try run(["a_spec.lua", "--isolate", "it", "--update-snapshots"]).exitCode == 0)
    #expect(folder.read("__snapshots__/a_spec.lua.snap") == before)
  }

  @Test(arguments: [
    (["--watch", "--repl-on-failure"], "--watch"), (["--repl-on-failure", "--isolate", "it"], "--isolate it"),
    (["--built-in", "--task", "x"], "--built-in"), (["--built-in", "x.lua"], "x.lua"),
    (["--ci", "--update-snapshots"], "--ci"), (["--trust", "--no-plugins"], "--no-plugins"),
    (["--coverage=x.json"], "Unknown option '--coverage'"), (["--changed"], "homescreen run $(git diff --name-only"),
    (["-j4"], "Unknown option '-j4'. A space comes before the number: -j 4."),
  ])
  func conflictingOptionsAreExplained(options: [String], words: String) throws {
    let result = try run(options)
    #expect(result.exitCode == 64 && result.stderr.contains(words), "\(result)")
    #expect(folder.names.isEmpty, "\(folder.names)")
  }

  @Test(arguments: [
    ["--built-in", "--format", "json=a_spec.lua", "--format", "tap=./a_spec.lua"],
    ["a_spec.lua", "--format", "json=a_spec.lua"],
    ["a_spec.lua", "--format", "json=o", "--format", "tap=./o"],
  ])
  func outputsDoNotOverwriteScriptsOrOutputs(_ arguments: [String]) throws {
    let script = #"it("x", function() end)"#
    folder.write("a_spec.lua", script)
    let result = try run(arguments)
    #expect(result.exitCode == 64, "\(result)")
    #expect(folder.read("a_spec.lua") == script)
  }

  @Test func orderDependenceIsRepeatedWithTheWholeFile() throws {
    folder.write(
      "a_spec.lua",
      """
      local n = 0
      it("sets", function() n = 1 end)
      it("uses", function() assert.equal(1, n) end)
      """)
    let result = try run(["a_spec.lua", "--isolate", "it"])
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("uses › alone"), "\(result)")
    #expect(result.stdout.contains("repeat homescreen run --isolate it a_spec.lua\n"), "\(result)")
    #expect(result.stdout.contains("2 passed, 1 failed"), "\(result)")
  }

  @Test(arguments: ["mode", "module", "speed", "need", "local", "o"])
  func listsMayHaveOrdinaryNames(_ name: String) throws {
    folder.write(
      "a_spec.lua", "for cell in matrix { ['\(name)'] = { 'dark', 'light' } } do it(cell.name, function() end) end")
    let result = try run(["a_spec.lua"])
    #expect(result.exitCode == 0, "\(result)")
  }

  @Test func oldDeviceSelectsCellsWithTheirVersions() throws {
    folder.write(
      "a_spec.lua",
      """
      for cell in matrix { model = { "iPhone 8", "iPhone X" }, os = { "12.4", "15.8" } } do
        it(cell.name, function() assert.equal("iPhone 8", Device { model = cell.model, os = cell.os }.model) end)
      end
      """)
    let result = try run(["a_spec.lua", "--device", "iPhone 8"])
    #expect(result.exitCode == 0 && result.stdout.contains("2 passed"), "\(result)")
    let impossible = try run(["a_spec.lua", "--device", "iPhone 8", "--os", "27.0"])
    #expect(impossible.exitCode == 64 && impossible.stderr.contains("iOS 11.0 to 16.x"), "\(impossible)")
  }

  @Test func budgetAppliesToHooks() throws {
    folder.write(
      "a_spec.lua",
      """
      budget(10000)
      before_each(function() for _ = 1, 1e6 do end end)
      it("x", function() end)
      """)
    let result = try run(["a_spec.lua"])
    #expect(result.exitCode == 1, "\(result)")
    folder.write("a_spec.lua", #"it("x", function() budget(10000) for _ = 1, 1e6 do end end)"#)
    let own = try run(["a_spec.lua"])
    #expect(own.stdout.contains("budget(10000)") && !own.stdout.contains("--budget N"), "\(own)")
  }
}
