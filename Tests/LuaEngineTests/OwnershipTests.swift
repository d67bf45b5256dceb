import LuaEngine
import Testing

/// Everything that Swift passes to Lua is released, however a script ends.
@Suite struct OwnershipTests {
  /// Runs a script with `make()` for new canaries, and returns the number of those alive after the state is gone.
  private func aliveAfter(_ source: String, memory: Int = 16 << 20, budget: Int64 = 20_000_000) throws -> Int {
    let cage = Canary.Cage()
    do {
      let lua = try LuaState(LuaOptions(memoryCeiling: memory, budget: budget))
      lua.define("make") { call in call.result(Canary(cage)) }
      lua.define("call") { call in
        // A canary in a Swift frame that an error passes through.
        let canary = Canary(cage)
        let count = try call.callFunction(at: 1)
        withExtendedLifetime(canary) {}
        return count
      }
      _ = try? lua.call(lua.load(source, chunkName: "=test"))
    }
    return cage.alive
  }

  @Test(arguments: [
    "for i = 1, 100 do make() end",
    "local t = {} for i = 1, 100 do t[i] = make() end return t",
    "keep = make() error('x')",
    "local c = make() local d <close> = setmetatable({}, {__close = function() make() end}) error(c)",
    "pcall(function() local c = make() c:fail() end) make():sing()",
    "call(function() make() error('through Swift') end)",
    "call(function() call(function() call(function() make():fail() end) end) end)",
    "pcall(call, function() make() error(make()) end) local co = coroutine.wrap(function() local c = make() coroutine.yield() end) co()",
    "coroutine.wrap(function() call(function() make():fail() end) end)()",
    "while true do make() end",
    "call(function() while true do make() end end)",
    "local t = {} while true do t[#t + 1] = make() end",
    "local t = {} while true do t[#t + 1] = call(function() return make() end) end",
    "call(function() local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end end)",
    "local function f() return call(f) end f()",
    "make().nothing = 1",
  ])
  func releasesEverything(source: String) throws {
    #expect(try aliveAfter(source) == 0)
  }

  /// If the script leaves no room for a finalizer, Lua skips it.
  @Test(arguments: [
    // Nested C calls, up to Lua's limit.
    "local function f(n) if n == 0 then make() collectgarbage() else pcall(f, n - 1) end end for n = 170, 210 do f(n) end",
    // The Lua stack, up to its limit.
    "local function f() make() return 1 + f() end pcall(f)",
    "local function f(...) make() return 1 + f(1, ...) end pcall(f)",
  ])
  func lostFinalizersLeakNoObjects(source: String) throws {
    #expect(try aliveAfter(source, memory: 256 << 20, budget: 200_000_000) == 0)
  }

  @Test func functionsAreReleasedExactlyOnce() throws {
    let cage = Canary.Cage()
    do {
      let lua = try LuaState()
      for _ in 0..<100 {
        let canary = Canary(cage)
        lua.define("f") { call in call.result(canary.cage === cage) }
      }
      #expect(try lua.call(lua.load("return f()", chunkName: "=test")).first?.boolean == true)
      try lua.call(lua.load("f = nil collectgarbage()", chunkName: "=test"))
      #expect(cage.alive == 0)
    }
    #expect(cage.alive == 0)
  }

  @Test func instanceIsAlwaysTheSameValue() throws {
    let lua = try LuaState()
    let canary = Canary(Canary.Cage())
    lua.setGlobal("a", to: canary)
    lua.setGlobal("b", to: canary)
    let results = try lua.call(lua.load("local t = {[a] = 'seen'} return rawequal(a, b), t[b]", chunkName: "=test"))
    #expect(results[0].boolean == true)
    #expect(results[1].string == "seen")
  }

