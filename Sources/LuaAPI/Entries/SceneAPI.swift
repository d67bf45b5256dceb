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
    "session", className: "homescreen.UISceneSession", summary: "The information that the system stores about a scene.")
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
enum SceneAPI: APISection {
  // MARK: Scene

  static let identifier = APIEntry.property(
    "identifier", of: Box<AppScene>.self, "The persistent identifier of the scene's session.", get: \.value.identifier
  )

  static let title = APIEntry.property(
    "title", of: Box<AppScene>.self, .optional(.string("title", "the title in the app switcher")),
    APIDocumentation("The title that the app gave the scene, or nil.", availability: "iOS 13.0"), get: \.value.title,
    set: { object, title in object.value.title = title }
  )

  static let activationState = APIEntry.property(
    "activationState", of: Box<AppScene>.self,
    APIDocumentation(
      "`unattached`, `foregroundInactive`, `foregroundActive` or `background`.", availability: "iOS 13.0"),
    get: \.value.state
  )

  static let session = APIEntry.property(
    "session", of: Box<AppScene>.self,
    APIDocumentation("The information that the system stores about the scene.", availability: "iOS 13.0")
  ) { object in Box(object.value.session, of: object.device) }

  static let delegate = APIEntry.property(
    "delegate", of: Box<AppScene>.self,
    APIDocumentation("The object of `app.sceneDelegate` that belongs to the scene, or nil.", availability: "iOS 13.0")
  ) { call, object in
    try call.session.code.inProcess(for: "scene.delegate") { _ in
      (object.value.delegate as? LuaDelegate)?.object
    }
  }

  static let window = APIEntry.property(
    "window", of: Box<AppScene>.self,
    APIDocumentation("The scene's key window; nil once the scene is disconnected.", availability: "iOS 13.0")
  ) { call, object in
    try call.session.code.inProcess(for: "scene.window") { _ in
      object.value.window.map { Box($0, of: object.device) }
    }
  }

  static let windows = APIEntry.property(
    "windows", of: Box<AppScene>.self,
    APIDocumentation(
      "The scene's visible windows, the topmost last.", availability: "iOS 13.0",
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
      facts: ["LAUNCH-017", "LAUNCH-085"])
  ) { call, object in
    try object.value.disconnect()
  }

  static let activate = APIEntry.method(
    "activate", of: Box<AppScene>.self,
    APIDocumentation(
      "Brings the scene to the front, as a tap on its window in the switcher does.", facts: ["LAUNCH-101"])
  ) { call, object in
    try object.value.activate()
  }

  static let showBeside = APIEntry.method(
    "showBeside", of: Box<AppScene>.self,
    APIDocumentation(
      "Shows the window next to the app's window that is on the screen: both are then active.",
      discussion: """
        Before iPadOS 26 that is Split View, which has two places; from iPadOS 26, windows overlap, and there can be \
        more. The most recently used window gets the events of the app. Before iPadOS 26, an app with \
        `UIRequiresFullScreen` in its Info.plist cannot do this.
        """, facts: ["LAUNCH-147", "LAUNCH-149", "LAUNCH-154"])
  ) { call, object in
    try object.value.showBeside()
  }

  static let fillScreen = APIEntry.method(
    "fillScreen", of: Box<AppScene>.self,
    APIDocumentation(
      "Lets the window fill the screen: the windows next to it go to the background.", facts: ["LAUNCH-148"])
  ) { call, object in
    try object.value.fillScreen()
  }

  static let discard = APIEntry.method(
    "discard", of: Box<AppScene>.self,
    APIDocumentation(
      "Closes the window in the switcher: the scene is disconnected, and its session is discarded.",
      facts: ["LAUNCH-103"])
  ) { call, object in
    try object.value.discard()
  }

