internal import AppPackages

/// Processes: starting, coming to the front, leaving it, ending.
extension Device {
  /// Seconds in the background until the system suspends a process (LAUNCH-073).
  static let suspensionDelay = VirtualTime(milliseconds: 5000)

  /// Launches an app as a tap on its icon does, wherever the device is; nothing happens when it is in front.
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed`, `app-on-other-device` or `alert-covers`; what escapes the app's
  ///   code.
  public func launch(_ app: InstalledApp) throws {
    let record = try live(app)
    try perform("launch") { try bringToFront(record) }
  }

  /// Goes to the Home Screen; when it is there, closes the menu of an icon or ends the editing of icons.
  ///
  /// - Throws: ``SimulatorError`` `alert-covers` while an alert of the system is up (ICON-186); what escapes the app's
  ///   code.
  public func pressHome() throws {
    try perform("pressHome") {
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
      note(.process, "reboot", fact: "ICON-152")
      rebootIcons()
    }
  }

  /// Brings an app to the front for a reason: another app opened its URL, a link was tapped. One that is in front
  /// already gets what there is to deliver at once (LAUNCH-020).
  ///
  /// - Throws: as ``launch(_:)``.
  public func launch(_ app: InstalledApp, _ situation: LaunchSituation) throws {
    let record = try live(app)
    try perform("launch") { try bringToFront(record, situation) }
  }

  /// Starts the app or brings its process to the front; the app that was there leaves first.
  func bringToFront(_ record: AppRecord, _ situation: LaunchSituation = .tap) throws {
    try requireOnDevice(record)
    let delivery = makeDelivery(situation)
    if let front = frontProcess, front === record.process {
      guard let delivery else { return }
      try requireNoSystemAlert(over: "The screen")
      deliver(delivery, toRunning: front, fact: "LAUNCH-020")
      return
    }
    try requireNoSystemAlert(over: "The screen")
    closeMenu(because: "launch")
    isEditing = false
    leaveForeground()
    if let process = record.process {
      returnToForeground(process, delivery)
    } else {
      start(record, delivery)
    }
  }

  /// A cold start: the process with its code, then A1 to A3 or S1 and S2.
  private func start(_ record: AppRecord, _ delivery: Delivery?) {
    processCount += 1
    let process = AppProcess(
      identifier: processCount, record: record, device: self, lifeCycle: declaredLifeCycle(of: record))
    record.process = process
    record.crash = nil
    frontProcess = process
    note(.process, "start", app: record.bundleIdentifier, [TraceDetail.Field("process", .integer(processCount))])
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
    guard process.isAlive, !isRefusedForLackOfScenes(process) else { return }
    if process.lifeCycle.usesScenes {
      launchWithScenes(process, delivery)
    } else {
      launchWithoutScenes(process, delivery)
    }
  }

  /// Coming back from the background: A4 and S3, without their middle step when there is nothing to deliver
  /// (LAUNCH-074); S4 when no scene is connected.
  private func returnToForeground(_ process: AppProcess, _ delivery: Delivery?) {
    process.backgroundVisit += 1
    if process.phase == .suspended {
      process.phase = .background
      note(.process, "resume", app: process.bundleIdentifier)
      let held = process.heldWork
      process.heldWork = []
      for work in held { scheduler.reinsert(work) }
    }
    frontProcess = process
    if process.lifeCycle.usesScenes, process.scenes.isEmpty {
      return connectScene(process, delivery, fact: delivery == nil ? "LAUNCH-018" : "LAUNCH-017")
    }
    let scene = process.scenes.last
    call(
      scene == nil ? .applicationWillEnterForeground : .sceneWillEnterForeground, process, scene: scene,
      fact: "LAUNCH-074")
    process.phase = .inactive
    scene?.state = .foregroundInactive
    rootViewEnters(.inactive, scene)
    guard process.isAlive else { return }
    pass(span(conditions.activation))
    guard process.isAlive else { return }
    if let delivery { deliver(delivery, toRunning: process, fact: scene == nil ? "LAUNCH-007" : "LAUNCH-016") }
    guard process.isAlive else { return }
    becomeActive(process, fact: "LAUNCH-074")
  }

  /// The process is active from before the call on. In an app with scenes only the scene delegate hears of it, and only
  /// the launch methods go to the app delegate (LAUNCH-024, LAUNCH-025).
  func becomeActive(_ process: AppProcess, fact: FactID) {
    process.phase = .active
    process.scenes.last?.state = .foregroundActive
    process.wasActive = true
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
  private func leaveForeground() {
    guard let process = frontProcess else { return }
    resignActive(process, fact: "LAUNCH-072")
    guard process.isAlive else { return }
    pass(span(conditions.deactivation))
    guard process.isAlive else { return }
    frontProcess = nil
    process.phase = .background
    process.backgroundVisit += 1
    let visit = process.backgroundVisit
    process.scenes.last?.state = .background
    callLifeCycle(.sceneDidEnterBackground, .applicationDidEnterBackground, process, fact: "LAUNCH-072")
    rootViewEnters(.background, process.scenes.last)
    guard process.isAlive else { return }
    scheduler.schedule(.background, process: process, after: Device.suspensionDelay) { device in
      if process.backgroundVisit == visit { device.suspend(process) }
    }
  }

  func suspend(_ process: AppProcess) {
    guard process.phase == .background else { return }
    process.phase = .suspended
    note(.process, "suspend", app: process.bundleIdentifier, fact: "LAUNCH-073")
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
  private func declaredLifeCycle(of record: AppRecord) -> LifeCycle {
    if let lifeCycle = record.options.lifeCycle { return lifeCycle }
    guard os >= .scenes else { return .appDelegate }
    let manifest = record.prepared.info(on: deviceClass)["UIApplicationSceneManifest"]
    return manifest?.dictionary == nil ? .appDelegate : .scene
  }
}
