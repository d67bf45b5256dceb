import AppPackages
import HomeScreenSimulator
import Testing

/// The icon alert and the handler.
@Suite struct IconAlertTests {
  /// ICON-059, ICON-060, ICON-061, ICON-064, ICON-167.
  @Test(arguments: Versions.all)
  func alertHasTheSystemTexts(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night")
    let alert = try #require(scene.device.alert)
    #expect(alert.label == "You have changed the icon for “Paint”.")
    #expect(alert.title == nil)
    #expect(alert.message == nil)
    #expect(alert.buttons == ["OK"])
    #expect(alert.owner == (Versions.alertInApp.contains(os) ? .app("com.example.paint") : .system))
    #expect(alert.picture?.file == "night@3x.png")  // ICON-062
    try alert.tap("OK")
    #expect(scene.device.alert == nil)
  }

  /// ICON-066, ICON-078, ICON-020, ICON-010.
  @Test(
    arguments: Versions.all,
    [DeviceModel.iPhone, .iPad])
  func handlerRunsAfterOK(os: String, model: DeviceModel) throws {
    let scene = try Scene(os: os, model: model)
    try scene.app.run { application in
      try scene.request("night", in: application)
      try scene.request("unknown", in: application)
      #expect(scene.outcomes.isEmpty)
      #expect(try application.alternateIconName == nil)  // ICON-183: decided after the call has returned
    }
    let code = Versions.alertInApp.contains(os) ? 4 : 35  // ICON-004
    #expect(scene.codes == [code])
    try scene.tapOK()
    #expect(scene.codes == [code, 0])
  }

  /// ICON-008, ICON-016.
  @Test(arguments: Versions.all)
  func nameIsAlreadyNewInTheHandler(os: String) throws {
    let scene = try Scene(os: os)
    var seen: String?
    try scene.app.run { application in
      try application.setAlternateIconName("night") { _ in seen = try application.alternateIconName }
    }
    try scene.tapOK()
    #expect(seen == "night")
  }

