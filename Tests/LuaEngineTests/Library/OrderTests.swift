import LuaEngine
import Testing

/// pairs and next visit keys in a fixed order: numbers, strings by bytes, false, true, objects.
@Suite struct OrderTests {
  /// keys(t) and walk(t): the keys that pairs and next visit, as text.
  private let helpers = #"""
    local function text(k) return type(k) == "number" and string.format("%q", k) or (tostring(k):gsub("%z", "\\0")) end
    local function keys(t)
      local all = {}
      for k in pairs(t) do all[#all + 1] = text(k) end
      return table.concat(all, " ")
    end
    local function walk(t)
      local all, k = {}, next(t)
      while k ~= nil do
        all[#all + 1] = text(k)
        k = next(t, k)
      end
      return table.concat(all, " ")
    end

    """#

  @Test func keyClassesAreOrdered() throws {
    let results = try run(
      helpers + #"""
        local mixed = { 10, 20, 30, [-1] = 1, [2.5] = 1, [1e300] = 1, [-1/0] = 1, [1/0] = 1, [true] = 1, [false] = 1, z = 1, a = 1, [""] = 1, B = 1, ["é"] = 1, ["a\0"] = 1, ["a\0b"] = 1, [math.maxinteger] = 1, [2^63] = 1, [2^53] = 1 }
        return keys(mixed), walk(mixed)
        """#)
    let expected =
      "-1e9999 -1 1 2 0x1.4p+1 3 9007199254740992 9223372036854775807 0x1p+63 0x1.7e43c8800759cp+996 1e9999"
      + "  B a a\\0 a\\0b z é false true"
    #expect(results == [expected, expected])
  }

  /// Tables of twelve kinds, grown and reduced at random; each traversal is compared with the order and the table.
  @Test func generatedTablesAreOrdered() throws {
    let results = try run(
      #"""
      local state = 7
      local function random(n) state = (state * 1103515245 + 12345) & 0x7fffffff return (state >> 8) % n + 1 end
      local makers = {
        function(i) return "key" .. i end, function(i) return i end, function(i) return -i end, function(i) return i * 3.5 end,
        function(i) return i * 1000003 % 65537 end, function(i) return ("prefix"):rep(5) .. i end, function(i) return string.char(i % 256, i // 256) end,
        function(i) return ("\0"):rep(i % 40) .. i % 7 end, function(i) return i % 2 == 0 and i or i .. "" end,
        function(i) return i % 2 == 0 and i / 4 or i end, function(i) return ("x"):rep(60) .. (i * 7919 % 1000) end,
        function(i) return i % 3 == 0 and math.maxinteger - i or i % 3 == 1 and 2^63 * i or "s" .. i end }
      local function before(a, b)
        local ta, tb = type(a), type(b)
        if ta ~= tb then return ta == "number" end
        return a < b
      end
      for round = 1, 400 do
        local make, t, n = makers[random(#makers)], {}, random(round % 10 == 0 and 2000 or 50)
        local seen = 0
        for i = 1, n do t[make(random(n))] = i end
        for i = 1, random(4) - 1 do t[make(random(n))] = nil end
        local last
        for k, v in pairs(t) do
          assert(t[k] == v)
          assert(last == nil or before(last, k))
          last, seen = k, seen + 1
        end
        for k in pairs(t) do seen = seen - 1 end
        assert(seen == 0)
        local k, count = nil, 0
        last = nil
        repeat
          k = next(t, k)
          if k ~= nil then assert(last == nil or before(last, k)) last = k count = count + 1 end
        until k == nil
        for k in pairs(t) do count = count - 1 end
        assert(count == 0)
        -- removal and assignment while traversing
        local visited = 0
        for k, v in pairs(t) do visited = visited + 1 t[k] = random(2) == 1 and -1 or nil
          local other = make(random(n)) if t[other] ~= nil then t[other] = nil end end
        local left = 0 for k in pairs(t) do left = left + 1 end
        assert(left <= visited)
        for k in pairs(t) do t[k] = nil end
        assert(next(t) == nil)
      end
      return "all in order"
      """#, budget: 2_000_000_000)
    #expect(results == ["all in order"])
  }

  @Test func orderIsTheSameInEveryState() throws {
    let source =
      helpers
      + "local t = {} for i = 1, 500 do t['k' .. i] = i t[i * 31 % 257 / 2] = i end return keys(t), walk(t)"
    let first = try run(source)
    #expect(first[0] == first[1])
    #expect(try run(source) == first)
    #expect(try run(source, seed: 99) == first)
  }

  @Test func nextMatchesPairs() throws {
    let results = try run(
      #"""
      local many = {} for i = 1, 40 do many["k" .. i] = i end
      local f, s = pairs(many)
      assert(f(s) == "k1" and f(s) == "k1" and f(s, "k1") == "k10" and f(s, "k2") == "k20" and f(s, "k9") == nil)
      local _, first = pcall(f, s, "absent")
      local few = { b = 1, a = 2, c = 3 }
      f, s = pairs(few)
      assert(f(s) == "a" and f(s) == "a" and f(s, "a") == "b" and f(s, "c") == nil and f(s, "a") == "b")
      local _, second = pcall(f, s, "absent")
      return first, second
      """#)
    #expect(results == ["invalid key to 'next'", "invalid key to 'next'"])
  }

  @Test(arguments: [
    ("next()", "bad argument #1 to 'next' (table expected, got no value)"),
    ("next({}, 1)", "invalid key to 'next'"),
    ("next({ 1, 2 }, 'x')", "invalid key to 'next'"),
    ("pairs()", "bad argument #1 to 'pairs' (value expected)"),
    ("for _ in pairs(nil) do end", "bad argument #1 to 'for iterator' (table expected, got nil)"),
  ])
  func badArgumentsAreRefused(source: String, message: String) throws {
    let results = try run("return select(2, pcall(function() \(source) end))")
    #expect(try #require(results.first).hasSuffix(message))
  }

  @Test func tableCanBeEmptiedDuringTraversal() throws {
    let results = try run(
      #"""
      local function drain(t)
        local count, key = 0, nil
        repeat
          key = next(t, key)
          if key ~= nil then t[key] = nil count = count + 1 end
        until key == nil
        return count, next(t)
      end
      local t = {} for i = 1, 1000 do t[i % 7 == 0 and i or "k" .. i] = i end
      local objects = {} for i = 1, 5 do objects[{}] = i end
      local strings, rest = drain(t)
      return strings, rest, (drain(objects))
      """#)
    #expect(results == ["1000", "nil", "5"])
  }

  @Test func nestedTraversalsWork() throws {
    let results = try run(
      #"""
      local outer, inner = {}, {} for i = 1, 300 do outer["o" .. i] = i inner["i" .. i] = i end
      local function count(a, b)
        local n, x = 0, nil
        repeat
          x = next(a, x)
          if x then local y repeat y = next(b, y) n = n + 1 until not y end
        until not x
        return n
      end
      return count(outer, inner), count(outer, outer)
      """#, budget: 200_000_000)
    #expect(results == ["90300", "90300"])
  }

  @Test func pairsMetamethodCanYield() throws {
    let results = try run(
      #"""
      local lines = {}
      local co = coroutine.wrap(function()
        for k in pairs(setmetatable({}, { __pairs = function() return coroutine.yield("yielded") end })) do
          lines[#lines + 1] = k
        end
        return "done"
      end)
      local first = co()
      local last = co(next, { 7 })
      return first, lines[1], last
      """#)
    #expect(results == ["yielded", "1", "done"])
  }

  /// The memory of `next`, even of an abandoned traversal, keeps nothing of a weak table alive.
  @Test(arguments: [
    "next(t)", "next(t, (next(t)))", "local k = next(t) k = next(t, k) k = next(t, k) k = nil next(t, 'z')",
  ])
  func traversalOfWeakTablesKeepsNothingAlive(traversal: String) throws {
    for mode in ["k", "kv"] {
      let results = try run(
        """
        local t = setmetatable({ z = 1 }, { __mode = "\(mode)" })
        do local function fill() for i = 1, 3 do t[{}] = i end \(traversal) end fill() end
        collectgarbage() collectgarbage()
        local left = 0
        for _ in pairs(t) do left = left + 1 end
        return left
        """)
      #expect(results == ["1"])
    }
  }
}
