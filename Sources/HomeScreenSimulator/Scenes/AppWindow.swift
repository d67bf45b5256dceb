internal import AppPackages
import PropertyLists

/// `UIWindow`: the window of a root view controller.
///
/// The system makes it with its root, as a storyboard does, before the launch methods or the connecting call. Its root
/// view is added when the launch's transition ends (LAUNCH-081).
public final class AppWindow {
  let process: AppProcess
  /// The scene of the window; nil in an app without scenes, and for a window that was made without one.
  public internal(set) weak var scene: AppScene?
  /// Whether the system made the window, not the app's code.
  let isOfSystem: Bool
  /// Whether the root view is in the window.
  public internal(set) var isVisible = false

  /// Whether a new root is about to appear.
  var rootIsAppearing = false

  /// The root controller. Replacing it dismisses the controllers that the old one presents.
  public var rootViewController: ViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      process.device?.rootChanged(of: self, from: oldValue)
    }
  }

  /// The root of the system's window for an app whose code gives none.
  var standIn: ViewController?

  init(process: AppProcess, scene: AppScene?, isOfSystem: Bool = true) {
    (self.process, self.scene, self.isOfSystem) = (process, scene, isOfSystem)
  }

  /// The stack that shows the window: that of its scene, or of an app without scenes; nil if it is never shown (LAUNCH-152).
  var stack: WindowStack? {
    if let scene { return scene.isConnected || process.sideScenes.contains { $0 === scene } ? scene.stack : nil }
    return process.isAlive && !process.lifeCycle.usesScenes ? process.stack : nil
  }

  /// `isKeyWindow`: one window of a scene, or of an app without scenes, is the key window (LAUNCH-150).
  public var isKey: Bool { stack?.key === self }

  /// Whether the window is hidden; a window that the app's code makes is hidden until it is shown.
  public var isHidden: Bool { stack?.windows.contains { $0 === self } != true }

  /// `makeKeyAndVisible()`: shows the window above the others and makes it the key window (LAUNCH-150).
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`; errors that escape the app's code.
  public func makeKeyAndVisible() throws {
    let device = try process.requireInside("UIWindow.makeKeyAndVisible")
    try device.show(self, asKey: true)
  }

  /// `isHidden`: shows the window above the others without making it the key window, or hides it (LAUNCH-150).
  ///
  /// - Throws: as ``makeKeyAndVisible()``.
  public func setHidden(_ hidden: Bool) throws {
    let device = try process.requireInside("UIWindow.isHidden")
    guard hidden != isHidden else { return }
    if hidden { stack?.hide(self) } else { try device.show(self, asKey: false) }
  }

  /// The top controller: the last one that the root presents, directly or through others.
  public var topViewController: ViewController? { rootViewController?.top }

  func tearDown() {
    isVisible = false
    let root = rootViewController
    rootViewController = nil
    root?.tearDown()
  }
}

/// The windows of a scene, or of an app without scenes, from back to front.
///
/// The system makes the first one (LAUNCH-151); the app's own code may make more (LAUNCH-150).
final class WindowStack {
  /// The windows that are not hidden.
  private(set) var windows: [AppWindow] = []
  /// The key window, which the app's code chooses (LAUNCH-150).
  private(set) var key: AppWindow?
  /// Whether the transition of a launch has ended: from then on, a window that is shown appears at once.
  private(set) var hasAppeared = false

  /// The visible window.
  var top: AppWindow? { windows.last }

  /// The uppermost alert that the app presents, and its window.
  var alert: (window: AppWindow, content: AlertContent)? {
    for window in windows.reversed() where window.isVisible {
      if let content = (window.topViewController as? AlertController)?.content { return (window, content) }
    }
    return nil
  }

  /// Puts a window above the others.
  func show(_ window: AppWindow) {
    windows.removeAll { $0 === window }
    windows.append(window)
  }

  func makeKey(_ window: AppWindow) { key = window }

  /// Hides a window. If it was the key window, the topmost other window becomes the key window.
  func hide(_ window: AppWindow) {
    windows.removeAll { $0 === window }
    window.isVisible = false
    if key === window { key = windows.last }
  }

  /// Makes the views visible in their windows.
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

/// Windows made by the app's own code, in addition to the system's (LAUNCH-150 to LAUNCH-152).
extension Device {
  /// Leaves the screen black if the code's only window has no scene: the system shows no other (LAUNCH-152).
  func removeStandIn(of scene: AppScene) {
    guard scene.process.hasLostWindow, scene.process.lifeCycle == .scene, !hasStoryboard(scene.process, scene),
      let window = scene.stack.windows.first, scene.stack.windows.count == 1, window.isOfSystem,
      let root = window.rootViewController, root === window.standIn
    else { return }
    scene.stack.hide(window)
    window.tearDown()
  }

  /// Shows a window above the others.
  ///
  /// The system's own window represents the one that the code of most apps makes. An app with a storyboard in its
  /// Info.plist keeps that window, with the storyboard's root, under the window that its code makes (LAUNCH-151). In
  /// any other app, a window made during the launch replaces it.
  func show(_ window: AppWindow, asKey isKey: Bool) throws {
    guard let stack = window.stack else {
      if !window.process.hasFinishedLaunching { window.process.hasLostWindow = true }
      return note(.presentation(.refused), app: window.process.bundleIdentifier, .text("UIWindow"), fact: "LAUNCH-152")
    }
    if !stack.hasAppeared, let stand = stack.windows.first, stand !== window, stand.isOfSystem,
      !hasStoryboard(window.process, window.scene)
    {
      stack.hide(stand)
      stand.tearDown()
    }
    guard stack.windows.count < Device.maximumScenes || !window.isHidden else {
      throw SimulatorError(
        .tooManyItems,
        "\(window.process.bundleIdentifier) shows \(Device.maximumScenes) windows on top of each other (the limit)",
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

  /// Schedules one appearance of a visible window's root, as it is in the next turn of the main queue.
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

  /// Loads the views of the windows' roots unless the code has already done so (LAUNCH-081).
  func loadRoots(of stack: WindowStack, _ process: AppProcess) {
    for window in stack.windows {
      guard process.isAlive, let root = window.rootViewController else { continue }
      enterForSystem(process) { try loadView(of: root) }
    }
  }

  /// Reports that the views of the windows' roots have appeared.
  func rootsAppeared(in stack: WindowStack, _ process: AppProcess) {
    for window in stack.windows {
      guard process.isAlive, let root = window.rootViewController else { continue }
      enterForSystem(process) { try callViewDidAppear(of: root) }
    }
  }

  /// Returns whether the system's window has the root of a storyboard; that of SwiftUI has the root of its scene.
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
  /// `UIWindow(windowScene:)`, and `UIWindow()` for an app without scenes: makes a hidden window (LAUNCH-150).
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`; `scene-disconnected` for a scene of another
  ///   process; `not-modelled` for a CarPlay scene, which has no windows (LAUNCH-153).
  public func makeWindow(in scene: AppScene?) throws -> AppWindow {
    _ = try process.requireInside("UIWindow")
    if let scene {
      guard scene.process === process else {
        throw SimulatorError(
          .sceneDisconnected, "The scene \(scene.identifier) is not in this process of \(process.bundleIdentifier)",
          hint: "Use one of UIApplication.shared.connectedScenes, or the scene that the scene delegate gets.",
          fact: "LAUNCH-150")
      }
      guard scene.session.role != .carPlay else {
        throw SimulatorError(
          .notModelled, "The CarPlay scene \(scene.identifier) is not a UIWindowScene, so it cannot have a window",
          hint: "Check the role of its session first: it is CPTemplateApplicationSceneSessionRoleApplication.",
          fact: "LAUNCH-153")
      }
    }
    return AppWindow(process: process, scene: scene, isOfSystem: false)
  }

  /// `windows` of a scene, which a CarPlay scene does not have (LAUNCH-153).
  ///
  /// - Throws: ``AppException`` for a CarPlay scene.
  public func windows(of scene: AppScene) throws -> [AppWindow] {
    guard scene.session.role != .carPlay else {
      throw AppException.invalidArgument(
        "-[CPTemplateApplicationScene windows]: unrecognized selector sent to instance \(process.nextAddress())")
    }
    return scene.windows
  }

  /// `windows` of the app; those of the scene that was active last come last (LAUNCH-150).
  public var windows: [AppWindow] { process.scenes.flatMap(\.windows) + process.stack.windows }
}

