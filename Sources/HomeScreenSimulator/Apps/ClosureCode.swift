/// The code of an app, made of closures: for Swift code that tries what an app would do, and wants no classes of its own.
///
/// The closures run in each process anew, so what they make is fresh after every launch.
///
/// ```swift
/// let code = ClosureCode()
/// code.appDelegate = {
///   let delegate = CallbackHandlers()
///   delegate[.performAction] = { call in
///     call.application.log("performs \(call.shortcutItem?.type ?? "")")
///     return .boolean(true)
///   }
///   return delegate
/// }
/// app.code = code
/// ```
public final class ClosureCode: AppCode {
  /// Runs when the process has started, before anything else of the app.
  public var onMain: (Application) throws -> Void = { _ in }
  /// Makes the app delegate; nil: the app has none.
  public var appDelegate: () -> (any AppDelegate)? = { nil }
  /// Makes the delegate of each scene.
  public var sceneDelegate: () -> (any SceneDelegate)? = { nil }
  /// Makes the root view of each scene of a SwiftUI app.
  public var rootView: () -> (any RootView)? = { nil }
  /// Makes the controller that each window begins with; nil: a plain one.
  public var rootViewController: (Application) throws -> ViewController? = { _ in nil }

  /// An app whose code does nothing yet.
  public init() {}

  /// Runs ``onMain``, and throws what it throws.
  public func main(_ application: Application) throws { try onMain(application) }

  /// Asks ``appDelegate``.
  public func makeAppDelegate(_ application: Application) throws -> (any AppDelegate)? { appDelegate() }

  /// Asks ``sceneDelegate``, which does not hear which scene it is.
  public func makeSceneDelegate(for scene: AppScene, _ application: Application) throws -> (any SceneDelegate)? {
    sceneDelegate()
  }

  /// Asks ``rootView``.
  public func makeRootView(_ application: Application) throws -> (any RootView)? { rootView() }

  /// Asks ``rootViewController``, and throws what it throws.
  public func makeRootViewController(_ application: Application) throws -> ViewController? {
    try rootViewController(application)
  }
}

/// A delegate written as a table of closures, for Swift code that wants no class of its own.
public final class CallbackHandlers: AppDelegate, SceneDelegate {
  /// What runs for one callback.
  public typealias Handler = (CallbackInvocation) throws -> CallbackReply

  private var handlers: [AppCallback: Handler] = [:]

  /// A delegate that implements no callback yet.
  public init() {}

  /// The handler of a callback; nil means that the app does not implement it.
  public subscript(callback: AppCallback) -> Handler? {
    get { handlers[callback] }
    set { handlers[callback] = newValue }
  }

  /// Implements a method that returns nothing.
  public func on(_ callback: AppCallback, _ body: @escaping (Application) throws -> Void) {
    handlers[callback] = { call in
      try body(call.application)
      return .none
    }
  }

  /// Whether the callback has a handler.
  public func implements(_ callback: AppCallback) -> Bool {
    handlers[callback] != nil
  }

  /// Runs the handler of the callback, and throws what it throws; without one the reply is ``CallbackReply/none``.
  public func receive(_ call: CallbackInvocation) throws -> CallbackReply {
    try handlers[call.callback]?(call) ?? .none
  }
}
