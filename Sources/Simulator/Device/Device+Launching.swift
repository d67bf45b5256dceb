internal import AppPackages

/// Processes: starting, coming to the front, leaving it, ending.
extension Device {
  /// Seconds in the background until the system suspends a process (LAUNCH-073).
  static let suspensionDelay = VirtualTime(milliseconds: 5000)

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
  /// - Throws: as ``launch(_:)``; `situation-unavailable` or `background-mode-missing`.
  public func launch(_ app: InstalledApp, _ situation: LaunchSituation) throws {
    let record = try live(app)
    guard os >= situation.firstOS else {
      throw SimulatorError(
        .situationUnavailable, "iOS \(os) cannot launch an app for the reason “\(situation.name)”",
        hint: "It begins with iOS \(situation.firstOS).", fact: "LAUNCH-093")
    }
    try perform("launch") {
      if situation.isInBackground {
        try runInBackground(record, situation)
      } else {
        try bringToFront(record, situation)
      }
    }
  }

  /// Goes to the Home Screen; when it is there, closes the menu of an icon or ends the editing of icons.
  ///
  /// - Throws: ``SimulatorError`` `alert-covers` while an alert of the system is up (ICON-186); what escapes the app's
  ///   code.
  public func pressHome() throws {
    try perform("pressHome") {
      try requireUnlocked("The Home gesture")
      try requireNoSystemAlert(over: "The Home gesture")
      if openMenu != nil {
        closeMenu(because: "home")
        scheduler.schedule(.transition, process: nil, after: span(conditions.menuTransition)) { _ in }
      } else {
        endEditing()
      }
      leaveForeground()
    }
  }

