import LuaEngine
import Testing

/// Code with a separate string library uses its own strings, wherever it is called and however it was compiled.
@Suite struct SeparateStringLibraryTests {
  /// A state with a function `own` with a separate string library, returned by a chunk.
  private func state(_ chunk: String, name: String = "@other.lua") throws -> LuaState {
    let lua = try LuaState(LuaOptions(budget: 20_000_000))
    let globals = lua.copyEnvironment()
    let stringLibrary = try lua.makeStringLibrary(ofStringsIn: globals)
    let loaded = try lua.move(lua.load(chunk, chunkName: name), to: stringLibrary)
    lua.setEnvironment(globals, of: loaded)
    try lua.call(loaded).first.map { lua.setGlobal("own", to: $0) }
    return lua
  }

  private func run(_ source: String, in lua: LuaState) throws -> [String] {
    lua.arm()
    return try lua.call(lua.load(source, chunkName: "@script.lua")).map { try lua.describe($0) }
  }

  /// Changes of the script to strings before it calls the other code.
  private static let vandal = """
    string.upper = function() return "script's" end
    string.trim = function(s) return "trimmed" end
    local meta = getmetatable("")
    meta.__index = setmetatable({ upper = string.upper, trim = string.trim }, { __index = string })
    meta.__add, meta.__unm = function() return "sum" end, function() return "negative" end
    meta.__call = function(s, n) return s .. n, n end
    meta.__concat = function() return "joined" end
    meta.__lt = function() return true end

    """

  @Test(arguments: [
    // An expression in the other code, and its result.
    ("return function(s) return s:upper() end", "ABC"),
    ("return function(s) return s.trim end", "nil"),
    ("return function(s) return (s:gsub('b', function(c) return c:upper() end)) end", "aBc"),
    (
      "return function(s) local t = { s, 'b' } table.sort(t, function(a, b) return a:upper() < b:upper() end) return t[1] end",
      "abc"
    ),
    ("return function(s) return coroutine.wrap(function() return s:upper() end)() end", "ABC"),
    ("return function(s) return coroutine.wrap(function() coroutine.yield() return s:upper() end) end", "function"),
    ("return function(s) return load('return (...):upper()')(s) end", "ABC"),
    ("return function(s) return load(load('return \"return (...):upper()\"')())(s) end", "ABC"),
    ("return function(s) return pcall(function() return s:upper() end) and s:upper() end", "ABC"),
    ("return function(s) local function tail(t) return t:upper() end return tail(s) end", "ABC"),
    ("return function(s) return setmetatable({}, { __index = function(_, k) return k:upper() end })[s] end", "ABC"),
    ("return function(s) return '10' + 1 end", "11"),
    ("return function(s) return -'3' end", "-3"),
    ("return function(s) return tostring(pcall(function() return s() end)) end", "false"),
    ("return function(s) return tostring(pcall(function() return s .. {} end)) end", "false"),
    ("return function(s) return tostring(pcall(function() return s < 1 end)) end", "false"),
    ("return function(s) return getmetatable('').__call == nil and getmetatable(s).__index == string end", "true"),
    ("return function(s) return coroutine.wrap(string.upper)(s) end", "ABC"),
    (
      "return function(s) return (coroutine.wrap(table.unpack)(setmetatable({}, { __index = function(_, k) return s:upper() end, __len = function() return 1 end }))) end",
      "ABC"
    ),
  ])
  func scriptsDoNotChangeTheStringsOfOtherCode(chunk: String, expected: String) throws {
    let lua = try state(chunk)
    let result = try run(Self.vandal + "return own 'abc'", in: lua).first ?? ""
    #expect(result == expected || result.hasPrefix(expected + ":"), "\(result)")
  }

  @Test(arguments: [
    ("return ('abc'):upper()", ["script's"]), ("return ('abc'):trim()", ["trimmed"]), ("return '1' + 1", ["sum"]),
    ("return 1 + '1'", ["sum"]), ("return -'1'", ["negative"]), ("return ('abc')('d')", ["abcd", "d"]),
    ("return 'a' .. {}", ["joined"]), ("return 'a' < 1", ["true"]),
    ("return load('return (...):upper()')('x')", ["script's"]),
    ("own('abc') return ('abc'):upper()", ["script's"]),
  ])
  func scriptKeepsItsChanges(source: String, expected: [String]) throws {
    let lua = try state("string.upper = nil getmetatable('').__add = nil return function(s) return s .. 'x' end")
    #expect(try run(Self.vandal + source, in: lua) == expected)
  }

  @Test func otherCodeDoesNotChangeTheStringsOfTheScript() throws {
    let lua = try state(
      """
      string.upper, string.shout = function() return "own" end, function() return "own" end
      getmetatable("").__mul = function() return "own" end
      return function(s) return s:upper() .. s:shout() .. s * 2 end
      """)
    #expect(try run("return ('a'):upper(), ('a').shout, '4' * 2, own 'a'", in: lua) == ["A", "nil", "8", "ownownown"])
  }

