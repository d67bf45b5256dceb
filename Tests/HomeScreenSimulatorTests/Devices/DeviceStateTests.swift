import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The state of a device as a value: its changes and its equality.
@Suite struct DeviceStateTests {
  private static let app = "apps[com.example.toolbox]"

  @Test func equalDevicesHaveEqualStates() throws {
    let (one, other) = (try ActionScene(), try ActionScene())
    #expect(one.device.state == other.device.state)
    #expect(one.device.state.fingerprint == other.device.state.fingerprint)
    #expect(one.device.state.changes(since: other.device.state).isEmpty)
    try one.device.launch(one.app)
    #expect(one.device.state != other.device.state)
    #expect(one.device.state.fingerprint != other.device.state.fingerprint)
  }

  /// Time passed and the trace grew, but the state is the same.
  @Test func stateIsRestored() throws {
    let scene = try ActionScene()
    let before = scene.device.state
    _ = try scene.device.springboard.icon(for: scene.app).press()
    let open = scene.device.state
    #expect(open["screen.mode"] == "menu")
    #expect(open["screen.menu.rows[1]"] != nil)
    try scene.device.pressHome()
    #expect(scene.device.state == before)
    #expect(scene.device.time > 0)
    #expect(scene.device.state.changes(since: open).map(\.after).allSatisfy { $0 == nil || $0 == "home" })
  }

  private struct Fault: Error {}

  /// A step, and some of the paths that it changes.
  struct Step: CustomTestStringConvertible, Sendable {
    let name: String
    let paths: [String]
    let body: @Sendable (ActionScene) throws -> Void
    var testDescription: String { name }

    init(_ name: String, _ paths: [String], _ body: @escaping @Sendable (ActionScene) throws -> Void) {
      self.name = name
      self.paths = paths
      self.body = body
    }
  }

  static let steps: [Step] = [
    Step("launch", ["screen.front", "\(app).process.phase", "\(app).process.scenes[1].window.controllers[1]"]) {
      try $0.device.launch($0.app)
    },
    Step("lock", ["screen.mode"]) { try $0.device.setLocked(true) },
    Step("press", ["screen.menu", "screen.menu.rows[1]"]) {
      _ = try $0.device.springboard.icon(for: $0.app).press()
    },
    Step("move", ["\(app).icon.place"]) {
      try $0.device.springboard.icon(for: $0.app).move(to: .dock(column: 2))
    },
    Step("condition", ["conditions.debugger"]) { $0.device.conditions.debugger = true },
    Step("language", ["locale"]) { try $0.device.setLocale("de") },
    Step("offload", ["\(app).isOffloaded"]) { try $0.device.offload($0.app) },
    Step("uninstall", ["\(app).package"]) { try $0.device.uninstall($0.app) },
    Step("quit", ["\(app).wasQuitByUser"]) {
      try $0.device.launch($0.app)
      try $0.app.terminate()
    },
    Step("items of another language", ["\(app).hiddenItems.locale", "\(app).hiddenItems[1]"]) { scene in
      try scene.device.launch(scene.app)
      try scene.app.run { try $0.setShortcutItems([ShortcutItem(type: "Dynamic", localizedTitle: "More")]) }
      try scene.device.setLocale("de")
    },
    Step("quick actions", ["\(app).shortcutItems[1]", "\(app).shortcutItems[1].userInfo.depth[2]"]) { scene in
      try scene.device.launch(scene.app)
      try scene.app.run { application in
        let item = ShortcutItem(
          type: "Dynamic", localizedTitle: "More",
          userInfo: ["depth": .array([.init(.integer(1)), .init(.integer(2))])])
        try application.setShortcutItems([item])
      }
    },
    Step("timer", ["due[1]", "\(app).process.waitingBlocks"]) { scene in
      try scene.device.launch(scene.app)
      try scene.app.run { try $0.mainQueue.asyncAfter(5) {} }
    },
    Step("alert", ["\(app).process.scenes[1].window.controllers[2].alert.buttons[1]"]) { scene in
      try scene.device.launch(scene.app)
      try scene.app.run { application in
        let alert = AlertController(application, title: "Hello")
        try alert.addAction(AlertAction(title: "OK"))
        try application.keyWindow?.rootViewController?.present(alert)
      }
    },
    Step("crash", ["\(app).crash"]) { scene in
      try scene.device.launch(scene.app)
      try? scene.app.run { _ in throw Fault() }
    },
  ]

