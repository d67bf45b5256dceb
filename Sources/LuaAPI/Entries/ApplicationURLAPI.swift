import HomeScreenSimulator
import LuaEngine

/// `UIApplication.shared`: asking for URLs, and opening them.
enum ApplicationURLAPI: APIRoom {
  private static let url = Parameter<String>.string("url", "a URL with its scheme", domain: .url)
  private static let linksOnly = Parameter<Bool>.boolean(
    "universalLinksOnly", "true: only an app whose entitlements have the link's domain opens it")
  private static let options = Parameter<Bool>.record(
    "options", of: "UIApplication.open", fields: [linksOnly.description], "`{ universalLinksOnly = true }`, or nil"
  ) { record in try record.read(linksOnly) ?? false }

  static let canOpenURL = APIEntry.method(
    "canOpenURL", of: Application.self, url, returns: "whether one opens it",
    APIDocumentation(
      "Whether an app on the device opens the URL.",
      discussion: """
        The Info.plist of the calling app must list the scheme under `LSApplicationQueriesSchemes`; otherwise the \
        result is false, whatever is installed, and the console says so. `http`, `https` and `app-settings` need no \
        entry; `tel`, `mailto` and other schemes of the system do.
        """,
      example: """
        local device = Device { os = "17.5" }
        device:install(AppPackage { plist = {
          CFBundleIdentifier = "com.example.chat", CFBundleURLTypes = { { CFBundleURLSchemes = { "chat" } } },
        } })
        local app = device:install(AppPackage { plist = {
          CFBundleIdentifier = "com.example.notes", LSApplicationQueriesSchemes = { "chat" },
        } })
        device:launch(app)
        app:run(function()
          assert.is_true(UIApplication.shared:canOpenURL "chat://new")
          assert.is_false(UIApplication.shared:canOpenURL "call://new")
        end)
        assert.logged("not allowed to query for scheme call", app)
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
      "Lets another app open a URL: the one that declares its scheme, or whose entitlements have the link's domain.",
      discussion: """
        The call returns at once. A link that no other app is entitled to goes to the browser, which is not \
        simulated: the app leaves the screen. So does a link to the app itself. Schemes of the system (`mailto`, \
        `sms`, `tel`, `facetime`, `app-settings`, `itms-apps`) open its own apps, which are not simulated either; \
        `tel` on an iPad is an error.
        """,
      example: """
        local device = Device { os = "17.5" }
        local chat = device:install(AppPackage { plist = {
          CFBundleIdentifier = "com.example.chat", CFBundleURLTypes = { { CFBundleURLSchemes = { "chat" } } },
        } })
        local app = device:install "fixtures/ToolBox.app"
        device:launch(app)
        local results = {}
        local function keep(success) results[#results + 1] = success end
        app:run(function() UIApplication.shared:open("call://new", nil, keep) end)
        app:run(function() UIApplication.shared:open("chat://new", nil, keep) end)
        assert.same({ false, true }, results)
        assert.equal(chat, device.front)
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
      "The old form of `open`, deprecated since iOS 10; whether something opens the URL.",
      discussion: "In an app that was built with the SDK of iOS 18 or later, it does nothing from iOS 18.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { sdk = "18.0" })
        device:launch(app)
        app:run(function() assert.is_false(UIApplication.shared:openURL "https://example.com") end)
        assert.equal(app, device.front)
        """, availability: "iOS 2.0", facts: ["LAUNCH-134"])
  ) { call, application, url in
    try call.session.code.inside(application) { try application.openURL(url) }
  }

  static let memberTypes = [Application.apiType]
  static let memberEntries = [canOpenURL, open, openURL]
}
