public import AppPackages
import PropertyLists

/// An app on a device, as seen by the tester.
///
/// Each app has one object as long as it is referenced. After ``Device/uninstall(_:)`` every use of the object throws
/// ``SimulatorError`` `app-not-installed`.
public final class InstalledApp: WeaklyReferenceable {
  /// The device of the app.
  public let device: Device
  let record: AppRecord
  package let weakReference = WeakReference<InstalledApp>()

  init(device: Device, record: AppRecord) {
    (self.device, self.record) = (device, record)
    weakReference.hold(self)
  }

  deinit { weakReference.cut() }

  /// The bundle identifier, also after the app is removed.
  public var bundleIdentifier: String { record.bundleIdentifier }

  /// Whether the app is still installed.
  public var isInstalled: Bool { record.isInstalled }

  /// Whether the app is offloaded: it has its icon and documents, but no code (ICON-156).
  public var isOffloaded: Bool { record.isOffloaded }

  /// The app's code, which makes the delegates of each process; nil for an app without code.
  ///
  /// A change takes effect in the next process.
  public var code: (any AppCode)? {
    get { record.code }
    set { record.code = newValue }
  }

  /// The life cycle of the app's next process, as known before its code runs (LAUNCH-058).
  public var lifeCycle: LifeCycle { get throws { device.declaredLifeCycle(of: try installedRecord()) } }

  /// The life cycle that the tester chose for the app; nil for the one that the package declares.
  package var chosenLifeCycle: LifeCycle? { try? installedRecord().options.lifeCycle }

  /// The installed package.
  public var package: AppPackage { get throws { try installedRecord().prepared.package } }

  /// The text below the icon (ICON-167).
  public var label: String { get throws { try device.label(of: installedRecord()) } }

  /// The state of the app.
  public var state: AppState { get throws { try installedRecord().process?.state ?? .notRunning } }

  /// The name of the stored icon; nil for the primary icon (ICON-152).
  public var iconName: String? { get throws { try installedRecord().icon.storedName } }

  /// The lines on the app's console since its installation, from all processes.
  public var console: [String] {
    get throws {
      let record = try installedRecord()
      return device.trace.events[record.firstEvent...].compactMap { event in
        guard event.kind == .log, event.app == record.bundleIdentifier, case .text(let line) = event.detail else {
          return nil
        }
        return line
      }
    }
  }

  /// The connected windows of the app's process, in the order of connection; empty if the app is not running, and in an
  /// app without scenes.
  public var scenes: [AppScene] { get throws { try installedRecord().process?.scenesAsConnected ?? [] } }

  /// Opens another window, as the row New Window does (QUICK-089); launches an app without a process.
  ///
  /// - Parameter isBeside: whether it shares the screen with the visible window (LAUNCH-147).
  /// - Throws: ``SimulatorError`` `single-scene`, `too-many-items`, `device-locked`, or `app-not-running` for a shared
  ///   screen if the app is not in front; errors that escape the app's code.
  public func newScene(beside isBeside: Bool = false) throws {
    let record = try installedRecord()
    try device.perform("newScene") {
      if isBeside { try device.openWindowBeside(of: record) } else { try device.openWindow(of: record) }
    }
  }

  /// Shows the app on a display other than the device's own, if it has a scene for it (LAUNCH-141, LAUNCH-142).
  ///
  /// - Throws: ``SimulatorError`` `app-not-running` for an external display if the app is not in front,
  ///   `app-offloaded`, `not-downloaded`; errors that escape the app's code.
  public func connect(_ display: AppDisplay) throws {
    let record = try installedRecord()
    try device.perform("connectDisplay") { try device.connect(display, to: record) }
  }

  /// Disconnects the display and the app's scene on it; does nothing if the app is not on it.
  public func disconnect(_ display: AppDisplay) throws {
    let record = try installedRecord()
    try device.perform("disconnectDisplay") { device.disconnect(display, from: record) }
  }

  /// The crash of the last process; nil if it did not crash. A new start clears it.
  public var crash: AppCrash? { get throws { try installedRecord().crash } }

