import AppPackages
import HomeScreenSimulator
import Testing

/// The delivery and handling of actions.
@Suite struct HandlingTests {
  /// LAUNCH-035.
  @Test func storedItemIsHandledOnce() throws {
    let scene = try ActionScene(os: "18.0", locale: "zh-Hans")
    var kept: ShortcutItem?
    scene.bodies[.sceneWillConnect] = { call in
      kept = call.connectionOptions?.shortcutItem
      return .none
    }
    scene.bodies[.sceneDidBecomeActive] = { _ in
      if let item = kept { try scene.app.didHandle(item) }
      kept = nil
      return .none
    }
    scene.bodies[.windowScenePerformAction] = { call in
      try scene.app.didHandle(try #require(call.shortcutItem))
      try call.completion?(true)
      return .none
    }
    for isFirst in [true, false] {
      let cold = try scene.tapAction("工具箱").handling()
      #expect(cold.map { [$0.sent, $0.handled] } == [[1, 1]])
      // The session survives jetsam, so the app is asked once for its configuration (LAUNCH-102).
      #expect(
        cold.first?.carriers.map(\.callback)
          == (isFirst ? [.configurationForConnecting, .sceneWillConnect] : [.sceneWillConnect]))
      let callbacks = Situation.sceneColdAction.callbacks.filter { isFirst || $0 != .configurationForConnecting }
      #expect(cold.first?.callbacks == callbacks.map(\.slot))
      try scene.device.pressHome()
      let warm = try scene.tapAction("工具箱").handling()
      #expect(warm.map { [$0.sent, $0.handled] } == [[1, 1]])
      #expect(warm.first?.type == "ToolBox" && warm.first?.app == "com.example.toolbox")
      try scene.app.terminate(.jetsam)
    }
  }

  /// LAUNCH-036.
  @Test func unclearedItemFiresAgainAtTheNextActivation() throws {
    let scene = try ActionScene()
    var kept: ShortcutItem?
    scene.bodies[.sceneWillConnect] = { call in
      kept = call.connectionOptions?.shortcutItem
      return .none
    }
    scene.bodies[.sceneDidBecomeActive] = { _ in
      if let item = kept { try scene.app.didHandle(item) }
      return .none
    }
    let both = try scene.device.record {
      try scene.tapAction()
      try scene.device.pressHome()
      let again = try scene.device.record { try scene.app.activate() }.handling()
      #expect(again.map(\.sent) == [0] && again.map(\.handled) == [1])
    }
    #expect(both.handling().map(\.handled) == [2])
  }

  /// Equal items are indistinguishable: two waiting items that are handled are each handled once.
  @Test(arguments: [1, 2, 3]) func equalItemsShareTheirHandling(times: Int) throws {
    let scene = try ActionScene()
    var kept: [ShortcutItem] = []
    scene.bodies[.windowScenePerformAction] = { call in
      if let item = call.shortcutItem { kept.append(item) }
      return .none
    }
    try scene.device.launch(scene.app)
    let trace = try scene.device.record {
      for _ in 0..<2 {
        try scene.device.pressHome()
        try scene.tapAction()
      }
      try scene.app.run { _ in for _ in 0..<times { try scene.app.didHandle(kept[0]) } }
    }
    let outcomes = trace.handling().map(\.outcome)
    let expected: Set<DeliveryOutcome> =
      switch times {
      case 1: [.handledOnce, .unhandled]
      case 2: [.handledOnce]
      default: [.handledOnce, .handledTwice]
      }
    #expect(Set(outcomes) == expected)
  }

  /// An undelivered item is not handled in place of an equal one that is handled twice.
  @Test func lostItemStaysLost() throws {
    let scene = try ActionScene()
    scene.missing = [.windowScenePerformAction]
    try scene.device.launch(scene.app)
    let trace = try scene.device.record {
      try scene.device.pressHome()
      try scene.tapAction()
      scene.missing = []
      scene.bodies[.windowScenePerformAction] = { call in
        for _ in 0..<2 { if let item = call.shortcutItem { try scene.app.didHandle(item) } }
        return .none
      }
      try scene.device.pressHome()
      try scene.tapAction()
    }
    #expect(trace.handling().map(\.outcome) == [.lost, .handledTwice])
  }

