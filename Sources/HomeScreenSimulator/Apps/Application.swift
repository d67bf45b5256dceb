package import AppPackages
import PropertyLists

/// `UIApplication.shared` of a process: the interface of the system for the app's own code.
///
/// It works only while code of its process runs; otherwise every member throws ``SimulatorError`` `outside-the-app` or
/// `process-ended`.
public final class Application {
  /// The completion handler of `setAlternateIconName`, with nil for success.
  public typealias IconCompletion = (NSErrorValue?) throws -> Void

  let process: AppProcess

  init(process: AppProcess) { self.process = process }

  /// The bundle identifier of the app.
  public var bundleIdentifier: String { process.bundleIdentifier }

  /// The device of the process; nil after it was released.
  public var device: Device? { process.device }

  /// The main queue of the process.
  public var mainQueue: MainQueue { MainQueue(process: process) }

  /// A queue off the main thread.
  public var globalQueue: GlobalQueue { GlobalQueue(process: process) }

  /// The life cycle of this process.
  public var lifeCycle: LifeCycle { process.lifeCycle }

  /// The app's own delegate; nil if the app has none, and after the process has ended. In a SwiftUI app, the adaptor
  /// made it, and `UIApplication.shared` does not return it (LAUNCH-136).
  public var delegate: (any AppDelegate)? { process.appDelegate }

  /// The delegate of `UNUserNotificationCenter.current()`: the app delegate until the app sets another object or nil. A
  /// delegate that is set after `didFinishLaunching` does not get the answer that started the app (LAUNCH-204).
  public var notificationDelegate: (any CallbackReceiver)? {
    get { if case .chosen(let chosen) = process.responder { chosen } else { process.appDelegate } }
    set { if process.isAlive { process.responder = .chosen(newValue) } }
  }

  /// `BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)`: returns whether the Info.plist lists the
  /// identifier under `BGTaskSchedulerPermittedIdentifiers`. The handler never runs.
  ///
  /// - Throws: ``AppException`` for a listed identifier after the launch, up to iOS 18, and for a second handler of the
  ///   same identifier (LAUNCH-172); ``SimulatorError`` `api-unavailable` before iOS 13.
  public func registerBackgroundTask(_ identifier: String) throws -> Bool {
    let device = try process.requireInside("BGTaskScheduler.register")
    guard device.os >= .scenes else {
      throw SimulatorError(
        .apiUnavailable, "BGTaskScheduler does not exist in iOS \(device.os)",
        hint: "Check availability first: BGTaskScheduler needs iOS 13.", fact: "LAUNCH-172")
    }
    let info = process.record.prepared.info(on: device.deviceClass)
    let isListed = info["BGTaskSchedulerPermittedIdentifiers"]?.strings?.contains { ExactText.isSame($0, identifier) }
    guard isListed == true else { return false }
    let isLate = process.hasFinishedLaunching && device.os < .v26
    guard !isLate, process.backgroundTasks.insert(identifier).inserted else {
      throw AppException(
        name: "NSInternalInconsistencyException",
        reason: isLate
          ? "All launch handlers must be registered before application finishes launching"
          : "Launch handler for task with identifier \(identifier) has already been registered")
    }
    return true
  }

  /// The connected scenes of every role, in the order of connection; empty in an app without scenes.
  public var connectedScenes: [AppScene] { (process.scenes + process.sideScenes).sorted { $0.number < $1.number } }

  /// The key window of the scene that was active last, or of an app without scenes.
  public var keyWindow: AppWindow? { process.keyWindow }

  /// The app's code that replaces `present` on the class of view controllers (ICON-067); removed with the process.
  public var presentationInterceptor: (any PresentationInterceptor)? {
    get { process.presentationInterceptor }
    set { if process.isAlive { process.presentationInterceptor = newValue } }
  }

  /// Whether the app is active, inactive or in the background.
  public var applicationState: ApplicationState {
    get throws {
      _ = try process.requireInside("UIApplication.applicationState")
      return process.applicationState
    }
  }

  /// Whether the app can change its icon (ICON-012, ICON-013). The Info.plist does not matter.
  ///
  /// - Throws: ``SimulatorError`` `api-unavailable` before iOS 10.3 (ICON-009).
  public var supportsAlternateIcons: Bool {
    get throws {
      let device = try requireIconAPI("supportsAlternateIcons")
      return device.iconQuestion(process.record, name: nil).support.isSupported
    }
  }

  /// The name of the alternate icon; nil for the primary one (ICON-016), and in education mode (ICON-045).
  ///
  /// - Throws: ``SimulatorError`` `api-unavailable` before iOS 10.3 (ICON-009).
  public var alternateIconName: String? {
    get throws {
      let device = try requireIconAPI("alternateIconName")
      return device.conditions.educationMode ? nil : process.record.icon.storedName
    }
  }

