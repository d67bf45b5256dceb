internal import AppPackages
import PropertyLists

/// What the device knows of an installed app. The device owns it; an ``InstalledApp`` is a handle on it.
///
/// It holds no device, so that a device without handles goes away with all of its apps.
final class AppRecord {
  let bundleIdentifier: String
  var prepared: PreparedPackage
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
    /// Why it was not: ICON-158 or ICON-159.
    let fact: FactID
  }

  /// Changes of the icon since the Home Screen drew it anew (ICON-159).
  var iconChanges = 0
  /// The app is offloaded: its icon and documents are there, its code is not (ICON-156).
  var isOffloaded = false

  /// What the app assigned to `shortcutItems` (QUICK-049).
  var dynamicItems: [ShortcutItem] = []
  /// The languages changed since the app set them (QUICK-064).
  var dynamicItemsAreHidden = false
  /// The app lock of the icon's menu (QUICK-086).
  var requiresAuthentication = false
  /// The last actions that were sent to the app, so that it can be told which one it handled.
  var deliveries: [Delivery] = []

  /// How many of them are kept.
  static let keptDeliveries = 64

  /// Sessions of scenes that outlive the process, oldest first; only under the condition `keepSessions` (LAUNCH-029).
  var sessions: [SceneSession] = []
  /// Sessions that were discarded while no process could hear of it (LAUNCH-103).
  var discardedSessions: [SceneSession] = []
  /// Counts the sessions that were ever made, for their identifiers.
  var sessionCount = 0
  /// What an app without scenes encoded when it last went to the background (LAUNCH-056).
  var restorableState: PropertyListDictionary?
  /// The user ended it in the switcher, and has not launched it since (LAUNCH-099).
  var wasQuitByUser = false
  /// False: it is in the App Library only (QUICK-091).
  var isOnHomeScreen = true
  /// Where the icon was put; nil: its turn in the order of installation (QUICK-118).
  var place: IconPlace?
  /// While it is being downloaded (QUICK-094).
  var download: DownloadState?

  /// Where the app's lines begin in the trace; lines before belong to an earlier installation.
  let firstEvent: Int
  /// The handle that is in use, so that one app is one object.
  weak var handle: InstalledApp?

  init(_ bundleIdentifier: String, _ prepared: PreparedPackage, options: InstallOptions, firstEvent: Int) {
    self.bundleIdentifier = bundleIdentifier
    self.prepared = prepared
    self.options = options
    self.firstEvent = firstEvent
  }

  /// Replaces the package, as an update does.
  func update(to prepared: PreparedPackage, options: InstallOptions) {
    self.prepared = prepared
    self.options = options
    crash = nil
  }

  /// The SDK it was built with: the tester's word, else the package's, else unknown.
  var sdk: BuildSDK? { options.sdk ?? prepared.sdk }
}
