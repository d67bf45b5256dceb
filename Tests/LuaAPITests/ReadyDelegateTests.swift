import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// The delegates that come with homescreen: `require "homescreen.delegates.…"`.
@Suite struct ReadyDelegateTests {
  private func run(_ delegate: String, _ lifecycle: String, _ os: String, keeps: String = "byLifeCycle") throws
    -> [LuaValue]
  {
    try TestSession().run(
      """
      local device = Device { os = "\(os)", conditions = { keepSessions = "\(keeps)" } }
      local app = device:install("fixtures/ToolBox.app", { lifecycle = "\(lifecycle)" })
      require "homescreen.delegates.\(delegate)" (app)
      local function tap() device.springboard:icon(app):press():item("ToolBox"):tap() end
      local ways = {}
      local function way(name, prepare)
        prepare()
        local trace = device:record(tap)
        local item = trace.handling[1]
        ways[#ways + 1] = name .. item.delivered .. item.handled
      end
      way("cold", function() end)
      way("warm", function() device:pressHome() end)
      way("killed", function() device:pressHome() app:terminate "jetsam" end)
      way("quit", function() app:terminate() end)
      way("again", function() device:pressHome() app:activate() device:pressHome() end)
      return table.concat(ways, " ")
      """)
  }

  static let cells: [(String, String, String)] = [
    ("app_delegate", "appDelegate", "9.3"), ("app_delegate", "appDelegate", "12.4"),
    ("app_delegate", "appDelegate", "26.0"),
    ("apple_sample", "scene", "13.0"), ("apple_sample", "scene", "18.0"), ("apple_sample", "scene", "27.0"),
    ("half_migrated", "appDelegate", "12.4"), ("half_migrated", "scene", "13.0"), ("half_migrated", "scene", "26.0"),
    ("swiftui_adaptor", "swiftUI", "14.0"), ("swiftui_adaptor", "swiftUI", "27.0"),
    ("everywhere", "appDelegate", "12.4"), ("everywhere", "appDelegate", "18.0"), ("everywhere", "scene", "18.0"),
    ("everywhere", "swiftUI", "18.0"),
  ]

  /// LAUNCH-035.
  @Test(arguments: cells)
  func actionIsHandledOnceOnEveryPath(delegate: String, lifecycle: String, os: String) throws {
    for keeps in ["byLifeCycle", "always", "never"] {
      let ways = try run(delegate, lifecycle, os, keeps: keeps).first?.string
      #expect(ways == "cold11 warm11 killed11 quit11 again11")
    }
  }

  /// LAUNCH-026.
  @Test func swiftUIAloneLosesTheAction() throws {
    let ways = try run("swiftui_plain", "swiftUI", "18.0").first?.string
    #expect(ways == "cold10 warm10 killed10 quit10 again10")
  }

  /// LAUNCH-050.
  @Test func unknownTypesAreNotHandled() throws {
    let values = try TestSession().run(
      """
      local device = Device { os = "18.0" }
      local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
      local asked = 0
      require "homescreen.delegates.apple_sample" (app, function(item) asked = asked + 1 return false end)
      device:launch(app)
      device:pressHome()
      local trace = device:record(function() device.springboard:icon(app):press():item("ToolBox"):tap() end)
      return asked, trace.handling[1].handled, tostring(trace):match "outcome=(%a+)"
      """)
    #expect(values[0].integer == 1 && values[1].integer == 0 && values[2].string == "false")
  }

  @Test func unknownModulesAndArgumentsAreRefused() throws {
    let test = try TestSession()
    let error = try #require(test.error("require 'homescreen.delegates.aple_sample'"))
    #expect(error.message.contains("homescreen.delegates.apple_sample"))
    let wrong = try #require(
      test.error(
        "require 'homescreen.delegates.apple_sample' (Device {}:install 'fixtures/ToolBox.app', 'no function')"))
    #expect(wrong.message.contains("takes the app and"))
    #expect(test.error("require 'homescreen.museum'.exhibit {}")?.message.contains("needs the field report") == true)
  }

  /// LAUNCH-021.
  @Test func messagesNameTheHandlingMethod() throws {
    let test = try TestSession()
    try test.run(
      """
      device = Device { os = "18.0" }
      app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
      function tap() return device:record(function() device.springboard:icon(app):press():item("ToolBox"):tap() end) end
      require "homescreen.delegates.app_delegate" (app)
      """)
    let lost = try #require(test.error("assert.handled_once(tap())")).message
    #expect(lost.contains("never handled"))
    #expect(lost.contains("must be handled in scene_willConnectToSession_options"))
    #expect(
      lost.contains("the app has application_performActionForShortcutItem_completionHandler, but with scenes iOS never")
    )
    try test.run(
      """
      app:terminate()
      function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
        app:didHandle(options.shortcutItem)
        DispatchQueue.main:async(function() app:didHandle(options.shortcutItem) end)
      end
      """)
    let twice = try #require(test.error("assert.handled_once(tap())")).message
    #expect(twice.contains("handled 2 times"))
    #expect(twice.contains("the app handled it in scene_willConnectToSession_options and in other code of the app"))
  }
}