  /// Requests another icon; nil for the primary one (ICON-010, ICON-017).
  ///
  /// The call returns at once; Swift's `async` form waits for the same handler (ICON-011). The system decides on a
  /// later turn of the main queue (ICON-183, in the order of ``AlternateIconDecision``). `completion` runs on the main
  /// queue (ICON-020): at once with an error, or with nil after the user has answered the alert (ICON-066, ICON-078).
  /// - Throws: ``SimulatorError`` `api-unavailable` before iOS 10.3 (ICON-009). An error from `completion` crashes the
  ///   app.
  public func setAlternateIconName(_ name: String?, completion: IconCompletion? = nil) throws {
    let device = try requireIconAPI("setAlternateIconName")
    checkMainThread(on: device)
    try device.requestIcon(name, for: process, completion: completion)
  }

  /// The private `_setAlternateIconName:completionHandler:`: the same checks and errors, but no alert (ICON-082). The
  /// store rejects apps that use it, and from iOS 26.1 on it shows the alert (ICON-223), or does nothing if a condition
  /// says so (ICON-083).
  ///
  /// - Throws: as ``setAlternateIconName(_:completion:)``.
  public func setAlternateIconNameSilently(_ name: String?, completion: IconCompletion? = nil) throws {
    let device = try requireIconAPI("_setAlternateIconName")
    checkMainThread(on: device)
    try device.requestIcon(name, for: process, silently: true, completion: completion)
  }

  /// Performs the check of the Main Thread Checker in Xcode 9 and later (ICON-022).
  private func checkMainThread(on device: Device) {
    if process.execution.isOffMainThread, device.os >= .v11 {
      device.log(
        device.words(.mainThreadOnly, "UIApplication.setAlternateIconName(_:completionHandler:)"), from: process,
        fact: "ICON-022")
    }
  }

  /// Prints a line on the app's console, as `NSLog` does.
  public func log(_ line: String) throws {
    let device = try process.requireInside("NSLog")
    device.log(line, from: process)
  }

  private func requireIconAPI(_ name: String) throws -> Device {
    let device = try process.requireInside("UIApplication." + name)
    guard !process.record.prepared.isAppExtension else {
      throw SimulatorError(
        .apiUnavailable, "\(bundleIdentifier) is an app extension, and UIApplication.shared is not available there",
        hint: "Change the icon in the app itself.", fact: "ICON-023")
    }
    guard device.os >= .alternateIcons else {
      throw SimulatorError(
        .apiUnavailable, "UIApplication.\(name) does not exist in iOS \(device.os)",
        hint: "Check availability first: alternate icons need iOS 10.3.", fact: "ICON-009")
    }
    return device
  }
}

extension Application {
  /// The installed app of this process; nil after the device was released or the process has ended.
  ///
  /// Closures that the device keeps must hold the application, not the app: an ``InstalledApp`` holds its device.
  public var app: InstalledApp? {
    guard process.isAlive, let device = process.device else { return nil }
    return device.handle(for: process.record)
  }
}

extension Application {
  /// The maximum number of dynamic items of an app in the simulator.
  public static let maximumShortcutItems = 1000

