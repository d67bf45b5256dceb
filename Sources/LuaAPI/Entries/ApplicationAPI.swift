package import HomeScreenSimulator
package import LuaEngine

extension Application: APIObject {
  static let apiType = APIType(
    "application", className: "homescreen.UIApplication", expression: "UIApplication.shared",
    summary: "`UIApplication.shared` of the app whose code runs.")
  /// The Lua type of `UIApplication.shared`; `tostring` returns `UIApplication of com.example.notes`.
  package static let luaType = APIBinding.luaType(
    apiType, metamethods: [ObjectMetamethods.text(Application.self) { "UIApplication of \($0.bundleIdentifier)" }])
}

enum UIApplicationNamespace: Namespace {
  static let apiType = APIType(
    "UIApplication", className: "homescreen.UIApplicationClass", summary: "The class of `UIApplication.shared`.")
  static let luaType = makeLuaType()
}

/// `UIApplication.shared`, from the app's side.
enum ApplicationAPI: APISection {
  static let namespace = APIEntry.namespace(
    "UIApplication", UIApplicationNamespace.self,
    APIDocumentation(
      "UIKit's class for the app; use `UIApplication.shared` in the app's code.", availability: "iOS 2.0"))

  static let shared = APIEntry.property(
    "shared", of: NamespaceObject<UIApplicationNamespace>.self,
    APIDocumentation(
      "The application object of the app whose code runs.",
      discussion: "Use it in `app:run`, in callbacks and in handlers; in the REPL, it belongs to the app in front.",
      availability: "iOS 2.0")
  ) { call, _ in
    try call.session.code.inProcess(for: "UIApplication.shared") { $0.application }
  }

  static let setAlternateIconName = APIEntry.method(
    "setAlternateIconName", of: Application.self,
    .optional(.string("name", "a name declared in Info.plist, or nil for the primary icon", domain: .iconName)),
    Parameter<Void>.raw(
      "completion", type: "fun(error?: homescreen.Error)", kinds: [.function, .nil],
      "gets nil, or the error; runs on the main queue, after the user has answered the alert"),
    APIDocumentation(
      "Changes the app's icon.",
      discussion: """
        The call returns at once. On success the system shows an alert; the completion handler runs after `OK`. On \
        an error there is no alert, and the icon does not change.
        """, availability: "iOS 10.3", facts: ["ICON-010", "ICON-001", "ICON-039", "ICON-066"])
  ) { call, application, name, _ in
    let session = try call.session
    try session.code.inside(application) {
      let completion = try AppCallbackFunction(
        call, 3, application: application, as: "the completion of setAlternateIconName")
      // A nil handler must stay nil, because iOS 10.3 behaves differently without one (ICON-021).
      try application.setAlternateIconName(
        name, completion: completion.map { body in { error in try body.call(error.map { Box($0) }) } })
    }
  }

  static let setAlternateIconNameSilently = APIEntry.method(
    "_setAlternateIconName", of: Application.self,
    .optional(.string("name", "a name declared in Info.plist, or nil for the primary icon", domain: .iconName)),
    Parameter<Void>.raw(
      "completion", type: "fun(error?: homescreen.Error)", kinds: [.function, .nil],
      "gets nil, or the error; runs at once if no alert is shown"),
    APIDocumentation(
      "The private selector that changes the icon without an alert.",
      discussion: """
        The App Store rejects apps that use the selector. From iOS 26.1, it shows the alert, as the public method \
        does; one report says that it does nothing (the condition `privateIconSelector`).
        """, availability: "iOS 10.3", facts: ["ICON-082", "ICON-083", "ICON-208", "ICON-223"])
  ) { call, application, name, _ in
    let session = try call.session
    try session.code.inside(application) {
      let completion = try AppCallbackFunction(
        call, 3, application: application, as: "the completion of _setAlternateIconName")
      try application.setAlternateIconNameSilently(name) { error in
        try completion?.call(error.map { Box($0) })
      }
    }
  }

  static let alternateIconName = APIEntry.property(
    "alternateIconName", of: Application.self,
    APIDocumentation(
      "The name of the alternate icon, or nil while the primary one is shown.", availability: "iOS 10.3",
      facts: ["ICON-016"]), readOnlyHint: "UIApplication.shared:setAlternateIconName(NAME) changes the icon."
  ) { call, application in
    try call.session.code.inside(application) { try application.alternateIconName }
  }

