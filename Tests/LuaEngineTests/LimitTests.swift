import LuaEngine
import Testing

/// The budget and the memory limit hold in Lua code, library functions and across Swift frames.
@Suite struct LimitTests {
  private func stop(_ source: String, budget: Int64 = 5_000_000) throws -> LuaError {
    let lua = try LuaState(LuaOptions(memoryCeiling: 32 << 20, budget: budget))
    lua.define("call") { call in try call.callFunction(at: 1) }
    do {
      try lua.call(lua.load(source, chunkName: "=test"))
    } catch {
      return error
    }
    Issue.record("it was not stopped: \(source)")
    return LuaError(kind: .runtime, message: "")
  }

  @Test(arguments: [
    "while true do end",
    "repeat until false",
    "goto a ::a:: goto a",
    "while true do pcall(function() while true do end end) end",
    "while true do pcall(error) end",
    "xpcall(function() error('x') end, function() while true do end end)",
    "coroutine.wrap(function() while true do end end)()",
    "while true do coroutine.wrap(function() local x = 1 end)() end",
    "local co = coroutine.create(function() while true do end end) while true do coroutine.resume(co) end",
    "local x <close> = setmetatable({}, {__close = function() while true do end end})",
    "coroutine.wrap(function() local x <close> = setmetatable({}, {__close = function() while true do end end}) while true do end end)()",
    "return setmetatable({}, {__index = function() while true do end end}).x",
    "setmetatable({}, {__gc = function() while true do end end}) while true do pcall(collectgarbage) end",
    "local mt = {__gc = function() while true do end end} while true do pcall(setmetatable, {}, mt) end",
    "local mt = {} mt.__gc = function(o) setmetatable(o, mt) end setmetatable({}, mt) while true do collectgarbage() end",
    "local mt = {} mt.__gc = function() setmetatable({}, mt) setmetatable({}, mt) end mt.__gc() while true do collectgarbage() end",
    "call(function() while true do pcall(call, function() while true do end end) end end)",
    "string.find(('a'):rep(50000), ('.-'):rep(20) .. 'b')",
    "table.move({}, 1, math.maxinteger - 1, 2)",
    "table.insert(setmetatable({}, {__len = function() return math.maxinteger - 1 end}), 1, 1)",
    "table.concat(setmetatable({}, {__index = function() return '' end}), '', 1, math.maxinteger)",
    "load(function() return ' ' end)",
    "for _ in pairs(setmetatable({}, {__pairs = function() return function() return 1 end end})) do end",
    "table.sort(setmetatable({}, {__len = function() return 2^30 | 0 end, __index = function() return 1 end}))",
    "local t = setmetatable({}, {__index = function(t, k) return t[k + 1] end}) pcall(function() return t[1] end) while true do end",
  ])
  func budgetHolds(source: String) throws {
    let error = try stop(source)
    #expect(error.stop == .budget, "\(error)")
  }

  @Test(arguments: [
    "local t = {} while true do t[#t + 1] = {} end",
    "local s = 'x' while true do s = s .. s end",
    "return ('x'):rep(1e9 | 0)",
    "call(function() local t = {} while true do t[#t + 1] = {} end end)",
    "local t = {} for i = 1, 1e9 do t[i] = i end",
    "return table.concat(setmetatable({}, {__len = function() return 1e6 | 0 end, __index = function() return ('x'):rep(1000) end}))",
  ])
  func memoryLimitHolds(source: String) throws {
    let error = try stop(source, budget: 2_000_000_000)
    #expect(error.kind == .memory, "\(error)")
    #expect(error.message.contains("limit of 32 MiB"))
  }

  @Test func memoryLimitHoldsInLuaCalledFromSwift() throws {
    // Lua → Swift → Lua: the flag that lifts the limit for Swift must not reach the inner Lua code.
    let lua = try LuaState(LuaOptions(memoryCeiling: 16 << 20, budget: 2_000_000_000))
    lua.define("call") { call in try call.callFunction(at: 1) }
    let source = "return pcall(call, function() local t = {} while true do t[#t + 1] = ('x'):rep(100) .. #t end end)"
    let results = try lua.call(lua.load(source, chunkName: "=test"))
    #expect(results.first?.boolean == false)
    #expect(lua.memoryInUse < 64 << 20)
  }

