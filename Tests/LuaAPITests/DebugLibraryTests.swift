import LuaAPI
import LuaEngine
import Testing

/// `debug`: names and lines match stock Lua, and other code is hidden.
@Suite struct DebugLibraryTests {
  private func strings(_ source: String) throws -> [String?] {
    try TestSession().run(source).map(\.string)
  }

  /// The handler sees the stack of the raise.
  @Test func tracebackShowsWhereTheErrorWasRaised() throws {
    let values = try strings(
      """
      local function inner() error("deep", 2) end
      local function outer()
        inner()
        return 1
      end
      return select(2, xpcall(outer, debug.traceback)), debug.traceback("words", 1), debug.traceback("none", 50)
      """)
    #expect(
      values[0] == """
        test.lua:3: deep
        stack traceback:
        \t[C]: in function 'error'
        \ttest.lua:1: in upvalue 'inner'
        \ttest.lua:3: in function <test.lua:2>
        \t[C]: in function 'xpcall'
        \ttest.lua:6: in main chunk
        """)
    #expect(values[1] == "words\nstack traceback:\n\ttest.lua:6: in main chunk")
    #expect(values[2] == "none\nstack traceback:")
  }

  @Test func otherTracebacksMatchLua() throws {
    let values = try TestSession().run(
      """
      local co = coroutine.create(function() local x = 1 coroutine.yield() end)
      coroutine.resume(co)
      function named() return (debug.traceback("global")) end
      local object = { method = function(self) return (debug.traceback("method")) end }
      local function tail() return named() end
      local t = {}
      return debug.traceback(co), debug.traceback(co, "text"), debug.traceback(t) == t, debug.traceback(42), (named()),
        (object:method()), (tail()), string.gsub("x", "x", function() return (debug.traceback("in gsub")) end)
      """)
    #expect(
      values[0].string
        == "stack traceback:\n\t[C]: in function 'coroutine.yield'\n\ttest.lua:1: in function <test.lua:1>")
    #expect(values[1].string?.hasPrefix("text\nstack traceback:\n\t[C]: in function 'coroutine.yield'") == true)
    #expect(values[2].boolean == true)
    #expect(values[3].string?.hasPrefix("42\nstack traceback:\n\ttest.lua:7: in main chunk") == true)
    #expect(values[4].string?.contains("test.lua:3: in function 'named'") == true)
    #expect(values[5].string?.contains("test.lua:4: in method 'method'") == true)
    #expect(values[6].string?.contains("(...tail calls...)") == true)
    #expect(values[7].string?.contains("\n\t[C]: in function 'string.gsub'") == true)
  }

  @Test func deepStacksShowTheirEnds() throws {
    let text = try #require(
      try strings(
        """
        local function deep(n) if n == 0 then return (debug.traceback("deep")) end return (deep(n - 1)) end
        local text = deep(5000)
        return text
        """)[0])
    let lines = text.split(separator: "\n")
    #expect(lines.count == 24)
    #expect(lines[12] == "\t...\t(skipping 4981 levels)")
    #expect(lines.last == "\ttest.lua:2: in main chunk")
  }

  @Test func functionInformationMatchesLua() throws {
    let values = try TestSession().run(
      """
      local up = 1
      local function f(a, b, ...)
        local info = debug.getinfo(1)
        return info, up
      end
      local info = f()
      local caller = (function() return debug.getinfo(2, "Sl") end)()
      local c = debug.getinfo(print)
      local active = debug.getinfo(f, "L").activelines
      return info.name, info.namewhat, info.currentline, info.linedefined, info.lastlinedefined, info.what,
        info.short_src, info.source, info.nups, info.nparams, info.isvararg, info.func == f, caller.what,
        caller.currentline, c.what, c.short_src, c.currentline, debug.getinfo(100), active[3], active[6],
        debug.getinfo(f, "f").func == f, debug.getinfo(1, "S").what
      """)
    #expect(values[0].string == "f")
    #expect(values[1].string == "local")
    #expect(values[2...4].map(\.integer) == [3, 2, 5])
    #expect(values[5...7].map(\.string) == ["Lua", "test.lua", "@test.lua"])
    #expect(values[8...9].map(\.integer) == [2, 2])
    #expect(values[10...11].map(\.boolean) == [true, true])
    #expect(values[12].string == "main")
    #expect(values[13].integer == 7)
    #expect(values[14...15].map(\.string) == ["C", "[C]"])
    #expect(values[16].integer == -1)
    #expect(values[17].isNil)
    #expect(values[18].boolean == true)
    #expect(values[19].isNil)
    #expect(values[20].boolean == true)
    #expect(values[21].string == "main")
  }

  /// strict.lua checks who assigns: the handlers of `_G` are directly next to the script's code.
  @Test func strictModulesKnowTheAssigningFunction() throws {
    let test = try TestSession()
    let values = try test.run(
      """
      local function what() local info = debug.getinfo(3, "S") return info and info.what or "C" end
      local asked = {}
      setmetatable(_G, { __newindex = function(t, name, value) asked[name] = what() rawset(t, name, value) end })
      fromMain = 1
      local function assign() fromFunction = 2 end
      assign()
      return asked.fromMain, asked.fromFunction
      """)
    #expect(values.map(\.string) == ["main", "Lua"])
  }

  /// Built-in modules are not on the stack of a script.
  @Test func hostFramesDoNotCount() throws {
    let test = try TestSession()
    let values = try test.run(
      """
      local inside, trace
      assert.has_error(function()
        inside = debug.getinfo(2, "S").short_src .. " " .. tostring(debug.getinfo(2, "l").currentline)
        trace = debug.traceback()
        error("x")
      end)
      return inside, trace
      """)
    #expect(values[0].string?.contains("[homescreen]") == false, "\(values[0])")
    #expect(values[1].string?.contains("[homescreen]") == false)
    #expect(values[1].string?.contains("test.lua:2: in main chunk") == true)
  }

  @Test func badArgumentErrorsMatchLua() throws {
    let test = try TestSession()
    for (source, message) in [
      ("debug.getinfo('x')", "bad argument #1 to 'getinfo' (number expected, got string)"),
      ("debug.getinfo(1, 'X')", "bad argument #2 to 'getinfo' (invalid option)"),
      ("debug.getinfo(1, '>')", "bad argument #2 to 'getinfo' (invalid option '>')"),
      ("debug.getinfo(1, {})", "bad argument #2 to 'getinfo' (string expected, got table)"),
      ("debug.getinfo()", "bad argument #1 to 'getinfo' (number expected, got no value)"),
      ("debug.traceback('x', {})", "bad argument #2 to 'traceback' (number expected, got table)"),
      ("debug.setmetatable({}, 1)", "bad argument #2 to 'setmetatable' (nil or table expected, got number)"),
    ] {
      #expect(test.error(source)?.message == message, "\(source)")
    }
    #expect(try test.run("return debug.getinfo(-1)")[0].isNil)
    try test.run(
      """
      local co = coroutine.create(function() return coroutine.yield(1) end)
      coroutine.resume(co)
      if pcall(debug.getinfo, co, 0, "fX") then error("accepted") end
      local _, result = coroutine.resume(co, "kept")
      if result ~= "kept" then error("the coroutine was disturbed") end
      """)
  }

  @Test(arguments: [
    "sethook", "getregistry", "setlocal", "getuservalue", "setuservalue", "setcstacklimit", "debug", "upvalueid",
  ])
  func inspectionOfOtherCodeIsRefused(name: String) throws {
    let test = try TestSession()
    #expect(test.error("debug.\(name)(1, 1)")?.message.hasPrefix("debug.\(name) is not available") == true)
  }

  /// The replacement for setfenv since Lua 5.2, for functions of the script.
  @Test func variablesOfScriptFunctionsCanBeSet() throws {
    let test = try TestSession()
    let values = try test.run(
      """
      local shared, other = 1, 2
      local function f() return shared, missing end
      local function g() return other, shared end
      local function index(f, name)
        for n = 1, 9 do if debug.getupvalue(f, n) == name then return n end end
      end
      local name, value = debug.getupvalue(f, index(f, "shared"))
      debug.setupvalue(f, index(f, "shared"), 10)
      local env = index(f, "_ENV")
      debug.upvaluejoin(f, env, function() return name end, 1)
      debug.setupvalue(f, env, { missing = "found" })
      local a, b = f()
      return name, value, a, b, select(2, g()), type(print), debug.getupvalue(f, 9)
      """)
    #expect(values[1].integer == 1)
    #expect(values[2].integer == 10)
    #expect(values[3].string == "found")
    #expect(values[4].integer == 10)
    #expect(values[5].string == "function")
    #expect(values.count == 6)
  }

  @Test func variablesOfTheHostAreHidden() throws {
    let test = try TestSession()
    let values = try test.run(
      """
      return select("#", debug.getupvalue(print, 1)), select("#", debug.getupvalue(collectgarbage, 1)),
        select("#", debug.getupvalue(assert.equal, 1)), select("#", debug.getupvalue(Device, 1))
      """)
    #expect(values.map(\.integer) == [0, 0, 0, 0])
    for source in [
      "debug.setupvalue(assert.equal, 1, print)", "debug.setupvalue(collectgarbage, 1, print)",
      "debug.upvaluejoin(assert.equal, 1, function() return print end, 1)",
      "local x local function f() return x end debug.upvaluejoin(f, 1, assert.same, 1)",
      "local x local function f() return x end debug.upvaluejoin(f, 1, f, 2)", "debug.setupvalue(1, 1, 1)",
    ] {
      #expect(test.error(source) != nil, "\(source)")
    }
  }

  @Test func metatablesOfTheHostCannotChange() throws {
    let test = try TestSession()
    let values = try test.run(
      """
      local mt, other = {}, {}
      local t = setmetatable({}, mt)
      local before = debug.getmetatable(t) == mt
      debug.setmetatable(t, other)
      return before, getmetatable(t) == other, debug.getmetatable(Device {}),
        debug.getmetatable(_G), debug.getmetatable("").__index == string, debug.getlocal(function(a, b) end, 2),
        debug.getlocal(print, 1), debug.gethook()
      """)
    #expect(values[0].boolean == true)
    #expect(values[1].boolean == true)
    #expect(values[2].string == "device")
    #expect(values[3].isNil)
    #expect(values[4].boolean == true)
    #expect(values[5].string == "b")
    for source in [
      "debug.setmetatable(Device {}, {})", "debug.setmetatable(nil, {})", "debug.setmetatable('', {})",
      "debug.setmetatable(print, {})", "debug.setmetatable(setmetatable({}, { __metatable = 1 }), {})",
      "local x = 1 debug.getlocal(1, 1)",
    ] {
      #expect(test.error(source) != nil, "\(source)")
    }
  }

  /// Other coroutines can be inspected, even without memory.
  @Test func otherCoroutinesCanBeInspected() throws {
    let values = try TestSession().run(
      """
      local co
      co = coroutine.create(function(a)
        local function inner() coroutine.yield() end
        inner()
      end)
      coroutine.resume(co)
      local top, inner, outer = debug.getinfo(co, 0, "S").what, debug.getinfo(co, 1, "nlLf"), debug.getinfo(co, 2, "S")
      local alive = coroutine.resume(co) and coroutine.resume(co) == false
      return top, inner.name, inner.currentline, inner.activelines[3], type(inner.func), outer.linedefined,
        debug.getinfo(co, 3), alive
      """)
    #expect(values[0...1].map(\.string) == ["C", "inner"])
    #expect(values[2].integer == 3)
    #expect(values[3].boolean == true)
    #expect(values[4].string == "function")
    #expect(values[5].integer == 2)
    #expect(values[6].isNil)
    #expect(values[7].boolean == true)
  }

  /// Inspecting stacks uses the budget.
  @Test(arguments: [
    "while true do debug.traceback() end", "while true do debug.getinfo(1) end",
    "local function deep(n) if n > 0 then return 1 + deep(n - 1) end while true do debug.getinfo(1e9) end end deep(150000)",
    "for i = 1, 1e5 do _G['g' .. i] = i end while true do debug.traceback() end",
  ])
  func endlessCodeIsStopped(source: String) throws {
    let test = try TestSession(options: LuaOptions(budget: 20_000_000))
    #expect(try #require(test.error(source)).stop == .budget)
  }
}