  @Test(arguments: Versions.alertInApp)
  func appStaysActiveUpTo26_0(os: String) throws {
    let scene = try Scene(os: os)
    let trace = try scene.device.record {
      try scene.request("night")
      #expect(try scene.app.run { try $0.applicationState } == .active)
      try scene.tapOK()
    }
    #expect(trace.callbacks().isEmpty)
    #expect(
      trace.map { "\($0.kind.rawValue) \($0.name)" } == [
        "icon requested", "icon stored", "icon shown", "alert shown", "alert answered", "icon completed",
      ])
  }

  /// ICON-075, ICON-076, ICON-077.
  @Test(
    arguments: Versions.alertOfSystem,
    [LifeCycle.scene, .appDelegate])
  func appBecomesInactiveFrom26_1(os: String, lifeCycle: LifeCycle) throws {
    let scene = try Scene(os: os, options: InstallOptions(lifeCycle: lifeCycle))
    let trace = try scene.device.record {
      try scene.request("night")
      #expect(try scene.app.run { try $0.applicationState } == .inactive)
      try scene.tapOK()
    }
    let (resign, become) =
      lifeCycle == .scene
      ? ("sceneWillResignActive", "sceneDidBecomeActive")
      : ("applicationWillResignActive", "applicationDidBecomeActive")
    #expect(
      trace.map { "\($0.kind.rawValue) \($0.name)" } == [
        "icon requested", "icon stored", "icon shown", "callback \(resign)", "alert shown", "alert answered",
        "callback \(become)", "icon completed",
      ])
    #expect(try scene.app.run { try $0.applicationState } == .active)
  }

  /// ICON-073.
  @Test(arguments: Versions.alertInApp)
  func currentNameShowsTheAlertAgainUpTo26_0(os: String) throws {
    let scene = try Scene(os: os)
    for name in ["night", "night", nil, nil] {
      try scene.request(name)
      #expect(scene.device.alert != nil)
      try scene.tapOK()
    }
    #expect(scene.codes == [0, 0, 0, 0])
  }

  /// ICON-074.
  @Test(arguments: Versions.alertOfSystem)
  func currentNameSucceedsWithoutAlertFrom26_1(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request(nil)
    #expect(scene.codes == [0])
    #expect(scene.device.alert == nil)
    try scene.request("night")
    try scene.tapOK()
    try scene.request("night")
    #expect(scene.device.alert == nil)
    #expect(scene.codes == [0, 0, 0])
  }

  /// ICON-296.
  @Test(arguments: Versions.alertOfSystem, [false, true])
  func currentNameShowsTheAlertAgainIfTheConditionSaysSo(os: String, isAgain: Bool) throws {
    let scene = try Scene(os: os)
    scene.device.conditions.alertsForSameIcon = isAgain
    try scene.request("night")
    try scene.tapOK()
    try scene.request("night")
    #expect((scene.device.alert != nil) == isAgain)
  }

  /// ICON-177, ICON-184.
  @Test(arguments: Versions.alertInApp)
  func twoChangesInOneTurnUpTo26_0(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night", "day")
    #expect(try scene.app.iconName == "day")
    #expect(try scene.device.springboard.icon(for: scene.app).picture().iconName == "day")
    #expect(try scene.app.console.contains { $0.contains("which is already presenting") })
    try scene.tapOK()
    #expect(scene.codes == [0])  // the second handler never runs
    #expect(scene.device.alert == nil)
    try scene.device.settle()
    #expect(scene.codes == [0])
  }

  /// ICON-046, ICON-004.
  @Test(arguments: Versions.alertOfSystem)
  func twoChangesInOneTurnFrom26_1(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night", "day", "undeclared")
    #expect(scene.outcomes == [.resourceTemporarilyUnavailable, .resourceTemporarilyUnavailable])
    try scene.tapOK()
    #expect(scene.codes == [35, 35, 0])
    #expect(try scene.app.iconName == "night")
  }

  /// ICON-049.
  @Test(arguments: Versions.alertOfSystem)
  func callDuringTheSystemAlertGets3072(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night")
    try scene.request("day")
    #expect(scene.outcomes == [.operationCancelled])
  }

  /// ICON-048.
  @Test(arguments: Versions.alertOfSystem)
  func callInTheSuccessHandlerGets35AndSucceedsLater(os: String) throws {
    let scene = try Scene(os: os)
    try scene.app.run { application in
      try application.setAlternateIconName("night") { _ in
        try scene.request("day", in: application)
        try application.mainQueue.async {
          try application.mainQueue.async { try scene.request("day", in: application) }
        }
      }
    }
    try scene.tapOK()
    #expect(scene.codes == [35])
    #expect(scene.device.alert != nil)
    try scene.tapOK()
    #expect(scene.codes == [35, 0])
    #expect(try scene.app.iconName == "day")
  }

  @Test(arguments: Versions.alertInApp)
  func callInTheSuccessHandlerSucceedsUpTo26_0(os: String) throws {
    let scene = try Scene(os: os)
    try scene.app.run { application in
      try application.setAlternateIconName("night") { _ in try scene.request("day", in: application) }
    }
    try scene.tapOK()
    try scene.tapOK()
    #expect(scene.codes == [0])
    #expect(try scene.app.iconName == "day")
  }

  @Test(arguments: Versions.all)
  func changeIsPossibleAgainAfterEachAlert(os: String) throws {
    let scene = try Scene(os: os)
    for name in ["night", "day", nil, "night"] {
      try scene.request(name)
      try scene.tapOK()
      #expect(try scene.app.iconName == name)
    }
    #expect(scene.codes == [0, 0, 0, 0])
  }

  /// ICON-007.
  @Test(arguments: Versions.all)
  func appKilledDuringItsAlertKeepsTheIcon(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night")
    let alert = try #require(scene.device.alert)
    try scene.app.terminate()
    #expect(scene.device.alert == nil)
    #expect(try scene.app.iconName == "night")
    #expect(simulatorError { try alert.tap("OK") }?.code == .alertGone)
    try scene.device.launch(scene.app)
    try scene.request("day")
    try scene.tapOK()
    #expect(scene.codes == [0])
  }

  /// ICON-186.
  @Test(arguments: Versions.alertOfSystem)
  func systemAlertCoversEverything(os: String) throws {
    let scene = try Scene(os: os)
    let other = try scene.device.install(try Packages.paint(identifier: "com.example.other", label: "Other"))
    try scene.request("night")
    for touch in [
      { try scene.device.pressHome() }, { try scene.device.launch(other) }, { try other.activate() },
      { try scene.device.springboard.icon(for: other).tap() },
    ] as [() throws -> Void] {
      let error = try #require(simulatorError(touch))
      #expect(error.code == .alertCovers)
      #expect(error.message.contains("“You have changed the icon for “Paint”.”"))
      #expect(error.hint?.contains("“OK”") == true)
    }
    try scene.tapOK()
    try scene.device.pressHome()
  }

  @Test(arguments: Versions.alertInApp)
  func appAlertLeavesAndReturnsWithTheApp(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night")
    let alert = try #require(scene.device.alert)
    #expect(simulatorError { try scene.device.springboard.icon(for: scene.app).tap() }?.code == .alertCovers)
    try scene.device.pressHome()
    #expect(scene.device.alert == nil)
    #expect(simulatorError { try alert.tap("OK") }?.code == .alertNotVisible)
    try scene.device.springboard.icon(for: scene.app).tap()
    #expect(scene.device.alert == alert)
    try alert.tap("OK")
    #expect(scene.codes == [0])
    #expect(simulatorError { try alert.tap("OK") }?.code == .alertGone)
  }

  @Test(arguments: ["ok", "Cancel", ""])
  func missingButtonIsAnErrorWithTheButtons(title: String) throws {
    let scene = try Scene()
    try scene.request("night")
    let error = try #require(simulatorError { try scene.device.alert?.tap(title) })
    #expect(error.code == .noSuchButton)
    #expect(error.hint == "The alert has: “OK”.")
    #expect(scene.device.alert != nil)
  }

  @Test(arguments: Versions.all)
  func iconChangesWithoutAHandler(os: String) throws {
    let scene = try Scene(os: os)
    try scene.app.run { try $0.setAlternateIconName("night") }
    try scene.tapOK()
    #expect(try scene.app.iconName == "night")
    guard os != "10.3" else { return }  // ICON-021: there an error ends the app
    try scene.app.run { try $0.setAlternateIconName("unknown") }
    #expect(try scene.app.state == .runningForeground)
  }

  /// ICON-012.
  @Test(arguments: Versions.all)
  func alternateIconNameIsTheStoredNameInEachProcess(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night")
    try scene.tapOK()
    try scene.app.terminate()
    try scene.device.launch(scene.app)
    #expect(try scene.app.run { try $0.alternateIconName } == "night")
  }
}
