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

  /// Goes to the Home Screen; nothing happens when it is there.
  ///
  /// - Throws: ``SimulatorError`` `alert-covers` while an alert of the system is up (ICON-186); what escapes the app's
  ///   code.
  public func pressHome() throws {
    try perform("pressHome") {
      try requireNoSystemAlert(over: "The Home gesture")
      leaveForeground()
    }
  }

  /// Switches the device off and on: every process ends, alerts go, and pictures are drawn anew (ICON-158). The chosen
  /// icons stay (ICON-152).
  public func reboot() throws {
    try perform("reboot") {
      endAllProcesses(because: "reboot")
      note(.process, "reboot", fact: "ICON-152")
      for record in records { record.staleIcon = nil }
    }
  }

  /// Starts the app or brings its process to the front; the app that was there leaves first.
  func bringToFront(_ record: AppRecord) throws {
    if let front = frontProcess, front === record.process { return }
    try requireNoSystemAlert(over: "The screen")
    leaveForeground()
    if let process = record.process {
      returnToForeground(process)
    } else {
      start(record)
    }
  }

  /// A1 and S1: a plain cold start (LAUNCH-001, LAUNCH-011).
  private func start(_ record: AppRecord) {
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
    let fact: FactID = process.lifeCycle.usesScenes ? "LAUNCH-011" : "LAUNCH-001"
    call(.willFinishLaunching, process, fact: fact)
    call(.didFinishLaunching, process, fact: fact)
    if process.lifeCycle.usesScenes {
      call(.configurationForConnecting, process, fact: fact)
      if let code = record.code, process.isAlive {
        enterForSystem(process) { process.sceneDelegate = try code.makeSceneDelegate(process.application) }
      }
      call(.sceneWillConnect, process, fact: fact)
      call(.sceneWillEnterForeground, process, fact: fact)
    }
    becomeActive(process, after: conditions.activation, fact: fact)
  }

  /// Coming back from the background: A4 and S3 without an action (LAUNCH-074).
  private func returnToForeground(_ process: AppProcess) {
    process.backgroundVisit += 1
    if process.phase == .suspended {
      process.phase = .background
      note(.process, "resume", app: process.bundleIdentifier)
      let held = process.heldWork
      process.heldWork = []
      for work in held { scheduler.reinsert(work) }
    }
    frontProcess = process
    call(
      process.lifeCycle.usesScenes ? .sceneWillEnterForeground : .applicationWillEnterForeground, process,
      fact: "LAUNCH-074")
    process.phase = .inactive
    becomeActive(process, after: conditions.activation, fact: "LAUNCH-074")
  }

  private func becomeActive(_ process: AppProcess, after seconds: Double, fact: FactID) {
    guard process.isAlive else { return }
    pass(span(seconds))
    guard process.isAlive else { return }
    becomeActive(process, fact: fact)
  }

  /// The process is active from before the call on. In an app with scenes only the scene delegate hears of it, and only
  /// the launch methods go to the app delegate (LAUNCH-024, LAUNCH-025).
  func becomeActive(_ process: AppProcess, fact: FactID) {
    process.phase = .active
    call(process.lifeCycle.usesScenes ? .sceneDidBecomeActive : .applicationDidBecomeActive, process, fact: fact)
  }

  /// The process is inactive after the call.
  func resignActive(_ process: AppProcess, fact: FactID) {
    guard process.phase == .active else { return }
    call(process.lifeCycle.usesScenes ? .sceneWillResignActive : .applicationWillResignActive, process, fact: fact)
    process.phase = .inactive
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
    call(
      process.lifeCycle.usesScenes ? .sceneDidEnterBackground : .applicationDidEnterBackground, process,
      fact: "LAUNCH-072")
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
