public import AppPackages
import PropertyLists

/// An app on a device, as the tester holds it.
///
/// One app is one object as long as somebody holds it. After ``Device/uninstall(_:)`` the object is dead: whatever is
/// asked of it throws ``SimulatorError`` `app-not-installed`.
public final class InstalledApp: WeaklyReferenceable {
  /// The device that it is installed on.
  public let device: Device
  let record: AppRecord
  package let weakReference = WeakReference<InstalledApp>()

  init(device: Device, record: AppRecord) {
    self.device = device
    self.record = record
    weakReference.hold(self)
  }

  deinit { weakReference.cut() }

  /// The bundle identifier; known even after the app is gone.
  public var bundleIdentifier: String { record.bundleIdentifier }

  /// Whether the app is still installed.
  public var isInstalled: Bool { record.isInstalled }

  /// Whether it is offloaded: its icon and documents are there, its code is not (ICON-156).
  public var isOffloaded: Bool { record.isOffloaded }

  /// The app's code, from which each process makes its delegates; nil: an app that implements nothing.
  ///
  /// A change holds from the next process on.
  public var code: (any AppCode)? {
    get { record.code }
    set { record.code = newValue }
  }

  /// How its next process hears of its launch, as far as that is known before its code runs (LAUNCH-058).
  public var lifeCycle: LifeCycle {
    get throws { device.declaredLifeCycle(of: try live()) }
  }

  /// The package that is installed.
  public var package: AppPackage {
    get throws { try live().prepared.package }
  }

  /// The text under the icon (ICON-167).
  public var label: String {
    get throws { try device.label(of: live()) }
  }

  /// What the app is doing.
  public var state: AppState {
    get throws { try live().process?.state ?? .notRunning }
  }

  /// The name of the icon that the system has stored; nil is the primary icon (ICON-152).
  public var iconName: String? {
    get throws { try live().icon.storedName }
  }

  /// The lines on the app's console since it was installed, of all of its processes.
  public var console: [String] {
    get throws {
      let record = try live()
      return device.trace.events[record.firstEvent...].compactMap { event in
        guard event.kind == .log, event.app == record.bundleIdentifier, case .text(let line) = event.detail else {
          return nil
        }
        return line
      }
    }
  }

  /// The connected windows of its process, in the order in which they were connected; none when it does not run, and none
  /// in an app without scenes.
  public var scenes: [AppScene] {
    get throws { try live().process?.scenesAsConnected ?? [] }
  }

  /// Opens another window, as the row New Window does (QUICK-089); an app without a process is launched.
  ///
  /// - Parameter isBeside: it shares the screen with the window that is there (LAUNCH-147).
  /// - Throws: ``SimulatorError`` `single-scene`, `too-many-items`, `device-locked`, or `app-not-running` for a window
  ///   beside another one when the app is not in front; what escapes the app's code.
  public func newScene(beside isBeside: Bool = false) throws {
    let record = try live()
    try device.perform("newScene") {
      if isBeside { try device.openWindowBeside(of: record) } else { try device.openWindow(of: record) }
    }
  }

  /// Shows the app on a display beside the device's own, if it has a scene for it (LAUNCH-141, LAUNCH-142).
  ///
  /// - Throws: ``SimulatorError`` `app-not-running` for an external display when the app is not in front, `app-offloaded`,
  ///   `not-downloaded`; what escapes the app's code.
  public func connect(_ display: AppDisplay) throws {
    let record = try live()
    try device.perform("connectDisplay") { try device.connect(display, to: record) }
  }

  /// Takes the display away, and with it the app's scene on it; nothing happens where there is none.
  public func disconnect(_ display: AppDisplay) throws {
    let record = try live()
    try device.perform("disconnectDisplay") { device.disconnect(display, from: record) }
  }

  /// How the last process ended by itself; nil if it did not. A new start clears it.
  public var crash: AppCrash? {
    get throws { try live().crash }
  }

  /// Ends the app's process: the user in the switcher, which the app hears of unless it is suspended (LAUNCH-098), or the
  /// system for want of memory, without a callback (LAUNCH-075). Without one, the user closes what the switcher still shows
  /// (LAUNCH-104).
  public func terminate(_ cause: TerminationCause = .user) throws {
    let record = try live()
    try device.perform("terminate") {
      switch cause {
      case .user: device.quit(record)
      case .jetsam: if let process = record.process { device.end(process, because: .jetsam) }
      }
    }
  }

  /// Brings the app to the front from the switcher; one without a process is launched.
  public func activate() throws {
    let record = try live()
    try device.perform("activate") { try device.bringToFront(record) }
  }

