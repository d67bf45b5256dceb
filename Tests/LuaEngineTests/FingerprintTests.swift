import LuaEngine
import TestSupport
import Testing

/// Fingerprints of script memory.
@Suite struct FingerprintTests {
  private let lua: LuaState

  init() throws {
    lua = try LuaState()
  }

  private func fingerprint(_ expression: String) throws -> UInt64? {
    let function = try lua.load("return \(expression)", chunkName: "=memory")
    let value = try #require(lua.results(of: function).first)
    return lua.fingerprint(of: value, and: nil) { _ in nil }
  }

  @Test(arguments: [
    "1", "'text'", "{ 1, 2, { a = true } }", "{ a = 1, b = { c = 2 }, [false] = 0.5 }",
    "(function() local t = {} t.self = t return t end)()",
  ])
  func equalMemoryHasEqualFingerprints(expression: String) throws {
    let first = try #require(try fingerprint(expression))
    #expect(try fingerprint(expression) == first)
  }

  @Test func historyOfATableDoesNotMatter() throws {
    let plain = try #require(try fingerprint("{ a = 1, b = 2, c = 3 }"))
    let grown = "(function() local t = { c = 3 } for i = 1, 100 do t['x' .. i] = i end "
    #expect(try fingerprint(grown + "for i = 1, 100 do t['x' .. i] = nil end t.b = 2 t.a = 1 return t end)()") == plain)
  }

  @Test(arguments: [
    ("1", "1.0"), ("1", "2"), ("'a'", "'b'"), ("{ 1 }", "{ 1, 1 }"), ("{ a = 1 }", "{ a = 2 }"),
    ("{ a = 1 }", "{ b = 1 }"),
    ("true", "false"), ("{ a = {} }", "{ a = 1 }"),
    // One table under two names differs from two equal tables.
    ("(function() local t = {} return { t, t } end)()", "{ {}, {} }"),
    ("setmetatable({}, { __index = { a = 1 } })", "setmetatable({}, { __index = { a = 2 } })"),
  ])
  func differentMemoryHasDifferentFingerprints(first: String, second: String) throws {
    #expect(try fingerprint(first) != fingerprint(second))
  }

  @Test func capturedValuesCount() throws {
    let make = try lua.load(
      "local function counter(n) return function() n = n + 1 return n end end return counter", chunkName: "=memory")
    let counter = try #require(lua.call(make).first?.function)
    func captured(_ number: Int) throws -> UInt64? {
      lua.fingerprint(of: try #require(lua.results(of: counter, [number]).first), and: nil) { _ in nil }
    }
    #expect(try captured(1) == captured(1))
    #expect(try captured(1) != captured(2))
    #expect(try captured(1) != nil)
  }

  /// Incomparable values never make equal memory.
  @Test(arguments: [
    "coroutine.create(function() end)", "{ [{}] = 1 }",
    "(function() local t = {} for i = 1, 300 do t['k' .. i] = i end return t end)()",
    "(function() local t = {} for i = 1, 3000 do t[i] = {} end return t end)()",
    "(function() local t = {} for i = 1, 200 do t = { t } end return t end)()",
  ])
  func incomparableValuesAreReported(expression: String) throws {
    #expect(try fingerprint(expression) == nil)
  }

  /// Garbage may keep values of an anchor: when the collector waits, the remaining values do not depend on addresses.
  @Test func collectorWaitsForTheEndOfWork() throws {
    let work = try lua.load(
      "local weak = setmetatable({ {} }, { __mode = 'v' }) for i = 1, 20000 do local t = { i } end return weak[1] ~= nil",
      chunkName: "=work")
    #expect(try lua.call(work).first?.boolean == false)
    var most = 0
    for _ in 1...40 {
      lua.collectBetween()
      #expect(try lua.call(work).first?.boolean == true)
      most = max(most, lua.memoryInUse)
    }
    // All objects together are several times as large.
    #expect(most < 16 << 20)
  }

  @Test func scriptWithMuchGarbageStaysBelowTheMemoryLimit() throws {
    let lua = try LuaState(LuaOptions(memoryCeiling: 8 << 20))
    lua.collectBetween()
    try lua.call(lua.load("for i = 1, 100 do local text = ('x'):rep(1000000 + i) end", chunkName: "=work"))
    #expect(lua.memoryInUse < 16 << 20)
  }
}
