import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// Quirks of icon changes.
@Suite struct IconQuirkTests {
  private func conditions(_ change: (inout DeviceConditions) -> Void) -> DeviceConditions {
    var conditions = DeviceConditions()
    change(&conditions)
    return conditions
  }

  /// ICON-021, ICON-240.
  @Test(arguments: Versions.all)
  func errorWithoutAHandlerEndsTheAppOnlyOn10_3(os: String) throws {
    let scene = try Scene(os: os)
    var crash: MissingIconHandler?
    do {
      try scene.app.run { try $0.setAlternateIconName("nothing") }
    } catch let error as MissingIconHandler {
      crash = error
    }
    #expect((crash != nil) == (os == "10.3"))
    #expect(try (scene.app.crash != nil) == (os == "10.3"))
    guard os == "10.3" else { return }
    #expect(try scene.app.crash?.reason.contains("The file doesn’t exist.") == true)
    // Success needs no handler.
    try scene.device.launch(scene.app)
    try scene.app.run { try $0.setAlternateIconName("night") }
    try scene.tapOK()
    #expect(try scene.app.iconName == "night")
    #expect(try scene.app.state == .runningForeground)
  }

  /// ICON-019.
  @Test(arguments: ["17.5", "27.0"])
  func handlerMayRunOffTheMainQueue(os: String) throws {
    for offMain in [false, true] {
      let scene = try Scene(os: os, conditions: conditions { $0.iconHandlerOffMain = offMain })
      try scene.app.run { application in
        try application.setAlternateIconName("night") { _ in try application.setAlternateIconName("day") }
      }
      try scene.tapOK()
      #expect(try scene.app.console.contains { $0.contains("main thread only") } == offMain)
    }
  }

  /// ICON-023.
  @Test func appExtensionHasNoSharedUIApplication() throws {
    let package = try Packages.paint { $0["NSExtension"] = ["NSExtensionPointIdentifier": "com.apple.widget"] }
    for use in [
      { try $0.setAlternateIconName("night") }, { _ = try $0.supportsAlternateIcons },
      { _ = try $0.alternateIconName },
    ] as [(Application) throws -> Void] {
      let scene = try Scene(package: package)
      #expect(simulatorError { try scene.app.run { try use($0) } }?.fact == "ICON-023")
    }
  }

