import HomeScreenSimulator
import LuaEngine

/// The root view of a SwiftUI app that a script wrote: one object of its class for each scene.
final class LuaRootView: RootView {
  /// The object, which is asked like a delegate.
  private let delegate: LuaDelegate
  private let application: Application
  @Tethered private var runner: AppCodeRunner?

  init(_ object: LuaAnchoredReference, in runner: AppCodeRunner, _ application: Application) {
    delegate = LuaDelegate(object, in: runner, hasWindow: true)
    self.application = application
    self.runner = runner
  }

  func implements(_ method: RootViewMethod) -> Bool { delegate.implements(method.rawValue) }

  /// The table that the class or the object has under the modifier's name.
  var externalEvents: ExternalEvents? {
    get throws {
      guard let runner, let app = application.app else { return nil }
      return try runner.enter(application, of: app, as: "handlesExternalEvents") {
        let stack = runner.lua.stack
        let top = stack.count
        defer { stack.removeLast(stack.count - top) }
        delegate.object.push(onto: stack)
        try stack.pushMember("handlesExternalEvents", of: -1)
        switch stack.value(at: -1) {
        case .nil: return nil
        case .table(let table):
          return ExternalEvents(
            preferring: try LuaRootView.parts(table["preferring"]), allowing: try LuaRootView.parts(table["allowing"]))
        default: throw LuaRootView.noConditions
        }
      }
    }
  }

  private static func parts(_ value: LuaValue?) throws -> [String] {
    guard let value, !value.isNil else { return [] }
    guard case .table(let list) = value, list.fields.isEmpty else { throw noConditions }
    return try list.array.map { part in
      guard case .string(let text) = part else { throw noConditions }
      return text
    }
  }

  private static let noConditions = LuaFailure(
    "handlesExternalEvents: a table with lists of strings is expected", code: "argument",
    hint: "{ preferring = { \"inbox\" }, allowing = { \"*\" } }", fact: "LAUNCH-139")

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
