import HomeScreenSimulator

/// Example scripts that cause errors.
enum ErrorExamples {
  /// Returns a script that causes an error and inspects it; nil if no short script can cause it.
  static func example(of code: String) -> String? {
    let actions = SimulatorErrorCode(rawValue: code).map(actions) ?? others[code]
    return actions.map { actions in
      let body = actions.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
      return """
        local device = Device { os = "17.5" }
        local app = device:install(homescreen.sample "toolbox")
        local ok, failure = pcall(function()
        \(body)
        end)
        print(failure)
        assert.equal("\(code)", failure.code)
        """
    }
  }

  /// The examples for errors of scripts, in addition to those of the simulator.
  private static let others = [
    "argument": "device:advance(\"soon\")",
    "read-only": "device.time = 1",
    "unknown-field": "Device { modle = \"iPhone\" }",
    "unknown-member": "device:lunch(app)",
    "unknown-slot": "function app.delegate:applicationDidBecomeActiv() end",
  ]

  private static let launch = "device:launch(app)"
  private static let change = "app:run(function() UIApplication.shared:setAlternateIconName(\"red\") end)"
  private static let press = "device.springboard:icon(app):press()"
  private static let folder =
    "local other = device:install(homescreen.sample \"change-icon\")\n"
    + "local folder = device.springboard:icon(app):drop(device.springboard:icon(other))"

  private static func actions(for code: SimulatorErrorCode) -> String? {
    switch code {
    case .unknownOSVersion: "Device { os = \"99\" }"
    case .unknownModel: "Device { model = \"iPhnoe\" }"
    case .modelOutsideVersions: "Device { model = \"iPhone 15 Pro\", os = \"12.4\" }"
    case .unknownCondition: "device.conditions.activaton = 1"
    case .badConditionValue: "device.conditions.activation = -1"
    case .badLocale: "device.locale = \"\""
    case .badLook: "device.tint = \"blue\""
    case .badTime: "device:advance(-1)"
    case .badSDK: "device:install(homescreen.sample \"toolbox\", { sdk = \"seventeen\" })"
    case .noBundleIdentifier: "device:install(AppPackage { plist = { CFBundleName = \"Paint\" } })"
    case .wrongDeviceFamily:
      "device:install(AppPackage { plist = { CFBundleIdentifier = \"com.example.pad\", UIDeviceFamily = { 2 } } })"
    case .lifeCycleUnavailable:
      "Device { os = \"12.4\" }:install(homescreen.sample \"toolbox\", { lifecycle = \"scene\" })"
    case .appNotInstalled: "device:uninstall(app)\n\(launch)"
    case .appOffloaded: "device:offload(app)\n\(launch)"
    case .offloadUnavailable:
      "local old = Device { os = \"10.3\" }\nold:offload(old:install(homescreen.sample \"toolbox\"))"
    case .appOnOtherDevice: "Device {}:launch(app)"
    case .appNotRunning: change
    case .appSuspended: "\(launch)\ndevice:pressHome()\napp:suspend()\n\(change)"
    case .appInFront: "\(launch)\napp:suspend()"
    case .processEnded:
      "\(launch)\nlocal application = app:run(function() return UIApplication.shared end)\napp:terminate()\n"
        + "application:setAlternateIconName(\"red\")"
    case .outsideTheApp: "UIApplication.shared:setAlternateIconName(\"red\")"
    case .apiUnavailable:
      "local old = Device { os = \"10.0\" }\nlocal app = old:install(homescreen.sample \"toolbox\")\nold:launch(app)\n\(change)"
    case .commandInsideApp: "\(launch)\napp:run(function() device:pressHome() end)"
    case .notOnHomeScreen: "\(launch)\n\(press)"
    case .noSuchIcon: "device.springboard:icon \"Nobody\""
    case .ambiguousIcon:
      "for _, name in ipairs { \"com.example.a\", \"com.example.b\" } do\n"
        + "  device:install(AppPackage { plist = { CFBundleIdentifier = name, CFBundleName = \"Paint\" } })\nend\n"
        + "device.springboard:icon \"Paint\""
    case .menuCovers: "\(press)\n\(press)"
    case .menuClosed: "local menu = \(press)\ndevice:pressHome()\nmenu:item(\"ToolBox\"):tap()"
    case .noSuchRow: "\(press):item \"Nothing\""
    case .ambiguousRow:
      "\(launch)\napp:run(function()\n"
        + "  local item = UIApplicationShortcutItem { type = \"scan\", localizedTitle = \"Scan\" }\n"
        + "  UIApplication.shared.shortcutItems = { item, item }\nend)\ndevice:pressHome()\n\(press):item \"Scan\""
    case .iconsJiggle: "device.springboard:icon(app):press(3)\n\(press)"
    case .deviceLocked: "device.locked = true\ndevice.springboard:icon(app):tap()"
    case .backgroundModeMissing: "device:launch(app, { backgroundFetch = true })"
    case .urlSchemeMissing: "device:launch(app, { url = \"paint://red\" })"
    case .linkDomainMissing: "device:launch(app, { universalLink = \"paint://red\" })"
    case .notDownloaded:
      "local paint = device:install(homescreen.sample \"change-icon\", { downloading = true })\ndevice:launch(paint)"
    case .singleScene: "\(launch)\napp:newScene()"
    case .badIconPlace: "device.springboard:icon(app):move { row = 99, column = 1 }"
    case .iconInFolder: "\(folder)\ndevice.springboard:icon(app):tap()"
    case .iconsDoNotJiggle: "device.springboard:icon(app):remove()"
    case .folderCovers: "\(folder)\nfolder:tap()\nfolder:tap()"
    case .folderGone: "\(folder)\ndevice:uninstall(app)\ndevice:uninstall(other)\nfolder:tap()"
    case .badFolder: "\(folder)\nfolder:rename \"\""
    case .noSuchFolder: "device.springboard:folder \"Games\""
    case .iconElsewhere:
      "local old = Device { os = \"13.0\" }\nold.springboard:libraryIcon(old:install(homescreen.sample \"toolbox\"))"
    case .alertCovers:
      "local new = Device { os = \"26.1\" }\nlocal app = new:install(homescreen.sample \"toolbox\")\nnew:launch(app)\n"
        + "\(change)\nnew:pressHome()"
    case .alertGone: "\(launch)\n\(change)\nlocal alert = device.alert\nalert:tap \"OK\"\nalert:tap \"OK\""
    case .noSuchButton: "\(launch)\n\(change)\ndevice.alert:tap \"Maybe\""
    case .neverSettles:
      "\(launch)\napp:run(function()\n  local function again() DispatchQueue.main:asyncAfter(1, again) end\n"
        + "  again()\nend)\ndevice:settle()"
    case .situationUnavailable, .sceneDisconnected, .notModelled, .tooManyApps, .tooManyItems, .tooManyPresented,
      .folderFull,
      .alertNotVisible, .mainQueueNeverIdle, .mainQueueFull, .tooMuchWork, .traceFull:
      nil
    }
  }
}
