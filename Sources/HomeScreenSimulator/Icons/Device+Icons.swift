internal import AppPackages
import PropertyLists

/// Changing the icon, from the request to the stored name.
extension Device {
  /// Returns the current inputs of the decision about `name`.
  ///
  /// - Parameter state: the state of the app for the decision; nil for its current one.
  func iconQuestion(_ record: AppRecord, name: String?, in state: ApplicationState? = nil) -> AlternateIconQuestion {
    AlternateIconQuestion(
      os: os, deviceClass: deviceClass, deviceFamilies: record.prepared.deviceFamilies, sdk: record.sdk,
      applicationState: state ?? record.process?.applicationState ?? .background,
      educationMode: conditions.educationMode, bundleIdentifier: record.bundleIdentifier,
      signedAs: record.options.signedAs, currentName: record.icon.storedName, requestedName: name,
      alertService: alertService(for: record.process), icons: record.prepared.icons(on: deviceClass),
      alertsForSameIcon: conditions.alertsForSameIcon)
  }

  private func alertService(for process: AppProcess?) -> IconService.State {
    let isFaulty = conditions.iconFault.occurs(on: os, simulator: conditions.simulator)
    return process?.iconService.state(at: scheduler.now, isFaulty ? conditions.iconFault : .none) ?? .free
  }

  /// Handles the app's call: it returns at once, and the checks run on a later turn of the main queue. A call in a launch
  /// method or the first `viewDidLoad` is too early (ICON-042). Up to iOS 26.0, the checks use the state of the app at the
  /// call. Later versions use its state on that turn, so they fail if the app is leaving the foreground (ICON-043,
  /// ICON-183).
  ///
  /// - Parameter silently: whether the private selector was called, which shows no alert (ICON-082). From iOS 26.1 on,
  ///   it acts like the public method (ICON-223), or, if a condition says so, does nothing and never calls its handler
  ///   (ICON-083, ICON-208).
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
    let state = os < .systemIconAlert ? process.applicationState : nil
    enqueue(on: process) { device in
      try device.decideIcon(name, for: process, in: state, silently: isSilent, completion: completion)
    }
  }

  /// Decides the request. A refusal changes nothing, shows no alert (ICON-056), and keeps `alternateIconName` (ICON-018).
  private func decideIcon(
    _ name: String?, for process: AppProcess, in state: ApplicationState?, silently: Bool,
    completion: Application.IconCompletion?
  ) throws {
    noteFaultWithoutEffect(process)
    let decision = AlternateIconDecision(iconQuestion(process.record, name: name, in: state))
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

  /// Traces the reason if the Info.plist is the cause.
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

  /// Prints a line that looks like an error and means nothing (ICON-055).
  private func noteNoise(_ process: AppProcess) {
    guard conditions.consoleNoise, os.major == 15 else { return }
    log(words(.databaseNoise), from: process, fact: "ICON-055")
  }

  /// Traces that the chosen fault has no effect, because this system never has it (ICON-057, ICON-058).
  private func noteFaultWithoutEffect(_ process: AppProcess) {
    let fault = conditions.iconFault
    guard !fault.occurs(on: os, simulator: conditions.simulator) else { return }
    note(
      .quirk(.faultWithoutEffect), app: process.bundleIdentifier,
      [TraceDetail.Field(.fault, fault)],
      fact: os < .systemIconAlert ? "ICON-057" : "ICON-058")
  }

  /// Stores the name before the alert (ICON-007), so the handler can already read it (ICON-008), and draws the new
  /// picture on the Home Screen at once (ICON-173).
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

  /// Keeps the current picture in the Home Screen's cache.
  private func keepDrawnIcon(of record: AppRecord, fact: FactID) {
    record.icon.keepDrawn(because: fact)
    note(
      .quirk(.staleIcon), app: record.bundleIdentifier, [TraceDetail.Field(.name, .init(record.icon.storedName))],
      fact: fact)
  }

  /// Redraws pictures after a reboot (ICON-158, ICON-159, ICON-247), and restarts the service of the alerts (ICON-051).
  func rebootIcons() {
    iconCaches.renewAll()
    for record in registry.all() { record.icon.forgetDrawn() }
    if conditions.iconFault == .busyUntilReboot { conditions.iconFault = .none }
  }

  /// Handles the stored name when a new installation replaces an old one, and redraws the icon.
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

  /// Records that a controller presented by the app has closed (ICON-050).
  func modalClosed(in process: AppProcess) {
    guard conditions.iconFault == .afterModal else { return }
    process.iconService.modalClosed(at: scheduler.now)
  }
}

