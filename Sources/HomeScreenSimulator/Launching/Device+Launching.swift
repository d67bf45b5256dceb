internal import AppPackages

/// Bringing apps to the front.
extension Device {
  /// Launches an app as a tap on its icon does, from any screen. Does nothing if the app is already in front.
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed`, `app-on-other-device`, `device-locked`, `not-downloaded` or
  ///   `alert-covers`; errors that escape the app's code.
  public func launch(_ app: InstalledApp) throws { try launch(app, .tap) }

  /// Launches an app for a reason, such as a URL opened by another app or a tap on a notification. An app that is
  /// already in front gets the delivery at once (LAUNCH-020). A silent notification, a background fetch, an action of a
  /// notification without the option `foreground`, a location event or a Bluetooth event runs the app in the background
  /// (LAUNCH-094, LAUNCH-095, LAUNCH-175, LAUNCH-202, LAUNCH-203).
  ///
  /// - Throws: as ``launch(_:)``; `situation-unavailable`, `background-mode-missing`, `url-scheme-missing` or
  ///   `link-domain-missing`.
  public func launch(_ app: InstalledApp, _ situation: LaunchSituation) throws {
    let record = try installedRecord(of: app)
    let firstOS = situation.firstOS(on: deviceClass)
    guard os >= firstOS else {
      throw SimulatorError(
        .situationUnavailable, "iOS \(os) cannot launch an app for the reason “\(situation.kind.rawValue)”",
        hint: "Use iOS \(firstOS) or later.", fact: situation.row(on: os).facts.withoutScenes)
    }
    try perform("launch") {
      guard try opens(record, with: situation) else { return }
      if situation.row(on: os).isInBackground {
        try runInBackground(record, situation)
      } else {
        try bringToFront(record, situation)
      }
    }
  }

  /// Goes to the Home Screen. If it is already shown, closes an icon's menu or an open folder, and stops editing icons.
  ///
  /// - Throws: ``SimulatorError`` `alert-covers` while an alert of the system is on the screen (ICON-186); errors that
  ///   escape the app's code.
  public func pressHome() throws {
    try perform("pressHome") {
      try requireUnlocked("The Home gesture")
      try requireNoSystemAlert(over: "The Home gesture")
      if closeMenu(because: .home) {
        scheduler.schedule(.transition, process: nil, after: span(conditions.menuTransition)) { _ in }
      } else {
        closeFolder()
        endEditing()
      }
      leaveForeground()
    }
  }

  /// Restarts the device: ends every process, dismisses alerts and redraws pictures (ICON-158). Keeps icons (ICON-152).
  public func reboot() throws {
    try perform("reboot") {
      endAllProcesses(because: .reboot)
      closeMenu(because: .reboot)
      screen.reset()
      note(.process(.reboot), fact: "ICON-152")
      rebootIcons()
      for record in registry.all() { record.wasQuitByUser = false }  // LAUNCH-099
    }
  }

  /// Starts the app or brings its process to the front, after the app that was in front leaves.
  ///
  /// - Parameters:
  ///   - scene: the chosen window; if nil, the situation decides.
  ///   - isNewScene: whether to open a new window.
  ///   - isFromIcon: whether the user tapped the icon or a row of its menu.
  func bringToFront(
    _ record: AppRecord, _ situation: LaunchSituation = .tap, scene: AppScene? = nil, isNewScene: Bool = false,
    isFromIcon: Bool = false
  ) throws {
    try requireUnlocked(record.bundleIdentifier)
    try requireOnDevice(record)
    try requireDownloaded(record)
    if screen.front != nil, screen.front === record.process, case .tap = situation, scene == nil, !isNewScene { return }
    try requireNoSystemAlert(over: "The screen")
    let delivery = makeDelivery(situation)
    if let front = screen.front, front === record.process {
      return reachFront(front, delivery, scene: scene, isNewScene: isNewScene)
    }
    guard !refusesStart(of: record), authenticates(record) else { return }
    closeMenu(because: .launch)
    closeFolder()
    screen.endEditing()
    leaveForeground()
    if let process = record.process {
      returnToForeground(process, delivery, scene: scene, isNewScene: isNewScene)
    } else {
      start(record, delivery, isFromIcon: isFromIcon)
    }
  }

  /// Delivers to an app that is already in front: the target scene gets the delivery at once (LAUNCH-020), or takes the
  /// screen first (LAUNCH-101).
  private func reachFront(_ process: AppProcess, _ delivery: Delivery?, scene: AppScene?, isNewScene: Bool) {
    guard process.lifeCycle.usesScenes else {
      if let delivery { deliver(delivery, toRunning: process, scene: nil, fact: "LAUNCH-020") }
      return
    }
    let chosen = isNewScene ? nil : scene ?? self.scene(for: delivery?.situation ?? .tap, of: process)
    guard let chosen, process.frontScenes.contains(where: { $0 === chosen }) else {
      return changeScene(of: process, to: chosen, delivery)
    }
    process.makeMostRecent(chosen)  // the other window beside it hears of nothing (LAUNCH-149)
    if let delivery { deliver(delivery, toRunning: process, scene: chosen, fact: "LAUNCH-020") }
  }

  /// Performs a cold start: makes the process with its code, then performs A1 to A3 or S1 and S2.
  private func start(_ record: AppRecord, _ delivery: Delivery?, isFromIcon: Bool) {
    record.wasQuitByUser = false
    let process = makeProcess(record, isFromIcon: isFromIcon) { self.screen.front = $0 }
    guard let process else { return }
    process.transition = .launch
    if process.lifeCycle.usesScenes {
      launchWithScenes(process, delivery)
    } else {
      launchWithoutScenes(process, delivery)
    }
  }

  /// Returns from the background: performs A4 or S3, without the middle step if there is nothing to deliver
  /// (LAUNCH-074), or S4 if no scene is connected.
  func returnToForeground(
    _ process: AppProcess, _ delivery: Delivery?, scene: AppScene? = nil, isNewScene: Bool = false
  ) {
    process.record.wasQuitByUser = false
    resume(process)
    screen.front = process
    guard process.lifeCycle.usesScenes else { return enterForeground(process, nil, delivery) }
    let chosen = isNewScene ? nil : scene ?? self.scene(for: delivery?.situation ?? .tap, of: process)
    guard let chosen else {
      process.transition = .resume
      return connectScene(process, delivery, fact: delivery == nil ? "LAUNCH-018" : "LAUNCH-017", isNew: isNewScene)
    }
    enterForeground(process, chosen, delivery)
  }

  /// Resumes a suspended process and schedules the work that was waiting for it.
  func resume(_ process: AppProcess) {
    process.backgroundVisit += 1
    guard process.phase == .suspended else { return }
    process.phase = .background
    note(.process(.resume), app: process.bundleIdentifier)
    for work in process.queues.takeHeld() { scheduler.reinsert(work) }
  }

  /// Brings a process, or one of its scenes, to the foreground. A connected scene gets a quick action or a URL
  /// before it enters the foreground, and everything else afterwards (LAUNCH-016, LAUNCH-032).
  func enterForeground(_ process: AppProcess, _ scene: AppScene?, _ delivery: Delivery?) {
    process.transition = .resume
    if let scene { process.makeMostRecent(scene) }
    var delivery = delivery
    if let scene, let early = delivery, early.precedesForeground {
      deliver(early, toRunning: process, scene: scene, fact: early.factOfConnectedScene)
      delivery = nil
    }
    guard process.isAlive else { return }
    let scenes = process.scenes(with: scene)
    if scene == nil { call(.applicationWillEnterForeground, process, fact: "LAUNCH-074") }
    for scene in scenes { call(.sceneWillEnterForeground, process, scene: scene, fact: "LAUNCH-074") }
    process.phase = .inactive
    for scene in scenes {
      scene.state = .foregroundInactive
      rootViewEnters(.inactive, scene)
    }
    guard process.isAlive else { return }
    advance(by: span(conditions.activation))
    guard process.isAlive else { return }
    let stack = scene?.stack ?? process.stack
    let isFirstTime = !stack.hasAppeared  // it was started in the background (LAUNCH-100)
    stack.appear()
    if let delivery {
      deliver(
        delivery, toRunning: process, scene: scene,
        fact: scene != nil
          ? delivery.factOfConnectedScene
          : delivery.item != nil ? "LAUNCH-007" : delivery.row.facts.withoutScenes)
    }
    guard process.isAlive else { return }
    becomeActive(process, fact: "LAUNCH-074")
    if isFirstTime { rootsAppeared(in: stack, process) }
  }
}

/// A cold start in both life cycles.
extension Device {
  /// Performs A1 (LAUNCH-001), A2 (LAUNCH-002, LAUNCH-003) and A3 (LAUNCH-004), also for URLs and links (LAUNCH-008,
  /// LAUNCH-009) and for the other situations (LAUNCH-089, LAUNCH-091 to LAUNCH-093).
  func launchWithoutScenes(_ process: AppProcess, _ delivery: Delivery?) {
    let fact = delivery?.row.facts.withoutScenes ?? "LAUNCH-001"
    makeWindow(process, nil)
    let refusing = callLaunchMethods(process, delivery, fact: fact)
    appearing(process, nil, fact: fact) {
      guard let delivery else { return }
      if let refusing, delivery.row.dependsOnLaunchMethods {
        self.noteWithheld(delivery, from: process, because: refusing)
      } else {
        self.deliver(delivery, toRunning: process, scene: nil, fact: fact, isSent: true)
      }
    }
  }

  func makeWindow(_ process: AppProcess, _ scene: AppScene?) {
    let window = AppWindow(process: process, scene: scene)
    let stack = scene?.stack ?? process.stack
    stack.show(window)
    stack.makeKey(window)
    makeRoot(of: window)
  }

  /// Calls both launch methods of an app without scenes, with the options of the situation, and restores the state
  /// between them (LAUNCH-056). Returns the first method that returned false.
  func callLaunchMethods(_ process: AppProcess, _ delivery: Delivery?, fact: FactID) -> AppCallback? {
    if let delivery { noteSent(delivery, to: process, method: callbacks(of: delivery, in: process).last, fact: fact) }
    let options = delivery.flatMap { LaunchOptions($0.row) }
    var refusing: AppCallback?
    for callback in [AppCallback.willFinishLaunching, .didFinishLaunching] {
      if callback == .didFinishLaunching { restoreState(of: process) }
      // A launch method carries the delivery only if its options hold it.
      let carried = options == nil ? nil : delivery
      let reply = call(callback, process, delivering: carried, fact: fact) { $0.launchOptions = options }
      if case .boolean(false) = reply { refusing = refusing ?? callback }
    }
    process.hasFinishedLaunching = true
    return refusing
  }

  /// Performs S1 (LAUNCH-011) and S2 (LAUNCH-013): launches the process without launch options (LAUNCH-012, LAUNCH-025),
  /// then connects the scene. The results of the launch methods do not matter (LAUNCH-023), also in SwiftUI (LAUNCH-026).
  func launchWithScenes(_ process: AppProcess, _ delivery: Delivery?) {
    let fact = delivery?.factOfNewScene ?? "LAUNCH-011"
    if let delivery { noteSent(delivery, to: process, method: delivery.methodOfNewScene, fact: fact) }
    callLaunchMethodsWithScenes(process, fact: fact)
    connectScene(process, delivery, fact: fact, isSent: true)
  }

  /// Calls the launch methods, then reports the windows that were closed while the app was not running (LAUNCH-103).
  func callLaunchMethodsWithScenes(_ process: AppProcess, fact: FactID) {
    call(.willFinishLaunching, process, fact: fact)
    call(.didFinishLaunching, process, fact: fact)
    process.hasFinishedLaunching = true
    guard process.isAlive else { return }
    let discarded = process.record.scenes.takeDiscarded()
    guard !discarded.isEmpty else { return }
    call(.didDiscardSceneSessions, process, fact: "LAUNCH-103") { $0.discardedSessions = discarded }
  }

  /// Finishes a launch: loads the view, lets the transition pass, adds the root view to its window, activates the app,
  /// and reports that its first view has appeared (LAUNCH-081).
  ///
  /// A view controller presented before that is refused. Presenting after the activation works (LAUNCH-035), and after
  /// a delay if the transition is shorter than the delay (LAUNCH-041).
  func appearing(_ process: AppProcess, _ scene: AppScene?, fact: FactID, beforeActive: () -> Void = {}) {
    guard process.isAlive else { return }
    let stack = scene?.stack ?? process.stack
    if let scene { removeStandIn(of: scene) }
    loadRoots(of: stack, process)
    if let scene { call(.sceneWillEnterForeground, process, scene: scene, fact: fact) }
    guard process.isAlive else { return }
    advance(by: span(conditions.activation))
    guard process.isAlive else { return }
    stack.appear()
    beforeActive()
    guard process.isAlive else { return }
    becomeActive(process, fact: fact)
    rootsAppeared(in: stack, process)
  }

  func makeRoot(of window: AppWindow) {
    let process = window.process
    guard process.isAlive else { return }
    if let code = process.record.code {
      enterForSystem(process) {
        guard let root = try code.makeRootViewController(process.application) else { return }
        window.rootViewController = root
      }
    }
    guard process.isAlive, window.rootViewController == nil else { return }
    window.standIn = ViewController(
      process.application, className: process.lifeCycle == .swiftUI ? "UIHostingController" : "UIViewController")
    window.rootViewController = window.standIn
  }
}

/// Delivering quick actions, URLs, links and notifications to the app's code.
extension Device {
  /// Returns a numbered delivery for the situation, or nil if it has nothing to deliver.
  func makeDelivery(_ situation: LaunchSituation) -> Delivery? {
    if case .tap = situation { return nil }
    return Delivery(number: numbers.nextDelivery(), situation: situation, os: os)
  }

  /// Delivers to a process after its launch methods returned: A4 (LAUNCH-007), S3 (LAUNCH-015, LAUNCH-016), the end of
  /// A2.
  ///
  /// In an app with scenes, only the scene delegate is called (LAUNCH-021). If it lacks the method, the action is lost
  /// (LAUNCH-022).
  /// - Parameter callbacks: by default those of a connected scene or of an app without scenes.
  func deliver(
    _ delivery: Delivery, toRunning process: AppProcess, scene: AppScene?, callbacks: [AppCallback]? = nil,
    fact: FactID,
    isSent: Bool = false
  ) {
    let callbacks =
      callbacks ?? (scene == nil ? self.callbacks(of: delivery, in: process) : delivery.row.callbacksOfScene)
    if !isSent { noteSent(delivery, to: process, method: callbacks.last, fact: fact) }
    for (callback, urls) in delivery.calls(of: callbacks) {
      let completion = ActionCompletion(process: process, delivery: delivery)
      let reply = call(callback, process, scene: scene, delivering: delivery, fact: fact) { call in
        fill(&call, delivery, urls, completion, process)
      }
      // The asynchronous form of the method returns the value that the handler would get (LAUNCH-049).
      if delivery.item != nil, case .boolean(let outcome) = reply {
        enterForSystem(process) { try completion(outcome) }
      }
    }
    if callbacks.contains(.sceneOpenURLContexts) { openInRootView(delivery.row.urls, scene) }
    if callbacks.contains(.sceneContinueUserActivity), let activity = delivery.row.activity {
      continueInRootView(activity, scene, isHandedOver: delivery.row.isHandoff)
    }
  }

  /// Returns the methods that deliver without a scene. From iOS 10.1 on, a tap on a notification calls the older method
  /// if the app has no other one (LAUNCH-089).
  private func callbacks(of delivery: Delivery, in process: AppProcess) -> [AppCallback] {
    guard delivery.row.notification?.actionIdentifier == UserNotification.defaultAction, os >= OSVersion(10, 1),
      !process.lifeCycle.usesScenes, process.hasOnlyOlderAnswer
    else { return delivery.row.callbacks }
    return [.didReceiveRemoteNotification]
  }

  private func fill(
    _ call: inout CallbackInvocation, _ delivery: Delivery, _ urls: [String], _ completion: ActionCompletion,
    _ process: AppProcess
  ) {
    let row = delivery.row
    if let item = row.item {
      call.shortcutItem = item
      call.completion = completion
    }
    call.urls = urls
    call.sourceApplication = row.source
    call.appIntent = row.appIntent
    call.userActivity = row.activity
    call.notification = row.notification
    if row.notification != nil || row.backgroundMode != nil {
      call.backgroundCompletion = BackgroundCompletion(process: process, delivery: delivery)
    }
  }

  /// Records that a delivery was sent; `method` is the one that must handle it in this life cycle.
  func noteSent(_ delivery: Delivery, to process: AppProcess, method: AppCallback?, fact: FactID) {
    if delivery.item != nil { process.record.keep(delivery) }
    var fields = delivery.fields + [TraceDetail.Field(.method, method)]
    // The app delegate still has the method, and it is never called (LAUNCH-021).
    if delivery.item != nil, process.lifeCycle.usesScenes, process.appDelegate?.implements(.performAction) == true {
      fields.append(TraceDetail.Field(.unused, .performAction))
    }
    note(.delivery(.sent), app: process.bundleIdentifier, .fields(fields), fact: fact)
  }

  /// Records that a launch method returned false, so that the method must handle the item (LAUNCH-004).
  func noteWithheld(_ delivery: Delivery, from process: AppProcess, because method: AppCallback) {
    note(
      .delivery(.withheld), app: process.bundleIdentifier,
      .fields(delivery.fields + [TraceDetail.Field(.method, method)]), fact: "LAUNCH-004")
  }

  /// Records that the app handled an item: the last equal one that was sent, otherwise one of the same type.
  func noteHandled(_ item: ShortcutItem, by process: AppProcess) {
    var fields = process.record.delivery(of: item)?.fields ?? [TraceDetail.Field(.type, .string(item.type))]
    if let callback = process.execution.callback { fields.append(TraceDetail.Field(.callback, callback)) }
    note(.delivery(.handled), app: process.bundleIdentifier, .fields(fields))
  }
}
