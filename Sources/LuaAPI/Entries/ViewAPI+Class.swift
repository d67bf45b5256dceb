import HomeScreenSimulator
import LuaEngine

/// The class of view controllers: making other classes, and replacing what all of them share.
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
        """,
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        local Detail = UIViewController.subclass "DetailViewController"
        local loaded = 0
        function Detail:viewDidLoad() loaded = loaded + 1 end
        device:launch(app)
        app:run(function()
          UIApplication.shared.keyWindow.rootViewController:present(Detail(), true)
        end)
        assert.equal(1, loaded)
        """, availability: "iOS 2.0", facts: ["LAUNCH-040"])
  ) { call in
    let code = try call.session.code
    let isMethodCall =
      call.instance(
        1, of: UIViewControllerNamespace.luaType, as: NamespaceObject<UIViewControllerNamespace>.self) != nil
    guard let name = call.stack.string(at: isMethodCall ? 2 : 1), !name.isEmpty else {
      throw LuaFailure(
        "UIViewController.subclass: a name is expected", code: "argument",
        hint: "local Detail = UIViewController.subclass \"Detail\"")
    }
    try code.classes.pushClass(.controller, named: name)
    return OnStack<LuaTable>()
  }

  static let presentOfClass = APIEntry.property(
    "present", of: NamespaceObject<UIViewControllerNamespace>.self,
    Parameter<Void>.raw(
      "present", type: "fun(presenter, controller, animated?, completion?)", kinds: [.function, .nil],
      "what runs instead of UIKit's own; nil restores that"),
    APIDocumentation(
      "`present` of all view controllers: assigning it replaces UIKit's own, as swizzling does.",
      discussion: """
        It lasts for the running process, so assign it in `app.main`. The previous value is the original, \
        which the replacement can call; otherwise nothing is presented, not even the icon alert.
        """,
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        function app.main()
          local original = UIViewController.present
          UIViewController.present = function(presenter, controller, animated, completion)
            NSLog("presents %@", tostring(controller.title))
            original(presenter, controller, animated, completion)
          end
        end
        device:launch(app)
        app:run(function()
          local alert = UIAlertController { title = "Hello", preferredStyle = "alert" }
          UIApplication.shared.keyWindow.rootViewController:present(alert, true)
        end)
        assert.equal("Hello", device.alert.title)
        assert.logged("presents Hello", app)
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
      APIParameter("other", type: "string", documentation: "the method of the class to exchange it with"),
    ],
    APIDocumentation(
      "Exchanges two implementations, as `method_exchangeImplementations` does.",
      discussion: """
        A class inherits `present`, so UIKit's own is exchanged, for controllers of every class: one whose class lacks \
        the other method ends the app with an unrecognized selector. A second exchange undoes the first. It lasts \
        for the running process.
        """,
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        local Main = UIViewController.subclass "MainViewController"
        function Main:log_present(controller, animated, completion)
          NSLog("presents %@", tostring(controller.title))
          self:log_present(controller, animated, completion) -- UIKit's own, once they are exchanged
        end
        app.rootViewController = Main
        device:launch(app)
        app:run(function()
          UIViewController.exchange(Main, "present", "log_present")
          local alert = UIAlertController { title = "Hello", preferredStyle = "alert" }
          UIApplication.shared.keyWindow.rootViewController:present(alert, true)
        end)
        assert.equal("Hello", device.alert.title)
        assert.logged("presents Hello", app)
        """, availability: "iOS 5.0", facts: ["ICON-174", "ICON-175", "ICON-067"])
  ) { call in
    let code = try call.session.code
    // Called with a colon, the namespace itself comes first; with a dot it may be meant as the class.
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
