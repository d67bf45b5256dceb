import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// Locations that keep showing an earlier icon.
@Suite struct IconCacheTests {
  private func name(_ scene: Scene, _ surface: IconSurface) throws -> String? {
    try scene.app.picture(on: surface).iconName
  }

  /// ICON-247, ICON-248, ICON-249, ICON-250.
  @Test(arguments: [("17.5", true), ("18.0", false)])
  func eachLocationHasItsOwnCache(os: String, hasShareCache: Bool) throws {
    let conditions: [(String, DeviceConditions.Value, IconSurface)] = [
      ("staleSwitcherIcon", .boolean(true), .switcher), ("notificationIconDelay", .number(60), .notification),
      ("staleShareIcon", .boolean(true), .share), ("staleSettingsIcon", .boolean(true), .settings),
    ]
    for (condition, value, stale) in conditions {
      let scene = try Scene(os: os)
      try scene.device.conditions.set(condition, to: value)
      try scene.request("night")
      try scene.tapOK()
      for surface in IconSurface.allCases where surface != .appStore {
        let isStale = surface == stale && (stale != .share || hasShareCache)
        #expect(try name(scene, surface) == (isStale ? nil : "night"), "\(surface)")
      }
      try scene.device.reboot()
      #expect(try name(scene, stale) == "night")
    }
  }

  /// ICON-247.
  @Test func stateHasTheContentsOfACache() throws {
    let scene = try Scene(os: "17.5")
    scene.device.conditions.staleSwitcherIcon = true
    let before = scene.device.state
    try scene.request("night")
    try scene.tapOK()
    let path = "iconCaches[\(scene.app.bundleIdentifier)].switcher"
    #expect(before[path] == nil)
    #expect(scene.device.state[path]?.hasPrefix("primary of ") == true)
    #expect(scene.device.trace.events.contains { $0.detail[.surface] == IconSurface.switcher && $0.fact == "ICON-247" })
  }

  /// ICON-257, ICON-258.
  @Test func singleReportsAreConditions() throws {
    func picture(_ condition: String?, primary: String, files: Packages.Files) throws -> IconPicture {
      let package = try Packages.make(
        [
          "CFBundleIdentifier": "com.example.a",
          "CFBundleIcons": [
            "CFBundlePrimaryIcon": ["CFBundleIconFiles": [.string(primary)]],
            "CFBundleAlternateIcons": ["night": ["CFBundleIconFiles": ["night"]]],
          ],
        ], files: files)
      let scene = try Scene(os: "14.0", package: package)
      if let condition { try scene.device.conditions.set(condition, to: .boolean(true)) }
      try scene.request("night")
      try scene.tapOK()
      #expect(scene.codes == [0])
      return try scene.app.picture()
    }
    let plain: Packages.Files = [("day@3x.png", 180), ("night.png", 180)]
    let scaled: Packages.Files = [("day@3x.png", 180), ("night@3x.png", 180)]
    #expect(try picture(nil, primary: "day", files: plain).iconName == "night")
    let unscaled = try picture("needsScaledNames", primary: "day", files: plain)
    #expect(unscaled.iconName == nil && unscaled.why.contains { $0.contains("ICON-257") })
    #expect(try picture("needsScaledNames", primary: "day", files: scaled).iconName == "night")
    #expect(try picture(nil, primary: "", files: scaled).iconName == "night")
    let unnamed = try picture("needsPrimaryIconName", primary: "", files: scaled)
    #expect(unnamed.iconName == nil && unnamed.why.contains { $0.contains("ICON-258") })
    #expect(try picture("needsPrimaryIconName", primary: "day", files: scaled).iconName == "night")
  }

  /// ICON-245.
  @Test(arguments: [("13.7", DeviceModel.iPhone), ("14.8", .iPad)])
  func appLibraryDoesNotExistBeforeIOS14AndIPadOS15(os: String, model: DeviceModel) throws {
    let scene = try Scene(os: os, model: model)
    #expect(scene.device.springboard.library.isEmpty)
    #expect {
      _ = try scene.app.picture(on: .library)
    } throws: {
      ($0 as? SimulatorError)?.code == .iconElsewhere
    }
    #expect(try !scene.app.explainIcon("night").places.contains { $0.surface == .library })
  }
}