  @Test(arguments: steps) func stepChangesItsPartOfTheState(step: Step) throws {
    let scene = try ActionScene()
    let before = scene.device.state
    try step.body(scene)
    let changes = scene.device.state.changes(since: before)
    for path in step.paths { #expect(changes.contains { $0.path == path }, "\(path) is not in \(changes)") }
  }

  @Test func iconChangeIsInTheState() throws {
    let device = try Device(os: OSVersion(26, 1))
    let app = try device.install(Packages.paint())
    try device.launch(app)
    let before = device.state
    try app.run { try $0.setAlternateIconName("night") }
    let changes = device.state.changes(since: before)
    let path = "apps[\(app.bundleIdentifier)]"
    #expect(changes.contains { $0.description == "\(path).icon.stored: nil → night" }, "\(changes)")
    #expect(changes.contains { $0.path == "\(path).process.iconService.isOutstanding" })
    #expect(changes.contains { $0.path == "screen.alerts[1]" && $0.after?.contains("Paint") == true }, "\(changes)")
  }

  /// Intervals, not times: a block due in five seconds is equal at any time.
  @Test func timesAreRelative() throws {
    let states = try [0.0, 100.0].map { wait in
      let scene = try ActionScene()
      try scene.device.launch(scene.app)
      try scene.device.advance(wait)
      try scene.app.run { try $0.mainQueue.asyncAfter(5) {} }
      return scene.device.state
    }
    #expect(states[0]["due[1]"] == "app of com.example.toolbox in 5.000 s")
    #expect(states[0] == states[1])
  }

  /// A timer waits while the app is suspended; the suspension does not wait for a timer.
  @Test func pendingBlocksHaveAKind() throws {
    let states = try [(timer: 3.5, wait: 2.0), (timer: 3.0, wait: 1.5)].map { timer, wait in
      let scene = try ActionScene()
      try scene.device.launch(scene.app)
      try scene.device.pressHome()
      try scene.device.advance(wait)
      try scene.app.run { try $0.mainQueue.asyncAfter(timer) {} }
      return scene.device.state
    }
    #expect(states[0]["due[1]"] == "background of com.example.toolbox in 3.000 s")
    #expect(states[1]["due[1]"] == "app of com.example.toolbox in 3.000 s")
    #expect(states[0] != states[1])
  }

  /// An update with the same name and version.
  @Test func installedAppsAreInTheState() throws {
    let scene = try ActionScene()
    let before = scene.device.state
    try scene.device.install(Packages.toolBox { $0["UIApplicationShortcutItems"] = [] })
    let path = "\(Self.app).package"
    #expect(scene.device.state.changes(since: before).map(\.path).contains(path))
    try scene.device.install(Packages.toolBox())
    #expect(scene.device.state[path] == before[path])
    var translated = try Packages.toolBox()
    translated.localizedInfo["de"] = ["CFBundleDisplayName": "Werkzeug"]
    try scene.device.install(translated)
    #expect(scene.device.state[path] != before[path])
  }

  /// Two apps with one label: the prompt names the app to delete.
  @Test func deletePromptIsAboutAnApp() throws {
    let states = try ["com.example.one", "com.example.two"].map { chosen in
      let device = try Device(os: OSVersion(17, 5))
      for identifier in ["com.example.one", "com.example.two"] {
        try device.install(Packages.paint(identifier: identifier))
      }
      let app = try #require(device.apps.first { $0.bundleIdentifier == chosen })
      let menu = try device.springboard.icon(for: app).press()
      try menu?.item(try #require(menu?.rows.last { $0.isSystem }?.title)).tap()
      return device.state
    }
    #expect(states[0]["screen.alerts[1].app"] == "com.example.one")
    #expect(states[0].changes(since: states[1]).map(\.path) == ["screen.alerts[1].app"])
  }
}