/// After a change: the two forms of the alert, and the handler.
extension Device {
  /// Performs sequence A, up to iOS 26.0: the app presents the alert and stays active.
  ///
  /// It calls the app's own `present`: code that replaces it on the class receives the alert (ICON-067), and if that
  /// code ignores it, the handler never runs (ICON-068). The presenter is the top controller, also an alert that has
  /// appeared (ICON-201); one that is about to appear refuses a second alert (ICON-177). Without a presenter, no alert
  /// appears and the handler never runs (ICON-071).
  func announceInApp(_ name: String?, for process: AppProcess, completion: Application.IconCompletion?) throws {
    guard var presenter = process.keyWindow?.rootViewController else {
      note(.quirk(.alertNotShown), app: process.bundleIdentifier, fact: "ICON-071")
      return
    }
    while let next = presenter.presentedViewController, next.hasAppeared || !(next is AlertController) {
      presenter = next
    }
    let resolver = pictureResolver(for: process.record)
    let alert = AlertController(process.application)
    let texts = iconAlertTexts(process.record, isBySystem: false)
    noteEnglish([texts.label, texts.button], app: process.bundleIdentifier)
    alert.contentViewController = ViewController(
      process.application, className: "_UIAlternateApplicationIconsAlertContentViewController")
    if conditions.emptyIconAlert {
      note(.quirk(.alertEmpty), app: process.bundleIdentifier, fact: "ICON-072")
      alert.systemContent = ("", { nil })
    } else {
      alert.systemContent = (
        texts.label,
        { [weak self] in self.map { resolver.preview(of: name, appearance: $0.iconAppearance) } }
      )
    }
    try alert.addAction(
      AlertAction(title: texts.button) { [weak self] in self?.complete(completion, nil, for: process) })
    try process.dispatch(
      Presentation(presenter: presenter, controller: alert, isAnimated: true, completion: nil, isBySystem: true))
  }

  /// Performs sequence B, from iOS 26.1 on: the app resigns active, and the system shows the alert (ICON-075,
  /// ICON-076). Code of the app that replaces `present` does not receive it (ICON-079).
  func announceBySystem(_ name: String?, for process: AppProcess, completion: Application.IconCompletion?) {
    process.iconService.beginAlert()
    enqueue(on: process) { device in
      device.resignActive(process, fact: "ICON-076")
      guard process.isAlive else { return }
      let alert = device.systemIconAlert(name, process, completion)
      device.noteEnglish([alert.label], app: process.bundleIdentifier)
      device.show(alert, fact: "ICON-075")
    }
  }

  /// Returns the message and the button of the alert for every accepted change (ICON-059). Up to 26.0 they are in the
  /// language that the app runs in (ICON-202), then in English (ICON-080).
  private func iconAlertTexts(_ record: AppRecord, isBySystem: Bool) -> (label: String, button: String) {
    let cause = causeOfEnglish(in: record.prepared, isBySystem: isBySystem)
    return (words(.iconChanged, label(of: record), inEnglish: cause), words(.ok, inEnglish: cause))
  }

  /// Returns the alert of the system: one button (ICON-060), without title and message (ICON-064).
  private func systemIconAlert(
    _ name: String?, _ process: AppProcess, _ completion: Application.IconCompletion?
  ) -> AlertContent {
    let resolver = pictureResolver(for: process.record)
    let texts = iconAlertTexts(process.record, isBySystem: true)
    return AlertContent(
      label: texts.label, buttons: [texts.button], owner: .system, process: process,
      picture: { [weak self] in self.map { resolver.preview(of: name, appearance: $0.iconAppearance) } },
      answered: { device, _ in
        device.endIconAlert(of: process)
        device.complete(completion, nil, for: process, endingAlert: true)
      })
  }

  /// Makes the service busy for a while after an icon alert or the launch (ICON-047).
  func iconServiceIsBusy(with process: AppProcess) {
    process.iconService.isBusy(until: scheduler.now + span(conditions.iconCooldown))
  }

  /// Makes the app active again before its handler runs (ICON-077).
  private func endIconAlert(of process: AppProcess) {
    iconServiceIsBusy(with: process)
    guard screen.front === process, process.phase == .inactive else { return }
    becomeActive(process, fact: "ICON-077")
  }

  /// Runs the handler on the main queue, never during the call (ICON-020), or, if a condition says so, on another queue
  /// (ICON-019). After an alert of the system, further requests fail until the handler's turn is over (ICON-048). An
  /// error without a handler ends the app on iOS 10.3 (ICON-021, ICON-240).
  func complete(
    _ completion: Application.IconCompletion?, _ error: NSErrorValue?, for process: AppProcess,
    endingAlert: Bool = false
  ) {
    enqueue(on: process) { device in
      device.note(
        .icon(.completed), app: process.bundleIdentifier,
        [
          TraceDetail.Field(.error, error.map { .integer($0.code) } ?? .absent),
          TraceDetail.Field(.handler, .boolean(completion != nil)),
        ], fact: "ICON-020")
      if completion == nil, let error, device.os < .v11 { throw MissingIconHandler(error: error) }
      try device.runIconHandler(of: process) { try completion?(error) }
      guard endingAlert else { return }
      // Requests made by the handler are decided first, while the alert is still outstanding.
      device.enqueue(on: process) { _ in process.iconService.endAlert() }
    }
  }

  private func runIconHandler(of process: AppProcess, _ body: () throws -> Void) throws {
    guard conditions.iconHandlerOffMain, !process.execution.isOffMainThread else { return try body() }
    try process.offMainThread(body)
  }
}

