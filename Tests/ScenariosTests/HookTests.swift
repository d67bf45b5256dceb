import Events
import LuaAPI
import LuaEngine
import Platform
import Scenarios
import Testing

/// The order of blocks, hooks and scenarios, and the effects of failures, as in busted.
@Suite struct HookTests {
  /// What a scenario draws does not depend on what ran before it.
  @Test(arguments: ["", "math.randomseed(42)\n"]) func eachScenarioHasItsOwnRandomNumbers(seed: String) throws {
    let script =
      seed + """
        describe("block", function()
          print("body", math.random(1 << 30))
          lazy_setup(function() print("lazy", math.random(1 << 30)) end)
          before_each(function() print("before", math.random(1 << 30)) end)
          it("one", function() print("one", math.random(1 << 30)) end)
          it("two", function() print("two", math.random(1 << 30)) end)
        end)
        """
    let all = try Run(script)
    var options = try Run.options(filter: "two")
    let alone = try Run(script, options: options)
    #expect(all.output.count == 6 && Set(all.output).count == 6, "\(all.output)")
    #expect(alone.output == [all.output[0], all.output[1], all.output[4], all.output[5]], "\(alone.output)")
    options.lua.seed = 2
    let other = try Run(script, options: options)
    #expect((other.output != alone.output) == seed.isEmpty)
  }

