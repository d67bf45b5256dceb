public import AppPackages
import PropertyLists

/// The alert on the screen.
public struct ScreenAlert {
  private let device: Device
  private let content: AlertContent

  init(device: Device, content: AlertContent) { (self.device, self.content) = (device, content) }

  /// The full text of the alert.
  public var label: String { content.label }
  /// The controller's title; nil for the icon alert (ICON-064).
  public var title: String? { content.title }
  /// The controller's message; nil for the icon alert (ICON-064).
  public var message: String? { content.message }
  /// The titles of the alert's buttons, in order.
  public var buttons: [String] { content.buttons }
  /// The owner of the alert's window.
  public var owner: AlertOwner { content.owner }
  /// The picture in the alert: for the icon alert, a preview of the new icon (ICON-062).
  public var picture: IconPicture? { content.picture() }
  /// The package of the app in the picture; nil without an app.
  public var package: AppPackage? { content.process?.record.prepared.package }
  /// The version of the device.
  public var os: OSVersion { device.os }

  /// Why a system text of the alert is English on a device in another language (ICON-080, ICON-202, ICON-298,
  /// QUICK-153); nil if no text is.
  public var english: String? { device.reasonForEnglish(in: content) }

  /// Whether a UI test finds the alert among the app's own elements, not in the system's window (ICON-081).
  public var isInReachOfUITests: Bool { content.owner != .system }

  /// Taps a button. Returns after the alert is gone and the effects of the answer have happened.
  ///
  /// - Throws: ``SimulatorError`` `alert-gone`, `alert-covers`, `alert-not-visible` or `no-such-button`; errors that
  ///   escape the app's code.
  public func tap(_ button: String) throws {
    try device.perform("alert:tap") { try device.answer(content, with: button) }
  }
}

extension ScreenAlert: Equatable {
  /// Returns whether both are the same alert on the screen; equal text is not enough.
  public static func == (a: ScreenAlert, b: ScreenAlert) -> Bool { a.content === b.content }
}

/// The owner of an alert's window.
public enum AlertOwner: Sendable, Equatable {
  /// The app with this bundle identifier: the alert appears and disappears with the app.
  case app(String)
  /// The system: the alert covers everything.
  case system

  /// The kind of owner, as a word in the trace.
  public enum Kind: String, Sendable, CaseIterable {
    case app
    case system
  }

  /// The kind of owner.
  public var kind: Kind {
    switch self {
    case .app: .app
    case .system: .system
    }
  }
}

/// An alert as the device keeps it.
final class AlertContent {
  let label: String
  let title: String?
  let message: String?
  var buttons: [String]
  let owner: AlertOwner
  /// The bundle identifier of the app that the alert is about; nil if it is not about an app.
  let app: String?
  /// The process that the alert is about; the alert is lost when the process ends (ICON-007). Nil for the system's own
  /// questions.
  let process: AppProcess?
  /// The picture in the alert, resolved lazily.
  let picture: () -> IconPicture?
  /// The action after a tap on this button has dismissed the alert.
  let answered: (Device, String) -> Void

  init(
    label: String, title: String? = nil, message: String? = nil, buttons: [String], owner: AlertOwner,
    app: String? = nil, process: AppProcess?, picture: @escaping () -> IconPicture? = { nil },
    answered: @escaping (Device, String) -> Void
  ) {
    (self.label, self.title, self.message, self.buttons, self.owner) = (label, title, message, buttons, owner)
    self.app = app ?? process?.bundleIdentifier
    (self.process, self.picture, self.answered) = (process, picture, answered)
  }

  func write(to state: inout DeviceState, at path: String) {
    state.write(path, label)
    state.write("\(path).app", app)
    state.write("\(path).buttons", each: buttons) { state, path, button in state.write(path, button) }
  }
}

/// Showing, answering and losing alerts.
extension Device {
  /// Returns why a text of an alert is English; nil for an app's own alert.
  func reasonForEnglish(in alert: AlertContent) -> String? {
    guard alert.owner == .system || alert.title == nil else { return nil }
    return reasonForEnglish([alert.label] + alert.buttons)
  }

  /// The time that an alert takes to appear or to go away.
  var alertSpan: VirtualTime { span(conditions.alertTransition) }

