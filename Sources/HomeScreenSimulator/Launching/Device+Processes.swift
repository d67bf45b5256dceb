internal import AppPackages
import PropertyLists

/// Starting and ending processes.
extension Device {
  /// Makes a process with its code; nil if it ended before its launch methods.
  func makeProcess(_ record: AppRecord, isFromIcon: Bool = false, place: (AppProcess) -> Void) -> AppProcess? {
    let process = AppProcess(
      identifier: numbers.nextProcess(), record: record, device: self, lifeCycle: declaredLifeCycle(of: record))
    record.process = process
    record.crash = nil
    place(process)
    process.transition = .launch
    note(.process(.start), app: record.bundleIdentifier, [TraceDetail.Field(.process, .integer(process.identifier))])
    if isFromIcon { checkSignature(of: process) }
    guard process.isAlive else { return nil }
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
    guard process.isAlive else { return nil }
    checkScenes(of: process)
    return process.isAlive ? process : nil
  }

  /// Returns whether the system refuses to start the app: then no process starts and nothing is delivered (LAUNCH-235).
  /// The Simulator starts every build. An app that already runs continues.
  func refusesStart(of record: AppRecord) -> Bool {
    let refusal = conditions.launchRefusal
    guard record.process == nil, !conditions.simulator,
      let fact = refusal.fact(for: record.options.distribution, on: os)
    else { return false }
    note(.process(.refused), app: record.bundleIdentifier, [.init(.reason, .string(refusal.rawValue))], fact: fact)
    return true
  }

  /// Ends a release-signed build that the Simulator starts from its icon (QUICK-103, QUICK-144).
  private func checkSignature(of process: AppProcess) {
    guard conditions.simulator, os >= .v26, process.record.options.distribution != .development else { return }
    end(process, crashing: "Code Signature Invalid", code: .killed, error: nil, fact: "QUICK-103")
  }

  /// Closes the app in the app switcher, which shows it even if the system has ended its process (LAUNCH-104). A
  /// process leaves the screen first. Unless it is suspended, the app is then notified of the end; an app with scenes,
  /// after all of them were disconnected (LAUNCH-098).
  func quit(_ record: AppRecord) {
    let process = record.process
    if let process {
      if screen.front === process, screen.alerts.isEmpty { leaveForeground() }
      if process.isAlive, process.phase != .suspended {
        process.transition = .quit
        for scene in process.scenes { call(.sceneDidDisconnect, process, scene: scene, fact: "LAUNCH-098") }
        call(.applicationWillTerminate, process, fact: "LAUNCH-098")
      }
    }
    record.wasQuitByUser = true
    record.scenes.quit(keepingSessions: conditions.quitKeepsSessions)
    if let process { end(process, because: .user) }
  }

  /// Ends a process without a callback (LAUNCH-075), with its memory, its blocks and its alerts.
  func end(_ process: AppProcess, because cause: ProcessEnd) {
    guard process.isAlive else { return }
    loseAlerts(of: process)
    process.tearDown()
    scheduler.removeAll { $0.process === process }
    command.forget(process)
    process.record.process = nil
    if screen.front === process { screen.front = nil }
    note(.process(.end), app: process.bundleIdentifier, [TraceDetail.Field(.cause, cause)], fact: "LAUNCH-075")
  }

  func endAllProcesses(because cause: ProcessEnd) {
    for process in registry.processes() { end(process, because: cause) }
  }

  /// Returns the life cycle as known before the app's code runs: the tester's option, otherwise the package's scene
  /// manifest (LAUNCH-058, LAUNCH-076). No app has scenes before iOS 13 (LAUNCH-080).
  func declaredLifeCycle(of record: AppRecord) -> LifeCycle {
    if let lifeCycle = record.options.lifeCycle { return lifeCycle }
    guard os >= .scenes else { return .appDelegate }
    let manifest = record.prepared.info(on: deviceClass)["UIApplicationSceneManifest"]
    return manifest?.dictionary == nil ? .appDelegate : .scene
  }
}

