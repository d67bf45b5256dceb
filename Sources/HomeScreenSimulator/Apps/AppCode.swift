/// The code of an installed app: what makes the objects of each new process.
///
/// It stands for the executable, so it lives as long as the installed app; what a process must forget when it ends
/// belongs into the delegates that it makes. Do not let it hold the device strongly: the device holds it.
public protocol AppCode: AnyObject {
  /// Runs first in each new process: singletons are built here.
  func main(_ application: Application) throws

  /// The app delegate of a new process, or nil.
  func makeAppDelegate(_ application: Application) throws -> (any AppDelegate)?

  /// The scene delegate of a new scene, or nil.
  func makeSceneDelegate(_ application: Application) throws -> (any SceneDelegate)?

  /// The scene delegate of this new scene, or nil: what the simulator asks for. The scene has its window, and its
  /// session the configuration that `configurationForConnecting` returned.
  ///
  /// A SwiftUI app is asked only if that configuration names a delegate class (LAUNCH-027).
  func makeSceneDelegate(for scene: AppScene, _ application: Application) throws -> (any SceneDelegate)?

  /// The root view of a new scene of a SwiftUI app; other life cycles are not asked.
  func makeRootView(_ application: Application) throws -> (any RootView)?

  /// The root view controller of a new window; nil: a plain one without code.
  func makeRootViewController(_ application: Application) throws -> ViewController?
}

extension AppCode {
  /// Does nothing.
  public func main(_ application: Application) throws {}
  /// The app has no app delegate.
  public func makeAppDelegate(_ application: Application) throws -> (any AppDelegate)? { nil }
  /// Scenes have no delegate.
  public func makeSceneDelegate(_ application: Application) throws -> (any SceneDelegate)? { nil }
  /// Scenes have no root view.
  public func makeRootView(_ application: Application) throws -> (any RootView)? { nil }
  /// Each window begins with a plain controller.
  public func makeRootViewController(_ application: Application) throws -> ViewController? { nil }

  /// Makes the delegate with ``makeSceneDelegate(_:)``, whatever the scene.
  public func makeSceneDelegate(for scene: AppScene, _ application: Application) throws -> (any SceneDelegate)? {
    try makeSceneDelegate(application)
  }
}
