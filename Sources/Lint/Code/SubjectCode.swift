import AppPackages
public import AppSources
public import HomeScreenSimulator
public import PropertyLists

/// An app's own code beside its configuration: which of its classes the system calls, as far as the scene manifest, the
/// life cycle and the code itself tell.
public struct SubjectCode: Sendable {
  /// What the reader of sources has found.
  public let document: SourceDocument
  /// How the app lives on iOS 13 and later; nil where it cannot be told.
  public let lifeCycle: LifeCycle?
  /// The app delegate; nil where there is none, or several might be it.
  public let appDelegate: HandlerClass?
  /// The delegates that the scenes of the app's own windows have, or may have.
  public let sceneDelegates: [HandlerClass]
  /// Whether something that was not read may handle launch events too: a superclass of a framework, a plugin, a file that
  /// could not be read, or of one with delegates in it a part.
  public let isOpen: Bool

  private let treeName: String

  init(_ document: SourceDocument, of package: AppPackage) {
    self.document = document
    treeName = package.files?.tree.name ?? ""
    let classes = HandlerClasses(document.handlers)
    appDelegate = classes.appDelegate(entry: document.entry)
    let manifest = SceneManifest(of: package)
    sceneDelegates = classes.sceneDelegates(manifest, connectedBy: appDelegate)
    lifeCycle = Self.lifeCycle(document, manifest, appDelegate, package)
    isOpen =
      document.unread.contains { $0.reason != .unparsed || classes.places.contains($0.place.file) }
      || classes.hasPlugins
      || ([appDelegate].compactMap(\.self) + sceneDelegates).contains(where: classes.isForeign)
  }

  private static func lifeCycle(
    _ document: SourceDocument, _ manifest: SceneManifest, _ appDelegate: HandlerClass?, _ package: AppPackage
  ) -> LifeCycle? {
    if document.entry?.kind == .swiftUI { return .swiftUI }
    if manifest.hasWindows || appDelegate?.method(.configurationForConnecting) != nil { return .scene }
    // One for another display only: the app's own window may come either way. And where no project tells of the
    // manifest that a build adds, code for scenes does.
    let hasSceneCode = document.handlers.contains { $0.roles.contains(.sceneDelegate) }
    if manifest.exists || appDelegate == nil || hasSceneCode && package.origin == .infoPlist { return nil }
    return .appDelegate
  }

  // MARK: Asking

  /// Where something stands, as findings name it.
  public func location(_ place: SourcePlace) -> SourceLocation {
    SourceLocation(
      file: treeName.isEmpty ? place.file : "\(treeName)/\(place.file)", line: place.line, column: place.column)
  }

  /// Whether the system may call a method of a class. One of a delegate that nothing connects, or of the app delegate in
  /// an app with scenes, it does not call.
  func mayBeCalled(_ callback: AppCallback, of handler: HandlerClass) -> Bool {
    switch callback.receiver {
    case .sceneDelegate: sceneDelegates.contains { $0.name == handler.name } && lifeCycle != .appDelegate
    case .appDelegate:
      handler.roles.contains(.appDelegate) && (appDelegate.map { $0.name == handler.name } ?? true)
        && (callback.isForScenes || lifeCycle?.usesScenes != true)
    }
  }

  /// Each method of a kind that the system may call, with its class.
  func called(_ callbacks: AppCallback...) -> [(handler: HandlerClass, method: HandlerMethod)] {
    document.handlers.flatMap { handler in
      callbacks.filter { mayBeCalled($0, of: handler) }.compactMap { callback in
        handler.method(callback).map { (handler, $0) }
      }
    }
  }

  /// Quick actions that the code adds to the menu, or may add.
  var setsItems: Bool {
    document.dynamicItems.contains { [.set, .add].contains($0.change) && (!$0.items.isEmpty || !$0.isComplete) }
  }
}

extension AppCallback {
  /// Whether the app delegate's method is called in an app with scenes, too.
  fileprivate var isForScenes: Bool {
    switch self {
    case .willFinishLaunching, .didFinishLaunching, .configurationForConnecting, .didDiscardSceneSessions,
      .applicationWillTerminate, .didReceiveRemoteNotification, .performFetch, .didReceiveNotificationResponse,
      .shouldSaveState, .shouldSaveSecureState, .willEncodeState, .shouldRestoreState, .shouldRestoreSecureState,
      .didDecodeState:
      true
    case .performAction, .openURL, .willContinueUserActivity, .continueUserActivity, .applicationDidBecomeActive,
      .applicationWillResignActive, .applicationDidEnterBackground, .applicationWillEnterForeground,
      .sceneWillConnect, .windowScenePerformAction, .sceneOpenURLContexts, .sceneContinueUserActivity,
      .sceneDidBecomeActive, .sceneWillResignActive, .sceneWillEnterForeground, .sceneDidEnterBackground,
      .sceneDidDisconnect, .sceneWillContinueUserActivity, .sceneWillPerform, .stateRestorationActivity:
      false
    }
  }
}

extension HandlerClass {
  /// The method that the system calls by this name; nil where the class has none.
  func method(_ callback: AppCallback) -> HandlerMethod? { methods.first { $0.name == callback.rawValue } }

  /// All that the class does with a quick action in some of its methods.
  func steps(in callbacks: AppCallback...) -> [HandlerStep] {
    callbacks.compactMap { method($0) }.flatMap(\.steps).filter { $0.subject == .shortcutItem }
  }
}