/// Warnings and termination for an app that has not adopted scenes.
extension Device {
  /// Ends an app without scenes that was built with the 27 SDK, before its first launch method (LAUNCH-061, LAUNCH-066,
  /// LAUNCH-158). The SDK decides, not the device (LAUNCH-062), on every platform alike (LAUNCH-063). Before iOS 27 the
  /// system has no such check (LAUNCH-083). No error is thrown: the launch has succeeded (LAUNCH-065).
  ///
  /// Other versions print a line on the console.
  private func checkScenes(of process: AppProcess) {
    if os >= .scenesRequired, let sdk = process.record.sdk, sdk.requiresScenes {
      guard let fact = reasonToRefuse(process) else { return }
      let reason = words(.scenesRequired)
      log(reason, from: process, fact: fact)
      end(process, crashing: reason, code: .breakpoint, error: nil, fact: fact)
    } else if !process.lifeCycle.usesScenes {
      adviseScenes(process)
    }
  }

  /// Returns why the app's windows have no scene delegate: no scenes, or a manifest that names no delegate
  /// (LAUNCH-158). The tester's option for the life cycle overrides the manifest.
  private func reasonToRefuse(_ process: AppProcess) -> FactID? {
    guard process.lifeCycle.usesScenes else { return "LAUNCH-061" }
    let adoption = manifest(of: process.record).adoption
    guard process.record.options.lifeCycle == nil, process.appDelegate?.implements(.configurationForConnecting) != true,
      adoption.lack != nil
    else { return nil }
    return adoption.fact
  }

  private func adviseScenes(_ process: AppProcess) {
    guard let line = consoleLine(.scenesAdvised) else { return }
    log(line, from: process, fact: os < .v26 ? "LAUNCH-059" : "LAUNCH-060")
  }
}

/// Becoming active, leaving the screen and being suspended.
extension Device {
  /// Seconds in the background until the system suspends a process (LAUNCH-073).
  static let suspensionDelay = VirtualTime(milliseconds: 5000)

  /// Makes the process active before the callbacks. In an app with scenes only the scene delegate is notified, and only
  /// the launch methods go to the app delegate (LAUNCH-024, LAUNCH-025); code that waits there never runs (LAUNCH-071).
  func becomeActive(_ process: AppProcess, fact: FactID) {
    process.phase = .active
    // A scene that shares the screen may already be active (LAUNCH-147).
    let scenes = process.frontScenes.filter { $0.state != .foregroundActive }
    for scene in scenes { scene.state = .foregroundActive }
    if !process.wasActive {
      process.wasActive = true
      iconServiceIsBusy(with: process)
    }
    process.transition = nil
    guard process.lifeCycle.usesScenes else {
      call(.applicationDidBecomeActive, process, fact: fact)
      return
    }
    for scene in scenes {
      call(.sceneDidBecomeActive, process, scene: scene, fact: fact)
      rootViewEnters(.active, scene)
    }
  }

  /// Makes the process inactive after the callbacks.
  func resignActive(_ process: AppProcess, fact: FactID) {
    guard process.phase == .active else { return }
    guard process.lifeCycle.usesScenes else {
      call(.applicationWillResignActive, process, fact: fact)
      process.phase = .inactive
      return
    }
    let scenes = process.frontScenes
    for scene in scenes { call(.sceneWillResignActive, process, scene: scene, fact: fact) }
    process.phase = .inactive
    for scene in scenes where scene.state == .foregroundActive {
      scene.state = .foregroundInactive
      rootViewEnters(.inactive, scene)
    }
  }

  /// Moves the app in front, if any, to the background (LAUNCH-072) and off the external display (LAUNCH-141).
  func leaveForeground() {
    guard let process = screen.front else { return }
    leaveScreen(process)
    removeScene(of: process, on: .external)
    if process.isAlive { scheduleSuspension(of: process) }
  }

