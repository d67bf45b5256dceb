import Events
import LuaAPI
import Scenarios
import Testing

/// Failures and errors are those of busted: an assertion is a failure wherever it is raised; everything else, and an
/// assertion in a hook, is an error.
@Suite struct FailedAssertTests {
  @Test(arguments: [
    "assert(false)", "assert(nil)", "assert()", "assert(nil, nil)", "assert(false, 'm')", "assert(false, 42)",
    "assert(false, { 1 })", "assert(false, setmetatable({}, { __tostring = function() return 'text' end }))",
    "assert(false, '')", "assert(pcall(error, 'x'))", "assert.equal(1, 2)", "require 'busted'.fail('m')",
    // Raised again, and through a coroutine.
    "local _, e = pcall(assert, false, 'm') error(e)", "local _, e = pcall(assert, false, 'm') error(e, 0)",
    "local _, e = pcall(assert, false, { 1 }) error(e)", "coroutine.wrap(function() assert(false, 'm') end)()",
    "(function() local ok <close> = setmetatable({}, { __close = function() end }) assert(false, 'm') end)()",
    "pcall(assert, false, 'first') assert(false, 'second')",
  ])
  func assertionsFail(body: String) throws {
    #expect(try Run("it('says', function() \(body) end)").results.map(\.status) == [.failed])
  }

  @Test(arguments: [
    "error('m')", "error({ 1 })", "error()", "local x = nil; x.y = 1", "pcall(assert, false, 'm') error('n', 0)",
    "pcall(assert, false, { 1 }) error({ 1 })", "pcall(assert, nil) error(nil)", "pcall(assert, false, 42) error(43)",
    "pcall(assert, false, 'm') error('mm')", "finally(function() assert(false, 'm') end)",
    "require 'busted'.sleep('long')",
  ])
  func errorsAreNotFailures(body: String) throws {
    #expect(try Run("it('says', function() \(body) end)").results.map(\.status) == [.error])
  }

  @Test(arguments: ["before_each", "after_each", "setup", "teardown"])
  func assertionsOfHooksAreErrors(hook: String) throws {
    let run = try Run(
      "describe('a', function() \(hook)(function() assert(false, 'm') end) it('b', function() end) end)")
    #expect(run.results.map(\.status).contains(.error))
    #expect(!run.results.map(\.status).contains(.failed))
  }

  /// An assertion caught in one scenario does not affect the error of the next.
  @Test func scenariosDoNotShareAssertions() throws {
    let run = try Run(
      """
      it("one", function() pcall(assert, false, "m") end)
      it("two", function() error("m", 0) end)
      """)
    #expect(run.results.map(\.status) == [.passed, .error])
  }
}