  static let supportsAlternateIcons = APIEntry.property(
    "supportsAlternateIcons", of: Application.self,
    APIDocumentation("Whether the app can change its icon.", availability: "iOS 10.3", facts: ["ICON-012", "ICON-013"])
  ) { call, application in
    try call.session.code.inside(application) { try application.supportsAlternateIcons }
  }

  static let applicationState = APIEntry.property(
    "applicationState", of: Application.self,
    APIDocumentation("`active`, `inactive` or `background`.", availability: "iOS 4.0")
  ) { call, application in
    try call.session.code.inside(application) { try application.applicationState }
  }

  static let shortcutItems = APIEntry.property(
    "shortcutItems", of: Application.self,
    Parameter<Void>.raw(
      "items", type: "homescreen.UIApplicationShortcutItem[]?", kinds: [.table, .userdata, .nil],
      "a list of items, or nil"),
    APIDocumentation(
      "The dynamic quick actions: the list that the app assigned, without static ones.",
      discussion: """
        Assigning copies the items. They survive launches, reboots and updates; nil and an empty list remove them.
        """, availability: "iOS 9.0", facts: ["QUICK-048", "QUICK-049", "QUICK-055"]),
    get: { call, application in
      try call.session.code.inside(application) { try application.shortcutItems }.map { Box($0) }
    },
    set: { call, application, _ in
      let items = try items(call, 3)
      try call.session.code.inside(application) { try application.setShortcutItems(items) }
    }
  )

  private static func items(_ call: LuaCall, _ index: Int) throws -> [ShortcutItem] {
    guard case .table(let table) = call.stack.value(at: index), table.fields.isEmpty else {
      if call.stack.kind(at: index) == .nil { return [] }
      throw LuaFailure(
        "shortcutItems: expected a list of items", code: "argument",
        hint: "UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { … } }")
    }
    return try table.array.enumerated().map { index, value in
      guard case .object(let object as any ItemHolder) = value else {
        throw LuaFailure(
          "shortcutItems[\(index + 1)]: expected an item, got a \(value.typeName)", code: "argument",
          hint: "UIApplicationShortcutItem { type = \"…\", localizedTitle = \"…\" } creates one.")
      }
      return object.item
    }
  }

  static let delegate = APIEntry.property(
    "delegate", of: Application.self,
    APIDocumentation(
      "The app delegate of this process: the object of the class `app.delegate`, or nil.",
      discussion: "In a SwiftUI app it is SwiftUI's own object, not `app.delegate`.", availability: "iOS 2.0",
      facts: ["LAUNCH-136"])
  ) { call, application in
    try call.session.code.inProcess(for: "UIApplication.delegate") { _ -> DelegateObject? in
      if application.lifeCycle == .swiftUI { return .swiftUI }
      return (application.delegate as? LuaDelegate).map { .own($0.object) }
    }
  }

  static let connectedScenes = APIEntry.property(
    "connectedScenes", of: Application.self, APIDocumentation("The scenes of this process.", availability: "iOS 13.0")
  ) { call, application in
    try call.session.code.inProcess(for: "UIApplication.connectedScenes") { running in
      application.connectedScenes.map { Box($0, of: running.app.device) }
    }
  }

  static let keyWindow = APIEntry.property(
    "keyWindow", of: Application.self,
    APIDocumentation(
      "The key window of the most recently used scene, or of an app without scenes; or nil.", availability: "iOS 2.0",
      facts: ["LAUNCH-149", "LAUNCH-150"])
  ) { call, application in
    try call.session.code.inProcess(for: "UIApplication.keyWindow") { running in
      application.keyWindow.map { Box($0, of: running.app.device) }
    }
  }

  static let windows = APIEntry.property(
    "windows", of: Application.self,
    APIDocumentation(
      "All windows that are not hidden; those of the most recently used scene come last.", availability: "iOS 2.0",
      facts: ["LAUNCH-150"])
  ) { call, application in
    try call.session.code.inProcess(for: "UIApplication.windows") { running in
      application.windows.map { Box($0, of: running.app.device) }
    }
  }

  static let globalEntries = [namespace]
  static let memberTypes = [UIApplicationNamespace.apiType, Application.apiType, SwiftUIAppDelegate.apiType]
  static let memberEntries = [
    shared, setAlternateIconName, setAlternateIconNameSilently, alternateIconName, supportsAlternateIcons,
    applicationState, shortcutItems, delegate, connectedScenes, keyWindow, windows,
  ]
}

