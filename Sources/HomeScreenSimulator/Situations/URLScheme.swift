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
}

/// Why a URL does not open an app.
private struct MissingDeclaration {
  let reason: String
  let hint: String

  /// What an Info.plist lacks for a URL; nil where it has it.
  init?(for url: String, in info: PropertyListDictionary) {
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
      hint = "Its Info.plist has to list them in CFBundleDocumentTypes."
      return
    }
    guard !URLScheme.opens(url, schemes) else { return nil }
    reason = "it declares no scheme “\(scheme)”"
    hint =
      Spelling.nearest(to: scheme, in: schemes).first.map { "Did you mean “\($0):”?" }
      ?? "Its Info.plist has to list “\(scheme)” in CFBundleURLTypes › CFBundleURLSchemes; declared: \(declared)."
  }
}

extension Device {
  /// - Throws: ``SimulatorError`` `url-scheme-missing` (LAUNCH-117).
  func requireURLScheme(of situation: LaunchSituation, in record: AppRecord) throws(SimulatorError) {
    guard case .url(let url, _) = situation,
      let missing = MissingDeclaration(for: url, in: record.prepared.info(on: deviceClass))
    else { return }
    throw SimulatorError(
      .urlSchemeMissing, "iOS does not open \(record.bundleIdentifier) with “\(url)”: \(missing.reason)",
      hint: missing.hint, fact: "LAUNCH-117")
  }
}