  /// Ends the app's process. If the cause is the user in the app switcher, the app is notified unless it is suspended
  /// (LAUNCH-098); if it is the system for lack of memory, there is no callback (LAUNCH-075). Without a process, the
  /// user removes the app from the switcher (LAUNCH-104).
  public func terminate(_ cause: TerminationCause = .user) throws {
    let record = try installedRecord()
    try device.perform("terminate") {
      switch cause {
      case .user: device.quit(record)
      case .jetsam: if let process = record.process { device.end(process, because: .jetsam) }
      }
    }
  }

  /// Brings the app to the front from the app switcher; launches an app without a process.
  public func activate() throws {
    let record = try installedRecord()
    try device.perform("activate") { try device.bringToFront(record) }
  }

  /// Suspends the app, which must be in the background, before the system does so (LAUNCH-073).
  public func suspend() throws {
    let record = try installedRecord()
    try device.perform("suspend") {
      let process = try record.requireProcess()
      guard process.phase == .background || process.phase == .suspended else {
        throw SimulatorError(
          .appInFront, "\(record.bundleIdentifier) is in front, so it cannot be suspended",
          hint: "Press Home first: device:pressHome().")
      }
      device.suspend(process)
    }
  }

  /// Runs code of the app in its process, on the main thread, and returns its result.
  ///
  /// Work that the code queues without a delay runs before this method returns.
  /// - Throws: ``SimulatorError`` `app-not-running` or `app-suspended`; errors from `body`, which crash the app.
  public func run<Result>(_ body: (Application) throws -> Result) throws -> Result {
    let record = try installedRecord()
    return try device.perform("run") {
      let process = try record.requireProcess()
      guard process.phase != .suspended else {
        throw SimulatorError(
          .appSuspended, "\(record.bundleIdentifier) is suspended, so its code cannot run",
          hint: "Activate the app first: app:activate().", fact: "LAUNCH-073")
      }
      return try device.enter(process) { try body(process.application) }
    }
  }

  /// Declares, from the app's code, that it has handled a quick action, for ``Trace/handling(of:)``.
  ///
  /// - Throws: ``SimulatorError`` `app-not-running`, or `outside-the-app` if the app's code is not running.
  public func didHandle(_ item: ShortcutItem) throws {
    let record = try installedRecord()
    let process = try record.requireProcess()
    let device = try process.requireInside("didHandle")
    device.noteHandled(item, by: process)
  }

  /// - Throws: ``SimulatorError`` `app-not-installed` after the app was uninstalled.
  func installedRecord() throws(SimulatorError) -> AppRecord {
    guard record.isInstalled else {
      throw SimulatorError(
        .appNotInstalled, "\(record.bundleIdentifier) was uninstalled from this device",
        hint: "Install the app again, and use the object that device:install returns.")
    }
    return record
  }
}

extension InstalledApp: Equatable {
  /// Returns whether both are the same app on the same device.
  public static func == (a: InstalledApp, b: InstalledApp) -> Bool { a.record === b.record }
}

extension AppRecord {
  /// - Throws: ``SimulatorError`` `app-not-running`.
  func requireProcess() throws(SimulatorError) -> AppProcess {
    guard let process else {
      throw SimulatorError(
        .appNotRunning, "\(bundleIdentifier) is not running\(crash == nil ? "" : ": it has crashed")",
        hint: "Launch the app first: tap its icon, or call device:launch(app).")
    }
    return process
  }
}

/// The choices that an app offers, computed without side effects.
extension InstalledApp {
  /// The names of the alternate icons that the app declares for its device, in file order; empty once the app is removed.
  package var alternateIconNames: [String] { isInstalled ? record.prepared.icons(on: device.deviceClass).names : [] }

  /// The rows in the menu of the app's icon, from top to bottom; empty once the app is removed.
  package var offeredRows: [MenuRow] {
    guard isInstalled else { return [] }
    let menu = device.makeMenu(of: record, inLibrary: false)
    return menu.rows.map { MenuRow(device: device, menu: menu, content: $0) }
  }
}