  @Test func anchorsReleaseCyclesThroughSwift() throws {
    let cage = Canary.Cage()
    let lua = try LuaState()
    lua.defineCanaries(in: cage)
    // The closure holds the canary, and the canary (in Swift) holds the closure.
    let source = """
      ran = 0
      local c = make()
      keep(c, function() ran = ran + (c and 1 or 0) end)
      collectgarbage()
      run(c)
      c = nil
      for i = 1, 50 do local d = make() keep(d, function() return d end) end
      collectgarbage() collectgarbage()
      return ran
      """
    #expect(try lua.call(lua.load(source, chunkName: "=test")).first?.integer == 1)
    try lua.call(lua.load("collectgarbage()", chunkName: "=test"))
    #expect(cage.alive == 0)
  }

  @Test func referencesToReleasedStatesAreHarmless() throws {
    var reference: LuaReference?
    do {
      let lua = try LuaState()
      reference = try lua.load("return 1", chunkName: "=test")
    }
    reference = nil
    #expect(reference == nil)
  }

  /// A weak table refers to finalized objects: as its keys until the next collection, and to objects that its values
  /// refer to. Each use reports that the object was freed.
  @Test(arguments: [
    // A method of an error value, which is a Swift function.
    ("local _, e = pcall(make().fail) w[e] = e.match", "for _, f in pairs(w) do return pcall(f, 'x') end"),
    (
      "local c = make() w[c] = function() return c end",
      "for _, f in pairs(w) do return pcall(function() return f().sing end) end"
    ),
    (
      "local c = make() w[c] = function() return c end",
      "for _, f in pairs(w) do return pcall(function() f().song = 1 end) end"
    ),
    (
      "local c = make() local call = use w[c] = function() return call(c) end",
      "for _, f in pairs(w) do return pcall(f) end"
    ),
    (
      "local _, e = pcall(make().fail) w[e] = function() return e end make()",
      "for _, f in pairs(w) do return pcall(function() return f().message end) end"
    ),
    (
      "local _, e = pcall(make().fail) local m = e.match w[e] = function() return m(e, 'x') end",
      "for _, f in pairs(w) do return pcall(f) end"
    ),
  ])
  func freedObjectsAreReported(fill: String, use: String) throws {
    let cage = Canary.Cage()
    do {
      let lua = try LuaState()
      lua.define("make") { call in call.result(Canary(cage)) }
      lua.define("use") { call in
        if let freed = call.freed(1) { throw freed }
        return call.result(call.stack.object(at: 1) is Canary)
      }
      let source = """
        local w = setmetatable({}, { __mode = "k" })
        do local function fill() \(fill) end fill() end
        collectgarbage()
        \(use)
        """
      let results = try lua.call(lua.load(source, chunkName: "=test"))
      #expect(results.first?.boolean == false, "\(results)")
      let text = try results.last.map { try lua.describe($0) } ?? ""
      #expect(text.contains("was freed: only a weak table still held it"), "\(text)")
      #expect(try lua.call(lua.load("return make():sing()", chunkName: "=test")).first?.string == "tweet")
    }
    #expect(cage.alive == 0)
  }

  /// The collector sees a few bytes of an object that keeps a megabyte; the weight that Swift reports counts too.
  @Test func heavyGarbageIsCollectedSoon() throws {
    let cage = Canary.Cage()
    let lua = try LuaState()
    var most = 0
    lua.define("make") { call in
      most = max(most, cage.alive)
      return call.result(Canary(cage, weight: 1 << 20))
    }
    try lua.call(lua.load("for i = 1, 200 do make() end", chunkName: "=test"))
    #expect(most < 20)
    #expect(most > 1)
  }

  @Test func weightReportedLaterCounts() throws {
    let cage = Canary.Cage()
    let lua = try LuaState()
    var most = 0
    lua.define("make") { call in
      most = max(most, cage.alive)
      let count = call.result(Canary(cage))
      call.state.weigh(1 << 20)
      return count
    }
    try lua.call(lua.load("for i = 1, 200 do make() end", chunkName: "=test"))
    #expect(most < 20)
  }
}
