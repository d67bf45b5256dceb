internal import AppPackages
import PropertyLists

/// `UIWindow`: what holds the root view controller.
///
/// The system makes it with its root, as a storyboard does, before the launch methods or the connecting call; its root
/// view joins it when the launch's transition ends (LAUNCH-081).
public final class AppWindow {
  let process: AppProcess
  /// The scene it belongs to; nil in an app without scenes, and of a window that was made without one.
  public internal(set) weak var scene: AppScene?
  /// The system has made it, not the app's code.
  let isOfSystem: Bool
  /// Whether the root view is in the window.
  public internal(set) var isVisible = false

  /// A new root waits for its turn to appear.
  var rootIsAppearing = false

  /// The controller at the root. A new one takes what the old one presents off the screen.
  public var rootViewController: ViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      process.device?.rootChanged(of: self, from: oldValue)
    }
  }

  init(process: AppProcess, scene: AppScene?, isOfSystem: Bool = true) {
    self.process = process
    self.scene = scene
    self.isOfSystem = isOfSystem
  }

  /// Where it is shown: among those of its scene, or of the app without scenes; nil where it never is (LAUNCH-152).
  var stack: WindowStack? {
    if let scene { return scene.isConnected || process.sideScenes.contains { $0 === scene } ? scene.stack : nil }
    return process.isAlive && !process.lifeCycle.usesScenes ? process.stack : nil
  }

  /// `isKeyWindow`: of several windows of a scene, or of an app without scenes, one is (LAUNCH-150).
  public var isKey: Bool { stack?.key === self }

  /// Whether it is on no screen; a window that the app's code makes is, until it is shown.
  public var isHidden: Bool { stack?.windows.contains { $0 === self } != true }

  /// `makeKeyAndVisible()`: shows the window over the others, and makes it the key window (LAUNCH-150).
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`; what escapes the app's code.
  public func makeKeyAndVisible() throws {
    let device = try process.requireInside("UIWindow.makeKeyAndVisible")
    try device.show(self, asKey: true)
  }

  /// `isHidden`: shows the window over the others, without making it the key window, or takes it away (LAUNCH-150).
  ///
  /// - Throws: as ``makeKeyAndVisible()``.
  public func setHidden(_ hidden: Bool) throws {
    let device = try process.requireInside("UIWindow.isHidden")
    guard hidden != isHidden else { return }
    if hidden { stack?.hide(self) } else { try device.show(self, asKey: false) }
  }

  /// The controller on top: the last one that the root presents, directly or through others.
  public var topViewController: ViewController? { rootViewController?.top }

  func tearDown() {
    isVisible = false
    let root = rootViewController
    rootViewController = nil
    root?.tearDown()
  }
}

/// The windows of a scene, or of an app without scenes, the one that lies over the others last.
///
/// The system makes the first one (LAUNCH-151); the app's own code may make more (LAUNCH-150).
final class WindowStack {
  /// Those that are not hidden.
  private(set) var windows: [AppWindow] = []
  /// The one that gets what no window is named for; the app's code says which (LAUNCH-150).
  private(set) var key: AppWindow?
  /// The transition of a launch has ended: a window that is shown from now on appears at once.
  private(set) var hasAppeared = false

  /// The window that the user sees.
  var top: AppWindow? { windows.last }

  /// The uppermost alert that the app itself presents, and its window.
  var alert: (window: AppWindow, content: AlertContent)? {
    for window in windows.reversed() where window.isVisible {
      if let content = (window.topViewController as? AlertController)?.content { return (window, content) }
    }
    return nil
  }

  /// Puts a window over the others.
  func show(_ window: AppWindow) {
    windows.removeAll { $0 === window }
    windows.append(window)
  }

  func makeKey(_ window: AppWindow) { key = window }

  /// A hidden window is no key window; the uppermost other one is.
  func hide(_ window: AppWindow) {
    windows.removeAll { $0 === window }
    window.isVisible = false
    if key === window { key = windows.last }
  }

  /// The views are in their windows.
  func appear() {
    hasAppeared = true
    for window in windows { window.isVisible = true }
  }

  func tearDown() {
    for window in windows { window.tearDown() }
    windows = []
    key = nil
  }
}

/// Windows that the app's own code makes, beside the one that the system makes (LAUNCH-150 to LAUNCH-152).
extension Device {
  /// Shows a window over the others.
  ///
  /// The system's own window stands for what the code of most apps makes. An app whose Info.plist names a storyboard has
  /// it for the storyboard's root, and keeps it under the window of its own (LAUNCH-151); in any other one the window of
  /// its own takes its place, if it is made while the app launches.
  func show(_ window: AppWindow, asKey isKey: Bool) throws {
    guard let stack = window.stack else {
      return note(
        .presentation(.refused), app: window.process.bundleIdentifier, .text("UIWindow"), fact: "LAUNCH-152")
    }
    if !stack.hasAppeared, let stand = stack.windows.first, stand !== window, stand.isOfSystem,
      !hasStoryboard(window.process, window.scene)
    {
      stack.hide(stand)
      stand.tearDown()
    }
    guard stack.windows.count < Device.maximumScenes || !window.isHidden else {
      throw SimulatorError(
        .tooManyItems, "\(window.process.bundleIdentifier) shows \(Device.maximumScenes) windows over each other",
        hint: "Hide some of them: window.isHidden = true.", fact: "LAUNCH-150")
    }
    stack.show(window)
    if isKey || stack.key == nil { stack.makeKey(window) }
    guard let root = window.rootViewController else {
      window.isVisible = stack.hasAppeared
      return
    }
    try loadView(of: root)
    guard stack.hasAppeared, !window.isVisible else { return }
    window.isVisible = true
    rootWillAppear(in: window)
  }

  /// The root of a window that is seen appears in the next turn, once, whatever the code does with both until then.
  func rootWillAppear(in window: AppWindow) {
    guard window.isVisible, !window.rootIsAppearing else { return }
    window.rootIsAppearing = true
    enqueue(on: window.process) { device in
      window.rootIsAppearing = false
      guard let root = window.rootViewController, window.isVisible else { return }
      try device.loadView(of: root)
      try device.callViewDidAppear(of: root)
    }
  }

  /// The views of the windows' roots are loaded, those that the code has not loaded yet (LAUNCH-081).
  func loadRoots(of stack: WindowStack, _ process: AppProcess) {
    for window in stack.windows {
      guard process.isAlive, let root = window.rootViewController else { continue }
      enterForSystem(process) { try loadView(of: root) }
    }
  }

  /// Their views have appeared.
  func rootsAppeared(in stack: WindowStack, _ process: AppProcess) {
    for window in stack.windows {
      guard process.isAlive, let root = window.rootViewController else { continue }
      enterForSystem(process) { try callViewDidAppear(of: root) }
    }
  }

  /// Whether the window that the system makes has the root of a storyboard; SwiftUI's has the root of its scene.
  private func hasStoryboard(_ process: AppProcess, _ scene: AppScene?) -> Bool {
    if process.lifeCycle == .swiftUI { return true }
    let info = process.record.prepared.info(on: deviceClass)
    guard let scene else { return info["UIMainStoryboardFile"]?.string?.isEmpty == false }
    let manifest = info["UIApplicationSceneManifest"]?.dictionary
    let role = scene.session.role.name(on: os)
    let configurations = manifest?["UISceneConfigurations"]?.dictionary?[role]?.array ?? []
    let name = scene.session.configuration.name
    let configuration = configurations.compactMap(\.value.dictionary).first { configuration in
      name == nil || configuration["UISceneConfigurationName"]?.string == name
    }
    return configuration?["UISceneStoryboardFile"]?.string?.isEmpty == false
  }
}

extension Application {
  /// `UIWindow(windowScene:)`, and `UIWindow()` for an app without scenes: a window that is not shown yet (LAUNCH-150).
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`; `scene-disconnected` for a scene of another process;
  ///   `not-modelled` for that of a car, which has no windows (LAUNCH-153).
  public func makeWindow(in scene: AppScene?) throws -> AppWindow {
    _ = try process.requireInside("UIWindow")
    if let scene {
      guard scene.process === process else {
        throw SimulatorError(
          .sceneDisconnected, "The scene \(scene.identifier) is not in this process of \(process.bundleIdentifier)",
          hint: "Use one of UIApplication.shared.connectedScenes, or the one that the scene's delegate gets.",
          fact: "LAUNCH-150")
      }
      guard scene.session.role != .carPlay else {
        throw SimulatorError(
          .notModelled, "The scene \(scene.identifier) of a car is not a UIWindowScene, so it takes no window",
          hint: "Its session’s role is CPTemplateApplicationSceneSessionRoleApplication; ask for it first.",
          fact: "LAUNCH-153")
      }
    }
    return AppWindow(process: process, scene: scene, isOfSystem: false)
  }

  /// `windows` of a scene, which that of a car does not have (LAUNCH-153).
  ///
  /// - Throws: ``AppException`` for the scene of a car.
  public func windows(of scene: AppScene) throws -> [AppWindow] {
    guard scene.session.role != .carPlay else {
      throw AppException.invalidArgument(
        "-[CPTemplateApplicationScene windows]: unrecognized selector sent to instance \(process.nextAddress())")
    }
    return scene.windows
  }

  /// `windows` of the app, those of the scene that was active last after the others' (LAUNCH-150).
  public var windows: [AppWindow] { process.scenes.flatMap(\.windows) + process.stack.windows }
}

