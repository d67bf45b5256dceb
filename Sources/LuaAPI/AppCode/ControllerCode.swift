import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The script's part of a view controller: its class and its fields. The controller keeps it, and the object in Lua is
/// created from it on demand.
final class ControllerCode: ViewLifeCycle {
  @Weak private var runner: AppCodeRunner?
  let application: Application
  /// The class; nil for UIKit's class.
  let classReference: LuaAnchoredReference?
  private var fields: LuaAnchoredReference?
  private weak var object: AnyObject?

  private init(_ classReference: LuaAnchoredReference?, in runner: AppCodeRunner, _ application: Application) {
    (self.classReference, self.runner, self.application) = (classReference, runner, application)
  }

  /// Creates a controller of the class at `index`.
  static func make(
    classAt index: Int, on stack: LuaStack, in runner: AppCodeRunner, _ application: Application
  ) throws -> any ControllerHolder {
    let reference = application.luaAnchor?.keep(index, on: stack)
    let name = try runner.classes.name(of: stack.reference(to: index))
    let code = ControllerCode(reference, in: runner, application)
    return code.object(for: ViewController(application, className: name ?? "ViewController", lifeCycle: code))
  }

  /// Creates a controller of UIKit's class.
  static func makePlain(in runner: AppCodeRunner, _ application: Application) -> any ControllerHolder {
    object(for: ViewController(application), in: runner, application)
  }

  /// Returns the Lua object of a controller, which is the same as long as it is in use.
  static func object(
    for controller: ViewController, in runner: AppCodeRunner, _ application: Application
  ) -> any ControllerHolder {
    if let code = controller.lifeCycle as? ControllerCode { return code.object(for: controller) }
    let code = ControllerCode(nil, in: runner, application)
    controller.lifeCycle = code
    return code.object(for: controller)
  }

  /// Returns the Lua object of a new alert.
  static func alertObject(
    for alert: AlertController, in runner: AppCodeRunner, _ application: Application
  ) -> AlertControllerObject {
    let code = ControllerCode(nil, in: runner, application)
    alert.lifeCycle = code
    let object = AlertControllerObject(alert, code: code)
    code.object = object
    return object
  }

  private func object(for controller: ViewController) -> any ControllerHolder {
    if let object = object as? any ControllerHolder { return object }
    let made: any ControllerHolder =
      if let alert = controller as? AlertController { AlertControllerObject(alert, code: self) } else {
        ControllerObject(controller, code: self)
      }
    object = made
    return made
  }

  // MARK: Fields

  /// Pushes a field of the object, or a member of its class; pushes nil if there is none.
  func push(_ name: String, onto stack: LuaStack) throws {
    if let fields {
      fields.push(onto: stack)
      if stack.kind(at: -1) == .table, stack.pushRaw(name, of: -1) != .nil { return }
    }
    if let classReference {
      classReference.push(onto: stack)
      if stack.kind(at: -1) == .table { return try stack.pushMember(name, of: -1) }
    }
    stack.pushNil()
  }

  /// Whether the object's class is the one at `index`.
  func isOfClass(at index: Int, on stack: LuaStack) -> Bool {
    guard let classReference else { return false }
    classReference.push(onto: stack)
    defer { stack.removeLast() }
    return stack.isSame(-1, as: index)
  }

  /// Sets a field to the value at `index`.
  func set(_ name: String, toValueAt index: Int, on stack: LuaStack) {
    if fields == nil {
      stack.pushTable()
      fields = application.luaAnchor?.keep(-1, on: stack)
      stack.removeLast()
    }
    fields?.push(onto: stack)
    defer { stack.removeLast() }
    guard stack.kind(at: -1) == .table else { return }
    stack.pushCopy(of: index)
    stack.setRaw(name, in: -2)
  }

  // MARK: The system's calls

  func implements(_ method: ViewMethod) -> Bool {
    guard let runner, classReference != nil else { return false }
    return runner.hasMember { stack in try push(method.rawValue, onto: stack) }
  }

  func viewDidLoad(_ controller: ViewController) throws { try run(.viewDidLoad, controller, []) }

  func viewDidAppear(_ controller: ViewController) throws { try run(.viewDidAppear, controller, [true]) }

  private func run(_ method: ViewMethod, _ controller: ViewController, _ arguments: [any LuaPushable]) throws {
    guard let runner, let app = application.app else { return }
    let object = object(for: controller)
    try runner.enter(application, of: app, as: "\(controller.className).\(method.rawValue)") {
      _ = try runner.lua.call(method: method.rawValue, of: AnyController(object), arguments: arguments)
    }
  }
}

/// A view controller in a script: an alert or another one.
protocol ControllerHolder: APIObject {
  var controller: ViewController { get }
  var code: ControllerCode { get }
}

extension ControllerHolder { var luaAnchor: LuaAnchor? { code.application.luaAnchor } }

/// A view controller: an object of a script's class, or of UIKit's class.
final class ControllerObject: ControllerHolder {
  let controller: ViewController
  let code: ControllerCode

  init(_ controller: ViewController, code: ControllerCode) { (self.controller, self.code) = (controller, code) }
}

/// `UIAlertController`.
final class AlertControllerObject: ControllerHolder {
  let alert: AlertController
  let code: ControllerCode
  var controller: ViewController { alert }

  init(_ alert: AlertController, code: ControllerCode) { (self.alert, self.code) = (alert, code) }
}

/// A controller of either class, as a result.
struct AnyController: APIValue {
  static var apiName: String { ControllerObject.apiName }
  private let holder: any ControllerHolder

