import LuaEngine
import Simulator

/// Scenes, their sessions and options.
enum SceneAPI {
  static let type = APIType("scene", className: "homescreen.Scene", summary: "A scene of an app: one of its windows.")
  static let sessionType = APIType(
    "session", className: "homescreen.UISceneSession", summary: "What the system keeps about a scene.")
  static let optionsType = APIType(
    "connectionOptions", className: "homescreen.UISceneConnectionOptions", summary: "Why a scene is connected.")
  static let configurationType = APIType(
    "sceneConfiguration", className: "homescreen.UISceneConfiguration", summary: "How a scene is set up.")

  static let luaType = APIBinding.luaType(
    type,
    metamethods: [
      ObjectMetamethods.equality(SceneObject.self),
      ObjectMetamethods.text(SceneObject.self) { "scene \($0.scene.identifier)" },
    ])
  static let sessionLuaType = APIBinding.luaType(
    sessionType,
    metamethods: [
      ObjectMetamethods.equality(SceneSessionObject.self),
      ObjectMetamethods.text(SceneSessionObject.self) { "session \($0.session.persistentIdentifier)" },
    ])
  static let optionsLuaType = APIBinding.luaType(optionsType)
  static let configurationLuaType = APIBinding.luaType(configurationType)

  // MARK: Scene

  static let identifier = APIEntry.property(
    type, "identifier", SceneObject.self, "string",
    APIDocumentation("The persistent identifier of its session.")
  ) { call, object in call.result(object.scene.identifier) }

  static let title = APIEntry.property(
    type, "title", SceneObject.self, .optional(.string("title", "what the app switcher shows")),
    APIDocumentation("The title that the app gave it, or nil.", availability: "iOS 13.0"),
    get: { call, object in call.result(object.scene.title) },
    set: { _, object, title in object.scene.title = title })

  static let activationState = APIEntry.property(
    type, "activationState", SceneObject.self, "string",
    APIDocumentation(
      "`unattached`, `foregroundInactive`, `foregroundActive` or `background`.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        device:launch(app)
        assert.equal("foregroundActive", app.scenes[1].activationState)
        """, availability: "iOS 13.0")
  ) { call, object in call.result(object.scene.state.rawValue) }

  static let session = APIEntry.property(
    type, "session", SceneObject.self, sessionType.className,
    APIDocumentation("What the system keeps about it.", availability: "iOS 13.0")
  ) { call, object in call.result(SceneSessionObject(object.scene.session, of: object.device)) }

  static let delegate = APIEntry.property(
    type, "delegate", SceneObject.self, "table?",
    APIDocumentation("The object of `app.sceneDelegate` that belongs to it, or nil.", availability: "iOS 13.0")
  ) { call, object in
    try call.session.inProcess(for: "scene.delegate") { _ in
      call.result((object.scene.delegate as? LuaDelegate)?.object)
    }
  }

  static let window = APIEntry.property(
    type, "window", SceneObject.self, "\(WindowAPI.type.className)?",
    APIDocumentation("Its window; nil once it is disconnected.", availability: "iOS 13.0")
  ) { call, object in
    try call.session.inProcess(for: "scene.window") { _ in
      call.result(object.scene.window.map { WindowObject($0, of: object.device) })
    }
  }

  static let disconnect = APIEntry.method(
    type, "disconnect", SceneObject.self,
    APIDocumentation(
      "Lets the system disconnect the scene, as it does for want of memory; the app must be in the background.",
      discussion: "The process goes on. The next action connects a new scene, with a new delegate.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        device:launch(app)
        device:pressHome()
        app.scenes[1]:disconnect()
        assert.equal(0, #app.scenes)
        assert.equal("runningBackground", app.state)
        """, facts: ["LAUNCH-017", "LAUNCH-085"])
  ) { call, object in
    try call.session.use(object.device)
    try object.scene.disconnect()
    return 0
  }

  // MARK: Session

  static let persistentIdentifier = APIEntry.property(
    sessionType, "persistentIdentifier", SceneSessionObject.self, "string",
    APIDocumentation("The same for as long as the session exists.", availability: "iOS 13.0")
  ) { call, object in call.result(object.session.persistentIdentifier) }

  static let configuration = APIEntry.property(
    sessionType, "configuration", SceneSessionObject.self, configurationType.className,
    APIDocumentation(
      "What `application_configurationForConnectingSceneSession_options` returned, else the default one.",
      availability: "iOS 13.0")
  ) { call, object in call.result(SceneConfigurationObject(object.session.configuration)) }