  @Test func itemsOfAnEndedProcessAreNotUnhandled() throws {
    let scene = try ActionScene()
    scene.bodies[.windowScenePerformAction] = { _ in .none }
    try scene.device.launch(scene.app)
    let trace = try scene.device.record {
      try scene.device.pressHome()
      try scene.tapAction()
      try scene.app.terminate()
    }
    let one = try #require(trace.deliveries(to: "com.example.toolbox").first)
    #expect(one.outcome == .ended && one.hasEnded && one.completionHandlers == 1 && one.completed == 0)
    #expect(one.arrival == "“ToolBox” came to \(AppCallback.windowScenePerformAction.slot)")
    #expect(trace.deliveries(to: "com.example.other").isEmpty)
  }

  @Test func completionWithTrueIsAnOutcome() throws {
    for succeeds in [true, false] {
      let scene = try ActionScene()
      scene.bodies[.windowScenePerformAction] = { call in
        try call.completion?(succeeds)
        return .none
      }
      try scene.device.launch(scene.app)
      try scene.device.pressHome()
      #expect(try scene.tapAction().handling().map(\.outcome) == [succeeds ? .completed : .unhandled])
    }
  }

  /// LAUNCH-005, LAUNCH-006.
  @Test(arguments: [true, false])
  func launchMethodThatReturnsTrueHandlesTheItemTwice(returns: Bool) throws {
    let scene = try ActionScene(lifeCycle: .appDelegate)
    scene.bodies[.didFinishLaunching] = { call in
      if let item = call.launchOptions?.shortcutItem { try scene.app.didHandle(item) }
      return .boolean(returns)
    }
    scene.bodies[.performAction] = { call in
      if let item = call.shortcutItem { try scene.app.didHandle(item) }
      return .none
    }
    let item = try #require(try scene.tapAction().handling().first)
    #expect(item.handled == (returns ? 2 : 1))
    #expect(item.sent == 1)
    #expect(item.carriers.count == (returns ? 3 : 2))
  }

  /// LAUNCH-044, LAUNCH-045, LAUNCH-046, LAUNCH-047.
  @Test func firstCallOfTheCompletionHandlerCounts() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    let silent = try scene.tapAction()
    #expect(!silent.contains { $0.name == "completed" })
    #expect(try scene.app.state == .runningForeground)
    var completion: ActionCompletion?
    scene.bodies[.windowScenePerformAction] = { call in
      completion = call.completion
      try call.completion?(false)
      try call.completion?(true)
      return .none
    }
    try scene.device.pressHome()
    let events = try scene.tapAction().filter { $0.name.hasPrefix("completed") }
    #expect(events.map(\.name) == ["completed", "completedAgain"])
    #expect(events.map { $0.detail[.outcome] } == [.boolean(false), .boolean(true)])
    #expect(completion?.outcome == false)
    #expect(simulatorError { try completion?(true) }?.code == .outsideTheApp)
    try scene.app.terminate()
    #expect(simulatorError { try completion?(true) }?.code == .processEnded)
  }

  @Test func appCodeDeclaresHandlingOfAnyItem() throws {
    let scene = try ActionScene()
    let item = ShortcutItem(type: "nobody", localizedTitle: "N")
    #expect(simulatorError { try scene.app.didHandle(item) }?.code == .appNotRunning)
    try scene.device.launch(scene.app)
    #expect(simulatorError { try scene.app.didHandle(item) }?.code == .outsideTheApp)
    let trace = try scene.device.record { try scene.app.run { _ in try scene.app.didHandle(item) } }
    #expect(trace.handling() == trace.handling(of: "com.example.toolbox"))
    #expect(trace.handling().map(\.type) == ["nobody"])
    #expect(trace.handling().map(\.sent) == [0])
    #expect(trace.handling(of: "com.example.other").isEmpty)
  }

  @Test func tenThousandQuickTapsAreHandled() throws {
    let scene = try ActionScene()
    var handled = 0
    scene.bodies[.windowScenePerformAction] = { call in
      handled += 1
      try call.completion?(true)
      return .none
    }
    try scene.device.launch(scene.app)
    for _ in 0..<10_000 {
      try scene.device.pressHome()
      try scene.device.springboard.icon(for: scene.app).press()?.item("search").tap()
      scene.clear()
    }
    #expect(handled == 10_000)
    #expect(scene.device.trace.count < Trace.maximumEvents)
  }
}
