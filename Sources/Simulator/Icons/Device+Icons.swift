internal import AppPackages

/// Changing the icon: from the request to the handler.
extension Device {
  /// What the decision about `name` depends on now.
  func iconQuestion(_ record: AppRecord, name: String?, assumeActive: Bool = false) -> AlternateIconQuestion {
    AlternateIconQuestion(
      os: os, deviceClass: deviceClass, deviceFamilies: record.prepared.deviceFamilies, sdk: record.sdk,
      applicationState: assumeActive ? .active : record.process?.applicationState ?? .background,
      educationMode: conditions.educationMode, bundleIdentifier: record.bundleIdentifier,
      signedAs: record.options.signedAs, currentName: record.storedIconName, requestedName: name,
      alertIsOutstanding: record.process?.iconAlertIsOutstanding ?? false, icons: record.prepared.icons(on: deviceClass)
    )
  }

  /// The app's call: it returns at once, and the checks run on a later turn of the main queue (ICON-183), too late for
  /// an app that is leaving the foreground (ICON-043).
  func requestIcon(_ name: String?, for process: AppProcess, completion: Application.IconCompletion?) throws {
    note(.icon, "requested", app: process.bundleIdentifier, [TraceDetail.Field("name", .init(name))], fact: "ICON-010")
    enqueue(on: process) { device in
      try device.decideIcon(name, for: process, completion: completion)
    }
  }

  /// A refusal changes nothing, shows no alert (ICON-056), and leaves `alternateIconName` as it was (ICON-018).
  private func decideIcon(_ name: String?, for process: AppProcess, completion: Application.IconCompletion?) throws {
    let decision = AlternateIconDecision(iconQuestion(process.record, name: name))
    switch decision.result {
    case .refused(let error):
      note(
        .icon, "refused", app: process.bundleIdentifier,
        [
          TraceDetail.Field("name", .init(name)), TraceDetail.Field("domain", .string(error.domain)),
          TraceDetail.Field("code", .integer(error.code)),
        ], fact: decision.fact)
      complete(completion, error, for: process)
    case .alreadySet:
      note(
        .icon, "alreadySet", app: process.bundleIdentifier, [TraceDetail.Field("name", .init(name))],
        fact: decision.fact)
      complete(completion, nil, for: process)
    case .accepted(let target):
      store(target, of: process.record, fact: decision.fact)
      if os >= .systemIconAlert {
        announceBySystem(target, for: process, completion: completion)
      } else {
        try announceInApp(target, for: process, completion: completion)
      }
    }
  }

  /// The name is stored before the alert (ICON-007), so the handler reads it already (ICON-008), and the Home Screen
  /// draws the new picture at once (ICON-173).
  private func store(_ name: String?, of record: AppRecord, fact: FactID) {
    let old = record.storedIconName
    record.storedIconName = name
    note(.icon, "stored", app: record.bundleIdentifier, [TraceDetail.Field("name", .init(name))], fact: fact)
    if conditions.staleIconCache, old != name {
      record.staleIcon = record.staleIcon ?? AppRecord.StaleIcon(name: record.shownIconName)
      note(
        .quirk, "staleIcon", app: record.bundleIdentifier, [TraceDetail.Field("name", .init(name))], fact: "ICON-158")
    }
    showIcon(of: record)
  }

  /// Sequence A, up to iOS 26.0: the app itself presents the alert and stays active.
  ///
  /// The call of `present` is the app's own: code that replaces it on the class gets the alert (ICON-067), and while it
  /// is swallowed that way the handler never runs (ICON-068). A second alert is refused (ICON-177).
  private func announceInApp(_ name: String?, for process: AppProcess, completion: Application.IconCompletion?) throws {
    guard let root = process.keyWindow?.rootViewController else { return }
    let resolver = pictureResolver(for: process.record)
    let alert = AlertController(process.application)
    alert.systemContent = (iconAlertLabel(process.record), { resolver.preview(of: name) })
    try alert.addAction(
      AlertAction(title: "OK") { [weak self] in self?.complete(completion, nil, for: process) })
    try process.dispatch(
      Presentation(presenter: root, controller: alert, animated: true, completion: nil, isBySystem: true))
  }

  /// Sequence B, from iOS 26.1 on: the app resigns active, and the system shows the alert (ICON-075, ICON-076).
  private func announceBySystem(_ name: String?, for process: AppProcess, completion: Application.IconCompletion?) {
    process.iconAlertIsOutstanding = true
    enqueue(on: process) { device in
      device.resignActive(process, fact: "ICON-076")
      guard process.isAlive else { return }
      device.show(device.systemIconAlert(name, process, completion), fact: "ICON-075")
    }
  }

  /// What the alert of every accepted change says (ICON-059): `You have changed the icon for “NAME”.` (ICON-061).
  private func iconAlertLabel(_ record: AppRecord) -> String {
    "You have changed the icon for “\(label(of: record))”."
  }

  /// The alert of the system: one button (ICON-060), and neither title nor message (ICON-064).
  private func systemIconAlert(
    _ name: String?, _ process: AppProcess, _ completion: Application.IconCompletion?
  ) -> AlertContent {
    let resolver = pictureResolver(for: process.record)
    return AlertContent(
      label: iconAlertLabel(process.record), buttons: ["OK"], owner: .system, process: process,
      picture: { resolver.preview(of: name) },
      answered: { device, _ in
        device.endIconAlert(of: process)
        device.complete(completion, nil, for: process, endingAlert: true)
      })
  }

  /// The app is active again before its handler runs (ICON-077).
  private func endIconAlert(of process: AppProcess) {
    guard frontProcess === process, process.phase == .inactive else { return }
    becomeActive(process, fact: "ICON-077")
  }

  /// Runs the handler on the main queue, never inside the call (ICON-020). After an alert of the system, further
  /// requests get an error until the handler's turn is over (ICON-048).
  private func complete(
    _ completion: Application.IconCompletion?, _ error: NSErrorValue?, for process: AppProcess,
    endingAlert: Bool = false
  ) {
    enqueue(on: process) { device in
      device.note(
        .icon, "completed", app: process.bundleIdentifier,
        [
          TraceDetail.Field("error", error.map { .integer($0.code) } ?? .absent),
          TraceDetail.Field("handler", .boolean(completion != nil)),
        ], fact: "ICON-020")
      try completion?(error)
      guard endingAlert else { return }
      // Requests that the handler made are decided first; they still find the alert outstanding.
      device.enqueue(on: process) { _ in process.iconAlertIsOutstanding = false }
    }
  }
}
