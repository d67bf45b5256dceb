internal import AppPackages
public import PropertyLists

/// Opening URLs for apps and answering `canOpenURL`.
extension Device {
  /// The number of entries of `LSApplicationQueriesSchemes` that count, and on iOS 27 with its SDK (LAUNCH-133).
  private static let queriedSchemeLimits = (usual: 50, onIOS27: 25)

  /// The app that opens a URL.
  private enum Opener {
    case app(AppRecord, LaunchSituation)
    case system(SystemApp)
    case browser

    /// The name in the trace.
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

  /// Returns whether an app opens the URL, if the asking app may know it (LAUNCH-130, LAUNCH-131, LAUNCH-146). The
  /// console shows each refusal.
  ///
  /// - Throws: ``SimulatorError`` `not-modelled` for a telephone call from an iPad.
  func canOpenURL(_ url: String, asking process: AppProcess) throws(SimulatorError) -> Bool {
    guard let scheme = URLScheme.of(url) else {
      refuse(url, asking: process, because: "Invalid input URL", fact: "LAUNCH-130")
      return false
    }
    if URLScheme.isOfWeb(url) { return true }
    if try systemApp(opening: url) != nil { return true }  // LAUNCH-146
    let record = process.record
    if refusal(of: .url(url), in: record) == nil { return true }  // its own scheme
    guard queriedSchemes(of: record).contains(where: { $0.lowercased() == scheme.lowercased() }) else {
      refuse(url, asking: process, because: "This app is not allowed to query for scheme \(scheme)", fact: "LAUNCH-130")
      return false
    }
    if appWithScheme(of: url) != nil { return true }
    refuse(url, asking: process, because: consoleLine(.noAppForURL) ?? "", fact: "LAUNCH-131")
    return false
  }

  private func refuse(_ url: String, asking process: AppProcess, because reason: String, fact: FactID) {
    guard let line = SystemText.cannotOpenURL.words(os: os, url, reason) else { return }
    log(line, from: process, fact: fact)
  }

  /// Returns the schemes that the Info.plist lets the app query: only the first ones of a long list (LAUNCH-133).
  private func queriedSchemes(of record: AppRecord) -> ArraySlice<String> {
    let schemes = record.prepared.info(on: deviceClass)["LSApplicationQueriesSchemes"]?.strings ?? []
    guard os >= .v15, let sdk = record.sdk, sdk.limitsQueriedSchemes else { return schemes[...] }
    let limits = Self.queriedSchemeLimits
    return schemes.prefix(os >= .scenesRequired && sdk.requiresScenes ? limits.onIOS27 : limits.usual)
  }

  /// Returns the app that opens the scheme: the first one installed, if several have it (LAUNCH-132).
  private func appWithScheme(of url: String) -> AppRecord? {
    registry.all().first { $0.isComplete && refusal(of: .url(url), in: $0) == nil }
  }

  // MARK: Opening

  /// Performs the app's `open` call and returns whether something opens the URL. The URL opens after the running code
  /// has returned. An app that is not in front opens nothing.
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
      // Time has passed: work that is queued now would wait for the next command.
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
      // The app's own links open in the browser, and an app with unknown entitlements opens no links.
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

  /// Returns whether an app learns which app opened its URL: from iOS 13 on, only one of the same team (LAUNCH-135).
  private func tells(_ source: AppRecord, to app: AppRecord) -> Bool {
    guard os >= .scenes, source !== app else { return true }
    guard let team = source.prepared.team else { return false }
    return team == app.prepared.team
  }
}

extension AppRecord {
  /// Whether the whole app is on the device, so that the system knows what it can open.
  fileprivate var isComplete: Bool { !isOffloaded && download == nil }
}

extension BuildSDK {
  /// Whether only the first queried schemes count: with the SDK of iOS 15 or later (LAUNCH-133).
  fileprivate var limitsQueriedSchemes: Bool { isAtLeast(iOS: .v15) }

