import Console
import LuaAPI
import Platform
import Testing

/// What happens on the devices is told after each line, where somebody types.
@Suite struct PassingEventTests {
  /// What is only looked at decides nothing.
  @Test(arguments: [
    [":show math.random()"],
    ["setmetatable({}, { __tostring = function() return 'n' .. math.random(9) end })"],
  ])
  func looksDrawNoRandomNumbers(lines: [String]) throws {
    let plain = try Talk("math.randomseed(7)", "'drawn', math.random(1 << 40)")
    let watched = try Talk(["math.randomseed(7)"] + lines + ["'drawn', math.random(1 << 40)"])
    #expect(
      watched.errors.isEmpty && watched.output.last { $0.allSatisfy(\.isNumber) } == plain.output.last, "\(watched)")
  }

  @Test func showingAValueDoesNothing() throws {
    let talk = try Talk(
      "x = setmetatable({}, { __tostring = function() device:advance(1) return 'x' end })", "x", "device.time")
    #expect(talk.output.last == "0.0", "\(talk)")
  }

  private func talk(_ lines: String..., isInteractive: Bool = true) throws -> Talk {
    try Talk(lines, sample: .paint, os: "17.5", isInteractive: isInteractive)
  }

  @Test func theyPassBy() throws {
    let talk = try talk("device.springboard:icon(app):tap()", "1")
    #expect(
      talk.output.prefix(2) == [
        "  device:pressHome() came first",
        "  0.200 s  com.example.paint  callback sceneWillResignActive  implemented=false  [LAUNCH-072]",
      ])
    #expect(talk.output.last == "1")
    // The preparation is not told, and nothing twice.
    #expect(!talk.output.contains { $0.contains("process start") })
    #expect(Set(talk.output).count == talk.output.count)
  }

  @Test func alsoWhereTheLineFails() throws {
    let talk = try talk("device.springboard:icon(app):tap() error 'x'")
    #expect(talk.all.last?.hasPrefix("error x") == true)
    #expect(talk.all.contains { $0.contains("sceneDidBecomeActive") })
  }

  @Test func notInPipesUnlessAsked() throws {
    let line = "device.springboard:icon(app):tap()"
    #expect(try talk(line, isInteractive: false).output.isEmpty)
    #expect(try talk(":quiet off", line, isInteractive: false).output.count > 1)
    #expect(try talk(":quiet", line).output.isEmpty)
    // What passed by in silence stays untold.
    #expect(try talk(":quiet", line, ":quiet off", "2").output == ["2"])
    #expect(try talk(":quiet please", isInteractive: false).exitCode == .failure)
  }

  @Test func ofManyTheFirstAndTheLast() throws {
    let talk = try talk("for i = 1, 20 do app:activate() device:pressHome() end")
    #expect(talk.output.count == 13)
    #expect(talk.output[8] == "  … 66 more; :trace [FILTER …] shows them", "\(talk.output)")
  }

  @Test func eachDeviceHasItsNumber() throws {
    let talk = try talk("d = Device { os = '12.4' } d:install(homescreen.sample 'paint')")
    #expect(talk.output.contains { $0.hasPrefix("  device 2: 0.000 s  com.example.paint  process install") }, "\(talk)")
  }

  @Test func aRewindTellsNothing() throws {
    let talk = try talk("device:pressHome()", ":quiet off", "device:rewind(0.2)", "1")
    let back = try #require(talk.all.firstIndex { $0.hasPrefix("back at") })
    #expect(talk.all[back...].count == 2, "\(talk.all)")
  }

  @Test(arguments: [
    (":trace", 8), (":trace process", 2), (":trace process quirk", 2), (":trace 3", 4), (":trace launch-011", 6),
    (":trace callback scenewill", 1), (":trace 0.2..0.3", 1), (":trace ..0", 7), (":trace 9..", 1), (":trace all", 8),
    (":trace \"process install\"", 1),
  ])
  func theTraceHasFilters(line: String, count: Int) throws {
    let talk = try talk(line, isInteractive: false)
    #expect(talk.all.count == count, "\(talk.all.joined(separator: "\n"))")
  }

  @Test func aFilterThatCannotBeMeantIsRefused() throws {
    #expect(try talk(":trace 5..1", isInteractive: false).errors == ["“5..1” ends before it begins"])
    #expect(try talk(":trace -3", isInteractive: false).errors == ["“-3” is not a number of events"])
    #expect(try talk(":trace nonesuch", isInteractive: false).errors.first?.contains("no event matches") == true)
    #expect(try Talk("device = nil", ":trace").errors == ["nothing has happened yet"])
  }

  @Test func aLookHarmsNothing() throws {
    let talk = try Talk(
      ":show device:advance(1)", ":show (function() while true do end end)()", ":show error '\\27[2J'", "device.time",
      isInteractive: true)
    #expect(talk.errors[0].contains("showing a value cannot change the device"), "\(talk)")
    #expect(talk.errors.joined().contains("does not end"), "\(talk)")
    #expect(!talk.errors.joined().contains("\u{1B}") && talk.output.last == "0.0", "\(talk)")
  }
}
