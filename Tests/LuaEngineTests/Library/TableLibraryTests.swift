import LuaEngine
import Testing

/// The table functions match stock Lua in results, errors and metamethods.
@Suite struct TableLibraryTests {
  @Test func tableChangesMatchStockLua() throws {
    try expectSameAsStock(
      #"""
      -- A table, or a proxy that stands in for one, with a log of what was done to it.
      local function make(n, kind)
        local data = {}
        for index = 1, n do data[index] = random(9) == 1 and "s" .. random(9) or random(20) end
        if kind == "plain" then return data, data end
        local log = {}
        return setmetatable({}, {
          __index = function(_, k) log[#log + 1] = "r" .. tostring(k) return data[k] end,
          __newindex = function(_, k, v) log[#log + 1] = "w" .. tostring(k) data[k] = v end,
          __len = kind ~= "unmeasured" and function() return n end or nil,
        }), data, log
      end
      local kinds = { "plain", "plain", "proxy", "unmeasured" }
      local function dump(data, log)
        local parts = {}
        for index = -3, 16 do parts[#parts + 1] = tostring(rawget(data, index)) end
        return table.concat(parts, ",") .. (log and " " .. table.concat(log, " ") or "")
      end
      local positions = { 0, 1, 2, 3, 5, 6, 7, -1, -2, 2.0, 2.5, "2", "x", math.maxinteger, math.mininteger, {}, false }
      local function position() local p = positions[random(#positions)] if p == false then return nil end return p end
      for _ = 1, 1500 do
        local n = random(7) - 1
        local t, data, log = make(n, kinds[random(#kinds)])
        local operation = random(6)
        if operation == 1 then
          if random(3) == 1 then try("insert", table.insert, t, "new")
          else try("insert", table.insert, t, position(), "new") end
        elseif operation == 2 then
          if random(3) == 1 then try("remove", table.remove, t) else try("remove", table.remove, t, position()) end
        elseif operation == 3 then
          local other, other_data, other_log = make(random(4), kinds[random(#kinds)])
          local f, e, to = random(8) - 2, random(10) - 3, random(10) - 2
          if random(3) == 1 then try("move", table.move, t, f, e, to)
          else try("move", table.move, t, f, e, to, other) end
          lines[#lines + 1] = dump(other_data, other_log)
          try("move", table.move, t, position(), 6, position())
          if random(5) == 1 then try("move", table.move, t, 1, 2, position(), position()) end
        elseif operation == 4 then
          local i, j = position(), random(6)
          try("concat", table.concat, t, random(2) == 1 and ", " or nil, i, random(2) == 1 and j or nil)
          try("concat", table.concat, t, ",")
          try("concat", table.concat, t, {})
        elseif operation == 5 then
          local i = position()
          if random(3) == 1 then i = nil end
          try("unpack", table.unpack, t, i, random(8) - 2)
          try("unpack", table.unpack, t, i)
          try("pack", function() local p = table.pack(table.unpack(t, 1, 3)) return p.n, p[1], p[3] end)
        else
          try("insert", table.insert, t, 1, 2, 3)
          try("insert", table.insert, t)
          try("select", select, position(), "a", "b", "c")
        end
        lines[#lines + 1] = dump(data, log)
      end
      """#, atLeast: 3000)
  }

  @Test func badArgumentErrorsMatchStockLua() throws {
    try expectSameAsStock(
      #"""
      for _, f in ipairs { "insert", "remove", "concat", "unpack", "sort", "move", "pack" } do
        for _, v in ipairs { 1, "text", true } do
          try(f, table[f], v)
          try(f, table[f], v, 1, 2, 3)
        end
        try(f, table[f])
        try(f, table[f], nil, nil)
        try(f, table[f], setmetatable({}, { __len = function() return "x" end }))
        try(f, table[f], setmetatable({}, { __len = function() return 2.0 end }))
      end
      try("unpack", table.unpack, {}, 1, 1e8)
      try("unpack", table.unpack, {}, math.mininteger, math.maxinteger)
      try("unpack", table.unpack, {}, math.maxinteger - 1, math.maxinteger)
      try("move", table.move, {}, math.mininteger, math.maxinteger, 1)
      try("move", table.move, {}, 1, math.maxinteger, 2)
      try("move", table.move, {}, math.maxinteger - 1, math.maxinteger, 2)
      try("move", table.move, {}, math.maxinteger - 1, math.maxinteger, math.maxinteger)
      try("move", table.move, {}, 0, math.maxinteger, 1)
      try("move", table.move, {}, 1, 2, math.maxinteger - 1)
      try("move", table.move, {}, 1, 2, math.mininteger)
      try("move", table.move, {}, -1, math.maxinteger, 2)
      try("concat", table.concat, {}, "x", math.maxinteger, math.maxinteger)
      try("concat", table.concat, { [math.maxinteger] = "end" }, "x", math.maxinteger, math.maxinteger)
      try("sort", table.sort, setmetatable({}, { __len = function() return math.maxinteger end }))
      try("sort", table.sort, { 1, 2 }, 5)
      try("sort", table.sort, { 1 }, 5)
      try("sort", table.sort, { 1, 2 }, function() error("inside", 0) end)
      try("sort", table.sort, { {}, {} })
      try("sort", table.sort, { true, false })
      """#, atLeast: 70)
  }

  @Test func sortMatchesStockLua() throws {
    try expectSameAsStock(
      #"""
      -- Sorted results are the same wherever equal values cannot be told apart.
      local kinds_of_value = {
        function() return random(1000) - 500 end,
        function() return random(10) end,
        function() return (random(1000) - 500) / 8 end,
        function() return random(2) == 1 and random(100) or random(100) + 0.5 end,
        function() return string.rep(string.char(96 + random(3)), random(5)) .. random(50) end,
        function() return "application.icon." .. random(300) end,
        function() return ("\0"):rep(random(12)) .. (random(2) == 1 and "\0" or "") end,
        function() return ({ math.maxinteger, math.mininteger, 2^63, -2^63, 2^53, 2^53 | 0, 1/0, -1/0, 0, math.maxinteger - 1, (2^53 | 0) + 1, 2^62, 1 << 62, (1 << 62) + 1 })[random(14)] end,
      }
      for round = 1, 300 do
        local value = kinds_of_value[random(#kinds_of_value)]
        local t = {}
        for index = 1, random(round % 20 == 0 and 700 or 60) do t[index] = value() end
        local function text() local parts = {} for i, v in ipairs(t) do parts[i] = string.format("%q", v) end return table.concat(parts, " ") end
        local comparison = ({ nil, function(a, b) return a < b end, function(a, b) return a > b end })[random(3)]
        -- 2^53 as integer and as float are equal and look different: only stable sorts agree on their order.
        if comparison or value ~= kinds_of_value[8] then
          table.sort(t, comparison)
          if value ~= kinds_of_value[8] then lines[#lines + 1] = text() end
        else
          table.sort(t)
          for index = 2, #t do assert(not (t[index] < t[index - 1])) end
        end
      end
      """#, atLeast: 200)
  }
}
