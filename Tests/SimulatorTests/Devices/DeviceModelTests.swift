import AppPackages
import Simulator
import Testing

@Suite("Device models")
struct DeviceModelTests {
  @Test("the generic ones exist in every version", arguments: ["iPhone", "iPad", "iPad Pro"], Versions.all + ["9.0"])
  func generic(name: String, os: String) throws {
    let model = try DeviceModel(named: name)
    #expect(model.isGeneric)
    #expect(try Device(model: model, os: OSVersion(parsing: os)).model == model)
  }

  @Test("are found by name, without regard to case, and with “gen”")
  func names() throws {
    #expect(try DeviceModel(named: "iphone 15 pro").name == "iPhone 15 Pro")
    #expect(try DeviceModel(named: "iPad (9th gen)").name == "iPad (9th generation)")
    #expect(try DeviceModel(named: "iPhone 7").screenScale == 2)
    #expect(try DeviceModel(named: "iPhone X").screenScale == 3)
    #expect(try DeviceModel(named: "iPad").deviceClass == .iPad)
    for model in DeviceModel.all { #expect(try DeviceModel(named: model.name) == model) }
  }

  @Test("outside of their versions are an error that names the range")
  func range() throws {
    let error = try #require(
      simulatorError { _ = try Device(model: DeviceModel(named: "iPhone 7"), os: OSVersion(17)) })
    #expect(error.code == .modelOutsideVersions)
    #expect(error.message.contains("iOS 10.0 to 15.x"))
    #expect(error.hint?.contains("“iPhone”") == true)
    #expect(simulatorError { _ = try Device(model: DeviceModel(named: "iPhone 15 Pro"), os: OSVersion(16, 7)) } != nil)
    #expect(simulatorError { _ = try Device(model: DeviceModel(named: "iPhone 7"), os: OSVersion(15, 8)) } == nil)
  }

  @Test("with a wrong name are an error that offers the right one")
  func unknown() throws {
    let error = try #require(simulatorError { _ = try DeviceModel(named: "iPhone 15 Por") })
    #expect(error.code == .unknownModel)
    #expect(error.hint?.contains("Did you mean “iPhone 15 Pro”?") == true)
    for name in ["", "Nokia", String(repeating: "i", count: 100_000)] {
      #expect(simulatorError { _ = try DeviceModel(named: name) }?.code == .unknownModel)
    }
  }

  @Test("the device's defaults are the generic iPhone and the newest version")
  func defaults() throws {
    let device = try Device()
    #expect(device.model.name == "iPhone")
    #expect(device.os == .newest)
    #expect(device.locale == "en")
    #expect(device.time == 0)
    #expect(device.trace.isEmpty)
  }
}
