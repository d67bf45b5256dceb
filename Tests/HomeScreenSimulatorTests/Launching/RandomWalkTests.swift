import HomeScreenSimulator
import PropertyLists
import Testing

/// Random walks.
@Suite struct RandomWalkTests {
  /// A small seeded generator, so that failures are reproducible.
  struct Generator {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }

  /// Walks with random commands and random app code, and returns the trace hash.
  private func walk(seed: UInt64, os: String, steps: Int) throws -> String {
    var random = Generator(state: seed)
    let device = try Device(model: seed.isMultiple(of: 2) ? .iPhone : .iPad, os: OSVersion(parsing: os))
    let packages = try ["a", "b", "c"].map { name in
      try Packages.paint(identifier: "com.example.\(name)", label: name) {
        $0["UIApplicationShortcutItems"] = [
          ["UIApplicationShortcutItemType": "go", "UIApplicationShortcutItemTitle": "Go"]
        ]
        if name != "a" { $0["UIApplicationSceneManifest"] = ["UIApplicationSupportsMultipleScenes": true] }
        $0["UIBackgroundModes"] = ["fetch", "remote-notification"]
      }
    }
    var apps = try packages.map { try device.install($0) }
    let names: [String?] = ["night", "day", "unknown", nil]
    for _ in 0..<steps {
      let index = random.next(3)
      let app = apps[index]
      let name = names[random.next(4)]
      let delay = Double(random.next(4)) / 10
      let isThrowing = random.next(20) == 0
      let command = random.next(26)
      do {
        switch command {
        case 0: try device.launch(app)
        case 1: try device.pressHome()
        case 2: if let alert = device.alert, let button = alert.buttons.last { try alert.tap(button) }
        case 3, 4: try app.run { try $0.setAlternateIconName(name) { _ in if isThrowing { throw Oops() } } }
        case 5:
          try app.run { application in
            try application.mainQueue.asyncAfter(delay) {
              if isThrowing { throw Oops() }
              try application.setAlternateIconName(name) { _ in }
            }
          }
        case 6: try device.advance(delay)
        case 7: try app.terminate(.jetsam)
        case 8: try device.springboard.icon(for: app).tap()
        case 9: try app.activate()
        case 10: if isThrowing { try device.reboot() }
        case 11: try app.suspend()
        case 12, 13:
          let rows = try device.springboard.icon(for: app).press(seconds: delay * 10)?.rows ?? []
          if !rows.isEmpty { try rows[random.next(rows.count)].tap() }
        case 14: try app.scenes.first?.disconnect()
        case 15:
          try app.run { application in
            let alert = AlertController(application, title: "Alert")
            try alert.addAction(AlertAction(title: "OK") { if isThrowing { throw Oops() } })
            try application.keyWindow?.rootViewController?.present(alert)
          }
        case 16:
          try app.run { application in
            try application.setShortcutItems([ShortcutItem(type: "new", localizedTitle: "New")])
            try application.keyWindow?.rootViewController?.dismiss()
          }
        case 17: try app.terminate()
        case 18: try device.setLocked(!device.isLocked)
        case 19: try app.newScene()
        case 20: try app.scenes.first?.activate()
        case 21: try app.scenes.last?.discard()
        case 22, 23:
          let reason = Reason.allCases[random.next(Reason.allCases.count)]
          try device.launch(app, reason.situation)
        case 24:
          let place = IconPlace.grid(page: 1, row: random.next(6) + 1, column: random.next(4) + 1)
          try device.springboard.icon(for: app).move(to: place)
        default:
          if isThrowing {
            try device.uninstall(app)
            apps[index] = try device.install(packages[index])
          } else {
            try device.install(packages[index])
          }
        }
      } catch is Oops {
      } catch let error as SimulatorError {
        #expect(error.code != .traceFull && error.code != .tooMuchWork && error.code != .appNotInstalled, "\(error)")
      }
      try check(device, apps)
    }
    return device.trace.hash
  }

  /// Checks the conditions that hold after every command.
  private func check(_ device: Device, _ apps: [InstalledApp]) throws {
    var inFront = 0
    for app in apps where try app.state == .runningForeground {
      inFront += 1
      #expect(device.front == app)
    }
    #expect(inFront == (device.front == nil ? 0 : 1))
    if let alert = device.alert {
      if alert.label.hasPrefix("You have changed") {
        #expect(device.front != nil)
        #expect(alert.owner == (device.os < OSVersion(26, 1) ? .app(device.front?.bundleIdentifier ?? "") : .system))
      }
    } else if let front = device.front {
      #expect(try front.run { try $0.applicationState } == .active)
    }
    for app in apps {
      #expect([nil, "night", "day"].contains(try app.iconName))
      #expect(try device.springboard.icon(for: app).picture().iconName == app.iconName)
    }
  }

  @Test(arguments: Versions.all, [1, 2, 3, 4] as [UInt64])
  func randomWalksBreakNothingAndAreReproducible(os: String, seed: UInt64) throws {
    #expect(try walk(seed: seed, os: os, steps: 200) == walk(seed: seed, os: os, steps: 200))
  }
}
