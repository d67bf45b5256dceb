import HomeScreenSimulator
import LuaEngine

/// The code of an app in Lua: its classes, and the function for each process start. It lives as long as the installed
/// app. Its objects live as long as a process, a scene or a window.
final class LuaAppCode: AppCode, ScriptedCode {
  @Weak private var runner: AppCodeRunner?
  /// The device's anchor. A reference to the device would be a retain cycle, because the device holds this object
  /// through the app.
  private let anchor: LuaAnchor
  private var classes = Classes()
  private(set) var mainFunction: LuaAnchoredReference?
  private var exchanged: ExchangedMethods?

  /// The classes by kind. This is not a dictionary, because each story of an exploration creates one.
  private struct Classes {
    private var delegate, sceneDelegate, controller, view: LuaAnchoredReference?

    subscript(kind: ClassKind) -> LuaAnchoredReference? {
      get {
        switch kind {
        case .delegate: delegate
        case .sceneDelegate: sceneDelegate
        case .controller: controller
        case .view: view
        }
      }
      set {
        switch kind {
        case .delegate: delegate = newValue
        case .sceneDelegate: sceneDelegate = newValue
        case .controller: controller = newValue
        case .view: view = newValue
        }
      }
    }
  }

  private init(in runner: AppCodeRunner, anchor: LuaAnchor) { (self.runner, self.anchor) = (runner, anchor) }

  /// Returns the code of an app, created when the script first uses a part of it.
  /// - Throws: ``SimulatorError`` with the code `app-not-installed`.
  static func of(_ app: InstalledApp, in runner: AppCodeRunner) throws -> LuaAppCode {
    _ = try app.state
    if let code = app.code as? LuaAppCode { return code }
    if app.code is SourceDrivenCode {
      throw LuaFailure(
        "\(app.bundleIdentifier) runs the code of its sources, so a script can neither read nor write its code",
        code: "sources-installed", hint: "Install the app without “sources” to write its code in Lua.")
    }
    guard let anchor = app.luaAnchor else { throw LuaFailure("the app's device no longer exists", code: "internal") }
    let code = LuaAppCode(in: runner, anchor: anchor)
    app.code = code
    return code
  }

  /// Returns the methods that the process of `application` has exchanged. A new process starts with none.
  func exchangedMethods(of application: Application) -> ExchangedMethods {
    if let exchanged, exchanged.application === application { return exchanged }
    let exchanged = ExchangedMethods(application)
    self.exchanged = exchanged
    return exchanged
  }

  /// Pushes a member of a controller that is not built in: a field, or the implementation of a method in this process.
  static func push(_ name: String, of holder: any ControllerHolder, onto stack: LuaStack) throws {
    let application = holder.code.application
    try holder.code.push(name, onto: stack)
    guard let exchanged = (application.app?.code as? LuaAppCode)?.exchangedMethods(of: application) else { return }
    exchanged.replace(name, of: holder.controller, on: stack)
  }

  // MARK: Classes

  /// Returns a class, which is created empty if the app does not have it.
  @discardableResult
  func classTable(_ kind: ClassKind) throws -> LuaAnchoredReference? {
    guard let runner else { return nil }
    if let reference = classes[kind] { return reference }
    try runner.classes.pushClass(kind)
    let stack = runner.lua.stack
    defer { stack.removeLast() }
    classes[kind] = anchor.keep(-1, on: stack)
    return classes[kind]
  }

  /// Sets the class to the table at `index`; nil removes the class.
  /// - Throws: ``LuaFailure`` if a key is a misspelt method.
  func setClass(_ kind: ClassKind, _ call: LuaCall, _ index: Int) throws {
    classes[kind] = try LuaAppCode.keptClass(kind, call, index, anchor: anchor)
  }

  /// Returns a kept reference to the class in the table at `index`; nil for nil.
  static func keptClass(
    _ kind: ClassKind, _ call: LuaCall, _ index: Int, anchor: LuaAnchor?
  ) throws -> LuaAnchoredReference? {
    guard call.stack.kind(at: index) != .nil else { return nil }
    let classes = try call.session.code.classes
    do {
      try classes.pushClass(kind, from: call.stack.reference(to: index))
    } catch let error as LuaError {
      throw error.failure ?? error.luaFailure
    }
    defer { call.stack.removeLast() }
    return anchor?.keep(-1, on: call.stack)
  }

