import LuaEngine
import Simulator

/// A function of a script's that replaces `present` on the class of all view controllers.
final class LuaPresentationInterceptor: PresentationInterceptor {
  let function: LuaAnchoredReference
  private let application: Application
  private weak var session: Session?

  init(_ function: LuaAnchoredReference, _ application: Application, in session: Session) {
    self.function = function
    self.application = application
    self.session = session
  }

  func present(_ presentation: Presentation) throws {
    guard let session, let app = application.app else { return }
    session.presentations.append(presentation)
    defer { session.presentations.removeLast() }
    let completion = presentation.completion.map { body in
      SwiftFunction { _ in
        try body()
        return 0
      }
    }
    try session.enter(application, of: app, as: "UIViewController.present") {
      _ = try function.call(arguments: [
        AnyController(ControllerCode.object(for: presentation.presenter, in: session, application)),
        AnyController(ControllerCode.object(for: presentation.controller, in: session, application)),
        presentation.animated, completion,
      ])
    }
  }

  /// An implementation of `present`, as a value for scripts.
  enum Implementation: APIValue {
    static var apiName: String { "fun(presenter, controller, animated?, completion?)" }
    case original
    case function(LuaAnchoredReference)

    func push(onto stack: LuaStack) {
      switch self {
      case .original: stack.pushFunction(presentOriginal)
      case .function(let function): function.push(onto: stack)
      }
    }
  }

  /// UIKit's own `present`: presenter, controller, animated, completion.
  private static func presentOriginal(_ call: LuaCall) throws -> Int32 {
    let session = try call.session
    let presenter = try ViewAPI.holder("presenter", call, 1)
    let controller = try ViewAPI.holder("controller", call, 2)
    if let current = session.presentations.last, current.presenter === presenter.controller,
      current.controller === controller.controller
    {
      try current.callOriginal()
      return 0
    }
    let application = presenter.code.application
    let replacement = application.presentationInterceptor
    application.presentationInterceptor = nil
    defer { application.presentationInterceptor = replacement }
    try ViewAPI.present(call, presenter, controller)
    return 0
  }
}
