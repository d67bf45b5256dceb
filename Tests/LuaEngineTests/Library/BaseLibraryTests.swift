import LuaEngine
import Testing

/// The text of print, load, xpcall, metatables and the collector, without addresses and outside access.
@Suite struct BaseLibraryTests {
  @Test func baseFunctionsMatchStockLua() throws {
    try expectSameAsStock(
      #"""
      for _, f in ipairs { "assert", "error", "getmetatable", "ipairs", "load", "next", "pairs", "pcall", "print",
        "rawequal", "rawget", "rawlen", "rawset", "select", "setmetatable", "tonumber", "type", "xpcall" } do
        for _, values in ipairs { {}, { 1 }, { {} }, { "x", "y" }, { {}, 5 }, { 1, 2, 3 }, { nil, nil, nil } } do
          if f ~= "print" then try(f, _G[f], table.unpack(values, 1, 3)) end
        end
      end
      try("protected", setmetatable, setmetatable({}, { __metatable = 1 }), {})
      try("load", function() return load("return ...")(1, 2) end)
      try("load", function() return load("x = 1; return x, y", "=chunk", "t", { y = 2 })() end)
      try("load", load, "return +", "=chunk")
      try("load", load, "return +")
      try("load", load, ("x"):rep(100) .. " y")
      local pieces = { "return ", "1 ", "+ 2", "", "+" }
      local index = 0
      try("reader", function() return load(function() index = index + 1 return pieces[index] end)() end)
      try("reader", load, function() return {} end)
      try("reader", load, function() error("inside", 0) end)
      try("reader", load, function() end)
      try("long", function() return #load("return '" .. ("x"):rep(5000) .. "'")() end)
      try("xpcall", xpcall, function(...) return ... end, print, 1, nil, 3)
      try("xpcall", xpcall, error, function(e) return e, 2 end, "e")
      try("xpcall", xpcall, nil, function(e) return e end)
      for _, option in ipairs { "collect", "step", "stop", "restart", "isrunning", "bogus" } do
        try(option, function() local answer = collectgarbage(option) return option == "step" or answer end)
      end
      """#, atLeast: 130)
  }

  @Test func identitiesAreDeterministic() throws {
    let results = try run(
      #"""
      local t, f = {}, function() end
      local first = tostring(t)
      local named = setmetatable({}, { __name = "Device" })
      return first, f, tostring(t) == first, named, string.format("%s %p %5p|%p", named, t, nil, "text"), print
      """#)
    #expect(results[0] == "table: 0x00000001")
    #expect(results[2] == "true")
    #expect(results[4] == "Device: 0x00000002 0x00000001 (null)|(null)")
    #expect(results[1] == "function: 0x00000003")
    #expect(results[3] == "Device: 0x00000002")
    #expect(results[5] == "function: 0x00000004")
  }

  @Test(arguments: ["'\\27Lua'", "function() return '\\27Lua' end", "'\\27Lua', '=x', 'b'", "string.char(27)"])
  func bytecodeIsRefused(arguments: String) throws {
    let results = try run("return load(\(arguments))")
    #expect(results[0] == "nil")
    #expect(results[1].hasPrefix("binary chunks are refused"))
  }

  @Test func collectorIsDeterministic() throws {
    #expect(try run("local t = {} for i = 1, 100 do t[i] = {} end return collectgarbage('count')") == ["0.0"])
    let weak = try run(
      "local t = setmetatable({}, { __mode = 'v' }) t[1] = {} collectgarbage() return t[1]")
    #expect(weak == ["nil"])
  }

  @Test(arguments: [
    "io", "debug", "package", "require", "dofile", "loadfile", "os.getenv 'PATH'",
    "os.setlocale 'de_DE'",
  ])
  func filesAndOtherCodeAreUnreachable(name: String) throws {
    #expect(try run("return \(name)") == ["nil"])
  }

  @Test(arguments: ["exit()", "execute 'ls'", "remove 'x'", "rename('x', 'y')", "tmpname()"])
  func unsafeFunctionsExplainTheirRefusal(call: String) throws {
    let message = try run("return select(2, pcall(function() return os.\(call) end))")[0]
    #expect(message.contains("is not available: "), "\(message)")
  }

  @Test func messageHandlerRunsAtTheError() throws {
    try expectSameAsStock(
      #"""
      local function closing(log, name)
        return setmetatable({}, { __close = function() log[#log + 1] = name end })
      end
      try("order", function()
        local log = {}
        xpcall(function() local x <close> = closing(log, "closed") error("e") end, function() log[#log + 1] = "handled" end)
        return table.concat(log, " ")
      end)
      -- A handler that fails is called for its own error, until the C stack ends.
      try("fails", xpcall, error, function() error("second", 0) end)
      try("fails", xpcall, error, error)
      try("fails once", function()
        local calls = 0
        return xpcall(error, function(m) calls = calls + 1 if calls < 3 then error(m .. calls, 0) end return m end, "x")
      end)
      try("fails by index", xpcall, error, function(m) local t = nil t.x = m end)
      local function deep() return 1 + deep() end
      try("overflow", function() return select("#", xpcall(deep, function(m) return m end)) end)
      try("overflow twice", xpcall, deep, deep)
      try("yields", function() return coroutine.wrap(function() return xpcall(error, coroutine.yield, "x") end)() end)
      try("body yields", function()
        local f = coroutine.wrap(function() return xpcall(function() coroutine.yield(1) error("e", 0) end, string.upper) end)
        return f(), f()
      end)
      try("many", xpcall, function() error("e", 0) end, function(m) return m, 2, 3 end)
      try("values", xpcall, function() error({ 1 }) end, function(t) return t[1] end)
      try("values", xpcall, function() error() end, function(t) return t end)
      try("inside", xpcall, function() return xpcall(error, string.rep, "in") end, string.upper)
      """#, atLeast: 13)
  }

  /// An endless handler is stopped, and no handler runs for a stop.
  @Test func messageHandlerIsBounded() throws {
    for source in [
      "xpcall(error, function() while true do end end)",
      "ran = 0 xpcall(function() while true do end end, function() ran = ran + 1 while true do end end)",
      "coroutine.wrap(function() xpcall(error, function() while true do end end) end)()",
    ] {
      let lua = try LuaState(LuaOptions(memoryCeiling: 64 << 20, budget: 1_000_000))
      #expect(throws: LuaError.self) { try lua.call(lua.load(source, chunkName: "=test")) }
      #expect(lua.stop == .budget)
      lua.arm()
      #expect(try lua.call(lua.load("return ran or 0", chunkName: "=test")).first?.integer == 0)
    }
  }

  @Test func collectgarbageReportsTheInitialSettings() throws {
    #expect(
      try run(
        """
        collectgarbage "generational" collectgarbage("setpause", 7) collectgarbage "stop"
        return collectgarbage "incremental", collectgarbage "setpause", collectgarbage "setstepmul",
          collectgarbage "isrunning", collectgarbage "step", collectgarbage "restart", pcall(collectgarbage, "x")
        """)
        == [
          "incremental", "200", "100", "true", "true", "0", "false",
          "bad argument #1 to 'collectgarbage' (invalid option 'x')",
        ])
  }

  @Test func loadReportsForbiddenModes() throws {
    try expectSameAsStock(
      #"""
      for _, text in ipairs { "return 1", "", "\27Lua", "# x\n", "\27" } do
        for _, mode in ipairs { "b", "t", "", "x" } do
          if not (mode == "b" and text:byte() == 27) then
            try(mode, function() local f, message = load(text, "=x", mode) return f and "compiled", message end)
            try(mode, function()
              local done
              local f, message = load(function() if not done then done = true return text end end, "@x", mode)
              return f and "compiled", message
            end)
          end
        end
      end
      -- Names of chunks.
      for _, name in ipairs { "=named", "@file.lua", "text of some length", ("long "):rep(40), "two\nlines", "=" .. ("x"):rep(90), "" } do
        try("name", load, "x = = 1", name)
        try("name", function() load("error('here')", name)() end)
      end
      try("no name", load, "x = = 1")
      try("reader", load, function() return nil end)
      try("reader", load, coroutine.wrap(function() coroutine.yield("x = = 1") end))
      """#, atLeast: 50)
  }
}
