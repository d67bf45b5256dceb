import LuaEngine
import Testing

/// os and math depend only on the virtual clock and on the seed.
@Suite struct ClockAndRandomTests {
  @Test func datesMatchStockLua() throws {
    try expectSameAsStock(
      #"""
      local formats = { "!%c", "!%x %X %p", "!%A %a %B %b %d %e %j", "!%Y-%m-%dT%H:%M:%S", "!%U %u %V %W %w %G %g", "!%%",
        "!%D %F %T %R %r %C %y %I %h%n%t", "!%Ey %EY %Od %OH", "!%Ez", "!%Z", "!%Q", "!%", "!%E", "!plain", "!" }
      local times = { 0, 1, -1, 59, 86399, 86400, 951782400, 951868800, 1700000000, 4102444800, -86400 * 365 * 200,
        253402300799, 253402300800, -62135596801, 1 << 40, -(1 << 40), 1 << 62, math.mininteger }
      for _ = 1, 300 do times[#times + 1] = (random(1 << 22) - (1 << 21)) * 50021 end
      for index, time in ipairs(times) do
        for _, format in ipairs(index < 19 and formats or { formats[1], formats[3], formats[5] }) do
          try(format .. time, os.date, format, time)
        end
        try("table", function()
          local d = os.date("!*t", time)
          return d.year, d.month, d.day, d.hour, d.min, d.sec, d.wday, d.yday, d.isdst
        end)
      end
      for _, bad in ipairs { {}, { year = 2024 }, { year = 2024, month = 2 }, { year = "x", month = 1, day = 1 },
        { year = 2024, month = 1.5, day = 1 }, { year = 1 << 40, month = 1, day = 1 }, { year = 2024, month = 1, day = 1 << 33 } } do
        try("time", os.time, bad)
      end
      try("time", os.time, 5)
      try("difftime", os.difftime, 10, 4)
      try("difftime", os.difftime, 10)
      """#, atLeast: 1400)
  }

  @Test func timeNormalisesInUTC() throws {
    let results = try run(
      #"""
      local t = { year = 2024, month = 14, day = -3, hour = 30, min = -5, sec = 3600, isdst = true }
      local time = os.time(t)
      local same = true
      for index = -2000, 2000 do
        local seconds = index * 7919 * 86399
        local d = os.date("!*t", seconds)
        if os.time(d) ~= seconds and seconds ~= -1 then same = false end
      end
      return time, os.date("!%F %T", time), t.year, t.month, t.day, t.hour, t.min, t.sec, t.isdst, same
      """#)
    #expect(results == ["1738133700", "2025-01-29 06:55:00", "2025", "1", "29", "6", "55", "0", "false", "true"])
  }

  @Test func randomNumbersComeFromTheSeed() throws {
    let source = "local all = {} for i = 1, 20 do all[i] = math.random(1000) end return table.concat(all, ' ')"
    let first = try run(source, seed: 7)
    #expect(try run(source, seed: 7) == first)
    #expect(try run(source, seed: 8) != first)
    #expect(try run("math.random() math.randomseed() " + source, seed: 7) == first)
    let seeded = "math.randomseed(42) " + source
    #expect(try run(seeded, seed: 1) == run(seeded, seed: 2))
    #expect(try run(seeded) == stockRun(seeded))
    #expect(try run("return math.randomseed(5, 6)") == stockRun("return math.randomseed(5, 6)"))
  }

  /// `os.clock` counts from the time at which the state got its clock.
  @Test func clockStartsAtZero() throws {
    final class World: LuaHost {
      var millisecondsSince1970: Int64 = 1_767_225_600_000
      func print(_ text: String) {}
      func write(_ bytes: UnsafeRawBufferPointer) {}
      func note(_ text: String) {}
    }
    let host = World()
    let lua = try LuaState()
    lua.host = host
    let function = try lua.load("return os.clock()", chunkName: "=test")
    #expect(try lua.call(function).first?.number == 0)
    host.millisecondsSince1970 += 2_500
    #expect(try lua.call(function).first?.number == 2.5)
  }
}
