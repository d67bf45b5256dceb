import HomeScreenSimulator
import LuaEngine

/// `UIApplication.shared`: windows that the app's own code opens and closes.
enum SceneRequestAPI: APIRoom {
  private static let session = Parameter<Box<SceneSession>>.object("session", "a session of the app")
  private static let activity = Parameter<UserActivity?>.record(
    "userActivity", of: "requestSceneSessionActivation",
    fields: [
      LaunchArguments.activityType.description, LaunchArguments.page.description, LaunchArguments.userInfo.description,
    ], "what the window is to show, or nil"
  ) { details in
    guard let type = try details.read(LaunchArguments.activityType) else { return nil }
    return UserActivity(
      activityType: type, webpageURL: try details.read(LaunchArguments.page),
      userInfo: try LaunchArguments.info(details))
  }
  private static let handler = Parameter<Void>.raw(
    "errorHandler", type: "fun(error: homescreen.Error)?", kinds: [.function, .nil],
    "gets the reason if the system refuses; runs on the main queue")

  static let openSessions = APIEntry.property(
    "openSessions", of: Application.self,
    APIDocumentation(
      "The sessions of the app's windows: first those that wait for a scene, then those of connected ones.",
      availability: "iOS 13.0", facts: ["LAUNCH-102"])
  ) { call, application in
    try call.session.code.inProcess(for: "UIApplication.openSessions") { running in
      application.openSessions.map { Box($0, of: running.app.device) }
    }
  }

  static let activation = APIEntry.method(
    "requestSceneSessionActivation", of: Application.self, .optional(session), activity, handler,
    APIDocumentation(
      "Brings the window of a session to the front; without a session it opens a window.",
      discussion: """
        It needs an iPad, and `UIApplicationSupportsMultipleScenes` in the scene manifest. UIKit's `options` are \
        left out: they change nothing here.
        """,
      example: """
        \(SceneAPI.exampleOfWindows)
        app:run(function()
          UIApplication.shared:requestSceneSessionActivation(nil, { activityType = "com.example.note" })
        end)
        assert.equal(2, #app.scenes)
        """, availability: "iOS 13.0", facts: ["LAUNCH-143"])
  ) { call, application, session, activity, _ in
    try call.session.code.inside(application) {
      try application.requestSceneSessionActivation(
        session?.value, userActivity: activity,
        errorHandler: try handler(call, 4, application, "the error handler of requestSceneSessionActivation"))
    }
  }

  static let destruction = APIEntry.method(
    "requestSceneSessionDestruction", of: Application.self, session, handler,
    APIDocumentation(
      "Closes the window of a session for good, as the user does in the switcher.",
      discussion: "UIKit's `options` are left out: they change nothing here.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        device:launch(app)
        local problem
        app:run(function()
          local session = UIApplication.shared.openSessions[1]
          UIApplication.shared:requestSceneSessionDestruction(session, function(err) problem = err end)
        end)
        assert.equal("UISceneErrorDomain", problem.domain)
        """, availability: "iOS 13.0", facts: ["LAUNCH-144"])
  ) { call, application, session, _ in
    try call.session.code.inside(application) {
      try application.requestSceneSessionDestruction(
        session.value,
        errorHandler: try handler(call, 3, application, "the error handler of requestSceneSessionDestruction"))
    }
  }

  private static func handler(
    _ call: LuaCall, _ index: Int, _ application: Application, _ name: String
  ) throws -> Application.SceneErrorHandler? {
    let function = try AppCallbackFunction(call, index, application: application, as: name)
    return function.map { body in { error in try body.call(Box(error)) } }
  }

  static let memberTypes = [Application.apiType]
  static let memberEntries = [openSessions, activation, destruction]
}
