/// What follows a change: the alert in its two forms, and the handler.
extension Device {
  /// Sequence A, up to iOS 26.0: the app itself presents the alert and stays active.
  ///
  /// The call of `present` is the app's own: code that replaces it on the class gets the alert (ICON-067), and while it
  /// is swallowed that way the handler never runs (ICON-068). It is presented by the controller on top, alerts left out
  /// (ICON-201), so a second alert is refused (ICON-177). Without anything that can present there is no alert, and the
  /// handler never runs (ICON-071).
  func announceInApp(_ name: String?, for process: AppProcess, completion: Application.IconCompletion?) throws {
    guard var presenter = process.keyWindow?.rootViewController else {
      note(.quirk(.alertNotShown), app: process.bundleIdentifier, fact: "ICON-071")
      return
    }
    while let next = presenter.presentedViewController, !(next is AlertController) { presenter = next }
    let resolver = pictureResolver(for: process.record)
    let alert = AlertController(process.application)
    alert.contentViewController = ViewController(
      process.application, className: "_UIAlternateApplicationIconsAlertContentViewController")
    if conditions.emptyIconAlert {
      note(.quirk(.alertEmpty), app: process.bundleIdentifier, fact: "ICON-072")
      alert.systemContent = ("", { nil })
    } else {
      alert.systemContent = (
        iconAlertLabel(process.record),
        { [weak self] in self.map { resolver.preview(of: name, appearance: $0.iconAppearance) } }
      )
    }
    try alert.addAction(
      AlertAction(title: words(.ok)) { [weak self] in self?.complete(completion, nil, for: process) })
    try process.dispatch(
      Presentation(presenter: presenter, controller: alert, isAnimated: true, completion: nil, isBySystem: true))
  }

  /// Sequence B, from iOS 26.1 on: the app resigns active, and the system shows the alert (ICON-075, ICON-076). Code of
  /// the app that replaces `present` does not see it (ICON-079).
  func announceBySystem(_ name: String?, for process: AppProcess, completion: Application.IconCompletion?) {
    process.iconService.beginAlert()
    enqueue(on: process) { device in
      device.resignActive(process, fact: "ICON-076")
      guard process.isAlive else { return }
      device.noteEnglish(process)
      device.show(device.systemIconAlert(name, process, completion), fact: "ICON-075")
    }
  }

  /// What the alert of every accepted change says (ICON-059).
  private func iconAlertLabel(_ record: AppRecord) -> String {
    words(.iconChanged, label(of: record))
  }

  /// In an app that speaks the device's language the sentence stays English all the same (ICON-080).
  private func noteEnglish(_ process: AppProcess) {
    guard locale != "en", !locale.hasPrefix("en-"), !locale.hasPrefix("en_") else { return }
    note(
      .quirk(.alertInEnglish), app: process.bundleIdentifier, [TraceDetail.Field(.locale, .string(locale))],
      fact: "ICON-080")
  }

  /// The alert of the system: one button (ICON-060), and neither title nor message (ICON-064).
  private func systemIconAlert(
    _ name: String?, _ process: AppProcess, _ completion: Application.IconCompletion?
  ) -> AlertContent {
    let resolver = pictureResolver(for: process.record)
    return AlertContent(
      label: iconAlertLabel(process.record), buttons: [words(.ok)], owner: .system, process: process,
      picture: { [weak self] in self.map { resolver.preview(of: name, appearance: $0.iconAppearance) } },
      answered: { device, _ in
        device.endIconAlert(of: process)
        device.complete(completion, nil, for: process, endingAlert: true)
      })
  }

  /// An icon alert, or the launch, has just ended: for a while the service may be busy (ICON-047).
  func iconServiceIsBusy(with process: AppProcess) {
    process.iconService.isBusy(until: scheduler.now + span(conditions.iconCooldown))
  }

  /// The app is active again before its handler runs (ICON-077).
  private func endIconAlert(of process: AppProcess) {
    iconServiceIsBusy(with: process)
    guard screen.front === process, process.phase == .inactive else { return }
    becomeActive(process, fact: "ICON-077")
  }

  /// Runs the handler on the main queue, never inside the call (ICON-020), or on another queue if the conditions say so
  /// (ICON-019). After an alert of the system, further requests get an error until the handler's turn is over
  /// (ICON-048). An error without a handler ends the app on iOS 10.3 (ICON-021, ICON-240).
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
      // Requests that the handler made are decided first; they still find the alert outstanding.
      device.enqueue(on: process) { _ in process.iconService.endAlert() }
    }
  }

  private func runIconHandler(of process: AppProcess, _ body: () throws -> Void) throws {
    guard conditions.iconHandlerOffMain, !process.execution.isOffMainThread else { return try body() }
    try process.offMainThread(body)
  }
}

/// An icon request without a handler ended in an error on iOS 10.3, where UIKit calls the handler that is not there
/// (ICON-021).
public struct MissingIconHandler: Error, Sendable, Equatable, CustomStringConvertible {
  /// What the handler would have got.
  public let error: NSErrorValue

  /// The crash in one line: `EXC_BAD_ACCESS: setAlternateIconName has no completion handler for Error Domain=…`.
  public var description: String {
    "EXC_BAD_ACCESS: setAlternateIconName has no completion handler for \(error)"
  }
}
