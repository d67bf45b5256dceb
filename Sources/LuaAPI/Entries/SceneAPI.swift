import HomeScreenSimulator
import LuaEngine

extension AppScene: Boxable {
  static let apiType = APIType(
    "scene", className: "homescreen.Scene", summary: "A scene of an app: one of its windows.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<AppScene>.self) { $0.value === $1.value },
      ObjectMetamethods.text(Box<AppScene>.self) { "scene \($0.value.identifier)" },
    ])
}

extension SceneSession: Boxable {
  static let apiType = APIType(
    "session", className: "homescreen.UISceneSession", summary: "What the system stores about a scene.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<SceneSession>.self) { $0.value === $1.value },
      ObjectMetamethods.text(Box<SceneSession>.self) { "session \($0.value.persistentIdentifier)" },
    ])
}

extension ConnectionOptions: Boxable {
  static let apiType = APIType(
    "connectionOptions", className: "homescreen.UISceneConnectionOptions", summary: "Why a scene is connected.")
  static let luaType = APIBinding.luaType(apiType)
}

extension SceneConfiguration: Boxable {
  static let apiType = APIType(
    "sceneConfiguration", className: "homescreen.UISceneConfiguration", summary: "How a scene is set up.")
  static let luaType = APIBinding.luaType(apiType)
}

/// Scenes, their sessions and options.
enum SceneAPI: APIRoom {
  /// How the examples about several windows begin.
  static let exampleOfWindows = """
    local device = Device { model = "iPad", os = "18.0" }
    local app = device:install(AppPackage { plist = {
      CFBundleIdentifier = "com.example.notes", UIDeviceFamily = { 2 },
      UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true },
    } })
    device:launch(app)
    """

  // MARK: Scene

  static let identifier = APIEntry.property(
    "identifier", of: Box<AppScene>.self, "The persistent identifier of its session.", get: \.value.identifier
  )

  static let title = APIEntry.property(
    "title", of: Box<AppScene>.self, .optional(.string("title", "what the app switcher shows")),
    APIDocumentation("The title that the app gave it, or nil.", availability: "iOS 13.0"), get: \.value.title,
    set: { object, title in object.value.title = title }
  )

  static let activationState = APIEntry.property(
    "activationState", of: Box<AppScene>.self,
    APIDocumentation(
      "`unattached`, `foregroundInactive`, `foregroundActive` or `background`.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        device:launch(app)
        assert.equal("foregroundActive", app.scenes[1].activationState)
        """, availability: "iOS 13.0"), get: \.value.state
  )

  static let session = APIEntry.property(
    "session", of: Box<AppScene>.self, APIDocumentation("What the system stores about it.", availability: "iOS 13.0")
  ) { object in Box(object.value.session, of: object.device) }

  static let delegate = APIEntry.property(
    "delegate", of: Box<AppScene>.self,
    APIDocumentation("The object of `app.sceneDelegate` that belongs to it, or nil.", availability: "iOS 13.0")
  ) { call, object in
    try call.session.code.inProcess(for: "scene.delegate") { _ in
      (object.value.delegate as? LuaDelegate)?.object
    }
  }

  static let window = APIEntry.property(
    "window", of: Box<AppScene>.self,
    APIDocumentation("Its key window; nil once it is disconnected.", availability: "iOS 13.0")
  ) { call, object in
    try call.session.code.inProcess(for: "scene.window") { _ in
      object.value.window.map { Box($0, of: object.device) }
    }
  }

  static let windows = APIEntry.property(
    "windows", of: Box<AppScene>.self,
    APIDocumentation(
      "Its visible windows, the topmost last.", availability: "iOS 13.0",
      facts: ["LAUNCH-150", "LAUNCH-153"])
  ) { call, object in
    try call.session.code.inProcess(for: "scene.windows") { running in
      try running.application.windows(of: object.value).map { Box($0, of: object.device) }
    }
  }

  static let disconnect = APIEntry.method(
    "disconnect", of: Box<AppScene>.self,
    APIDocumentation(
      "Lets the system disconnect the scene, as it does when memory is low; the app must be in the background.",
      discussion: "The process keeps running. The next action connects a new scene, with a new delegate.",
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
    try object.value.disconnect()
  }

  static let activate = APIEntry.method(
    "activate", of: Box<AppScene>.self,
    APIDocumentation(
      "Brings the scene to the front, as a tap on its window in the switcher does.",
      example: """
        \(exampleOfWindows)
        app:newScene()
        app.scenes[1]:activate()
        assert.equal("foregroundActive", app.scenes[1].activationState)
        assert.equal("background", app.scenes[2].activationState)
        """, facts: ["LAUNCH-101"])
  ) { call, object in
    try object.value.activate()
  }

  static let showBeside = APIEntry.method(
    "showBeside", of: Box<AppScene>.self,
    APIDocumentation(
      "Shows the window next to the one of its app that is on the screen: both are active.",
      discussion: """
        Before iPadOS 26 that is Split View, which has two places; from iPadOS 26, windows overlap, and there can be \
        more. The most recently used window gets what is sent to the app. Before iPadOS 26, `UIRequiresFullScreen` \
        in the Info.plist excludes an app.
        """,
      example: """
        \(exampleOfWindows)
        app:newScene()
        app.scenes[1]:showBeside()
        assert.equal("foregroundActive", app.scenes[1].activationState)
        assert.equal("foregroundActive", app.scenes[2].activationState)
        """, facts: ["LAUNCH-147", "LAUNCH-149", "LAUNCH-154"])
  ) { call, object in
    try object.value.showBeside()
  }

  static let fillScreen = APIEntry.method(
    "fillScreen", of: Box<AppScene>.self,
    APIDocumentation(
      "Lets the window fill the screen: the windows next to it go to the background.",
      example: """
        \(exampleOfWindows)
        app:newScene { beside = true }
        app.scenes[1]:fillScreen()
        assert.equal("background", app.scenes[2].activationState)
        """, facts: ["LAUNCH-148"])
  ) { call, object in
    try object.value.fillScreen()
  }

  static let discard = APIEntry.method(
    "discard", of: Box<AppScene>.self,
    APIDocumentation(
      "Closes the window in the switcher: the scene is disconnected, and its session ends for good.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        local closed
        function app.delegate:application_didDiscardSceneSessions(application, sessions) closed = sessions end
        device:launch(app)
        device:pressHome()
        app.scenes[1]:discard()
        assert.equal(1, #closed)
        """, facts: ["LAUNCH-103"])
  ) { call, object in
    try object.value.discard()
  }