/// The root view of a SwiftUI app: what its modifiers run. Each scene has its own (LAUNCH-087).
public protocol RootView: AnyObject {
  /// `onAppear`: the view is in the window.
  func onAppear() throws
  /// `onOpenURL`: cold and warm alike; universal links come here, too (LAUNCH-119).
  func onOpenURL(_ url: String) throws
  /// `onContinueUserActivity` for the activity's type: Handoff, Spotlight (LAUNCH-120), a scanned link (LAUNCH-160).
  func onContinueUserActivity(_ activity: UserActivity) throws
  /// `onChange(of: scenePhase)`: the phase has changed to this one.
  func onScenePhase(_ phase: AppScenePhase) throws
  /// `handlesExternalEvents(preferring:allowing:)`: which events from outside come to the view's scene; nil without the
  /// modifier (LAUNCH-139).
  var externalEvents: ExternalEvents? { get throws }
  /// Whether the app's code has the modifier; only those are run, and stand in the trace.
  func implements(_ method: RootViewMethod) -> Bool
}

extension RootView {
  /// Does nothing.
  public func onAppear() throws {}
  /// Does nothing.
  public func onOpenURL(_ url: String) throws {}
  /// Does nothing.
  public func onContinueUserActivity(_ activity: UserActivity) throws {}
  /// Does nothing.
  public func onScenePhase(_ phase: AppScenePhase) throws {}
  /// The view does not have the modifier.
  public var externalEvents: ExternalEvents? { nil }
  /// Every modifier is implemented.
  public func implements(_ method: RootViewMethod) -> Bool { true }
}

