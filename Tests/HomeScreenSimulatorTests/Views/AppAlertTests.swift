import AppPackages
import HomeScreenSimulator
import Testing

/// App alerts, code that replaces present, other queues.
@Suite struct AppAlertTests {
  /// ICON-067, ICON-068.
  @Test(arguments: ["17.5", "26.0", "26.1"])
  func replacingPresentHidesTheIconAlertUpTo26_0(os: String) throws {
    final class Filter: PresentationInterceptor {
      var swallowed = 0
      func present(_ presentation: Presentation) throws {
        if let alert = presentation.controller as? AlertController, alert.title == nil, alert.message == nil {
          swallowed += 1
        } else {
          try presentation.callOriginal()
        }
      }
    }
    let scene = try Scene(os: os, options: InstallOptions(lifeCycle: .scene))
    let filter = Filter()
    try scene.app.run { $0.presentationInterceptor = filter }
    try scene.request("night")
    let isOld = os != "26.1"
    #expect(filter.swallowed == (isOld ? 1 : 0))
    #expect((scene.device.alert == nil) == isOld)
    #expect(try scene.app.iconName == "night")
    if !isOld { return }
    try scene.device.settle()
    #expect(scene.outcomes.isEmpty)
    try scene.app.run { try show("Titled", in: $0) }
    #expect(scene.device.alert?.label == "Titled")
    try scene.device.alert?.tap("Cancel")
    try scene.app.terminate()
    try scene.device.launch(scene.app)
    try scene.request("day")  // a new process has no filter
    try scene.tapOK()
    #expect(scene.codes == [0])
  }

  /// ICON-022.
  @Test(arguments: [("10.3", 0), ("17.5", 1)])
  func mainThreadCheckerAppliesFromIOS11(os: String, lines: Int) throws {
    let scene = try Scene(os: os)
    try scene.app.run { application in
      try application.globalQueue.async {
        try scene.request("night", in: application)
        try application.mainQueue.async { try application.log("main") }
      }
      try application.globalQueue.asyncAfter(5) { try application.setAlternateIconName("unknown") { _ in } }
      #expect(scene.outcomes.isEmpty)
    }
    let expected =
      "UIApplication.setAlternateIconName(_:completionHandler:) must be used from main thread only"
    #expect(try scene.app.console.filter { $0 == expected }.count == lines)
    #expect(try scene.app.console.last == "main")
    try scene.tapOK()
    #expect(scene.codes == [0])
    try scene.device.advance(5)
    #expect(try scene.app.console.filter { $0 == expected }.count == 2 * lines)
  }

  @Test func appAlertHasTextsButtonsAndHandlers() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    var steps: [String] = []
    try scene.app.run { application in
      let alert = AlertController(application, title: "Sure?", message: "No way back", preferredStyle: .actionSheet)
      try alert.addAction(AlertAction(title: "Yes", style: .destructive) { steps.append("yes") })
      try alert.addAction(AlertAction(title: "No"))
      try application.keyWindow?.rootViewController?.present(alert) { steps.append("shown") }
      try alert.addAction(AlertAction(title: "Later", style: .cancel))
      #expect(steps.isEmpty)
    }
    let alert = try #require(scene.device.alert)
    #expect(steps == ["shown"])
    #expect(alert.label == "Sure?" && alert.title == "Sure?" && alert.message == "No way back")
    #expect(alert.buttons == ["Yes", "No", "Later"])
    #expect(alert.owner == .app("com.example.toolbox") && alert.picture == nil)
    #expect(simulatorError { try scene.device.springboard.icon(for: scene.app).tap() }?.code == .alertCovers)
    try alert.tap("Yes")
    #expect(steps == ["shown", "yes"] && scene.device.alert == nil)
    #expect(simulatorError { try alert.tap("Yes") }?.code == .alertGone)
    try scene.app.run { try show(nil, nil, in: $0, handler: { throw Oops() }) }
    #expect(scene.device.alert?.label == "")
    #expect(throws: Oops()) { try scene.device.alert?.tap("Cancel") }
    #expect(try scene.app.state == .notRunning)
  }
}