  /// The dynamic quick actions: all assigned ones, even if the menu has no room for them (QUICK-061, QUICK-062). Empty
  /// before the first assignment (QUICK-052), after clearing (QUICK-055), and in another language of the device
  /// (QUICK-064). Static items are not included (QUICK-049).
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`.
  public var shortcutItems: [ShortcutItem] {
    get throws {
      _ = try process.requireInside("UIApplication.shortcutItems")
      return process.record.dynamicItems
    }
  }

  /// Replaces the dynamic quick actions, at any time (QUICK-050); nil or an empty array removes all (QUICK-053,
  /// QUICK-054). The values are copied (QUICK-048).
  ///
  /// Apple's sample assigns them in `sceneWillResignActive`, before the menu can be opened (QUICK-051). In an app with
  /// scenes, code in `applicationWillEnterForeground` would never run (LAUNCH-071).
  ///
  /// They survive launches and reboots (QUICK-056) and updates (QUICK-057, QUICK-058), and are removed with the app
  /// (QUICK-060). On iOS 26 an assignment off the main thread is lost (QUICK-120).
  /// - Throws: ``SimulatorError`` `outside-the-app`, `process-ended`, or `too-many-items` beyond
  ///   ``maximumShortcutItems``.
  public func setShortcutItems(_ items: [ShortcutItem]?) throws {
    let device = try process.requireInside("UIApplication.shortcutItems")
    let items = items ?? []
    guard items.count <= Application.maximumShortcutItems else {
      throw SimulatorError(
        .tooManyItems,
        "\(bundleIdentifier) assigned \(items.count) shortcut items; the simulator keeps "
          + "\(Application.maximumShortcutItems)",
        hint: "Assign fewer items: at most four are shown.", fact: "QUICK-065")
    }
    if process.execution.isOffMainThread, device.os.major == OSVersion.v26.major {
      return device.note(
        .quirk(.itemsLost), app: bundleIdentifier, [TraceDetail.Field(.count, .integer(items.count))],
        fact: "QUICK-120")
    }
    process.record.dynamicItems = items
    process.record.hiddenItems = nil
    device.note(
      .menu(.itemsSet), app: bundleIdentifier, [TraceDetail.Field(.count, .integer(items.count))], fact: "QUICK-049")
  }

  /// Checks that this version has this kind of icon (QUICK-042, QUICK-046). Call this when the app's code creates one.
  ///
  /// - Throws: ``SimulatorError`` `api-unavailable`.
  public func requireAvailable(_ icon: ShortcutIcon) throws {
    let device = try process.requireInside("UIApplicationShortcutIcon")
    guard device.os >= icon.firstOS else {
      throw SimulatorError(
        .apiUnavailable, "The shortcut icon “\(icon)” does not exist in iOS \(device.os)",
        hint: "Check availability first: the icon needs iOS \(icon.firstOS).", fact: "QUICK-042")
    }
  }
}

/// Opening and closing windows from the app's own code.
extension Application {
  /// A handler that gets the error if the system denies the request.
  public typealias SceneErrorHandler = (NSErrorValue) throws -> Void

  /// The sessions of the app's windows: first those waiting for a scene, then those of connected scenes.
  public var openSessions: [SceneSession] { process.openSessions }

  /// `requestSceneSessionActivation(_:userActivity:options:errorHandler:)`: brings the window of a session to the
  /// front, or opens one (LAUNCH-143). The call returns at once.
  ///
  /// - Parameters:
  ///   - session: the session of the window; nil for a new window.
  ///   - activity: in the connection options of a new window; otherwise continued in the existing one.
  ///   - errorHandler: runs on the main queue if the system denies the request.
  /// - Throws: ``SimulatorError`` `outside-the-app`, `process-ended`, or `api-unavailable` before iOS 13.
  public func requestSceneSessionActivation(
    _ session: SceneSession?, userActivity activity: UserActivity? = nil, errorHandler: SceneErrorHandler? = nil
  ) throws {
    let device = try requireScenes("requestSceneSessionActivation")
    device.activate(session, activity, for: process, errorHandler: errorHandler)
  }

  /// `requestSceneSessionDestruction(_:options:errorHandler:)`: closes a window permanently (LAUNCH-144). The call
  /// returns at once.
  ///
  /// - Throws: as ``requestSceneSessionActivation(_:userActivity:errorHandler:)``.
  public func requestSceneSessionDestruction(_ session: SceneSession, errorHandler: SceneErrorHandler? = nil) throws {
    let device = try requireScenes("requestSceneSessionDestruction")
    device.destroy(session, for: process, errorHandler: errorHandler)
  }

  private func requireScenes(_ name: String) throws(SimulatorError) -> Device {
    let device = try process.requireInside("UIApplication." + name)
    guard device.os >= .scenes else {
      throw SimulatorError(
        .apiUnavailable, "UIApplication.\(name) does not exist in iOS \(device.os)",
        hint: "Check availability first: scenes need iOS 13.", fact: "LAUNCH-080")
    }
    return device
  }
}

/// Opening URLs from the app's own code.
extension Application {
  /// The completion handler of `open(_:options:completionHandler:)`, with whether something opened the URL.
  public typealias OpenCompletion = (Bool) throws -> Void

  /// `canOpenURL(_:)`: returns whether an app on the device opens the URL. The Info.plist must list its scheme under
  /// `LSApplicationQueriesSchemes`, except for schemes of the browser and of the system's apps (LAUNCH-130,
  /// LAUNCH-131, LAUNCH-146).
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`; `not-modelled` for a telephone call from an iPad.
  public func canOpenURL(_ url: String) throws -> Bool {
    let device = try process.requireInside("UIApplication.canOpenURL")
    return try device.canOpenURL(url, asking: process)
  }

  /// `open(_:options:completionHandler:)`: brings the app with the URL's scheme or the link's domain to the front, or
  /// an app of the system (LAUNCH-145), or the browser (LAUNCH-132). The call returns at once.
  ///
  /// - Parameters:
  ///   - universalLinksOnly: the option of this name: do not open the browser.
  ///   - completion: runs on the main queue; an error that it throws crashes the app.
  /// - Throws: ``SimulatorError`` `api-unavailable` before iOS 10, `not-modelled` for a telephone call from an iPad.
  public func open(_ url: String, universalLinksOnly: Bool = false, completion: OpenCompletion? = nil) throws {
    let device = try process.requireInside("UIApplication.open")
    guard device.os >= .v10 else {
      throw SimulatorError(
        .apiUnavailable, "UIApplication.open(_:options:completionHandler:) does not exist in iOS \(device.os)",
        hint: "Use openURL(_:) on systems before iOS 10.", fact: "LAUNCH-132")
    }
    try device.open(url, for: process, universalLinksOnly: universalLinksOnly, completion: completion)
  }

