import LuaEngine
import Testing

/// Code next to a script with a separate budget.
@Suite struct SeparateBudgetTests {
  @Test func ownBudgetDoesNotChangeTheCurrentOne() throws {
    let lua = try LuaState(LuaOptions(budget: 1_000_000))
    let before = lua.remainingBudget
    let short = try lua.load("local n = 0 for i = 1, 10000 do n = n + i end return n", chunkName: "=short")
    let after = lua.remainingBudget
    let run = lua.withOwnBudget(500_000) { try lua.call(short) }
    #expect(try run.outcome.get().first?.integer == 50_005_000)
    #expect(run.used > 10_000 && run.used < 500_000)
    #expect(!run.isUsedUp)
    #expect(lua.remainingBudget == after)
    #expect(after <= before)
  }

  @Test(arguments: [
    "while true do end", "pcall(function() while true do end end) while true do end",
    "coroutine.wrap(function() while true do end end)()", "local s = ('x'):rep(1 << 20) while true do s:find('y') end",
  ])
  func ownBudgetStopsEndlessCodeAndTheScriptContinues(text: String) throws {
    let lua = try LuaState(LuaOptions(budget: 10_000_000))
    let endless = try lua.load(text, chunkName: "=endless")
    let before = lua.remainingBudget
    let run = lua.withOwnBudget(200_000) { try lua.call(endless) }
    #expect(run.isUsedUp)
    #expect(lua.stop == nil)
    #expect(lua.remainingBudget == before)
    let script = try lua.load("for i = 1, 1000000 do end return 'done'", chunkName: "=script")
    #expect(try lua.call(script).first?.string == "done")
  }

  /// A script with almost no budget left does not stop the other code.
  @Test func ownBudgetDoesNotDependOnTheRemainingOne() throws {
    let lua = try LuaState(LuaOptions(budget: 10_000_000))
    let work = try lua.load("for i = 1, 100000 do end return 'done'", chunkName: "=work")
    lua.arm(budget: 10)
    let run = lua.withOwnBudget(1_000_000) { try lua.call(work) }
    #expect(try run.outcome.get().first?.string == "done")
    #expect(lua.remainingBudget == 10)
  }
}
