/// Bringing apps to the front.
extension Device {
  /// Launches an app as a tap on its icon does, wherever the device is; nothing happens when it is in front.
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed`, `app-on-other-device`, `device-locked`, `not-downloaded` or
  ///   `alert-covers`; what escapes the app's code.
  public func launch(_ app: InstalledApp) throws {
    try launch(app, .tap)
  }

  /// Brings an app to the front for a reason: another app opened its URL, a notification was tapped. One that is in front
  /// already gets what there is to deliver at once (LAUNCH-020). A silent notification and a background fetch let it run
  /// in the background (LAUNCH-094, LAUNCH-095).
  ///
  /// - Throws: as ``launch(_:)``; `situation-unavailable`, `background-mode-missing`, `url-scheme-missing`
  ///   or `link-domain-missing`.
  public func launch(_ app: InstalledApp, _ situation: LaunchSituation) throws {
    let record = try live(app)
    guard os >= situation.firstOS else {
      throw SimulatorError(
        .situationUnavailable, "iOS \(os) cannot launch an app for the reason “\(situation.kind.rawValue)”",
        hint: "It begins with iOS \(situation.firstOS).", fact: situation.row(on: os).facts.withoutScenes)
    }
    try perform("launch") {
      guard try opens(record, with: situation) else { return }
      if situation.isInBackground {
        try runInBackground(record, situation)
      } else {
        try bringToFront(record, situation)
      }
    }
  }

  /// Goes to the Home Screen; when it is there, closes the menu of an icon, or an open folder, and ends the editing of icons.
  ///
  /// - Throws: ``SimulatorError`` `alert-covers` while an alert of the system is up (ICON-186); what escapes the app's
  ///   code.
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

  /// Switches the device off and on: every process ends, alerts go, and pictures are drawn anew (ICON-158). The chosen
  /// icons stay (ICON-152).
  public func reboot() throws {
    try perform("reboot") {
      endAllProcesses(because: .reboot)
      closeMenu(because: .reboot)
      screen.reset()
      note(.process(.reboot), fact: "ICON-152")
      rebootIcons()
    }
  }

  /// Starts the app or brings its process to the front; the app that was there leaves first.
  ///
  /// - Parameters:
  ///   - scene: the window that was chosen; nil: the situation decides.
  ///   - isNewScene: a new window is wanted.
  ///   - isFromIcon: by a tap on the icon or on a row of its menu.
  func bringToFront(
    _ record: AppRecord, _ situation: LaunchSituation = .tap, scene: AppScene? = nil, isNewScene: Bool = false,
    isFromIcon: Bool = false
  ) throws {
    try requireUnlocked(record.bundleIdentifier)
    try requireOnDevice(record)
    try requireDownloaded(record)
    if screen.front != nil, screen.front === record.process, case .tap = situation, scene == nil, !isNewScene { return }
    try requireNoSystemAlert(over: "The screen")
    observer?.device(self, willReachAppBy: situation.kind)
    let delivery = makeDelivery(situation)
    if let front = screen.front, front === record.process {
      return reachFront(front, delivery, scene: scene, isNewScene: isNewScene)
    }
    guard authenticates(record) else { return }
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

  /// The app is in front already: the scene that is meant gets what there is to deliver at once (LAUNCH-020), or takes
  /// the screen first (LAUNCH-101).
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

  /// A cold start: the process with its code, then A1 to A3 or S1 and S2.
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

  /// Coming back from the background: A4 and S3, without their middle step when there is nothing to deliver
  /// (LAUNCH-074); S4 when no scene is connected.
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
      return connectScene(
        process, delivery, fact: delivery == nil ? "LAUNCH-018" : "LAUNCH-017", isNew: isNewScene)
    }
    enterForeground(process, chosen, delivery)
  }

  /// A process that is to do something again: what waited for it is due.
  func resume(_ process: AppProcess) {
    process.backgroundVisit += 1
    guard process.phase == .suspended else { return }
    process.phase = .background
    note(.process(.resume), app: process.bundleIdentifier)
    for work in process.queues.takeHeld() { scheduler.reinsert(work) }
  }

  /// The way to the front of a process, or of one of its scenes.
  func enterForeground(_ process: AppProcess, _ scene: AppScene?, _ delivery: Delivery?) {
    process.transition = .resume
    if let scene { process.makeMostRecent(scene) }
    let scenes = process.scenes(with: scene)
    if scene == nil { call(.applicationWillEnterForeground, process, fact: "LAUNCH-074") }
    for scene in scenes { call(.sceneWillEnterForeground, process, scene: scene, fact: "LAUNCH-074") }
    process.phase = .inactive
    for scene in scenes {
      scene.state = .foregroundInactive
      rootViewEnters(.inactive, scene)
    }
    guard process.isAlive else { return }
    pass(span(conditions.activation))
    guard process.isAlive else { return }
    let stack = scene?.stack ?? process.stack
    let isFirstTime = !stack.hasAppeared  // it was started in the background (LAUNCH-100)
    stack.appear()
    if let delivery {
      deliver(delivery, toRunning: process, scene: scene, fact: scene == nil ? "LAUNCH-007" : "LAUNCH-016")
    }
    guard process.isAlive else { return }
    becomeActive(process, fact: "LAUNCH-074")
    if isFirstTime { rootsAppeared(in: stack, process) }
  }
}
