import PropertyLists

/// An entry of the associated domains in an app's entitlements that brings universal links to it, such as
/// `applinks:*.example.com?mode=developer`.
public struct LinkDomain: Sendable, Equatable {
  /// From where else than from Apple's copies the domain may be confirmed; in entries of iOS 14 and later.
  public enum Mode: String, Sendable, CaseIterable {
    /// From the server itself, for an app that is signed for development.
    case developer
    /// From the server itself, for an app that the management of the device has installed.
    case managed
  }

  /// `example.com`, or `*.example.com` for all of its subdomains.
  public let pattern: String
  /// What stands after `?mode=`; none in most entries.
  public let modes: [Mode]

  /// The entitlement that lists the domains.
  public static let entitlement = "com.apple.developer.associated-domains"
  private static let service = "applinks:"

  /// Reads an entry; nil for one of other services, and for one without a domain.
  public init?(_ entry: String) {
    guard entry.hasPrefix(Self.service) else { return nil }
    let rest = entry.dropFirst(Self.service.count)
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let domain = parts.first, !domain.isEmpty else { return nil }
    pattern = String(domain)
    let query = parts.count > 1 ? parts[1] : ""
    modes =
      query.hasPrefix("mode=")
      ? query.dropFirst("mode=".count).split(separator: "+").compactMap { Mode(rawValue: String($0)) } : []
  }

  /// The entries of entitlements that bring links, in their order.
  ///
  /// - Parameter expand: replaces build settings in an entry.
  static func all(in entitlements: PropertyListDictionary, _ expand: (String) -> String) -> [LinkDomain] {
    (entitlements[entitlement]?.array ?? []).compactMap { $0.value.string.flatMap { LinkDomain(expand($0)) } }
  }

  /// All subdomains are meant, and not the domain itself.
  public var isWildcard: Bool { pattern.hasPrefix("*.") }

  /// Whether a build has still to fill in some of it: it may be any domain then.
  public var isUnfilled: Bool { pattern.contains("$") }

  /// Whether a host belongs to it; letter case does not count.
  public func holds(for host: String) -> Bool {
    if isUnfilled { return true }
    let (pattern, host) = (pattern.lowercased(), host.lowercased())
    guard isWildcard else { return pattern == host }
    return host.utf8.count >= pattern.utf8.count && host.hasSuffix(pattern.dropFirst())
  }

  /// As entitlements list it: `applinks:*.example.com`.
  public var entry: String {
    Self.service + pattern + (modes.isEmpty ? "" : "?mode=" + modes.map(\.rawValue).joined(separator: "+"))
  }
}