  /// Whether `openURL(_:)` does nothing: the SDK of iOS 18 or later (LAUNCH-134).
  var refusesOpenURL: Bool { isAtLeast(iOS: .v18) }

  private func isAtLeast(iOS version: OSVersion) -> Bool { platform == .iOS && self.version >= version }
}

/// The reason why the system does not open an app with a URL or a link: the missing declaration, and how to add it.
struct OpeningRefusal {
  let code: SimulatorErrorCode
  let obstacle: DeliveryObstacle
  let reason: String
  let hint: String
  let fact: FactID

  /// Finds the declaration that an Info.plist lacks for a URL; nil if none is missing (LAUNCH-117).
  init?(_ url: String, info: PropertyListDictionary) {
    (code, obstacle, fact) = (.urlSchemeMissing, .urlSchemeMissing, "LAUNCH-117")
    let schemes = URLScheme.declared(in: info)
    let declared = schemes.isEmpty ? "none" : schemes.map { "“\($0)”" }.joined(separator: ", ")
    guard let scheme = URLScheme.of(url) else {
      reason = "a URL begins with a scheme and a colon"
      hint = "Schemes that the app declares: \(declared)."
      return
    }
    if scheme.lowercased() == "file" {
      guard info["CFBundleDocumentTypes"]?.array?.isEmpty != false else { return nil }
      reason = "it declares no document types"
      hint = "List document types in the app's Info.plist, under CFBundleDocumentTypes."
      return
    }
    guard !URLScheme.opens(url, schemes) else { return nil }
    reason = "it declares no scheme “\(scheme)”"
    hint =
      Spelling.nearest(to: scheme, in: schemes).first.map { "Did you mean “\($0):”?" }
      ?? (["http", "https"].contains(scheme.lowercased())
        ? "An app opens web links as universal links only: device:launch(app, { universalLink = … }) tries one."
        : SystemApp(opening: url) != nil
          ? "An app of the system opens such URLs. Schemes that the app declares: \(declared)."
          : "List “\(scheme)” in the app's Info.plist, under CFBundleURLTypes › CFBundleURLSchemes; declared: \(declared).")
  }

  /// Finds the entitlement that is missing for a universal link; nil if none is missing or if the entitlements are
  /// unknown (LAUNCH-126, LAUNCH-127).
  init?(link: String, domains: [LinkDomain]?, os: OSVersion) {
    (code, obstacle) = (.linkDomainMissing, .linkDomainMissing)
    guard let host = URLScheme.webHost(of: link) else {
      reason = "a universal link begins with https:// and a domain"
      hint = "Open other URLs by their scheme: device:launch(app, { url = … })."
      fact = "LAUNCH-126"
      return
    }
    guard let domains, !domains.contains(where: { $0.holds(for: host, on: os) }) else { return nil }
    reason = "its entitlements do not have the domain “\(host)”"
    let entry = "“applinks:\(host)” under \(LinkDomain.entitlement)"
    if let written = domains.first(where: { $0.isURL(of: host) }) {
      hint = "List \(entry): an entry has a domain, not a URL such as “\(written.entry)”."
      fact = "LAUNCH-126"
    } else if let wildcard = domains.first(where: { $0.holds(for: host) }) {
      hint = "“\(wildcard.entry)” needs iOS \(OSVersion.linkWildcards): list \(entry)."
      fact = "LAUNCH-127"
    } else if let wildcard = domains.first(where: { $0.isWildcard && $0.holds(for: "x." + host) }) {
      hint = "“\(wildcard.entry)” is only for subdomains: list \(entry), too."
      fact = "LAUNCH-127"
    } else {
      let listed = domains.isEmpty ? "none" : domains.map { "“\($0.entry)”" }.joined(separator: ", ")
      hint = "The entitlements must list \(entry); listed: \(listed)."
      fact = "LAUNCH-126"
    }
  }
}

extension LinkDomain {
  /// Returns whether the entry is a URL with this host, or the host and a path, instead of a domain.
  fileprivate func isURL(of host: String) -> Bool {
    guard pattern.contains("/") else { return false }
    let url = pattern.contains("://") ? pattern : "https://" + pattern
    return URLScheme.webHost(of: url)?.lowercased() == host.lowercased()
  }