/// The pictures of an installed app.
extension InstalledApp {
  /// Returns the picture of the app in a place, with the reasons for it.
  ///
  /// The places show the stored icon (ICON-157), except for the store (ICON-203). The Home Screen (ICON-158) and places
  /// with their own cache (ICON-247 to ICON-250) can be outdated.
  /// - Parameters:
  ///   - surface: the place.
  ///   - appearance: the appearance of icons; by default the device's. Versions that do not have it show the
  ///     light one (ICON-147, ICON-251).
  /// - Throws: ``SimulatorError`` `app-not-installed`, or `icon-elsewhere` if the version does not have the place.
  public func picture(on surface: IconSurface = .home, appearance: IconAppearance? = nil) throws -> IconPicture {
    let record = try installedRecord()
    if surface == .library { try device.requireAppLibrary(fact: "ICON-245") }
    return device.picture(of: record, on: surface, appearance: appearance ?? device.iconAppearance)
  }
}

extension Device {
  /// The appearance of icons on the Home Screen.
  var iconAppearance: IconAppearance { appearance.ofIcons(in: os).icons }
}

/// The device's data about an installed app. The device owns it; an ``InstalledApp`` is a handle to it.
///
/// It does not hold the device, so that a device without handles is released with all of its apps.
final class AppRecord {
  let bundleIdentifier: String
  var prepared: PreparedPackage
  var options: InstallOptions
  var code: (any AppCode)?
  var process: AppProcess?
  var crash: AppCrash?
  /// Whether the app is installed; its handles become invalid when it is removed.
  var isInstalled = true

  var icon = AppIcon()
  var presence = IconPresence()
  /// The items that the app assigned to `shortcutItems`; they outlive the process (QUICK-049).
  var dynamicItems: [ShortcutItem] = []
  /// The items of another language of the device, and the language in which the app assigned them (QUICK-064).
  var hiddenItems: (locale: String, items: [ShortcutItem])?
  var scenes = SceneMemory()
  /// Whether the app is offloaded: it has its icon and documents, but no code (ICON-156).
  var isOffloaded = false
  /// Whether the app is locked, in the icon's menu (QUICK-086).
  var requiresAuthentication = false
  /// The last actions sent to the app, to match the ones that it handles.
  private(set) var deliveries: [Delivery] = []
  /// The maximum number of kept actions.
  private static let maximumDeliveries = 64

  /// Whether the user quit the app in the app switcher and has neither launched it nor restarted the device since
  /// (LAUNCH-099).
  var wasQuitByUser = false
  /// The state of the download, while it is in progress (QUICK-094).
  var download: DownloadState?

  /// The index of the app's first event in the trace; earlier events belong to a previous installation.
  let firstEvent: Int
  /// The current handle, so that each app has one object.
  @Weak var handle: InstalledApp?

  init(_ bundleIdentifier: String, _ prepared: PreparedPackage, options: InstallOptions, firstEvent: Int) {
    (self.bundleIdentifier, self.prepared, self.options) = (bundleIdentifier, prepared, options)
    self.firstEvent = firstEvent
  }

  /// Keeps an action that was sent to the app.
  func keep(_ delivery: Delivery) {
    if deliveries.count == AppRecord.maximumDeliveries { deliveries.removeFirst() }
    deliveries.append(delivery)
  }

  /// Returns the last delivery of an item; if there is none, of an item with its type.
  func delivery(of item: ShortcutItem) -> Delivery? {
    deliveries.last { $0.item == item } ?? deliveries.last { $0.item?.type == item.type }
  }

  /// Replaces the package, as an update does.
  func update(to prepared: PreparedPackage, options: InstallOptions) {
    (self.prepared, self.options) = (prepared, options)
    crash = nil
  }

  /// The SDK of the build: the tester's option, otherwise the package's; nil if it is unknown.
  var sdk: BuildSDK? { options.sdk ?? prepared.sdk }
}

/// The state of an app's download (QUICK-094).
enum DownloadState: String, Sendable {
  case running
  case paused
}

/// The state of an app, in XCUIApplication's words. The raw values are the names in scripts.
public enum AppState: String, Sendable, CaseIterable {
  case notRunning
  case runningForeground
  case runningBackground
  case runningBackgroundSuspended
}

/// The value of `UIApplication.applicationState`.
public enum ApplicationState: String, Sendable, CaseIterable {
  case active
  case inactive
  case background
}

/// The cause of the end of a process.
public enum TerminationCause: String, Sendable, CaseIterable {
  /// The user, in the app switcher.
  case user
  /// The system, for lack of memory.
  case jetsam
}