  /// In a separate process: memory of Swift is measured for the whole process, and other tests free memory meanwhile.
  @Test(arguments: [
    "while true do keep(text) end",
    "while true do pcall(keep, text) end",
  ])
  func memoryLimitHoldsForSwiftObjects(source: String) async {
    await #expect(processExitsWith: .success) { [source] in
      let lua = try LuaState(LuaOptions(memoryCeiling: 32 << 20, budget: 100_000_000, hostHeadroom: 64 << 20))
      var kept: [String] = []
      lua.define("keep") { call in
        kept.append(call.stack.string(at: 1) ?? "")
        return 0
      }
      let error = try #require(throws: LuaError.self) {
        try lua.call(lua.load("local text = ('x'):rep(1 << 20) " + source, chunkName: "=test"))
      }
      #expect(source.contains("pcall") ? error.kind == .stopped : error.kind == .memory, "\(error)")
      #expect((80..<112).contains(kept.count), "\(kept.count) texts of a mebibyte were kept")
    }
  }

  @Test func stopIsStickyUntilRearmed() throws {
    let lua = try LuaState(LuaOptions(budget: 100_000))
    let loop = try lua.load("while true do end", chunkName: "=test")
    let one = try lua.load("local n = 0 for i = 1, 10 do n = n + i end return n", chunkName: "=test")
    #expect(throws: LuaError.self) { try lua.call(loop) }
    #expect(throws: LuaError.self) { try lua.call(one) }
    lua.arm()
    #expect(try lua.call(one).first?.integer == 55)
  }

  /// In a separate process: Ctrl-C applies to the whole process.
  @Test(arguments: [false, true]) func controlCBetweenTwoLinesIsHandled(isTakenBack: Bool) async {
    await #expect(processExitsWith: .success) { [isTakenBack] in
      let lua = try LuaState(LuaOptions(budget: 100_000_000))
      // Long enough for a check.
      let loop = try lua.load("local n = 0 for i = 1, 1000000 do n = n + 1 end return n", chunkName: "=test")
      Interrupt.request()
      lua.arm(takesBackInterrupt: isTakenBack)
      if isTakenBack {
        #expect(try lua.call(loop).first?.integer == 1_000_000)
      } else {
        #expect { try lua.call(loop) } throws: { ($0 as? LuaError)?.stop == .interrupt }
      }
    }
  }

  @Test func coroutineStoppedByALimitNeverRunsAgain() throws {
    let lua = try LuaState(LuaOptions(budget: 100_000))
    let source = """
      closed = false
      co = coroutine.create(function()
        local x <close> = setmetatable({}, {__close = function() closed = true while true do end end})
        while true do end
      end)
      coroutine.resume(co)
      """
    #expect(throws: LuaError.self) { try lua.call(lua.load(source, chunkName: "=test")) }
    lua.arm()
    let results = try lua.call(lua.load("return coroutine.close(co), closed", chunkName: "=test"))
    #expect(results[0].boolean == false)
    #expect(results[1].boolean == false)
  }

  @Test func stoppedLocationIsReported() throws {
    let error = try stop("local x = 1\nwhile true do\n  x = x + 1\nend")
    #expect(error.place?.file == "test")
    #expect((2...3).contains(error.place?.line ?? 0))
  }

  @Test func deepRecursionThroughSwiftIsAnError() throws {
    let error = try stop("local function f() return call(f) + 1 end f()", budget: 50_000_000)
    #expect(error.kind == .runtime)
    #expect(error.message.contains("overflow"))
  }

  @Test func compilingUsesTheBudget() throws {
    let lua = try LuaState(LuaOptions(budget: 100_000))
    let text = String(repeating: "x = 1\n", count: 20_000)
    #expect { try lua.load(text, chunkName: "=test") } throws: { ($0 as? LuaError)?.stop == .budget }
    lua.arm()
    #expect(try lua.call(lua.load("return 7", chunkName: "=test")).first?.integer == 7)
  }

  @Test func compilingStaysBelowTheMemoryLimit() throws {
    let lua = try LuaState(LuaOptions(memoryCeiling: 1 << 20))
    let text = "return {" + (0..<100_000).map { "'\($0)'," }.joined() + "}"
    #expect { try lua.load(text, chunkName: "=test") } throws: { ($0 as? LuaError)?.kind == .memory }
    #expect(try lua.call(lua.load("return 7", chunkName: "=test")).first?.integer == 7)
  }
}
