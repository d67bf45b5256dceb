extension HostileScript {
  /// Memory, depth and size.
  static let greedy: [HostileScript] = [
    .greedy("a table that grows", "local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end"),
    .greedy("a string that doubles", "local s = 'x' while true do s = s .. s end"),
    .greedy("string.format that doubles", "local s = 'x' while true do s = string.format('%s%s', s, s) end"),
    .greedy("coroutines that are kept", "local t = {} while true do t[#t + 1] = coroutine.create(print) end"),
    .greedy("inside app:run", app + "app:run(function()\n local s = 'x' while true do s = s .. s end\nend)", line: 3),
    .greedy(
      "inside a completion handler",
      app + """
        app:run(function()
          UIApplication.shared:setAlternateIconName("night", function()
            local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end
          end)
        end)
        device.alert:tap "OK"
        """, line: 4),
    .greedy(
      "long strings that are kept",
      """
      local kept = {}
      for i = 1, 1e9 do kept[i] = ("x"):rep(1 << 20) .. i end
      """, line: 2),
    HostileScript(
      "string.rep of nothing, for ever", #"print(#string.rep("", 1e18|0))"#, exitCode: 0, error: "0", line: nil),
    HostileScript("string.rep of more than there is", "string.rep('x', 1e18|0)", error: "resulting string too large"),
    HostileScript(
      "table.move over all slots", "table.move({}, 1, math.maxinteger, 2)", error: "destination wrap around"),
    HostileScript("unpack of millions", "return table.unpack({}, 1, 1e7)", error: "too many results to unpack"),
    HostileScript(
      "unpack with a huge __len", "table.unpack(setmetatable({}, { __len = function() return math.maxinteger end }))",
      error: "too many results to unpack"),
    HostileScript(
      "a comparator without sense",
      "local t = {} for i = 1, 2000 do t[i] = i * 7919 % 2003 end table.sort(t, function() return true end)",
      error: "invalid order function for sorting"),
    HostileScript(
      "recursion in Lua", "local function f() return 1 + f() end f()", error: "stack overflow", budget: 20_000_000,
      memory: 128),
    HostileScript(
      "recursion through app:run", app + "local function f() app:run(f) end f()",
      error: "was called by code that runs inside", line: 2),
    HostileScript(
      "recursion through app:run and pcall",
      app + "local function f() pcall(app.run, app, f) end f() print 'still sound'",
      exitCode: 0, error: "still sound", line: nil),
    HostileScript(
      "recursion in __tostring",
      "local t = setmetatable({}, {}) getmetatable(t).__tostring = function() return tostring(t) end print(t)",
      error: "C stack overflow"),
    HostileScript(
      "coroutines inside one another", "local function f() return coroutine.wrap(f)() end f()",
      error: "C stack overflow"
    ),
    HostileScript(
      "describe inside describe, for ever", "local function d() describe('x', d) end d()", exitCode: 1,
      error: "blocks are nested more than 190 levels deep"),
    HostileScript(
      "two describes in each describe", "local function d() describe('x', d) describe('y', d) end d()", exitCode: 1,
      error: "blocks are nested more than 190 levels deep"),
    HostileScript(
      "tables inside one another as a property list",
      """
      local top = {} local t = top for i = 1, 1e5 do t.x = {} t = t.x end
      AppPackage { plist = { CFBundleIdentifier = "a", x = top } }
      """, error: "this table cannot be in a property list", hint: "at most 100", line: 2, budget: 20_000_000),
    HostileScript(
      "a cyclic table as a property list",
      """
      local t = { CFBundleIdentifier = "com.example.a" } t.t = t
      AppPackage { plist = t }
      """, error: "contains itself", hint: "at most 100", line: 2),
    HostileScript(
      "cyclic tables compared", "local a, b = {}, {} a.a = a b.b = b assert.same(a, b)", error: "the tables differ"),
    HostileScript(
      "a block that queues itself",
      app + """
        app:run(function() local function again() DispatchQueue.main:async(again) end again() end)
        """, error: "used up its budget", hint: "--budget", line: 2, budget: 300_000),
    HostileScript(
      "time beyond all time", "Device {}:advance(1e300)", error: "is not a time in seconds", hint: "from 0 to"),
  ]
}
