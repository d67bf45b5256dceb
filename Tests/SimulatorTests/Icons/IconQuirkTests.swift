import AppPackages
import PropertyLists
import Simulator
import Testing

@Suite("Quirks of icon changes")
struct IconQuirkTests {
  private func conditions(_ change: (inout DeviceConditions) -> Void) -> DeviceConditions {
    var conditions = DeviceConditions()
    change(&conditions)
    return conditions
  }

  @Test("ICON-021: on 10.3 an error without a handler ends the app; later it does not", arguments: Versions.all)
  func missingHandler(os: String) throws {
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

  @Test("ICON-019: the handler may run on another queue than the main one", arguments: ["17.5", "27.0"])
  func handlerOffMain(os: String) throws {
    for offMain in [false, true] {
      let scene = try Scene(os: os, conditions: conditions { $0.iconHandlerOffMain = offMain })
      try scene.app.run { application in
        try application.setAlternateIconName("night") { _ in try application.setAlternateIconName("day") }
      }
      try scene.tapOK()
      #expect(try scene.app.console.contains { $0.contains("main thread only") } == offMain)
    }
  }

  @Test("ICON-023: an app extension has no UIApplication.shared")
  func appExtension() throws {
    let package = try Packages.paint { $0["NSExtension"] = ["NSExtensionPointIdentifier": "com.apple.widget"] }
    for use in [
      { try $0.setAlternateIconName("night") }, { _ = try $0.supportsAlternateIcons },
      { _ = try $0.alternateIconName },
    ] as [(Application) throws -> Void] {
      let scene = try Scene(package: package)
      #expect(simulatorError { try scene.app.run { try use($0) } }?.fact == "ICON-023")
    }
  }

  @Test("ICON-055: on iOS 15 a line that looks like an error precedes a change", arguments: ["14.5", "15.4", "16.0"])
  func noise(os: String) throws {
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

  @Test("ICON-063: the alert may preview the icon that was there before", arguments: ["14.0", "26.0", "26.1"])
  func previousPreview(os: String) throws {
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

  @Test(
    "ICON-065, ICON-067: code that replaces present sees the alert and its content controller",
    arguments: Versions.alertInApp)
  func contentController(os: String) throws {
    let scene = try Scene(os: os)
    let spy = Spy()
    try scene.app.run { $0.presentationInterceptor = spy }
    try scene.request("night")
    let alert = try #require(spy.seen.first as? AlertController)
    #expect(alert.title == nil && alert.message == nil && alert.preferredStyle == .alert)
    #expect(alert.contentViewController?.className == "_UIAlternateApplicationIconsAlertContentViewController")
    try scene.app.run { #expect(AlertController($0).contentViewController == nil) }
  }

  @Test("ICON-079: from 26.1 on it does not", arguments: Versions.alertOfSystem)
  func notInterceptable(os: String) throws {
    let scene = try Scene(os: os)
    let spy = Spy()
    try scene.app.run { $0.presentationInterceptor = spy }
    try scene.request("night")
    #expect(spy.seen.isEmpty)
    #expect(scene.device.alert != nil)
    try scene.tapOK()
    #expect(scene.codes == [0])
  }

  @Test("ICON-071: without a window to present from, no alert; the icon changes, the handler never runs")
  func nothingToPresentFrom() throws {
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

  @Test("ICON-201: over a modal screen the alert shows too", arguments: Versions.all)
  func overModal(os: String) throws {
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

  @Test("ICON-072: in an app that overrides UIAlertController the alert is empty", arguments: ["13.0", "26.1"])
  func emptyAlert(os: String) throws {
    let scene = try Scene(os: os, conditions: conditions { $0.emptyIconAlert = true })
    try scene.request("night")
    let alert = try #require(scene.device.alert)
    #expect(alert.label.isEmpty == (os == "13.0"))
    #expect((alert.picture == nil) == (os == "13.0"))
    try alert.tap("OK")
    #expect(scene.codes == [0])
  }

  @Test("ICON-080, ICON-202: the sentence is English in every language; the name is the localised one (ICON-061)")
  func english() throws {
    let package = try Packages.make(
      [
        "CFBundleIdentifier": "com.example.paint", "CFBundleDisplayName": "Paint",
        "CFBundleIcons": ["CFBundleAlternateIcons": ["night": [:]]],
      ], strings: [("de", ["CFBundleDisplayName": "Malen"])])
    for (os, locale, notes) in [
      ("26.1", "de", true), ("26.1", "en", false), ("26.1", "en-GB", false), ("17.5", "de", false),
    ] {
      let device = try Device(os: OSVersion(parsing: os), locale: locale)
      let app = try device.install(package)
      try device.launch(app)
      try app.run { try $0.setAlternateIconName("night") }
      #expect(device.alert?.label == "You have changed the icon for “\(locale == "de" ? "Malen" : "Paint")”.")
      #expect(device.trace.contains { $0.fact == "ICON-080" } == notes)
    }
  }

  @Test("ICON-081: a UI test of the app cannot tap the alert of the system", arguments: Versions.all)
  func outOfReach(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night")
    #expect(scene.device.alert?.isInReachOfUITests == Versions.alertInApp.contains(os))
  }

  @Test("ICON-082, ICON-208: the private selector changes the icon without an alert", arguments: Versions.alertInApp)
  func silent(os: String) throws {
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

  @Test("ICON-083: from 26.1 on it does nothing", arguments: Versions.alertOfSystem)
  func silentNoMore(os: String) throws {
    let scene = try Scene(os: os)
    var wasCalled = false
    try scene.app.run { try $0.setAlternateIconNameSilently("night") { _ in wasCalled = true } }
    try scene.device.settle()
    #expect(!wasCalled)
    #expect(try scene.app.iconName == nil)
    #expect(scene.device.trace.contains { $0.fact == "ICON-083" })
  }

  @Test("ICON-159: from the second change on the Home Screen keeps its picture, until a reboot or an installation")
  func staleAfterFirst() throws {
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

  @Test("ICON-095: a primary icon among the alternates is one of their names, and the others stay declared")
  func nestedPrimary() throws {
    let package = try Packages.paint {
      $0["CFBundleIcons"] = [
        "CFBundleAlternateIcons": [
          "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["paint"]], "night": ["CFBundleIconFiles": ["night"]],
        ]
      ]
    }
    let scene = try Scene(package: package)
    #expect(try scene.app.run { try $0.supportsAlternateIcons })
    #expect(try scene.device.springboard.icon(for: scene.app).picture().placeholder)
    try scene.request("night")
    try scene.tapOK()
    try scene.request("CFBundlePrimaryIcon")  // ICON-031: nil all the same
    try scene.tapOK()
    #expect(scene.codes == [0, 0])
    #expect(try scene.app.iconName == nil)
    #expect(try scene.app.explainIcon("night").advice.contains { $0.fact == "ICON-095" })
  }

  @Test("ICON-104: leftovers of Newsstand do not disturb")
  func newsstand() throws {
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

/// Replaces `present`, swallows everything, and keeps what it got.
private final class Spy: PresentationInterceptor {
  private(set) var seen: [ViewController] = []
  func present(_ presentation: Presentation) throws { seen.append(presentation.controller) }
}
