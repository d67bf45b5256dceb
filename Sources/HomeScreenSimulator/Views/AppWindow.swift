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
