extension AppPackage {
  /// The text of a key in `InfoPlist.strings`, for a person who prefers these languages (best first).
  ///
  /// One localisation is chosen for the whole app: the first preferred language it has, else its
  /// `CFBundleDevelopmentRegion`, else `Base`. A key that this one lacks is looked up nowhere else: nil, and the
  /// Info.plist's own value counts (ICON-167, QUICK-028).
  public func localizedString(forKey key: String, languages: [String]) -> String? {
    let region = infoPlist["CFBundleDevelopmentRegion"]?.string.map(expanded)
    guard let language = localizedInfo.bestLanguage(for: languages, fallback: region) else {
      return localizedInfo["Base"]?[key]
    }
    return localizedInfo[language]?[key]
  }

  /// A top-level string of the Info.plist as that device shows it: localised if possible, else as
  /// ``infoDictionary(for:)`` says.
  public func localizedInfoString(_ key: String, for device: DeviceClass, languages: [String]) -> String? {
    localizedString(forKey: key, languages: languages) ?? infoDictionary(for: device)[key]?.string
  }

  /// The label under the icon: the display name, else the bundle name, both localised, else the folder's name
  /// (ICON-167).
  public func displayName(for device: DeviceClass, languages: [String]) -> String {
    localizedInfoString("CFBundleDisplayName", for: device, languages: languages)
      ?? localizedInfoString("CFBundleName", for: device, languages: languages) ?? name
  }
}
