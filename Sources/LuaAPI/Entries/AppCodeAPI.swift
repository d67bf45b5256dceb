import HomeScreenSimulator
import LuaEngine

/// The code of an app in Lua: classes, and the function for each process start.
enum AppCodeAPI: APISection {
  private static let type = InstalledApp.apiType

  static let main = APIEntry.property(
    "main", of: InstalledApp.self,
    Parameter<Void>.raw("main", type: "fun()?", kinds: [.function, .nil], "runs first in each new process"),
    APIDocumentation(
      "Runs at each process start, before the app delegate is created: create singletons here.",
      discussion: "Locals of the script survive the end of a process; what `main` creates belongs to one process.",
      facts: ["LAUNCH-075"]), get: { call, app in try LuaAppCode.of(app, in: call.session.code).mainFunction },
    set: { call, app, _ in try LuaAppCode.of(app, in: call.session.code).setMain(call, 3) }
  )

  static let delegate = classProperty(
    "delegate", .delegate,
    APIDocumentation(
      "The class of the app delegate: its methods, under their Objective-C names.",
      discussion: """
        Each process start creates a new object of the class, which is `self` in the methods; its fields are lost when \
        the process ends. `self.window` is the window of an app without scenes. A key that resembles a method of the \
        system is an error.
        """, facts: ["LAUNCH-001", "LAUNCH-075"]))

  static let sceneDelegate = classProperty(
    "sceneDelegate", .sceneDelegate,
    APIDocumentation(
      "The class of the scene delegate: its methods, under their Objective-C names.",
      discussion: """
        Each scene gets a new object of the class, with its window in `self.window`. `UISceneConfiguration` can name \
        another class for a scene.
        """, facts: ["LAUNCH-011", "LAUNCH-014"]))

  static let rootViewController = classProperty(
    "rootViewController", .controller,
    APIDocumentation(
      "The class of the root view controller; each window gets a new object of the class.", facts: ["LAUNCH-081"]))

  static let didHandle = APIEntry.method(
    "didHandle", of: InstalledApp.self, ItemAPI.parameter,
    APIDocumentation(
      "The app's code declares that it has handled a quick action; `assert.handled_once` checks that.",
      discussion: "Call it only in the app's code.")
  ) { _, app, item in
    try app.didHandle(item)
  }

  static let perform = APIEntry.method(
    "perform", of: InstalledApp.self, .string("action", "the name of a method", domain: .action),
    Parameter<Void>.rest("the arguments of the action"),
    APIDocumentation(
      "Calls an action of the app, as a button does, on the first object that has the method.",
      discussion: """
        The order is: the controller on top, the controllers below it down to the root, the \
        scene's delegate, the app delegate.
        """)
  ) { call, app, action, _ in
    let session = try call.session
    try app.run { application in
      try session.code.enter(application, of: app, as: "app:perform(\"\(action)\")") {
        try ActionSearch.perform(action, call, application, session.code)
      }
    }
  }

  static let scenes = APIEntry.property(
    "scenes", of: InstalledApp.self,
    APIDocumentation("The app's connected scenes, from the system's side; none in an app without scenes.")
  ) { app in try app.scenes.map { Box($0, of: app.device) } }

  static let view = classProperty(
    "view", .view, if: requireSwiftUI,
    APIDocumentation(
      "The class of the root view of a SwiftUI app: `onAppear`, `onOpenURL`, `onContinueUserActivity`, `onScenePhase`.",
      discussion: """
        Each scene gets a new object of the class. `onOpenURL` gets the URL, `onScenePhase` the phase, which is \
        `active`, `inactive` or `background`. A universal link is a URL here; `onContinueUserActivity` gets activities \
        of all types, while SwiftUI's modifier names one. Quick actions do not arrive here: they go to a scene \
        delegate that `UISceneConfiguration` names. The field `handlesExternalEvents = { preferring = { … }, allowing \
        = { … } }` says which URLs the view's window gets. An app without SwiftUI has no root view, and defining one \
        is an error.
        """, availability: "iOS 14.0",
      facts: ["LAUNCH-087", "LAUNCH-119", "LAUNCH-120", "LAUNCH-027", "LAUNCH-138", "LAUNCH-139"]))

