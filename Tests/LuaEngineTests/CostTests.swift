import LuaEngine
import Testing

/// The cost of work is proportional to its size: endless loops end by the budget, after the same number of calls on
/// every machine.
@Suite struct CostTests {
  private func state(budget: Int64) throws -> LuaState {
    let lua = try LuaState(LuaOptions(memoryCeiling: 256 << 20, budget: budget))
    lua.define("read") { call in call.result((call.stack.string(at: 1) ?? "").utf8.count) }
    lua.define("copy") { call in
      _ = call.stack.value(at: 1)
      return 0
    }
    lua.define("give") { call in call.result(Array(repeating: "text", count: Int(call.stack.integer(at: 1) ?? 0))) }
    lua.define("text") { call in
      call.result(String(repeating: "x", count: Int(call.stack.integer(at: 1) ?? 0)))
    }
    lua.define("fail") { _ in throw LuaFailure("it failed") }
    return lua
  }

  /// The cost of `source` after `setup`; the size is N in both.
  private func units(_ source: String, after setup: String, size: Int) throws -> Int64 {
    let lua = try state(budget: 20_000_000_000)
    try lua.call(lua.load("N = \(size) \(setup)", chunkName: "=setup"))
    let chunk = try lua.load(source, chunkName: "=test")
    let before = lua.remainingBudget
    try lua.call(chunk)
    return before - lua.remainingBudget
  }

  /// The setup, the call, and its minimum cost for each of N.
  struct Work: Sendable, CustomTestStringConvertible {
    let setup: String
    let source: String
    let atLeast: Double
    var testDescription: String { setup + " " + source }

    init(_ setup: String, _ source: String, _ atLeast: Double) {
      self.setup = setup
      self.source = source
      self.atLeast = atLeast
    }
  }

  private static let works: [Work] = [
    Work("", "for i = 1, N do pcall(error) end", 50.0), Work("", "for i = 1, N do pcall(error, 'x') end", 50),
    Work("", "for i = 1, N do pcall(fail) end", 100), Work("", "for i = 1, N do xpcall(error, type) end", 50),
    Work("", "for i = 1, N do coroutine.resume(coroutine.create(error)) end", 100),
    Work("", "for i = 1, N do tostring({}) end", 25), Work("", "for i = 1, N do string.format('%p', {}) end", 25),
    Work("", "for i = 1, N do tostring(i + 0.5) end", 10), Work("", "for i = 1, N do tostring(print) end", 8),
    Work("", "for i = 1, N do string.format('%99.99f', 1e308) end", 200),
    Work("", "for i = 1, N do os.time { year = 2026, month = 1, day = 1 } end", 25),
    Work("t = {} for i = 1, N do t[i] = 65 end", "string.char(table.unpack(t))", 2),
    Work("t = {} for i = 1, N do t[i] = 65 end", "utf8.char(table.unpack(t))", 2),
    Work("t = {} for i = 1, N do t[i] = 65 end", "print(table.unpack(t))", 6),
    Work("t = {} for i = 1, N do t[i] = '65' end", "warn(table.unpack(t))", 6),
    Work("t = {} for i = 1, N do t[i] = i end", "math.max(table.unpack(t))", 1),
    Work("t = {} for i = 1, N do t[i] = i end", "table.pack(table.unpack(t))", 1),
    Work("t = {} for i = 1, N do t[i] = i + 0.5 end", "table.concat(t)", 8),
    Work("s = ('x'):rep(N * 10)", "pcall(string.find, 'a', '[' .. s)", 1),
    Work("s = ('x'):rep(N * 10)", "('y'):find(s)", 1), Work("s = ('%'):rep(N * 10)", "string.format(s)", 2),
    Work("s = ('x'):rep(N * 16)", "read(s)", 1), Work("", "text(N * 16)", 1), Work("", "give(N)", 5),
    Work("t = {} for i = 1, N do t[i] = i end", "copy(t)", 5),
    Work("t = {} for i = 1, N do t['k' .. i] = i end", "copy(t)", 20),
    Work("s = ('x'):rep(640) t = {} for i = 1, N do t[i] = s end", "copy(t)", 40),
    Work("t = {} for i = 1, N do t[-i] = 1 end", "next(t)", 4),
    Work("t = {} for i = 1, N do t['k' .. i] = 1 end", "pairs(t)", 20),
    Work("t = {} for i = 1, N do t[N + 1 - i] = ('x'):rep(100) .. i end", "table.sort(t)", 100),
  ]

