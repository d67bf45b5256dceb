import HomeScreenReports
import LuaAPI
import Scenarios
import TestSupport
import Testing

/// Which files and which scenarios take part.
@Suite struct SelectionTests {
  private static let script = """
    describe("icons #smoke", function()
      setup(function() print "setup" end)
      it("change", function() end)
      it("reset #slow", function() end)
    end)
    describe("menus", function()
      setup(function() print "never needed" end)
      it("open #slow", function() end)
      it("open #slowly", function() end)
    end)
    """

  @Test(arguments: [
    (Run.options(filter: "change"), ["✓ icons #smoke › change"]),
    (Run.options(filter: "icons #smoke reset"), ["✓ icons #smoke › reset #slow"]),
    (Run.options(tags: ["smoke"]), ["✓ icons #smoke › change", "✓ icons #smoke › reset #slow"]),
    (Run.options(tags: ["smoke"], excludedTags: ["slow"]), ["✓ icons #smoke › change"]),
    (Run.options(filter: "reset", tags: ["smoke", "slow"]), ["✓ icons #smoke › reset #slow"]),
  ])
  func chooses(options: RunOptions, summary: [String]) throws {
    let run = try Run(Self.script, options: options)
    #expect(run.summary == summary)
    #expect(run.output == ["setup"])
    #expect(run.exitCode == .success)
  }

  @Test func aTagIsAWholeWord() throws {
    let run = try Run(Self.script, options: Run.options(tags: ["slow"]))
    #expect(run.summary == ["✓ icons #smoke › reset #slow", "✓ menus › open #slow"])
  }

  @Test(arguments: [
    Run.options(filter: "nobody"), Run.options(tags: ["#slow"]), Run.options(filter: "", tags: ["none"]),
  ])
  func nothingMatches(options: RunOptions) throws {
    let run = try Run(Self.script, options: options)
    #expect(run.exitCode == .nothingMatched)
    #expect(run.output == [])
    #expect(run.counts?.total == 0)
  }

  @Test func aScriptWithoutScenariosIsFine() throws {
    let run = try Run("print(1 + 1)")
    #expect(run.exitCode == .success)
    #expect(run.output == ["2"])
  }

  @Test func foldersAreWalkedInOrder() throws {
    let folder = TemporaryFolder()
    for path in ["b.lua", "a.lua", "sub/z.lua", "sub/deeper/y.lua", "a-folder/x.lua"] { folder.write(path, "") }
    for path in ["fixtures/no.lua", "sub/fixtures/no.lua", ".git/no.lua", ".no.lua", "notes.txt", "sub/no.luac"] {
      folder.write(path, "error 'never run'")
    }
    folder.link("around", to: ".")
    let names = try ScenarioFinder.find([folder.path]).map { $0.name.dropFirst(folder.path.count + 1) }
    #expect(names == ["a-folder/x.lua", "a.lua", "b.lua", "sub/deeper/y.lua", "sub/z.lua"])
    #expect(try ScenarioFinder.find([folder.path + "/"]).count == 5)
    #expect(try ScenarioFinder.find(["\(folder.path)/b.lua", folder.path]).count == 6)
  }

  @Test(arguments: ["nowhere", "nowhere/at/all.lua", "", "/nonexistent"])
  func aMissingPathIsAnError(path: String) throws {
    let folder = TemporaryFolder()
    #expect(throws: (any Error).self) {
      try ScenarioFinder.find([path.hasPrefix("/") || path.isEmpty ? path : "\(folder.path)/\(path)"])
    }
  }

  @Test func aFileThatVanishesIsAProblemOfItsOwn() throws {
    let folder = TemporaryFolder()
    folder.write("a.lua", "it('a', function() end)")
    let path = folder.write("b.lua", "")
    let files = try ScenarioFinder.find([path, folder.path + "/a.lua"])
    folder.delete("b.lua")
    var events: [RunEvent] = []
    let code = ScenarioRunner(options: Run.options).run(files) { events.append($0) }
    #expect(code == .noInput)
    let problems = events.compactMap { if case .fileFailed(_, let problem) = $0 { problem } else { nil } }
    #expect(problems.map(\.code) == ["script-unreadable"])
    #expect(problems[0].message.contains("b.lua"))
  }

  @Test func theBuiltInScenariosPass() throws {
    var events: [RunEvent] = []
    let code = ScenarioRunner(options: Run.options).run(ScenarioFinder.builtIn) { events.append($0) }
    #expect(code == .success)
    guard case .runFinished(let counts, _, _)? = events.last else {
      Issue.record("no end")
      return
    }
    #expect(counts.passed > 5)
    #expect(counts.failed + counts.errors + counts.failedFiles == 0)
  }
}
