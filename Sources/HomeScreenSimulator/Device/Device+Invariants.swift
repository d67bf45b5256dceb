/// The rules that hold between any two commands, regardless of the tester's commands and the app's code.
extension Device {
  /// The first rule that the device breaks, in words; nil if all hold.
  ///
  /// Debug builds and the fuzzers check this after each command. The check changes nothing and counts no work.
  var brokenInvariant: String? {
    if let broken = brokenScreenRule ?? brokenClockRule { return broken }
    // Looking at thousands of apps after each command would make installing them quadratic.
    guard registry.count <= 100 else { return nil }
    for record in registry.all(cost: 0) {
      if let broken = brokenRule(of: record) { return "\(record.bundleIdentifier): \(broken)" }
    }
    return nil
  }

  private var brokenScreenRule: String? {
    if let front = screen.front {
      if !front.isAlive { return "the app in front has ended" }
      if !front.record.isInstalled { return "the app in front is not installed" }
      if front.phase == .suspended { return "the app in front is suspended" }
      if screen.isLocked { return "the screen is locked, and an app is in front" }
      if screen.menu != nil, !hasDockInApps { return "a menu is open, and an app is in front" }
    }
    if screen.isLocked, screen.menu != nil { return "the screen is locked, and a menu is open" }
    if let menu = screen.menu?.subject.record, !menu.isInstalled { return "the menu of a deleted app is open" }
    if let folder = screen.openFolder, folders[folder] == nil { return "a deleted folder is open" }
    return nil
  }

  private var brokenClockRule: String? {
    if scheduler.pendingTransitions != 0 { return "a transition is not finished" }
    if let next = scheduler.earliestTime, next < scheduler.now, command.firstError == nil {
      return "work that was due at \(next) has not run at \(scheduler.now)"
    }
    if let last = trace.events.last, last.time > scheduler.now { return "the trace is ahead of the clock" }
    return nil
  }

  private func brokenRule(of record: AppRecord) -> String? {
    if !record.isInstalled || registry[record.bundleIdentifier] !== record { return "the record is not installed" }
    guard let process = record.process else { return nil }
    if !process.isAlive { return "the record holds a process that has ended" }
    if process.record !== record { return "the process belongs to another app" }
    if process.execution != AppProcess.Execution() { return "its code runs between commands" }
    if process.queues.waiting < 0 { return "its number of waiting blocks is negative" }
    if process.phase == .active, process !== screen.front { return "it is active but not in front" }
    for scene in process.scenes + process.sideScenes {
      if scene.state == .unattached { return "\(scene.identifier) is connected but unattached" }
      if scene.session.scene !== scene { return "\(scene.identifier) is not the scene of its session" }
    }
    for scene in process.sideBySide where !process.scenes.contains(where: { $0 === scene }) {
      return "\(scene.identifier) is on the screen but not connected"
    }
    if os < .scenes, !process.scenes.isEmpty { return "it has scenes before iOS 13" }
    return nil
  }
}
