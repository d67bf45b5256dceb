import Events
import Exploration
import LuaAPI
import TestSupport
import Testing

/// The report of a failing story: its events, devices and length.
@Suite struct FindingTests {
  private let fixture = ExplorationFixture()

  /// A fault that needs three custom actions in this order, with any actions in between.
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

  @Test(arguments: [1, 2, 3] as [UInt64]) func longStoryIsShortened(seed: UInt64) throws {
    let report = try fixture.explore(Self.planted, depth: 0, walks: 3, walkLength: 200) { $0.seed = seed }
    let finding = try #require(report.findings.first)
    #expect(finding.steps.map(\.text) == ["c", "a", "b"])
    #expect(finding.isSettled)
  }

  @Test func breadthFirstFindsTheSameStory() throws {
    let report = try fixture.explore(Self.planted, depth: 3)
    #expect(report.findings.map { $0.steps.map(\.text) } == [["c", "a", "b"]])
    #expect(report.findings[0].invariant == "no cab")
  }

  /// It needs no steps.
  @Test func initiallyBrokenAppIsReported() throws {
    let report = try fixture.explore(
      "invariants = { never = function() return false, 'not even here' end }," + ExplorationFixture.sample, depth: 1,
      walks: 1)
    #expect(report.findings.map(\.invariant) == ["never"])
    let finding = try #require(report.findings.first)
    #expect(finding.steps == [] && finding.walk == nil)
    #expect(finding.happened == "not even here")
    #expect(finding.code.contains("it(\"never: installed\""))
    #expect(report.notes == [])
    // The search continues.
    #expect(report.transitions > 5)
  }

  /// The action of a cold launch is lost, and then Home crashes the app.
  static let crashBehindALoss = """
    code = function(app)
      function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
        app:didHandle(item)
        completion(true)
      end
      function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) self.isLost = options.shortcutItem ~= nil end
      function app.sceneDelegate:sceneDidEnterBackground() if self.isLost then error "boom" end end
    end,
    """