  init(_ holder: any ControllerHolder) { self.holder = holder }

  func push(onto stack: LuaStack) { holder.push(onto: stack) }
}

extension LuaCall {
  /// Returns an argument that is a view controller.
  /// - Throws: ``LuaFailure`` with the name of the parameter.
  func controller(_ name: String, at index: Int) throws -> any ControllerHolder {
    if let holder = stack.object(at: index) as? any ControllerHolder { return holder }
    throw Parameter<Void>.mismatch(name, expected: "a view controller", self, index)
  }

  /// Presents a controller with the arguments 3 (animated) and 4 (completion) of the call.
  func present(_ controller: any ControllerHolder, on presenter: any ControllerHolder) throws {
    let completion = try AppCallbackFunction(
      self, 4, application: presenter.code.application, as: "the completion of present")
    let animated = stack.kind(at: 3) == .nil || stack.boolean(at: 3)
    try presenter.controller.present(
      controller.controller, animated: animated, completion: completion.map { body in { try body.call() } })
  }
}

/// The methods that a process has exchanged with `present` (ICON-174, ICON-175).
///
/// As in Objective-C, a method and its implementation are separate: a function in a class is the method, and an
/// exchange only changes the implementation that a call runs. The script's class does not change, so the next process
/// starts without exchanges.
final class ExchangedMethods {
  private enum Implementation {
    /// UIKit's implementation of `present`.
    case original
    case function(LuaAnchoredReference)
  }

  private struct Method {
    let name: String
    let function: LuaAnchoredReference
    var implementation: Implementation
  }

  private(set) weak var application: Application?
  private var methods: [Method] = []

  init(_ application: Application) { self.application = application }

  /// Performs an exchange with the arguments of a call: class, `present`, and the name of the other method.
  /// - Throws: ``LuaFailure`` for an invalid class, or a class without the method.
  func exchange(_ call: LuaCall, argumentsFrom first: Int, in runner: AppCodeRunner) throws {
    let stack = call.stack
    let name = stack.string(at: first + 2) ?? ""
    guard let application, stack.kind(at: first) == .table else {
      throw ExchangedMethods.mistake(
        "expected a class of the script as the first argument, got \(stack.shortDescription(at: first))",
        hint: "Exchange it with a subclass: local Main = UIViewController.subclass \"Main\"")
    }
    guard stack.string(at: first + 1) == "present" else {
      throw ExchangedMethods.mistake("only \"present\" can be exchanged, got \(stack.shortDescription(at: first + 1))")
    }
    try stack.pushMember(name, of: first)
    defer { stack.removeLast() }
    guard stack.isCallable(at: -1), let function = application.luaAnchor?.keep(-1, on: stack) else {
      throw ExchangedMethods.mistake(
        "the class has no method \(name.isEmpty ? "without a name" : "'\(name)'")",
        hint: "Write the method before the exchange: function Class:\(name.isEmpty ? "name" : name)(…) … end")
    }
    let place = place(ofFunctionAt: -1, on: stack) ?? methods.count
    if place == methods.count {
      methods.append(Method(name: name, function: function, implementation: .function(function)))
    }
    let current = application.presentationInterceptor as? LuaPresentationInterceptor
    switch methods[place].implementation {
    case .original: application.presentationInterceptor = nil
    case .function(let function):
      application.presentationInterceptor = LuaPresentationInterceptor(function, application, in: runner)
    }
    methods[place].implementation = current.map { .function($0.function) } ?? .original
  }

  /// Replaces the member `name` of a controller, on top of the stack, with its implementation. If the controller's
  /// class lacks an exchanged method, calling it ends the app, as an unknown selector does (ICON-174).
  func replace(_ name: String, of controller: ViewController, on stack: LuaStack) {
    guard !methods.isEmpty else { return }
    if let place = place(ofFunctionAt: -1, on: stack) {
      stack.removeLast()
      switch methods[place].implementation {
      case .original: LuaPresentationInterceptor.Implementation.original.push(onto: stack)
      case .function(let function): function.push(onto: stack)
      }
    } else if stack.kind(at: -1) == .nil, methods.contains(where: { $0.name == name }) {
      stack.removeLast()
      // `present` has these two labels, so the method exchanged with it has them too.
      let selector = "\(name):animated:completion:"
      stack.pushFunction { _ in throw controller.unrecognizedSelector(selector) }
    }
  }

  private func place(ofFunctionAt index: Int, on stack: LuaStack) -> Int? {
    guard stack.isCallable(at: index) else { return nil }
    Work.count(methods.count * 3)
    stack.pushCopy(of: index)
    defer { stack.removeLast() }
    return methods.firstIndex { method in
      method.function.push(onto: stack)
      defer { stack.removeLast() }
      return stack.isSame(-1, as: -2)
    }
  }

  private static func mistake(_ words: String, hint: String? = nil) -> LuaFailure {
    LuaFailure(
      "UIViewController.exchange: \(words)", code: "argument",
      hint: hint ?? "UIViewController.exchange(Main, \"present\", \"noAlert_present\")")
  }
}

/// A script function that replaces `present` on the class of all view controllers.
final class LuaPresentationInterceptor: PresentationInterceptor {
  let function: LuaAnchoredReference
  private let application: Application
  @Weak private var runner: AppCodeRunner?

  init(_ function: LuaAnchoredReference, _ application: Application, in runner: AppCodeRunner) {
    (self.function, self.application, self.runner) = (function, application, runner)
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

  /// Calls UIKit's implementation of `present`: presenter, controller, animated, completion.
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