/// The root view of a SwiftUI app, with its modifiers. Each scene has its own (LAUNCH-087).
public protocol RootView: AnyObject {
  /// `onAppear`: the view is in the window.
  func onAppear() throws
  /// `onOpenURL`: a URL at launch or later, including universal links (LAUNCH-119).
  func onOpenURL(_ url: String) throws
  /// `onContinueUserActivity` for the activity's type: Handoff, Spotlight (LAUNCH-120), a scanned link (LAUNCH-160).
  func onContinueUserActivity(_ activity: UserActivity) throws
  /// `onChange(of: scenePhase)`: called with the new phase.
  func onScenePhase(_ phase: AppScenePhase) throws
  /// `handlesExternalEvents(preferring:allowing:)`: the external events for the view's scene; nil without the modifier
  /// (LAUNCH-139).
  var externalEvents: ExternalEvents? { get throws }
  /// Returns whether the app's code has the modifier; a modifier that it lacks is not run and not traced.
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
  /// Returns nil: the view does not have the modifier.
  public var externalEvents: ExternalEvents? { nil }
  /// Returns true: every modifier is implemented.
  public func implements(_ method: RootViewMethod) -> Bool { true }
}

/// The conditions of `handlesExternalEvents(preferring:allowing:)`: parts of the target's text, or `*` for any target
/// (LAUNCH-139).
public struct ExternalEvents: Sendable, Equatable {
  /// The events that this scene handles before others.
  public var preferring: [String]
  /// The events that this scene can handle.
  public var allowing: [String]

