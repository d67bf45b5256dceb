import Events
import Platform
import Scenarios
import Testing

/// The visibility of globals in blocks and scenarios, as in busted, which gives the same results for these scripts.
@Suite struct BlockEnvironmentTests {
  @Test func globalsAreVisibleInsideTheirBlock() throws {
    let run = try Run(
      """
      file = 1
      describe("a", function()
        block = 2
        before_each(function() count = (count or 0) + 1 end)
        it("one", function()
          own = 3
          print(file, block, own, count)
        end)
        it("two", function() print(file, block, own, count) end)
        describe("inner", function() it("three", function() print(file, block, count, later) end) end)
        later = 4
      end)
      it("four", function() print(file, block, own, count, _G.file) end)
      """)
    #expect(run.output == ["1\t2\t3\t1", "1\t2\tnil\t2", "1\t2\t3\t4", "1\tnil\tnil\tnil\tnil"])
  }

  @Test func upvaluesOfABlockAreVisibleToTheNextBody() throws {
    let run = try Run(
      """
      local seen
      describe("a", function() it("sets", function() seen = "set" end) end)
      describe("b", function()
        local atBody = seen
        it("sees", function() print(atBody) end)
      end)
      """)
    #expect(run.output == ["set"])
  }

  @Test func finallyAndItsScenarioShareGlobals() throws {
    let run = try Run(
      """
      it("a", function()
        mine = 1
        finally(function() print(mine) mine = 2 finally(function() print(mine) end) end)
      end)
      it("b", function() print(mine) end)
      """)
    #expect(run.output == ["1", "2", "nil"])
  }

  /// No change of a script to the metatable of `_G` prevents `insulate` from restoring it.
  @Test(arguments: [
    ("", "setmetatable(_G, { __metatable = 'locked', __index = function() return 'index' end })"),
    ("", "setmetatable(_G, { __metatable = false })"),
    ("setmetatable(_G, { __metatable = 'outer', __index = function(_, k) return 'outer ' .. k end })", ""),
    (
      "meta = { __index = function(_, k) return 'outer ' .. k end } setmetatable(_G, meta)",
      "setmetatable(_G, nil) meta.__gc = print meta.__metatable = 'late'"
    ),
    (
      "",
      "package.loaded.string = nil setmetatable(package.loaded, { __metatable = 1, __newindex = error, __index = error })"
    ),
  ])
  func insulateRestoresAProtectedMetatable(outer: String, inner: String) throws {
    let run = try Run(
      """
      \(outer)
      insulate("a", function()
        it("sets", function() rawset(_G, "added", 1) \(inner) end)
      end)
      it("after", function()
        print(rawget(_G, "added"), tostring(_G.unknown), rawget(package.loaded, "string") == string)
      end)
      """)
    #expect(run.output == ["nil\t\(outer.isEmpty ? "nil" : "outer unknown")\ttrue"], "\(run.terminalText)")
    #expect(run.counts?.passed == 2)
  }

