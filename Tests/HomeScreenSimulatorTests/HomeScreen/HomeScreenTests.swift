import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// Home Screen, installing, removing.
@Suite struct HomeScreenTests {
  /// ICON-167, ICON-182.
  @Test func iconHasALabel() throws {
    let rows: [(PropertyListDictionary, String)] = [
      (["CFBundleDisplayName": "Shown", "CFBundleName": "Name"], "Shown"),
      (["CFBundleName": "Name"], "Name"), ([:], "Test"), (["CFBundleDisplayName": "", "CFBundleName": "Name"], "Name"),
      (["CFBundleDisplayName": 7, "CFBundleName": ["x"]], "Test"),
    ]
    for (plist, label) in rows {
      var plist = plist
      plist["CFBundleIdentifier"] = "com.example.a"
      let scene = try Scene(package: Packages.make(plist), launch: false)
      #expect(try scene.app.label == label)
    }
  }

  /// ICON-167, ICON-061.
  @Test func labelAndAlertAreInTheLanguageOfTheDevice() throws {
    let package = try Packages.make(
      [
        "CFBundleIdentifier": "com.example.a", "CFBundleDisplayName": "Paint", "CFBundleDevelopmentRegion": "en",
        "CFBundleIcons": ["CFBundleAlternateIcons": ["night": [:]]],
      ],
      strings: [("zh-Hans", ["CFBundleDisplayName": "画图"])])
    let scene = try Scene(package: package, launch: false)
    #expect(try scene.app.label == "Paint")
    try scene.device.setLocale("zh-Hans")
    #expect(try scene.app.label == "画图")
    try scene.device.launch(scene.app)
    try scene.request("night")
    #expect(scene.device.alert?.label == "您已更改“画图”的图标。")
  }

  @Test func iconsAreFoundByAppAndLabelAndLaunchOnTap() throws {
    let scene = try Scene(launch: false)
    let board = scene.device.springboard
    #expect(board.mode == .home)
    #expect(board.icons.map(\.label) == ["Paint"])
    #expect(try board.icon(labelled: "Paint") == board.icon(for: scene.app))
    #expect(try board.icon(labelled: "Paint").app === scene.app)
    try board.icon(labelled: "Paint").tap()
    #expect(board.mode == .app)
    let error = simulatorError { try board.icon(labelled: "Paint").tap() }
    #expect(error?.code == .notOnHomeScreen)
  }

  @Test func missingOrDuplicateLabelIsAnError() throws {
    let scene = try Scene(launch: false)
    let missing = try #require(simulatorError { _ = try scene.device.springboard.icon(labelled: "Pant") })
    #expect(missing.code == .noSuchIcon)
    #expect(missing.hint == "There are: “Paint”. Did you mean “Paint”?")
    try scene.device.install(try Packages.paint(identifier: "com.example.b"))
    let twice = try #require(simulatorError { _ = try scene.device.springboard.icon(labelled: "Paint") })
    #expect(twice.code == .ambiguousIcon)
    #expect(twice.hint?.contains("com.example.paint, com.example.b") == true)
    #expect(simulatorError { _ = try Device().springboard.icon(labelled: "") }?.hint == "No app is installed.")
  }

  /// ICON-153, ICON-154, LAUNCH-078.
  @Test func updateKeepsAnIconThatItStillDeclares() throws {
    let scene = try Scene()
    try scene.request("night")
    try scene.tapOK()
    let same = try scene.device.install(try Packages.paint(label: "Paint 2"))
    #expect(same === scene.app)
    #expect(try scene.app.state == .notRunning)
    #expect(try scene.app.label == "Paint 2")
    #expect(try scene.app.iconName == "night")
    #expect(scene.device.apps.count == 1)
    try scene.device.install(
      try Packages.paint { $0["CFBundleIcons"] = ["CFBundleAlternateIcons": ["day": [:]]] })
    #expect(try scene.app.iconName == nil)
    #expect(scene.device.trace.last { $0.name == "reset" }?.fact == "ICON-154")
  }

  /// ICON-155.
  @Test func deletedAppLosesItsIconAndItsHandle() throws {
    let scene = try Scene()
    try scene.request("night")
    try scene.device.uninstall(scene.app)
    #expect(scene.device.front == nil)
    #expect(scene.device.alert == nil)
    #expect(scene.device.springboard.icons.isEmpty)
    #expect(!scene.app.isInstalled)
    let uses: [() throws -> Void] = [
      { _ = try scene.app.state }, { _ = try scene.app.iconName }, { _ = try scene.app.label },
      { _ = try scene.app.console }, { _ = try scene.app.crash }, { _ = try scene.app.package },
      { try scene.app.run { _ in } }, { try scene.app.terminate() }, { try scene.app.activate() },
      { try scene.app.suspend() }, { try scene.device.launch(scene.app) }, { try scene.device.uninstall(scene.app) },
      { _ = try scene.device.springboard.icon(for: scene.app) }, { _ = try scene.app.iconDecision(for: nil) },
    ]
    for use in uses { #expect(simulatorError(use)?.code == .appNotInstalled) }
    let again = try scene.device.install(try Packages.paint())
    #expect(again != scene.app)
    #expect(try again.iconName == nil)
    #expect(simulatorError { _ = try scene.app.state }?.code == .appNotInstalled)
  }

  @Test func packageCanBeInstalledOnManyDevices() throws {
    let package = PreparedPackage(
      try Packages.paint { $0["CFBundleIcons~ipad"] = ["CFBundleAlternateIcons": ["pad": [:]]] })
    for (model, name) in [(DeviceModel.iPhone, "night"), (.iPad, "pad"), (.iPhone, "day"), (.iPad, "pad")] {
      let device = try Device(model: model)
      let app = try device.install(package)
      #expect(try app.iconName == nil)
      try device.launch(app)
      try app.run { try $0.setAlternateIconName(name) }
      try device.alert?.tap("OK")
      #expect(try app.iconName == name)
      #expect(try app.label == "Paint")
    }
  }

  @Test func appBelongsToItsDevice() throws {
    let scene = try Scene()
    let device = try Device()
    #expect(simulatorError { try device.launch(scene.app) }?.code == .appOnOtherDevice)
    #expect(simulatorError { try device.uninstall(scene.app) }?.code == .appOnOtherDevice)
    #expect(simulatorError { _ = try device.springboard.icon(for: scene.app) }?.code == .appOnOtherDevice)
  }

  /// LAUNCH-079.
  @Test func iPadAppsAndAppsWithoutIdentifierAreNotInstalledOnIPhone() throws {
    let padOnly = try Packages.paint { $0["UIDeviceFamily"] = [2] }
    let phone = try Device()
    #expect(simulatorError { try phone.install(padOnly) }?.code == .wrongDeviceFamily)
    #expect(phone.apps.isEmpty)
    _ = try Device(model: .iPad).install(padOnly)
    let nameless = try Packages.make(["CFBundleName": "x"])
    #expect(simulatorError { try phone.install(nameless) }?.code == .noBundleIdentifier)
  }

  @Test func deviceLivesAsLongAsItsApps() throws {
    weak var gone: Device?
    do {
      let app = try Device().install(try Packages.paint())
      try app.device.launch(app)
      gone = app.device
      #expect(try app.state == .runningForeground)
    }
    #expect(gone == nil)
  }
}