/// The conditions of `handlesExternalEvents(preferring:allowing:)`: parts of a text that says which content is wanted, or
/// `*` for any (LAUNCH-139).
public struct ExternalEvents: Sendable, Equatable {
  /// For these the scene comes before others.
  public var preferring: [String]
  /// These it can take.
  public var allowing: [String]

  /// By default nothing comes to the scene.
  public init(preferring: [String] = [], allowing: [String] = []) {
    self.preferring = preferring
    self.allowing = allowing
  }

  /// Whether one of the parts is in the text; an empty part is in none.
  static func holds(_ parts: [String], for target: String) -> Bool {
    parts.contains { $0 == "*" || !$0.isEmpty && target.contains($0) }
  }
}

/// SwiftUI's root views (LAUNCH-087).
extension Device {
  /// The view is in the window; then it gets the URLs and activities that connected its scene.
  func rootViewAppeared(_ scene: AppScene?, _ options: ConnectionOptions) {
    run(.onAppear, of: scene, .none) { try $0.onAppear() }
    openInRootView(options.urls, scene)
    for activity in options.userActivities { continueInRootView(activity, scene) }
  }

  func openInRootView(_ urls: [String], _ scene: AppScene?) {
    for url in urls { run(.onOpenURL, of: scene, .text(url)) { try $0.onOpenURL(url) } }
  }

  /// A universal link that is tapped is a URL to SwiftUI (LAUNCH-119), and an activity only if no view opens URLs
  /// (LAUNCH-121). One that another app or device hands over, as the camera does, is an activity (LAUNCH-160).
  func continueInRootView(_ activity: UserActivity, _ scene: AppScene?, isHandedOver: Bool = false) {
    if !isHandedOver, let link = activity.webpageURL, activity == .browsingWeb(link),
      scene?.rootView?.implements(.onOpenURL) == true
    {
      run(.onOpenURL, of: scene, .text(link), fact: "LAUNCH-119") { try $0.onOpenURL(link) }
    } else {
      run(
        .onContinueUserActivity, of: scene, .text(activity.activityType),
        fact: isHandedOver && activity.isBrowsingWeb ? "LAUNCH-160" : "LAUNCH-120"
      ) {
        try $0.onContinueUserActivity(activity)
      }
    }
  }

  func rootViewEnters(_ phase: AppScenePhase, _ scene: AppScene?) {
    run(.onScenePhase, of: scene, .text(phase.rawValue)) { try $0.onScenePhase(phase) }
  }

  private func run(
    _ method: RootViewMethod, of scene: AppScene?, _ detail: TraceDetail, fact: FactID = "LAUNCH-087",
    _ body: (any RootView) throws -> Void
  ) {
    // What a scene delegate has put into the window in its place is no view of SwiftUI's scene (LAUNCH-138).
    guard let scene, scene.process.isAlive,
      scene.windows.contains(where: { $0.rootViewController === scene.hostingController }),
      let view = scene.rootView, view.implements(method)
    else { return }
    note(.rootView(method), app: scene.process.bundleIdentifier, detail, fact: fact)
    enterForSystem(scene.process) { try body(view) }
  }
}
