import Console
import LuaAPI
import Platform
import Testing

/// In an interactive session, device events are shown after each line.
@Suite struct PassingEventTests {
  /// Inspection does not affect later results.
  @Test(arguments: [
    [":show math.random()"],
    ["setmetatable({}, { __tostring = function() return 'n' .. math.random(9) end })"],
  ])
  func inspectionDrawsNoRandomNumbers(lines: [String]) throws {
    let plain = try REPLTranscript("math.randomseed(7)", "'drawn', math.random(1 << 40)")
    let watched = try REPLTranscript(["math.randomseed(7)"] + lines + ["'drawn', math.random(1 << 40)"])
    #expect(
      watched.errors.isEmpty && watched.output.last { $0.allSatisfy(\.isNumber) } == plain.output.last, "\(watched)")
  }

  @Test func showingAValueDoesNothing() throws {
    let transcript = try REPLTranscript(
      "x = setmetatable({}, { __tostring = function() device:advance(1) return 'x' end })", "x", "device.time")
    #expect(transcript.output.last == "0.0", "\(transcript)")
  }

  private func transcript(_ lines: String..., isInteractive: Bool = true) throws -> REPLTranscript {
    try REPLTranscript(lines, sample: .paint, os: "17.5", isInteractive: isInteractive)
  }

  @Test func eventsAreShownWhileALineRuns() throws {
    let transcript = try transcript("device.springboard:icon(app):tap()", "1")
    #expect(
      transcript.output.prefix(2) == [
        "  device:pressHome() came first",
        "  0.200 s  com.example.paint  callback sceneWillResignActive  implemented=false  [LAUNCH-072]",
      ])
    #expect(transcript.output.last == "1")
    // Events of the preparation are not shown, and none is shown twice.
    #expect(!transcript.output.contains { $0.contains("process start") })
    #expect(Set(transcript.output).count == transcript.output.count)
  }

  @Test func eventsOfAFailingLineAreShown() throws {
    let transcript = try transcript("device.springboard:icon(app):tap() error 'x'")
    #expect(transcript.all.last?.hasPrefix("error x") == true)
    #expect(transcript.all.contains { $0.contains("sceneDidBecomeActive") })
  }

  @Test func pipesShowEventsOnlyOnRequest() throws {
    let line = "device.springboard:icon(app):tap()"
    #expect(try transcript(line, isInteractive: false).output.isEmpty)
    #expect(try transcript(":quiet off", line, isInteractive: false).output.count > 1)
    #expect(try transcript(":quiet", line).output.isEmpty)
    // Events during `:quiet` are not shown later.
    #expect(try transcript(":quiet", line, ":quiet off", "2").output == ["2"])
    #expect(try transcript(":quiet please", isInteractive: false).exitCode == .failure)
  }

  @Test func manyEventsShowTheFirstAndTheLast() throws {
    let transcript = try transcript("for i = 1, 20 do app:activate() device:pressHome() end")
    #expect(transcript.output.count == 13)
    #expect(transcript.output[8] == "  … 66 more; :trace [FILTER …] shows them", "\(transcript.output)")
  }

  @Test func eachDeviceHasItsNumber() throws {
    let transcript = try transcript("d = Device { os = '12.4' } d:install(homescreen.sample 'paint')")
    #expect(
      transcript.output.contains { $0.hasPrefix("  device 2: 0.000 s  com.example.paint  process install") },
      "\(transcript)")
  }

  @Test func rewindShowsNoEvents() throws {
    let transcript = try transcript("device:pressHome()", ":quiet off", "device:rewind(0.2)", "1")
    let back = try #require(transcript.all.firstIndex { $0.hasPrefix("back at") })
    #expect(transcript.all[back...].count == 2, "\(transcript.all)")
  }

  @Test(arguments: [
    (":trace", 8), (":trace process", 2), (":trace process quirk", 2), (":trace 3", 4), (":trace launch-011", 6),
    (":trace callback scenewill", 1), (":trace 0.2..0.3", 1), (":trace ..0", 7), (":trace 9..", 1), (":trace all", 8),
    (":trace \"process install\"", 1),
  ])
  func traceHasFilters(line: String, count: Int) throws {
    let transcript = try transcript(line, isInteractive: false)
    #expect(transcript.all.count == count, "\(transcript.all.joined(separator: "\n"))")
  }

  @Test func invalidFilterIsRefused() throws {
    #expect(try transcript(":trace 5..1", isInteractive: false).errors == ["the range “5..1” ends before it starts"])
    #expect(try transcript(":trace -3", isInteractive: false).errors == ["“-3” is not a number of events"])
    #expect(try transcript(":trace nonesuch", isInteractive: false).errors.first?.contains("no event matches") == true)
    #expect(try REPLTranscript("device = nil", ":trace").errors == ["nothing has happened yet"])
  }

  @Test func inspectionIsHarmless() throws {
    let transcript = try REPLTranscript(
      ":show device:advance(1)", ":show (function() while true do end end)()", ":show error '\\27[2J'", "device.time",
      isInteractive: true)
    #expect(transcript.errors[0].contains("showing a value cannot change the device"), "\(transcript)")
    #expect(transcript.errors.joined().contains("does not end"), "\(transcript)")
    #expect(!transcript.errors.joined().contains("\u{1B}") && transcript.output.last == "0.0", "\(transcript)")
  }
}