  static let canActivate = Parameter<LuaValue>.value(
    "canActivate", type: "boolean|string[]", "identifiers that it can show; true (UIKit's default) is all of them")
  static let prefersToActivate = Parameter<LuaValue>.value(
    "prefersToActivate", type: "boolean|string[]", "identifiers that it prefers to show; false (UIKit's default): none")

  static let activationConditions = APIEntry.property(
    "activationConditions", of: Box<AppScene>.self,
    Parameter<ActivationConditions>.record(
      "activationConditions", of: "scene.activationConditions",
      fields: [canActivate.description, prefersToActivate.description], isOptional: false, "which content it shows"
    ) { fields in
      var conditions = ActivationConditions()
      if let value = try fields.read(canActivate) { conditions.canActivate = try rule(value, "canActivate") }
      if let value = try fields.read(prefersToActivate) {
        conditions.prefersToActivate = try rule(value, "prefersToActivate")
      }
      return conditions
    },
    APIDocumentation(
      "Which target content identifiers it can show, and which it prefers to.",
      discussion: """
        Each of the two is true, false, or a list of identifiers. A quick action with a `targetContentIdentifier` goes \
        to the most recently active scene that prefers it, or else to one that can show it, or else to a new scene.
        """, availability: "iOS 13.0", facts: ["LAUNCH-030"]),
    get: { object in
      let conditions = object.value.activationConditions
      return LuaTable(fields: [
        (.string("canActivate"), value(of: conditions.canActivate)),
        (.string("prefersToActivate"), value(of: conditions.prefersToActivate)),
      ])
    },
    set: { object, conditions in object.value.activationConditions = conditions }
  )

  private static func value(of rule: ActivationConditions.Rule) -> LuaValue {
    switch rule {
    case .always: .boolean(true)
    case .never: .boolean(false)
    case .identifiers(let list): .table(LuaTable(array: list.map { .string($0) }))
    }
  }

  private static func rule(_ value: LuaValue, _ name: String) throws -> ActivationConditions.Rule {
    switch value {
    case .boolean(let flag): return flag ? .always : .never
    case .table(let table) where table.fields.isEmpty && table.array.allSatisfy({ $0.string != nil }):
      return .identifiers(table.array.compactMap(\.string))
    case .nil, .integer, .number, .string, .bytes, .table, .object, .function, .other:
      throw LuaFailure(
        "scene.activationConditions: \(name) must be true, false, or a list of identifiers", code: "argument",
        fact: "LAUNCH-030")
    }
  }

  static let memberTypes = [AppScene.apiType]
  static let memberEntries = [
    identifier, title, activationState, session, delegate, window, windows, disconnect, activate, showBeside,
    fillScreen,
    discard, activationConditions,
  ]
}
