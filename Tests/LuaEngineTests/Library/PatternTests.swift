import LuaEngine
import Testing

/// find, match, gmatch and gsub match stock Lua in results and errors: thousands of generated patterns and texts.
@Suite struct PatternTests {
  @Test func patternsMatchStockLua() throws {
    try expectSameAsStock(
      #"""
      local atoms = {
        "a", "b", ".", "%a", "%d", "%s", "%w", "%x", "%p", "%u", "%l", "%c", "%g", "%A", "%D", "%W", "%S", "%.", "%%",
        "[ab]", "[^a]", "[a-c]", "[%d_]", "[]]", "[^]x]", "[a-]", "[%a-z]", "[%]]", "(", ")", "()", "(a", "b)", "(.)",
        "%1", "%2", "%b()", "%bab", "%f[%a]", "%f[^%w]", "%f", "%b", "[", "[a", "[^", "%", "^", "$", "-", "*", "?", "\0",
        "é", "%z", "%0", "]", "%bx",
      }
      local suffixes = { "", "", "", "", "*", "+", "-", "?" }
      local letters = { "a", "b", "c", "A", "1", " ", "(", ")", ".", "%", "_", "\0", "\n", "é", "]", "ab" }
      local function pattern()
        local parts = {}
        if random(6) == 1 then parts[1] = "^" end
        for _ = 1, random(5) - 1 do
          -- Most atoms are sound, so that many patterns get as far as matching.
          local atom = atoms[random(4) == 1 and random(#atoms) or random(28)]
          if random(6) == 1 then atom = "(" .. atom .. ")" end
          parts[#parts + 1] = atom .. suffixes[random(#suffixes)]
        end
        if random(8) == 1 then parts[#parts + 1] = "$" end
        return table.concat(parts)
      end
      local function subject()
        local parts = {}
        for index = 1, random(14) - 1 do parts[index] = letters[random(#letters)] end
        return table.concat(parts)
      end
      local replacements = { "x", "%0", "%1", "<%1%0>", "%2", "%%", "%", "%x", "", 7, "%9",
        { a = "A", b = 1, ab = false, ["1"] = {} }, function(...) return (...) end, function() end,
        function(a, b) return b end, function() return {} end, true }
      for _ = 1, 4000 do
        local p, s = pattern(), subject()
        local label = string.format("%q %q", s, p)
        local init = random(3) == 1 and random(12) - 6 or nil
        try("find " .. label, string.find, s, p, init)
        try("plain " .. label, string.find, s, p, init, true)
        try("match " .. label, string.match, s, p, init)
        try("gmatch " .. label, function()
          local all, count = {}, 0
          for a, b, c in string.gmatch(s, p, init) do
            all[#all + 1] = show(a, b, c)
            count = count + 1
            if count > 40 then break end
          end
          return table.concat(all, ";")
        end)
        local limit = random(4) == 1 and random(5) - 2 or nil
        local which = random(#replacements)
        try("gsub " .. which .. " " .. label, string.gsub, s, p, replacements[which], limit)
      end
      """#, atLeast: 20000)
  }
}