  static let adaptor = APIEntry.constructor(
    "UIApplicationDelegateAdaptor",
    parameters: [
      APIParameter("class", type: "\(ClassKind.delegate.apiType.className)|table", documentation: "`app.delegate`")
    ], returns: "another object of the class",
    APIDocumentation(
      "Creates another object of the class, like `@UIApplicationDelegateAdaptor` outside the `App`; the system never calls it.",
      discussion:
        "The system calls the object that SwiftUI makes for `App`. Call this function only in the app's code.",
      availability: "iOS 14.0", facts: ["LAUNCH-137"])
  ) { call -> LuaReference in
    let code = try call.session.code
    guard call.stack.kind(at: 1) == .table, code.classes.kind(of: call.stack.reference(to: 1)) == .delegate else {
      throw LuaFailure(
        "UIApplicationDelegateAdaptor: expected an app delegate class, got \(call.stack.shortDescription(at: 1))",
        code: "argument", hint: "UIApplicationDelegateAdaptor(app.delegate)")
    }
    return try code.inProcess(for: "UIApplicationDelegateAdaptor") { _ in
      try code.classes.pushInstance(of: call.stack.reference(to: 1))
      defer { call.stack.removeLast() }
      return call.stack.reference(to: -1)
    }
  }

  /// - Throws: ``LuaFailure`` for an app without SwiftUI, whose code cannot have a root view.
  private static func requireSwiftUI(_ app: InstalledApp) throws {
    let lifeCycle = try app.lifeCycle
    guard lifeCycle != .swiftUI else { return }
    throw LuaFailure(
      "app.view would never be called: \(app.bundleIdentifier) has the life cycle “\(lifeCycle.rawValue)”",
      code: "unknown-slot",
      hint:
        "Install the app as a SwiftUI app, { lifecycle = \"swiftUI\" }, or write app.sceneDelegate or app.delegate.",
      fact: "LAUNCH-087")
  }

  static let globalEntries = [adaptor]

  static let memberTypes = [InstalledApp.apiType]
  static let memberEntries = [main, delegate, sceneDelegate, rootViewController, view, didHandle, perform, scenes]

  private static func classProperty(
    _ name: String, _ kind: ClassKind, if isPossible: @escaping @Sendable (InstalledApp) throws -> Void = { _ in },
    _ words: APIDocumentation
  ) -> APIEntry {
    APIEntry.property(
      name, of: InstalledApp.self,
      Parameter<Void>.raw(
        "class", type: "\(kind.apiType.className)|table|nil", kinds: [.table, .nil], "a table of methods"), words,
      get: { call, app in
        try isPossible(app)
        return try LuaAppCode.of(app, in: call.session.code).classTable(kind)
      },
      set: { call, app, _ in
        if call.stack.kind(at: 3) != .nil { try isPossible(app) }
        try LuaAppCode.of(app, in: call.session.code).setClass(kind, call, 3)
      }
    )
  }
}

/// The classes that scripts write for an app, with every method that the system calls and its arguments.
enum AppClassAPI {
  static let entries: [APIEntry] =
    AppCallback.allCases.map(entry)
    + [ClassKind.controller, .view].flatMap { kind in kind.slots.map { entry($0, of: kind) } }

  private static func entry(_ callback: AppCallback) -> APIEntry {
    let kind: ClassKind =
      switch callback.receiver {
      case .appDelegate: .delegate
      case .sceneDelegate: .sceneDelegate
      }
    let deprecated = callback.deprecated.map { " Deprecated since iOS \($0)." } ?? ""
    return .callback(
      callback.slot, of: kind.apiType,
      callback.arguments.map(CallbackArgument.parameter),
      APIDocumentation(
        callback.summary, discussion: "Swift: `\(callback.swiftName)`. Selector: `\(callback.selector)`.\(deprecated)",
        facts: callback.deprecated == nil ? [] : ["LAUNCH-054"]))
  }

  private static func entry(_ slot: ClassKind.Slot, of kind: ClassKind) -> APIEntry {
    .callback(
      slot.name, of: kind.apiType, slot.arguments(),
      APIDocumentation(
        "\(kind.noun.capitalizedSentence): `\(slot.swiftName)`."))
  }
}

extension String { fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() } }
