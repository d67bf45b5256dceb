import LuaAPI
import LuaEngine
import Testing

/// Methods that the system never calls are refused on assignment.
@Suite struct SlotTests {
  private func test(lifecycle: String? = nil) throws -> TestSession {
    let test = try TestSession()
    let options = lifecycle.map { "{ lifecycle = '\($0)' }" } ?? "nil"
    try test.run("device = Device { os = '17.5' } app = device:install('fixtures/ToolBox.app', \(options))")
    return test
  }

  @Test(arguments: [
    // Swift's names
    ("delegate", "application", "application_didFinishLaunchingWithOptions"),
    ("sceneDelegate", "scene", "scene_willConnectToSession_options"),
    ("sceneDelegate", "windowScene", "windowScene_performActionForShortcutItem_completionHandler"),
    ("delegate", "application(_:didFinishLaunchingWithOptions:)", "application_didFinishLaunchingWithOptions"),
    ("sceneDelegate", "scene_willConnectTo_options", "scene_willConnectToSession_options"),
    (
      "delegate", "application_performActionFor_completionHandler",
      "application_performActionForShortcutItem_completionHandler"
    ),
    ("sceneDelegate", "sceneDidBecomeActive(_:)", "sceneDidBecomeActive"),
    // Objective-C's names with colons
    ("delegate", "applicationDidBecomeActive:", "applicationDidBecomeActive"),
    // A trailing _
    ("delegate", "applicationDidBecomeActive_", "applicationDidBecomeActive"),
    ("sceneDelegate", "scene_willConnectToSession_options_", "scene_willConnectToSession_options"),
    // Misspelled
    ("delegate", "applicationDidBecomActive", "applicationDidBecomeActive"),
    ("delegate", "applicationDidBecameActive", "applicationDidBecomeActive"),
    ("delegate", "applicationdidbecomeactive", "applicationDidBecomeActive"),
    ("delegate", "application_didFinishLaunchingWithOption", "application_didFinishLaunchingWithOptions"),
    ("delegate", "application_didFinishLaunching", "application_didFinishLaunchingWithOptions"),
    (
      "sceneDelegate", "windowScene_performActionForShortcutItem",
      "windowScene_performActionForShortcutItem_completionHandler"
    ),
    ("sceneDelegate", "sceneDidEnterForeground", "scene"),
    ("rootViewController", "viewDidLaod", "viewDidLoad"), ("rootViewController", "viewWillAppear", "viewDid"),
    // UIKit methods that are not called in this version
    ("delegate", "applicationDidReceiveMemoryWarning", "application"),
    ("delegate", "application_supportedInterfaceOrientationsForWindow", "application"),
    // Methods of another object
    ("delegate", "sceneDidBecomeActive", "app.sceneDelegate:sceneDidBecomeActive(scene)"),
    ("sceneDelegate", "applicationDidBecomeActive", "app.delegate:applicationDidBecomeActive(application)"),
    ("delegate", "viewDidLoad", "app.rootViewController:viewDidLoad()"),
    ("rootViewController", "present", "UIViewController.present"),
    // SwiftUI's modifiers
    ("view", "onChange", "onScenePhase"), ("view", "onOpenUrls", "onOpenURL"),
    ("view", "onAppear(perform:)", "onAppear"), ("view", "task", "onAppear"),
    ("view", "onReceive", "No notifications"), ("view", "handlesExternalEvents", "handlesExternalEvents is a table"),
    ("sceneDelegate", "onOpenURL", "app.view:onOpenURL(url)"),
  ])
  func misspelledSlotsAreRefused(receiver: String, key: String, expected: String) throws {
    let test = try test(lifecycle: receiver == "view" ? "swiftUI" : nil)
    for source in [
      "app.\(receiver)[\"\(key)\"] = function() end",
      "app.\(receiver) = { [\"\(key)\"] = function() end }",
    ] {
      let error = try #require(test.error("local x = 1\n\(source)"), "\(source) is taken")
      #expect(error.code == "unknown-slot", "\(source): \(error.message)")
      #expect(error.place == LuaError.Place(file: "test.lua", line: 2))
      let text = "\(error.message) \(error.failure?.hint ?? "")"
      #expect(text.contains(expected), "\(text)")
    }
  }

