import Testing

/// table.sort compares, moves and fails like stock Lua.
@Suite struct SortTests {
  /// The order of comparisons and the final positions of equal values. Beyond a hundred elements Lua may use the clock
  /// for pivots, but only after very unequal parts.
  @Test func comparisonsMatchStockLua() throws {
    try expectSameAsStock(
      #"""
      local orders = {
        function(a, b) return a.key < b.key end, function(a, b) return a.key > b.key end,
        function(a, b) return a.key % 7 < b.key % 7 end,
      }
      for round = 1, 250 do
        local t, log = {}, {}
        for index = 1, random(round % 25 == 0 and 90 or 14) do t[index] = { key = random(12), index = index } end
        local order = orders[random(#orders)]
        table.sort(t, function(a, b) log[#log + 1] = a.index .. "<" .. b.index return order(a, b) end)
        for _, value in ipairs(t) do log[#log + 1] = tostring(value.index) end
        lines[#lines + 1] = table.concat(log, " ")
      end
      """#, atLeast: 250)
  }

  /// Metamethods see the values that stock Lua shows, and an error leaves the table half sorted.
  @Test func accessesMatchStockLua() throws {
    try expectSameAsStock(
      #"""
      for round = 1, 120 do
        local data, log, left = {}, {}, random(40)
        for index = 1, random(12) do data[index] = random(9) == 1 and random(9) + 0.5 or random(9) end
        local count = #data
        local proxy = setmetatable({}, {
          __len = function() return count end,
          __index = function(_, k) log[#log + 1] = "r" .. k return data[k] end,
          __newindex = function(_, k, v) log[#log + 1] = "w" .. k data[k] = v end,
        })
        local comparison = round % 3 ~= 0 and function(a, b)
          left = left - 1
          if left == 0 then error("enough", 0) end
          return a < b
        end or nil
        try("sort", table.sort, round % 2 == 0 and proxy or data, comparison)
        for index = 1, count do log[#log + 1] = tostring(data[index]) end
        lines[#lines + 1] = table.concat(log, " ")
      end
      local Key = {}
      Key.__lt = function(a, b) lines[#lines + 1] = a.v .. " " .. b.v return a.v < b.v end
      local keys = {}
      for index = 1, 20 do keys[index] = setmetatable({ v = random(8) }, Key) end
      table.sort(keys)
      -- Values that are equal and look different.
      for _, t in ipairs { { 2, 1.0, 1, 2.0, 1, 1.0 }, { 0.0, -0.0, 0.0, -0.0, -1.0 }, { 0/0, 1, 3, 2 }, { 1, "2", 3 } } do
        try("twins", table.sort, t)
        for _, v in ipairs(t) do lines[#lines + 1] = v ~= v and "nan" or tostring(v) end
      end
      """#, atLeast: 300)
  }

  /// An inconsistent comparison is detected where stock Lua detects it.
  @Test func inconsistentOrderMatchesStockLua() throws {
    try expectSameAsStock(
      #"""
      for round = 1, 300 do
        local t = {}
        for index = 1, random(60) do t[index] = random(30) end
        local kind = random(4)
        try("order " .. kind, table.sort, t, function(a, b)
          if kind == 1 then return true end
          if kind == 2 then return a <= b end
          if kind == 3 then return (a * b) % 3 == 1 end
          return random(2) == 1
        end)
        lines[#lines + 1] = table.concat(t, " ")
      end
      """#, atLeast: 600)
  }

  @Test func largeTableSortsTheSameOnEveryRun() throws {
    let source = """
      local t, log = {}, 0
      for i = 1, 3000 do t[i] = i % 2 == 0 and i or 0 end
      table.sort(t, function(a, b) log = (log * 31 + a * 7 + b) % 1000003 return a < b end)
      for i = 2, #t do if t[i] < t[i - 1] then error("not sorted") end end
      return log
      """
    #expect(try run(source) == run(source))
  }
}
