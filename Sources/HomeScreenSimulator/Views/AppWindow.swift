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