  /// Creates conditions; by default the scene handles no events.
  public init(preferring: [String] = [], allowing: [String] = []) {
    (self.preferring, self.allowing) = (preferring, allowing)
  }

  /// Returns whether the text contains one of the parts, in any letter case; an empty part never matches.
  static func holds(_ parts: [String], for target: String) -> Bool {
    parts.contains { $0 == "*" || !$0.isEmpty && target.lowercased().contains($0.lowercased()) }
  }
}

/// SwiftUI's root views (LAUNCH-087).
extension Device {
  /// Runs `onAppear`, then passes on the URLs and activities that connected the scene.
  func rootViewAppeared(_ scene: AppScene?, _ options: ConnectionOptions) {
    run(.onAppear, of: scene, .none) { try $0.onAppear() }
    openInRootView(options.urls, scene)
    for activity in options.userActivities { continueInRootView(activity, scene) }
  }

  func openInRootView(_ urls: [String], _ scene: AppScene?) {
    for url in urls { run(.onOpenURL, of: scene, .text(url)) { try $0.onOpenURL(url) } }
  }

  /// Continues an activity. A tapped universal link is a URL in SwiftUI (LAUNCH-119), and an activity only if no view
  /// opens URLs (LAUNCH-121). A link from another app or device, or the camera, is an activity (LAUNCH-160).
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
    guard let scene, scene.process.isAlive, scene.showsRootView, let view = scene.rootView, view.implements(method)
    else { return }
    note(.rootView(method), app: scene.process.bundleIdentifier, detail, fact: fact)
    enterForSystem(scene.process) { try body(view) }
  }
}