  /// Converts a condition to a duration; an invalid value counts as 0.
  func span(_ seconds: Double) -> VirtualTime {
    (try? VirtualTime(seconds: min(seconds, DeviceConditions.longestTransition))) ?? .zero
  }

  /// Shows an alert of the system above everything.
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
        hint: "Read device.alert again; it is nil without an alert.")
    }
    if let cover = screen.alertOnTop, cover !== alert { throw covered(by: cover, "The alert “\(alert.label)”") }
    if alert.owner != .system, let process = alert.process, screen.front !== process {
      throw SimulatorError(
        .alertNotVisible, "The alert “\(alert.label)” is in \(process.bundleIdentifier), which is not in front",
        hint: "Bring the app to the front first: app:activate().")
    }
    guard alert.buttons.contains(button) else {
      let titles = alert.buttons.map { "“\($0)”" }.joined(separator: ", ")
      throw SimulatorError(
        .noSuchButton, "The alert “\(alert.label)” has no button “\(Spelling.beginning(of: button))”",
        hint: "The alert has: \(titles).")
    }
    remove(alert)
    if alert.owner != .system, let process = alert.process { modalClosed(in: process) }
    note(.alert(.answered), app: alert.process?.bundleIdentifier, [TraceDetail.Field(.button, .string(button))])
    scheduler.schedule(.transition, process: alert.process, after: alertSpan) { device in
      alert.answered(device, button)
    }
  }

  /// Removes the alerts of a process that ends; they are not answered (ICON-007).
  func loseAlerts(of process: AppProcess) {
    let lost = screen.alerts.filter { $0.process === process } + (process.presentedAlert.map { [$0] } ?? [])
    for alert in lost {
      remove(alert)
      note(.alert(.lost), app: process.bundleIdentifier, details(of: alert), fact: "ICON-007")
    }
  }

  /// - Throws: ``SimulatorError`` `alert-covers` if an alert of the system is shown.
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

  /// Removes an alert from the system's window, or from the app's chain of controllers.
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

/// The words of the system on the device, and the reasons for English ones.
extension Device {
  /// The largest number of texts that are remembered.
  private static let maximumEnglishTexts = 1000

  /// Returns the words of the system on this device; empty if it has no such text.
  ///
  /// - Parameter cause: the reason for English words, unless it is a missing source.
  func words(_ text: SystemText, _ value: String = "", inEnglish cause: EnglishCause? = nil) -> String {
    let found = text.pattern(os: os, in: cause == nil ? SystemTextLedger.languages(of: locale) : [SystemText.english])
    let words = found.words?.filled(with: value) ?? ""
    let isOfAlert = text == .iconChanged || text == .ok
    if let cause = cause ?? (found.isAssumed ? .noSource(isOfAlert ? "ICON-298" : "QUICK-153") : nil),
      englishTexts.count < Self.maximumEnglishTexts
    {
      englishTexts[words] = cause
    }
    return words
  }

  /// Returns why one of these texts of the system is English here, with the fact; nil if none is English.
  package func reasonForEnglish(_ texts: [String]) -> String? {
    texts.lazy.compactMap { self.englishTexts[$0] }.first.map { "\($0.reason(on: locale)) (\($0.fact))" }
  }

  /// Traces which texts are English on a device in another language, and why.
  func noteEnglish(_ texts: [String], _ event: TraceEventName.QuirkEvent = .alertInEnglish, app: String?) {
    guard let cause = texts.lazy.compactMap({ self.englishTexts[$0] }).first else { return }
    var fields = [TraceDetail.Field(.locale, .string(locale))]
    if cause != .system { fields.append(TraceDetail.Field(.reason, .string(cause.reason(on: locale)))) }
    note(.quirk(event), app: app, .fields(fields), fact: cause.fact)
  }

  /// Returns why the icon alert is English, in an app with this package; nil if it is not English, or if no source has
  /// its words.
  func causeOfEnglish(in package: PreparedPackage, isBySystem: Bool) -> EnglishCause? {
    if SystemTextLedger.languages(of: locale).contains(SystemText.english) { return nil }
    if isBySystem { return .system }
    return package.hasLanguage(of: locale, on: deviceClass) ? nil : .app
  }
}
