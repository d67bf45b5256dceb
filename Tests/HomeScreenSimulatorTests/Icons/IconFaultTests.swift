import AppPackages
import HomeScreenSimulator
import Testing

/// Faults of the system around icon changes.
@Suite struct IconFaultTests {
  private func scene(
    _ fault: IconFault = .none, os: String = "26.1", simulator: Bool = false, cooldown: Double = 0
  ) throws -> Scene {
    var conditions = DeviceConditions()
    conditions.iconFault = fault
    conditions.simulator = simulator
    conditions.iconCooldown = cooldown
    return try Scene(os: os, conditions: conditions)
  }

  /// ICON-047.
  @Test func requestSoonAfterAnAlertGets35UntilRepeated() throws {
    let scene = try scene(cooldown: 0.3)
    try scene.device.advance(1)
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes == [0])
    try scene.request("day")
    #expect(scene.codes == [0, 35])
    #expect(try scene.app.iconDecision(for: "day").fact == "ICON-047")
    try scene.device.advance(0.3)
    try scene.request("day")
    try scene.tapOK()
    #expect(scene.codes == [0, 35, 0])
    #expect(try scene.app.iconName == "day")
  }

  /// ICON-047.
  @Test(arguments: ["26.0", "26.1"])
  func requestSoonAfterLaunchGets35From26_1(os: String) throws {
    let scene = try scene(os: os, cooldown: 0.3)
    try scene.request("night")
    #expect(scene.codes == (os == "26.1" ? [35] : []))
    #expect((scene.device.alert == nil) == (os == "26.1"))
  }

  /// ICON-058.
  @Test(arguments: [true, false])
  func scenarioDecidesWhenTheServiceIsBusy(simulator: Bool) throws {
    let scene = try scene(.busy, simulator: simulator)
    for _ in 0..<3 {
      try scene.request("night")
      try scene.device.advance(1)
    }
    #expect(scene.codes == [35, 35, 35])
    #expect(try scene.app.iconName == nil)
    scene.device.conditions.iconFault = .none
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes == [35, 35, 35, 0])
  }

  /// ICON-051.
  @Test func error35StaysUntilTheDeviceReboots() throws {
    let scene = try scene(.busyUntilReboot)
    try scene.request("night")
    try scene.device.advance(3600)
    try scene.app.terminate()
    try scene.device.launch(scene.app)
    try scene.request("night")
    #expect(scene.codes == [35, 35])
    try scene.device.reboot()
    #expect(scene.device.conditions.iconFault == .none)
    try scene.device.launch(scene.app)
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes == [35, 35, 0])
  }

  /// ICON-050, ICON-200.
  @Test func requestAfterAModalNeedsWaiting() throws {
    let scene = try scene(.afterModal)
    try scene.app.run { application in try show(in: application) }
    try scene.device.alert?.tap("Cancel")
    for _ in 0..<4 {
      try scene.request("night")
      try scene.device.advance(0.4)
    }
    #expect(scene.codes == [35, 3072, 3072, 3072])
    try scene.device.advance(1)
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes.last == 0)
    try scene.app.run { application in
      let root = try #require(application.keyWindow?.rootViewController)
      try root.present(ViewController(application))
    }
    try scene.app.run { try $0.keyWindow?.rootViewController?.dismiss() }
    try scene.request("day")
    #expect(scene.codes.last == 35)
  }

  /// ICON-052, ICON-053, ICON-205.
  @Test func iconChangesDespiteError5() throws {
    for os in ["26.1", "26.2"] {
      let scene = try scene(.upcall, os: os, simulator: true)
      try scene.request("night")
      #expect(scene.device.alert == nil)
      let error = try #require(scene.outcomes.first ?? nil)
      #expect(error.domain == "NSPOSIXErrorDomain" && error.code == 5)
      #expect(error.localizedDescription == "The operation couldn’t be completed. Input/output error")
      #expect(
        error.description == "Error Domain=NSPOSIXErrorDomain Code=5 \"Input/output error\" "
          + "UserInfo={NSDebugDescription=couldn't load upcall bundle principal class}")
      #expect(try scene.app.console.contains { $0.contains("CoreServicesUIUpcallEmbedded") })
      #expect(try scene.app.iconName == "night")
      #expect(try scene.app.run { try $0.alternateIconName } == "night")
      #expect(try scene.app.run { try $0.applicationState } == .active)
    }
  }

  /// ICON-057, ICON-058.
  @Test(arguments: [
    (IconFault.busy, "26.0", true), (.busyUntilReboot, "17.5", false), (.afterModal, "12.4", true),
    (.upcall, "26.1", false), (.upcall, "26.3", true), (.upcall, "18.0", true),
  ])
  func unobservedFaultIsNotedAndChangesNothing(fault: IconFault, os: String, simulator: Bool) throws {
    let scene = try scene(fault, os: os, simulator: simulator)
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes == [0])
    let event = try #require(scene.device.trace.first { $0.kind == .quirk && $0.name == "faultWithoutEffect" })
    #expect(event.detail[.fault] == .string(fault.rawValue))
  }

  /// ICON-057.
  @Test(arguments: Versions.all)
  func simulatorBehavesLikeADevice(os: String) throws {
    var conditions = DeviceConditions()
    let device = try Scene(os: os, conditions: conditions)
    conditions.simulator = true
    let simulator = try Scene(os: os, conditions: conditions)
    for scene in [device, simulator] {
      try scene.request("night", "nothing")
      try scene.tapOK()
    }
    #expect(device.codes == simulator.codes)
    #expect(device.device.trace.map(\.description) == simulator.device.trace.map(\.description))
  }
}
