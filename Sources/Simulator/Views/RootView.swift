/// The root view of a SwiftUI app: what its modifiers run. Each scene has its own (LAUNCH-087).
public protocol RootView: AnyObject {
  /// `onAppear`: the view is in the window.
  func onAppear() throws
  /// `onOpenURL`: cold and warm alike.
  func onOpenURL(_ url: String) throws
  /// `onChange(of: scenePhase)`: the phase has changed to this one.
  func onScenePhase(_ phase: ScenePhase) throws
  /// Whether the app's code has the modifier; only those are run, and stand in the trace.
  func implements(_ method: RootViewMethod) -> Bool
}

extension RootView {
  public func onAppear() throws {}
  public func onOpenURL(_ url: String) throws {}
  public func onScenePhase(_ phase: ScenePhase) throws {}
  public func implements(_ method: RootViewMethod) -> Bool { true }
}