  @Test func failureDoesNotHideLaterFailures() throws {
    let report = try fixture.explore(Self.crashBehindALoss)
    #expect(report.findings.map(\.invariant) == ["handled once", "no crash"])
    #expect(
      report.findings.map { $0.steps.map(\.text) } == [
        ["quick action “New note”"], ["quick action “New note”", "Home"],
      ])
    // Stories end at the crash.
    #expect(report.cutShort > 0 && !report.isExhausted)
  }

  /// A missing call violates two rules.
  @Test func oneMomentCanBreakTwoRules() throws {
    let report = try fixture.explore(
      """
      code = function(app)
        function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
          if options.shortcutItem then app:didHandle(options.shortcutItem) end
        end
        function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler() end
      end,
      """)
    #expect(Set(report.findings.map(\.invariant)) == ["handled once", "completed once"])
  }

  /// Keys of the Info.plist may apply to one device family.
  @Test func eachDeviceHasItsOwnInfoPlist() throws {
    fixture.folder.write(
      "App/Info.plist",
      xml(
        """
        <dict><key>CFBundleIdentifier</key><string>com.example.notes</string>
        <key>CFBundleURLTypes~ipad</key><array><dict><key>CFBundleURLSchemes</key><array><string>notes</string></array></dict></array>
        </dict>
        """))
    let report = try fixture.explore(
      script: """
        return require "homescreen.explore" {
          app = "App", install = { lifecycle = "scene" }, devices = { {}, { model = "iPad" } },
          code = function() end,
        }
        """, depth: 1
    ).apps[0]
    #expect(report.problem == nil)
    #expect(!report.neverTaken.contains("open the link"))
    #expect(report.findings.map(\.span) == ["iPad \(report.devices[1].os)"])
  }

  /// The scenario of a finding runs with the project settings.
  @Test func projectSettingsApply() throws {
    fixture.folder.write("homescreen.lua", "return { os = { '15.0' }, app = 'App' }")
    fixture.folder.write(
      "App/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>com.example.notes</string></dict>"))
    let script = """
      return require "homescreen.explore" {
        app = function(device) return device:install() end,
        invariants = { new = function(_, _, device) return device.os ~= "15.0" end },
      }
      """
    let report = try fixture.explore(script: script, depth: 0).apps[0]
    #expect(report.problem == nil)
    #expect(report.findings.map(\.span) == ["iPhone 15.0"])
    // Regardless of later settings.
    #expect(report.findings.first?.code.contains("subject:start { model = \"iPhone\", os = \"15.0\" }") == true)
    fixture.folder.write("homescreen.lua", "return { os = 15 }")
    let error = #expect(throws: ExploreError.self) { try fixture.explore(script: script, depth: 0) }
    #expect(error?.description.contains("homescreen.lua") == true, "\(error?.description ?? "")")
  }

  @Test func scenarioNamesTheDevice() throws {
    let report = try fixture.explore(ExplorationFixture.onlyWarm, depth: 1)
    let os = try #require(report.devices.first?.os)
    #expect(report.findings.first?.code.contains("subject:start { model = \"iPhone\", os = \"\(os)\" }") == true)
  }

  @Test func devicesAreSummarized() throws {
    let report = try fixture.explore(
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

  @Test func devicesOnTheCommandLineReplaceThoseOfTheDefinition() throws {
    let report = try fixture.explore("devices = { { os = \"13.0\" } }," + ExplorationFixture.onlyWarm, depth: 1) {
      $0.devices = DeviceChoice(models: ["iPhone", "iPad"], versions: ["15.0", "16.0"])
    }
    #expect(report.devices.map(\.name) == ["iPhone 15.0", "iPhone 16.0", "iPad 15.0", "iPad 16.0"])
    #expect(report.findings.first?.span == "all 4 devices")
  }

  @Test func scenarioStatesTheActualAndTheExpectedResult() throws {
    let report = try fixture.explore(ExplorationFixture.onlyWarm)
    let scenario = try #require(report.findings.first).scenario()
    #expect(
      scenario.contains("-- What should hold: every event sent to the app reaches one of its methods (LAUNCH-013)."))
    #expect(
      scenario.contains("-- What happened: “new” came to scene_willConnectToSession_options, which the app lacks."))
    #expect(scenario.contains("device.springboard:icon(app):press():item(\"New note\"):tap()"))
    #expect(scenario.contains("explore.from(\"app.lua\")[1]"))
  }

  @Test func outputOfTheAppIsReported() throws {
    let report = try fixture.explore(
      "code = function(app) function app.sceneDelegate:sceneDidBecomeActive() print 'active now' error 'oh' end end,",
      depth: 2)
    let finding = try #require(report.findings.first { $0.invariant == "no crash" })
    #expect(finding.output == ["active now"])
  }

  @Test func excludedActionsAreNotTried() throws {
    let report = try fixture.explore(
      "without = { \"quick action\", \"press the icon\" }," + ExplorationFixture.onlyWarm)
    #expect(report.findings == [])
    let other = try fixture.explore("without = { \"reaches the app\" }," + ExplorationFixture.onlyWarm)
    #expect(other.findings == [])
    #expect(!other.neverTaken.contains("quick action"))
  }

  /// A Character can have any number of scalars.
  @Test func outputIsTruncatedByBytes() throws {
    let report = try fixture.explore(
      """
      code = function(app)
        function app.sceneDelegate:sceneDidBecomeActive() print("e" .. ("\\u{301}"):rep(100000)) error "oh" end
      end,
      """, depth: 1)
    let line = try #require(report.findings.first { $0.invariant == "no crash" }?.output.first)
    #expect(line.utf8.count == 299)
    #expect(line.unicodeScalars.last == "\u{301}")
  }

  /// A request that comes too early is lost, until another one is answered for a different reason.
  @Test(arguments: [(atReturn: "", isLost: true), ("nowhere", false)])
  func lastIconRequestCounts(atReturn: String, isLost: Bool) throws {
    let report = try fixture.explore(
      """
      without = { "reaches the app", "handled once" },
      code = function(app)
        function app.sceneDelegate:sceneDidEnterBackground()
          UIApplication.shared:setAlternateIconName("night", function() end)
          self.left = "\(atReturn)" ~= ""
        end
        function app.sceneDelegate:sceneDidBecomeActive()
          if self.left then UIApplication.shared:setAlternateIconName("\(atReturn)", function() end) end
        end
      end,
      """)
    #expect(report.findings.map(\.invariant) == (isLost ? ["icon not lost"] : []))
  }
}
