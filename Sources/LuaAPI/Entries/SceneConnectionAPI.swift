import HomeScreenSimulator
import LuaEngine

/// Why and how scenes are connected: sessions, connection options, configurations.
enum SceneConnectionAPI: APIRoom {
  // MARK: Session

  static let persistentIdentifier = APIEntry.property(
    "persistentIdentifier", of: Box<SceneSession>.self,
    APIDocumentation("The same for as long as the session exists.", availability: "iOS 13.0"),
    get: \.value.persistentIdentifier
  )

  static let configuration = APIEntry.property(
    "configuration", of: Box<SceneSession>.self,
    APIDocumentation(
      "What `application_configurationForConnectingSceneSession_options` returned, else the default one.",
      availability: "iOS 13.0")
  ) { object in Box(object.value.configuration) }

  static let sessionScene = APIEntry.property(
    "scene", of: Box<SceneSession>.self, APIDocumentation("The scene while it is connected.", availability: "iOS 13.0")
  ) { object in object.value.scene.map { Box($0, of: object.device) } }

  static let stateRestorationActivity = APIEntry.property(
    "stateRestorationActivity", of: Box<SceneSession>.self,
    APIDocumentation(
      "What `stateRestorationActivityForScene` returned when the scene last went to the background, or nil.",
      discussion:
        "A session outlives its process, unless the user quits the app. SwiftUI's sessions only do so under the condition `keepSessions`.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        local restored
        function app.sceneDelegate:stateRestorationActivityForScene(scene)
          return { activityType = "com.example.page", userInfo = { page = 7 } }
        end
        function app.sceneDelegate:scene_willConnectToSession_options(scene, session)
          restored = session.stateRestorationActivity
        end
        device:launch(app)
        device:pressHome()
        app:terminate "jetsam"
        device:launch(app)
        assert.equal(7, restored.userInfo.page)
        """, availability: "iOS 13.0", facts: ["LAUNCH-056", "LAUNCH-102"])
  ) { object in object.value.stateRestorationActivity }

  static let role = APIEntry.property(
    "role", of: Box<SceneSession>.self,
    APIDocumentation(
      "What the scene is for: the name of UIKit's constant, as the scene manifest has it.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        device:launch(app)
        assert.equal("UIWindowSceneSessionRoleApplication", app.scenes[1].session.role)
        """, availability: "iOS 13.0", facts: ["LAUNCH-140", "LAUNCH-141", "LAUNCH-142"])
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
      "Activities to continue: a list of `{ activityType, webpageURL, userInfo }`; one of Handoff is not among them.",
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
      "The type of an activity that Handoff is still fetching, or nil; the activity comes to `scene_continueUserActivity`.",
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
      "The name of the App Intent that `scene_willPerform` is to perform, or nil.", availability: "iOS 26.0",
      facts: ["LAUNCH-034"]), get: \.value.appIntent
  )

  // MARK: Configuration

  static let nameField = Parameter<String>.string(
    "name", "of a configuration in the Info.plist", domain: .sceneConfiguration)
  static let classField = Parameter<Void>.raw(
    "delegateClass", type: "table", kinds: [.table], "the class of the scene delegate")

  static let roleField = Parameter<SceneRole>.text(
    "sessionRole", "the role that it is for, such as `\"UIWindowSceneSessionRoleApplication\"`; else the session's"
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
        """, availability: "iOS 13.0", facts: ["LAUNCH-027", "LAUNCH-140"])
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
    APIDocumentation("The class of the scene delegate, or nil for the app's.", availability: "iOS 13.0")
  ) { object in object.value.delegateClass as? LuaAnchoredReference }

  static let globalEntries = [makeConfiguration]
  static let memberTypes = [SceneSession.apiType, ConnectionOptions.apiType, SceneConfiguration.apiType]
  static let memberEntries = [
    persistentIdentifier, role, configuration, sessionScene, stateRestorationActivity, shortcutItem, urlContexts,
    userActivities, sourceApplication, handoffUserActivityType, notificationResponse, appIntent, configurationName,
    delegateClass,
  ]
}