  @Test(arguments: works)
  func doublingTheSizeDoublesTheCost(work: Work) throws {
    // Above the free sizes, and within the number of arguments of a function.
    let size = 8192
    let once = try units(work.source, after: work.setup, size: size)
    let twice = try units(work.source, after: work.setup, size: 2 * size)
    #expect(Double(once) >= Double(size) * work.atLeast, "\(once) units")
    #expect(Double(twice) >= 1.7 * Double(once), "\(once), then \(twice) units")
    #expect(Double(twice) <= 2.6 * Double(once), "\(once), then \(twice) units")
  }

  @Test(arguments: [
    // A loop that counts its rounds in n, and the maximum count.
    ("", "pcall(error)", 50_000), ("", "tostring({})", 80_000), ("", "pcall(fail)", 30_000),
    ("t = {} for i = 1, 1e4 do t['a' .. i] = 1 end", "next(t)", 70),
    ("s = ('x'):rep(1 << 20)", "read(s)", 40), ("s = ('x'):rep(1 << 20)", "pcall(string.find, 'a', '[' .. s)", 30),
    ("t = {} for i = 1, 1e5 do t[i] = i end", "copy(t)", 4),
    (
      "function f(...) for i = 1, 200 do type(...) end end t = {} for i = 1, 1e5 do t[i] = i end", "f(table.unpack(t))",
      20
    ),
  ])
  func endlessLoopsAreStopped(setup: String, body: String, rounds: Int64) throws {
    let lua = try state(budget: 1_000_000_000)
    try lua.call(lua.load(setup, chunkName: "=setup"))
    lua.arm(budget: 2_500_000)
    let chunk = try lua.load("n = 0 while true do n = n + 1 \(body) end", chunkName: "=test")
    let error = try #require(throws: LuaError.self) { try lua.call(chunk) }
    #expect(error.stop == .budget)
    lua.arm()
    let count = try lua.call(lua.load("return n", chunkName: "=after")).first?.integer ?? 0
    #expect(count <= rounds)
    #expect(count >= 1)
  }

  @Test func callThatUsesUpTheBudgetIsTheLast() throws {
    // Without a check after each call, the next thousand instructions would keep calling.
    let lua = try state(budget: 1_000_000)
    try lua.call(lua.load("t = {} for i = 1, 1e4 do t['k' .. i] = i end", chunkName: "=setup"))
    lua.arm(budget: 500_000)
    let chunk = try lua.load("n = 0 while true do n = n + 1 copy(t) end", chunkName: "=test")
    #expect(throws: LuaError.self) { try lua.call(chunk) }
    lua.arm()
    #expect(try lua.call(lua.load("return n", chunkName: "=after")).first?.integer ?? 0 <= 3)
  }

  @Test func repeatedTextIsNotCopiedEndlessly() throws {
    let lua = try state(budget: 1_000_000_000)
    var kind = ""
    lua.define("kind") { call in
      kind = call.stack.value(at: 1).table == nil ? "too much" : "table"
      return 0
    }
    let source = "local s = ('x'):rep(1 << 20) local t = {} for i = 1, N do t[i] = s end kind(t)"
    try lua.call(lua.load("N = 8 " + source, chunkName: "=few"))
    #expect(kind == "table")
    try lua.call(lua.load("N = 20000 " + source, chunkName: "=many"))
    #expect(kind == "too much")
  }

  @Test func selfReferencesAreFoundImmediately() throws {
    let used = try units("local t = {} t.a, t.b, t.c = t, t, { t } copy(t)", after: "", size: 1)
    #expect(used < 1_000)
  }

  @Test func callsDoNotShareTheirCount() throws {
    let lua = try state(budget: 1_000_000)
    try lua.call(lua.load("t = {} for i = 1, 1000 do t[i] = i end copy(t)", chunkName: "=test"))
    lua.arm(budget: 1_000)
    let one = try lua.load("return 1", chunkName: "=one")
    try lua.call(one)
    #expect(lua.remainingBudget > 900)
  }

  @Test func codeWithItsOwnBudgetPaysForItself() throws {
    let lua = try state(budget: 1_000_000)
    let chunk = try lua.load("local t = {} for i = 1, 1000 do t[i] = i end copy(t)", chunkName: "=test")
    let before = lua.remainingBudget
    let run = lua.withOwnBudget(100_000) { try lua.call(chunk) }
    _ = try run.outcome.get()
    #expect(run.used > 6_000)
    #expect(lua.remainingBudget == before)
  }
}
