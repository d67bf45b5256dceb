import Events
import LuaAPI
import Platform
import Scenarios
import TestSupport
import Testing

/// Selected files and scenarios.
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

  /// A selection, as on the command line.
  struct Choice: Sendable {
    var filter: String?
    var exclude: String?
    var tags: [String] = []
    var excludedTags: [String] = []

    var options: RunOptions {
      get throws { try Run.options(filter: filter, exclude: exclude, tags: tags, excludedTags: excludedTags) }
    }
  }

  private static let change = "✓ icons #smoke › change"
  private static let reset = "✓ icons #smoke › reset #slow"
  private static let open = "✓ menus › open #slow"
  private static let slowly = "✓ menus › open #slowly"

  @Test(arguments: [
    (Choice(filter: "change"), [change]),
    (Choice(filter: "icons #smoke reset"), [reset]),
    (Choice(filter: "/^menus open #slow.+/"), [slowly]),
    (Choice(filter: "/ope[n]/"), [open, slowly]),
    (Choice(filter: "/"), []),
    (Choice(exclude: "menus"), [change, reset]),
    (Choice(exclude: "/#slow$/"), [change, slowly]),
    (Choice(tags: ["smoke"]), [change, reset]),
    (Choice(tags: ["slow"]), [reset, open]),
    (Choice(tags: ["#slow"]), [reset, open]),
    (Choice(tags: ["smoke"], excludedTags: ["slow"]), [change]),
    (Choice(filter: "reset", tags: ["smoke", "slow"]), [reset]),
    (Choice(tags: ["smoke,slowly"]), [change, reset, slowly]),
    (Choice(tags: ["smoke and not slow"]), [change]),
    (Choice(tags: ["slow and not (smoke or slowly)"]), [open]),
    (Choice(excludedTags: ["smoke or slowly"]), [open]),
    (Choice(filter: "nobody"), []),
    (Choice(filter: "", tags: ["none"]), []),
  ])
  func optionsSelectScenarios(choice: Choice, summary: [String]) throws {
    let run = try Run(Self.script, options: choice.options)
    #expect(run.summary == summary)
    #expect(run.exitCode == (summary.isEmpty ? .nothingMatched : .success))
  }

  /// As in busted, `setup` also runs without selected scenarios; an excluded block runs nothing.
  @Test func setupsRunWithoutMatchingScenarios() throws {
    #expect(try Run(Self.script, options: Run.options(filter: "change")).output == ["setup", "never needed"])
    #expect(try Run(Self.script, options: Run.options(excludedTags: ["smoke"])).output == ["never needed"])
    var lazy = try Run.options(filter: "change")
    lazy.setupIsLazy = true
    #expect(try Run(Self.script, options: lazy).output == ["setup"])
  }

  @Test(arguments: ["", "and", "a b", "a and", "not", "(a", "a)", "a,,b", "a-b!", "#", ",", "a or or b"])
  func invalidTagExpressionsAreRefused(text: String) {
    #expect(throws: UserError.self) { try TagExpression(parsing: text) }
  }

  @Test func deepTagExpressionsAreRefused() {
    #expect(throws: UserError.self) {
      try TagExpression(parsing: String(repeating: "not ", count: 100_000) + "a")
    }
    #expect(throws: UserError.self) { try TagExpression(parsing: String(repeating: "(", count: 100_000)) }
    #expect(throws: UserError.self) {
      try TagExpression(parsing: String(repeating: "a or ", count: 300_000) + "a")
    }
  }

  @Test(arguments: ["/[/", "/%/", "/(/"])
  func invalidPatternsAreReported(text: String) {
    #expect(throws: UserError.self) { try NamePattern(parsing: text) }
  }

  /// An endless pattern selects nothing.
  @Test func endlessPatternIsStopped() throws {
    let name = String(repeating: "a", count: 4000)
    let pattern = "/" + String(repeating: "a-", count: 30) + "b/"
    let run = try Run("it('\(name)', function() end)", options: Run.options(filter: pattern))
    #expect(run.exitCode == .nothingMatched)
  }

  @Test(arguments: [
    ("a #smoke", ["smoke"]), ("#a-b.c/d_1 #é", ["a-b.c/d_1", "é"]), ("(#slow).", ["slow"]), ("no # tag #", []),
    ("the end #slow. #x-", ["slow", "x"]), ("issue#12", ["12"]), ("##", []),
  ])
  func tagsInNamesCount(name: String, tags: [String]) {
    #expect(TagExpression.tags(in: name) == Set(tags))
  }

  @Test func listShowsWhatWouldRun() throws {
    var options = try Run.options(filter: "open")
    options.isListing = true
    let run = try Run(Self.script + "\nbefore_each(print)\npending 'open later'", options: options)
    #expect(
      run.terminalText == """
        test.lua:8: menus open #slow
        test.lua:9: menus open #slowly
        test.lua:12: open later
        """)
    #expect(run.listed == ["menus open #slow", "menus open #slowly", "open later"])
    #expect(run.output == [])
    #expect(run.results.isEmpty)
    #expect(run.exitCode == .success)
  }

  @Test func scriptWithoutScenariosIsFine() throws {
    let run = try Run("print(1 + 1)")
    #expect(run.exitCode == .success)
    #expect(run.output == ["2"])
  }

  @Test func foldersAreTraversedInOrder() throws {
    let folder = TemporaryFolder()
    for path in ["b.lua", "a.lua", "sub/z.lua", "sub/deeper/y.lua", "a-folder/x.lua"] {
      folder.write(path, "it('is here', function() end)")
    }
    folder.write("other/a_spec.lua", "")
    folder.write("other/b.lua", "it('holds one', function() end)")
    folder.write("other/helper.lua", "")
    folder.write("sub/helper.lua", "-- it('no', f)\nlocal function it(x) return x.it('describe(') end")
    for path in ["fixtures/no.lua", "sub/fixtures/no.lua", ".git/no.lua", ".no.lua", "notes.txt", "sub/no.luac"] {
      folder.write(path, "error 'never run'")
    }
    folder.link("around", to: ".")
    func find(_ path: String) throws -> (names: [String], leftOut: [String]) {
      let found = try ScenarioFinder.find([path])
      func short(_ name: String) -> String { String(name.dropFirst(folder.path.count + 1)) }
      return (found.files.map { short($0.name) }, found.leftOut.map(short))
    }
    let sub = try find("\(folder.path)/sub")
    #expect(sub.names == ["sub/deeper/y.lua", "sub/z.lua"])
    #expect(sub.leftOut == ["sub/helper.lua"])
    // If there are specs, only they run: specs load the others.
    let other = try find("\(folder.path)/other")
    #expect(other.names == ["other/a_spec.lua"])
    #expect(other.leftOut == ["other/b.lua"])
    #expect(try find(folder.path).names == ["other/a_spec.lua"])
    folder.delete("other/a_spec.lua")
    let all = ["a-folder/x.lua", "a.lua", "b.lua", "other/b.lua", "sub/deeper/y.lua", "sub/z.lua"]
    #expect(try find(folder.path).names == all)
    #expect(try find(folder.path + "/").names.count == 6)
    #expect(try ScenarioFinder.find(["\(folder.path)/b.lua", folder.path]).files.count == 7)
  }

  /// The museum's function writes scenarios; methods with that name do not.
  @Test func exhibitsAreScenarios() throws {
    let folder = TemporaryFolder()
    folder.write("exhibit.lua", "local museum = require 'homescreen.museum'\nmuseum.exhibit { title = 'it' }")
    folder.write("called.lua", "museum.exhibit(shared)")
    folder.write("helper.lua", "function museum.exhibit(x) end\n-- museum.exhibit {}\nlocal x = museum.exhibits { 1 }")
    let found = try ScenarioFinder.find([folder.path])
    #expect(found.files.map { String($0.name.dropFirst(folder.path.count + 1)) } == ["called.lua", "exhibit.lua"])
  }

  @Test(arguments: ["nowhere", "nowhere/at/all.lua", "", "/proc/nowhere"])
  func missingPathIsAnError(path: String) throws {
    let folder = TemporaryFolder()
    #expect(throws: (any Error).self) {
      try ScenarioFinder.find([path.hasPrefix("/") || path.isEmpty ? path : "\(folder.path)/\(path)"]).files
    }
  }

  @Test func vanishedFileIsASeparateProblem() throws {
    let folder = TemporaryFolder()
    folder.write("a.lua", "it('a', function() end)")
    let path = folder.write("b.lua", "")
    let files = try ScenarioFinder.find([path, folder.path + "/a.lua"]).files
    folder.delete("b.lua")
    var events: [RunEvent] = []
    let code = ScenarioRunner(options: Run.options).run(files) { events.append($0) }
    #expect(code == .noInput)
    let problems = events.compactMap { if case .fileFailed(_, let problem) = $0 { problem } else { nil } }
    #expect(problems.map(\.code) == ["script-unreadable"])
    #expect(problems[0].message.contains("b.lua"))
  }
}
