import HomeScreenSimulator
import LuaEngine

extension ControllerObject: APIObject {
  static let apiType = APIType("controller", className: "homescreen.UIViewController", summary: "A view controller.")
  static let luaType = ViewAPI.makeLuaType(ControllerObject.self)
}

enum UIViewControllerNamespace: Namespace {
  static let apiType = APIType(
    "UIViewController", className: "homescreen.UIViewControllerClass", summary: "The class of view controllers.")
  /// `UIViewController()` makes a plain controller.
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
enum ViewAPI: APIRoom {
  /// Members of the API first, then fields of the object, then members of its class.
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

  /// A controller of either class, as a parameter.
  static let controllerParameter = Parameter<any ControllerHolder>(
    description: APIParameter("controller", type: ControllerObject.apiName, documentation: "what to show")
  ) { call, index in try call.controller("controller", at: index) }

  static let animated = Parameter<Bool?>.optional(.boolean("animated", "whether it takes time; true by default"))
  static let completion = Parameter<Void>.raw(
    "completion", type: "fun()", kinds: [.function, .nil], "runs when the transition is over")

  /// The members that alerts have like every other controller.
  static func members<Holder: ControllerHolder>(_: Holder.Type) -> [APIEntry] {
    [
      APIEntry.method(
        "present", of: Holder.self, controllerParameter, animated, completion,
        APIDocumentation(
          "Shows a controller over this one.",
          discussion: """
            If the presenter's view is in no window, or it already presents, the console has a line, and \
            the completion never runs.
            """, availability: "iOS 5.0", facts: ["LAUNCH-037", "LAUNCH-039", "ICON-184"])
      ) { call, object, controller, _, _ in
        try call.present(controller, on: object)
      },
      APIEntry.method(
        "dismiss", of: Holder.self, animated, completion,
        APIDocumentation(
          "Dismisses what it presents, or the controller itself if it presents nothing.", availability: "iOS 5.0")
      ) { call, object, animated, _ in
        let completion = try AppCallbackFunction(
          call, 3, application: object.code.application, as: "the completion of dismiss")
        try object.controller.dismiss(
          animated: animated ?? true, completion: completion.map { body in { try body.call() } })
      },
      APIEntry.method(
        "isKind", of: Holder.self,
        Parameter<Void>.raw(
          "class", type: "any", kinds: [.function, .table, .userdata], expected: "a class of controllers",
          "`UIAlertController`, `UIViewController` or a class of the script"),
        returns: "whether the object is one of that class",
        APIDocumentation("Whether it is an object of a class: `isKind(of:)`.", availability: "iOS 2.0")
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
      related(Holder.self, "presentedViewController", "The controller that it presents, or nil.") {
        $0.presentedViewController
      },
      related(Holder.self, "presentingViewController", "The controller that presents it, or nil.") {
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
