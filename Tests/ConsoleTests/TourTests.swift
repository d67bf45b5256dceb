import Console
import HomeScreenReports
import LuaAPI
import Platform
import TestSupport
import Testing

/// The tour runs its examples, and the sample apps exist.
@Suite struct TourTests {
  /// With piped input it runs by itself, and a failing step ends the session.
  @Test func everyStepWorks() throws {
    let transcript = try REPLTranscript(":tour", "'end'")
    #expect(transcript.exitCode == .success, "\(transcript)")
    #expect(transcript.output.contains { $0.hasPrefix("1/") } && transcript.output.last == "\"end\"", "\(transcript)")
    #expect(transcript.errors.last == "the tour is over: device and app are yours again; help() shows what you can do")
  }

  @Test func enterTypesTheLine() throws {
    let transcript = try REPLTranscript([":tour"] + Array(repeating: "", count: 20) + ["'end'"], isInteractive: true)
    #expect(transcript.errors.contains { $0.hasPrefix("the tour is over") }, "\(transcript)")
    #expect(transcript.output.last == "\"end\"")
  }

  @Test func tourCanBeLeftAndResumed() throws {
    let transcript = try REPLTranscript(
      [
        "os = device.os", ":tour", "", "menu = device.springboard:icon(app):press()", ":quit", "device.os == os, app",
        ":tour", "",
        ":q",
      ], os: "16.0", isInteractive: true)
    #expect(transcript.errors.filter { $0.hasPrefix(":tour [STEP] continues here") }.count == 2, "\(transcript)")
    #expect(transcript.output.contains("true") && transcript.output.contains("nil"), "\(transcript)")
    let steps = transcript.output.compactMap { $0.split(separator: "/").first.flatMap { Int($0) } }
    #expect(steps == [1, 2, 3, 3, 4], "\(steps)")
  }

  @Test func otherLinesDoNotAdvanceTheTour() throws {
    let transcript = try REPLTranscript(
      [":tour 2", "1 + 1", "error 'x'", "menu =", "device.springboard:icon(app):press()", ":quit"],
      isInteractive: true)
    #expect(transcript.errors.contains { $0.hasPrefix("not yet") }, "\(transcript)")
    #expect(!transcript.output.contains { $0.hasPrefix("4/") })
  }

  /// Blocks continue on the next line, as outside of the tour.
  @Test func blockContinuesInTheTour() throws {
    let transcript = try REPLTranscript(
      [":tour", "for i = 1, 2 do", "  print('turn', i)", "end", ":quit"], isInteractive: true)
    #expect(transcript.output.contains("turn\t2"), "\(transcript)")
    #expect(!transcript.errors.contains { $0.contains("near <eof>") }, "\(transcript)")
  }

  @Test(arguments: 1...TourTests.count)
  func everyStepCanBeTheFirst(step: Int) throws {
    let transcript = try REPLTranscript(":tour \(step)", "'end'")
    #expect(transcript.exitCode == .success && transcript.output.last == "\"end\"", "\(transcript)")
  }

  @Test(arguments: ["0", "99", "x", "-1"])
  func missingStepIsReported(step: String) throws {
    #expect(try REPLTranscript(":tour \(step)").errors.first?.hasPrefix("the tour has the steps 1 to") == true)
  }

  private static let count =
    (try? REPLTranscript(":tour").output.compactMap { line in
      line.hasPrefix("1/") ? line.dropFirst(2).split(separator: " ").first.flatMap { Int($0) } : nil
    }.first) ?? 1

  @Test(arguments: SampleApp.allCases)
  func everySampleOpens(sample: SampleApp) throws {
    let list = try REPLTranscript(":samples").output
    #expect(list.contains { $0.hasPrefix(sample.rawValue) && $0.contains(sample.summary) })
    let transcript = try REPLTranscript(
      ":open \(sample.rawValue)", "#device.springboard.icons, device.springboard.mode, app.state")
    #expect(
      transcript.errors.isEmpty && transcript.output == ["1", "\"app\"", "\"runningForeground\""], "\(transcript)")
  }

  @Test func customAppOpens() throws {
    let path = "\(Repository.root)/lua/scenarios/seeds/fixtures/FlatShape.app"
    #expect(try REPLTranscript(":open \"\(path)\"", "app.bundleIdentifier").output == ["\"com.example.flatshape\""])
    #expect(
      try REPLTranscript(":open nonesuch").errors == ["no sample or file “nonesuch”; :samples lists the samples"])
  }

  /// The saved session runs as a scenario and prints the expected text.
  @Test(arguments: [
    (["1 + 1; -- silent", "'a' -- told"], ["a"]), (["7", "_ + 1", "x = _", "print(x, __)"], ["7", "8", "8\t7"]),
    (["1, 2, 3", "_3, _2", "_;", "_1"], ["1\t2\t3", "3\t2", "3"]), (["{ 1 };", "2"], ["2"]),
    (
      [
        "app:activate()", "UIApplication.shared.alternateIconName -- none",
        "UIApplication.shared.supportsAlternateIcons;",
      ], ["nil"]
    ),
  ])
  func resultsAreSavedWithTheirNames(lines: [String], printed: [String]) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/saved.lua"
    let transcript = try REPLTranscript(lines + [":save \"\(path)\""], sample: .paint, os: "17.5")
    #expect(transcript.exitCode == .success, "\(transcript)")
    let session = try Session(at: .folder("."), services: ReportServices())
    var output: [String] = []
    session.output = { output.append($0) }
    try session.run(
      "function it(_, body) body() end " + (try #require(folder.read("saved.lua"))), chunkName: "=saved")
    #expect(output == printed)
  }

  @Test func sessionWithASampleIsSaved() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/saved.lua"
    _ = try REPLTranscript([":open toolbox", "x = app.state", ":save \"\(path)\""], sample: .paint)
    let text = try #require(folder.read("saved.lua"))
    #expect(text.contains("app = device:install(homescreen.sample(\"paint\"))"), "\(text)")
    #expect(text.contains("device:launch(app)") && text.contains("homescreen.sample(\"toolbox\")"))
  }
}