  @Test func insulateAndExposeWork() throws {
    let run = try Run(
      """
      _G.kept = "before"
      insulate("a", function()
        _G.added, _G.kept, _G.print2 = 1, "changed", print
        math = nil
        it("inside", function() print(_G.added, _G.kept) end)
      end)
      it("after", function() print(_G.added, _G.kept, _G.math ~= nil) end)
      expose("b", function()
        exposed = "to all that follow"
        _G.real = 1
      end)
      it("follows", function() print(exposed, _G.real, _G.exposed) end)
      insulate("c", function()
        expose("d", function() _G.through = 1 end)
      end)
      it("is behind", function() print(_G.through) end)
      insulate("e", function()
        describe("f", function() expose("g", function() _G.deeper = 1 end) end)
      end)
      it("is behind, too", function() print(_G.deeper) end)
      """)
    #expect(
      run.output == ["1\tchanged", "nil\tbefore\ttrue", "to all that follow\t1\tnil", "1", "nil"])
    #expect(run.exitCode == .success)
  }

  @Test func callableTablesAndSpiesCanBeBodies() throws {
    let run = try Run(
      """
      local function callable(f) return setmetatable({}, { __call = function(_, ...) return f(...) end }) end
      describe("a", callable(function()
        setup(callable(function() print "setup" end))
        before_each(spy.new(function() print "before" end))
        it("one", callable(function() finally(callable(function() print "finally" end)) print "one" end))
        it "two" (callable(function() print "two" end))
      end))
      describe "b" (function() it(function() print "nameless" end) end)
      describe(function() test(function() end) end)
      describe "without a body"
      """)
    #expect(run.output == ["setup", "before", "one", "finally", "before", "two", "nameless"])
    #expect(run.summary == ["✓ a › one", "✓ a › two", "✓ b › it", "✓ describe › test"])
    #expect(run.notes == [#"describe "without a body" has no body"#])
  }

  @Test func internalValuesAreUnreachable() throws {
    let run = try Run(
      """
      it("a", function()
        print(getmetatable(_ENV), pcall(setmetatable, _ENV, {}))
        print(rawget(_ENV, "describe"), next(_ENV))
      end)
      it("b", function()
        print(type(debug.getmetatable(_ENV)), pcall(debug.setmetatable, _ENV, {}))
        print(getmetatable(io.stdout), debug.getmetatable(io.stdout), pcall(debug.setmetatable, io.stdout, {}))
      end)
      it("c", function() print "still here" end)
      """)
    #expect(run.output[0].hasPrefix("the environment of a file’s blocks and scenarios\tfalse\t"))
    #expect(run.output[1] == "nil\tnil")
    #expect(run.output[2].hasPrefix("string\tfalse\t"))
    #expect(run.output[3].hasPrefix("false\tfalse\tfalse\t"))
    #expect(run.output[4] == "still here")
  }

  // MARK: Order

  private static let letters = """
    describe("a", function()
      for _, name in ipairs { "1", "2", "3", "4", "5", "6", "7", "8" } do it(name, function() end) end
    end)
    describe("b", function()
      randomize(7)
      for _, name in ipairs { "1", "2", "3", "4", "5", "6", "7", "8" } do it(name, function() end) end
    end)
    describe("c", function()
      randomize()
      randomize(false)
      for _, name in ipairs { "1", "2", "3" } do it(name, function() end) end
    end)
    """

  @Test func randomOrdersAreReproducible() throws {
    func names(_ run: Run, _ block: String) -> [String] {
      run.results.filter { $0.name[0] == block }.map { $0.name[1] }
    }
    let written = (1...8).map(String.init)
    let plain = try Run(Self.letters)
    #expect(names(plain, "a") == written)
    #expect(names(plain, "b") != written)
    #expect(names(plain, "b").sorted() == written)
    #expect(names(plain, "c") == ["1", "2", "3"])
    var options = Run.options
    options.shuffleSeed = 5
    let first = try Run(Self.letters, options: options)
    #expect(names(first, "a") != written)
    #expect(names(first, "a").sorted() == written)
    #expect(names(first, "b") == names(plain, "b"))
    #expect(try Run(Self.letters, options: options).summary == first.summary)
    options.shuffleSeed = 6
    #expect(try Run(Self.letters, options: options).summary != first.summary)
  }

  @Test func runEndsAtTheFirstFailure() throws {
    var options = Run.options
    options.endsWithFirstFailure = true
    let run = try Run(
      files: [
        (
          "a.lua",
          "it('a', function() end) it('b', error) it('c', function() end) describe('d', function() print 'no' end)"
        ),
        ("b.lua", "it('e', function() end)"),
      ], options: options)
    #expect(run.summary == ["✓ a", "! b"])
    #expect(run.output == [])
    #expect(run.exitCode == .failure)
  }

  @Test func matrixCellsAreScenarios() throws {
    let run = try Run(
      """
      for cell in matrix { os = { "12.4", "17.5" } } do
        describe("x " .. cell.name, function() it("y", function() end) end)
        it(cell.name, function() end)
      end
      it("z", function() end)
      for cell in matrix { os = { "17.5" } } do break end
      describe("after", function() it("w", function() end) end)
      """)
    #expect(run.results.map(\.cell) == ["iOS 12.4", "iOS 12.4", "iOS 17.5", "iOS 17.5", nil, nil])
  }
}
