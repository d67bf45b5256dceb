import AppPackages
import PropertyLists

/// Processes: making and ending them.
extension Device {
  /// A new process with its code; nil when it did not get as far as its launch methods.
  func makeProcess(
    _ record: AppRecord, isFromIcon: Bool = false, place: (AppProcess) -> Void
  ) -> AppProcess? {
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

  /// The Simulator ends a release-signed build that it starts from its icon (QUICK-103, QUICK-144).
  private func checkSignature(of process: AppProcess) {
    guard conditions.simulator, os >= .v26, process.record.options.distribution != .development else { return }
    end(process, crashing: "Code Signature Invalid", code: .killed, error: nil, fact: "QUICK-103")
  }

  /// The user closes the app in the switcher, which shows it also when the system has ended its process (LAUNCH-104). A
  /// process leaves the screen, and one that is not suspended hears of its end, with scenes after each of them was
  /// disconnected (LAUNCH-098).
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

  /// Ends a process without a callback (LAUNCH-075): its memory, its blocks and its alerts are gone.
  func end(_ process: AppProcess, because cause: ProcessEnd) {
    guard process.isAlive else { return }
    loseAlerts(of: process)
    process.tearDown()
    scheduler.removeAll { $0.process === process }
    command.forget(process)
    process.record.process = nil
    if screen.front === process { screen.front = nil }
    note(
      .process(.end), app: process.bundleIdentifier, [TraceDetail.Field(.cause, cause)], fact: "LAUNCH-075")
  }

  func endAllProcesses(because cause: ProcessEnd) {
    for process in registry.processes() { end(process, because: cause) }
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

/// What iOS says and does to an app that has not adopted scenes.
extension Device {
  /// The app was built with the 27 SDK and has no scenes: it ends before its first launch method (LAUNCH-061, LAUNCH-066,
  /// LAUNCH-158). The SDK decides, not the device (LAUNCH-062), on every platform alike (LAUNCH-063); before iOS 27 the
  /// system has no such check (LAUNCH-083). No error: the launch itself has succeeded (LAUNCH-065).
  ///
  /// Other versions write a line on the console.
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

  /// Why the app's windows have no scene delegate: no scenes at all, or a manifest that names none (LAUNCH-158). The
  /// tester's word about the life cycle counts more than the manifest.
  private func reasonToRefuse(_ process: AppProcess) -> FactID? {
    guard process.lifeCycle.usesScenes else { return "LAUNCH-061" }
    guard process.record.options.lifeCycle == nil, process.appDelegate?.implements(.configurationForConnecting) != true,
      manifest(of: process.record).adoption != .delegate
    else { return nil }
    return "LAUNCH-158"
  }

  private func adviseScenes(_ process: AppProcess) {
    guard let line = consoleLine(.scenesAdvised) else { return }
    log(line, from: process, fact: os < .v26 ? "LAUNCH-059" : "LAUNCH-060")
  }
}
