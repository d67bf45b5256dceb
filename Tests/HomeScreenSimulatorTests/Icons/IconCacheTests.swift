import AppPackages
import HomeScreenSimulator
import Testing

/// Places that go on to show an icon from before.
@Suite struct IconCacheTests {
  private func name(_ scene: Scene, _ surface: IconSurface) throws -> String? {
    try scene.app.picture(on: surface).iconName
  }

  /// ICON-247, ICON-248, ICON-249, ICON-250.
  @Test(arguments: [("17.5", true), ("18.0", false)])
  func eachPlaceHasACacheOfItsOwn(os: String, hasShareCache: Bool) throws {
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
  @Test func theStateHasWhatACacheKeeps() throws {
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

  /// ICON-245.
  @Test func beforeIOS14ThereIsNoAppLibrary() throws {
    let scene = try Scene(os: "13.7")
    #expect {
      _ = try scene.app.picture(on: .library)
    } throws: {
      ($0 as? SimulatorError)?.code == .iconElsewhere
    }
    #expect(try !scene.app.explainIcon("night").places.contains { $0.surface == .library })
  }
}
