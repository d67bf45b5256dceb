internal import AppPackages
import PropertyLists

/// Changing the icon: from the request to what is stored.
extension Device {
  /// What the decision about `name` depends on now.
  func iconQuestion(_ record: AppRecord, name: String?, assumeActive: Bool = false) -> AlternateIconQuestion {
    AlternateIconQuestion(
      os: os, deviceClass: deviceClass, deviceFamilies: record.prepared.deviceFamilies, sdk: record.sdk,
      applicationState: assumeActive ? .active : record.process?.applicationState ?? .background,
      educationMode: conditions.educationMode, bundleIdentifier: record.bundleIdentifier,
      signedAs: record.options.signedAs, currentName: record.storedIconName, requestedName: name,
      alertService: alertService(for: record.process), icons: record.prepared.icons(on: deviceClass))
  }

  /// The service of the icon alerts, as a request of this process finds it.
  private func alertService(for process: AppProcess?) -> IconAlertService {
    guard let process else { return .free }
    if process.iconAlertIsOutstanding { return .outstanding }
    guard conditions.iconFault.occurs(on: os, simulator: conditions.simulator) else { return cooldown(of: process) }
    switch conditions.iconFault {
    case .busy, .busyUntilReboot: return .busy(conditions.iconFault.fact)
    case .afterModal:
      guard let aftermath = process.modalAftermath, scheduler.now < aftermath.end else { break }
      return .afterModal(refusals: aftermath.refusals)
    case .none, .upcall: break
    }
    return cooldown(of: process)
  }

  private func cooldown(of process: AppProcess) -> IconAlertService {
    guard let end = process.iconServiceBusyUntil, scheduler.now < end else { return .free }
    return .busy("ICON-047")
  }

  /// The app's call: it returns at once, and the checks run on a later turn of the main queue (ICON-183), too late for
  /// an app that is leaving the foreground (ICON-043), and too early in a launch method or the first `viewDidLoad`
  /// (ICON-042).
  ///
  /// - Parameter silently: by the private selector, which shows no alert (ICON-082); from iOS 26.1 on it does nothing,
  ///   and its handler never runs (ICON-083, ICON-208).
  func requestIcon(
    _ name: String?, for process: AppProcess, silently: Bool = false, completion: Application.IconCompletion?
  ) throws {
    note(
      .icon(.requested), app: process.bundleIdentifier, [TraceDetail.Field(.name, .init(name))],
      fact: silently ? "ICON-082" : "ICON-010")
    if silently, os >= .systemIconAlert {
      note(
        .quirk(.privateSelectorIgnored), app: process.bundleIdentifier, [TraceDetail.Field(.name, .init(name))],
        fact: "ICON-083")
      return
    }
    enqueue(on: process) { device in
      try device.decideIcon(name, for: process, silently: silently, completion: completion)
    }
  }

  /// A refusal changes nothing, shows no alert (ICON-056), and leaves `alternateIconName` as it was (ICON-018).
  private func decideIcon(
    _ name: String?, for process: AppProcess, silently: Bool, completion: Application.IconCompletion?
  ) throws {
    noteFaultWithoutEffect(process)
    let decision = AlternateIconDecision(iconQuestion(process.record, name: name))
    switch decision.result {
    case .refused(let error):
      noteRefusal(name, error, decision, of: process)
      if decision.fact == "ICON-050" { modalRefused(in: process) }
      complete(completion, error, for: process)
    case .alreadySet:
      note(
        .icon(.alreadySet), app: process.bundleIdentifier, [TraceDetail.Field(.name, .init(name))],
        fact: decision.fact)
      complete(completion, nil, for: process)
    case .accepted(let target):
      noteNoise(process)
      let old = process.record.storedIconName
      store(target, of: process.record, fact: decision.fact)
      let preview = conditions.previewsPrevious ? old : target  // ICON-063
      if silently {
        complete(completion, nil, for: process)
      } else if conditions.iconFault == .upcall, conditions.iconFault.occurs(on: os, simulator: conditions.simulator) {
        note(.quirk(.alertNotShown), app: process.bundleIdentifier, fact: "ICON-052")
        complete(completion, .upcallBundleNotLoaded, for: process)  // ICON-053: the icon has changed
      } else if os >= .systemIconAlert {
        announceBySystem(preview, for: process, completion: completion)
      } else {
        try announceInApp(preview, for: process, completion: completion)
      }
    }
  }

