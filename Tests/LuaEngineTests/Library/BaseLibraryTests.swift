import LuaEngine
import Testing

/// print's text, load, xpcall, metatables and the collector, without addresses and without doors to the outside.
@Suite struct BaseLibraryTests {
  @Test func sameAsStock() throws {
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

  @Test func identities() throws {
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

  @Test(arguments: ["'\\27Lua'", "function() return '\\27Lua' end", "'return 1', '=x', 'b'", "string.char(27)"])
  func bytecodeIsRefused(arguments: String) throws {
    let results = try run("return load(\(arguments))")
    #expect(results[0] == "nil")
    #expect(results[1].hasPrefix("binary chunks are refused"))
  }

  @Test func finalizersAreRefused() throws {
    let results = try run("return pcall(setmetatable, {}, { __gc = function() end })")
    #expect(results[0] == "false")
    #expect(results[1].contains("__close"))
    // Added later it is no finalizer in Lua at all.
    let later = try run(
      """
      local ran, mt = false, {}
      do local t = setmetatable({}, mt) mt.__gc = function() ran = true end end
      collectgarbage() collectgarbage()
      return ran
      """)
    #expect(later == ["false"])
  }

  @Test func collectorIsDeterministic() throws {
    #expect(try run("local t = {} for i = 1, 100 do t[i] = {} end return collectgarbage('count')") == ["0.0"])
    let weak = try run(
      "local t = setmetatable({}, { __mode = 'v' }) t[1] = {} collectgarbage() return t[1]")
    #expect(weak == ["nil"])
  }

  @Test(arguments: [
    "io", "debug", "package", "dofile", "loadfile", "string.dump", "os.execute", "os.exit", "os.getenv",
  ])
  func doorsAreShut(name: String) throws {
    #expect(try run("return \(name)") == ["nil"])
  }

  @Test func handlerRunsAfterUnwinding() throws {
    let results = try run(
      #"""
      local log = {}
      local function close(name) return setmetatable({}, { __close = function() log[#log + 1] = name end }) end
      xpcall(function() local x <close> = close "closed" error("e") end, function() log[#log + 1] = "handled" end)
      return table.concat(log, " "), select(2, xpcall(error, function() error("second", 0) end))
      """#)
    #expect(results == ["closed handled", "second"])
  }
}