  /// The methods of the app's classes that the system does not call, which `app:perform` finds by name.
  var actionNames: [String] {
    guard let runner, runner.lua.stack.hasSpace(8) else { return [] }
    let stack = runner.lua.stack
    return ClassKind.allCases.sorted { $0.rawValue < $1.rawValue }.flatMap { kind -> [String] in
      guard let reference = classes[kind] else { return [] }
      reference.push(onto: stack)
      defer { stack.removeLast() }
      let slots = Set(kind.slots.map(\.name))
      return stack.keys(ofTable: -1).compactMap { key in
        guard case .string(let name) = key, !slots.contains(name) else { return nil }
        defer { stack.removeLast() }
        return stack.pushRaw(name, of: -1) == .function ? name : nil
      }
    }
  }

  func hasMethod(_ slot: String?, in kind: ClassKind) -> Bool {
    guard let runner, let reference = classes[kind], runner.lua.stack.hasSpace(8) else { return false }
    let stack = runner.lua.stack
    reference.push(onto: stack)
    defer { stack.removeLast() }
    let names =
      slot.map { [$0] } ?? stack.keys(ofTable: -1).compactMap { if case .string(let name) = $0 { name } else { nil } }
    return names.contains { name in
      defer { stack.removeLast() }
      return stack.pushRaw(name, of: -1) == .function
    }
  }

  func setMain(_ call: LuaCall, _ index: Int) {
    mainFunction = call.stack.kind(at: index) == .nil ? nil : anchor.keep(index, on: call.stack)
  }

  // MARK: Calls by the system

  func main(_ application: Application) throws {
    guard let mainFunction, let runner, let app = application.app else { return }
    try runner.enter(application, of: app, as: "app.main") { _ = try mainFunction.call(arguments: []) }
  }

  func makeAppDelegate(_ application: Application) throws -> (any AppDelegate)? {
    try classes[.delegate].flatMap { try object(of: $0) }
  }

  func makeSceneDelegate(for scene: AppScene, _ application: Application) throws -> (any SceneDelegate)? {
    let chosen = scene.session.configuration.delegateClass as? LuaAnchoredReference
    guard let reference = chosen ?? classes[.sceneDelegate], let device = application.device else { return nil }
    return try object(of: reference, window: scene.window.map { Box($0, of: device) })
  }

  func makeRootViewController(_ application: Application) throws -> ViewController? {
    guard let reference = classes[.controller], let runner else { return nil }
    let stack = runner.lua.stack
    reference.push(onto: stack)
    defer { stack.removeLast() }
    return try ControllerCode.make(classAt: -1, on: stack, in: runner, application).controller
  }

  func makeRootView(_ application: Application) throws -> (any RootView)? {
    guard let reference = classes[.view], let runner else { return nil }
    try runner.classes.pushInstance(of: reference)
    let stack = runner.lua.stack
    defer { stack.removeLast() }
    return anchor.keep(-1, on: stack).map { LuaRootView($0, in: runner, application) }
  }

  /// Creates an object of a class. A scene delegate has its field `window` from the start.
  private func object(of reference: LuaAnchoredReference, window: Box<AppWindow>? = nil) throws -> LuaDelegate? {
    guard let runner else { return nil }
    try runner.classes.pushInstance(of: reference)
    let stack = runner.lua.stack
    defer { stack.removeLast() }
    if let window {
      window.push(onto: stack)
      stack.setRaw("window", in: -2)
    }
    guard let object = anchor.keep(-1, on: stack) else { return nil }
    return LuaDelegate(object, in: runner, hasWindow: window != nil)
  }
}

/// An app delegate or scene delegate in Lua: an object of its class.
final class LuaDelegate: AppDelegate, SceneDelegate {
  /// The object, which is `self` in its methods.
  let object: LuaAnchoredReference
  @Weak private var runner: AppCodeRunner?
  /// Whether the field `window` was set.
  private var hasWindow: Bool

