import HomeScreenSimulator
import LuaEngine

/// The root view of a SwiftUI app that a script wrote: one object of its class for each scene.
final class LuaRootView: RootView {
  /// The object, which is asked like a delegate.
  private let delegate: LuaDelegate
  private let application: Application
  private weak var runner: AppCodeRunner?

  init(_ object: LuaAnchoredReference, in runner: AppCodeRunner, _ application: Application) {
    delegate = LuaDelegate(object, in: runner, hasWindow: true)
    self.application = application
    self.runner = runner
  }

  func implements(_ method: RootViewMethod) -> Bool { delegate.implements(method.rawValue) }

  func onAppear() throws { try run(.onAppear, []) }

  func onOpenURL(_ url: String) throws { try run(.onOpenURL, [url]) }

  func onContinueUserActivity(_ activity: UserActivity) throws { try run(.onContinueUserActivity, [activity]) }

  func onScenePhase(_ phase: AppScenePhase) throws { try run(.onScenePhase, [phase.rawValue]) }

  private func run(_ method: RootViewMethod, _ arguments: [any LuaPushable]) throws {
    guard let runner, let app = application.app else { return }
    try runner.enter(application, of: app, as: method.rawValue) {
      _ = try runner.lua.call(method: method.rawValue, of: delegate.object, arguments: arguments)
    }
  }
}
