import Exploration
import HomeScreenReports
import LuaAPI
import TestSupport
import Testing

/// What is told of a story that breaks, on which devices, and how short it is.
@Suite struct FindingTests {
  private let playground = Playground()

  /// A fault that needs three own actions in this order, with anything between them.
  private static let planted = """
    code = function(_, story) story.done = "" end, without = { "quick action", "press the icon" },
    actions = {
      a = { run = function(_, story) story.done = story.done .. "a" end, when = function() return true end },
      b = { run = function(_, story) story.done = story.done .. "b" end, when = function() return true end },
      c = { run = function(_, story) story.done = story.done .. "c" end, when = function() return true end },
    },
    invariants = {
      ["no cab"] = { settled = true, run = function(_, story) return not story.done:find "c.*a.*b" end },
    },
    """

  @Test(arguments: [1, 2, 3] as [UInt64]) func aLongStoryBecomesShort(seed: UInt64) throws {
    let report = try playground.explore(Self.planted, depth: 0, walks: 3, walkLength: 200) { $0.seed = seed }
    let finding = try #require(report.findings.first)
    #expect(finding.steps.map(\.text) == ["c", "a", "b"])
    #expect(finding.isSettled)
  }

  @Test func breadthFirstFindsTheSameStory() throws {
    let report = try playground.explore(Self.planted, depth: 3)
    #expect(report.findings.map { $0.steps.map(\.text) } == [["c", "a", "b"]])
    #expect(report.findings[0].invariant == "no cab")
  }

  @Test func theDevicesAreNamedInFewWords() throws {
    let report = try playground.explore(
      """
      devices = { { os = "13.0" }, { os = "15.0" }, { os = "17.0" }, { model = "iPad", os = "17.0" } },
      code = function(app, _, device)
        require "homescreen.delegates.apple_sample" (app)
        if device.model == "iPhone" and tonumber(device.os) < 16 then
          function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler() end
        end
      end,
      """)
    #expect(Set(report.findings.map(\.span)) == ["iPhone 13.0–15.0"])
    #expect(report.findings.allSatisfy { $0.breaksOn == ["iPhone 13.0", "iPhone 15.0"] })
    #expect(report.devices.count == 4)
  }

  @Test func devicesOfTheCommandLineReplaceThem() throws {
    let report = try playground.explore("devices = { { os = \"13.0\" } }," + Playground.onlyWarm, depth: 1) {
      $0.devices = DeviceChoice(models: ["iPhone", "iPad"], versions: ["15.0", "16.0"])
    }
    #expect(report.devices.map(\.name) == ["iPhone 15.0", "iPhone 16.0", "iPad 15.0", "iPad 16.0"])
    #expect(report.findings.first?.span == "all 4 devices")
  }

  @Test func theScenarioSaysWhatHappenedAndWhatShould() throws {
    let report = try playground.explore(Playground.onlyWarm)
    let scenario = try #require(report.findings.first).scenario()
    #expect(
      scenario.contains("-- What should hold: what is sent to the app comes to a method that it has (LAUNCH-013)."))
    #expect(
      scenario.contains("-- What happened: “new” came to scene_willConnectToSession_options, which the app lacks."))
    #expect(scenario.contains("device.springboard:icon(app):press():item(\"New note\"):tap()"))
    #expect(scenario.contains("explore.from(\"app.lua\")[1]"))
  }

  @Test func whatTheAppPrintsInTheStoryIsTold() throws {
    let report = try playground.explore(
      "code = function(app) function app.sceneDelegate:sceneDidBecomeActive() print 'active now' error 'oh' end end,",
      depth: 2)
    let finding = try #require(report.findings.first { $0.invariant == "no crash" })
    #expect(finding.output == ["active now"])
  }

  @Test func whatIsLeftOutIsNotTried() throws {
    let report = try playground.explore("without = { \"quick action\", \"press the icon\" }," + Playground.onlyWarm)
    #expect(report.findings == [])
    let other = try playground.explore("without = { \"reaches the app\" }," + Playground.onlyWarm)
    #expect(other.findings == [])
    #expect(!other.neverTaken.contains("quick action"))
  }

  /// A Character has any number of scalars.
  @Test func whatIsPrintedIsCutByBytes() throws {
    let report = try playground.explore(
      """
      code = function(app)
        function app.sceneDelegate:sceneDidBecomeActive() print("e" .. ("\\u{301}"):rep(100000)) error "oh" end
      end,
      """, depth: 1)
    let line = try #require(report.findings.first { $0.invariant == "no crash" }?.output.first)
    #expect(line.utf8.count == 299)
    #expect(line.unicodeScalars.last == "\u{301}")
  }
}
