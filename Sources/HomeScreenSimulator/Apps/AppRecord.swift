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

  var icon = AppIcon()
  var presence = IconPresence()
  /// What the app assigned to `shortcutItems`; it outlives the process (QUICK-049).
  var dynamicItems: [ShortcutItem] = []
  var scenes = SceneMemory()
  /// The app is offloaded: its icon and documents are there, its code is not (ICON-156).
  var isOffloaded = false
  /// The app lock of the icon's menu (QUICK-086).
  var requiresAuthentication = false
  /// The last actions that were sent to the app, so that it can be told which one it handled.
  private(set) var deliveries: [Delivery] = []
  /// How many of them are kept.
  private static let maximumDeliveries = 64

  /// The user ended it in the switcher, and has not launched it since (LAUNCH-099).
  var wasQuitByUser = false
  /// While it is being downloaded (QUICK-094).
  var download: DownloadState?

  /// Where the app's lines begin in the trace; lines before belong to an earlier installation.
  let firstEvent: Int
  /// The handle that is in use, so that one app is one object.
  @Tethered var handle: InstalledApp?

  init(_ bundleIdentifier: String, _ prepared: PreparedPackage, options: InstallOptions, firstEvent: Int) {
    self.bundleIdentifier = bundleIdentifier
    self.prepared = prepared
    self.options = options
    self.firstEvent = firstEvent
  }

  /// An action was sent to the app.
  func keep(_ delivery: Delivery) {
    if deliveries.count == AppRecord.maximumDeliveries { deliveries.removeFirst() }
    deliveries.append(delivery)
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

/// How far the download of an app is (QUICK-094).
enum DownloadState: String, Sendable {
  case running
  case paused
}