  static let sessionScene = APIEntry.property(
    sessionType, "scene", SceneSessionObject.self, "\(type.className)?",
    APIDocumentation("The scene while it is connected.", availability: "iOS 13.0")
  ) { call, object in call.result(object.session.scene.map { SceneObject($0, of: object.device) }) }

  // MARK: Connection options

  static let shortcutItem = APIEntry.property(
    optionsType, "shortcutItem", ConnectionOptionsObject.self, "\(ItemAPI.type.className)?",
    APIDocumentation(
      "The quick action that made the system connect the scene, or nil.", availability: "iOS 13.0",
      facts: ["LAUNCH-013", "LAUNCH-014"])
  ) { call, object in call.result(object.options.shortcutItem.map { ItemObject($0) }) }

  static let urlContexts = APIEntry.property(
    optionsType, "urlContexts", ConnectionOptionsObject.self, "table[]",
    APIDocumentation(
      "URLs to open: a list of `{ url, sourceApplication }`.", availability: "iOS 13.0", facts: ["LAUNCH-032"])
  ) { call, object in
    call.result(CallbackArguments.urlContexts(object.options.urls, from: object.options.sourceApplication))
  }

  static let userActivities = APIEntry.property(
    optionsType, "userActivities", ConnectionOptionsObject.self, "table[]",
    APIDocumentation("Activities to continue: a list of `{ activityType, webpageURL }`.", availability: "iOS 13.0")
  ) { call, object in
    call.result(object.options.userActivities.map(CallbackArguments.userActivity))
  }

  static let sourceApplication = APIEntry.property(
    optionsType, "sourceApplication", ConnectionOptionsObject.self, "string?",
    APIDocumentation("The bundle identifier of the app that sent a URL, or nil.", availability: "iOS 13.0")
  ) { call, object in call.result(object.options.sourceApplication) }

  // MARK: Configuration

  static let nameField = Parameter<String>.string("name", "of a configuration in the Info.plist")
  static let classField = Parameter<Void>.raw(
    "delegateClass", type: "table", kinds: [.table], "the class of the scene delegate")

  static let makeConfiguration = APIEntry.constructor(
    "UISceneConfiguration", fields: [nameField.description, classField.description],
    returns: APIReturn(configurationType.className, "the configuration"),
    APIDocumentation(
      "How a scene is to be set up: returned by `application_configurationForConnectingSceneSession_options`.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        local connected = false
        local Other = {}
        function Other:scene_willConnectToSession_options() connected = true end
        function app.delegate:application_configurationForConnectingSceneSession_options(application, session, options)
          return UISceneConfiguration { name = "Other", delegateClass = Other }
        end
        device:launch(app)
        assert.is_true(connected)
        """, availability: "iOS 13.0", facts: ["LAUNCH-027"])
  ) { call, fields in
    let device = try call.session.inProcess(for: "UISceneConfiguration") { $0.app.device }
    var configuration = SceneConfiguration(name: try fields.read(nameField))
    if try fields.read(classField) != nil {
      call.stack.pushRaw("delegateClass", of: 1)
      defer { call.stack.removeLast() }
      configuration.delegateClass = try LuaAppCode.keptClass(
        .sceneDelegate, call, call.stack.count, anchor: device.luaAnchor)
    }
    return call.result(SceneConfigurationObject(configuration))
  }

  static let configurationName = APIEntry.property(
    configurationType, "name", SceneConfigurationObject.self, "string?",
    APIDocumentation("The name of a configuration in the Info.plist; nil is the default one.", availability: "iOS 13.0")
  ) { call, object in call.result(object.configuration.name) }

  static let delegateClass = APIEntry.property(
    configurationType, "delegateClass", SceneConfigurationObject.self, "table?",
    APIDocumentation("The class of the scene delegate, or nil for the app's.", availability: "iOS 13.0")
  ) { call, object in call.result(object.configuration.delegateClass as? LuaAnchoredReference) }

  static let entries = [
    identifier, title, activationState, session, delegate, window, disconnect, persistentIdentifier, configuration,
    sessionScene, shortcutItem, urlContexts, userActivities, sourceApplication, makeConfiguration, configurationName,
    delegateClass,
  ]
}
