public import PropertyLists

extension AppPackage {
  /// The text of a key in `InfoPlist.strings`, for a person who prefers these languages (best first).
  ///
  /// One localisation is chosen for the whole app: the first preferred language it has, else its
  /// `CFBundleDevelopmentRegion`, else `Base`. A key that this one lacks is looked up nowhere else: nil, and the
  /// Info.plist's own value counts (ICON-167, QUICK-028).
  public func localizedString(forKey key: String, languages: [String]) -> String? {
    localizedStrings(for: languages)?[key]
  }

  /// All texts that serve such a person, for who looks up many; nil without any.
  public func localizedStrings(for languages: [String]) -> StringTable? {
    guard !localizedInfo.isEmpty else { return nil }
    let region = infoPlist["CFBundleDevelopmentRegion"]?.string.map(expanded)
    return localizedInfo[localizedInfo.bestLanguage(for: languages, fallback: region) ?? "Base"]
  }

  /// The label under the icon: the display name, else the bundle name, both localised, else the folder's name
  /// (ICON-167). An empty name counts as absent (ICON-182).
  public func displayName(for device: DeviceClass, languages: [String]) -> String {
    displayName(in: infoDictionary(for: device), languages: languages)
  }

  /// The same for who has the Info.plist as the device reads it.
  public func displayName(in info: PropertyListDictionary, languages: [String]) -> String {
    for key in ["CFBundleDisplayName", "CFBundleName"] {
      let localized = localizedInfo.isEmpty ? nil : localizedString(forKey: key, languages: languages)
      if let name = localized ?? info[key]?.string, !name.isEmpty { return name }
    }
    return name
  }
}
