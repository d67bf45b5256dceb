import LuaEngine
internal import Reports
import Simulator

/// An installed app, from the tester's side.
enum AppAPI {
  static let type = APIType("app", className: "homescreen.App", summary: "An app that is installed on a device.")
  static let luaType = APIBinding.luaType(
    type, metamethods: [ObjectMetamethods.text(InstalledApp.self) { "app \($0.bundleIdentifier)" }])

  static let state = APIEntry.property(
    type, "state", InstalledApp.self, "string",
    APIDocumentation(
      "`notRunning`, `runningForeground`, `runningBackground` or `runningBackgroundSuspended`.",
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        assert.equal("notRunning", app.state)
        """)
  ) { call, app in
    return call.result(try app.state.rawValue)
  }

  static let activate = APIEntry.method(
    type, "activate", InstalledApp.self,
    APIDocumentation("Brings the app to the front from the app switcher; launches it when it does not run.")
  ) { call, app in
    try call.session.use(app.device)
    try app.activate()
    return 0
  }

  static let cause = Parameter<TerminationCause?>.optional(.choice("cause", "`user` (default) or `jetsam`"))

  static let terminate = APIEntry.method(
    type, "terminate", InstalledApp.self, cause,
    APIDocumentation(
      "Ends the process: what was in its memory is gone.",
      discussion: """
        `user` is the app switcher: the app leaves the screen, and hears of its end unless it is suspended. `jetsam` is \
        the system for want of memory: the app hears nothing.
        """, facts: ["LAUNCH-075", "LAUNCH-098"])
  ) { call, app, cause in
    try call.session.use(app.device)
    try app.terminate(cause ?? .user)
    return 0
  }

  static let suspend = APIEntry.method(
    type, "suspend", InstalledApp.self,
    APIDocumentation("Lets the system suspend the app, which must be in the background.", facts: ["LAUNCH-073"])
  ) { call, app in
    try app.suspend()
    return 0
  }

  static let iconName = APIEntry.property(
    type, "iconName", InstalledApp.self, "string?",
    APIDocumentation(
      "The name of the icon that the system has stored, or nil for the primary one.", facts: ["ICON-152"])
  ) { call, app in
    return call.result(try app.iconName)
  }

  static let console = APIEntry.property(
    type, "console", InstalledApp.self, "string[]", APIDocumentation("What the app wrote with `NSLog`, a line each.")
  ) { call, app in
    return call.result(try app.console)
  }

  static let crash = APIEntry.property(
    type, "crash", InstalledApp.self, "table?",
    APIDocumentation("How the app ended by itself: `reason`, `code`, `time`; nil if it did not.")
  ) { call, app in
    guard let crash = try app.crash else { return call.result(String?.none) }
    return call.result(
      LuaTable(fields: [
        (.string("reason"), .string(crash.reason)), (.string("code"), crash.code.map { .string($0) } ?? .nil),
        (.string("time"), .number(crash.time.seconds)),
      ]))
  }

  static let run = APIEntry.method(
    type, "run", InstalledApp.self,
    Parameter<Void>.raw("body", type: "fun(): ...", kinds: [.function], "a piece of the app's own code"),
    returns: APIReturn("...", "what the function returns"),
    APIDocumentation(
      "Runs a piece of the app's own code in its process, on its main thread.",
      discussion: """
        Inside, UIKit's names mean this app. What the code queues for now runs before `run` returns. The app must be \
        running. An error that leaves the function is a crash of the app.
        """,
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        local supported = app:run(function() return UIApplication.shared.supportsAlternateIcons end)
        assert.is_true(supported)
        """)
  ) { call, app, _ in
    let session = try call.session
    session.use(app.device)
    return try app.run { application in
      try session.enter(application, of: app, as: "app:run") { try call.callFunction(at: 2) }
    }
  }

  static let why = APIEntry.method(
    type, "why", InstalledApp.self,
    .optional(.string("name", "the name that the app would ask for, or nil for the primary icon")),
    returns: APIReturn("string[]", "the lines that `homescreen why` prints"),
    APIDocumentation(
      "Why a change to this icon would be seen, or would not: checks, names, pictures, and what to change.",
      discussion: "Nothing changes, and the app need not run.",
      example: """
        local device = Device { model = "iPad", os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        assert.matches("Did you mean “newicon”", table.concat(app:why("newIcon"), "\\n"))
        """, facts: ["ICON-001", "ICON-026"])
  ) { call, app, name in
    call.result(IconReport.lines(try app.explainIcon(name)))
  }

  static let bundleIdentifier = APIEntry.property(
    type, "bundleIdentifier", InstalledApp.self, "string", APIDocumentation("`CFBundleIdentifier`.")
  ) { call, app in call.result(app.bundleIdentifier) }

  static let label = APIEntry.property(
    type, "label", InstalledApp.self, "string", APIDocumentation("The text under the icon.", facts: ["ICON-167"])
  ) { call, app in
    return call.result(try app.label)
  }

  static let device = APIEntry.property(
    type, "device", InstalledApp.self, DeviceAPI.type.className,
    APIDocumentation("The device that it was installed on.")
  ) { call, app in call.result(app.device) }

  static let newScene = APIEntry.method(
    type, "newScene", InstalledApp.self,
    APIDocumentation(
      "Opens another window of the app, as the menu's row New Window does.",
      discussion: "It needs an iPad, iPadOS 13, and `UIApplicationSupportsMultipleScenes` in the scene manifest.",
      example: """
        local device = Device { model = "iPad", os = "18.0" }
        local app = device:install(AppPackage { plist = {
          CFBundleIdentifier = "com.example.notes", UIDeviceFamily = { 2 },
          UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true },
        } })
        device:launch(app)
        app:newScene()
        assert.equal(2, #app.scenes)
        """, facts: ["QUICK-089", "LAUNCH-101"])
  ) { call, app in
    try call.session.use(app.device)
    try app.newScene()
    return 0
  }

  static let downloading = APIEntry.property(
    type, "downloading", InstalledApp.self, "boolean",
    APIDocumentation("Whether the app is still being downloaded.", facts: ["QUICK-094"])
  ) { call, app in call.result(try app.isDownloading) }

  static let finishDownload = APIEntry.method(
    type, "finishDownload", InstalledApp.self,
    APIDocumentation(
      "Ends the download of an app that was installed with `downloading = true`.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { downloading = true })
        assert.equal("Pause Download", device.springboard:icon(app):press().rows[2].title)
        device:pressHome()
        app:finishDownload()
        device:launch(app)
        """, facts: ["QUICK-094"])
  ) { call, app in
    try call.session.use(app.device)
    try app.finishDownload()
    return 0
  }

  static let entries = [
    newScene, downloading, finishDownload, state, activate, terminate, suspend, iconName, console, crash, run, why,
    bundleIdentifier, label, device,
  ]
}
