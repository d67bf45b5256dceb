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
      "The controller at the root; assigning a new one removes what the old one presents.",
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

  private static let sceneField = Parameter<Box<AppScene>>.object("windowScene", "the scene that it is shown in")

  static let make = APIEntry.constructor(
    "UIWindow", fields: [sceneField.description], returns: "the window; `makeKeyAndVisible` shows it",
    APIDocumentation(
      "Creates a window in addition to the one of the system.",
      discussion: """
        In an app with scenes a window without `windowScene` is never shown. If the Info.plist names a storyboard, \
        the system's window has the storyboard's root and stays below; otherwise a window that is created during the \
        launch replaces it.
        """,
      example: """
        local device = Device { os = "17.5" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        function app.sceneDelegate:scene_willConnectToSession_options(scene)
          self.window = UIWindow { windowScene = scene }
          self.window.rootViewController = UIViewController()
          self.window.rootViewController.title = "Tools"
          self.window:makeKeyAndVisible()
        end
        device:launch(app)
        app:run(function() assert.equal("Tools", app.scenes[1].window.rootViewController.title) end)
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
      "Whether it is the key window of its scene, or of the app without scenes.", availability: "iOS 2.0",
      facts: ["LAUNCH-150"]), get: \.value.isKey
  )

  static let isHidden = APIEntry.property(
    "isHidden", of: Box<AppWindow>.self, .boolean("isHidden", "false shows it over the others"),
    APIDocumentation(
      "Whether it is not on the screen, as a window is until it is shown.", availability: "iOS 2.0",
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
