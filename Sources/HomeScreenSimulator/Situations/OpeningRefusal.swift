internal import AppPackages
import PropertyLists

/// Why the system does not open an app with a URL or a link: what the app does not declare, and what would help.
struct OpeningRefusal {
  let code: SimulatorErrorCode
  let obstacle: DeliveryObstacle
  let reason: String
  let hint: String
  let fact: FactID

  /// What an Info.plist lacks for a URL; nil where it has it (LAUNCH-117).
  init?(_ url: String, info: PropertyListDictionary) {
    (code, obstacle, fact) = (.urlSchemeMissing, .urlSchemeMissing, "LAUNCH-117")
    let schemes = URLScheme.declared(in: info)
    let declared = schemes.isEmpty ? "none" : schemes.map { "“\($0)”" }.joined(separator: ", ")
    guard let scheme = URLScheme.of(url) else {
      reason = "a URL begins with a scheme and a colon"
      hint = "Schemes that it declares: \(declared)."
      return
    }
    if scheme.lowercased() == "file" {
      guard info["CFBundleDocumentTypes"]?.array?.isEmpty != false else { return nil }
      reason = "it declares no types of documents"
      hint = "Its Info.plist must list them in CFBundleDocumentTypes."
      return
    }
    guard !URLScheme.opens(url, schemes) else { return nil }
    reason = "it declares no scheme “\(scheme)”"
    hint =
      Spelling.nearest(to: scheme, in: schemes).first.map { "Did you mean “\($0):”?" }
      ?? "Its Info.plist must list “\(scheme)” in CFBundleURLTypes › CFBundleURLSchemes; declared: \(declared)."
  }

  /// What entitlements lack for a universal link; nil where they have it, and where nobody knows them (LAUNCH-126,
  /// LAUNCH-127).
  init?(link: String, domains: [LinkDomain]?, os: OSVersion) {
    (code, obstacle) = (.linkDomainMissing, .linkDomainMissing)
    guard let host = URLScheme.webHost(of: link) else {
      reason = "a universal link begins with https:// and a domain"
      hint = "Another URL is opened by its scheme: device:launch(app, { url = … })."
      fact = "LAUNCH-126"
      return
    }
    guard let domains, !domains.contains(where: { $0.holds(for: host, on: os) }) else { return nil }
    reason = "its entitlements do not have the domain “\(host)”"
    let entry = "“applinks:\(host)” under \(LinkDomain.entitlement)"
    if let written = domains.first(where: { $0.isURL(of: host) }) {
      hint = "List \(entry): an entry has a domain, and “\(written.entry)” is a URL."
      fact = "LAUNCH-126"
    } else if let wildcard = domains.first(where: { $0.holds(for: host) }) {
      hint = "“\(wildcard.entry)” needs iOS \(OSVersion.linkWildcards): list \(entry)."
      fact = "LAUNCH-127"
    } else if let wildcard = domains.first(where: { $0.isWildcard && $0.holds(for: "x." + host) }) {
      hint = "“\(wildcard.entry)” is only for subdomains: list \(entry), too."
      fact = "LAUNCH-127"
    } else {
      let listed = domains.isEmpty ? "none" : domains.map { "“\($0.entry)”" }.joined(separator: ", ")
      hint = "They must list \(entry); listed: \(listed)."
      fact = "LAUNCH-126"
    }
  }
}

extension LinkDomain {
  /// Whether somebody wrote a URL with this host, or the host and a path, where a domain belongs.
  fileprivate func isURL(of host: String) -> Bool {
    guard pattern.contains("/") else { return false }
    let url = pattern.contains("://") ? pattern : "https://" + pattern
    return URLScheme.webHost(of: url)?.lowercased() == host.lowercased()
  }

  /// Whether a host belongs to it: subdomains by `*.` from iOS 9.3 on (LAUNCH-127).
  fileprivate func holds(for host: String, on os: OSVersion) -> Bool {
    (!isWildcard || os >= .linkWildcards) && holds(for: host)
  }
}

extension Device {
  /// Whether the app is opened with what comes to it. A URL and a link need a declaration; what keeps them away
  /// stands in the trace.
  ///
  /// - Returns: false for a link whose domain this device could not confirm (LAUNCH-129): the browser has it.
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

  /// What the app does not declare; nil where nothing is missing.
  func refusal(of situation: LaunchSituation, in record: AppRecord) -> OpeningRefusal? {
    if case .url(let url, _) = situation { return OpeningRefusal(url, info: record.prepared.info(on: deviceClass)) }
    guard case .universalLink(let link) = situation else { return nil }
    return OpeningRefusal(link: link, domains: record.prepared.linkDomains, os: os)
  }

  /// The fact by which the system does not have the domain's own word that its links are for this app; nil where it has.
  func missingConfirmation(of link: String, for record: AppRecord) -> FactID? {
    guard let host = URLScheme.webHost(of: link) else { return nil }
    // Before iOS 14 an entry has no mode, and the device asks the server itself.
    let knowsModes = os >= .v14
    let entries = record.prepared.linkDomains?.filter { $0.holds(for: host, on: os) }.map(\.modes) ?? [[]]
    let isDeveloped = record.options.distribution == .development
    let usable = entries.filter { !knowsModes || $0.isEmpty || $0.contains(.developer) && isDeveloped }
    guard !usable.isEmpty else { return "LAUNCH-128" }
    let isFound =
      switch conditions.associationFile {
      case .fetched: true
      case .onlyOnServer: !knowsModes || usable.contains { $0.contains(.developer) }
      case .missing: false
      }
    return isFound ? nil : "LAUNCH-129"
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
