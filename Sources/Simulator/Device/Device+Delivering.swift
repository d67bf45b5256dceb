/// Handing quick actions, URLs and links to the app's code.
extension Device {
  /// A number for what is to be delivered; nil when there is nothing.
  func makeDelivery(_ situation: LaunchSituation) -> Delivery? {
    if case .tap = situation { return nil }
    deliveryCount += 1
    return Delivery(number: deliveryCount, situation: situation)
  }

  /// Delivers to a process whose delegates have heard of the launch already: A4 (LAUNCH-007), S3 (LAUNCH-015,
  /// LAUNCH-016), and the last step of A2.
  ///
  /// In an app with scenes only the scene delegate is called, even if it lacks the method (LAUNCH-021); then the action
  /// is lost (LAUNCH-022).
  func deliver(_ delivery: Delivery, toRunning process: AppProcess, fact: FactID, isSent: Bool = false) {
    let scene = process.scenes.last
    let callbacks = scene == nil ? delivery.callbacksWithoutScenes : delivery.callbacksOfConnectedScene
    if !isSent { noteSent(delivery, to: process, method: callbacks.last, fact: fact) }
    for callback in callbacks {
      call(callback, process, scene: scene, delivering: delivery, fact: fact) { call in
        switch delivery.situation {
        case .tap: break
        case .quickAction(let item):
          call.shortcutItem = item
          call.completion = ActionCompletion(process: process, delivery: delivery)
        case .url(let url, let source):
          call.urls = [url]
          call.sourceApplication = source
        case .universalLink(let url): call.userActivity = url
        }
      }
    }
    if case .url(let url, _) = delivery.situation { openInRootView([url], scene) }
  }

  /// Something is on its way; `method` is the one that has to handle it in this life cycle.
  func noteSent(_ delivery: Delivery, to process: AppProcess, method: AppCallback?, fact: FactID) {
    if delivery.item != nil {
      let record = process.record
      if record.deliveries.count == AppRecord.keptDeliveries { record.deliveries.removeFirst() }
      record.deliveries.append(delivery)
    }
    note(
      .delivery, "sent", app: process.bundleIdentifier,
      .fields(delivery.fields + [TraceDetail.Field("method", .init(method?.slot))]), fact: fact)
  }

  /// A launch method returned false, so it has to handle the item itself (LAUNCH-004).
  func noteWithheld(_ delivery: Delivery, from process: AppProcess, because method: AppCallback) {
    note(
      .delivery, "withheld", app: process.bundleIdentifier,
      .fields(delivery.fields + [TraceDetail.Field("method", .string(method.slot))]), fact: "LAUNCH-004")
  }

  /// The app says that it has handled an item: the last one like it that was sent, else of an equal type.
  func noteHandled(_ item: ShortcutItem, by process: AppProcess) {
    let sent = process.record.deliveries
    let delivery =
      sent.last { $0.item == item } ?? sent.last { $0.item?.type == item.type }
    note(
      .delivery, "handled", app: process.bundleIdentifier,
      .fields(delivery?.fields ?? [TraceDetail.Field("type", .string(item.type))]))
  }
}

extension Delivery {
  /// The method that ends the delivery in an app without scenes.
  var methodWithoutScenes: AppCallback? { callbacksWithoutScenes.last }

  var callbacksWithoutScenes: [AppCallback] {
    switch situation {
    case .tap: []
    case .quickAction: [.performAction]
    case .url: [.openURL]
    case .universalLink: [.willContinueUserActivity, .continueUserActivity]
    }
  }

  var callbacksOfConnectedScene: [AppCallback] {
    switch situation {
    case .tap: []
    case .quickAction: [.windowScenePerformAction]
    case .url: [.sceneOpenURLContexts]
    case .universalLink: [.sceneContinueUserActivity]
    }
  }

  /// A launch method that returns false keeps it away (LAUNCH-004, LAUNCH-008).
  var dependsOnLaunchMethods: Bool {
    switch situation {
    case .quickAction, .url: true
    case .tap, .universalLink: false
    }
  }
}
