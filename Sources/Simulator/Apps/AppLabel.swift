internal import AppPackages

/// The name of an app as the Home Screen writes it.
enum AppLabel {
  /// `CFBundleDisplayName` in the device's language, else `CFBundleName`, else the bundle's file name (ICON-167). An
  /// empty name counts as absent (ICON-182).
  ///
  /// - Parameter info: the package's Info.plist as the device reads it.
  static func text(of package: AppPackage, info: PropertyListDictionary, locale: String) -> String {
    for key in ["CFBundleDisplayName", "CFBundleName"] {
      let localized = package.localizedInfo.isEmpty ? nil : package.localizedString(forKey: key, languages: [locale])
      if let name = localized ?? info[key]?.string, !name.isEmpty { return name }
    }
    return package.name
  }
}
