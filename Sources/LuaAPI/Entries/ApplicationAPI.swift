import LuaEngine
import Simulator

/// `UIApplication.shared`: the app's own side.
enum ApplicationAPI {
  static let type = APIType(
    "application", className: "homescreen.UIApplication", summary: "`UIApplication.shared` of the app whose code runs.")
  static let namespaceType = APIType(
    "UIApplication", className: "homescreen.UIApplicationClass", summary: "The class of `UIApplication.shared`.")
  static let luaType = APIBinding.luaType(
    type, metamethods: [ObjectMetamethods.text(Application.self) { "UIApplication of \($0.bundleIdentifier)" }])

  static let namespace = APIEntry.namespace(
    "UIApplication", UIApplicationNamespace.self, namespaceType,
    APIDocumentation(
      "The app's own side; `UIApplication.shared` works in the app's code.", availability: "iOS 2.0"))

  static let shared = APIEntry.property(
    namespaceType, "shared", NamespaceObject<UIApplicationNamespace>.self, type.className,
    APIDocumentation(
      "The application object of the app whose code runs.",
      discussion: "It works in `app:run`, in callbacks and in handlers; in the REPL it means the app in front.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        app:run(function() assert.equal("active", UIApplication.shared.applicationState) end)
        """, availability: "iOS 2.0")
  ) { call, _ in
    try call.session.inProcess(for: "UIApplication.shared") { call.result($0.application) }
  }

  static let setAlternateIconName = APIEntry.method(
    type, "setAlternateIconName", Application.self,
    .optional(.string("name", "a name declared in Info.plist, or nil for the primary icon")),
    Parameter<Void>.raw(
      "completion", type: "fun(error?: homescreen.Error)", kinds: [.function, .nil],
      "gets nil, or the error; runs on the main queue, after the person has answered the alert"),
    APIDocumentation(
      "Changes the app's icon.",
      discussion: """
        The call returns at once. On success the system shows an alert; the completion handler runs after `OK`. An \
        error comes without alert and leaves the icon as it was.
        """,
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        local code
        app:run(function()
          UIApplication.shared:setAlternateIconName("nobody", function(err) code = err.code end)
        end)
        assert.equal(4, code)
        """, availability: "iOS 10.3", facts: ["ICON-010", "ICON-001", "ICON-039", "ICON-066"])
  ) { call, application, name, _ in
    let session = try call.session
    try session.inside(application) {
      let completion = try AppCallbackFunction(call, 3, application: application)
      try application.setAlternateIconName(name) { error in
        try completion?.call(error.map { ErrorObject($0) })
      }
    }
    return 0
  }

  static let alternateIconName = APIEntry.property(
    type, "alternateIconName", Application.self, "string?",
    APIDocumentation(
      "The name of the alternate icon, or nil while the primary one is shown.", availability: "iOS 10.3",
      facts: ["ICON-016"])
  ) { call, application in
    call.result(try call.session.inside(application) { try application.alternateIconName })
  }

  static let supportsAlternateIcons = APIEntry.property(
    type, "supportsAlternateIcons", Application.self, "boolean",
    APIDocumentation(
      "Whether the app can change its icon at all.", availability: "iOS 10.3", facts: ["ICON-012", "ICON-013"])
  ) { call, application in
    call.result(try call.session.inside(application) { try application.supportsAlternateIcons })
  }

  static let applicationState = APIEntry.property(
    type, "applicationState", Application.self, "string",
    APIDocumentation("`active`, `inactive` or `background`.", availability: "iOS 4.0")
  ) { call, application in
    call.result(try call.session.inside(application) { try application.applicationState.rawValue })
  }

  static let shortcutItems = APIEntry.toCome(
    type, "shortcutItems", .property(isWritable: true), "The dynamic quick actions.")

  static let quickActionTypes: [APIEntry] = {
    let item = APIType("item", className: "homescreen.UIApplicationShortcutItem", summary: "A quick action.")
    return [
      .toCome(nil, "UIApplicationShortcutItem", .constructor, "A quick action."),
      .toCome(nil, "UIMutableApplicationShortcutItem", .constructor, "A quick action that can be changed."),
      .toCome(item, "mutableCopy", .method, "A copy that can be changed."),
      .toCome(nil, "UIApplicationShortcutIcon", .constructor, "The icon of a quick action."),
    ]
  }()

  static let entries =
    [
      namespace, shared, setAlternateIconName, alternateIconName, supportsAlternateIcons, applicationState,
      shortcutItems,
    ] + quickActionTypes
}

extension Session {
  /// Runs a call on `application`; in the REPL, where no app's code runs, as the app's code.
  func inside<Result>(_ application: Application, _ body: () throws -> Result) throws -> Result {
    if processes.isEmpty, usesAppInFront, let front = currentDevice?.front {
      return try front.run { running in
        guard running === application else { return try body() }
        return try enter(running, of: front, body)
      }
    }
    return try body()
  }
}