  /// Returns whether the entry covers a host: subdomains with `*.` from iOS 9.3 on (LAUNCH-127).
  fileprivate func holds(for host: String, on os: OSVersion) -> Bool {
    (!isWildcard || os >= .linkWildcards) && holds(for: host)
  }
}

extension Device {
  /// Returns whether the app opens for the situation. A URL or a link needs a declaration; a refusal is traced.
  ///
  /// - Returns: false for a link if this device could not confirm its domain (LAUNCH-129): it opens in the browser.
  /// - Throws: ``SimulatorError`` `url-scheme-missing` or `link-domain-missing`.
  func opens(_ record: AppRecord, with situation: LaunchSituation) throws(SimulatorError) -> Bool {
    guard let refusal = refusal(of: situation, in: record) else {
      guard case .universalLink(let link) = situation, let fact = missingConfirmation(of: link, for: record) else {
        return true
      }
      noteWithheld(situation, from: record, because: .linkDomainNotConfirmed, fact: fact)
      return false
    }
    noteWithheld(situation, from: record, because: refusal.obstacle, fact: refusal.fact)
    let what = situation.row(on: os).label
    throw SimulatorError(
      refusal.code, "iOS does not open \(record.bundleIdentifier) with “\(what)”: \(refusal.reason)",
      hint: refusal.hint, fact: refusal.fact)
  }

  /// Returns the declaration that the app lacks, or nil if none is missing.
  func refusal(of situation: LaunchSituation, in record: AppRecord) -> OpeningRefusal? {
    if situation.kind == .url {
      let info = record.prepared.info(on: deviceClass)
      return situation.row(on: os).urls.lazy.compactMap { OpeningRefusal($0, info: info) }.first
    }
    guard case .universalLink(let link) = situation else { return nil }
    return OpeningRefusal(link: link, domains: record.prepared.linkDomains, os: os)
  }

  /// Returns the fact that explains why the domain does not confirm its links for this app, or nil if it confirms them.
  func missingConfirmation(of link: String, for record: AppRecord) -> FactID? {
    guard let host = URLScheme.webHost(of: link) else { return nil }
    // Before iOS 14 an entry has no mode, and the device asks the server.
    let knowsModes = os >= .v14
    let entries = record.prepared.linkDomains?.filter { $0.holds(for: host, on: os) }.map(\.modes) ?? [[]]
    let isDeveloped = record.options.distribution == .development
    // No device is managed, and an entry with two modes needs both.
    let usable = entries.filter { !knowsModes || $0.isEmpty || $0 == [.developer] && isDeveloped }
    guard !usable.isEmpty else { return "LAUNCH-128" }
    let isFound =
      switch conditions.associationFile {
      case .fetched: true
      case .onlyOnServer: !knowsModes || usable.contains { $0.contains(.developer) }
      case .missing: false
      }
    return isFound ? nil : "LAUNCH-129"
  }

  /// Returns whether an app gets a URL as the default browser: not a link of its own domains (LAUNCH-239).
  package func opensAsBrowser(_ app: PreparedPackage, with url: String) -> Bool {
    os >= .v14 && app.package.isBrowser && URLScheme.isOfWeb(url)
      && OpeningRefusal(url, info: app.info(on: deviceClass)) == nil
      && OpeningRefusal(link: url, domains: app.linkDomains, os: os) != nil
  }

