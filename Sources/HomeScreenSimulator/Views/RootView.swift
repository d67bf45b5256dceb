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
