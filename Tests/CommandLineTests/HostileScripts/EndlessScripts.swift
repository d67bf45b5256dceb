extension HostileScript {
  /// Loops in every part of the language and the library.
  static let endless: [HostileScript] = [
    .endless("a plain loop", "while true do end"),
    .endless("goto", "::again:: goto again"),
    .endless("in coroutine.wrap", "coroutine.wrap(function() while true do end end)()"),
    .endless(
      "in a resumed coroutine",
      "coroutine.resume(coroutine.create(function() while true do end end)) print 'never seen'"),
    .endless("pcall in a loop", "while true do pcall(function() while true do end end) end"),
    .endless("pcall of error in a loop", "while true do pcall(error) end"),
    .endless(
      "memory eaten again and again",
      "while true do pcall(function() local s = 'x' while true do s = s .. s end end) end"),
    .endless("swallowed by pcall", "pcall(function() while true do end end) print 'never seen'"),
    .endless("in xpcall's handler", "xpcall(error, function() while true do end end)"),
    .endless("in __close", "do local x <close> = setmetatable({}, { __close = function() while true do end end }) end"),
    .endless(
      "in __close, while a stop is under way",
      "pcall(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end end)"
    ),
    .endless("in __index", "return setmetatable({}, { __index = function() while true do end end }).x"),
    .endless("in __index of all strings", "getmetatable('').__index = function() while true do end end return ('x').y"),
    .endless(
      "in __eq that an assertion calls",
      """
      local m = { __eq = function() while true do end end }
      assert.equal(setmetatable({}, m), setmetatable({}, m))
      """),
    .endless("in a pattern", "return ('a'):rep(1e5):find(('.-'):rep(30) .. 'b')"),
    .endless("in gsub's function", "return ('x'):gsub('.', function() while true do end end)"),
    .endless("in sort's comparator", "table.sort({ 3, 2, 1 }, function() while true do end end)"),
    .endless("table.move over all slots", "table.move(setmetatable({}, { __index = function() end }), 1, 1e15|0, 2)"),
    .endless(
      "table.insert with a huge __len",
      "table.insert(setmetatable({}, { __len = function() return math.maxinteger - 1 end }), 1, 1)"),
    .endless(
      "table.concat with a huge __len",
      "table.concat(setmetatable({}, { __len = function() return math.maxinteger end, __index = function() return '' end }))"
    ),
    .endless("load with a reader in Lua", "load(function() return ' ' end)"),
    .endless("load with a reader in C", "load(coroutine.wrap(function() while true do coroutine.yield ' ' end end))"),
    .endless("coroutines made for ever", "while true do coroutine.wrap(function() end)() end"),
    .endless("print for ever", "while true do print 'again and again' end"),
    .endless("devices for ever", "while true do Device {} end"),
    HostileScript(
      "in a describe block", "describe('x', function() while true do end end)", exitCode: 1,
      error: "used up its budget of instructions", hint: "--budget N", line: 1),
    HostileScript(
      "in app:run", app + "app:run(function() while true do end end)", error: "does not end",
      hint: "a tenth of the script's budget", line: 2),
    // The simulated watchdog ends the app, and the script continues (LAUNCH-067).
    HostileScript(
      "in a completion handler",
      app + """
        app:run(function() UIApplication.shared:setAlternateIconName("night", function() while true do end end) end)
        device.alert:tap "OK"
        assert.equal("0x8badf00d", app.crash.code)
        print "and the script goes on"
        """, exitCode: 0, error: "and the script goes on", line: nil),
    HostileScript(
      "NSLog for ever", app + "app:run(function() while true do NSLog('%s', ('x'):rep(1e5)) end end)",
      error: "does not end", line: 2),
  ]
}
