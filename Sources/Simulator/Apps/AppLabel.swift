internal import AppPackages

/// The name of an app as the Home Screen writes it.
enum AppLabel {
  /// `CFBundleDisplayName` in the device's language, else `CFBundleName`, else the bundle's file name (ICON-167). An
  /// empty name counts as absent (ICON-182).
  static func text(of package: AppPackage, locale: String) -> String {
    for key in ["CFBundleDisplayName", "CFBundleName"] {
      if let name = package.localizedInfo(key, languages: [locale]), !name.isEmpty { return name }
    }
    return package.name.hasSuffix(".app") ? String(package.name.dropLast(4)) : package.name
  }
}
