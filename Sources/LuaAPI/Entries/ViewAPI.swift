import HomeScreenSimulator
import LuaEngine

extension ControllerObject: APIObject {
  static let apiType = APIType("controller", className: "homescreen.UIViewController", summary: "A view controller.")
  static let luaType = ViewAPI.makeLuaType(ControllerObject.self)
}

enum UIViewControllerNamespace: Namespace {
  static let apiType = APIType(
    "UIViewController", className: "homescreen.UIViewControllerClass", summary: "The class of view controllers.")
  /// `UIViewController()` creates a plain controller.
  static let luaType = makeLuaType(metamethods: [
    (
      "__call",
      { call in
        let code = try call.session.code
        return try code.inProcess(for: "UIViewController()") { running in
          call.result(AnyController(ControllerCode.makePlain(in: code, running.application)))
        }
      }
    )
  ])
}

/// View controllers.
enum ViewAPI: APISection {
  /// Creates the Lua type. Members of the API come first, then fields of the object, then members of its class.
  static func makeLuaType<Holder: ControllerHolder>(_: Holder.Type) -> LuaType {
    APIBinding.luaType(
      Holder.apiType,
      fallback: { call in
        guard let object = call.instance(1, of: Holder.luaType, as: Holder.self), let name = call.stack.string(at: 2)
        else { return call.result(String?.none) }
        try LuaAppCode.push(name, of: object, onto: call.stack)
        return 1
      },
      assign: { call in
        guard let object = call.instance(1, of: Holder.luaType, as: Holder.self), let name = call.stack.string(at: 2)
        else { throw LuaFailure("\(Holder.apiType.name): the name of a field must be a string", code: "argument") }
        object.code.set(name, toValueAt: 3, on: call.stack)
        return 0
      },
      metamethods: [ObjectMetamethods.text(Holder.self) { "<\($0.controller.consoleName)>" }])
  }

  // MARK: Members of every controller

  /// The parameter for a controller of either class.
  static let controllerParameter = Parameter<any ControllerHolder>(
    description: APIParameter("controller", type: ControllerObject.apiName, documentation: "what to show")
  ) { call, index in try call.controller("controller", at: index) }

  static let animated = Parameter<Bool?>.optional(.boolean("animated", "false: no transition; true by default"))
  static let completion = Parameter<Void>.raw(
    "completion", type: "fun()", kinds: [.function, .nil], "runs when the transition is over")

  /// Returns the members that alerts share with every other controller.
  static func members<Holder: ControllerHolder>(_: Holder.Type) -> [APIEntry] {
    [
      APIEntry.method(
        "present", of: Holder.self, controllerParameter, animated, completion,
        APIDocumentation(
          "Shows a controller over this one.",
          discussion: """
            If the presenter's view is not in a window, or the presenter already presents a controller, the console \
            shows a line, and the completion handler never runs.
            """, availability: "iOS 5.0", facts: ["LAUNCH-037", "LAUNCH-039", "ICON-184"])
      ) { call, object, controller, _, _ in
        try call.present(controller, on: object)
      },
      APIEntry.method(
        "dismiss", of: Holder.self, animated, completion,
        APIDocumentation(
          "Dismisses the controller that this one presents, or this one if it presents none.",
          availability: "iOS 5.0")
      ) { call, object, animated, _ in
        let completion = try AppCallbackFunction(
          call, 3, application: object.code.application, as: "the completion of dismiss")
        try object.controller.dismiss(
          animated: animated ?? true, completion: completion.map { body in { try body.call() } })
      },
      APIEntry.method(
        "isKind", of: Holder.self,
        Parameter<Void>.raw(
          "class", type: "any", kinds: [.function, .table, .userdata], expected: "a view controller class",
          "`UIAlertController`, `UIViewController` or a class of the script"),
        returns: "whether the object is one of that class",
        APIDocumentation("Whether the controller is an object of a class: `isKind(of:)`.", availability: "iOS 2.0")
      ) { call, object, _ in
        switch call.stack.kind(at: 2) {
        case .table: return object.code.isOfClass(at: 2, on: call.stack)
        case .function:
          let isAlert = call.state.boundName(at: 2, on: call.stack) == "UIAlertController"
          return isAlert && object.controller is AlertController
        case .userdata, .nil, .boolean, .number, .string, .thread:
          return call.stack.object(at: 2) is NamespaceObject<UIViewControllerNamespace>
        }
      },
      APIEntry.property(
        "title", of: Holder.self, .optional(.string("title", "its title")),
        APIDocumentation("Its title, or nil.", availability: "iOS 2.0"), get: \.controller.title,
        set: { object, title in object.controller.title = title }
      ),
      related(Holder.self, "presentedViewController", "The presented controller, or nil.") {
        $0.presentedViewController
      },
      related(Holder.self, "presentingViewController", "The presenting controller, or nil.") {
        $0.presentingViewController
      },
    ]
  }