  /// `openURL(_:)`, deprecated since iOS 10: as ``open(_:universalLinksOnly:completion:)``, with a result at once. In an
  /// app built with the SDK of iOS 18 or later it does nothing from iOS 18 on (LAUNCH-134).
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`; `not-modelled` for a telephone call from an iPad.
  public func openURL(_ url: String) throws -> Bool {
    let device = try process.requireInside("UIApplication.openURL")
    if device.os >= .v18, let sdk = process.record.sdk, sdk.refusesOpenURL {
      if let line = device.consoleLine(.openURLRefused) { device.log(line, from: process, fact: "LAUNCH-134") }
      return false
    }
    return try device.open(url, for: process, universalLinksOnly: false, completion: nil)
  }
}

extension Application {
  /// `UIImage(named:)`: finds an image set of the catalog, an app icon set if this version supports it, otherwise a
  /// file in the bundle by its name without extension and scale; nil if none is found.
  ///
  /// An app icon set loads before iOS 18 (ICON-165), but not in builds of TestFlight and the App Store, which lose
  /// their sets on upload (ICON-166). A loose file loads in every version, regardless of sets.
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`.
  public func image(named name: String) throws -> AppImage? {
    let device = try process.requireInside("UIImage")
    let record = process.record
    let package = record.prepared.package
    var kinds: [AssetSet.Kind] = [.image]
    if device.os < .v18, record.options.distribution == .development { kinds.append(.appIcon) }
    Work.count((package.catalog?.sets.count ?? 0) * kinds.count / 4)
    for kind in kinds {
      guard let set = package.catalog?.set(named: name, kind: kind),
        let image = image(named: name, in: set, on: device.model)
      else { continue }
      return image
    }
    guard let file = record.prepared.looseImage(named: name, on: device.model), let header = file.header else {
      return nil
    }
    return AppImage(
      name: name, source: .loose, file: file.path, scale: file.scale,
      pixels: AppImage.Size(width: Double(header.width), height: Double(header.height)))
  }

  /// Returns the image of a set, or nil for a set without pictures.
  private func image(named name: String, in set: AssetSet, on model: DeviceModel) -> AppImage? {
    // A set with only a known name counts as complete.
    if set.entries.isEmpty {
      return AppImage(name: name, source: .catalog, file: nil, scale: model.screenScale, pixels: nil)
    }
    return set.picture(forScale: model.screenScale).map { entry in
      AppImage(
        name: name, source: .catalog, file: entry.filename, scale: entry.scale ?? 1,
        pixels: entry.pixelSize.map { AppImage.Size(width: $0.width, height: $0.height) })
    }
  }
}

extension AssetSet {
  /// Returns the picture of an image set in the screen's scale, otherwise the largest one, or nil (ICON-242).
  package func picture(forScale scale: Int) -> AssetEntry? {
    Work.count(entries.count)
    let pictures = entries.filter { $0.filename != nil && $0.appearance == .any }
    for wanted in [scale, 3, 2, 1] {
      if let picture = pictures.first(where: { ($0.scale ?? 1) == wanted }) { return picture }
    }
    return pictures.first
  }
}

/// `UIImage`: a picture loaded by its name.
public struct AppImage: Sendable, Equatable {
  /// The source of an image.
  public enum Source: String, Sendable, CaseIterable {
    /// A file in the bundle.
    case loose
    /// A set of the asset catalog.
    case catalog
  }

  /// The requested name.
  public let name: String
  /// The source: a file of the bundle or the asset catalog.
  public let source: Source
  /// The picture's file: its path in the bundle, or its name in the catalog; nil if the set does not name it.
  public let file: String?
  /// Pixels per point.
  public let scale: Int
  /// The size in points; nil if the picture's size is unknown.
  public let size: Size?

  /// Width and height in points.
  public struct Size: Sendable, Equatable {
    /// The width in points: pixels divided by the scale.
    public let width: Double
    /// The height in points: pixels divided by the scale.
    public let height: Double
  }

  init(name: String, source: Source, file: String?, scale: Int, pixels: Size?) {
    (self.name, self.source, self.file) = (name, source, file)
    self.scale = max(1, scale)
    let scale = Double(self.scale)
    size = pixels.map { Size(width: $0.width / scale, height: $0.height / scale) }
  }
}
