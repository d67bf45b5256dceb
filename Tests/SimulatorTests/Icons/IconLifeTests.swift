import AppPackages
import PropertyLists
import Simulator
import Testing

@Suite("The life of a chosen icon")
struct IconLifeTests {
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

  @Test("ICON-152: it survives a relaunch and a reboot", arguments: Versions.all)
  func relaunch(os: String) throws {
    let scene = try chosen(os)
    try scene.app.terminate()
    try scene.device.launch(scene.app)
    #expect(try scene.app.run { try $0.alternateIconName } == "night")
    try scene.device.reboot()
    #expect(try scene.app.iconName == "night")
    #expect(try scene.device.springboard.icon(for: scene.app).picture().file == "night@3x.png")
  }

  @Test("ICON-153: it survives an update that still declares it", arguments: Versions.all)
  func update(os: String) throws {
    let scene = try chosen(os)
    try scene.device.install(Packages.paint(label: "Paint 2"))
    #expect(try scene.app.iconName == "night")
    #expect(try scene.app.label == "Paint 2")
  }

  @Test("ICON-154: an update without the name resets it", arguments: Versions.all)
  func updateWithout(os: String) throws {
    let scene = try chosen(os)
    try scene.device.install(without("night"))
    #expect(try scene.app.iconName == nil)
    try scene.device.launch(scene.app)
    #expect(try scene.app.run { try $0.alternateIconName } == nil)
    // The name comes back, the choice does not.
    try scene.device.install(Packages.paint())
    #expect(try scene.app.iconName == nil)
  }

  @Test("ICON-154: for an iPad the iPad’s own dictionary counts")
  func updateOnIPad() throws {
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

  @Test("ICON-155: deleted and installed again, it is the primary icon", arguments: Versions.all)
  func reinstall(os: String) throws {
    let scene = try chosen(os)
    try scene.device.uninstall(scene.app)
    let again = try scene.device.install(Packages.paint())
    #expect(try again.iconName == nil)
    #expect(try scene.device.springboard.icon(for: again).picture().file == "paint@3x.png")
  }

  @Test("ICON-156, ICON-209: offloaded and installed again, it is the primary icon", arguments: Versions.all)
  func offload(os: String) throws {
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
    // The next update is an update again.
    try scene.request("day")
    try scene.tapOK()
    try scene.device.install(Packages.paint())
    #expect(try again.iconName == "day")
  }

  @Test("an app that is not there cannot be offloaded")
  func offloadNothing() throws {
    let scene = try Scene()
    let other = try Scene()
    #expect(simulatorError { try scene.device.offload(other.app) }?.code == .appOnOtherDevice)
    try scene.device.uninstall(scene.app)
    #expect(simulatorError { try scene.device.offload(scene.app) }?.code == .appNotInstalled)
  }
}
