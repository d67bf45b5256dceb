import LuaEngine
import Testing

/// The string and utf8 functions match stock Lua in results and errors.
@Suite struct StringLibraryTests {
  @Test func stringFunctionsMatchStockLua() throws {
    try expectSameAsStock(
      #"""
      local texts = { "", "a", "abc", "a\0b", "hello world", ("x"):rep(300), "é", "10", " 0x1p4 " }
      local numbers = { 0, 1, 2, 3, -1, -3, 7, 2.5, math.maxinteger, math.mininteger, 1e100, 0/1, 1/0, "3", "x", 300 }
      for _ = 1, 800 do
        local s, i, j = texts[random(#texts)], numbers[random(#numbers)], numbers[random(#numbers)]
        if random(6) == 1 then j = nil end
        local label = string.format("%q %q %q", s, i, j)
        try("sub " .. label, string.sub, s, i, j)
        try("byte " .. label, string.byte, s, i, j)
        try("upper " .. label, string.upper, s)
        try("reverse " .. label, string.reverse, s)
        try("len " .. label, string.len, s)
        if type(i) ~= "number" or i < 1000 or s == "" then try("rep " .. label, string.rep, s, i, random(2) == 1 and "," or nil) end
        try("find " .. label, string.find, texts[random(#texts)], s, i, random(2) == 1)
        try("tonumber " .. label, tonumber, s, j)
        try("arithmetic " .. label, function() return s + 1 end)
        try("arithmetic " .. label, function() return s // i, -s end)
        try("char " .. label, string.char, i, j)
        try("utf8 " .. label, utf8.len, s, i, j)
        try("utf8 " .. label, utf8.offset, s, i, j)
        try("utf8 " .. label, utf8.codepoint, s, i, j)
      end
      for _, n in ipairs { 1 << 31, 1e10 // 1 | 0, 1e18 // 1 | 0, math.maxinteger } do
        try("rep", string.rep, "x", n)
        try("rep", string.rep, "", n, "x")
        try("rep", string.rep, "", 3, "x")
      end
      try("rep", string.rep)
      try("rep", string.rep, "x")
      try("rep", string.rep, {}, 1)
      try("rep", function() return ("x"):rep {} end)
      """#, atLeast: 10000)
  }

  @Test func formatsMatchStockLua() throws {
    try expectSameAsStock(
      #"""
      local conversions = { "d", "i", "s", "q", "f", "g", "e", "x", "X", "o", "c", "a", "u", "%", "y", "", "5", "s", "d", "p" }
      local flags = { "", "", "", "", "-", "+", " ", "#", "0", "10", "-10", ".3", "5.1", "010", "-+ #0", "100", ".100", "1234567890123456789012345", "." }
      local values = { 1, -5, 2.5, 1e15, 1e300, "text", "a\0b", "line\nquote\"\\", true, nil, 0/0 ~= 0/0, math.mininteger, 65, "12", ("y"):rep(150) }
      for _ = 1, 4000 do
        local parts = {}
        for _ = 1, random(3) do
          local conversion = conversions[random(#conversions)]
          local flag = flags[random(#flags)]
          -- %p of a string is an address in a plain Lua.
          if conversion == "p" and not flag:find "%.%d" then conversion = "s" end
          parts[#parts + 1] = "<%" .. flag .. conversion .. ">"
        end
        local f = table.concat(parts)
        try("format " .. f, string.format, f, values[random(#values)], values[random(#values)], values[random(#values)])
        if random(5) == 1 then try("format " .. f, string.format, f, values[random(#values)]) end
      end
      local named = setmetatable({}, { __tostring = function() return "named" end })
      local bad = setmetatable({}, { __tostring = function() return 5 end })
      local raising = setmetatable({}, { __tostring = function() error("inside", 0) end })
      for _, f in ipairs { "%s", "%10s|", "%-10s|", "%.3s", "%d", "%q", "%s %s", "%5.2s", "%x", "%s %d %d" } do
        for _, value in ipairs { named, bad, raising } do
          try("format " .. f, string.format, f, value)
          try("format " .. f, string.format, f, 1, value, 3)
        end
      end
      try("format", string.format, "%p %p %p", nil, 1, true)
      try("format", string.format, "%10p|%-10p|", nil, 1)
      try("format", string.format, "%p")
      try("format", string.format)
      try("format", string.format, {})
      try("tostring", tostring)
      try("tostring", tostring, named)
      try("tostring", tostring, bad)
      try("tostring", tostring, setmetatable({}, { __name = 5, __tostring = function() return "t" end }))
      for _, v in ipairs { 1, -1, 1.5, 1e100, 2^53, 2^63, math.mininteger, 1/0, -1/0, true, "x" } do try("tostring", tostring, v) end
      """#, atLeast: 4000)
  }

  @Test func packingMatchesStockLua() throws {
    try expectSameAsStock(
      #"""
      local texts = { "", "a", "abc", "a\0b", "hello world", ("x"):rep(300), "é", "10", " 0x1p4 " }
      local numbers = { 0, 1, 2, 3, -1, -3, 7, 2.5, math.maxinteger, math.mininteger, 1e100, 0/1, 1/0, "3", "x", 300 }
      local values = { 1, -5, 2.5, 1e15, 1e300, "text", "a\0b", "line\nquote\"\\", true, nil, 0/0 ~= 0/0, math.mininteger, 65, "12", ("y"):rep(150) }
      local options = { "<", ">", "=", "!", "!4", "b", "B", "h", "H", "i4", "I7", "i17", "j", "n", "d", "f", "s", "s1", "z", "x", "Xi4", "c5", "c0", "c", " ", "Q", "!3" }
      for _ = 1, 1500 do
        local parts = {}
        for _ = 1, random(4) do parts[#parts + 1] = options[random(#options)] end
        local f = table.concat(parts)
        local a, b = values[random(#values)], values[random(#values)]
        try("pack " .. f, string.pack, f, a, b, 3, 4)
        try("packsize " .. f, string.packsize, f)
        try("unpack " .. f, string.unpack, f, texts[random(#texts)] .. "\0\0\3abcdefghijkl\0", random(4) == 1 and numbers[random(#numbers)] or nil)
      end
      """#, atLeast: 4000)
  }

  @Test func utf8MatchesStockLua() throws {
    try expectSameAsStock(
      #"""
      for _, s in ipairs { "", "abc", "héllo", "\xff", "日本", "\u{7FFFFFFF}", "ab\xe4" } do
        try("codes", function() local all = {} for p, c in utf8.codes(s) do all[#all + 1] = p .. "=" .. c end return table.concat(all, ",") end)
        try("codes", function() local all = {} for p, c in utf8.codes(s, true) do all[#all + 1] = p .. "=" .. c end return table.concat(all, ",") end)
        for i = -4, 5 do
          try("len", utf8.len, s, i) try("len", utf8.len, s, i, i + 2, true)
          try("offset", utf8.offset, s, i) try("offset", utf8.offset, s, i, i)
        end
      end
      try("utf8", utf8.char, 72, 228, 8364, 0x10FFFF)
      try("utf8", utf8.char, -1)
      try("utf8", utf8.codes)
      """#, atLeast: 200)
  }
}
