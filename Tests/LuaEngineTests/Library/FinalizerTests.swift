import LuaEngine
import Testing

/// `__gc` of a script's metatables: Lua's order and Lua's rules, but only when the script asks for a collection.
@Suite struct FinalizerTests {
  @Test func collectionsThatAreAskedForAreAsInStock() throws {
    try expectSameAsStock(
      #"""
      local log = {}
      local function told() local text = table.concat(log, " ") log = {} return text end
      local function class(name)
        local class = {}
        class.__gc = function(o) log[#log + 1] = name .. (o.n or "") end
        return class
      end
      local function collected(made) made = nil collectgarbage() return told() end

      local a, b = class "a", class "b"
      try("one", function() setmetatable({}, a) return collected() end)
      try("once", function() return collected() end)
      try("last marked first", function()
        local all = {}
        for n = 1, 40 do all[n] = setmetatable({ n = n }, n % 3 == 0 and a or b) end
        setmetatable(all[7], nil) setmetatable(all[7], a) setmetatable(all[8], {}) setmetatable(all[9], b)
        all = nil
        return collected()
      end)
      try("kept", function()
        local kept = setmetatable({ n = "kept" }, a)
        for n = 1, 3 do setmetatable({ n = n }, a) end
        local first = collected()
        return first, kept.n
      end)
      try("kept no longer", function() return collected() end)
      try("a cycle", function()
        local one, two = setmetatable({ n = 1 }, a), setmetatable({ n = 2 }, b)
        one.other, two.other = two, one
        one, two = nil
        return collected()
      end)
      try("added later", function()
        local mt = {}
        setmetatable({}, mt)
        mt.__gc = function() log[#log + 1] = "never" end
        return collected()
      end)
      try("marked by any value", function()
        local mt = { __gc = true }
        setmetatable({}, mt)
        mt.__gc = function() log[#log + 1] = "changed" end
        return collected()
      end)
      try("taken away", function()
        local mt = class "never"
        setmetatable({}, mt)
        mt.__gc = nil
        return collected()
      end)
      try("a callable table", function()
        setmetatable({}, { __gc = setmetatable({}, { __call = function(...) log[#log + 1] = select("#", ...) end }) })
        return collected()
      end)
      for _, bad in ipairs { 1, "x", false, {} } do
        try("no function", function() setmetatable({}, { __gc = bad }) setmetatable({}, a) return collected() end)
      end
      try("an error stops nothing", function()
        local mt = class "fine"
        setmetatable({ n = 1 }, mt)
        setmetatable({}, { __gc = function() error("lost") end })
        setmetatable({}, { __gc = function() error({}) end })
        setmetatable({ n = 2 }, mt)
        return collected()
      end)
      try("the metatable stays as it is", function()
        local o = setmetatable({}, a)
        return getmetatable(o) == a, type(rawget(a, "__gc")), type(getmetatable(o).__gc)
      end)
      told()
      try("protected", setmetatable, setmetatable({}, { __metatable = 1 }), a)
      try("protected with one", function()
        local o = setmetatable({}, { __metatable = 1, __gc = function() log[#log + 1] = "locked" end })
        local ok, message = pcall(setmetatable, o, {})
        o = nil
        return ok, message, collected()
      end)
      try("brought back, and once more", function()
        local saved
        local mt = {}
        mt.__gc = function(o) log[#log + 1] = "again" saved = o end
        setmetatable({}, mt)
        collectgarbage()
        local first = told()
        setmetatable(saved, mt)
        saved = nil
        collectgarbage()
        saved = nil
        collectgarbage()
        return first, told()
      end)
      try("one finalizer brings another's object back", function()
        local saved
        local older = setmetatable({ n = "older" }, a)
        setmetatable({ older = older }, { __gc = function(o) saved = o.older log[#log + 1] = "newer" end })
        older = nil
        local first = collected()
        return first, saved.n, collected()
      end)
      try("marked again while it waits", function()
        local older = setmetatable({ n = "older" }, a)
        setmetatable({ older = older }, { __gc = function(o) setmetatable(o.older, b) end })
        older = nil
        local first = collected()
        return first, collected()
      end)
      try("made by a finalizer", function()
        setmetatable({}, { __gc = function() setmetatable({ n = "inner" }, a) end })
        local first = collected()
        return first, collected()
      end)
      try("no collection inside", function()
        setmetatable({}, { __gc = function()
          for _, option in ipairs { "collect", "step", "count", "stop", "isrunning", "generational" } do
            log[#log + 1] = tostring(collectgarbage(option))
          end
          log[#log + 1] = tostring(pcall(collectgarbage, "bogus"))
        end })
        return collected()
      end)
      try("no yield inside", function()
        setmetatable({}, { __gc = function() log[#log + 1] = select(2, pcall(coroutine.yield)) end })
        return coroutine.wrap(function() return collected() end)()
      end)
      try("in a coroutine", function()
        return coroutine.wrap(function() setmetatable({}, a) coroutine.yield(collected()) end)()
      end)
      try("a coroutine that is garbage", function()
        local co = coroutine.create(function() local o = setmetatable({}, a) coroutine.yield(o) end)
        coroutine.resume(co)
        co = nil
        return collected()
      end)
      try("weak values go before, weak keys after", function()
        local values, keys = setmetatable({}, { __mode = "v" }), setmetatable({}, { __mode = "k" })
        local both = setmetatable({}, { __mode = "kv" })
        local part = { "part" }
        local o = setmetatable({ part = part }, { __gc = function(o)
          log[#log + 1] = tostring(values.o) .. tostring(values.part) .. tostring(keys[o]) .. keys[o.part] .. tostring(both[o])
        end })
        values.o, values.part, keys[o], keys[part], both[o] = o, part, "key", "key of part", "both"
        o, part = nil
        collectgarbage()
        local first = next(keys) ~= nil
        collectgarbage()
        return told(), first, next(values), next(keys), next(both)
      end)
      try("an ephemeron", function()
        local keys = setmetatable({}, { __mode = "k" })
        for n = 1, 3 do local o = setmetatable({ n = n }, a) keys[o] = { o } end
        return collected()
      end)
      try("a metatable that is garbage, too", function()
        local mt = class "weak"
        setmetatable(mt, { __mode = "v" })
        setmetatable({}, mt)
        mt = nil
        return collected()
      end)
      try("arguments", function()
        setmetatable({}, { __gc = function(...) log[#log + 1] = select("#", ...) end })
        return collected()
      end)
      """#, atLeast: 30)
  }

  @Test func errorsAreWarnings() throws {
    final class Console: LuaWorld {
      var lines: [String] = []
      let millisecondsSince1970: Int64 = 0
      func print(_ text: String) { lines.append(text) }
      func write(_ bytes: UnsafeRawBufferPointer) {}
      func note(_ text: String) { lines.append(text) }
    }
    let lua = try LuaState()
    let console = Console()
    lua.world = console
    lua.define("fail") { _ in throw LuaFailure("the host fails", code: "mine") }
    let source = """
      local function finalize(f) setmetatable({}, { __gc = f }) collectgarbage() end
      finalize(function() error("said") end)
      finalize(function() error({}) end)
      finalize(function() fail() end)
      finalize(true)
      warn("@off")
      finalize(function() error("not said") end)
      warn("@on")
      warn = error
      finalize(function() error("said again", 0) end)
      """
    try lua.call(lua.load(source, chunkName: "=test"))
    #expect(
      console.lines == [
        "Lua warning: error in __gc (test:2: said)", "Lua warning: error in __gc (error object is not a string)",
        "Lua warning: error in __gc (test:4: the host fails)",
        "Lua warning: error in __gc (attempt to call a boolean value (metamethod '__gc'))",
        "Lua warning: error in __gc (said again)",
      ])
  }

  /// Where the collector is at work must not show: what a script allocates runs no finalizer.
  @Test func nothingRunsUnasked() throws {
    let results = try run(
      """
      local ran = 0
      for i = 1, 100 do setmetatable({}, { __gc = function() ran = ran + 1 end }) end
      for i = 1, 100000 do local t = { { {} } } end
      local before = ran
      collectgarbage("step")
      return before, ran
      """)
    #expect(results == ["0", "100"])
  }

  /// Else objects that nobody collects would stay for ever. Their number decides, which is the same on every run.
  @Test func manyObjectsAreCollectedUnasked() throws {
    let results = try run(
      """
      local ran, at, mt = 0, {}, {}
      mt.__gc = function(o) if ran == 0 or at[#at] ~= o.made() then at[#at + 1] = o.made() end ran = ran + 1 end
      local made, kept = 0, {}
      local function count() return made end
      for i = 1, 5000 do
        local o = setmetatable({ made = count }, mt)
        made = i
        if i % 2 == 0 then kept[i] = o end
      end
      return ran, table.concat(at, " ")
      """)
    #expect(results[1] == "1000 1500 2250 3375")
    #expect(results[0] == "1688")
  }

  @Test func memoryStaysFlat() throws {
    let results = try run(
      """
      local ran, mt = 0, {}
      mt.__gc = function() ran = ran + 1 end
      for i = 1, 300000 do setmetatable({ i, i, i }, mt) end
      return ran
      """, budget: 2_000_000_000, memory: 8 << 20)
    #expect(results == ["299000"])
  }

  /// What a stop has left over comes with the next collection, each object once.
  @Test func aStopLosesNothing() throws {
    let lua = try LuaState(LuaOptions(budget: 1_000_000))
    let source = """
      ran = {}
      local mt = { __gc = function(o) ran[#ran + 1] = o.n while o.n == 3 do end end }
      for n = 1, 5 do setmetatable({ n = n }, mt) end
      collectgarbage()
      """
    let chunk = try lua.load(source, chunkName: "=test")
    #expect(throws: LuaError.self) { try lua.call(chunk) }
    #expect(lua.stop == .budget)
    lua.arm()
    let rest = try lua.load("collectgarbage() collectgarbage() return table.concat(ran, ' ')", chunkName: "=test")
    #expect(try lua.call(rest).first?.string == "5 4 3 2 1")
  }

  @Test func aClosedStateRunsNone() throws {
    let cage = Canary.Cage()
    var ran = 0
    do {
      let lua = try LuaState()
      lua.define("note") { _ in
        ran += 1
        return 0
      }
      lua.define("make") { call in call.result(Canary(cage)) }
      let source = "for i = 1, 10 do setmetatable({ make() }, { __gc = function() note() end }) end"
      try lua.call(lua.load(source, chunkName: "=test"))
    }
    #expect(ran == 0)
    #expect(cage.alive == 0)
  }
}
