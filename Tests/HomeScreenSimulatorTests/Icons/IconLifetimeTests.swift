import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The life of a chosen icon.
@Suite struct IconLifetimeTests {
  /// A device whose app has chosen `night`.
  private func chosen(_ os: String) throws -> Scene {
    let scene = try Scene(os: os)
    try scene.request("night")
    try scene.tapOK()
    return scene
  }

  private func without(_ name: String) throws -> AppPackage {
    try Packages.paint {
      $0["CFBundleIcons"] = ["CFBundleAlternateIcons": ["day": ["CFBundleIconFiles": ["day"]]]]
    }
  }

  /// ICON-152.
  @Test(arguments: Versions.all)
  func iconSurvivesARelaunchAndAReboot(os: String) throws {
    let scene = try chosen(os)
    try scene.app.terminate()
    try scene.device.launch(scene.app)
    #expect(try scene.app.run { try $0.alternateIconName } == "night")
    try scene.device.reboot()
    #expect(try scene.app.iconName == "night")
    #expect(try scene.device.springboard.icon(for: scene.app).picture().file == "night@3x.png")
  }

  /// ICON-153.
  @Test(arguments: Versions.all)
  func iconSurvivesAnUpdateThatStillDeclaresIt(os: String) throws {
    let scene = try chosen(os)
    try scene.device.install(Packages.paint(label: "Paint 2"))
    #expect(try scene.app.iconName == "night")
    #expect(try scene.app.label == "Paint 2")
  }

  /// ICON-154.
  @Test(arguments: Versions.all)
  func updateWithoutTheNameResetsTheIcon(os: String) throws {
    let scene = try chosen(os)
    try scene.device.install(without("night"))
    #expect(try scene.app.iconName == nil)
    try scene.device.launch(scene.app)
    #expect(try scene.app.run { try $0.alternateIconName } == nil)
    // The name is back, but the choice is not.
    try scene.device.install(Packages.paint())
    #expect(try scene.app.iconName == nil)
  }

  /// ICON-154.
  @Test func iPadUsesItsOwnDictionary() throws {
    let update = try Packages.paint {
      $0["CFBundleIcons~ipad"] = ["CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"]]
    }
    for (model, name) in [(DeviceModel.iPhone, "night"), (.iPad, nil)] as [(DeviceModel, String?)] {
      let scene = try Scene(model: model)
      try scene.request("night")
      try scene.tapOK()
      try scene.device.install(update)
      #expect(try scene.app.iconName == name)
    }
  }

  /// ICON-155.
  @Test(arguments: Versions.all)
  func deletedAndReinstalledAppHasThePrimaryIcon(os: String) throws {
    let scene = try chosen(os)
    try scene.device.uninstall(scene.app)
    let again = try scene.device.install(Packages.paint())
    #expect(try again.iconName == nil)
    #expect(try scene.device.springboard.icon(for: again).picture().file == "paint@3x.png")
  }

  /// ICON-209.
  @Test(arguments: ["9.0", "10.3"])
  func appsCannotBeOffloadedBefore11(os: String) throws {
    let scene = try Scene(os: os)
    let error = try #require(simulatorError { try scene.device.offload(scene.app) })
    #expect(error.code == .offloadUnavailable && error.fact == "ICON-209")
    #expect(try scene.app.state == .runningForeground)
  }

  /// ICON-156, ICON-209.
  @Test(arguments: Versions.all.filter { $0 != "10.3" })
  func offloadedAndReinstalledAppHasThePrimaryIcon(os: String) throws {
    let scene = try chosen(os)
    try scene.device.offload(scene.app)
    #expect(try scene.app.state == .notRunning)
    #expect(scene.device.springboard.icons.count == 1)
    #expect(try scene.app.iconName == "night")
    for start in [
      { try scene.device.launch(scene.app) }, { try scene.app.activate() },
      { try scene.device.springboard.icon(for: scene.app).tap() },
    ] as [() throws -> Void] {
      let error = try #require(simulatorError(start))
      #expect(error.code == .appOffloaded)
      #expect(error.fact == "ICON-156")
    }
    let again = try scene.device.install(Packages.paint())
    #expect(again === scene.app)
    #expect(try again.iconName == nil)
    try scene.device.launch(again)
    #expect(try again.run { try $0.alternateIconName } == nil)
    #expect(try scene.device.springboard.icon(for: again).picture().file == "paint@3x.png")
    // The next update is an ordinary update.
    try scene.request("day")
    try scene.tapOK()
    try scene.device.install(Packages.paint())
    #expect(try again.iconName == "day")
  }

  @Test func missingAppCannotBeOffloaded() throws {
    let scene = try Scene()
    let other = try Scene()
    #expect(simulatorError { try scene.device.offload(other.app) }?.code == .appOnOtherDevice)
    try scene.device.uninstall(scene.app)
    #expect(simulatorError { try scene.device.offload(scene.app) }?.code == .appNotInstalled)
  }
}
