import LuaEngine
import Simulator

/// The script's side of one view controller: its class and its fields. The controller keeps it; the object that Lua
/// holds is made from it whenever Lua asks.
final class ControllerCode: ViewLifeCycle {
  private weak var session: Session?
  let application: Application
  /// The class; nil: UIKit's own.
  let classReference: LuaAnchoredReference?
  private var fields: LuaAnchoredReference?
  private weak var object: AnyObject?

  private init(_ classReference: LuaAnchoredReference?, in session: Session, _ application: Application) {
    self.classReference = classReference
    self.session = session
    self.application = application
  }

  /// A new controller of the class at `index`.
  static func make(
    classAt index: Int, on stack: LuaStack, in session: Session, _ application: Application
  ) throws -> any ControllerHolder {
    let reference = application.luaAnchor?.keep(index, on: stack)
    let name = try session.classes.name(of: stack.reference(to: index))
    let code = ControllerCode(reference, in: session, application)
    return code.object(for: ViewController(application, className: name ?? "ViewController", lifeCycle: code))
  }

  /// A new controller of UIKit's own class.
  static func makePlain(in session: Session, _ application: Application) -> any ControllerHolder {
    object(for: ViewController(application), in: session, application)
  }

  /// What Lua holds of a controller; one object as long as somebody holds it.
  static func object(
    for controller: ViewController, in session: Session, _ application: Application
  ) -> any ControllerHolder {
    if let code = controller.lifeCycle as? ControllerCode { return code.object(for: controller) }
    let code = ControllerCode(nil, in: session, application)
    controller.lifeCycle = code
    return code.object(for: controller)
  }

  /// The same for an alert that was just made.
  static func alertObject(
    for alert: AlertController, in session: Session, _ application: Application
  ) -> AlertControllerObject {
    let code = ControllerCode(nil, in: session, application)
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

  /// What Lua reads of a controller beside its own members: a field, or a method as it is implemented in this process,
  /// exchanged or not.
  func push(_ name: String, of controller: ViewController, onto stack: LuaStack) throws {
    try push(name, onto: stack)
    guard let exchanged = (application.app?.code as? LuaAppCode)?.exchangedMethods(of: application) else { return }
    exchanged.replace(name, of: controller, on: stack)
  }

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
    guard let session, classReference != nil else { return false }
    let share = session.lua.options.budget / Session.appCodeShare
    let (outcome, isUsedUp) = session.lua.withAllowance(share) {
      let stack = session.lua.stack
      let top = stack.count
      defer { stack.removeLast(stack.count - top) }
      try push(method.rawValue, onto: stack)
      return stack.kind(at: -1) != .nil
    }
    return isUsedUp || ((try? outcome.get()) ?? true)
  }

  func viewDidLoad(_ controller: ViewController) throws { try run(.viewDidLoad, controller, []) }

  func viewDidAppear(_ controller: ViewController) throws { try run(.viewDidAppear, controller, [true]) }

  private func run(_ method: ViewMethod, _ controller: ViewController, _ arguments: [any LuaPushable]) throws {
    guard let session, let app = application.app else { return }
    let object = object(for: controller)
    try session.enter(application, of: app, as: "\(controller.className).\(method.rawValue)") {
      _ = try session.lua.call(method: method.rawValue, of: AnyController(object), arguments: arguments)
    }
  }
}
