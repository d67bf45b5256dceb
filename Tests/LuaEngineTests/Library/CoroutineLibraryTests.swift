import LuaEngine
import Testing

/// Coroutines match stock Lua, are bounded in depth, and never run again after a stop.
@Suite struct CoroutineLibraryTests {
  @Test func coroutinesMatchStockLua() throws {
    try expectSameAsStock(
      #"""
      local function closing(result, failure)
        return setmetatable({}, { __close = function(_, e)
          lines[#lines + 1] = "close " .. tostring(e)
          if failure then error(failure, 0) end
        end })
      end
      local yielding = coroutine.create(function(a, b) local c = coroutine.yield(a + b) return c, coroutine.yield() end)
      for _, values in ipairs { { 1, 2 }, { "c" }, {}, {} } do
        try("resume", coroutine.resume, yielding, table.unpack(values))
        try("status", coroutine.status, yielding)
      end
      for _, failure in ipairs { false, "inner" } do
        local co = coroutine.create(function() local x <close> = closing(1, failure) coroutine.yield() end)
        try("resume", coroutine.resume, co)
        try("close", coroutine.close, co)
        try("close again", coroutine.close, co)
        local failing = coroutine.create(function() local x <close> = closing(1, failure) error("outer") end)
        try("resume", coroutine.resume, failing)
        try("close", coroutine.close, failing)
        try("wrap", coroutine.wrap(function() local x <close> = closing(1, failure) error("wrapped") end))
        try("wrap", coroutine.wrap(function() local x <close> = closing(1, failure) error({}) end))
      end
      local finished = coroutine.wrap(function() return 1 end)
      try("wrap", finished) try("wrap", finished)
      local co co = coroutine.create(function() return coroutine.close(co) end)
      try("self", coroutine.resume, co)
      local outer = coroutine.create(function()
        local me = coroutine.running()
        return coroutine.resume(coroutine.create(function() return coroutine.status(me), pcall(coroutine.close, me) end))
      end)
      try("normal", coroutine.resume, outer)
      try("yield in pcall", coroutine.wrap(function() return pcall(coroutine.yield, 5) end))
      local across = coroutine.wrap(function() return xpcall(function() return coroutine.yield(1) + 1 end, tostring) end)
      try("yield in xpcall", across) try("yield in xpcall", across, 41)
      local handler = coroutine.wrap(function() return xpcall(function() coroutine.yield() error("e", 0) end, function(e) return e .. "!" end) end)
      try("error in xpcall", handler) try("error in xpcall", handler)
      for _, f in ipairs { "create", "wrap", "resume", "close", "status", "yield" } do
        try(f, coroutine[f]) try(f, coroutine[f], 1) try(f, coroutine[f], coroutine.running())
      end
      try("running", function() return select(2, coroutine.running()), coroutine.isyieldable() end)
      """#, atLeast: 45)
  }

  @Test(arguments: [
    "local function f() return coroutine.wrap(function() return f() end)() end return f()",
    "local function f() return assert(coroutine.resume(coroutine.create(function() return f() end))) end return f()",
    """
    local list = {}
    for i = 1, 20000 do
      local co = coroutine.create(function()
        local x <close> = setmetatable({}, { __close = function()
          if list[i - 1] then assert(coroutine.close(list[i - 1])) end
        end })
        coroutine.yield()
      end)
      coroutine.resume(co) list[i] = co
    end
    assert(coroutine.close(list[#list]))
    """,
  ])
  func nestingIsBounded(source: String) throws {
    let results = try run("return select(2, pcall(function() \(source) end))")
    #expect(try #require(results.first).contains("C stack overflow"))
  }

  /// Lua 5.4.4 would call the handler at a wrong stack position.
  @Test func coroutineSuspendedInXpcallIsNotClosed() throws {
    let results = try run(
      """
      local function waiting(protect, depth, handler)
        local co = coroutine.create(function()
          local outer <close> = setmetatable({}, { __close = function() collectgarbage() error("outer", 0) end })
          local function down(n)
            if n > 0 then local r = down(n - 1) return r end
            protect(function()
              local inner <close> = setmetatable({}, { __close = function() error("inner", 0) end })
              coroutine.yield()
            end, handler)
            coroutine.yield()
          end
          down(depth)
        end)
        coroutine.resume(co)
        return co
      end
      local lines = {}
      local function note(...)
        local values = table.pack(...)
        for i = 1, values.n do values[i] = tostring(values[i]) end
        lines[#lines + 1] = table.concat(values, " ")
      end
      local inside = waiting(xpcall, 20000, function(m) return m end)
      note(pcall(coroutine.close, inside))
      note(coroutine.status(inside))
      coroutine.resume(inside)
      note(coroutine.close(inside))
      note(coroutine.close(waiting(pcall, 20000)))
      note(coroutine.close(waiting(function(f) return xpcall(function() return pcall(f) end, print) end, 100)))
      note(pcall(coroutine.close, waiting(function(f) return pcall(xpcall, f, print) end, 100)))
      return table.concat(lines, "\\n")
      """)
    let refusal = "cannot close a coroutine that waits inside xpcall: let it end, or use pcall in it"
    #expect(
      results.first == """
        false \(refusal)
        suspended
        false outer
        false outer
        false outer
        false \(refusal)
        """)
  }

  @Test func stoppedCoroutineNeverRunsAgain() throws {
    let lua = try LuaState(LuaOptions(memoryCeiling: 64 << 20, budget: 1_000_000))
    let closing = "local x <close> = setmetatable({}, { __close = function() ran = true while true do end end })"
    #expect(throws: LuaError.self) {
      try lua.call(
        lua.load(
          """
          co = coroutine.create(function() \(closing) while true do end end)
          coroutine.resume(co)
          while true do end
          """, chunkName: "=test"))
    }
    lua.arm()
    let results = try lua.call(
      lua.load(
        "return coroutine.status(co), coroutine.resume(co), (coroutine.close(co)), ran", chunkName: "=test"))
    #expect(try results.map { try lua.describe($0) } == ["dead", "false", "false", "nil"])
  }
}
