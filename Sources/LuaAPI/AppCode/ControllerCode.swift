import HomeScreenSimulator
import LuaEngine

/// The script's side of one view controller: its class and its fields. The controller keeps it; the object that Lua
/// holds is made from it whenever Lua asks.
final class ControllerCode: ViewLifeCycle {
  @Tethered private var runner: AppCodeRunner?
  let application: Application
  /// The class; nil: UIKit's own.
  let classReference: LuaAnchoredReference?
  private var fields: LuaAnchoredReference?
  private weak var object: AnyObject?

  private init(_ classReference: LuaAnchoredReference?, in runner: AppCodeRunner, _ application: Application) {
    self.classReference = classReference
    self.runner = runner
    self.application = application
  }

  /// A new controller of the class at `index`.
  static func make(
    classAt index: Int, on stack: LuaStack, in runner: AppCodeRunner, _ application: Application
  ) throws -> any ControllerHolder {
    let reference = application.luaAnchor?.keep(index, on: stack)
    let name = try runner.classes.name(of: stack.reference(to: index))
    let code = ControllerCode(reference, in: runner, application)
    return code.object(for: ViewController(application, className: name ?? "ViewController", lifeCycle: code))
  }

  /// A new controller of UIKit's own class.
  static func makePlain(in runner: AppCodeRunner, _ application: Application) -> any ControllerHolder {
    object(for: ViewController(application), in: runner, application)
  }

  /// What Lua holds of a controller; one object as long as somebody holds it.
  static func object(
    for controller: ViewController, in runner: AppCodeRunner, _ application: Application
  ) -> any ControllerHolder {
    if let code = controller.lifeCycle as? ControllerCode { return code.object(for: controller) }
    let code = ControllerCode(nil, in: runner, application)
    controller.lifeCycle = code
    return code.object(for: controller)
  }

  /// The same for an alert that was just made.
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

  /// Pushes a field of the object, or a member of its class; nil when there is none.
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

  /// Whether the class at `index` is the object's.
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

/// A view controller as scripts hold it, an alert or another.
protocol ControllerHolder: APIObject {
  var controller: ViewController { get }
  var code: ControllerCode { get }
}

extension ControllerHolder {
  var luaAnchor: LuaAnchor? { code.application.luaAnchor }
}

/// A view controller: one object of a class of the script's, or of UIKit's own.
final class ControllerObject: ControllerHolder {
  let controller: ViewController
  let code: ControllerCode

  init(_ controller: ViewController, code: ControllerCode) {
    self.controller = controller
    self.code = code
  }
}

/// `UIAlertController`.
final class AlertControllerObject: ControllerHolder {
  let alert: AlertController
  let code: ControllerCode
  var controller: ViewController { alert }

  init(_ alert: AlertController, code: ControllerCode) {
    self.alert = alert
    self.code = code
  }
}

/// A controller of either class, as a result.
struct AnyController: APIValue {
  static var apiName: String { ControllerObject.apiName }
  private let holder: any ControllerHolder

  init(_ holder: any ControllerHolder) {
    self.holder = holder
  }

  func push(onto stack: LuaStack) { holder.push(onto: stack) }
}

extension LuaCall {
  /// An argument that is a view controller.
  /// - Throws: ``LuaFailure`` that names the parameter.
  func controller(_ name: String, at index: Int) throws -> any ControllerHolder {
    if let holder = stack.object(at: index) as? any ControllerHolder { return holder }
    throw Parameter<Void>.mismatch(name, expected: "a view controller", self, index)
  }

  /// Presents with the arguments 3 (animated) and 4 (completion) of the call.
  func present(_ controller: any ControllerHolder, on presenter: any ControllerHolder) throws {
    let completion = try AppCallbackFunction(
      self, 4, application: presenter.code.application, as: "the completion of present")
    let animated = stack.kind(at: 3) == .nil || stack.boolean(at: 3)
    try presenter.controller.present(
      controller.controller, animated: animated, completion: completion.map { body in { try body.call() } })
  }
}
