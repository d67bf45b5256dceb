import HomeScreenSimulator
import LuaEngine

/// The code that a script wrote for an app: its classes, and what runs at each process start. It lives with the
/// installed app; the objects that it makes live with a process, a scene, a window.
final class LuaAppCode: AppCode {
  @Tethered private var runner: AppCodeRunner?
  /// The device's, not the device: that holds the app, which holds this.
  private let anchor: LuaAnchor
  private var classes = Classes()
  private(set) var mainFunction: LuaAnchoredReference?
  private var exchanged: ExchangedMethods?

  /// By what they are the class of. Each story of an exploration has new ones, and a dictionary would cost it more.
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

  private init(in runner: AppCodeRunner, anchor: LuaAnchor) {
    self.runner = runner
    self.anchor = anchor
  }

  /// The code of an app; made when the script first names a part of it.
  /// - Throws: ``SimulatorError`` `app-not-installed`.
  static func of(_ app: InstalledApp, in runner: AppCodeRunner) throws -> LuaAppCode {
    _ = try app.state
    if let code = app.code as? LuaAppCode { return code }
    if app.code is ShadowCode {
      throw LuaFailure(
        "\(app.bundleIdentifier) has the code of its sources, so a script cannot write or read its code",
        code: "sources-installed", hint: "Install it without “sources” to write its code in Lua.")
    }
    guard let anchor = app.luaAnchor else { throw LuaFailure("the app's device no longer exists", code: "internal") }
    let code = LuaAppCode(in: runner, anchor: anchor)
    app.code = code
    return code
  }

  /// The methods that the process of `application` has exchanged; another process starts with none.
  func exchangedMethods(of application: Application) -> ExchangedMethods {
    if let exchanged, exchanged.application === application { return exchanged }
    let exchanged = ExchangedMethods(application)
    self.exchanged = exchanged
    return exchanged
  }

  /// What Lua reads of a controller beside its own members: a field, or a method as it is implemented in this process,
  /// exchanged or not.
  static func push(_ name: String, of holder: any ControllerHolder, onto stack: LuaStack) throws {
    let application = holder.code.application
    try holder.code.push(name, onto: stack)
    guard let exchanged = (application.app?.code as? LuaAppCode)?.exchangedMethods(of: application) else { return }
    exchanged.replace(name, of: holder.controller, on: stack)
  }

  // MARK: What the script writes

  /// A class; a new, empty one when the app has none yet.
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

  /// Takes the table at `index` as the class; nil takes the class away.
  /// - Throws: ``LuaFailure`` when a key of it is a misspelt method.
  func setClass(_ kind: ClassKind, _ call: LuaCall, _ index: Int) throws {
    classes[kind] = try LuaAppCode.keptClass(kind, call, index, anchor: anchor)
  }

  /// The table at `index` as a class, kept; nil for nil.
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

  /// The methods of its classes that the system does not call: what `app:perform` finds by name.
  var actionNames: [String] {
    guard let runner, runner.lua.stack.hasRoom(8) else { return [] }
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

  func setMain(_ call: LuaCall, _ index: Int) {
    mainFunction = call.stack.kind(at: index) == .nil ? nil : anchor.keep(index, on: call.stack)
  }

  // MARK: What the system asks for

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

  /// A new object of a class. The field `window` of a scene delegate is there from the start.
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