  @Test func eachStringLibraryIsSeparate() throws {
    let lua = try LuaState()
    for name in ["a", "b"] {
      let globals = lua.copyEnvironment()
      let stringLibrary = try lua.makeStringLibrary(ofStringsIn: globals)
      let source = "string.who = function() return '\(name)' end return function(s) return s:who() end"
      let chunk = try lua.move(lua.load(source, chunkName: "@\(name).lua"), to: stringLibrary)
      lua.setEnvironment(globals, of: chunk)
      let function = try #require(try lua.call(chunk).first)
      lua.setGlobal(name, to: function)
    }
    #expect(try run("return a 'x', b 'x', ('x').who", in: lua) == ["a", "b", "nil"])
  }

  @Test func chunkWithTheSameNameBelongsToTheScript() throws {
    let lua = try state("return function(s) return s:upper() end")
    let source = """
      string.upper = function() return "script's" end
      return load("return (...):upper()", "@other.lua")("x"), load("return (...):upper()", "@other.lua\\0\\1\\2")("x"),
        own "x"
      """
    #expect(try run(source, in: lua) == ["script's", "script's", "X"])
  }

  @Test(arguments: [
    ("@other.lua", "other.lua:1: here"), ("=other", "other:1: here"),
    ("@" + String(repeating: "d/", count: 40) + "x.lua", "d/x.lua:1: here"),
  ])
  func messagesShowPlainNames(name: String, expected: String) throws {
    let lua = try state("return function() error('here') end", name: name)
    let message = try run("return select(2, pcall(own))", in: lua)[0]
    #expect(message.hasSuffix(expected), "\(message)")
    #expect(!message.unicodeScalars.contains { $0.value < 32 })
  }

  @Test func compiledTextIsNamedAsInLua() throws {
    let lua = try state("return function() return select(2, pcall(load('error(\"here\")'))) end")
    #expect(
      try run("return own(), (select(2, pcall(load('error(\"here\")'))))", in: lua) == [
        "[string \"error(\"here\")\"]:1: here", "[string \"error(\"here\")\"]:1: here",
      ])
  }

  @Test(arguments: [
    "return ('x')()", "return 'a' .. nil", "return 'a' < 1", "return ('x') | 1.5", "local s = 'x' s.y = 1",
    "return 'a' + 1",
    "return -'a'", "for k in pairs('x') do end", "return ('x').y.z", "return 1 < 'a'", "return #nil .. 'x'",
    "return 'a' & 'b'",
    "getmetatable('').__index = nil return ('x').y", "getmetatable('').__index = nil return ('x'):y()",
  ])
  func mistakesStayErrors(source: String) throws {
    let lua = try state("return 1")
    let results = try run(
      "getmetatable('') local fine, message = pcall(function() \(source) end) return fine, message", in: lua)
    #expect(results[0] == "false")
    #expect(results[1].contains("attempt to") || results[1].contains("expected"), "\(results[1])")
  }

  @Test func stringsAreUnchangedAfterReadingTheirMetatable() throws {
    let lua = try state("return 1")
    let source = """
      getmetatable("")
      local t = setmetatable({}, { __concat = function() return "c" end, __lt = function() return true end,
        __le = function() return true end, __bor = function() return 7 end, __add = function() return 8 end })
      return tostring("x"), "a" .. t, t .. "a", "a" < t, t <= "a", "a" | t, "a" + t, #"abc", "a" < "b",
        string.format("%s", "y"), "10" + 1
      """
    #expect(try run(source, in: lua) == ["x", "c", "c", "true", "true", "7", "8", "3", "true", "y", "11"])
  }

  @Test func metamethodsMayYield() throws {
    let lua = try state("return 1")
    let source = """
      getmetatable("").__index = function(s, key) return coroutine.yield(key) end
      local co = coroutine.wrap(function() return ("x").y end)
      return co(), co("answer")
      """
    #expect(try run(source, in: lua) == ["y", "answer"])
  }

  @Test func errorValuesUseTheMethodsOfTheCaller() throws {
    let lua = try state("return function(e) return e:upper() end")
    lua.define("fail") { _ in throw LuaFailure("oops") }
    let results = try run(
      "string.upper = function() return 'script' end local _, e = pcall(fail) return e:upper(), own(e)", in: lua)
    #expect(results[0] == "script")
    #expect(results[1].hasSuffix("OOPS"))
  }

  @Test func budgetHoldsForEachLibrary() throws {
    let lua = try state("return function(s) while true do s:upper() end end")
    lua.arm(budget: 100_000)
    let chunk = try lua.load("own 'x'", chunkName: "=test")
    let error = try #require(throws: LuaError.self) { try lua.call(chunk) }
    #expect(error.stop == .budget)
  }
}
