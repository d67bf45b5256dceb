internal import AppPackages

/// What the device knows of an installed app. The device owns it; an ``InstalledApp`` is a handle on it.
///
/// It holds no device, so that a device without handles goes away with all of its apps.
final class AppRecord {
  let bundleIdentifier: String
  var package: AppPackage
  var options: InstallOptions
  var code: (any AppCode)?
  var process: AppProcess?
  var crash: AppCrash?
  /// False after the app was uninstalled: the handles are dead then.
  var isInstalled = true

  /// The name that the system has stored (ICON-152); nil is the primary icon.
  var storedIconName: String?
  /// The name whose picture is shown: another than the stored one where missing artwork leaves the picture
  /// unchanged (ICON-123).
  var shownIconName: String?
  /// The Home Screen's own idea while its cache is stale (ICON-158); nil while it is not.
  var staleIcon: StaleIcon?

  /// The name in a cache that was not renewed.
  struct StaleIcon {
    let name: String?
  }

  /// Where the app's lines begin in the trace; lines before belong to an earlier installation.
  let firstEvent: Int
  /// The handle that is in use, so that one app is one object.
  weak var handle: InstalledApp?

  private var cachedInfo: PropertyListDictionary?
  private var cachedIcons: IconDeclarations?
  private var cachedLabel: (locale: String, text: String)?

  init(_ bundleIdentifier: String, package: AppPackage, options: InstallOptions, firstEvent: Int) {
    self.bundleIdentifier = bundleIdentifier
    self.package = package
    self.options = options
    self.firstEvent = firstEvent
  }

  /// Replaces the package, as an update does.
  func update(to package: AppPackage, options: InstallOptions) {
    self.package = package
    self.options = options
    cachedInfo = nil
    cachedIcons = nil
    cachedLabel = nil
    crash = nil
  }

  /// The Info.plist as this class of device reads it (ICON-106 to ICON-109).
  func info(on deviceClass: DeviceClass) -> PropertyListDictionary {
    if let cachedInfo { return cachedInfo }
    let info = package.infoDictionary(for: deviceClass)
    cachedInfo = info
    return info
  }

  /// The icons that the Info.plist declares for this class of device.
  func icons(on deviceClass: DeviceClass) -> IconDeclarations {
    if let cachedIcons { return cachedIcons }
    let icons = IconDeclarations(info(on: deviceClass))
    cachedIcons = icons
    return icons
  }

  /// The text under the icon (ICON-167).
  func label(in locale: String, on deviceClass: DeviceClass) -> String {
    if let cachedLabel, cachedLabel.locale == locale { return cachedLabel.text }
    let text = AppLabel.text(of: package, info: info(on: deviceClass), locale: locale)
    cachedLabel = (locale, text)
    return text
  }

  /// The SDK it was built with: the tester's word, else the package's (`DTSDKName`), else unknown.
  var sdk: BuildSDK? {
    options.sdk ?? package.infoPlist["DTSDKName"]?.string.flatMap { BuildSDK($0) }
  }
}
