import PropertyLists

/// What stands before the first colon of a URL, and which schemes open an app.
enum URLScheme {
  /// The schemes of an Info.plist, in its order and as they are written there.
  static func declared(in info: PropertyListDictionary) -> [String] {
    (info["CFBundleURLTypes"]?.array ?? []).flatMap {
      $0.value.dictionary?["CFBundleURLSchemes"]?.strings ?? []
    }
  }

  /// The scheme of a URL; nil for a text without one.
  static func of(_ url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), colon != url.startIndex else { return nil }
    return String(url[..<colon])
  }

  /// Whether a URL opens an app with these schemes (LAUNCH-117); letter case does not count (LAUNCH-118). What a build
  /// has still to fill in may be any scheme.
  static func opens(_ url: String, _ schemes: [String]) -> Bool {
    guard let scheme = of(url)?.lowercased() else { return false }
    return schemes.contains { $0.lowercased() == scheme || $0.contains("$(") }
  }
}

extension Device {
  /// - Throws: ``SimulatorError`` `url-scheme-missing` (LAUNCH-117).
  func requireURLScheme(of situation: LaunchSituation, in record: AppRecord) throws(SimulatorError) {
    guard case .url(let url, _) = situation else { return }
    let info = record.prepared.info(on: deviceClass)
    if URLScheme.of(url)?.lowercased() == "file" {
      guard info["CFBundleDocumentTypes"]?.array?.isEmpty != false else { return }
      throw SimulatorError(
        .urlSchemeMissing, "iOS opens no document with \(record.bundleIdentifier): it declares no types of documents",
        hint: "Its Info.plist has to have CFBundleDocumentTypes.", fact: "LAUNCH-117")
    }
    let schemes = URLScheme.declared(in: info)
    guard !URLScheme.opens(url, schemes) else { return }
    let scheme = URLScheme.of(url)
    let declared = schemes.isEmpty ? "none" : schemes.map { "“\($0)”" }.joined(separator: ", ")
    throw SimulatorError(
      .urlSchemeMissing,
      scheme.map { "iOS does not open \(record.bundleIdentifier) with “\(url)”: it declares no scheme “\($0)”" }
        ?? "“\(url)” opens no app: a URL begins with a scheme and a colon",
      hint: scheme.map { scheme in
        let near = Spelling.nearest(to: scheme, in: schemes).first
        return near.map { "Did you mean “\($0):”?" }
          ?? "Its Info.plist has to list “\(scheme)” in CFBundleURLTypes › CFBundleURLSchemes; declared: \(declared)."
      } ?? "Declared by \(record.bundleIdentifier): \(declared).", fact: "LAUNCH-117")
  }
}
