internal import AppPackages
import PropertyLists

/// Running in the background: background fetch and silent notifications.
extension Device {
  /// Lets the app run without being shown, on a locked screen too: a process is started if need be, without connecting a
  /// scene (LAUNCH-100), and gets its one callback (LAUNCH-094, LAUNCH-095).
  ///
  /// An app that the user quit is left alone until the user launches it (LAUNCH-099).
  /// - Throws: ``SimulatorError`` `background-mode-missing`, `not-downloaded`, or `app-in-front` for a fetch.
  func runInBackground(_ record: AppRecord, _ situation: LaunchSituation) throws {
    try requireDownloaded(record)
    try requireBackgroundMode(of: situation, in: record)
    guard let delivery = makeDelivery(situation) else { return }
    if let front = screen.front, front === record.process {
      if case .backgroundFetch = situation {
        throw SimulatorError(
          .appInFront, "\(record.bundleIdentifier) is in front, and iOS fetches in the background only",
          hint: "Press Home first: device:pressHome().", fact: "LAUNCH-094")
      }
      return deliver(delivery, toRunning: front, scene: front.scenes.last, fact: "LAUNCH-095")
    }
    guard !record.wasQuitByUser else {
      return note(
        .delivery(.withheld), app: record.bundleIdentifier,
        .fields(delivery.fields + [TraceDetail.Field(.reason, DeliveryObstacle.quitByUser)]), fact: "LAUNCH-099")
    }
    if let process = record.process {
      resume(process)
      deliver(delivery, toRunning: process, scene: process.scenes.last, fact: delivery.factWithoutScenes)
      if process.isAlive { scheduleSuspension(of: process) }
    } else {
      startInBackground(record, delivery)
    }
  }

  private func startInBackground(_ record: AppRecord, _ delivery: Delivery) {
    let process = makeProcess(record) { $0.phase = .background }
    guard let process else { return }
    let fact = delivery.factWithoutScenes
    if process.lifeCycle.usesScenes {
      noteSent(delivery, to: process, method: delivery.callbacksWithoutScenes.last, fact: fact)
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
        hint: "Its Info.plist must list “\(mode)” under UIBackgroundModes.", fact: "LAUNCH-096")
    }
  }
}
