import HomeScreenReports
import LuaAPI
import Scenarios
import Testing

/// The order in which blocks, hooks and scenarios run, and what a failing one means: as in busted.
@Suite struct HookTests {
  @Test func theOrderIsBusteds() throws {
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
        "file", "describe outer", "describe inner", "end of file",
        "setup outer",
        "before outer", "one", "after outer",
        "setup inner", "before outer", "before inner", "two", "finally", "after inner", "after outer", "teardown inner",
        "before outer", "three", "after outer",
        "teardown outer",
      ])
    #expect(run.summary == ["✓ outer › one", "✓ outer › inner › two", "✓ outer › three"])
    #expect(run.exitCode == .success)
  }

  @Test func hooksOfTheFileItselfAndSeveralOfAKind() throws {
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

  @Test func otherSpellings() throws {
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

  @Test func aFailingBeforeEachFailsItsScenariosAndAfterEachStillRuns() throws {
    let run = try Run(
      """
      describe("a", function()
        before_each(function() error "no device" end)
        before_each(function() print "never" end)
        after_each(function() print "after" end)
        it("one", function() print "never" end)
        it("two", function() print "never" end)
      end)
      it("three", function() end)
      """)
    #expect(run.summary == ["! a › one", "! a › two", "✓ three"])
    #expect(run.output == ["after", "after"])
    #expect(run.results[0].problem?.message == "no device")
    #expect(run.results[0].problem?.place?.hasSuffix("/test.lua:2") == true)
    #expect(run.results[0].line == 5)
    #expect(run.exitCode == .failure)
  }

  @Test func aFailingSetupFailsTheBlock() throws {
    let run = try Run(
      """
      describe("a", function()
        setup(function() assert.equal(1, 2) end)
        it("one", function() print "never" end)
      end)
      describe("b", function() it("two", function() end) end)
      """)
    #expect(run.summary == ["✗ a › one", "✓ b › two"])
    #expect(run.output == [])
  }

  @Test func theFirstErrorIsTheOneThatIsTold() throws {
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
      """)
    #expect(run.results.map { $0.problem?.message } == ["second", "in finally", "last"])
    #expect(run.counts?.errors == 3)
  }

  @Test func finallyIsForOneScenario() throws {
    let run = try Run(
      """
      it("a", function() finally(function() print "once" end) end)
      it("b", function() end)
      """)
    #expect(run.output == ["once"])
  }

  @Test func anErrorInABlockLeavesTheOthers() throws {
    let run = try Run(
      """
      describe("a", function()
        it("before", function() end)
        error "oh"
        it("never", function() end)
      end)
      describe("b", function() it("runs", function() end) end)
      """)
    #expect(run.summary == ["✓ a › before", "✓ b › runs"])
    #expect(run.fileProblems.map(\.message) == [#"in describe "a": oh"#])
    #expect(run.fileProblems[0].place?.hasSuffix("/test.lua:3") == true)
    #expect(run.exitCode == .scriptError)
  }

  @Test func anErrorInTeardownIsTheFiles() throws {
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
    #expect(run.summary == ["✓ a › b › one", "✓ two"])
    #expect(run.fileProblems.map(\.message) == [#"in teardown of "a b": late"#])
    #expect(run.exitCode == .scriptError)
  }

  @Test func pendingScenarios() throws {
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
  func whatBelongsIntoABlockIsRefusedInAScenario(call: String) throws {
    let run = try Run("it('a', function()\n\(call)\nend)\nit('c', function() end)")
    #expect(run.summary == ["! a", "✓ c"])
    let problem = try #require(run.results[0].problem)
    #expect(problem.code == "nesting")
    #expect(problem.message.hasSuffix("was called while scenarios run"))
    #expect(problem.hint?.contains("belongs into the file or into describe") == true)
    #expect(problem.place?.hasSuffix("/test.lua:2") == true)
  }

  @Test(arguments: [
    ("describe()", "describe: a name is expected first"), ("it(nil, print)", "it: a name is expected first"),
    ("describe('a')", "describe: a function is expected, got nil"),
    ("it('a', 5)", "it: a function is expected, got number"),
    ("before_each 'x'", "before_each: a function is expected, got string"),
    ("it(function() end)", "it: a name is expected first"),
    ("finally()", "finally: a function is expected, got nil"),
  ])
  func wrongArgumentsAreNamed(call: String, message: String) throws {
    let run = try Run("\n" + call)
    #expect(run.fileProblems.map(\.message) == [message])
    #expect(run.fileProblems.first?.code == "argument")
    #expect(run.fileProblems.first?.place?.hasSuffix("/test.lua:2") == true)
    #expect(run.exitCode == .scriptError)
  }
}
