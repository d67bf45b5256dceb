import HomeScreenSimulator
import Testing

/// ICON-187: the values of `UIDevice.current`.
@Suite struct IdentityTests {
  @Test(arguments: [
    ("iPhone", "17.5", "iOS", "iPhone"), ("iPad", "12.4", "iOS", "iPad"), ("iPad Pro", "13.0", "iPadOS", "iPad"),
  ])
  func appsSeeSystemAndModel(model: String, os: String, systemName: String, appModel: String) throws {
    let device = try Device(model: DeviceModel(named: model), os: OSVersion(parsing: os))
    #expect(device.systemName == systemName)
    #expect(device.localizedModel == appModel)
    #expect(device.userInterfaceIdiom == (appModel == "iPad" ? "pad" : "phone"))
  }
}
