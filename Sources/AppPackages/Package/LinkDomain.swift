public import PropertyLists

/// An associated domain in an app's entitlements that enables universal links, such as
/// `applinks:*.example.com?mode=developer`.
public struct LinkDomain: Sendable, Equatable {
  /// An alternative to Apple's CDN for confirming the domain; in entries of iOS 14 and later.
  public enum Mode: String, Sendable, CaseIterable {
    /// The server, for an app signed for development.
    case developer
    /// The server, for an app installed by device management.
    case managed
  }

  /// `example.com`, or `*.example.com` for all of its subdomains.
  public let pattern: String
  /// The modes after `?mode=`; most entries have none.
  public let modes: [Mode]
  /// The location of the entry; nil if it was not read from a file.
  public let location: SourceLocation?

  /// The entitlement that lists the domains.
  public static let entitlement = "com.apple.developer.associated-domains"
  private static let service = "applinks:"

  /// Parses an entry; nil for other services and for an entry without a domain.
  public init?(_ entry: String, at location: SourceLocation? = nil) {
    guard entry.hasPrefix(Self.service) else { return nil }
    let rest = entry.dropFirst(Self.service.count)
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let domain = parts.first, !domain.isEmpty else { return nil }
    pattern = String(domain)
    self.location = location
    let query = parts.count > 1 ? parts[1] : ""
    modes =
      query.hasPrefix("mode=")
      ? query.dropFirst("mode=".count).split(separator: "+").compactMap { Mode(rawValue: String($0)) } : []
  }

  /// Returns the entries that enable links, in order.
  ///
  /// - Parameter expand: replaces build settings in an entry.
  static func all(in entitlements: PropertyListDictionary, _ expand: (String) -> String) -> [LinkDomain] {
    (entitlements[entitlement]?.array ?? []).compactMap { entry in
      entry.value.string.flatMap { LinkDomain(expand($0), at: entry.location) }
    }
  }

  /// Whether the entry matches all subdomains, but not the domain itself.
  public var isWildcard: Bool { pattern.hasPrefix("*.") }

  /// Whether the pattern is only a domain, without a path or a port (LAUNCH-195).
  public var isDomain: Bool { !pattern.contains { $0 == "/" || $0 == ":" } }

  /// The domain without a scheme, a path or a port.
  public var domain: String {
    let rest = pattern.split(separator: "://", maxSplits: 1).last ?? ""
    return String(rest.prefix { $0 != "/" && $0 != ":" })
  }

  /// Whether the build replaces a part of the domain, so that it may be any domain.
  public var isUnfilled: Bool { pattern.contains("$") }

  /// Returns whether the domain matches a host; not case-sensitive.
  public func holds(for host: String) -> Bool {
    if isUnfilled { return true }
    let (pattern, host) = (pattern.lowercased(), host.lowercased())
    guard isWildcard else { return pattern == host }
    return host.utf8.count >= pattern.utf8.count && host.hasSuffix(pattern.dropFirst())
  }

  /// The entry in the entitlements: `applinks:*.example.com`.
  public var entry: String {
    Self.service + pattern + (modes.isEmpty ? "" : "?mode=" + modes.map(\.rawValue).joined(separator: "+"))
  }
}