  static let canActivate = Parameter<LuaValue>.value(
    "canActivate", type: "boolean|string[]", "the identifiers that the scene can show; true (UIKit's default) means all"
  )
  static let prefersToActivate = Parameter<LuaValue>.value(
    "prefersToActivate", type: "boolean|string[]",
    "the identifiers that the scene prefers; false (the default) means none")

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
      "The target content identifiers that the scene can show, and those that it prefers.",
      discussion: """
        Each of the two is true, false, or a list of identifiers. A quick action with a `targetContentIdentifier` goes \
        to the most recently active scene that prefers it, otherwise to one that can show it or to a new one.
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

/// The reasons and options for connecting scenes: sessions, connection options, configurations.
enum SceneConnectionAPI: APISection {
  // MARK: Session

  static let persistentIdentifier = APIEntry.property(
    "persistentIdentifier", of: Box<SceneSession>.self,
    APIDocumentation("An identifier that stays the same as long as the session exists.", availability: "iOS 13.0"),
    get: \.value.persistentIdentifier
  )

  static let configuration = APIEntry.property(
    "configuration", of: Box<SceneSession>.self,
    APIDocumentation(
      "The configuration that `application_configurationForConnectingSceneSession_options` returned, or the default one.",
      availability: "iOS 13.0")
  ) { object in Box(object.value.configuration) }

  static let sessionScene = APIEntry.property(
    "scene", of: Box<SceneSession>.self, APIDocumentation("The connected scene, or nil.", availability: "iOS 13.0")
  ) { object in object.value.scene.map { Box($0, of: object.device) } }

  static let stateRestorationActivity = APIEntry.property(
    "stateRestorationActivity", of: Box<SceneSession>.self,
    APIDocumentation(
      "The activity that `stateRestorationActivityForScene` returned when the scene last went to the background, or nil.",
      discussion:
        "A session outlives its process, unless the user quits the app. SwiftUI's sessions do so only under the condition "
        + "`keepSessions`.", availability: "iOS 13.0", facts: ["LAUNCH-056", "LAUNCH-102"])
  ) { object in object.value.stateRestorationActivity }

  static let role = APIEntry.property(
    "role", of: Box<SceneSession>.self,
    APIDocumentation(
      "The role of the scene: the name of UIKit's constant, as in the scene manifest.", availability: "iOS 13.0",
      facts: ["LAUNCH-140", "LAUNCH-141", "LAUNCH-142"])
  ) { object in object.value.role.name(on: object.device?.os ?? .newest) }

  // MARK: Connection options

  static let shortcutItem = APIEntry.property(
    "shortcutItem", of: Box<ConnectionOptions>.self,
    APIDocumentation(
      "The quick action that made the system connect the scene, or nil.", availability: "iOS 13.0",
      facts: ["LAUNCH-013", "LAUNCH-014"])
  ) { object in object.value.shortcutItem.map { Box($0) } }

  static let urlContexts = APIEntry.property(
    "urlContexts", of: Box<ConnectionOptions>.self,
    APIDocumentation(
      "URLs to open: a list of `{ url, sourceApplication }`.", availability: "iOS 13.0", facts: ["LAUNCH-032"])
  ) { object in
    CallbackArguments.urlContexts(object.value.urls, from: object.value.sourceApplication)
  }

  static let userActivities = APIEntry.property(
    "userActivities", of: Box<ConnectionOptions>.self,
    APIDocumentation(
      "Activities to continue: a list of `{ activityType, webpageURL, userInfo }`, without those of Handoff.",
      availability: "iOS 13.0", facts: ["LAUNCH-033", "LAUNCH-091"])
  ) { object in
    object.value.userActivities
  }

  static let sourceApplication = APIEntry.property(
    "sourceApplication", of: Box<ConnectionOptions>.self,
    APIDocumentation("The bundle identifier of the app that sent a URL, or nil.", availability: "iOS 13.0"),
    get: \.value.sourceApplication
  )

  static let handoffUserActivityType = APIEntry.property(
    "handoffUserActivityType", of: Box<ConnectionOptions>.self,
    APIDocumentation(
      "The type of an activity that Handoff is still fetching, or nil; `scene_continueUserActivity` gets the activity.",
      availability: "iOS 13.0", facts: ["LAUNCH-033"]), get: \.value.handoffUserActivityType
  )

  static let notificationResponse = APIEntry.property(
    "notificationResponse", of: Box<ConnectionOptions>.self,
    APIDocumentation(
      "The notification that was answered: `notification.request.content.userInfo`, `actionIdentifier`; or nil.",
      availability: "iOS 13.0", facts: ["LAUNCH-090"])
  ) { object in object.value.notificationResponse }

  static let appIntent = APIEntry.property(
    "appIntent", of: Box<ConnectionOptions>.self,
    APIDocumentation(
      "The name of the App Intent that `scene_willPerformAppIntent` should perform, or nil.", availability: "iOS 26.0",
      facts: ["LAUNCH-034"]), get: \.value.appIntent
  )

  // MARK: Configuration

  static let nameField = Parameter<String>.string(
    "name", "the name of a configuration in the Info.plist", domain: .sceneConfiguration)
  static let classField = Parameter<Void>.raw(
    "delegateClass", type: "table", kinds: [.table], "the class of the scene delegate")

  static let roleField = Parameter<SceneRole>.text(
    "sessionRole",
    "the configuration's role, such as `\"UIWindowSceneSessionRoleApplication\"`; by default, the session's role"
  ) { name in
    if let role = SceneRole(named: name) { return role }
    let names = SceneRole.allCases.map { "“\($0.name(on: .newest))”" }.joined(separator: ", ")
    throw LuaFailure("unknown scene role “\(name)”", code: "argument", hint: "Use one of \(names).")
  }

  static let makeConfiguration = APIEntry.constructor(
    "UISceneConfiguration",
    fields: [nameField.description, classField.description, roleField.description], returns: "the configuration",
    APIDocumentation(
      "How to set up a scene: returned by `application_configurationForConnectingSceneSession_options`.",
      availability: "iOS 13.0", facts: ["LAUNCH-027", "LAUNCH-140"])
  ) { call, fields in
    let device = try call.session.code.inProcess(for: "UISceneConfiguration") { $0.app.device }
    var configuration = SceneConfiguration(name: try fields.read(nameField), role: try fields.read(roleField))
    if try fields.read(classField) != nil {
      call.stack.pushRaw("delegateClass", of: 1)
      defer { call.stack.removeLast() }
      configuration.delegateClass = try LuaAppCode.keptClass(
        .sceneDelegate, call, call.stack.count, anchor: device.luaAnchor)
    }
    return Box(configuration)
  }

  static let configurationName = APIEntry.property(
    "name", of: Box<SceneConfiguration>.self,
    APIDocumentation(
      "The name of a configuration in the Info.plist; nil is the default one.", availability: "iOS 13.0"),
    get: \.value.name
  )

  static let delegateClass = APIEntry.property(
    "delegateClass", of: Box<SceneConfiguration>.self,
    APIDocumentation("The class of the scene delegate, or nil for the app's.", availability: "iOS 13.0"),
    readOnlyHint: "Write UISceneConfiguration { delegateClass = YourSceneDelegate }."
  ) { object in object.value.delegateClass as? LuaAnchoredReference }

  static let globalEntries = [makeConfiguration]
  static let memberTypes = [SceneSession.apiType, ConnectionOptions.apiType, SceneConfiguration.apiType]
  static let memberEntries = [
    persistentIdentifier, role, configuration, sessionScene, stateRestorationActivity, shortcutItem, urlContexts,
    userActivities, sourceApplication, handoffUserActivityType, notificationResponse, appIntent, configurationName,
    delegateClass,
  ]
}
