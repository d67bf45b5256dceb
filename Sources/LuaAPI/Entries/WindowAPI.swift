import HomeScreenSimulator
import LuaEngine

extension AppWindow: Boxable {
  static let apiType = APIType("window", className: "homescreen.UIWindow", summary: "A window of the app.")
  static let luaType = APIBinding.luaType(
    apiType, metamethods: [ObjectMetamethods.equality(Box<AppWindow>.self) { $0.value === $1.value }])
}

/// Windows.
enum WindowAPI: APIRoom {
  static let rootViewController = APIEntry.property(
    "rootViewController", of: Box<AppWindow>.self, rootParameter,
    APIDocumentation(
      "The controller at the root; a new one takes what the old one presents off the screen.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        local Login = UIViewController.subclass "LoginViewController"
        device:launch(app)
        app:run(function()
          local window = UIApplication.shared.keyWindow
          window.rootViewController = Login()
          window.rootViewController.name = "Ada"
          assert.equal("Ada", window.rootViewController.name)
        end)
        """, availability: "iOS 4.0", facts: ["LAUNCH-081"]),
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

  static let memberTypes = [AppWindow.apiType]
  static let memberEntries = [rootViewController]
}
