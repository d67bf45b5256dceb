internal import AppPackages
import PropertyLists

/// What the system does with a URL that an app asks about, or wants to have opened.
extension Device {
  /// The most entries of `LSApplicationQueriesSchemes` that count (LAUNCH-133).
  static let maximumQueriedSchemes = 50

  /// Who opens a URL.
  private enum Opener {
    case app(AppRecord, LaunchSituation)
    case system(SystemApp)
    case browser

    /// As it stands in the trace.
    var name: String {
      switch self {
      case .app(let record, _): record.bundleIdentifier
      case .system(let app): app.rawValue
      case .browser: "browser"
      }
    }

    var fact: FactID {
      switch self {
      case .app, .browser: "LAUNCH-132"
      case .system: "LAUNCH-145"
      }
    }
  }

  // MARK: Asking

  /// Whether an app opens the URL, as far as the asking app may know (LAUNCH-130, LAUNCH-131, LAUNCH-146). A refusal
  /// stands on the console.
  ///
  /// - Throws: ``SimulatorError`` `not-modelled` for a telephone call from an iPad.
  func canOpenURL(_ url: String, asking process: AppProcess) throws(SimulatorError) -> Bool {
    guard let scheme = URLScheme.of(url) else {
      refuse(url, asking: process, because: "Invalid input URL", fact: "LAUNCH-130")
      return false
    }
    if URLScheme.isOfWeb(url) || SystemApp(opening: url)?.needsNoEntry == true { return true }
    guard queriedSchemes(of: process.record).contains(where: { $0.lowercased() == scheme.lowercased() }) else {
      refuse(
        url, asking: process, because: "This app is not allowed to query for scheme \(scheme)", fact: "LAUNCH-130")
      return false
    }
    if try systemApp(opening: url) != nil || appWithScheme(of: url) != nil { return true }
    refuse(url, asking: process, because: consoleLine(.noAppForURL) ?? "", fact: "LAUNCH-131")
    return false
  }

  private func refuse(_ url: String, asking process: AppProcess, because reason: String, fact: FactID) {
    guard let line = SystemText.cannotOpenURL.words(os: os, url, reason) else { return }
    log(line, from: process, fact: fact)
  }

  /// What the Info.plist lets the app ask for: of a long list the beginning (LAUNCH-133).
  private func queriedSchemes(of record: AppRecord) -> ArraySlice<String> {
    let schemes = record.prepared.info(on: deviceClass)["LSApplicationQueriesSchemes"]?.strings ?? []
    let isLimited = os >= .v15 && record.sdk?.limitsQueriedSchemes == true
    return isLimited ? schemes.prefix(Self.maximumQueriedSchemes) : schemes[...]
  }

  /// Of several apps with the scheme the one that was installed first (LAUNCH-132).
  private func appWithScheme(of url: String) -> AppRecord? {
    registry.all().first { $0.isComplete && refusal(of: .url(url), in: $0) == nil }
  }

  // MARK: Opening

  /// The app's call: whether something opens the URL, which happens once the code that runs has returned. An app that is
  /// not in front opens nothing.
  ///
  /// - Throws: ``SimulatorError`` `not-modelled` for a telephone call from an iPad.
  @discardableResult
  func open(
    _ url: String, for process: AppProcess, universalLinksOnly: Bool, completion: Application.OpenCompletion?
  ) throws(SimulatorError) -> Bool {
    let opener = screen.front === process ? try self.opener(of: url, for: process, universalLinksOnly) : nil
    note(
      .delivery(.requested), app: process.bundleIdentifier,
      [TraceDetail.Field(.url, .string(url)), TraceDetail.Field(.opener, .init(opener?.name))],
      fact: opener?.fact ?? "LAUNCH-132")
    scheduler.schedule(.transition, process: nil, after: .zero) { device in
      switch opener {
      case .app(let record, let situation): try device.bringToFront(record, situation)
      case .system, .browser: device.leaveForeground()
      case nil: break
      }
      guard let completion else { return }
      // Time has passed: what is queued now would wait for the next command.
      device.scheduler.schedule(.transition, process: process, after: .zero) { device in
        device.enqueue(on: process) { _ in try completion(opener != nil) }
      }
    }
    return opener != nil
  }

  private func opener(
    of url: String, for process: AppProcess, _ universalLinksOnly: Bool
  ) throws(SimulatorError) -> Opener? {
    let source = process.record
    if URLScheme.isOfWeb(url) {
      // A link of the app's own goes to the browser, and an app whose entitlements are not known takes none.
      let app = registry.all().first { record in
        record !== source && record.isComplete && record.prepared.linkDomains != nil
          && refusal(of: .universalLink(url), in: record) == nil
          && missingConfirmation(of: url, for: record) == nil
      }
      if let app { return .app(app, .universalLink(url)) }
      return universalLinksOnly ? nil : .browser
    }
    guard !universalLinksOnly else { return nil }
    if let app = try systemApp(opening: url) { return .system(app) }
    guard let app = appWithScheme(of: url) else { return nil }
    return .app(app, .url(url, sourceApplication: tells(source, to: app) ? source.bundleIdentifier : nil))
  }

  /// Whether an app hears which app opened its URL: from iOS 13 on one of the same team only (LAUNCH-135).
  private func tells(_ source: AppRecord, to app: AppRecord) -> Bool {
    guard os >= .scenes, source !== app else { return true }
    guard let team = source.prepared.team else { return false }
    return team == app.prepared.team
  }
}

extension AppRecord {
  /// All of it is on the device, so that the system knows what it opens.
  fileprivate var isComplete: Bool { !isOffloaded && download == nil }
}

extension BuildSDK {
  /// The SDK of iOS 15 or later: of a long list of queried schemes the beginning counts (LAUNCH-133).
  fileprivate var limitsQueriedSchemes: Bool { isAtLeast(iOS: .v15) }

  /// The SDK of iOS 18 or later: `openURL(_:)` does nothing (LAUNCH-134).
  var refusesOpenURL: Bool { isAtLeast(iOS: .v18) }

  private func isAtLeast(iOS version: OSVersion) -> Bool { platform == .iOS && self.version >= version }
}
