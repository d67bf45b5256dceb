import HomeScreenSimulator
import LuaEngine

/// `UNUserNotificationCenter.current()` of an app.
struct NotificationCentre { let application: Application }

extension NotificationCentre: Boxable {
  static let apiType = APIType(
    "notificationCenter", className: "homescreen.UNUserNotificationCenter",
    expression: "UNUserNotificationCenter.current()", summary: "The notification centre of an app.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      (
        "__call",
        { (call: LuaCall) throws -> Int32 in
          // `UNUserNotificationCenter.current()`, as in Swift.
          call.result(call.instance(1, of: Box<NotificationCentre>.luaType, as: Box<NotificationCentre>.self))
        }
      )
    ])
}

/// `BGTaskScheduler.shared` of an app.
struct BackgroundTaskScheduler { let application: Application }

extension BackgroundTaskScheduler: Boxable {
  static let apiType = APIType(
    "backgroundTaskScheduler", className: "homescreen.BGTaskScheduler", expression: "BGTaskScheduler.shared",
    summary: "The scheduler of an app's background tasks.")
  static let luaType = APIBinding.luaType(apiType)
}

enum NotificationCentreNamespace: Namespace {
  static let apiType = APIType(
    "UNUserNotificationCenter", className: "homescreen.UNUserNotificationCenterClass",
    summary: "The class of `UNUserNotificationCenter.current()`.")
  static let luaType = makeLuaType()
}

enum BackgroundTaskNamespace: Namespace {
  static let apiType = APIType(
    "BGTaskScheduler", className: "homescreen.BGTaskSchedulerClass", summary: "The class of `BGTaskScheduler.shared`.")
  static let luaType = makeLuaType()
}

/// The objects that an app must set up before its launch has finished: the notification centre's delegate, background tasks.
enum LaunchServicesAPI: APISection {
  static let centres = APIEntry.namespace(
    "UNUserNotificationCenter", NotificationCentreNamespace.self,
    APIDocumentation("The notification centre of the app whose code runs.", availability: "iOS 10.0"))

  static let current = APIEntry.property(
    "current", of: NamespaceObject<NotificationCentreNamespace>.self,
    APIDocumentation(
      "The notification centre; `UNUserNotificationCenter.current()` is the same.", availability: "iOS 10.0")
  ) { call, _ in
    try call.session.code.inProcess(for: "UNUserNotificationCenter.current") {
      Box(NotificationCentre(application: $0.application))
    }
  }

  static let delegate = APIEntry.property(
    "delegate", of: Box<NotificationCentre>.self,
    Parameter<Void>.raw(
      "delegate", type: "table?", kinds: [.table, .nil],
      "an object with `userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler`, or nil"),
    APIDocumentation(
      "The object that gets the answers to notifications; the app delegate until the app sets another object.",
      discussion: """
        An object that is set after `application_didFinishLaunchingWithOptions` has returned does not get the answer \
        that started the app.
        """, availability: "iOS 10.0", facts: ["LAUNCH-204", "LAUNCH-089", "LAUNCH-090"]),
    get: { call, centre in
      try call.session.code.inside(centre.value.application) {
        (centre.value.application.notificationDelegate as? LuaDelegate).map { DelegateObject.own($0.object) }
      }
    },
    set: { call, centre, _ in
      let application = centre.value.application
      let runner = try call.session.code
      try runner.inside(application) {
        guard call.stack.kind(at: 3) != .nil, let anchor = application.device?.luaAnchor else {
          return application.notificationDelegate = nil
        }
        let object = anchor.keep(3, on: call.stack)
        application.notificationDelegate = object.map { LuaDelegate($0, in: runner, hasWindow: true) }
      }
    }
  )

  static let schedulers = APIEntry.namespace(
    "BGTaskScheduler", BackgroundTaskNamespace.self,
    APIDocumentation("The background tasks of the app whose code runs.", availability: "iOS 13.0"))

  static let shared = APIEntry.property(
    "shared", of: NamespaceObject<BackgroundTaskNamespace>.self,
    APIDocumentation("The scheduler of the app whose code runs.", availability: "iOS 13.0")
  ) { call, _ in
    try call.session.code.inProcess(for: "BGTaskScheduler.shared") {
      Box(BackgroundTaskScheduler(application: $0.application))
    }
  }

  static let register = APIEntry.method(
    "register", of: Box<BackgroundTaskScheduler>.self, .string("identifier", "the identifier of the task"),
    Parameter<Void>.raw(
      "handler", type: "fun(task: table)?", kinds: [.function, .nil], "the function of the task, which never runs here"),
    returns: "whether the Info.plist permits the identifier",
    APIDocumentation(
      "Registers a background task; up to iOS 18 the app must do so before the launch has finished.",
      discussion: """
        Later, for example in a scene delegate, the call raises an exception that ends the app; so does a second call \
        for the same identifier, in every version. If `BGTaskSchedulerPermittedIdentifiers` in the Info.plist does not \
        list the identifier, the call returns false. Tasks are not simulated beyond that.
        """, availability: "iOS 13.0", facts: ["LAUNCH-172"])
  ) { call, scheduler, identifier, _ in
    let application = scheduler.value.application
    return try call.session.code.inside(application) { try application.registerBackgroundTask(identifier) }
  }

  static let globalEntries = [centres, schedulers]
  static let memberTypes = [
    NotificationCentreNamespace.apiType, NotificationCentre.apiType, BackgroundTaskNamespace.apiType,
    BackgroundTaskScheduler.apiType,
  ]
  static let memberEntries = [current, delegate, shared, register]
}
