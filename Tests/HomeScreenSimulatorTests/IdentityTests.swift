import HomeScreenSimulator
import Testing

/// ICON-187: the values of `UIDevice.current`.
@Suite struct IdentityTests {
  @Test(arguments: [
    ("iPhone", "9.3", "iPhone OS", "iPhone"), ("iPad", "10.0", "iOS", "iPad"), ("iPhone", "17.5", "iOS", "iPhone"),
    ("iPad Pro", "14.8", "iOS", "iPad"), ("iPad Pro", "15.0", "iPadOS", "iPad"),
  ])
  func appsSeeSystemAndModel(model: String, os: String, systemName: String, appModel: String) throws {
    let device = try Device(model: DeviceModel(named: model), os: OSVersion(parsing: os))
    #expect(device.systemName == systemName)
    #expect(device.localizedModel == appModel)
    #expect(device.userInterfaceIdiom == (appModel == "iPad" ? "pad" : "phone"))
  }
}
