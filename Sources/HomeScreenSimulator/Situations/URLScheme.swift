public import PropertyLists

/// What stands before the first colon of a URL, and which schemes open an app.
public enum URLScheme {
  /// The schemes that an Info.plist declares (`CFBundleURLTypes`), in its order and as they are written there.
  public static func declared(in info: PropertyListDictionary) -> [String] {
    (info["CFBundleURLTypes"]?.array ?? []).flatMap {
      $0.value.dictionary?["CFBundleURLSchemes"]?.strings ?? []
    }
  }

  /// Whether a build has still to fill in some of it: it may be any scheme then.
  public static func isUnfilled(_ scheme: String) -> Bool { scheme.contains("$(") }

  /// The scheme of a URL; nil for a text without one.
  static func of(_ url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), colon != url.startIndex else { return nil }
    return String(url[..<colon])
  }

  /// Whether a URL opens an app with these schemes (LAUNCH-117); letter case does not count (LAUNCH-118).
  static func opens(_ url: String, _ schemes: [String]) -> Bool {
    guard let scheme = of(url)?.lowercased() else { return false }
    return schemes.contains { $0.lowercased() == scheme || isUnfilled($0) }
  }

  /// Whether it belongs to the browser, unless an app has its domain.
  static func isOfWeb(_ url: String) -> Bool {
    let scheme = of(url)?.lowercased()
    return scheme == "https" || scheme == "http"
  }

  /// The host of a URL of the web, without user and port: `example.com`, `[::1]`. Nil where there is none.
  static func webHost(of url: String) -> String? {
    guard isOfWeb(url), let start = url.firstRange(of: "://")?.upperBound else { return nil }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    // The colons of an address in brackets begin no port.
    if place.first == "[" { return place.lastIndex(of: "]").map { String(place[...$0]) } }
    let host = place.prefix { $0 != ":" }
    return host.isEmpty ? nil : String(host)
  }
}
