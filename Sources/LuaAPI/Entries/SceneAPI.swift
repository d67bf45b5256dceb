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
    try object.scene.disconnect()
    return 0
  }

  static let activate = APIEntry.method(
    type, "activate", SceneObject.self,
    APIDocumentation(
      "Brings the scene to the front, as a tap on its window in the switcher does.",
      example: """
        local device = Device { model = "iPad", os = "18.0" }
        local app = device:install(AppPackage { plist = {
          CFBundleIdentifier = "com.example.notes", UIDeviceFamily = { 2 },
          UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true },
        } })
        device:launch(app)
        app:newScene()
        app.scenes[1]:activate()
        assert.equal("foregroundActive", app.scenes[1].activationState)
        assert.equal("background", app.scenes[2].activationState)
        """, facts: ["LAUNCH-101"])
  ) { call, object in
    try object.scene.activate()
    return 0
  }

  static let discard = APIEntry.method(
    type, "discard", SceneObject.self,
    APIDocumentation(
      "Closes the window in the switcher: the scene is disconnected, and its session is gone for good.",
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
    try object.scene.discard()
    return 0
  }

  static let canActivate = Parameter<LuaValue>.value(
    "canActivate", type: "boolean|string[]", "identifiers that it can show; true (UIKit's default) is all of them")
  static let prefersToActivate = Parameter<LuaValue>.value(
    "prefersToActivate", type: "boolean|string[]", "identifiers that it prefers to show; false (UIKit's default): none")

  static let activationConditions = APIEntry.property(
    type, "activationConditions", SceneObject.self,
    Parameter<Void>.raw(
      "activationConditions", type: "table", kinds: [.table], "`{ canActivate, prefersToActivate }`"),
    APIDocumentation(
      "Which target content identifiers it can show, and which it prefers to.",
      discussion: """
        Each of the two is true, false, or a list of identifiers. A quick action with a `targetContentIdentifier` goes \
        to the most recently active scene that prefers it, else to one that can show it, else to a new scene.
        """, availability: "iOS 13.0", facts: ["LAUNCH-030"]),
    get: { call, object in
      let conditions = object.scene.activationConditions
      return call.result(
        LuaTable(fields: [
          (.string("canActivate"), value(of: conditions.canActivate)),
          (.string("prefersToActivate"), value(of: conditions.prefersToActivate)),
        ]))
    },
    set: { call, object, _ in
      let fields = try RecordReader(
        call, 3, owner: "scene.activationConditions", fields: [canActivate.description, prefersToActivate.description])
      var conditions = ActivationConditions()
      if let value = try fields.read(canActivate) { conditions.canActivate = try rule(value, "canActivate") }
      if let value = try fields.read(prefersToActivate) {
        conditions.prefersToActivate = try rule(value, "prefersToActivate")
      }
      object.scene.activationConditions = conditions
    })

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
    default:
      throw LuaFailure(
        "scene.activationConditions: \(name) is true, false, or a list of identifiers", code: "argument",
        fact: "LAUNCH-030")
    }
  }

  static let entries = [
    identifier, title, activationState, session, delegate, window, disconnect, activate, discard, activationConditions,
  ]
}