  /// Moves the process and its scene on the screen to the background. Another window of the app may follow.
  func leaveScreen(_ process: AppProcess) {
    process.transition = .suspend
    resignActive(process, fact: "LAUNCH-072")
    guard process.isAlive else { return }
    advance(by: span(conditions.deactivation))
    guard process.isAlive else { return }
    screen.front = nil
    process.phase = .background
    if process.lifeCycle.usesScenes {
      for scene in process.frontScenes { enterBackground(scene, fact: "LAUNCH-072") }
    } else {
      call(.applicationDidEnterBackground, process, fact: "LAUNCH-072")
      saveState(of: process, nil)
    }
    process.transition = nil
  }

  /// Performs the last step of a scene that leaves the screen.
  func enterBackground(_ scene: AppScene, fact: FactID) {
    let process = scene.process
    guard process.isAlive else { return }
    scene.state = .background
    call(.sceneDidEnterBackground, process, scene: scene, fact: fact)
    rootViewEnters(.background, scene)
    saveState(of: process, scene)
  }

  /// Schedules the suspension of a process in the background (LAUNCH-073).
  func scheduleSuspension(of process: AppProcess) {
    process.backgroundVisit += 1
    let visit = process.backgroundVisit
    scheduler.schedule(.background, process: process, after: Device.suspensionDelay) { device in
      if process.backgroundVisit == visit { device.suspend(process) }
    }
  }

  func suspend(_ process: AppProcess) {
    guard process.phase == .background, !process.isShownInCar else { return }
    process.phase = .suspended
    note(.process(.suspend), app: process.bundleIdentifier, fact: "LAUNCH-073")
  }
}

/// Running in the background: background fetch, silent notifications, and actions of notifications.
extension Device {
  /// Runs the app in the background, also on a locked screen. Starts a process if needed, without connecting a scene
  /// (LAUNCH-100), and makes its only callback (LAUNCH-094, LAUNCH-095, LAUNCH-175).
  ///
  /// An app that the user quit does not run until the user launches it or restarts the device (LAUNCH-099), or chooses
  /// an action; a location starts it (LAUNCH-202).
  /// - Throws: ``SimulatorError`` `background-mode-missing`, `not-downloaded`, or `app-in-front` for a fetch.
  func runInBackground(_ record: AppRecord, _ situation: LaunchSituation) throws {
    try requireDownloaded(record)
    try requireBackgroundMode(of: situation, in: record)
    guard let delivery = makeDelivery(situation) else { return }
    if let front = screen.front, front === record.process {
      if case .backgroundFetch = situation {
        throw SimulatorError(
          .appInFront, "\(record.bundleIdentifier) is in front, and iOS fetches only in the background",
          hint: "Press Home first: device:pressHome().", fact: "LAUNCH-094")
      }
      return deliver(delivery, toRunning: front, scene: front.scenes.last, fact: delivery.row.facts.withoutScenes)
    }
    guard situation.backgroundMode == nil || !record.wasQuitByUser else {
      return note(
        .delivery(.withheld), app: record.bundleIdentifier,
        .fields(delivery.fields + [TraceDetail.Field(.reason, DeliveryObstacle.quitByUser)]), fact: "LAUNCH-099")
    }
    if let process = record.process {
      resume(process)
      deliver(delivery, toRunning: process, scene: process.scenes.last, fact: delivery.row.facts.withoutScenes)
      if process.isAlive { scheduleSuspension(of: process) }
    } else {
      startInBackground(record, delivery)
    }
  }

  private func startInBackground(_ record: AppRecord, _ delivery: Delivery) {
    guard !refusesStart(of: record) else { return }
    let process = makeProcess(record) { $0.phase = .background }
    guard let process else { return }
    let fact = delivery.row.facts.withoutScenes
    if process.lifeCycle.usesScenes {
      noteSent(delivery, to: process, method: delivery.row.callbacks.last, fact: fact)
      callLaunchMethodsWithScenes(process, fact: fact)
    } else {
      makeWindow(process, nil)
      _ = callLaunchMethods(process, delivery, fact: fact)
      loadRoots(of: process.stack, process)
    }
    guard process.isAlive else { return }
    deliver(delivery, toRunning: process, scene: nil, fact: fact, isSent: true)
    process.transition = nil
    if process.isAlive { scheduleSuspension(of: process) }
  }

