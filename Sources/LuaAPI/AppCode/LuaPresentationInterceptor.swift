import HomeScreenSimulator
import LuaEngine

/// A function of a script's that replaces `present` on the class of all view controllers.
final class LuaPresentationInterceptor: PresentationInterceptor {
  let function: LuaAnchoredReference
  private let application: Application
  @Tethered private var runner: AppCodeRunner?

  init(_ function: LuaAnchoredReference, _ application: Application, in runner: AppCodeRunner) {
    self.function = function
    self.application = application
    self.runner = runner
  }

  func present(_ presentation: Presentation) throws {
    guard let runner, let app = application.app else { return }
    runner.presentations.append(presentation)
    defer { runner.presentations.removeLast() }
    let completion = presentation.completion.map { body in
      SwiftFunction { _ in
        try body()
        return 0
      }
    }
    try runner.enter(application, of: app, as: "UIViewController.present") {
      _ = try function.call(arguments: [
        AnyController(ControllerCode.object(for: presentation.presenter, in: runner, application)),
        AnyController(ControllerCode.object(for: presentation.controller, in: runner, application)),
        presentation.isAnimated, completion,
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
    let runner = try call.session.code
    let presenter = try call.controller("presenter", at: 1)
    let controller = try call.controller("controller", at: 2)
    if let current = runner.presentations.last, current.presenter === presenter.controller,
      current.controller === controller.controller
    {
      try current.callOriginal()
      return 0
    }
    let application = presenter.code.application
    let replacement = application.presentationInterceptor
    application.presentationInterceptor = nil
    defer { application.presentationInterceptor = replacement }
    try call.present(controller, on: presenter)
    return 0
  }
}
