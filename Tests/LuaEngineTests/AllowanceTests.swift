import LuaEngine
import Testing

/// A part of the budget for a piece of code.
@Suite struct AllowanceTests {
  /// A state with a function `limited(f)` that calls `f` with an allowance and returns whether it was used up.
  private func state(budget: Int64, allowance: Int64) throws -> LuaState {
    let lua = try LuaState(LuaOptions(budget: budget))
    let stack = lua.stack
    stack.pushGlobals()
    stack.pushFunction { call in
      let (outcome, isUsedUp) = call.state.withAllowance(allowance) { try call.callFunction(at: 1) }
      if !isUsedUp { _ = try outcome.get() }
      return call.result(isUsedUp)
    }
    stack.setRaw("limited", in: -2)
    stack.removeLast()
    return lua
  }

  private func run(_ lua: LuaState, _ source: String) throws -> [LuaValue] {
    lua.arm()
    return try lua.call(lua.load(source, chunkName: "@test.lua"))
  }

  @Test(arguments: [
    "while true do end",
    "while true do pcall(function() while true do end end) end",
    "local function f() return pcall(f) or xpcall(f, f) or f() end f()",
    "local co = coroutine.wrap(function() while true do pcall(string.rep, 'x', 100) end end) while true do pcall(co) end",
    "local co <close> = setmetatable({}, { __close = function() while true do end end }) while true do end",
    "setmetatable({}, { __index = function() while true do end end }).x()",
    "string.rep('x', 1e9)",
    "local t = {} for i = 1, 1e9 do t[i % 100] = i end",
  ])
  func endlessCodeIsStoppedAndTheScriptContinues(body: String) throws {
    let lua = try state(budget: 50_000_000, allowance: 200_000)
    let values = try run(
      lua,
      """
      local first = limited(function() \(body) end)
      local sum = 0
      for i = 1, 10000 do sum = sum + i end
      return first, sum, limited(function() end), pcall(error, "plain")
      """)
    #expect(values[0].boolean == true)
    #expect(values[1].integer == 50_005_000)
    #expect(values[2].boolean == false)
    #expect(values[3].boolean == false)
    #expect(lua.stop == nil)
    #expect(lua.remainingBudget < 50_000_000 - 100_000)
  }

  @Test func usedInstructionsCountForTheScript() throws {
    let lua = try state(budget: 3_000_000, allowance: 1_000_000)
    let error = #expect(throws: LuaError.self) {
      try run(lua, "while true do limited(function() while true do end end) end")
    }
    #expect(error?.stop == .budget)
  }

  @Test func budgetOfTheScriptStillEndsIt() throws {
    let lua = try state(budget: 500_000, allowance: 1_000_000)
    let error = #expect(throws: LuaError.self) { try run(lua, "limited(function() while true do end end) return 1") }
    #expect(error?.stop == .budget)
  }

  @Test func nestedAllowancesCountForTheOuterOne() throws {
    let lua = try state(budget: 50_000_000, allowance: 200_000)
    let values = try run(
      lua,
      """
      local inner = "unset"
      local outer = limited(function()
        inner = limited(function() while true do end end)
        while true do end
      end)
      return outer, inner
      """)
    #expect(values[0].boolean == true)
    #expect(values[1].string == "unset")
  }

  @Test func coroutinesOfTheScriptLiveOn() throws {
    let lua = try state(budget: 50_000_000, allowance: 200_000)
    let values = try run(
      lua,
      """
      local steps = {}
      local co = coroutine.create(function()
        for i = 1, 3 do
          steps[#steps + 1] = limited(function() while true do end end)
          coroutine.yield(i)
        end
        return "done"
      end)
      local ok, value
      repeat ok, value = coroutine.resume(co) until coroutine.status(co) == "dead"
      return ok, value, #steps
      """)
    #expect(values[0].boolean == true)
    #expect(values[1].string == "done")
    #expect(values[2].integer == 3)
  }
}
