import AppPackages
import Simulator
import Testing

@Suite("The icon alert and the handler")
struct IconAlertTests {
  @Test("ICON-059, ICON-060, ICON-061, ICON-064, ICON-167: the alert's texts", arguments: Versions.all)
  func texts(os: String) throws {
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

  @Test(
    "ICON-066, ICON-078, ICON-020, ICON-010: the handler runs after OK, never inside the call", arguments: Versions.all,
    [DeviceModel.iPhone, .iPad])
  func handler(os: String, model: DeviceModel) throws {
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

  @Test("ICON-008, ICON-016: in the handler the name is already the new one", arguments: Versions.all)
  func nameInHandler(os: String) throws {
    let scene = try Scene(os: os)
    var seen: String?
    try scene.app.run { application in
      try application.setAlternateIconName("night") { _ in seen = try application.alternateIconName }
    }
    try scene.tapOK()
    #expect(seen == "night")
  }

  @Test("sequence A: the app stays active and hears nothing, up to 26.0", arguments: Versions.alertInApp)
  func sequenceA(os: String) throws {
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

  @Test(
    "ICON-075, ICON-076, ICON-077: sequence B from 26.1 on", arguments: Versions.alertOfSystem,
    [LifeCycle.scene, .appDelegate])
  func sequenceB(os: String, lifeCycle: LifeCycle) throws {
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

  @Test("ICON-073: the current name again shows the alert again, up to 26.0", arguments: Versions.alertInApp)
  func sameNameOld(os: String) throws {
    let scene = try Scene(os: os)
    for name in ["night", "night", nil, nil] {
      try scene.request(name)
      #expect(scene.device.alert != nil)
      try scene.tapOK()
    }
    #expect(scene.codes == [0, 0, 0, 0])
  }

  @Test("ICON-074: the current name succeeds at once without alert, from 26.1 on", arguments: Versions.alertOfSystem)
  func sameNameNew(os: String) throws {
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

  @Test("ICON-177, ICON-184: two changes in one turn, up to 26.0", arguments: Versions.alertInApp)
  func twoOld(os: String) throws {
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

  @Test("ICON-046, ICON-004: two changes in one turn, from 26.1 on", arguments: Versions.alertOfSystem)
  func twoNew(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night", "day", "undeclared")
    #expect(scene.outcomes == [.resourceTemporarilyUnavailable, .resourceTemporarilyUnavailable])
    try scene.tapOK()
    #expect(scene.codes == [35, 35, 0])
    #expect(try scene.app.iconName == "night")
  }

  @Test("ICON-049: while the system's alert is up, a call gets 3072", arguments: Versions.alertOfSystem)
  func duringAlert(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night")
    try scene.request("day")
    #expect(scene.outcomes == [.operationCancelled])
  }

  @Test(
    "ICON-048: inside the success handler a call gets 35, on a later turn it succeeds",
    arguments: Versions.alertOfSystem)
  func insideHandler(os: String) throws {
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

  @Test("inside the success handler a call succeeds, up to 26.0", arguments: Versions.alertInApp)
  func insideHandlerOld(os: String) throws {
    let scene = try Scene(os: os)
    try scene.app.run { application in
      try application.setAlternateIconName("night") { _ in try scene.request("day", in: application) }
    }
    try scene.tapOK()
    try scene.tapOK()
    #expect(scene.codes == [0])
    #expect(try scene.app.iconName == "day")
  }

  @Test("a change becomes possible again after each alert", arguments: Versions.all)
  func oneAfterTheOther(os: String) throws {
    let scene = try Scene(os: os)
    for name in ["night", "day", nil, "night"] {
      try scene.request(name)
      try scene.tapOK()
      #expect(try scene.app.iconName == name)
    }
    #expect(scene.codes == [0, 0, 0, 0])
  }

  @Test("ICON-007: an app killed under its alert loses the alert and keeps the icon", arguments: Versions.all)
  func killed(os: String) throws {
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

  @Test("ICON-186: the system's alert covers everything", arguments: Versions.alertOfSystem)
  func covers(os: String) throws {
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

  @Test("the app's own alert leaves and returns with the app", arguments: Versions.alertInApp)
  func goesWithTheApp(os: String) throws {
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

  @Test("a button that is not there is an error that lists the buttons", arguments: ["ok", "Cancel", ""])
  func wrongButton(title: String) throws {
    let scene = try Scene()
    try scene.request("night")
    let error = try #require(simulatorError { try scene.device.alert?.tap(title) })
    #expect(error.code == .noSuchButton)
    #expect(error.hint == "It has: “OK”.")
    #expect(scene.device.alert != nil)
  }

  @Test("without a handler everything happens all the same", arguments: Versions.all)
  func noHandler(os: String) throws {
    let scene = try Scene(os: os)
    try scene.app.run { try $0.setAlternateIconName("night") }
    try scene.tapOK()
    #expect(try scene.app.iconName == "night")
    guard os != "10.3" else { return }  // ICON-021: there an error ends the app
    try scene.app.run { try $0.setAlternateIconName("unknown") }
    #expect(try scene.app.state == .runningForeground)
  }

  @Test("ICON-012: alternateIconName is what the system stores, in each process", arguments: Versions.all)
  func stored(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night")
    try scene.tapOK()
    try scene.app.terminate()
    try scene.device.launch(scene.app)
    #expect(try scene.app.run { try $0.alternateIconName } == "night")
  }
}