  /// Suspends the app, which must be in the background, without waiting for the system to do so (LAUNCH-073).
  public func suspend() throws {
    let record = try live()
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

  /// Runs a piece of the app's own code in its process, on the main thread, and returns its result.
  ///
  /// What the code queues for now runs before this returns.
  /// - Throws: ``SimulatorError`` `app-not-running` or `app-suspended`; and what `body` throws, which is a crash of
  ///   the app.
  public func run<Result>(_ body: (Application) throws -> Result) throws -> Result {
    let record = try live()
    return try device.perform("run") {
      let process = try record.requireProcess()
      guard process.phase != .suspended else {
        throw SimulatorError(
          .appSuspended, "\(record.bundleIdentifier) is suspended, so its code cannot run",
          hint: "Activate it first.", fact: "LAUNCH-073")
      }
      return try device.enter(process) { try body(process.application) }
    }
  }

  /// The app's code declares that it has handled a quick action. It is recorded, and ``Trace/handling()`` compares it
  /// with what was delivered.
  ///
  /// - Throws: ``SimulatorError`` `app-not-running`, or `outside-the-app` when no code of the app is running.
  public func didHandle(_ item: ShortcutItem) throws {
    let record = try live()
    let process = try record.requireProcess()
    let device = try process.requireInside("didHandle")
    device.noteHandled(item, by: process)
  }

  /// - Throws: ``SimulatorError`` `app-not-installed` when the app was uninstalled.
  func live() throws(SimulatorError) -> AppRecord {
    guard record.isInstalled else {
      throw SimulatorError(
        .appNotInstalled, "\(record.bundleIdentifier) was uninstalled from this device",
        hint: "Install it again and use the app that install returns.")
    }
    return record
  }
}

extension InstalledApp: Equatable {
  /// The same app on the same device.
  public static func == (a: InstalledApp, b: InstalledApp) -> Bool { a.record === b.record }
}

extension AppRecord {
  /// - Throws: ``SimulatorError`` `app-not-running`.
  func requireProcess() throws(SimulatorError) -> AppProcess {
    guard let process else {
      throw SimulatorError(
        .appNotRunning, "\(bundleIdentifier) is not running\(crash == nil ? "" : ": it has crashed")",
        hint: "Launch it first: tap its icon, or use the device's launch.")
    }
    return process
  }
}

/// What an app offers to be chosen, known without doing anything.
extension InstalledApp {
  /// The names of the alternate icons that it declares for its device, in the order of the file; none once it is gone.
  package var alternateIconNames: [String] {
    isInstalled ? record.prepared.icons(on: device.deviceClass).names : []
  }

  /// The rows that a press on its icon would show, from top to bottom; none once it is gone.
  package var offeredRows: [MenuRow] {
    guard isInstalled else { return [] }
    let menu = device.makeMenu(of: record, inLibrary: false)
    return menu.rows.map { MenuRow(device: device, menu: menu, content: $0) }
  }
}

/// The pictures of an installed app.
extension InstalledApp {
  /// The picture that a place shows of the app, and why.
  ///
  /// The places show the icon that the system has stored (ICON-157), but for the store (ICON-203); the Home Screen
  /// (ICON-158) and those with a cache of their own (ICON-247 to ICON-250) can lag behind.
  /// - Parameters:
  ///   - surface: the place.
  ///   - appearance: the look of icons; by default that of the device. Versions that do not have it show the light one
  ///     (ICON-147, ICON-251).
  /// - Throws: ``SimulatorError`` `app-not-installed`, or `icon-elsewhere` where the version does not have the place.
  public func picture(on surface: IconSurface = .home, appearance: IconAppearance? = nil) throws -> IconPicture {
    let record = try live()
    guard surface.exists(in: device.os) else {
      throw SimulatorError(
        .iconElsewhere, "iOS \(device.os) has no App Library", hint: "It begins with iOS 14.", fact: "ICON-245")
    }
    return device.picture(
      of: record, on: surface, appearance: appearance ?? device.iconAppearance)
  }
}

extension Device {
  /// Which pictures of icons the Home Screen shows.
  var iconAppearance: IconAppearance { appearance.ofIcons(in: os).icons }
}

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
  @Weak var handle: InstalledApp?

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

/// What an app is doing, in XCUIApplication's words. The raw values are the names that scripts use.
public enum AppState: String, Sendable, CaseIterable {
  case notRunning
  case runningForeground
  case runningBackground
  case runningBackgroundSuspended
}

/// What `UIApplication.applicationState` tells the app's code.
public enum ApplicationState: String, Sendable, CaseIterable {
  case active
  case inactive
  case background
}

/// Who ended a process.
public enum TerminationCause: String, Sendable, CaseIterable {
  /// The user, in the app switcher.
  case user
  /// The system, for want of memory.
  case jetsam
}