  private func noteWithheld(
    _ situation: LaunchSituation, from record: AppRecord, because obstacle: DeliveryObstacle, fact: FactID
  ) {
    guard let delivery = makeDelivery(situation) else { return }
    note(
      .delivery(.withheld), app: record.bundleIdentifier,
      .fields(delivery.fields + [TraceDetail.Field(.reason, obstacle)]), fact: fact)
  }
}

/// The schemes of URLs and the matching of schemes with apps.
public enum URLScheme {
  /// Returns the schemes that an Info.plist declares (`CFBundleURLTypes`), in the order and spelling of the file.
  public static func declared(in info: PropertyListDictionary) -> [String] {
    (info["CFBundleURLTypes"]?.array ?? []).flatMap {
      $0.value.dictionary?["CFBundleURLSchemes"]?.strings ?? []
    }
  }

  /// Returns whether the scheme contains a build setting that is not filled in: it may be any scheme.
  public static func isUnfilled(_ scheme: String) -> Bool {
    scheme.contains("$(") || scheme.contains(/\{\w+\}|<\w+>|__\w+__/)
  }

  /// Returns the scheme of a URL, or nil for a string without one.
  static func of(_ url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), colon != url.startIndex else { return nil }
    return String(url[..<colon])
  }

  /// Returns whether a URL opens an app with these schemes (LAUNCH-117); letter case does not matter (LAUNCH-118).
  static func opens(_ url: String, _ schemes: [String]) -> Bool {
    guard let scheme = of(url)?.lowercased() else { return false }
    return schemes.contains { $0.lowercased() == scheme || isUnfilled($0) }
  }

  /// Returns whether the URL opens in the browser unless an app has its domain.
  static func isOfWeb(_ url: String) -> Bool {
    let scheme = of(url)?.lowercased()
    return scheme == "https" || scheme == "http"
  }

  /// Returns the host of a web URL, without user and port: `example.com`, `[::1]`. Nil if it has none.
  static func webHost(of url: String) -> String? {
    guard isOfWeb(url), let start = url.firstRange(of: "://")?.upperBound else { return nil }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    // Colons inside the brackets of an address do not start a port.
    if place.first == "[" { return place.lastIndex(of: "]").map { String(place[...$0]) } }
    let host = place.prefix { $0 != ":" }
    return host.isEmpty ? nil : String(host)
  }
}

/// An app of the system that opens URLs of other apps. It is not simulated: the calling app only leaves the screen
/// (LAUNCH-145).
enum SystemApp: String {
  case mail = "com.apple.mobilemail"
  case messages = "com.apple.MobileSMS"
  case phone = "com.apple.mobilephone"
  case faceTime = "com.apple.facetime"
  case settings = "com.apple.Preferences"
  case appStore = "com.apple.AppStore"
  case iTunesStore = "com.apple.MobileStore"

  /// Creates the app with the URL's scheme, in any letter case; nil if it is not a scheme of the system.
  init?(opening url: String) {
    switch URLScheme.of(url)?.lowercased() {
    case "mailto": self = .mail
    case "sms": self = .messages
    case "tel", "telprompt": self = .phone
    case "facetime", "facetime-audio": self = .faceTime
    case "app-settings": self = .settings
    case "itms-apps", "itms-appss": self = .appStore
    case "itms", "itmss": self = .iTunesStore
    default: return nil
    }
  }
}

extension Device {
  /// Returns the app of the system that opens the URL; it has priority over the apps on the device (LAUNCH-145).
  ///
  /// - Throws: ``SimulatorError`` `not-modelled` for a telephone call from an iPad.
  func systemApp(opening url: String) throws(SimulatorError) -> SystemApp? {
    guard let app = SystemApp(opening: url) else { return nil }
    if app == .phone, deviceClass == .iPad {
      throw SimulatorError(
        .notModelled, OutsideOfModel.callsFromIPad.sentence,
        hint: "Try the URL on an iPhone: Device { model = \"iPhone\" }.",
        fact: "LAUNCH-145")
    }
    return app
  }
}
