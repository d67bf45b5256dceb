import AppPackages
import Events
package import HomeScreenSimulator
package import LuaEngine
import PropertyLists

extension AppCrash: APITable {
  static let fields = [
    APIField("reason", \AppCrash.reason), APIField("code", \AppCrash.code), APIField("time", \AppCrash.time.seconds),
  ]
}

extension InstalledApp: APIObject {
  static let apiType = APIType("app", className: "homescreen.App", summary: "An app that is installed on a device.")
  /// The Lua type of an installed app; `tostring` returns `app com.example.notes`.
  package static let luaType = APIBinding.luaType(
    apiType, metamethods: [ObjectMetamethods.text(InstalledApp.self) { "app \($0.bundleIdentifier)" }])
}

/// An installed app from the tester's side.
enum AppAPI: APISection {
  static let state = APIEntry.property(
    "state", of: InstalledApp.self,
    APIDocumentation("`notRunning`, `runningForeground`, `runningBackground` or `runningBackgroundSuspended`.")
  ) { app in try app.state }

  static let activate = APIEntry.method(
    "activate", of: InstalledApp.self,
    APIDocumentation("Brings the app to the front from the app switcher; launches it if it is not running.")
  ) { call, app in
    try app.activate()
  }

  static let cause = Parameter<TerminationCause?>.optional(.choice("cause", "`user` (default) or `jetsam`"))

  static let terminate = APIEntry.method(
    "terminate", of: InstalledApp.self, cause,
    APIDocumentation(
      "Ends the process, so its memory is lost.",
      discussion: """
        `user` ends it as the app switcher does: the app leaves the screen, and is notified unless it is suspended. \
        `jetsam` ends it as the system does when memory is low: the app is not notified.
        """, facts: ["LAUNCH-075", "LAUNCH-098"])
  ) { call, app, cause in
    try app.terminate(cause ?? .user)
  }

  static let suspend = APIEntry.method(
    "suspend", of: InstalledApp.self,
    APIDocumentation("Lets the system suspend the app, which must be in the background.", facts: ["LAUNCH-073"])
  ) { call, app in
    try app.suspend()
  }

  static let iconName = APIEntry.property(
    "iconName", of: InstalledApp.self,
    APIDocumentation(
      "The name of the icon that the system has stored, or nil for the primary one.", facts: ["ICON-152"])
  ) { app in try app.iconName }

  static let picture = APIEntry.method(
    "picture", of: InstalledApp.self, IconAPI.surfaceParameter, IconAPI.lookParameter("app:picture"),
    returns: "the picture, and the reasons for it",
    APIDocumentation(
      "The picture that iOS shows for the app on a surface, regardless of where its icon is.",
      discussion: """
        The App Switcher, notifications, the share sheet and Settings have their own caches, which can be stale; see \
        the conditions `staleSwitcherIcon`, `notificationIconDelay`, `staleShareIcon` and `staleSettingsIcon`.
        """, facts: ["ICON-157", "ICON-243", "ICON-244", "ICON-245", "ICON-247"])
  ) { _, app, surface, appearance in
    Box(
      DrawnIcon(
        picture: try app.picture(on: surface ?? .home, appearance: appearance), package: try app.package,
        os: app.device.os))
  }

  static let console = APIEntry.property(
    "console", of: InstalledApp.self, "The lines that the app wrote with `NSLog`."
  ) { app in try app.console }

  static let crash = APIEntry.property(
    "crash", of: InstalledApp.self, "The crash that ended the app: `reason`, `code`, `time`; nil if it did not crash."
  ) { app in try app.crash }

  static let run = APIEntry.method(
    "run", of: InstalledApp.self,
    Parameter<Void>.raw("body", type: "fun(): ...", kinds: [.function], "a piece of the app's own code"),
    returns: "what the function returns",
    APIDocumentation(
      "Runs a piece of the app's own code in its process, on its main thread.",
      discussion: """
        In the function, UIKit's names refer to this app. Blocks that the code queues without a delay run before `run` \
        returns. The app must be running. An uncaught error crashes the app.
        """)
  ) { call, app, _ in
    let session = try call.session
    return try app.run { application in
      try session.code.enter(application, of: app, as: "app:run") {
        LuaResults<Anything>(count: try call.callFunction(at: 2))
      }
    }
  }