  /// - Throws: ``SimulatorError`` `background-mode-missing` (LAUNCH-096).
  private func requireBackgroundMode(of situation: LaunchSituation, in record: AppRecord) throws(SimulatorError) {
    guard let mode = situation.backgroundMode else { return }
    let modes = record.prepared.info(on: deviceClass)["UIBackgroundModes"]?.strings ?? []
    guard modes.contains(mode) else {
      throw SimulatorError(
        .backgroundModeMissing,
        "\(record.bundleIdentifier) is never run in the background for the reason “\(situation.kind.rawValue)”",
        hint: "List “\(mode)” under UIBackgroundModes in the app's Info.plist.", fact: "LAUNCH-096")
    }
  }
}

/// State restoration (LAUNCH-056).
extension Device {
  /// Saves the state of an app that goes to the background for its next start: with scenes, the activity that its scene
  /// delegate returns; otherwise, the data that its app delegate encodes if it agrees.
  func saveState(of process: AppProcess, _ scene: AppScene?) {
    guard process.isAlive else { return }
    if process.lifeCycle.usesScenes {
      guard let scene else { return }
      let reply = ask(.stateRestorationActivity, process, scene: scene)
      if case .activity(let activity) = reply { scene.session.stateRestorationActivity = activity }
      return
    }
    let coder = StateCoder()
    guard agrees(process, .shouldSaveSecureState, .shouldSaveState, coder) else { return }
    ask(.willEncodeState, process, coder: coder)
    if process.isAlive { process.record.scenes.restorableState = coder.values }
  }

  /// Restores the state before `didFinishLaunching`: the app decodes its data if it agrees. The state is lost after the
  /// user quit the app (LAUNCH-099) or after a crash during the launch.
  func restoreState(of process: AppProcess) {
    guard process.isAlive, let state = process.record.scenes.takeRestorableState() else { return }
    let coder = StateCoder(state)
    guard agrees(process, .shouldRestoreSecureState, .shouldRestoreState, coder) else { return }
    ask(.didDecodeState, process, coder: coder)
  }

  /// Asks the secure method (iOS 13.2 or later) if the app has it, otherwise the older one. If the app has neither,
  /// returns false.
  private func agrees(_ process: AppProcess, _ secure: AppCallback, _ plain: AppCallback, _ coder: StateCoder) -> Bool {
    let isSecure = os >= .editRowRenamed && process.appDelegate?.implements(secure) == true
    let reply = ask(isSecure ? secure : plain, process, coder: coder)
    guard process.isAlive, case .boolean(true) = reply else { return false }
    return true
  }

  /// Calls a method if the app has it; otherwise traces nothing, so that lists of callbacks match those of the ledger.
  @discardableResult
  private func ask(
    _ callback: AppCallback, _ process: AppProcess, scene: AppScene? = nil, coder: StateCoder? = nil
  ) -> CallbackReply {
    let receiver: (any CallbackReceiver)? = if let scene { scene.delegate } else { process.appDelegate }
    guard receiver?.implements(callback) == true else { return .none }
    return call(callback, process, scene: scene, fact: "LAUNCH-056") { $0.coder = coder }
  }
}

extension LaunchRefusal {
  /// Returns the fact about why the system refuses to start a build with this distribution; nil if the system starts it.
  func fact(for distribution: Distribution, on os: OSVersion) -> FactID? {
    switch self {
    case .none: nil
    case .betaExpired: distribution == .testFlight ? "LAUNCH-232" : nil
    case .developerNotTrusted: distribution == .development || distribution == .enterprise ? "LAUNCH-233" : nil
    case .developerModeOff: os >= .v16 && (distribution == .development || distribution == .adHoc) ? "LAUNCH-234" : nil
    }
  }
}
