import PropertyLists

/// Alerts: showing, answering, losing.
extension Device {
  /// The time that an alert takes to appear or to go away.
  var alertSpan: VirtualTime { span(conditions.alertTransition) }

  /// A condition as a span; a value that is no time counts as 0.
  func span(_ seconds: Double) -> VirtualTime {
    (try? VirtualTime(seconds: min(seconds, DeviceConditions.longestTransition))) ?? .zero
  }

  /// Puts an alert of the system over everything.
  func show(_ alert: AlertContent, fact: FactID) {
    screen.show(alert)
    noteShown(alert, fact: fact)
    scheduler.schedule(.transition, process: alert.process, after: alertSpan) { _ in }
  }

  func noteShown(_ alert: AlertContent, fact: FactID?) {
    note(.alert(.shown), app: alert.process?.bundleIdentifier, details(of: alert), fact: fact)
  }

  func answer(_ alert: AlertContent, with button: String) throws {
    try requireUnlocked("The alert “\(alert.label)”")
    let isUp = screen.alerts.contains { $0 === alert } || alert.process?.presentedAlert === alert
    guard isUp else {
      throw SimulatorError(
        .alertGone, "The alert “\(alert.label)” is no longer on the screen",
        hint: "Ask the device for its alert again; it is nil if there is none.")
    }
    if let cover = screen.alertOnTop, cover !== alert { throw covered(by: cover, "The alert “\(alert.label)”") }
    if alert.owner != .system, let process = alert.process, screen.front !== process {
      throw SimulatorError(
        .alertNotVisible, "The alert “\(alert.label)” is in \(process.bundleIdentifier), which is not in front",
        hint: "Bring the app to the front first.")
    }
    guard alert.buttons.contains(button) else {
      let titles = alert.buttons.map { "“\($0)”" }.joined(separator: ", ")
      throw SimulatorError(
        .noSuchButton, "The alert “\(alert.label)” has no button “\(Spelling.beginning(of: button))”",
        hint: "It has: \(titles).")
    }
    remove(alert)
    if alert.owner != .system, let process = alert.process { modalClosed(in: process) }
    note(
      .alert(.answered), app: alert.process?.bundleIdentifier, [TraceDetail.Field(.button, .string(button))])
    scheduler.schedule(.transition, process: alert.process, after: alertSpan) { device in
      alert.answered(device, button)
    }
  }

  /// Takes the alerts of a process that ends off the screen; they are not answered (ICON-007).
  func loseAlerts(of process: AppProcess) {
    let lost = screen.alerts.filter { $0.process === process } + (process.presentedAlert.map { [$0] } ?? [])
    for alert in lost {
      remove(alert)
      note(.alert(.lost), app: process.bundleIdentifier, details(of: alert), fact: "ICON-007")
    }
  }

  /// - Throws: ``SimulatorError`` `alert-covers` when an alert of the system lies over everything.
  func requireNoSystemAlert(over what: @autoclosure () -> String) throws(SimulatorError) {
    if let cover = screen.alertOnTop { throw covered(by: cover, what()) }
  }

  func covered(by cover: AlertContent, _ what: String) -> SimulatorError {
    let titles = cover.buttons.map { "“\($0)”" }.joined(separator: ", ")
    return SimulatorError(
      .alertCovers, "\(what) is covered by the alert “\(cover.label)”",
      hint: "Tap one of its buttons first: \(titles).",
      fact: cover.owner == .system ? "ICON-186" : nil)
  }

  /// Takes an alert off the screen: out of the system's window, or out of the app's chain of controllers.
  private func remove(_ alert: AlertContent) {
    screen.remove(alert)
    if let shown = alert.process?.alertOnTop, shown.content === alert { shown.window.topViewController?.detach() }
  }

  private func details(of alert: AlertContent) -> TraceDetail {
    [
      TraceDetail.Field(.label, .string(alert.label)),
      TraceDetail.Field(.owner, alert.owner.kind),
    ]
  }
}
