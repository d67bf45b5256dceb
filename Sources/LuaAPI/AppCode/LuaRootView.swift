import LuaEngine
import Simulator

/// The root view of a SwiftUI app that a script wrote: one object of its class for each scene.
final class LuaRootView: RootView {
  /// The object, which is asked like a delegate.
  private let delegate: LuaDelegate
  private let application: Application
  private weak var session: Session?

  init(_ object: LuaAnchoredReference, in session: Session, _ application: Application) {
    delegate = LuaDelegate(object, in: session, hasWindow: true)
    self.application = application
    self.session = session
  }

  func implements(_ method: RootViewMethod) -> Bool { delegate.implements(method.rawValue) }

  func onAppear() throws { try run(.onAppear, []) }

  func onOpenURL(_ url: String) throws { try run(.onOpenURL, [url]) }

  func onScenePhase(_ phase: ScenePhase) throws { try run(.onScenePhase, [phase.rawValue]) }

  private func run(_ method: RootViewMethod, _ arguments: [any LuaPushable]) throws {
    guard let session, let app = application.app else { return }
    try session.enter(application, of: app, as: method.rawValue) {
      _ = try session.lua.call(method: method.rawValue, of: delegate.object, arguments: arguments)
    }
  }
}
