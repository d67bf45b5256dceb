import HomeScreenSimulator
import LuaEngine

/// The assertions about apps; `lua/prelude/assert/apps.lua` has them, luassert's are in the modules beside it.
enum AssertAPI: APIRoom {
  static let type = APIType("assert", className: "homescreen.Assert", summary: "Assertions.")

  static let callbacks = assertion(
    "callbacks",
    [
      APIParameter("expected", type: "string[]", documentation: "slots, in order", domain: .slot),
      APIParameter("trace", type: "homescreen.Trace", documentation: "of `device:record`"),
    ],
    APIDocumentation(
      "The system called exactly these callbacks in this order, whether the app has them or not.",
      example: """
        local device = Device { os = "12.4" }
        local app = device:install "fixtures/ChangeIcon.app"
        assert.callbacks({
          "application_willFinishLaunchingWithOptions",
          "application_didFinishLaunchingWithOptions",
          "applicationDidBecomeActive",
        }, device:record(function() device:launch(app) end))
        """, facts: ["LAUNCH-001"]))

  static let handledOnce = assertion(
    "handled_once", [APIParameter("trace", type: "homescreen.Trace", documentation: "of `device:record`")],
    APIDocumentation(
      "Each quick action of the trace was delivered once, and the app said once that it handled it.",
      discussion: """
        The app says so with `app:didHandle(item)`. A failure lists the callbacks that ran, and the method that must \
        handle the action in this life cycle.
        """,
      example: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
          app:didHandle(options.shortcutItem)
        end
        assert.handled_once(device:record(function()
          device.springboard:icon(app):press():item("ToolBox"):tap()
        end))
        """, facts: ["LAUNCH-005", "LAUNCH-014"]))

  static let logged = assertion(
    "logged",
    [
      APIParameter("text", type: "string", documentation: "plain text, not a pattern"),
      APIParameter("app", type: "homescreen.App", documentation: "whose console"),
    ],
    APIDocumentation(
      "A line of the app's console has this text.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        app:run(function() NSLog("%d tools", 3) end)
        assert.logged("3 tools", app)
        assert.Not.logged("4 tools", app)
        """))

  static let crashes = assertion(
    "crashes",
    [
      APIParameter("app", type: "homescreen.App", documentation: "which app"),
      APIParameter("body", type: "fun()", documentation: "what makes it crash"),
    ],
    giving: AppCrash.self, "the crash",
    APIDocumentation(
      "The function makes the app crash; the error that ended the app does not fail the scenario.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        function app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)
          return launchOptions.url
        end
        local crash = assert.crashes(app, function() device:launch(app) end)
        assert.matches("index a nil value", crash.reason)
        """, facts: ["LAUNCH-012"]))

  static let matchesSnapshot = assertion(
    "matches_snapshot",
    [
      APIParameter(
        "value", type: "any",
        documentation: "a value, a trace, a menu, a property list, a screen, the picture of an icon"),
      APIParameter(
        "name", type: "string", isOptional: true, documentation: "of the snapshot; without one, they are counted"),
    ],
    APIDocumentation(
      "The value equals its stored snapshot.",
      discussion: """
        The first run stores it in `__snapshots__/SCRIPT.snap` next to the script, a readable file to commit; later \
        runs compare. For a screen, and for the picture of an icon, an SVG drawing is stored next to it. `homescreen \
        run --update-snapshots` stores values again and removes unused ones; with `--ci`, or if `CI` is set, nothing \
        is stored, and missing and unused snapshots fail.
        """))

  static let memberTypes = [type]
  static let memberEntries = [callbacks, handledOnce, logged, crashes, matchesSnapshot]

  private static func assertion(
    _ name: String, _ parameters: [APIParameter], _ words: APIDocumentation
  ) -> APIEntry {
    assertion(name, parameters, giving: NoResult.self, "", words)
  }

  private static func assertion<Result: APIResult>(
    _ name: String, _ parameters: [APIParameter], giving _: Result.Type, _ returns: String, _ words: APIDocumentation
  ) -> APIEntry {
    APIEntry.function(
      name, of: type, parameters: parameters, returns: returns, words
    ) { call in
      let count = call.count
      call.stack.push(try call.session.prelude.module("assert"))
      try call.stack.pushMember(name, of: -1)
      return LuaResults<Result>(count: try call.callTop(argumentsFrom: 1, through: count))
    }
  }
}