  private static func related<Holder: ControllerHolder>(
    _: Holder.Type, _ name: String, _ summary: String,
    get: @escaping @Sendable (ViewController) -> ViewController?
  ) -> APIEntry {
    APIEntry.property(
      name, of: Holder.self, APIDocumentation(summary, availability: "iOS 5.0")
    ) { call, object -> AnyController? in
      guard let other = get(object.controller) else { return nil }
      let application = object.code.application
      return AnyController(ControllerCode.object(for: other, in: try call.session.code, application))
    }
  }

  static let globalEntries = [namespace]
  static let memberTypes = [UIViewControllerNamespace.apiType, ControllerObject.apiType]
  static let memberEntries = [subclass, presentOfClass, exchange] + members(ControllerObject.self)
}

/// The class of view controllers: creating subclasses, and replacing methods that all of them share.
extension ViewAPI {
  static let namespace = APIEntry.namespace(
    "UIViewController", UIViewControllerNamespace.self,
    APIDocumentation("The class of view controllers; `UIViewController.subclass` creates a subclass."))

  static let subclass = APIEntry.function(
    "subclass", of: UIViewControllerNamespace.apiType,
    parameters: [APIParameter("name", type: "string", documentation: "the name of its objects on the console")],
    returns: "the class: a table of methods",
    APIDocumentation(
      "A class of view controllers with its own methods.",
      discussion: """
        The system calls `viewDidLoad` and `viewDidAppear`. Calling the class creates an object: `Detail()`. Fields of \
        `self` belong to the object.
        """, availability: "iOS 2.0", facts: ["LAUNCH-040"])
  ) { call in
    let code = try call.session.code
    let isMethodCall =
      call.instance(
        1, of: UIViewControllerNamespace.luaType, as: NamespaceObject<UIViewControllerNamespace>.self) != nil
    guard let name = call.stack.string(at: isMethodCall ? 2 : 1), !name.isEmpty else {
      throw LuaFailure(
        "UIViewController.subclass: expected a name", code: "argument",
        hint: "local Detail = UIViewController.subclass \"Detail\"")
    }
    try code.classes.pushClass(.controller, named: name)
    return OnStack<LuaTable>()
  }

  static let presentOfClass = APIEntry.property(
    "present", of: NamespaceObject<UIViewControllerNamespace>.self,
    Parameter<Void>.raw(
      "present", type: "fun(presenter, controller, animated?, completion?)", kinds: [.function, .nil],
      "the function that replaces UIKit's; nil restores the original"),
    APIDocumentation(
      "`present` of all view controllers: assigning it replaces UIKit's implementation, as swizzling does.",
      discussion: """
        The replacement ends with the process, so assign it in `app.main`. The previous value is the original, which \
        the replacement can call; otherwise nothing is presented, not even the icon alert.
        """, availability: "iOS 5.0", facts: ["ICON-067", "ICON-068"]),
    get: { call, _ -> LuaPresentationInterceptor.Implementation in
      try call.session.code.inProcess(for: "UIViewController.present") { running in
        if let replacement = running.application.presentationInterceptor as? LuaPresentationInterceptor {
          return .function(replacement.function)
        }
        return .original
      }
    },
    set: { call, _, _ in
      let code = try call.session.code
      try code.inProcess(for: "UIViewController.present") { running in
        guard call.stack.isCallable(at: 3), let anchor = running.application.luaAnchor else {
          running.application.presentationInterceptor = nil
          return
        }
        running.application.presentationInterceptor = anchor.keep(3, on: call.stack).map {
          LuaPresentationInterceptor($0, running.application, in: code)
        }
      }
    }
  )

