/// `UIApplication.shared` of one process: what the app's own code can ask of the system.
///
/// It works only while code of its process runs; otherwise every member throws ``SimulatorError`` `outside-the-app`
/// or `process-ended`.
public final class Application {
  /// What `setAlternateIconName` calls in the end, with nil for success.
  public typealias IconCompletion = (NSErrorValue?) throws -> Void

  let process: AppProcess

  init(process: AppProcess) {
    self.process = process
  }

  /// The bundle identifier of the app.
  public var bundleIdentifier: String { process.bundleIdentifier }

  /// The device that the process runs on; nil when it is gone.
  public var device: Device? { process.device }

  /// The main queue of the process.
  public var mainQueue: MainQueue { MainQueue(process: process) }

  /// A queue beside the main thread.
  public var globalQueue: GlobalQueue { GlobalQueue(process: process) }

  /// How this process hears of its launch and of coming and going.
  public var lifeCycle: LifeCycle { process.lifeCycle }

  /// The app's own delegate, which in a SwiftUI app the adaptor made, and code does not find by `UIApplication.shared`
  /// (LAUNCH-136); nil when the app has none, and when the process has ended.
  public var delegate: (any AppDelegate)? { process.appDelegate }

  /// The connected scenes of every role, in the order in which they were connected; none in an app without scenes.
  public var connectedScenes: [AppScene] { (process.scenes + process.sideScenes).sorted { $0.number < $1.number } }

  /// The window that the user sees: of the scene that was active last, or of the app without scenes.
  public var keyWindow: AppWindow? { process.keyWindow }

  /// Code of the app that replaces `present` on the class of view controllers (ICON-067); forgotten with the process.
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

  /// Whether the app can change its icon at all (ICON-012, ICON-013). The Info.plist has no say in it.
  ///
  /// - Throws: ``SimulatorError`` `api-unavailable` before iOS 10.3 (ICON-009).
  public var supportsAlternateIcons: Bool {
    get throws {
      let device = try requireIconAPI("supportsAlternateIcons")
      return device.iconQuestion(process.record, name: nil).support.isSupported
    }
  }

  /// The name of the alternate icon, nil for the primary one (ICON-016); nil too in education mode (ICON-045).
  ///
  /// - Throws: ``SimulatorError`` `api-unavailable` before iOS 10.3 (ICON-009).
  public var alternateIconName: String? {
    get throws {
      let device = try requireIconAPI("alternateIconName")
      return device.conditions.educationMode ? nil : process.record.icon.storedName
    }
  }

  /// Asks for another icon; nil is the primary one (ICON-010, ICON-017).
  ///
  /// The call returns at once; Swift's `async` form waits for the same handler (ICON-011). The system decides on a later turn of the main queue (ICON-183, in the order of
  /// ``AlternateIconDecision``), and `completion` runs on the main queue (ICON-020): at once with an error, or with
  /// nil after the user has answered the alert (ICON-066, ICON-078).
  /// - Throws: ``SimulatorError`` `api-unavailable` before iOS 10.3 (ICON-009). What `completion` throws is a crash of
  ///   the app.
  public func setAlternateIconName(_ name: String?, completion: IconCompletion? = nil) throws {
    let device = try requireIconAPI("setAlternateIconName")
    checkMainThread(on: device)
    try device.requestIcon(name, for: process, completion: completion)
  }

  /// The private `_setAlternateIconName:completionHandler:`: the same checks and errors, but no alert (ICON-082). The
  /// store refuses apps that use it, and from iOS 26.1 on it does nothing: `completion` never runs (ICON-083).
  ///
  /// - Throws: as ``setAlternateIconName(_:completion:)``.
  public func setAlternateIconNameSilently(_ name: String?, completion: IconCompletion? = nil) throws {
    let device = try requireIconAPI("_setAlternateIconName")
    checkMainThread(on: device)
    try device.requestIcon(name, for: process, silently: true, completion: completion)
  }

  /// The Main Thread Checker of Xcode 9 and later (ICON-022).
  private func checkMainThread(on device: Device) {
    if process.execution.isOffMainThread, device.os >= .v11 {
      device.log(
        device.words(.mainThreadOnly, "UIApplication.setAlternateIconName(_:completionHandler:)"), from: process,
        fact: "ICON-022")
    }
  }

  /// Writes a line on the app's console, as `NSLog` does.
  public func log(_ line: String) throws {
    let device = try process.requireInside("NSLog")
    device.log(line, from: process)
  }

  private func requireIconAPI(_ name: String) throws -> Device {
    let device = try process.requireInside("UIApplication." + name)
    guard !process.record.prepared.isAppExtension else {
      throw SimulatorError(
        .apiUnavailable, "\(bundleIdentifier) is an app extension, and UIApplication.shared is not available there",
        hint: "Only the app itself can change its icon.", fact: "ICON-023")
    }
    guard device.os >= .alternateIcons else {
      throw SimulatorError(
        .apiUnavailable, "UIApplication.\(name) does not exist in iOS \(device.os)",
        hint: "Alternate icons begin with iOS 10.3: guard the call by availability.", fact: "ICON-009")
    }
    return device
  }
}

extension Application {
  /// The app that this is the inner side of; nil when the device is gone or the process has ended.
  ///
  /// Closures that the device keeps must hold the application and not the app: an ``InstalledApp`` holds its device.
  public var app: InstalledApp? {
    guard process.isAlive, let device = process.device else { return nil }
    return device.handle(for: process.record)
  }
}