/// The crash of an icon request that fails without a handler on iOS 10.3, where UIKit calls the missing handler
/// (ICON-021).
public struct MissingIconHandler: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error for the handler.
  public let error: NSErrorValue

  /// The crash on one line: `EXC_BAD_ACCESS: setAlternateIconName has no completion handler for Error Domain=…`.
  public var description: String { "EXC_BAD_ACCESS: setAlternateIconName has no completion handler for \(error)" }
}

/// The outdated pictures in the caches of places other than the Home Screen, as reported by users. They are stored by
/// bundle identifier and outlive the app (ICON-247).
struct IconCaches {
  /// A cached picture, as an icon of a package.
  struct Kept {
    let name: String?
    let package: PreparedPackage
    /// The fact that explains why the picture is cached.
    let fact: FactID
    /// The time when the place redraws the icon; nil if only a restart of the device does.
    let end: VirtualTime?
  }

  private var kept: [String: [IconSurface: Kept]] = [:]

  /// The places with their own cache.
  static let surfaces: [IconSurface] = [.switcher, .notification, .share, .settings]

  /// The outdated picture of an app on a surface with a cache; nil if the surface is up to date.
  subscript(identifier: String, surface: IconSurface, now now: VirtualTime) -> Kept? {
    guard let picture = kept[identifier]?[surface] else { return nil }
    if let end = picture.end, end <= now { return nil }
    return picture
  }

  /// Caches the picture, unless the place still has an older one.
  mutating func keep(_ picture: Kept, of identifier: String, on surface: IconSurface, now: VirtualTime) {
    if self[identifier, surface, now: now] == nil { kept[identifier, default: [:]][surface] = picture }
  }

  /// Redraws the app's icon in the place.
  mutating func renew(_ surface: IconSurface, of identifier: String) {
    kept[identifier]?[surface] = nil
    if kept[identifier]?.isEmpty == true { kept[identifier] = nil }
  }

  /// Clears the caches when the device restarts.
  mutating func renewAll() { kept = [:] }

  func write(to state: inout DeviceState, at path: String, now: VirtualTime) {
    for identifier in kept.keys.sorted() {
      for surface in Self.surfaces {
        guard let picture = self[identifier, surface, now: now] else { continue }
        let path = "\(path)[\(identifier)].\(surface.rawValue)"
        state.write(path, "\(picture.name ?? "primary") of \(picture.package.fingerprint)")
        if let end = picture.end { state.write("\(path).for", end - now) }
      }
    }
  }
}

/// The caches of the places that show an app's icon, if conditions turn them on.
extension Device {
  /// Returns the fact that lets a place keep its picture now, by condition and version; nil if the place redraws it.
  private func staleness(of surface: IconSurface) -> FactID? {
    switch surface {
    case .switcher: conditions.staleSwitcherIcon ? "ICON-247" : nil
    case .notification: conditions.notificationIconDelay > 0 ? "ICON-248" : nil
    // It was reported up to iOS 17 and could not be reproduced on iOS 18.
    case .share: conditions.staleShareIcon && os < .v18 ? "ICON-249" : nil
    case .settings: conditions.staleSettingsIcon ? "ICON-250" : nil
    case .home, .spotlight, .dock, .library, .appStore: nil
    }
  }

  /// A cause of a change of an app's icon.
  enum IconRenewal {
    case choice
    case update
    case removal
  }

  /// Prepares each place with a cache for a change of the app's icon: the place keeps its picture or redraws it.
  func renewCaches(of record: AppRecord, because cause: IconRenewal) {
    let identifier = record.bundleIdentifier
    for surface in IconCaches.surfaces {
      guard let fact = staleness(of: surface), cause != .removal || surface == .switcher else {
        iconCaches.renew(surface, of: identifier)
        continue
      }
      let end = surface == .notification ? scheduler.now + span(conditions.notificationIconDelay) : nil
      iconCaches.keep(
        IconCaches.Kept(name: record.icon.shownName, package: record.prepared, fact: fact, end: end), of: identifier,
        on: surface, now: scheduler.now)
      note(
        .quirk(.staleIcon), app: identifier,
        [TraceDetail.Field(.name, .init(record.icon.shownName)), TraceDetail.Field(.surface, surface)], fact: fact)
    }
  }

  /// Returns the outdated picture in the cache of a place, or nil if there is none.
  func keptPicture(of record: AppRecord, on surface: IconSurface, appearance: IconAppearance) -> IconPicture? {
    guard let kept = iconCaches[record.bundleIdentifier, surface, now: scheduler.now] else { return nil }
    let isCurrent =
      kept.package.fingerprint == record.prepared.fingerprint
      && kept.name.map { ExactText($0) } == record.icon.shownName.map { ExactText($0) }
    guard !isCurrent else { return nil }
    return IconPictureResolver(kept.package, model: model, os: os)
      .picture(of: kept.name, on: surface, appearance: appearance)
      .unchanged(because: .stale(surface, stored: record.icon.storedName, fact: kept.fact))
  }
}
