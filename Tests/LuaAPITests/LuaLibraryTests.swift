import HomeScreenReports
import LuaAPI
import TestSupport
import Testing

/// Lua's own functions in help: the table matches a session.
@Suite struct LuaLibraryTests {
  /// Omitted on purpose: functions for older versions, and functions that inspect the host.
  private static let leftOut: Set<String> = [
    "math.atan2", "math.cosh", "math.frexp", "math.ldexp", "math.log10", "math.pow", "math.sinh", "math.tanh",
    "debug.debug",
    "debug.gethook", "debug.getlocal", "debug.getregistry", "debug.getupvalue", "debug.getuservalue",
    "debug.setcstacklimit", "debug.sethook", "debug.setlocal", "debug.setupvalue", "debug.setuservalue",
    "debug.upvalueid", "debug.upvaluejoin",
  ]

  @Test func tableMatchesTheSession() throws {
    let test = try TestSession()
    try test.run(
      """
      for _, library in ipairs { "string", "table", "math", "utf8", "coroutine", "os", "io", "debug", "package" } do
        for name in pairs(_G[library]) do print(library .. "." .. name) end
      end
      for _, name in ipairs {
        "collectgarbage", "dofile", "error", "getmetatable", "ipairs", "load", "loadfile", "next", "pairs", "pcall",
        "print", "rawequal", "rawget", "rawlen", "rawset", "require", "select", "setmetatable", "tonumber",
        "tostring", "type", "warn", "xpcall",
      } do
        print(_G[name] and name or "no " .. name)
      end
      """)
    let existing = Set(test.printed).subtracting(Self.leftOut)
    #expect(existing == Set(LuaLibrary.entries.map(\.name)))
  }

  @Test(arguments: [
    ("help(string.rep)", "string.rep(s, n[, separator])\n"), ("help \"string.rep\"", "string.rep(s, n[, separator])\n"),
    ("help(table.insert)", "table.insert(list[, position], value)\n"),
    ("help(debug.getinfo)", "debug.getinfo([thread], f[, what])\n"), ("help(os.clock)", "os.clock()\n"),
    ("help(print)", "print(...)\n"), ("help(table)", "table: a Lua library\n"),
    ("help \"os.exit\"", "os.exit([code][, close])\n  Not available"),
    ("string.rep = function() end help(string.rep)", "A function."), ("help(function() end)", "A function."),
    ("help {}", "A Lua table."),
  ])
  func helpDescribesLuaFunctions(source: String, beginning: String) throws {
    let test = try TestSession()
    try test.run(source)
    #expect(test.printed.joined(separator: "\n").hasPrefix(beginning), "\(source): \(test.printed)")
  }

  @Test func misspelledNameSuggestsANearOne() throws {
    #expect(Explanation(ReportServices()).unknown("tabel.concat").contains("table.concat"))
    #expect(
      Explanation(ReportServices()).text(of: "string")?.contains("string.gsub(s, pattern, replacement[, n])") == true)
  }
}