  @Test func orderMatchesBusted() throws {
    let run = try Run(
      """
      print "file"
      describe("outer", function()
        print "describe outer"
        setup(function() print "setup outer" end)
        teardown(function() print "teardown outer" end)
        before_each(function() print "before outer" end)
        after_each(function() print "after outer" end)
        it("one", function() print "one" end)
        describe("inner", function()
          print "describe inner"
          setup(function() print "setup inner" end)
          teardown(function() print "teardown inner" end)
          before_each(function() print "before inner" end)
          after_each(function() print "after inner" end)
          it("two", function()
            finally(function() print "finally" end)
            print "two"
          end)
        end)
        it("three", function() print "three" end)
      end)
      print "end of file"
      """)
    #expect(
      run.output == [
        "file", "end of file",
        "describe outer", "setup outer",
        "before outer", "one", "after outer",
        "describe inner", "setup inner", "before outer", "before inner", "two", "finally", "after inner", "after outer",
        "teardown inner",
        "before outer", "three", "after outer",
        "teardown outer",
      ])
    #expect(run.summary == ["✓ outer › one", "✓ outer › inner › two", "✓ outer › three"])
    #expect(run.exitCode == .success)
  }

  @Test func filesMayHaveSeveralHooksOfAKind() throws {
    let run = try Run(
      """
      before_each(function() print "a" end)
      before_each(function() print "b" end)
      after_each(function() print "y" end)
      after_each(function() print "z" end)
      setup(function() print "setup" end)
      teardown(function() print "teardown" end)
      it("runs", function() print "it" end)
      """)
    #expect(run.output == ["setup", "a", "b", "it", "y", "z", "teardown"])
  }

  @Test func otherSpellingsWork() throws {
    let run = try Run(
      """
      context("a", function() spec("b", function() end) end)
      insulate("c", function() test("d", function() end) end)
      expose("e", function()
        lazy_setup(function() print "setup" end)
        strict_teardown(function() print "teardown" end)
        it("f", function() end)
      end)
      """)
    #expect(run.summary == ["✓ a › b", "✓ c › d", "✓ e › f"])
    #expect(run.output == ["setup", "teardown"])
  }

  @Test func failingBeforeEachIsAScenarioErrorAndAfterEachStillRuns() throws {
    let run = try Run(
      """
      describe("a", function()
        before_each(function() assert.equal(1, 2) end)
        before_each(function() print "also run" error "second" end)
        after_each(function() print "after" end)
        describe("inner", function()
          before_each(function() print "never" end)
          after_each(function() print "never" end)
          it("one", function() print "never" end)
        end)
      end)
      it("three", function() end)
      """)
    #expect(run.summary == ["! a › inner › one", "! a › before_each", "✓ three"])
    #expect(run.output == ["also run", "after"])
    #expect(run.results[0].problem?.hint?.contains("The error was raised in before_each") == true)
    #expect(run.results[0].problem?.place?.hasSuffix("/test.lua:2") == true)
    #expect(run.results[0].line == 8)
    #expect(run.results[1].problem?.message == "second")
    #expect(run.exitCode == .failure)
  }

  @Test func failingSetupIsOneErrorAndSkipsTheBlock() throws {
    let run = try Run(
      """
      describe("a", function()
        setup(function() assert.equal(1, 2) end)
        setup(function() print "also run" end)
        teardown(function() print "teardown" end)
        it("one", function() print "never" end)
        describe("inner", function() print "never" end)
      end)
      describe("b", function()
        lazy_setup(function() error "lazy" end)
        lazy_teardown(function() print "lazy teardown" end)
        after_each(function() print "never" end)
        it("two", function() print "never" end)
        it("three", function() print "never" end)
      end)
      describe("c", function() it("four", function() end) end)
      """)
    #expect(run.summary == ["! a › setup", "! b › lazy_setup", "✓ c › four"])
    #expect(run.output == ["also run", "teardown", "lazy teardown"])
    #expect(run.results[1].problem?.hint == "The scenarios of this block were not run.")
  }

  @Test func onlyLazySetupsNeedScenarios() throws {
    let run = try Run(
      """
      describe("a", function()
        strict_setup(function() print "strict" end)
        setup(function() print "setup" end)
        lazy_setup(function() print "never" end)
        strict_teardown(function() print "torn down" end)
        lazy_teardown(function() print "never" end)
        pending "later"
      end)
      """)
    #expect(run.output == ["strict", "setup", "torn down"])
    #expect(run.summary == ["○ a › later"])
  }

  @Test func firstErrorIsReported() throws {
    let run = try Run(
      """
      it("a", function()
        finally(function() error "third" end)
        error "second"
      end)
      before_each(function() print "first" end)
      after_each(function() error "last" end)
      it("b", function() finally(function() error "in finally" end) end)
      it("c", function() end)
      it("d", function()
        finally(function() pending "not here" end)
      end)
      """)
    #expect(
      run.summary == ["! a", "! after_each", "! b", "! after_each", "✓ c", "! after_each", "! d", "! after_each"])
    #expect(
      run.results.map { $0.problem?.message } == [
        "second", "last", "in finally", "last", nil, "last", "'pending' not supported inside current context block",
        "last",
      ])
    #expect(run.results[5].problem?.hint == "The hook belongs to the scenario “c”.")
  }

  @Test func finallyRunsForOneScenario() throws {
    let run = try Run(
      """
      it("a", function() finally(function() print "once" end) end)
      it("b", function() end)
      """)
    #expect(run.output == ["once"])
  }

  /// All share one budget, which ends endless nesting.
  @Test func finallyThatUsesUpTheBudgetIsTheLast() throws {
    var options = Run.options
    options.lua.budget = 100_000
    let run = try Run(
      """
      it("a", function()
        local function again() print "again" finally(again) while true do end end
        finally(again)
        finally(function() print "never" end)
      end)
      it("b", function()
        finally(function() while true do end end)
        finally(print)
        error "own"
      end)
      it("c", function() finally(function() print "c" end) end)
      """, options: options)
    #expect(run.summary == ["! a", "! b", "✓ c"])
    #expect(run.output == ["again", "c"])
    #expect(run.results[0].problem?.code == "budget")
    #expect(run.results[0].problem?.hint?.hasSuffix("2 functions passed to finally were not run.") == true)
    #expect(run.results[1].problem?.message == "own")
    #expect(run.results[1].problem?.hint?.hasSuffix("One function passed to finally was not run.") == true)
  }

  @Test func endlesslyNestedFinallyIsRefused() throws {
    let run = try Run(
      """
      local count = 0
      it("a", function()
        local function again() count = count + 1 finally(again) end
        finally(again)
      end)
      it("b", function() assert.equal(10000, count) finally(function() print "b" end) end)
      """)
    #expect(run.summary == ["! a", "✓ b"])
    #expect(run.results[0].problem?.message == "finally: the scenario has more than 10000 functions")
    #expect(run.results[0].problem?.place?.hasSuffix("/test.lua:3") == true)
    #expect(run.output == ["b"])
  }

  @Test func errorInABlockDoesNotAffectOthers() throws {
    let run = try Run(
      """
      describe("a", function()
        it("before", function() end)
        error "oh"
        it("never", function() end)
      end)
      describe("b", function() it("runs", function() end) end)
      """)
    #expect(run.summary == ["! a", "✓ b › runs"])
    #expect(run.results[0].problem?.message == "oh")
    #expect(run.results[0].problem?.place?.hasSuffix("/test.lua:3") == true)
    #expect(run.exitCode == .failure)
  }

  @Test func errorInTeardownIsASeparateError() throws {
    let run = try Run(
      """
      describe("a", function()
        describe("b", function()
          teardown(function() error "late" end)
          it("one", function() end)
        end)
      end)
      it("two", function() end)
      """)
    #expect(run.summary == ["✓ a › b › one", "! a › b › teardown", "✓ two"])
    #expect(run.results[1].problem?.message == "late")
    #expect(run.exitCode == .failure)
  }

  @Test func pendingScenariosAreReported() throws {
    let run = try Run(
      """
      it "still to be written"
      pending "also"
      pending("and this", function() error "never run" end)
      it("gives up", function() pending "the server is down" print "never" end)
      """)
    #expect(run.summary == ["○ still to be written", "○ also", "○ and this", "○ gives up"])
    #expect(run.results[3].problem?.message == "the server is down")
    #expect(run.output == [])
    #expect(run.counts?.pending == 4)
    #expect(run.exitCode == .success)
  }

  @Test(arguments: [
    "it('b', print)", "describe('b', print)", "before_each(print)", "teardown(print)", "setup(print)",
    "after_each(print)",
  ])
  func blockFunctionsAreRefusedInAScenario(call: String) throws {
    let run = try Run("it('a', function()\n\(call)\nend)\nit('c', function() end)")
    #expect(run.summary == ["! a", "✓ c"])
    let problem = try #require(run.results[0].problem)
    #expect(problem.code == "nesting")
    #expect(problem.message.hasSuffix("' not supported inside current context block"))
    #expect(problem.hint?.contains("at the top level of the file or in describe") == true)
    #expect(problem.place?.hasSuffix("/test.lua:2") == true)
  }

  @Test(arguments: [
    ("describe()", "describe: expected a name first"), ("it(nil, print)", "it: expected a name first"),
    ("it('a', 5)", "it: expected a function, got number"),
    ("before_each 'x'", "before_each: expected a function, got string"),
    ("finally(print)", "'finally' not supported inside current context block"),
    ("describe('a')(1)", "describe: expected a function, got number"),
    ("describe('a', {})", "describe: expected a function, got table"),
    (
      "it(('x'):rep(65537), print)",
      "the name of a block or scenario has 65537 bytes, which is too long"
    ),
  ])
  func wrongArgumentsAreReported(call: String, message: String) throws {
    let run = try Run("\n" + call)
    #expect(run.fileProblems.map(\.message) == [message])
    #expect(run.fileProblems.first?.code == (message.contains("inside") ? "nesting" : "argument"))
    #expect(run.fileProblems.first?.place?.hasSuffix("/test.lua:2") == true)
    #expect(run.exitCode == .scriptError)
  }
}
