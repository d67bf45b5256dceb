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
      device.decideIcon(name, for: process, completion: completion)
    }
  }

  /// A refusal changes nothing, shows no alert (ICON-056), and leaves `alternateIconName` as it was (ICON-018).
  private func decideIcon(_ name: String?, for process: AppProcess, completion: Application.IconCompletion?) {
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
        announceInApp(target, for: process, completion: completion)
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
  private func announceInApp(_ name: String?, for process: AppProcess, completion: Application.IconCompletion?) {
    if process.presentedAlert != nil {
      // The second presentation is refused and its handler never runs (ICON-177).
      let presenter = process.nextAddress()
      let alert = process.nextAddress()
      let shown = process.nextAddress()
      log(
        refusal(
          of: "UIAlertController: \(alert)", on: "UIViewController: \(presenter)",
          showing: "UIAlertController: \(shown)"),
        from: process, fact: "ICON-184")
      note(.presentation, "refused", app: process.bundleIdentifier, .text("UIAlertController"), fact: "ICON-177")
      return
    }
    show(iconAlert(name, owner: .app(process.bundleIdentifier), process, completion), fact: "ICON-064")
  }

  /// The console's warning about a presenter that is already presenting (ICON-184).
  private func refusal(of controller: String, on presenter: String, showing shown: String) -> String {
    if os < .v14 {
      return "Warning: Attempt to present <\(controller)> on <\(presenter)> which is already presenting <\(shown)>!"
    }
    return "[Presentation] Attempt to present <\(controller)> on <\(presenter)> (from <\(presenter)>) "
      + "which is already presenting <\(shown)>."
  }

  /// Sequence B, from iOS 26.1 on: the app resigns active, and the system shows the alert (ICON-075, ICON-076).
  private func announceBySystem(_ name: String?, for process: AppProcess, completion: Application.IconCompletion?) {
    process.iconAlertIsOutstanding = true
    enqueue(on: process) { device in
      device.resignActive(process, fact: "ICON-076")
      guard process.isAlive else { return }
      device.show(device.iconAlert(name, owner: .system, process, completion), fact: "ICON-075")
    }
  }

  /// The alert of every accepted change (ICON-059): `You have changed the icon for “NAME”.` with one button (ICON-060,
  /// ICON-061), and neither title nor message (ICON-064).
  private func iconAlert(
    _ name: String?, owner: AlertOwner, _ process: AppProcess, _ completion: Application.IconCompletion?
  ) -> AlertContent {
    let record = process.record
    let resolver = pictureResolver(for: record)
    return AlertContent(
      label: "You have changed the icon for “\(label(of: record))”.", buttons: ["OK"], owner: owner,
      process: process, picture: { resolver.preview(of: name) },
      answered: { device, _ in
        if owner == .system { device.endIconAlert(of: process) }
        device.complete(completion, nil, for: process, endingAlert: owner == .system)
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
