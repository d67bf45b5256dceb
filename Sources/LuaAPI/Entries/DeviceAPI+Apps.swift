import HomeScreenSimulator
import LuaEngine

/// Installing apps, starting them and leaving them.
extension DeviceAPI {
  static let install = APIEntry.method(
    "install", of: Device.self,
    Parameter<Void>.raw(
      "package", type: "string|homescreen.Package", kinds: [.string, .userdata, .nil],
      expected: "a path or a package", domain: .app,
      "a path next to the script or in the project's root (an Xcode project, a built `.app`, an `.ipa`, an Info.plist, "
        + "a folder that contains one), or a package; the app of `--app` by default"),
    InstallArguments.parameter,
    returns: "the app; after an update the same object as before",
    APIDocumentation(
      "Installs an app, or updates the one that has its bundle identifier.",
      discussion: """
        An update keeps the chosen icon as long as the new version declares it. With `sources`, the app handles quick \
        actions, links and notifications as its own code does: `app.delegate` and the like do not exist, and \
        a scenario only needs taps.
        """,
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        assert.equal("iconChange", device.springboard:icon(app).label)
        """, facts: ["ICON-153", "ICON-154"])
  ) { call, device, _, options in
    let package = try InstallArguments.package(call, 2, options.selection)
    try call.session.factCell?.check(options.build)
    guard options.readsSources else { return try device.install(package, options: options.build) }
    var build = options.build
    let code = ShadowCode(
      try InstallArguments.code(of: package, call), takesDoubtful: options.takesDoubtful, setsItems: true)
    build.lifeCycle = build.lifeCycle ?? code.lifeCycle(on: device.os)
    if !options.takesDoubtful { try InstallArguments.requireDelegate(of: package, code.code) }
    let app = try device.install(package, options: build)
    app.code = code
    return app
  }

  static let uninstall = APIEntry.method(
    "uninstall", of: Device.self, Parameter<InstalledApp>.object("app", "the app to delete"),
    APIDocumentation(
      "Deletes an app, with its process and its chosen icon.",
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        device:uninstall(app)
        assert.equal(0, #device.springboard.icons)
        """, facts: ["ICON-155"])
  ) { call, device, app in
    try device.uninstall(app)
  }

  static let offload = APIEntry.method(
    "offload", of: Device.self, Parameter<InstalledApp>.object("app", "the app to offload"),
    APIDocumentation(
      "Removes the app's code and keeps its icon and documents; installing it again restores it.",
      discussion: "It comes back with its primary icon, and cannot be launched before.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:offload(app)
        assert.equal(1, #device.springboard.icons)
        assert.equal(app, device:install "fixtures/ChangeIcon.app")
        """, facts: ["ICON-156", "ICON-209"])
  ) { call, device, app in
    try device.offload(app)
  }

  static let launch = APIEntry.method(
    "launch", of: Device.self, Parameter<InstalledApp>.object("app", "the app"),
    LaunchArguments.parameter,
    APIDocumentation(
      "Launches an app as a tap on its icon does, or brings it to the front.",
      discussion: """
        A quick action is tapped in the menu: `device.springboard:icon(app):press():item(…):tap()`. `notification` \
        and `intent` are a title or name, or a table with details; `{ notification = { silent = true } }` and \
        `backgroundFetch` let the app run in the background. A `url` opens only an app whose Info.plist declares its \
        scheme, a `universalLink` only one whose entitlements have its domain, where they are known.
        """,
      example: """
        local device = Device { os = "12.4" }
        local app = device:install(AppPackage { plist = {
          CFBundleIdentifier = "com.example.toolbox", CFBundleURLTypes = { { CFBundleURLSchemes = { "toolbox" } } },
        } })
        local opened
        function app.delegate:application_openURL_options(application, url) opened = url end
        device:launch(app, { url = "toolbox://red" })
        assert.equal("runningForeground", app.state)
        assert.equal("toolbox://red", opened)
        """,
      facts: [
        "LAUNCH-001", "LAUNCH-008", "LAUNCH-011", "LAUNCH-032", "LAUNCH-033", "LAUNCH-034", "LAUNCH-089", "LAUNCH-094",
        "LAUNCH-117",
      ])
  ) { _, device, app, situation in
    try device.launch(app, situation)
  }

  static let pressHome = APIEntry.method(
    "pressHome", of: Device.self,
    APIDocumentation(
      "Goes to the Home Screen: the app in front resigns active and enters the background.",
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        device:pressHome()
        assert.equal("home", device.springboard.mode)
        """)
  ) { call, device in
    try device.pressHome()
  }

  static let reboot = APIEntry.method(
    "reboot", of: Device.self,
    APIDocumentation(
      "Switches the device off and on: every process ends, the chosen icons stay.",
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        device:reboot()
        assert.equal("notRunning", app.state)
        """, facts: ["ICON-152", "ICON-158"])
  ) { _, device in
    try device.reboot()
  }
}
