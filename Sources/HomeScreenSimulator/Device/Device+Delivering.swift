/// Handing quick actions, URLs, links and notifications to the app's code.
extension Device {
  /// A number for what is to be delivered; nil when there is nothing.
  func makeDelivery(_ situation: LaunchSituation) -> Delivery? {
    if case .tap = situation { return nil }
    return Delivery(number: numbers.nextDelivery(), situation: situation, os: os)
  }

  /// Delivers to a process whose delegates have heard of the launch already: A4 (LAUNCH-007), S3 (LAUNCH-015,
  /// LAUNCH-016), and the last step of A2.
  ///
  /// In an app with scenes only the scene delegate is called, even if it lacks the method (LAUNCH-021); then the action
  /// is lost (LAUNCH-022).
  /// - Parameter callbacks: those of a connected scene or of an app without scenes, if nil.
  func deliver(
    _ delivery: Delivery, toRunning process: AppProcess, scene: AppScene?, callbacks: [AppCallback]? = nil,
    fact: FactID,
    isSent: Bool = false
  ) {
    let callbacks =
      callbacks ?? (scene == nil ? delivery.callbacksWithoutScenes : delivery.callbacksOfConnectedScene)
    if !isSent { noteSent(delivery, to: process, method: callbacks.last, fact: fact) }
    for callback in callbacks {
      let completion = ActionCompletion(process: process, delivery: delivery)
      let reply = call(callback, process, scene: scene, delivering: delivery, fact: fact) { call in
        fill(&call, delivery, completion, process)
      }
      // The asynchronous form of the method returns what the handler would be called with (LAUNCH-049).
      if delivery.item != nil, case .boolean(let outcome) = reply {
        enterForSystem(process) { try completion(outcome) }
      }
    }
    if callbacks.contains(.sceneOpenURLContexts), let url = delivery.row.url?.url { openInRootView([url], scene) }
    if callbacks.contains(.sceneContinueUserActivity), let activity = delivery.row.activity {
      continueInRootView(activity, scene, isHandedOver: delivery.row.isHandoff)
    }
  }

  private func fill(
    _ call: inout CallbackInvocation, _ delivery: Delivery, _ completion: ActionCompletion, _ process: AppProcess
  ) {
    let row = delivery.row
    if let item = row.item {
      call.shortcutItem = item
      call.completion = completion
    }
    if let (url, source) = row.url {
      call.urls = [url]
      call.sourceApplication = source
    }
    call.appIntent = row.appIntent
    call.userActivity = row.activity
    call.notification = row.notification
    if row.notification != nil || row.backgroundMode != nil {
      call.backgroundCompletion = BackgroundCompletion(process: process, delivery: delivery)
    }
  }

  /// Something is on its way; `method` is the one that has to handle it in this life cycle.
  func noteSent(_ delivery: Delivery, to process: AppProcess, method: AppCallback?, fact: FactID) {
    if delivery.item != nil {
      process.record.keep(delivery)
    }
    var fields = delivery.fields + [TraceDetail.Field(.method, method)]
    // The app delegate still has the method, and nobody will ever call it (LAUNCH-021).
    if delivery.item != nil, process.lifeCycle.usesScenes, process.appDelegate?.implements(.performAction) == true {
      fields.append(TraceDetail.Field(.unused, .performAction))
    }
    note(.delivery(.sent), app: process.bundleIdentifier, .fields(fields), fact: fact)
  }

  /// A launch method returned false, so it has to handle the item itself (LAUNCH-004).
  func noteWithheld(_ delivery: Delivery, from process: AppProcess, because method: AppCallback) {
    note(
      .delivery(.withheld), app: process.bundleIdentifier,
      .fields(delivery.fields + [TraceDetail.Field(.method, method)]), fact: "LAUNCH-004")
  }

  /// The app says that it has handled an item: the last one like it that was sent, else of an equal type.
  func noteHandled(_ item: ShortcutItem, by process: AppProcess) {
    let sent = process.record.deliveries
    let delivery =
      sent.last { $0.item == item } ?? sent.last { $0.item?.type == item.type }
    var fields = delivery?.fields ?? [TraceDetail.Field(.type, .string(item.type))]
    if let callback = process.execution.callback { fields.append(TraceDetail.Field(.callback, callback)) }
    note(.delivery(.handled), app: process.bundleIdentifier, .fields(fields))
  }
}