/// `UIApplication.shared`: checking and opening URLs.
enum ApplicationURLAPI: APISection {
  private static let url = Parameter<String>.string("url", "a URL with its scheme", domain: .url)
  private static let linksOnly = Parameter<Bool>.boolean(
    "universalLinksOnly", "true: the link opens only in an app whose entitlements have its domain")
  private static let options = Parameter<Bool>.record(
    "options", of: "UIApplication.open", fields: [linksOnly.description], "`{ universalLinksOnly = true }`, or nil"
  ) { record in try record.read(linksOnly) ?? false }

  static let canOpenURL = APIEntry.method(
    "canOpenURL", of: Application.self, url, returns: "whether an app on the device opens the URL",
    APIDocumentation(
      "Whether an app on the device opens the URL.",
      discussion: """
        The Info.plist of the calling app must list the scheme under `LSApplicationQueriesSchemes`; otherwise the \
        result is false, even if an app declares the scheme, and the console says so. The app's own schemes, `http`, \
        `https` and those of the system's apps (`tel`, `mailto`, `sms`, `app-settings`) need no entry.
        """, availability: "iOS 3.0", facts: ["LAUNCH-130", "LAUNCH-131", "LAUNCH-133", "LAUNCH-146"])
  ) { call, application, url in
    try call.session.code.inside(application) { try application.canOpenURL(url) }
  }

  static let open = APIEntry.method(
    "open", of: Application.self, url, options,
    Parameter<Void>.raw(
      "completion", type: "fun(success: boolean)?", kinds: [.function, .nil],
      "gets whether something opened the URL; runs on the main queue"),
    APIDocumentation(
      "Lets another app open a URL: an app that declares its scheme, or whose entitlements have the link's domain.",
      discussion: """
        The call returns at once. A link that no other app is entitled to, or a link to the app itself, goes to the \
        browser, which is not simulated: the app leaves the screen. System schemes (`mailto`, `sms`, `tel`, \
        `facetime`, `app-settings`, `itms-apps`) open the system's apps, which are not simulated either; `tel` on an \
        iPad is an error.
        """, availability: "iOS 10.0", facts: ["LAUNCH-132", "LAUNCH-135", "LAUNCH-145"])
  ) { call, application, url, linksOnly, _ in
    try call.session.code.inside(application) {
      let completion = try AppCallbackFunction(call, 4, application: application, as: "the completion of open")
      try application.open(
        url, universalLinksOnly: linksOnly,
        completion: completion.map { body in { success in try body.call(success) } })
    }
  }

  static let openURL = APIEntry.method(
    "openURL", of: Application.self, url, returns: "whether something opens it",
    APIDocumentation(
      "The old form of `open`, deprecated since iOS 10; returns whether something opens the URL.",
      discussion: "From iOS 18, it does nothing in an app that was built with the iOS 18 SDK or later.",
      availability: "iOS 2.0", facts: ["LAUNCH-134"])
  ) { call, application, url in
    try call.session.code.inside(application) { try application.openURL(url) }
  }

  static let memberTypes = [Application.apiType]
  static let memberEntries = [canOpenURL, open, openURL]
}

/// `UIApplication.shared`: windows that the app's own code opens and closes.
enum SceneRequestAPI: APISection {
  private static let session = Parameter<Box<SceneSession>>.object("session", "a session of the app")
  private static let activity = Parameter<UserActivity?>.record(
    "userActivity", of: "requestSceneSessionActivation",
    fields: [
      LaunchArguments.activityType.description, LaunchArguments.page.description, LaunchArguments.userInfo.description,
    ], "the content of the window, or nil"
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
      "The sessions of the app's windows: first the sessions that wait for a scene, then those with a connected scene.",
      availability: "iOS 13.0", facts: ["LAUNCH-102"])
  ) { call, application in
    try call.session.code.inProcess(for: "UIApplication.openSessions") { running in
      application.openSessions.map { Box($0, of: running.app.device) }
    }
  }

  static let activation = APIEntry.method(
    "requestSceneSessionActivation", of: Application.self, .optional(session), activity, handler,
    APIDocumentation(
      "Brings the window of a session to the front; without a session, opens a new window.",
      discussion: """
        This needs an iPad, and `UIApplicationSupportsMultipleScenes` in the scene manifest. UIKit's `options` are \
        left out: they change nothing here.
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
      "Closes the window of a session permanently, as the user does in the switcher.",
      discussion: "UIKit's `options` are left out: they change nothing here.", availability: "iOS 13.0",
      facts: ["LAUNCH-144"])
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
