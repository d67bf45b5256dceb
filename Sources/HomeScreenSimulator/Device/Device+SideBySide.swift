import PropertyLists

/// Windows of an app side by side on an iPad (LAUNCH-147 to LAUNCH-149).
extension Device {
  /// How many windows fit next to each other in Split View; from iPadOS 26, windows overlap without a limit.
  private static let splitView = 2

  /// Shows a window beside the ones of its app that are on the screen, which stay active (LAUNCH-147).
  func showBeside(_ scene: AppScene) throws {
    let process = scene.process
    try requireFront(process)
    try requireSharing(process.record)
    guard !process.frontScenes.contains(where: { $0 === scene }) else { return process.makeMostRecent(scene) }
    makeRoom(in: process)
    guard process.isAlive, scene.isConnected else { return }
    process.share(with: scene)
    process.makeMostRecent(scene)
    call(.sceneWillEnterForeground, process, scene: scene, fact: "LAUNCH-147")
    scene.state = .foregroundInactive
    rootViewEnters(.inactive, scene)
    guard process.isAlive else { return }
    pass(span(conditions.activation))
    guard process.isAlive else { return }
    becomeActive(process, fact: "LAUNCH-147")
  }

  /// Opens a new window beside the ones on the screen, as an icon that is dragged out of the Dock does (LAUNCH-147).
  func openWindowBeside(of record: AppRecord) throws {
    try requireRoomForScene(record)
    guard let process = record.process, screen.front === process else { throw notInFront(record.bundleIdentifier) }
    try requireFront(process)
    try requireSharing(record)
    makeRoom(in: process)
    guard process.isAlive else { return }
    connectScene(process, nil, fact: "LAUNCH-147", isNew: true, isBeside: true)
  }

  /// The window fills the screen (LAUNCH-148).
  func fillScreen(_ scene: AppScene) throws {
    let process = scene.process
    let others = process.frontScenes.filter { $0 !== scene }
    guard screen.front === process, process.frontScenes.contains(where: { $0 === scene }) else {
      return try fillScreenFromAway(scene)
    }
    try requireUnlocked("The window \(scene.identifier)")
    try requireNoSystemAlert(over: "The window \(scene.identifier)")
    process.makeMostRecent(scene)
    for other in others { leaveScreen(other, fact: "LAUNCH-148") }
  }

  /// The windows that shared the screen leave it together, and share it no more: but only once the new one is there.
  private func fillScreenFromAway(_ scene: AppScene) throws {
    let process = scene.process
    let shared = process.sideBySide
    // In the background there is nothing to leave, and the window comes back alone.
    if screen.front !== process { process.sideBySide = [] }
    do {
      try bringToFront(process.record, scene: scene)
    } catch {
      process.sideBySide = shared
      throw error
    }
    guard process.isAlive else { return }
    if screen.front === process {
      process.sideBySide = []
    } else if process.sideBySide.isEmpty {
      process.sideBySide = shared.filter(\.isConnected)
    }
  }

  /// One of several windows leaves the screen; the others stay active (LAUNCH-148).
  func leaveScreen(_ scene: AppScene, fact: FactID) {
    let process = scene.process
    guard process.isAlive else { return }
    call(.sceneWillResignActive, process, scene: scene, fact: fact)
    guard process.isAlive else { return }
    if scene.state == .foregroundActive {
      scene.state = .foregroundInactive
      rootViewEnters(.inactive, scene)
    }
    guard process.isAlive else { return }
    pass(span(conditions.deactivation))
    let rest = process.frontScenes.filter { $0 !== scene }
    process.stopSharing(with: scene)
    if let next = rest.last { process.makeMostRecent(next) }
    enterBackground(scene, fact: fact)
  }

  /// Split View has two places: the window that was used last keeps its own.
  private func makeRoom(in process: AppProcess) {
    guard os < .v26 else { return }
    for scene in process.frontScenes.dropLast(Device.splitView - 1) { leaveScreen(scene, fact: "LAUNCH-147") }
  }

  private func requireFront(_ process: AppProcess) throws(SimulatorError) {
    guard screen.front === process else { throw notInFront(process.bundleIdentifier) }
    try requireUnlocked(process.bundleIdentifier)
    try requireNoSystemAlert(over: "The screen")
  }

  /// An app that asks for the whole screen has no part in Split View; what becomes of it among overlapping windows is not
  /// known (LAUNCH-154).
  private func requireSharing(_ record: AppRecord) throws(SimulatorError) {
    guard os < .v26, record.prepared.info(on: deviceClass)["UIRequiresFullScreen"]?.boolean == true else { return }
    throw SimulatorError(
      .singleScene, "\(record.bundleIdentifier) needs the whole screen, so no window can be put next to another one",
      hint: "Remove UIRequiresFullScreen from its Info.plist, or open the window with newScene() alone.",
      fact: "LAUNCH-154")
  }

  private func notInFront(_ bundleIdentifier: String) -> SimulatorError {
    SimulatorError(
      .appNotRunning, "\(bundleIdentifier) is not in front, so there is no window to put another one next to",
      hint: "Launch it first.", fact: "LAUNCH-147")
  }
}

extension AppProcess {
  /// The scene is put to the right of those that are on the screen.
  func share(with scene: AppScene) {
    let isShared = sideBySide.contains { $0 === scenes.last }
    let shown = isShared ? sideBySide : frontScenes
    sideBySide = shown.filter { $0 !== scene } + [scene]
  }

  /// The scenes on the screen, the one that was used last first, then the others.
  var scenesByUse: [AppScene] {
    let shown = frontScenes
    return shown.reversed() + scenes.reversed().filter { scene in !shown.contains { $0 === scene } }
  }

  /// Which place a scene has on the screen, counted from the left; nil when it is not there.
  func place(of scene: AppScene) -> Int? {
    guard frontScenes.contains(where: { $0 === scene }) else { return nil }
    return sideBySide.firstIndex { $0 === scene } ?? 0
  }

  /// The scene is beside no other one any more; a single one fills the screen.
  func stopSharing(with scene: AppScene) {
    sideBySide.removeAll { $0 === scene }
    if sideBySide.count < 2 { sideBySide = [] }
  }
}