  /// They are spelled as in UIKit, and the message does not say “never”.
  @Test(arguments: [
    ("delegate", "application_didRegisterForRemoteNotificationsWithDeviceToken", "UIApplicationDelegate"),
    ("delegate", "application_handleEventsForBackgroundURLSession_completionHandler", "UIApplicationDelegate"),
    ("delegate", "applicationDidReceiveMemoryWarning:", "UIApplicationDelegate"),
    (
      "delegate", "userNotificationCenter_willPresentNotification_withCompletionHandler",
      "UNUserNotificationCenterDelegate"
    ),
    ("sceneDelegate", "scene_restoreInteractionStateWithUserActivity", "UISceneDelegate"),
    (
      "sceneDelegate", "windowScene_didUpdateCoordinateSpace_interfaceOrientation_traitCollection",
      "UIWindowSceneDelegate"
    ),
    ("rootViewController", "viewWillAppear", "UIViewController"),
  ])
  func methodsOfUIKitAreNotModelled(receiver: String, key: String, owner: String) throws {
    let error = try #require(try test().error("app.\(receiver)[\"\(key)\"] = function() end"))
    #expect(error.code == "unknown-slot")
    #expect(error.message.contains("is not modelled") && error.message.contains(owner), "\(error.message)")
    #expect(!error.message.contains("ever called"))
  }

  @Test func misspelledUnmodelledMethodIsReported() throws {
    let name = "application_didRegisterForRemoteNotificationWithDeviceToken"
    let error = try #require(try test().error("app.delegate.\(name) = function() end"))
    #expect(error.message.contains("never calls a method '\(name)'"))
    #expect(
      error.failure?.hint?.contains("'application_didRegisterForRemoteNotificationsWithDeviceToken'") == true,
      "\(error)")
  }

  /// A root view that is never shown.
  @Test(arguments: ["scene", "appDelegate", nil])
  func rootViewNeedsASwiftUIApp(lifecycle: String?) throws {
    let test = try test(lifecycle: lifecycle)
    for source in ["function app.view:onOpenURL() end", "app.view = {}", "local view = app.view"] {
      let error = try #require(test.error("local x = 1\n\(source)"), "\(source) is taken")
      #expect(error.code == "unknown-slot" && error.message.contains("app.view would never be called"))
    }
    try test.run("app.view = nil")
  }

  /// LAUNCH-139.
  @Test(arguments: ["5", "{ preferring = 'inbox' }", "{ allowing = { 3 } }", "{ preferring = { a = 'b' } }"])
  func externalEventConditionsAreStringLists(value: String) throws {
    let test = try test(lifecycle: "swiftUI")
    try test.run(
      "app.view.handlesExternalEvents = \(value) function app.view:onAppear() end device:launch(app) device:pressHome()"
    )
    let error = try #require(test.error("device:launch(app, { widget = 'toolbox://a' })"))
    #expect(error.code == "argument" && error.message.contains("lists of strings"), "\(error)")
  }

  @Test(arguments: [
    "function app.delegate:handle(item) end", "app.delegate.shared = 1", "app.delegate.count = 0",
    "function app.sceneDelegate:show(item) end", "app.sceneDelegate.active = true",
    "function app.rootViewController:viewModel() end", "function app.rootViewController:choose() end",
    "app.delegate.applicationDidBecomeActive = nil", "app.delegate[1] = 'x'",
    "app.sceneDelegate.sceneDidBecomeActive = spy.new(function() end)", "function app.delegate:applicationName() end",
    "app.delegate = {}", "app.sceneDelegate = { title = 'x', [1] = 2 }", "app.delegate = nil",
  ])
  func otherNamesBelongToTheClass(source: String) throws {
    let test = try test()
    try test.run(source)
    try test.run("device:launch(app)")
  }

  @Test func slotsAreFunctions() throws {
    let test = try test()
    for value in ["5", "'x'", "{}", "true"] {
      let error = try #require(test.error("app.delegate.applicationDidBecomeActive = \(value)"))
      #expect(error.message == "app.delegate.applicationDidBecomeActive is a method: expected a function")
    }
    #expect(test.error("app.delegate = 5")?.code == "argument")
    #expect(test.error("app.delegate = print")?.code == "argument")
  }

  @Test func spiesAreMethods() throws {
    let test = try test()
    try test.run(
      """
      local s = spy.new(function() end)
      app.sceneDelegate.sceneDidBecomeActive = s
      function app.delegate:application_didFinishLaunchingWithOptions() end
      spy.on(app.delegate, "application_didFinishLaunchingWithOptions")
      device:launch(app)
      assert.spy(s).was.called(1)
      assert.spy(app.delegate.application_didFinishLaunchingWithOptions).was.called(1)
      """)
  }
}