  static let why = APIEntry.method(
    "why", of: InstalledApp.self,
    .optional(.string("name", "the name that the app would ask for, or nil for the primary icon", domain: .iconName)),
    returns: "the lines that `homescreen why` prints",
    APIDocumentation(
      "Explains why a change to this icon would or would not be visible: checks, names, pictures, and what to change.",
      discussion: "Nothing changes, and the app does not need to run.", facts: ["ICON-001", "ICON-026"])
  ) { call, app, name in
    var more = name == nil ? try app.package.openDeclarations : nil
    let items = try app.package.infoPlist["UIApplicationShortcutItems"]?.array ?? []
    if let name, items.contains(where: { $0.value.dictionary?["UIApplicationShortcutItemType"]?.string == name }) {
      more = "“\(name)” is the type of a quick action: device.springboard:icon(app):press():item(TYPE) finds its row."
    }
    return TextReport(
      lines: try call.session.neededServices("why").lines(of: app.explainIcon(name)) + [more].compactMap(\.self))
  }

  static let bundleIdentifier = APIEntry.property(
    "bundleIdentifier", of: InstalledApp.self, "`CFBundleIdentifier`.", get: \.bundleIdentifier
  )

  static let label = APIEntry.property(
    "label", of: InstalledApp.self, APIDocumentation("The text under the icon.", facts: ["ICON-167"])
  ) { app in try app.label }

  static let device = APIEntry.property(
    "device", of: InstalledApp.self, "The device on which the app is installed.", get: \.device
  )

  private static let beside = Parameter<Bool>.boolean(
    "beside", "true: the new window is shown next to the window that is on the screen")
  private static let newSceneOptions = Parameter<Bool?>.record(
    "options", of: "app:newScene", fields: [beside.description], "where the window appears"
  ) { fields in try fields.read(beside) }

  static let newScene = APIEntry.method(
    "newScene", of: InstalledApp.self, newSceneOptions,
    APIDocumentation(
      "Opens another window of the app, like New Window in the icon's menu.",
      discussion: "This needs an iPad, iPadOS 13, and `UIApplicationSupportsMultipleScenes` in the scene manifest.",
      facts: ["QUICK-089", "LAUNCH-101", "LAUNCH-147"])
  ) { call, app, isBeside in
    try app.newScene(beside: isBeside ?? false)
  }

  private static let display = Parameter<AppDisplay>.choice("display", "`external` or `car`")

  static let connectDisplay = APIEntry.method(
    "connectDisplay", of: InstalledApp.self, display,
    APIDocumentation(
      "Shows the app on another display: an external display, which shows the app in front, or a car.",
      discussion: """
        The app gets a scene of the display's role, if its app delegate returns a configuration for it or the scene \
        manifest has one; otherwise an external display mirrors the screen, and a car shows nothing. A car starts an \
        app that is not running, without a window.
        """, facts: ["LAUNCH-140", "LAUNCH-141", "LAUNCH-142"])
  ) { call, app, display in
    try app.connect(display)
  }

  static let disconnectDisplay = APIEntry.method(
    "disconnectDisplay", of: InstalledApp.self, display,
    APIDocumentation("Disconnects the display and the app's scene on it.", facts: ["LAUNCH-141", "LAUNCH-142"])
  ) { call, app, display in
    try app.disconnect(display)
  }

  static let downloading = APIEntry.property(
    "downloading", of: InstalledApp.self,
    APIDocumentation("Whether the app is still being downloaded.", facts: ["QUICK-094"])
  ) { app in try app.isDownloading }

  static let finishDownload = APIEntry.method(
    "finishDownload", of: InstalledApp.self,
    APIDocumentation("Ends the download of an app that was installed with `downloading = true`.", facts: ["QUICK-094"])
  ) { call, app in
    try app.finishDownload()
  }

  static let memberTypes = [InstalledApp.apiType]
  static let memberEntries = [
    newScene, connectDisplay, disconnectDisplay, downloading, finishDownload, state, activate, terminate, suspend,
    iconName, picture, console, crash, run, why, bundleIdentifier, label, device,
  ]
}