  /// Switches the device off and on: every process ends, alerts go, and pictures are drawn anew (ICON-158). The chosen
  /// icons stay (ICON-152).
  public func reboot() throws {
    try perform("reboot") {
      endAllProcesses(because: "reboot")
      systemAlerts = []
      closeMenu(because: "reboot")
      isEditing = false
      isLocked = false
      behindLock = nil
      note(.process, "reboot", fact: "ICON-152")
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
    _ record: AppRecord, _ situation: LaunchSituation = .tap, scene: Scene? = nil, isNewScene: Bool = false,
    isFromIcon: Bool = false
  ) throws {
    try requireUnlocked("The screen")
    try requireOnDevice(record)
    try requireDownloaded(record)
    if frontProcess != nil, frontProcess === record.process, case .tap = situation, scene == nil, !isNewScene { return }
    try requireNoSystemAlert(over: "The screen")
    let delivery = makeDelivery(situation)
    if let front = frontProcess, front === record.process {
      return reachFront(front, delivery, scene: scene, isNewScene: isNewScene)
    }
    closeMenu(because: "launch")
    isEditing = false
    leaveForeground()
    if let process = record.process {
      returnToForeground(process, delivery, scene: scene, isNewScene: isNewScene)
    } else {
      start(record, delivery, isFromIcon: isFromIcon)
    }
  }

  /// The app is in front already: the scene that is meant gets what there is to deliver at once (LAUNCH-020), or takes
  /// the screen first (LAUNCH-101).
  private func reachFront(_ process: AppProcess, _ delivery: Delivery?, scene: Scene?, isNewScene: Bool) {
    guard process.lifeCycle.usesScenes else {
      if let delivery { deliver(delivery, toRunning: process, scene: nil, fact: "LAUNCH-020") }
      return
    }
    let chosen = isNewScene ? nil : scene ?? self.scene(for: delivery?.situation ?? .tap, of: process)
    guard let chosen, chosen === process.scenes.last else {
      return changeScene(of: process, to: chosen, delivery, fact: chosen == nil ? "LAUNCH-017" : "LAUNCH-030")
    }
    if let delivery { deliver(delivery, toRunning: process, scene: chosen, fact: "LAUNCH-020") }
  }

  /// A cold start: the process with its code, then A1 to A3 or S1 and S2.
  private func start(_ record: AppRecord, _ delivery: Delivery?, isFromIcon: Bool) {
    record.wasQuitByUser = false
    let process = makeProcess(record, isFromIcon: isFromIcon) { self.frontProcess = $0 }
    guard let process else { return }
    process.transition = .launch
    if process.lifeCycle.usesScenes {
      launchWithScenes(process, delivery)
    } else {
      launchWithoutScenes(process, delivery)
    }
  }

  /// A new process with its code; nil when it did not get as far as its launch methods.
  func makeProcess(
    _ record: AppRecord, isFromIcon: Bool = false, place: (AppProcess) -> Void
  ) -> AppProcess? {
    processCount += 1
    let process = AppProcess(
      identifier: processCount, record: record, device: self, lifeCycle: declaredLifeCycle(of: record))
    record.process = process
    record.crash = nil
    place(process)
    process.transition = .launch
    note(.process, "start", app: record.bundleIdentifier, [TraceDetail.Field("process", .integer(processCount))])
    guard !isFromIcon || !isKilledForItsSignature(process) else { return nil }
    if let code = record.code {
      enterForSystem(process) {
        try code.main(process.application)
        process.appDelegate = try code.makeAppDelegate(process.application)
      }
    }
    if record.options.lifeCycle == nil, os >= .scenes, !process.lifeCycle.usesScenes,
      process.appDelegate?.implements(.configurationForConnecting) == true
    {
      process.lifeCycle = .scene  // LAUNCH-058: the method alone adopts scenes
    }
    guard process.isAlive, !isRefusedForLackOfScenes(process) else { return nil }
    return process
  }

  /// A release-signed build that the Simulator starts from its icon (QUICK-103).
  private func isKilledForItsSignature(_ process: AppProcess) -> Bool {
    guard conditions.simulator, os >= .v26, process.record.options.distribution != .development else { return false }
    end(process, crashing: "Code Signature Invalid", code: "SIGKILL", error: nil, fact: "QUICK-103")
    return true
  }

  /// Coming back from the background: A4 and S3, without their middle step when there is nothing to deliver
  /// (LAUNCH-074); S4 when no scene is connected.
  func returnToForeground(
    _ process: AppProcess, _ delivery: Delivery?, scene: Scene? = nil, isNewScene: Bool = false
  ) {
    process.record.wasQuitByUser = false
    resume(process)
    frontProcess = process
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
    note(.process, "resume", app: process.bundleIdentifier)
    let held = process.heldWork
    process.heldWork = []
    for work in held { scheduler.reinsert(work) }
  }

  /// The way to the front of a process, or of one of its scenes.
  func enterForeground(_ process: AppProcess, _ scene: Scene?, _ delivery: Delivery?) {
    process.transition = .resume
    if let scene { process.makeMostRecent(scene) }
    call(
      scene == nil ? .applicationWillEnterForeground : .sceneWillEnterForeground, process, scene: scene,
      fact: "LAUNCH-074")
    process.phase = .inactive
    scene?.state = .foregroundInactive
    rootViewEnters(.inactive, scene)
    guard process.isAlive else { return }
    pass(span(conditions.activation))
    guard process.isAlive else { return }
    let window = scene?.window ?? process.window
    let isFirstTime = window?.isVisible == false  // it was started in the background (LAUNCH-100)
    window?.isVisible = true
    if let delivery {
      deliver(delivery, toRunning: process, scene: scene, fact: scene == nil ? "LAUNCH-007" : "LAUNCH-016")
    }
    guard process.isAlive else { return }
    becomeActive(process, fact: "LAUNCH-074")
    guard isFirstTime, process.isAlive, let root = window?.rootViewController else { return }
    enterForSystem(process) { try callViewDidAppear(of: root) }
  }

  /// The process is active from before the call on. In an app with scenes only the scene delegate hears of it, and only
  /// the launch methods go to the app delegate (LAUNCH-024, LAUNCH-025).
  func becomeActive(_ process: AppProcess, fact: FactID) {
    process.phase = .active
    process.scenes.last?.state = .foregroundActive
    process.wasActive = true
    process.transition = nil
    callLifeCycle(.sceneDidBecomeActive, .applicationDidBecomeActive, process, fact: fact)
    rootViewEnters(.active, process.scenes.last)
  }

  /// The process is inactive after the call.
  func resignActive(_ process: AppProcess, fact: FactID) {
    guard process.phase == .active else { return }
    callLifeCycle(.sceneWillResignActive, .applicationWillResignActive, process, fact: fact)
    process.phase = .inactive
    process.scenes.last?.state = .foregroundInactive
    rootViewEnters(.inactive, process.scenes.last)
  }

  /// Calls a method of the life cycle: the scene delegate's, or the app delegate's in an app without scenes.
  private func callLifeCycle(
    _ sceneCallback: AppCallback, _ applicationCallback: AppCallback, _ process: AppProcess, fact: FactID
  ) {
    let usesScenes = process.lifeCycle.usesScenes
    call(
      usesScenes ? sceneCallback : applicationCallback, process, scene: usesScenes ? process.scenes.last : nil,
      fact: fact)
  }

  /// The app in front, if there is one, goes to the background (LAUNCH-072).
  func leaveForeground() {
    guard let process = frontProcess else { return }
    leaveScreen(process)
    if process.isAlive { scheduleSuspension(of: process) }
  }

  /// The process, and the scene that is on the screen, go to the background.
  func leaveScreen(_ process: AppProcess) {
    process.transition = .suspend
    resignActive(process, fact: "LAUNCH-072")
    guard process.isAlive else { return }
    pass(span(conditions.deactivation))
    guard process.isAlive else { return }
    frontProcess = nil
    process.phase = .background
    let scene = process.scenes.last
    scene?.state = .background
    callLifeCycle(.sceneDidEnterBackground, .applicationDidEnterBackground, process, fact: "LAUNCH-072")
    rootViewEnters(.background, scene)
    saveState(of: process, scene)
    process.transition = nil
  }

  /// In the background the system suspends it after a while (LAUNCH-073).
  func scheduleSuspension(of process: AppProcess) {
    process.backgroundVisit += 1
    let visit = process.backgroundVisit
    scheduler.schedule(.background, process: process, after: Device.suspensionDelay) { device in
      if process.backgroundVisit == visit { device.suspend(process) }
    }
  }

  func suspend(_ process: AppProcess) {
    guard process.phase == .background else { return }
    process.phase = .suspended
    note(.process, "suspend", app: process.bundleIdentifier, fact: "LAUNCH-073")
  }

  /// The user ends the app in the switcher: it leaves the screen, and a process that is not suspended hears of its end,
  /// with scenes after each of them was disconnected (LAUNCH-098).
  func quit(_ process: AppProcess) {
    let record = process.record
    if frontProcess === process, systemAlerts.isEmpty { leaveForeground() }
    if process.isAlive, process.phase != .suspended {
      process.transition = .quit
      for scene in process.scenes { call(.sceneDidDisconnect, process, scene: scene, fact: "LAUNCH-098") }
      call(.applicationWillTerminate, process, fact: "LAUNCH-098")
    }
    record.wasQuitByUser = true
    record.restorableState = nil
    record.discardedSessions += record.sessions
    record.sessions = []
    end(process, because: TerminationCause.user.rawValue)
  }

  /// Ends a process without a callback (LAUNCH-075): its memory, its blocks and its alerts are gone.
  func end(_ process: AppProcess, because cause: String) {
    guard process.isAlive else { return }
    loseAlerts(of: process)
    process.tearDown()
    scheduler.removeAll { $0.process === process }
    process.record.process = nil
    if frontProcess === process { frontProcess = nil }
    note(
      .process, "end", app: process.bundleIdentifier, [TraceDetail.Field("cause", .string(cause))], fact: "LAUNCH-075")
  }

  func endAllProcesses(because cause: String) {
    for record in records {
      if let process = record.process { end(process, because: cause) }
    }
  }

  /// The life cycle by what is known before the app's code runs: the tester's word, else the package's scene manifest
  /// (LAUNCH-058, LAUNCH-076); before iOS 13 there are no scenes (LAUNCH-080).
  func declaredLifeCycle(of record: AppRecord) -> LifeCycle {
    if let lifeCycle = record.options.lifeCycle { return lifeCycle }
    guard os >= .scenes else { return .appDelegate }
    let manifest = record.prepared.info(on: deviceClass)["UIApplicationSceneManifest"]
    return manifest?.dictionary == nil ? .appDelegate : .scene
  }
}
