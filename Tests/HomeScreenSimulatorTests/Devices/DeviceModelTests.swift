import AppPackages
import HomeScreenSimulator
import Testing

/// Device models.
@Suite struct DeviceModelTests {
  @Test(arguments: ["iPhone", "iPad", "iPad Pro"], Versions.all + ["9.0"])
  func genericModelsExistInEveryVersion(name: String, os: String) throws {
    let model = try DeviceModel(named: name)
    #expect(model.isGeneric)
    #expect(try Device(model: model, os: OSVersion(parsing: os)).model == model)
  }

  @Test func modelsAreFoundByNameInAnyLetterCaseAndWithGen() throws {
    #expect(try DeviceModel(named: "iphone 15 pro").name == "iPhone 15 Pro")
    #expect(try DeviceModel(named: "iPad (9th gen)").name == "iPad (9th generation)")
    #expect(try DeviceModel(named: "iPhone 7").screenScale == 2)
    #expect(try DeviceModel(named: "iPhone X").screenScale == 3)
    #expect(try DeviceModel(named: "iPad").deviceClass == .iPad)
    for model in DeviceModel.all { #expect(try DeviceModel(named: model.name) == model) }
  }

  /// LAUNCH-125.
  @Test func modelOutsideItsVersionsIsAnErrorWithTheRange() throws {
    let error = try #require(
      simulatorError { _ = try Device(model: DeviceModel(named: "iPhone 7"), os: OSVersion(17)) })
    #expect(error.code == .modelOutsideVersions)
    #expect(error.message.contains("iOS 10.0 to 15.x"))
    #expect(error.hint?.contains("“iPhone”") == true)
    #expect(simulatorError { _ = try Device(model: DeviceModel(named: "iPhone 15 Pro"), os: OSVersion(16, 7)) } != nil)
    #expect(simulatorError { _ = try Device(model: DeviceModel(named: "iPhone 7"), os: OSVersion(15, 8)) } == nil)
  }

  @Test func misspelledModelIsAnErrorWithTheRightName() throws {
    let error = try #require(simulatorError { _ = try DeviceModel(named: "iPhone 15 Por") })
    #expect(error.code == .unknownModel)
    #expect(error.hint?.contains("Did you mean “iPhone 15 Pro”?") == true)
    for name in ["", "Nokia", String(repeating: "i", count: 100_000)] {
      #expect(simulatorError { _ = try DeviceModel(named: name) }?.code == .unknownModel)
    }
  }

  /// A number is not misspelt.
  @Test(arguments: ["iPhone 99", "iPhone 99 Pro", "iphone 99"])
  func modelWithAnotherNumberHasNoSuggestion(name: String) throws {
    let error = try #require(simulatorError { _ = try DeviceModel(named: name) })
    #expect(error.hint?.contains("Did you mean") == false, "\(error)")
  }

  @Test func sizesOfAModelAreModelsToo() throws {
    for (name, first) in [("iPhone 12 mini", "14.2"), ("iPhone 14 Plus", "16.0"), ("iPhone 15 Pro Max", "17.0")] {
      let model = try DeviceModel(named: name)
      #expect(model.firstOS?.description == first && model.lastMajorOS == nil && model.screenScale == 3)
    }
    let mini = try DeviceModel(named: "iPad mini (5th generation)")
    #expect(mini.runs(OSVersion(26)) && !mini.runs(OSVersion(27)) && !mini.hasLargeIcons)
    #expect(try DeviceModel(named: "iPad Pro (12.9-inch)").hasLargeIcons)
    #expect(DeviceModel.all.count == 63 && DeviceModel.all.allSatisfy { $0.screenSize.width >= 320 })
  }

  @Test(arguments: [
    ("iPhone SE 3", "iPhone SE (3rd generation)"), ("SE 2", "iPhone SE (2nd generation)"),
    ("se2", "iPhone SE (2nd generation)"), ("iPhone SE 3rd gen", "iPhone SE (3rd generation)"),
    ("iPad Pro 11 4th gen", "iPad Pro 11-inch"), ("iPad mini 6", "iPad mini (6th generation)"),
  ])
  func abbreviatedModelIsAnErrorWithItsGeneration(name: String, model: String) throws {
    let error = try #require(simulatorError { _ = try DeviceModel(named: name) })
    #expect(error.hint?.contains("Did you mean “\(model)”?") == true, "\(error)")
  }

  @Test func defaultsAreTheGenericIPhoneAndTheNewestVersion() throws {
    let device = try Device()
    #expect(device.model.name == "iPhone")
    #expect(device.os == .newest)
    #expect(device.locale == "en")
    #expect(device.time == 0)
    #expect(device.trace.isEmpty)
  }

  /// Devices other than iPhone and iPad are reported as unsupported, in one sentence.
  @Test(arguments: [
    ("Apple Vision Pro", OutsideOfModel.visionOS), ("Apple TV 4K", .tvOS), ("Mac", .macCatalyst),
    ("MacBook Pro", .macCatalyst), ("Apple Watch Series 9", .watchOS), ("iMac", .macCatalyst),
  ]) func unsupportedDevicesAreReported(name: String, outside: OutsideOfModel) throws {
    let error = simulatorError { _ = try DeviceModel(named: name) }
    #expect(error?.code == .unknownModel && error?.hint == outside.sentence)
    #expect(outside.sentence.hasSuffix("."))
  }

  @Test(arguments: ["iPhnoe", "Pixel 9", "", "Macintosh", "machine"])
  func unknownDevicesAreNotCalledUnsupported(name: String) throws {
    #expect(simulatorError { _ = try DeviceModel(named: name) }?.hint?.contains("not simulated") == false)
    #expect(OutsideOfModel.asked(by: name) == nil)
  }
}
