import Console
import LuaAPI
import Platform
import Testing

/// A local variable is visible in the following lines.
@Suite struct LocalsTests {
  @Test(arguments: [
    (["local item = 3", "item"], ["3"]),
    (["local item, other = 3, 4", "other, item"], ["4", "3"]),
    (["local item", "item == nil"], ["true"]),
    (["local function twice(n) return n == 0 and 0 or 2 + twice(n - 1) end", "twice(4)"], ["8"]),
    // A single variable, which functions share with later lines.
    (["local n = 0", "function up() n = n + 1 end", "up() up()", "n", "n = 10 up()", "n"], ["2", "11"]),
    (["local n = 0 local up = function() n = n + 1 return n end", "n = 5", "up(), n"], ["6", "6"]),
    // A new local of the same name is another variable.
    (
      ["local n = 1", "function old() return n end", "local n = n + 1", "n, old()", "n = 7", "old()"], ["2", "1", "1"]
    ),
    (["local a = 1 local a = a + 1 local b = a", "a, b"], ["2", "2"]),
    (["local a, a = 1, 2", "a"], ["2"]),
    // Blocks keep their locals.
    (["do local inner = 1 end", "inner"], []),
    (["for i = 1, 2 do local inner = i end", "inner"], []),
    (["local outer = 1 if outer then local inner = 2 outer = inner end", "outer, inner"], ["2", "nil"]),
    (["local f = function() local inner = 1 return inner end", "f(), inner"], ["1", "nil"]),
    (["while true do local inner = 1 break end repeat local r = 1 until r == 1", "inner, r"], ["nil", "nil"]),
    // Globals are separate.
    (["x = 1", "local x = 2", "x, _G.x", "x = 3", "x, _G.x"], ["2", "1", "3", "1"]),
    (["local print2 = print", "print2 'a'"], ["a"]),
    (["local x = 5", "=x"], ["5"]),
    (["local x = 5", "return x"], ["5"]),
    (["local x = 5 return x + 1", "x"], ["6", "5"]),
    // Constants, including those that Lua inlines.
    (["local k <const> = 3", "k + 1"], ["4"]),
    (["local k <const>, v, w <const> = 'a', { 1 }, {}", "v[1] = 2 v = v[1]", "k, v, #w"], ["\"a\"", "2", "0"]),
    (["local k <const> = nil", "k"], []),
    // Comments and strings declare nothing.
    (["-- local a = 1", "s = 'local b = 2' --[[ local c ]]", "a, b, c"], ["nil", "nil", "nil"]),
    // Values whose end is hard to find.
    (["local f = function(...) return select('#', ...) end local n = f(1, 2, f { 3 }, f 'x')", "n"], ["4"]),
    (
      [
        "local t = { f = function() return function() return 7 end end }",
        "local x = t.f()() + #t - -1 local y = not x", "x, y",
      ], ["8", "false"]
    ),
    (["local a = 1; local b = a;;", "a + b"], ["2"]),
    (["local x <const> = (function() return 1 end)() local y = 'a' .. [[b]] .. 2 ^ 3 // 1", "y"], ["\"ab8.0\""]),
    (["local n = 0 ::top:: local m = n n = n + 1 if n < 3 then goto top end", "n, m"], ["3", "2"]),
    (["goto on local skipped = 1 ::on::", "skipped"], []),
    (["local t = setmetatable({}, { __index = function(_, k) return k end })", "t.x, t['y']"], ["\"x\"", "\"y\""]),
    (["local _ENV = { y = 5 }", "y"], ["5"]),
    (["local x = 1, select(2, 1, 2)", "x"], ["1"]),
    (["local kept = 1 local kept_ = 2", "kept + kept_"], ["3"]),
    // The variables before an error live.
    (
      ["local n = 0", "local ok = pcall(function() n = 1 error 'x' end) local after = n", "ok, after"], ["false", "1"]
    ),
    (["= ...", "select('#', ...)"], ["0"]),
    (["local line = 'several'\nlocal lines = line ..\n  ' lines'", "lines"], ["\"several lines\""]),
  ])
  func localsLive(lines: [String], output: [String]) throws {
    let transcript = try REPLTranscript(lines)
    #expect(transcript.errors.isEmpty && transcript.output == output, "\(transcript)")
  }

  @Test func localsBeforeAnErrorLive() throws {
    let transcript = try REPLTranscript(["local a = 1 local b = a.x.y local c = 3", "a, b, c"], isInteractive: true)
    #expect(transcript.errors.first?.hasPrefix("error attempt to index a number value") == true, "\(transcript)")
    #expect(transcript.output == ["1", "nil", "nil"])
  }

  /// The messages of Lua, also about variables of earlier lines.
  @Test(arguments: [
    ("local k <const> = 1", "k = 2", "line 2: attempt to assign to const variable 'k'"),
    ("local k <const> = 1", "function f() k = 2 end", "line 2: attempt to assign to const variable 'k'"),
    ("local x = 1", "x = = 1", "line 2: unexpected symbol near '='"),
    ("local x = 1", "x end", "line 2: syntax error near 'end'"),
    ("local x", "x()", "line 2: attempt to call a nil value (upvalue 'x')"),
    ("local x = 1", "if x then error 'here' end", "line 2: here"),
  ])
  func errorsMatchLua(first: String, second: String, error: String) throws {
    let transcript = try REPLTranscript(first, second)
    #expect(transcript.errors.first == "error \(error)" && transcript.exitCode == .failure, "\(transcript)")
  }

  @Test func toBeClosedVariableEndsWithItsLine() throws {
    let lines = [
      "local f <close> = setmetatable({}, { __close = function() print 'closed' end }) local g = 1 print 'in'", "f, g",
    ]
    let transcript = try REPLTranscript(lines)
    #expect(transcript.output == ["in", "closed", "nil", "1"] && transcript.errors.isEmpty, "\(transcript)")
    let typed = try REPLTranscript(lines, isInteractive: true)
    #expect(typed.errors == ["note: f was closed at the end of the line"], "\(typed)")
  }

  @Test func completionKnowsLocals() throws {
    let transcript = try REPLTranscript("local lantern = { light = 1 }", "local lamp")
    let completer = Completer { transcript.repl.session }
    #expect(completer.completions(line: "la", cursor: 2).map(\.replacement).prefix(2) == ["lamp", "lantern"])
    #expect(completer.completions(line: "lantern.l", cursor: 9).map(\.replacement) == ["light"])
    #expect(transcript.repl.session.localNames == ["lantern", "lamp"])
  }

  @Test func rewindRecreatesLocals() throws {
    let transcript = try REPLTranscript(
      "local n = 1", "device:advance(1)", "n = 2", "device:advance(1)", "device:rewind(1)", "n", "device:rewind(0)", "n"
    )
    #expect(transcript.output == ["2", "1"], "\(transcript)")
  }
}