  init(_ object: LuaAnchoredReference, in runner: AppCodeRunner, hasWindow: Bool) {
    (self.object, self.runner, self.hasWindow) = (object, runner, hasWindow)
  }

  func implements(_ callback: AppCallback) -> Bool { implements(callback.slot) }

  /// Whether the object has a method. If its class raises an error when asked, the result is true and the call raises
  /// again.
  func implements(_ name: String) -> Bool {
    guard let runner else { return false }
    return runner.hasMember { stack in
      object.push(onto: stack)
      if stack.kind(at: -1) == .table { try stack.pushMember(name, of: -1) } else { stack.pushNil() }
    }
  }

  func receive(_ call: CallbackInvocation) throws -> CallbackReply {
    guard let runner, let app = call.application.app else { return .none }
    if !hasWindow, call.callback.receiver == .appDelegate { setWindow(call.application, app.device, runner.lua) }
    let arguments = CallbackArgument.values(of: call, on: app.device)
    return try runner.enter(call.application, of: app, as: call.callback.slot) {
      let results = try runner.lua.call(method: call.callback.slot, of: object, arguments: arguments)
      return try LuaDelegate.reply(to: call.callback, results.first ?? .nil)
    }
  }

  /// Sets the window of the app delegate, in an app without scenes.
  private func setWindow(_ application: Application, _ device: Device, _ lua: LuaState) {
    guard application.connectedScenes.isEmpty, let window = application.keyWindow else { return }
    hasWindow = true
    let stack = lua.stack
    object.push(onto: stack)
    defer { stack.removeLast() }
    guard stack.kind(at: -1) == .table else { return }
    Box<AppWindow>(window, of: device).push(onto: stack)
    stack.setRaw("window", in: -2)
  }

  /// Returns the activity of a table with `activityType`, in the form that the system passes.
  private static func activity(_ callback: AppCallback, _ result: LuaValue) throws -> UserActivity? {
    if result.isNil { return nil }
    guard case .table(let table) = result, case .string(let type)? = table["activityType"] else {
      throw LuaFailure(
        "\(callback.slot) returned \(result.typeName == "table" ? "a table without activityType" : "a \(result.typeName)")",
        code: "argument", hint: "Return { activityType = \"…\", userInfo = { … } }, or nil.", fact: "LAUNCH-056")
    }
    var activity = UserActivity(activityType: type)
    if case .string(let page)? = table["webpageURL"] { activity.webpageURL = page }
    activity.userInfo = try table["userInfo"].flatMap { try ItemFields.dictionary($0) }
    return activity
  }

  private static func reply(to callback: AppCallback, _ result: LuaValue) throws -> CallbackReply {
    switch callback {
    case .willFinishLaunching, .didFinishLaunching, .openURL, .willContinueUserActivity, .continueUserActivity:
      // Swift requires a result here; in Lua, no result counts as true.
      return .boolean(result.boolean ?? true)
    case .shouldSaveState, .shouldSaveSecureState, .shouldRestoreState, .shouldRestoreSecureState:
      return .boolean(result.boolean ?? false)
    case .performAction, .windowScenePerformAction:
      // The asynchronous form returns the argument of the handler (LAUNCH-049).
      return result.boolean.map { .boolean($0) } ?? .none
    case .stateRestorationActivity: return try activity(callback, result).map { .activity($0) } ?? .none
    case .configurationForConnecting:
      switch result {
      case .nil: return .none
      case .object(let object as Box<SceneConfiguration>): return .configuration(object.value)
      default:
        throw LuaFailure(
          "\(callback.slot) returned a \(result.typeName)", code: "argument",
          hint: "Return UISceneConfiguration { name = \"…\" }, or nil for the default configuration.")
      }
    default: return .none
    }
  }
}

/// The root view of a SwiftUI app in Lua: an object of its class for each scene.
final class LuaRootView: RootView {
  /// The object, which is called like a delegate.
  private let delegate: LuaDelegate
  private let application: Application
  @Weak private var runner: AppCodeRunner?

  init(_ object: LuaAnchoredReference, in runner: AppCodeRunner, _ application: Application) {
    delegate = LuaDelegate(object, in: runner, hasWindow: true)
    (self.application, self.runner) = (application, runner)
  }

