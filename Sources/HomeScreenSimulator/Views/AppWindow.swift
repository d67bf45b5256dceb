/// `UIWindow`: what holds the root view controller.
///
/// The system makes it with its root, as a storyboard does, before the launch methods or the connecting call; its root
/// view joins it when the launch's transition ends (LAUNCH-081).
public final class AppWindow {
  let process: AppProcess
  /// The scene it belongs to; nil in an app without scenes.
  public internal(set) weak var scene: AppScene?
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

  init(process: AppProcess, scene: AppScene?) {
    self.process = process
    self.scene = scene
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