  /// The trace says why, where the Info.plist is the cause.
  private func noteRefusal(
    _ name: String?, _ error: NSErrorValue, _ decision: AlternateIconDecision, of process: AppProcess
  ) {
    var fields = [
      TraceDetail.Field(.name, .init(name)), TraceDetail.Field(.domain, .string(error.domain)),
      TraceDetail.Field(.code, .integer(error.code)),
    ]
    switch decision.decidingCheck {
    case .dictionary, .declaration:
      guard let name else { break }
      let icons = process.record.prepared.icons(on: deviceClass)
      fields.append(TraceDetail.Field(.reason, .string(icons.undeclaredReason(of: name).description)))
    case .support, .activity, .policy, .identity, .change, .alert, .alternate, nil: break
    }
    note(.icon(.refused), app: process.bundleIdentifier, .fields(fields), fact: decision.fact)
  }

  /// A line that looks like an error and means nothing (ICON-055).
  private func noteNoise(_ process: AppProcess) {
    guard conditions.consoleNoise, os.major == 15 else { return }
    log(words(.databaseNoise), from: process, fact: "ICON-055")
  }

  /// A fault that this system never has changes nothing (ICON-057, ICON-058); the trace says so.
  private func noteFaultWithoutEffect(_ process: AppProcess) {
    let fault = conditions.iconFault
    guard fault != .none, !fault.occurs(on: os, simulator: conditions.simulator) else { return }
    note(
      .quirk(.faultWithoutEffect), app: process.bundleIdentifier,
      [TraceDetail.Field(.fault, fault)],
      fact: os < .systemIconAlert ? "ICON-057" : "ICON-058")
  }

  /// The name is stored before the alert (ICON-007), so the handler reads it already (ICON-008), and the Home Screen
  /// draws the new picture at once (ICON-173).
  private func store(_ name: String?, of record: AppRecord, fact: FactID) {
    let old = record.storedIconName
    record.storedIconName = name
    note(.icon(.stored), app: record.bundleIdentifier, [TraceDetail.Field(.name, .init(name))], fact: fact)
    if old != name {
      let isLater = record.iconChanges > 0
      record.iconChanges += 1
      if conditions.staleIconCache {
        keepDrawnIcon(of: record, fact: "ICON-158")
      } else if conditions.staleAfterFirstChange, isLater {
        keepDrawnIcon(of: record, fact: "ICON-159")
      }
    }
    showIcon(of: record)
  }

  /// The Home Screen's cache is not renewed: it goes on with the picture that it has.
  private func keepDrawnIcon(of record: AppRecord, fact: FactID) {
    record.staleIcon = record.staleIcon ?? AppRecord.StaleIcon(name: record.shownIconName, fact: fact)
    note(
      .quirk(.staleIcon), app: record.bundleIdentifier, [TraceDetail.Field(.name, .init(record.storedIconName))],
      fact: fact)
  }

  /// The Home Screen draws the icon anew the next time.
  func forgetDrawnIcon(of record: AppRecord) {
    record.staleIcon = nil
    record.iconChanges = 0
  }

  /// What a reboot does to icons: pictures are drawn anew (ICON-158, ICON-159), and the service of the alerts starts
  /// afresh (ICON-051).
  func rebootIcons() {
    Work.count(records.count)
    for record in records { forgetDrawnIcon(of: record) }
    if conditions.iconFault == .busyUntilReboot { conditions.iconFault = .none }
  }

  // MARK: After something modal

  /// How long an app must leave the system in peace (ICON-200).
  private static let modalQuietTime = VirtualTime(milliseconds: 1000)

  /// Something that the app presented has closed (ICON-050).
  func modalClosed(in process: AppProcess) {
    guard conditions.iconFault == .afterModal else { return }
    process.modalAftermath = AppProcess.ModalAftermath(end: scheduler.now + Device.modalQuietTime)
  }

  private func modalRefused(in process: AppProcess) {
    process.modalAftermath?.refusals += 1
    process.modalAftermath?.end = scheduler.now + Device.modalQuietTime
  }
}
