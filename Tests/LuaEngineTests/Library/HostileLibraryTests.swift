import LuaEngine
import Testing

/// Library calls of any script end soon: with a result, an error, the budget or the memory limit.
@Suite struct HostileLibraryTests {
  @Test(arguments: [
    #"""
    while true do end
    """#,
    #"""
    local co = coroutine.create(function() while true do end end) coroutine.resume(co) return "after"
    """#,
    #"""
    while true do pcall(function() while true do end end) end
    """#,
    #"""
    xpcall(error, function() while true do end end)
    """#,
    #"""
    while true do xpcall(error, function() error("again") end) end
    """#,
    #"""
    do local x <close> = setmetatable({}, {__close=function() while true do end end}) end
    """#,
    #"""
    local co = coroutine.wrap(function() local x <close> = setmetatable({}, {__close=function() while true do end end}) while true do end end) pcall(co) pcall(co)
    """#,
    #"""
    local co = coroutine.create(function() local x <close> = setmetatable({}, {__close=function() while true do end end}) while true do end end) coroutine.resume(co) coroutine.close(co)
    """#,
    #"""
    local t = setmetatable({}, {__index=function(t,k) while true do end end}) return t.x
    """#,
    #"""
    local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x
    """#,
    #"""
    return ("a"):rep(1e5):find((".-"):rep(30).."b")
    """#,
    #"""
    return ("a"):rep(1e5):find(("a*"):rep(30).."b")
    """#,
    #"""
    return ("a"):rep(1e5):match(("(a?)"):rep(32)..("a*"):rep(20).."b")
    """#,
    #"""
    return ("("):rep(1e6):find("%b()")
    """#,
    #"""
    return ("a"):rep(1e6):gsub("a*b", "x")
    """#,
    #"""
    for a in ("a"):rep(1e6):gmatch("a*b") do end
    """#,
    #"""
    return ("a"):rep(1e6):find("["..("b"):rep(1e6).."]*c")
    """#,
    #"""
    return #string.rep("", 1e18|0)
    """#,
    #"""
    return string.rep("", 1e18|0, "")
    """#,
    #"""
    return string.rep("x", 1e10|0)
    """#,
    #"""
    return string.rep("x", 1e9|0)
    """#,
    #"""
    while true do pcall(string.rep, "x", 1e9|0) end
    """#,
    #"""
    while true do local s = string.rep("x", 1e7|0) end
    """#,
    #"""
    return table.move({},1,math.maxinteger,2)
    """#,
    #"""
    return table.move({},2,math.maxinteger,1)
    """#,
    #"""
    return table.move(setmetatable({},{__index=function() end}),1,1e15|0,2)
    """#,
    #"""
    return table.insert(setmetatable({}, {__len=function() return math.maxinteger-1 end}), 1, 1)
    """#,
    #"""
    return table.insert(setmetatable({}, {__len=function() return math.maxinteger end}), 1, 1)
    """#,
    #"""
    return table.insert(setmetatable({}, {__len=function() return math.mininteger end}), 1, 1)
    """#,
    #"""
    return table.remove(setmetatable({}, {__len=function() return math.maxinteger end}), 1)
    """#,
    #"""
    return table.remove(setmetatable({}, {__len=function() return math.mininteger end}))
    """#,
    #"""
    return table.concat(setmetatable({}, {__len=function() return math.maxinteger end, __index=function() return "" end}))
    """#,
    #"""
    return table.concat(setmetatable({}, {__index=function() return ("x"):rep(1e6) end}), "", 1, math.maxinteger)
    """#,
    #"""
    return table.unpack({}, 1, 1e7)
    """#,
    #"""
    return table.unpack(setmetatable({}, {__len=function() return math.maxinteger end}))
    """#,
    #"""
    while true do pcall(table.unpack, {}, 1, 9e5) end
    """#,
    #"""
    return table.sort(setmetatable({}, {__len=function() return 1e9|0 end}))
    """#,
    #"""
    local t = {} for i=1,2000 do t[i]=i*7919%2003 end table.sort(t, function() return true end) return #t
    """#,
    #"""
    local t = {} for i=1,2000 do t[i]=i*7919%2003 end table.sort(t, function(a,b) return (a*b)%3==1 end) return #t
    """#,
    #"""
    local n=0 local t = {} for i=1,2000 do t[i]=i end table.sort(t, function(a,b) n=n+1 t[n]=nil return n%2==0 end) return n < 1e5
    """#,
    #"""
    return table.sort({3,2,1}, function() while true do end end)
    """#,
    #"""
    return load(function() return " " end)
    """#,
    #"""
    return load(function() return ("x "):rep(1e5) end)
    """#,
    #"""
    return load(string.rep("(", 1e6))
    """#,
    #"""
    return load("return " .. ("{"):rep(1e6))
    """#,
    #"""
    return load("return " .. ("1+"):rep(1e5).."1") ~= nil
    """#,
    #"""
    return load(("::l%d:: "):rep(1e4)) ~= nil
    """#,
    #"""
    return load("\27Lua")
    """#,
    #"""
    return load(function() return "\27Lua" end)
    """#,
    #"""
    return load("return 1", "=x", "b")
    """#,
    #"""
    local function f() return ("x"):gsub(".", f) end return f()
    """#,
    #"""
    local function f() return (("x"):gsub(".", f)) .. "x" end return #f()
    """#,
    #"""
    return ("x"):rep(1e5):gsub(".", ("%0"):rep(1e5))
    """#,
    #"""
    return ("x"):gsub(("(x?)"):rep(33), "")
    """#,
    #"""
    return ("x"):rep(300):find(("x?"):rep(300))
    """#,
    #"""
    return ("x"):rep(300):find(("()"):rep(32)..("x?"):rep(300))
    """#,
    #"""
    return select('#', table.unpack({}, 1, 1e6))
    """#,
    #"""
    return select('#', table.unpack({}, 1, 9e5))
    """#,
    #"""
    local t = setmetatable({}, {}) getmetatable(t).__tostring = function() return tostring(t) end return tostring(t)
    """#,
    #"""
    local t = setmetatable({}, {}) getmetatable(t).__tostring = function() return string.format("%s", t) end return tostring(t)
    """#,
    #"""
    local t = setmetatable({}, {}) getmetatable(t).__tostring = print return tostring(t)
    """#,
    #"""
    return tostring(setmetatable({}, {__name=("x"):rep(1e3)})):sub(-12)
    """#,
    #"""
    return tostring(setmetatable({}, {__name=setmetatable({},{__tostring=error})}))
    """#,
    #"""
    local s = "%s" for i=1,40 do s = string.format(s..s, s, s) end
    """#,
    #"""
    return string.format("%99.99f", 1e308):len()
    """#,
    #"""
    return string.format(("%s"):rep(1e6), table.unpack({}, 1, 9e5))
    """#,
    #"""
    local function f(n) return coroutine.wrap(function() return f(n+1) end)() end return f(1)
    """#,
    #"""
    local function f(n) local ok, e = coroutine.resume(coroutine.create(function() return f(n+1) end)) return e end return f(1)
    """#,
    #"""
    local function f() pcall(f) end f() return 1
    """#,
    #"""
    local function f() return pcall(f) end return f()
    """#,
    #"""
    local function f() error(setmetatable({}, {__tostring=f})) end return (xpcall(f, f))
    """#,
    #"""
    local function f() return xpcall(f, f) end return f()
    """#,
    #"""
    local t = {} while true do t[#t+1] = ("x"):rep(1000)..#t end
    """#,
    #"""
    local s = "x" while true do s = s .. s end
    """#,
    #"""
    local t = {} for i = 1, 1e9 do t[i] = i end
    """#,
    #"""
    for i = 1, 1e9 do coroutine.create(print) end
    """#,
    #"""
    while true do coroutine.wrap(function() end)() end
    """#,
    #"""
    local co = coroutine.wrap(function() while true do coroutine.yield() end end) while true do co() end
    """#,
    #"""
    while true do collectgarbage() end
    """#,
    #"""
    local t = {} for i = 1, 1e5 do t[i] = {} end while true do collectgarbage() end
    """#,
    #"""
    return setmetatable({}, {__gc=function() end})
    """#,
    #"""
    while true do local t = {} for i = 1, 1000 do t["k"..i]=i end for k in pairs(t) do end end
    """#,
    #"""
    local t = {} for i = 1, 1e5 do t["k"..i]=i end local k while true do k = next(t, k) if k then t[k] = nil end if not k then return "drained" end end
    """#,
    #"""
    local t = {} for i = 1, 1e5 do t["k"..i]=i end while next(t) do t[next(t)] = nil end
    """#,
    #"""
    local t = {} for i = 1, 2e5 do t["k"..i]=i end local n = 0 for k in pairs(t) do n = n + 1 t[k] = nil end return n
    """#,
    #"""
    local t = {} for i = 1, 3000 do t[("x"):rep(1e4)..i]=i end while true do for k in pairs(t) do break end end
    """#,
    #"""
    return next({}, "absent")
    """#,
    #"""
    return next({1,2,3}, 5)
    """#,
    #"""
    return utf8.len(("\x80"):rep(1e6))
    """#,
    #"""
    local s = ("\x80"):rep(1e7) while true do pcall(utf8.offset, s, -3, 1e6|0) pcall(utf8.len, s, 1, -1, true) for _ in utf8.codes(s) do end end
    """#,
    #"""
    while true do pcall(string.pack, "c999999999", "") end
    """#,
    #"""
    while true do pcall(string.unpack, "z", ("x"):rep(1e6)) end
    """#,
    #"""
    local s = ("1"):rep(1e6) while true do tonumber(s) tonumber(s, 10) end
    """#,
    #"""
    local s = ("1"):rep(1e6) while true do local x = s + 0 end
    """#,
    #"""
    local s = ("1"):rep(1e7) while true do s:lower() end
    """#,
    #"""
    local s = ("1"):rep(1e7) while true do s:find("22", 1, true) end
    """#,
    #"""
    local s = ("1"):rep(1e6) while true do s:sub(1, -2) end
    """#,
    #"""
    return coroutine.close(coroutine.running())
    """#,
    #"""
    return coroutine.resume(coroutine.running())
    """#,
    #"""
    local co co = coroutine.create(function() return coroutine.close(co) end) return coroutine.resume(co)
    """#,
    #"""
    local co co = coroutine.wrap(function() return co() end) return co()
    """#,
    #"""
    return coroutine.yield(1)
    """#,
    #"""
    return coroutine.resume(1)
    """#,
    #"""
    return coroutine.resume(coroutine.create(print), table.unpack({}, 1, 9e5))
    """#,
    #"""
    local t = {} for i = 1, 1e3 do t[i%7==0 and i or "k"..i]=i end local n, k = 0 repeat k = next(t, k) if k then t[k] = nil n = n + 1 end until not k return n, next(t)
    """#,
    #"""
    local t = {} for i = 1, 5 do t[{}] = i end local n, k = 0 repeat k = next(t, k) if k then t[k] = nil n = n + 1 end until not k return n, next(t)
    """#,
  ])
  func hostileCallsEnd(source: String) throws {
    let lua = try LuaState(LuaOptions(memoryCeiling: 64 << 20, budget: 10_000_000))
    do {
      try lua.call(lua.load(source, chunkName: "=test"))
    } catch {
      #expect(!error.message.isEmpty)
    }
    // The state is usable afterwards.
    lua.arm()
    let results = try lua.call(lua.load("return #('x'):rep(3)", chunkName: "=after"))
    #expect(try results.map { try lua.describe($0) } == ["3"])
  }
}
