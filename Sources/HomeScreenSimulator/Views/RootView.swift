/// The root view of a SwiftUI app: what its modifiers run. Each scene has its own (LAUNCH-087).
public protocol RootView: AnyObject {
  /// `onAppear`: the view is in the window.
  func onAppear() throws
  /// `onOpenURL`: cold and warm alike.
  func onOpenURL(_ url: String) throws
  /// `onChange(of: scenePhase)`: the phase has changed to this one.
  func onScenePhase(_ phase: AppScenePhase) throws
  /// Whether the app's code has the modifier; only those are run, and stand in the trace.
  func implements(_ method: RootViewMethod) -> Bool
}

extension RootView {
  /// Does nothing.
  public func onAppear() throws {}
  /// Does nothing.
  public func onOpenURL(_ url: String) throws {}
  /// Does nothing.
  public func onScenePhase(_ phase: AppScenePhase) throws {}
  /// Every modifier is implemented.
  public func implements(_ method: RootViewMethod) -> Bool { true }
}

/// SwiftUI's root views (LAUNCH-087).
extension Device {
  /// The view is in the window; then it gets the URLs that connected its scene.
  func rootViewAppeared(_ scene: AppScene?, urls: [String]) {
    run(.onAppear, of: scene, .none) { try $0.onAppear() }
    openInRootView(urls, scene)
  }

  func openInRootView(_ urls: [String], _ scene: AppScene?) {
    for url in urls { run(.onOpenURL, of: scene, .text(url)) { try $0.onOpenURL(url) } }
  }

  func rootViewEnters(_ phase: AppScenePhase, _ scene: AppScene?) {
    run(.onScenePhase, of: scene, .text(phase.rawValue)) { try $0.onScenePhase(phase) }
  }

  private func run(
    _ method: RootViewMethod, of scene: AppScene?, _ detail: TraceDetail, _ body: (any RootView) throws -> Void
  ) {
    guard let scene, scene.process.isAlive, let view = scene.rootView, view.implements(method) else { return }
    note(.rootView(method), app: scene.process.bundleIdentifier, detail, fact: "LAUNCH-087")
    enterForSystem(scene.process) { try body(view) }
  }
}
