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
      signedAs: record.options.signedAs, currentName: record.icon.storedName, requestedName: name,
      alertService: alertService(for: record.process), icons: record.prepared.icons(on: deviceClass))
  }

  private func alertService(for process: AppProcess?) -> IconService.State {
    let isFaulty = conditions.iconFault.occurs(on: os, simulator: conditions.simulator)
    return process?.iconService.state(at: scheduler.now, isFaulty ? conditions.iconFault : .none) ?? .free
  }

  /// The app's call: it returns at once, and the checks run on a later turn of the main queue (ICON-183), too late for
  /// an app that is leaving the foreground (ICON-043), and too early in a launch method or the first `viewDidLoad`
  /// (ICON-042).
  ///
  /// - Parameter silently: by the private selector, which shows no alert (ICON-082); from iOS 26.1 on it does nothing,
  ///   and its handler never runs (ICON-083, ICON-208), or what the public method does, as the condition says (ICON-223).
  func requestIcon(
    _ name: String?, for process: AppProcess, silently: Bool = false, completion: Application.IconCompletion?
  ) throws {
    note(
      .icon(.requested), app: process.bundleIdentifier, [TraceDetail.Field(.name, .init(name))],
      fact: silently ? "ICON-082" : "ICON-010")
    let isSilent = silently && os < .systemIconAlert
    if silently, !isSilent, conditions.privateIconSelector == .ignored {
      note(
        .quirk(.privateSelectorIgnored), app: process.bundleIdentifier, [TraceDetail.Field(.name, .init(name))],
        fact: "ICON-083")
      return
    }
    enqueue(on: process) { device in
      try device.decideIcon(name, for: process, silently: isSilent, completion: completion)
    }
  }

  /// A refusal changes nothing, shows no alert (ICON-056), and leaves `alternateIconName` as it was (ICON-018).
  private func decideIcon(
    _ name: String?, for process: AppProcess, silently: Bool, completion: Application.IconCompletion?
  ) throws {
    noteFaultWithoutEffect(process)
    let decision = AlternateIconDecision(iconQuestion(process.record, name: name))
    observer?.device(self, didDecide: decision, on: name, of: process.bundleIdentifier)
    switch decision.result {
    case .refused(let error):
      noteRefusal(name, error, decision, of: process)
      if decision.fact == "ICON-050" { process.iconService.refused(at: scheduler.now) }
      complete(completion, error, for: process)
    case .alreadySet:
      note(
        .icon(.alreadySet), app: process.bundleIdentifier, [TraceDetail.Field(.name, .init(name))],
        fact: decision.fact)
      complete(completion, nil, for: process)
    case .accepted(let target):
      noteNoise(process)
      let old = process.record.icon.storedName
      store(target, of: process.record, fact: decision.fact)
      let preview = conditions.previewsPrevious ? old : target  // ICON-063
      if silently {
        complete(completion, nil, for: process)
      } else if conditions.iconFault == .upcall, conditions.iconFault.occurs(on: os, simulator: conditions.simulator) {
        note(.quirk(.alertNotShown), app: process.bundleIdentifier, fact: "ICON-052")
        log(words(.upcallNotLoaded), from: process, fact: "ICON-052")
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
    guard !fault.occurs(on: os, simulator: conditions.simulator) else { return }
    note(
      .quirk(.faultWithoutEffect), app: process.bundleIdentifier,
      [TraceDetail.Field(.fault, fault)],
      fact: os < .systemIconAlert ? "ICON-057" : "ICON-058")
  }

  /// The name is stored before the alert (ICON-007), so the handler reads it already (ICON-008), and the Home Screen
  /// draws the new picture at once (ICON-173).
  private func store(_ name: String?, of record: AppRecord, fact: FactID) {
    if record.icon.storedName != name { renewCaches(of: record, because: .choice) }
    let (isChange, isLaterChange) = record.icon.store(name)
    note(.icon(.stored), app: record.bundleIdentifier, [TraceDetail.Field(.name, .init(name))], fact: fact)
    if isChange, conditions.staleIconCache {
      keepDrawnIcon(of: record, fact: "ICON-158")
    } else if isLaterChange, conditions.staleAfterFirstChange {
      keepDrawnIcon(of: record, fact: "ICON-159")
    }
    showIcon(of: record)
  }

  /// The Home Screen's cache is not renewed: it goes on with the picture that it has.
  private func keepDrawnIcon(of record: AppRecord, fact: FactID) {
    record.icon.keepDrawn(because: fact)
    note(
      .quirk(.staleIcon), app: record.bundleIdentifier, [TraceDetail.Field(.name, .init(record.icon.storedName))],
      fact: fact)
  }

  /// What a reboot does to icons: pictures are drawn anew (ICON-158, ICON-159, ICON-247), and the service of the alerts
  /// starts afresh (ICON-051).
  func rebootIcons() {
    iconCaches.renewAll()
    for record in registry.all() { record.icon.forgetDrawn() }
    if conditions.iconFault == .busyUntilReboot { conditions.iconFault = .none }
  }

  /// A new installation over an old one: what becomes of the stored name, and the icon is drawn anew.
  func installIcon(of record: AppRecord, wasOffloaded: Bool) {
    record.icon.forgetDrawn()
    let name = record.icon.storedName
    let isKept = !wasOffloaded && name.map(record.prepared.icons(on: deviceClass).declares) == true
    record.icon.install(keepsName: isKept)
    if let name {
      note(
        .icon(isKept ? .kept : .reset), app: record.bundleIdentifier, [TraceDetail.Field(.name, .string(name))],
        fact: wasOffloaded ? "ICON-156" : isKept ? "ICON-153" : "ICON-154")
    }
    showIcon(of: record)
  }

  /// Something that the app presented has closed (ICON-050).
  func modalClosed(in process: AppProcess) {
    guard conditions.iconFault == .afterModal else { return }
    process.iconService.modalClosed(at: scheduler.now)
  }
}
