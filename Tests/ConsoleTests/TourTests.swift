import Console
import HomeScreenReports
import LuaAPI
import Platform
import TestSupport
import Testing

/// The tour does what it shows, and the apps to play with are there.
@Suite struct TourTests {
  /// From a pipe all of it runs by itself, and a step that does not work ends the session.
  @Test func everyStepWorks() throws {
    let talk = try Talk(":tour", "'end'")
    #expect(talk.exitCode == .success, "\(talk)")
    #expect(talk.output.contains { $0.hasPrefix("1/") } && talk.output.last == "\"end\"", "\(talk)")
    #expect(talk.errors.last == "the tour is over, device and app are yours again; help() shows what you can do")
  }

  @Test func enterTypesTheLine() throws {
    let talk = try Talk([":tour"] + Array(repeating: "", count: 20) + ["'end'"], isInteractive: true)
    #expect(talk.errors.contains { $0.hasPrefix("the tour is over") }, "\(talk)")
    #expect(talk.output.last == "\"end\"")
  }

  @Test func itIsLeftAndGoesOn() throws {
    let talk = try Talk(
      [
        "os = device.os", ":tour", "", "menu = device.springboard:icon(app):press()", ":quit", "device.os == os, app",
        ":tour", "",
        ":q",
      ], os: "16.0", isInteractive: true)
    #expect(talk.errors.filter { $0.hasPrefix(":tour [STEP] continues here") }.count == 2, "\(talk)")
    #expect(talk.output.contains("true") && talk.output.contains("nil"), "\(talk)")
    let steps = talk.output.compactMap { $0.split(separator: "/").first.flatMap { Int($0) } }
    #expect(steps == [1, 2, 3, 3, 4], "\(steps)")
  }

  @Test func anotherLineDoesNotDo() throws {
    let talk = try Talk(
      [":tour 2", "1 + 1", "error 'x'", "menu =", "device.springboard:icon(app):press()", ":quit"],
      isInteractive: true)
    #expect(talk.errors.contains { $0.hasPrefix("not yet") }, "\(talk)")
    #expect(!talk.output.contains { $0.hasPrefix("4/") })
  }

  @Test(arguments: 1...TourTests.count)
  func everyStepCanBeTheFirst(step: Int) throws {
    let talk = try Talk(":tour \(step)", "'end'")
    #expect(talk.exitCode == .success && talk.output.last == "\"end\"", "\(talk)")
  }

  @Test(arguments: ["0", "99", "x", "-1"])
  func aStepThatIsNotThere(step: String) throws {
    #expect(try Talk(":tour \(step)").errors.first?.hasPrefix("the tour has the steps 1 to") == true)
  }

  private static let count =
    (try? Talk(":tour").output.compactMap { line in
      line.hasPrefix("1/") ? line.dropFirst(2).split(separator: " ").first.flatMap { Int($0) } : nil
    }.first) ?? 1

  @Test(arguments: SampleApp.allCases)
  func everySampleOpens(sample: SampleApp) throws {
    let list = try Talk(":samples").output
    #expect(list.contains { $0.hasPrefix(sample.rawValue) && $0.contains(sample.summary) })
    let talk = try Talk(":open \(sample.rawValue)", "#device.springboard.icons, device.springboard.mode, app.state")
    #expect(talk.errors.isEmpty && talk.output == ["1", "\"app\"", "\"runningForeground\""], "\(talk)")
  }

  @Test func anAppOfOnesOwnOpens() throws {
    let path = "\(Repository.root)/lua/scenarios/seeds/fixtures/FlatShape.app"
    #expect(try Talk(":open \"\(path)\"", "app.bundleIdentifier").output == ["\"com.example.flatshape\""])
    #expect(
      try Talk(":open nonesuch").errors == ["no sample or file “nonesuch”; :samples lists the samples"])
  }

  /// What is saved runs as a scenario, and prints what it has to.
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
    let talk = try Talk(lines + [":save \"\(path)\""], sample: .paint, os: "17.5")
    #expect(talk.exitCode == .success, "\(talk)")
    let session = try Session(at: .folder("."), services: ReportServices())
    var output: [String] = []
    session.output = { output.append($0) }
    try session.run(
      "function it(_, body) body() end " + (try #require(folder.read("saved.lua"))), chunkName: "=saved")
    #expect(output == printed)
  }

  @Test func aSessionWithASampleIsSaved() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/saved.lua"
    _ = try Talk([":open toolbox", "x = app.state", ":save \"\(path)\""], sample: .paint)
    let text = try #require(folder.read("saved.lua"))
    #expect(text.contains("app = device:install(homescreen.sample(\"paint\"))"), "\(text)")
    #expect(text.contains("device:launch(app)") && text.contains("homescreen.sample(\"toolbox\")"))
  }
}
