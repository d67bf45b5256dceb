import HomeScreenSimulator
import Testing

/// Conditions and locale.
@Suite struct ConditionsTests {
  @Test func conditionsCanBeReadAndSetByName() throws {
    var conditions = DeviceConditions()
    #expect(DeviceConditions.names == DeviceConditions.names.sorted())
    for name in DeviceConditions.names {
      let value = try conditions.value(name)
      try conditions.set(name, to: value)
      #expect(try conditions.value(name) == value)
    }
    #expect(conditions == DeviceConditions())
    try conditions.set("activation", to: .number(0.6))
    #expect(conditions.activation == 0.6)
    try conditions.set("missingArtwork", to: .string("placeholder"))
    #expect(conditions.missingArtwork == .placeholder)
  }

  @Test func unknownNameIsAnErrorWithTheNamesAndTheNearest() throws {
    var conditions = DeviceConditions()
    let error = try #require(simulatorError { try conditions.set("staleIconCahce", to: .boolean(true)) })
    #expect(error.code == .unknownCondition)
    #expect(error.hint?.contains("activation, alertTransition") == true)
    #expect(error.hint?.contains("Did you mean “staleIconCache”?") == true)
    #expect(simulatorError { _ = try conditions.value("x") }?.code == .unknownCondition)
  }

  @Test(arguments: [
    ("activation", DeviceConditions.Value.number(-1)), ("activation", .number(.nan)),
    ("activation", .number(.infinity)), ("alertTransition", .number(1e9)), ("deactivation", .boolean(true)),
    ("educationMode", .string("yes")), ("staleIconCache", .number(1)), ("missingArtwork", .string("blank")),
    ("debugger", .string("")),
  ])
  func wrongValueIsAnErrorAndChangesNothing(name: String, value: DeviceConditions.Value) {
    var conditions = DeviceConditions()
    #expect(simulatorError { try conditions.set(name, to: value) }?.code == .badConditionValue)
    #expect(conditions == DeviceConditions())
  }

  @Test func invalidTimesAreRefused() throws {
    var conditions = DeviceConditions()
    conditions.activation = .nan
    #expect(simulatorError { _ = try Device(conditions: conditions) }?.code == .badConditionValue)
    let scene = try Scene(launch: false)
    scene.device.conditions = conditions
    try scene.device.launch(scene.app)
    #expect(try scene.app.state == .runningForeground)
  }

  @Test(arguments: ["", "e", "zh Hans", "日本", "-de", "en\u{0}", String(repeating: "a", count: 99)])
  func localeIsALanguageTag(text: String) throws {
    #expect(simulatorError { _ = try Device(locale: text) }?.code == .badLocale)
    let device = try Device(locale: "zh-Hans")
    #expect(simulatorError { try device.setLocale(text) }?.code == .badLocale)
    #expect(device.locale == "zh-Hans")
  }

  /// LAUNCH-077.
  @Test func languageChangeEndsTheRunningApps() throws {
    let scene = try Scene()
    try scene.device.setLocale("de")
    #expect(try scene.app.state == .notRunning)
    #expect(scene.device.front == nil)
    #expect(scene.device.locale == "de")
  }
}