  /// ICON-055.
  @Test(arguments: ["14.5", "15.4", "16.0"])
  func changeLogsAHarmlessErrorOnIOS15(os: String) throws {
    let scene = try Scene(os: os, conditions: conditions { $0.consoleNoise = true })
    try scene.request("nothing")
    #expect(try scene.app.console.isEmpty)
    try scene.request("night")
    #expect(
      try scene.app.console.contains { $0.contains("Code=-54 \"process may not map database\"") }
        == (os == "15.4"))
    try scene.tapOK()
    #expect(scene.codes == [4, 0])
  }

  /// ICON-063.
  @Test(arguments: ["14.0", "26.0", "26.1"])
  func alertMayPreviewThePreviousIcon(os: String) throws {
    let scene = try Scene(os: os, conditions: conditions { $0.previewsPrevious = true })
    try scene.request("night")
    #expect(scene.device.alert?.picture?.iconName == nil)
    #expect(scene.device.alert?.picture?.file == "paint@3x.png")
    try scene.tapOK()
    try scene.request("day")
    #expect(scene.device.alert?.picture?.iconName == "night")
    try scene.tapOK()
    #expect(try scene.device.springboard.icon(for: scene.app).picture().iconName == "day")
  }

  /// ICON-065, ICON-067.
  @Test(arguments: Versions.alertInApp)
  func replacedPresentSeesTheAlertAndItsContentController(os: String) throws {
    let scene = try Scene(os: os)
    let spy = Spy()
    try scene.app.run { $0.presentationInterceptor = spy }
    try scene.request("night")
    let alert = try #require(spy.seen.first as? AlertController)
    #expect(alert.title == nil && alert.message == nil && alert.preferredStyle == .alert)
    #expect(alert.contentViewController?.className == "_UIAlternateApplicationIconsAlertContentViewController")
    try scene.app.run { #expect(AlertController($0).contentViewController == nil) }
  }

  /// ICON-079.
  @Test(arguments: Versions.alertOfSystem)
  func replacedPresentDoesNotSeeTheAlertFrom26_1(os: String) throws {
    let scene = try Scene(os: os)
    let spy = Spy()
    try scene.app.run { $0.presentationInterceptor = spy }
    try scene.request("night")
    #expect(spy.seen.isEmpty)
    #expect(scene.device.alert != nil)
    try scene.tapOK()
    #expect(scene.codes == [0])
  }

  /// ICON-071.
  @Test func iconChangesWithoutAnAlertIfThereIsNoWindow() throws {
    for os in Versions.all {
      let scene = try Scene(os: os)
      try scene.app.run { $0.keyWindow?.rootViewController = nil }
      try scene.request("night")
      #expect(try scene.app.iconName == "night")
      guard Versions.alertInApp.contains(os) else {
        #expect(scene.device.alert != nil)
        continue
      }
      #expect(scene.device.alert == nil)
      try scene.device.settle()
      #expect(scene.codes.isEmpty)
      #expect(scene.device.trace.contains { $0.fact == "ICON-071" })
    }
  }

  /// ICON-071.
  @Test(arguments: Versions.alertInApp)
  func hiddenKeyWindowLeavesTheAlertToTheNextOne(os: String) throws {
    for leavesOne in [true, false] {
      let scene = try Scene(os: os)
      try scene.app.run { application in
        for window in leavesOne ? [] : application.windows { try window.setHidden(true) }
        let window = try application.makeWindow(in: application.connectedScenes.first)
        window.rootViewController = ViewController(application, className: "Overlay")
        try window.makeKeyAndVisible()
        try window.setHidden(true)
      }
      try scene.request("night")
      #expect((scene.device.alert != nil) == leavesOne)
    }
  }

  /// ICON-201.
  @Test(arguments: Versions.all)
  func alertIsShownOverAModalScreen(os: String) throws {
    let scene = try Scene(os: os)
    try scene.app.run { application in
      let root = try #require(application.keyWindow?.rootViewController)
      try root.present(ViewController(application, className: "IconPicker"))
    }
    try scene.request("night")
    #expect(scene.device.alert?.label == "You have changed the icon for “Paint”.")
    try scene.tapOK()
    #expect(scene.codes == [0])
    #expect(try scene.app.run { $0.keyWindow?.topViewController?.className } == "IconPicker")
  }

  /// ICON-072.
  @Test(arguments: ["13.0", "26.1"])
  func alertIsEmptyInAnAppThatOverridesUIAlertController(os: String) throws {
    let scene = try Scene(os: os, conditions: conditions { $0.emptyIconAlert = true })
    try scene.request("night")
    let alert = try #require(scene.device.alert)
    #expect(alert.label.isEmpty == (os == "13.0"))
    #expect((alert.picture == nil) == (os == "13.0"))
    try alert.tap("OK")
    #expect(scene.codes == [0])
  }

  /// ICON-080, ICON-061.
  @Test func alertHasTheLocalisedAppName() throws {
    let package = try Packages.make(
      [
        "CFBundleIdentifier": "com.example.paint", "CFBundleDisplayName": "Paint",
        "CFBundleIcons": ["CFBundleAlternateIcons": ["night": [:]]],
      ], strings: [("de", ["CFBundleDisplayName": "Malen"])])
    for (os, locale, label, notes) in [
      ("26.1", "de", "You have changed the icon for “Malen”.", true),
      ("26.1", "en", "You have changed the icon for “Paint”.", false),
      ("26.1", "en-GB", "You have changed the icon for “Paint”.", false),
      ("17.5", "de", "Du hast das Symbol für „Malen“ geändert.", false),
    ] {
      let device = try Device(os: OSVersion(parsing: os), locale: locale)
      let app = try device.install(package)
      try device.launch(app)
      try app.run { try $0.setAlternateIconName("night") }
      #expect(device.alert?.label == label)
      #expect(device.trace.contains { $0.fact == "ICON-080" } == notes)
    }
  }

  /// ICON-081.
  @Test(arguments: Versions.all)
  func uiTestOfTheAppCannotTapTheSystemAlert(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night")
    #expect(scene.device.alert?.isInReachOfUITests == Versions.alertInApp.contains(os))
  }

  /// ICON-082, ICON-208.
  @Test(arguments: Versions.alertInApp)
  func privateSelectorChangesTheIconWithoutAnAlert(os: String) throws {
    let scene = try Scene(os: os)
    var outcomes: [Int] = []
    func ask(_ name: String?) throws {
      try scene.app.run { try $0.setAlternateIconNameSilently(name) { outcomes.append($0?.code ?? 0) } }
    }
    try ask("night")
    #expect(scene.device.alert == nil)
    #expect(try scene.app.iconName == "night")
    try ask("nothing")
    try scene.device.pressHome()
    try ask(nil)
    #expect(outcomes == [0, 4, 3072])
  }

  /// ICON-083.
  @Test(arguments: Versions.alertOfSystem)
  func privateSelectorDoesNothingFrom26_1ByCondition(os: String) throws {
    let scene = try Scene(os: os, conditions: conditions { $0.privateIconSelector = .ignored })
    var wasCalled = false
    try scene.app.run { try $0.setAlternateIconNameSilently("night") { _ in wasCalled = true } }
    try scene.device.settle()
    #expect(!wasCalled)
    #expect(try scene.app.iconName == nil)
    #expect(scene.device.trace.contains { $0.fact == "ICON-083" })
  }

  /// ICON-223.
  @Test(arguments: ["26.0", "26.1"])
  func privateSelectorShowsTheAlertByDefault(os: String) throws {
    let scene = try Scene(os: os)
    var codes: [Int] = []
    try scene.app.run { try $0.setAlternateIconNameSilently("night") { codes.append($0?.code ?? 0) } }
    try scene.device.settle()
    #expect((scene.device.alert != nil) == (os == "26.1"))
    try scene.device.alert?.tap("OK")
    #expect(codes == [0])
    #expect(try scene.app.iconName == "night")
  }

  /// ICON-158, ICON-159.
  @Test func jigglingRefreshesTheCacheOfOneFaultOnly() throws {
    for (change, isCured) in [({ $0.staleIconCache = true }, true), ({ $0.staleAfterFirstChange = true }, false)]
      as [((inout DeviceConditions) -> Void, Bool)]
    {
      let scene = try Scene(os: "26.0", conditions: conditions(change))
      for name in ["day", "night"] {
        try scene.request(name)
        try scene.tapOK()
      }
      try scene.device.pressHome()
      let icon = try scene.device.springboard.icon(for: scene.app)
      #expect(try icon.picture().iconName != "night")
      #expect(try icon.press(seconds: 3) == nil)
      #expect(try (icon.picture().iconName == "night") == isCured)
    }
  }

  /// ICON-159.
  @Test func homeScreenKeepsThePictureFromTheSecondChange() throws {
    let scene = try Scene(os: "26.1", conditions: conditions { $0.staleAfterFirstChange = true })
    let icon = try scene.device.springboard.icon(for: scene.app)
    for (name, shown) in [("night", "night"), ("day", "night"), (nil, "night")] as [(String?, String)] {
      try scene.request(name)
      try scene.tapOK()
      #expect(try scene.app.iconName == name)
      #expect(try icon.picture().iconName == shown)
      #expect(try icon.picture(on: .settings).iconName == name)
    }
    #expect(try icon.picture().why.contains { $0.contains("ICON-159") })
    try scene.device.reboot()
    #expect(try icon.picture().iconName == nil)
    try scene.device.launch(scene.app)
    try scene.request("night")
    try scene.tapOK()
    #expect(try icon.picture().iconName == "night")
    try scene.request("day")
    try scene.tapOK()
    #expect(try icon.picture().iconName == "night")
    try scene.device.install(Packages.paint())
    #expect(try icon.picture().iconName == "day")
  }

  /// ICON-095.
  @Test func primaryIconAmongTheAlternatesIsANormalName() throws {
    let package = try Packages.paint {
      $0["CFBundleIcons"] = [
        "CFBundleAlternateIcons": [
          "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["paint"]], "night": ["CFBundleIconFiles": ["night"]],
        ]
      ]
    }
    let scene = try Scene(package: package)
    #expect(try scene.app.run { try $0.supportsAlternateIcons })
    #expect(try scene.device.springboard.icon(for: scene.app).picture().isPlaceholder)
    try scene.request("night")
    try scene.tapOK()
    try scene.request("CFBundlePrimaryIcon")  // ICON-031: nil all the same
    try scene.tapOK()
    #expect(scene.codes == [0, 0])
    #expect(try scene.app.iconName == nil)
    #expect(try scene.app.explainIcon("night").advice.contains { $0.fact == "ICON-095" })
  }

  /// ICON-104.
  @Test func newsstandLeftoversAreIgnored() throws {
    let leftover: PropertyListValue = [
      "CFBundleIconFiles": [""], "UINewsstandBindingType": "UINewsstandBindingTypeMagazine",
      "UINewsstandBindingEdge": "UINewsstandBindingEdgeLeft",
    ]
    let package = try Packages.paint {
      $0["CFBundleIcons"] = [
        "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["paint"]], "UINewsstandIcon": leftover,
        "CFBundleAlternateIcons": [
          "night": ["CFBundleIconFiles": ["night"], "UINewsstandBindingType": "UINewsstandBindingTypeMagazine"]
        ],
      ]
    }
    let scene = try Scene(package: package)
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes == [0])
    #expect(try scene.device.springboard.icon(for: scene.app).picture().file == "night@3x.png")
    try scene.request("UINewsstandIcon")
    #expect(scene.codes == [0, 4])
  }
}

/// Replaces `present`, drops every controller, and records it.
private final class Spy: PresentationInterceptor {
  private(set) var seen: [ViewController] = []
  func present(_ presentation: Presentation) throws { seen.append(presentation.controller) }
}