  func implements(_ method: RootViewMethod) -> Bool { delegate.implements(method.rawValue) }

  /// The table of the modifier in the class or the object.
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
    "handlesExternalEvents: expected a table with lists of strings", code: "argument",
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

/// The value of `UIApplication.shared.delegate` in a SwiftUI app: SwiftUI's own object, and not the one that the
/// adaptor created (LAUNCH-136). It has no members of the app. Reading one crashes, like a forced cast in Swift.
struct SwiftUIAppDelegate {}

extension SwiftUIAppDelegate: Boxable {
  static let apiType = APIType(
    "swiftUIAppDelegate", className: "homescreen.SwiftUIAppDelegate",
    summary: "SwiftUI's own app delegate, which is not an object of the class `app.delegate`.")
  static let luaType = APIBinding.luaType(
    apiType, fallback: { call in throw failure(call) }, assign: { call in throw failure(call) },
    metamethods: [ObjectMetamethods.text(Box<SwiftUIAppDelegate>.self) { _ in "SwiftUI.AppDelegate" }])

  private static func failure(_ call: LuaCall) -> LuaFailure {
    LuaFailure(
      "UIApplication.shared.delegate has no '\(call.stack.string(at: 2) ?? "")': in a SwiftUI app it is SwiftUI's own object, "
        + "and not one of the class app.delegate", code: "swiftui-delegate",
      hint: "Store the object where code can find it: function app.delegate:application_didFinishLaunchingWithOptions()"
        + " appDelegate = self end.", fact: "LAUNCH-136")
  }
}

/// The delegate of an application: the app's object, or SwiftUI's.
enum DelegateObject: APIValue {
  case own(LuaAnchoredReference)
  case swiftUI

  static var apiName: String { "\(ClassKind.delegate.apiType.className)|\(SwiftUIAppDelegate.apiType.className)" }

  func push(onto stack: LuaStack) {
    switch self {
    case .own(let object): object.push(onto: stack)
    case .swiftUI: Box(SwiftUIAppDelegate()).push(onto: stack)
    }
  }
}

/// Finds the object for an action: the first object of the app with the method.
enum ActionSearch {
  /// Calls the method with the arguments of `call` from the third on.
  static func perform(_ action: String, _ call: LuaCall, _ application: Application, _ runner: AppCodeRunner) throws {
    let objects = candidates(application, runner)
    for (_, object) in objects where try has(action, object, call.stack) {
      return try call.call(method: action, of: object, argumentsFrom: 3)
    }
    let asked = objects.map(\.name).joined(separator: ", ")
    throw LuaFailure(
      "no object of \(application.bundleIdentifier) has the action '\(action)'", code: "no-such-action",
      hint: objects.isEmpty ? "The app has no controllers and no delegates." : "The action was not found in: \(asked).")
  }

  private static func candidates(
    _ application: Application, _ runner: AppCodeRunner
  ) -> [(name: String, object: AnyPushable)] {
    var objects: [(String, AnyPushable)] = []
    var controller = application.keyWindow?.topViewController
    while let current = controller {
      let object = ControllerCode.object(for: current, in: runner, application)
      objects.append((current.className, AnyPushable(object)))
      controller = current.presentingViewController
    }
    for scene in application.connectedScenes.reversed() {
      if let delegate = scene.delegate as? LuaDelegate {
        objects.append(("the scene delegate", AnyPushable(delegate.object)))
      }
    }
    if let delegate = application.delegate as? LuaDelegate {
      objects.append(("the app delegate", AnyPushable(delegate.object)))
    }
    return objects
  }

  private static func has(_ action: String, _ object: AnyPushable, _ stack: LuaStack) throws -> Bool {
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    object.push(onto: stack)
    guard [.table, .userdata].contains(stack.kind(at: -1)) else { return false }
    try stack.pushMember(action, of: -1)
    return stack.kind(at: -1) != .nil
  }
}

/// A value with a type that is known only at run time.
private struct AnyPushable: LuaPushable {
  private let value: any LuaPushable

  init(_ value: any LuaPushable) { self.value = value }

  func push(onto stack: LuaStack) { value.push(onto: stack) }
}