  static let exchange = APIEntry.function(
    "exchange", of: UIViewControllerNamespace.apiType,
    parameters: [
      APIParameter("class", type: "table", documentation: "a class that inherits `present`"),
      APIParameter("name", type: "string", documentation: "`present`"),
      APIParameter("other", type: "string", documentation: "the method of the class that is exchanged with `present`"),
    ],
    APIDocumentation(
      "Exchanges two implementations, as `method_exchangeImplementations` does.",
      discussion: """
        A class inherits `present`, so UIKit's implementation is exchanged, and controllers of every class are \
        affected: a controller whose class lacks the other method ends the app with an unrecognized selector. A second \
        exchange undoes the first. An exchange ends with the process.
        """, availability: "iOS 5.0", facts: ["ICON-174", "ICON-175", "ICON-067"])
  ) { call in
    let code = try call.session.code
    // With a colon, the first argument is the namespace; with a dot, it may be intended as the class.
    let isNamespace =
      call.instance(
        1, of: UIViewControllerNamespace.luaType, as: NamespaceObject<UIViewControllerNamespace>.self) != nil
    let first = isNamespace && call.stack.kind(at: 2) != .string ? 2 : 1
    try code.inProcess(for: "UIViewController.exchange") { running in
      try LuaAppCode.of(running.app, in: code).exchangedMethods(of: running.application)
        .exchange(call, argumentsFrom: first, in: code)
    }
  }
}

extension AppWindow: Boxable {
  static let apiType = APIType("window", className: "homescreen.UIWindow", summary: "A window of the app.")
  static let luaType = APIBinding.luaType(
    apiType, metamethods: [ObjectMetamethods.equality(Box<AppWindow>.self) { $0.value === $1.value }])
}

enum WindowAPI: APISection {
  static let rootViewController = APIEntry.property(
    "rootViewController", of: Box<AppWindow>.self, rootParameter,
    APIDocumentation(
      "The root controller; assigning another one removes the controllers that the old one presents.",
      availability: "iOS 4.0", facts: ["LAUNCH-081"]),
    get: { call, object in
      let code = try call.session.code
      return try code.inProcess(for: "window.rootViewController") { running -> AnyController? in
        guard let root = object.value.rootViewController else { return nil }
        return AnyController(ControllerCode.object(for: root, in: code, running.application))
      }
    },
    set: { call, object, root in
      try call.session.code.inProcess(for: "window.rootViewController") { _ in
        object.value.rootViewController = root?.controller
      }
    }
  )

  private static let rootParameter = Parameter<(any ControllerHolder)?>(
    description: APIParameter(
      "rootViewController", type: "\(ControllerObject.apiName)?", documentation: "a controller, or nil")
  ) { call, index in
    call.stack.kind(at: index) == .nil ? nil : try call.controller("rootViewController", at: index)
  }

  private static let sceneField = Parameter<Box<AppScene>>.object("windowScene", "the scene that shows the window")

  static let make = APIEntry.constructor(
    "UIWindow", fields: [sceneField.description], returns: "the window; `makeKeyAndVisible` shows it",
    APIDocumentation(
      "Creates a window in addition to the system's.",
      discussion: """
        In an app with scenes a window without `windowScene` is never shown. If the Info.plist names a storyboard, \
        the system's window has the storyboard's root and stays below; otherwise a window that is created during the \
        launch replaces it.
        """, availability: "iOS 2.0", facts: ["LAUNCH-150", "LAUNCH-151", "LAUNCH-152"])
  ) { call, fields in
    let code = try call.session.code
    let scene = try fields.read(sceneField)
    return try code.inProcess(for: "UIWindow") { running in
      Box(try running.application.makeWindow(in: scene?.value), of: running.app.device)
    }
  }

  static let makeKeyAndVisible = APIEntry.method(
    "makeKeyAndVisible", of: Box<AppWindow>.self,
    APIDocumentation(
      "Shows the window over the others, and makes it the key window.", availability: "iOS 2.0", facts: ["LAUNCH-150"])
  ) { call, object in
    try call.session.code.inProcess(for: "window:makeKeyAndVisible") { _ in try object.value.makeKeyAndVisible() }
  }

  static let isKeyWindow = APIEntry.property(
    "isKeyWindow", of: Box<AppWindow>.self,
    APIDocumentation(
      "Whether the window is the key window of its scene, or of an app without scenes.", availability: "iOS 2.0",
      facts: ["LAUNCH-150"]), get: \.value.isKey
  )

  static let isHidden = APIEntry.property(
    "isHidden", of: Box<AppWindow>.self, .boolean("isHidden", "false shows the window above the others"),
    APIDocumentation(
      "Whether the window is hidden, as each window is until it is shown.", availability: "iOS 2.0",
      facts: ["LAUNCH-150"]),
    get: { _, object in object.value.isHidden },
    set: { call, object, hidden in
      try call.session.code.inProcess(for: "window.isHidden") { _ in try object.value.setHidden(hidden) }
    }
  )

  static let globalEntries = [make]
  static let memberTypes = [AppWindow.apiType]
  static let memberEntries = [rootViewController, makeKeyAndVisible, isKeyWindow, isHidden]
}
