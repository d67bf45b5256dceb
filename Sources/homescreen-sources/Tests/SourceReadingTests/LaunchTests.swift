import AppSources
import Testing

/// The handling of the quick action that a launch delivers.
@Suite struct LaunchTests {
  @Test func storedItemIsHandledAndCleared() {
    let document = Project.scene(
      """
      var saved: UIApplicationShortcutItem?
      \(coldHead) { if let item = options.shortcutItem { saved = item } }
      func sceneDidBecomeActive(_ scene: UIScene) {
        if let item = saved { _ = open(item); saved = nil }
      }
      func open(_ item: UIApplicationShortcutItem) -> Bool {
        switch item.type {
        case "new": show()
        case "find": search()
        default: return false
        }
        return true
      }
      """)
    #expect(document.actions(cold) == ["keep shortcutItem whenGiven"])
    #expect(
      document.actions("sceneDidBecomeActive") == ["handleKept shortcutItem whenGiven", "clear shortcutItem whenGiven"])
    let step = document.method("sceneDidBecomeActive")?.steps.first
    #expect(step?.comparison?.texts.map(\.text) == [.literal("new"), .literal("find")])
    #expect(step?.comparison?.hasDefault == false)
    #expect(step?.via.map(\.line) == [5])
    let store = document.stores.first
    #expect(store?.identifier == "SceneDelegate.saved")
    #expect(store?.reads.map(\.methods) == [["sceneDidBecomeActive"]])
    #expect(store?.reads.allSatisfy { $0.isCleared } == true)
  }

  /// A launch with another event fails a condition that asks for the item, whatever else it asks for.
  @Test(arguments: ["", ", isReady", ", window != nil", ", let user"])
  func otherEventsReachTheElseBranch(condition: String) {
    let document = Project.scene(
      """
      \(coldHead) {
        if let item = options.shortcutItem\(condition) { open(item) }
        else if let activity = options.userActivities.first { show(activity) }
      }
      """)
    #expect(document.actions(cold).contains("pass userActivity whenGiven"), "\(condition)")
  }

  /// Own functions in extensions of the event's type are followed, also if another type has one of this name.
  @Test(arguments: [("activity.send()", ["handle userActivity whenGiven"]), ("print(activity)", [])])
  func functionOfTheEventIsFollowed(call: String, actions: [String]) {
    let document = Project.document(
      """
      extension NSUserActivity { func send() -> Bool { center.post(name: "a"); return true } }
      extension URL { func send() -> Bool { false } }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        \(coldHead) {
          if let item = options.shortcutItem { open(item) }
          else if let activity = options.userActivities.first { _ = \(call) }
        } }
      """)
    #expect(document.actions(cold).filter { $0.contains("userActivity") } == actions, "\(call)")
  }

  /// Only the code knows which schemes a `where` takes.
  @Test(arguments: [("case \"a\": go()", true), ("case _ where isKnown(scheme): go()", false)])
  func conditionsOfCasesLeaveTheSchemesOpen(first: String, isComplete: Bool) {
    let document = Project.document(
      """
      @main class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
          let scheme = url.scheme
          switch scheme {
          \(first)
          case "b": show()
          default: break
          }
          return true
        } }
      """)
    let step = document.method("application_openURL_options")?.steps.first { $0.action == .handle }
    #expect(step?.comparison?.isComplete == isComplete, "\(first)")
  }

  /// A condition in the branch of one scheme decides nothing for other schemes, and the first unknown one is named.
  @Test func conditionOfOneSchemeConcernsOnlyThatScheme() throws {
    let document = Project.document(
      """
      @main class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
          switch url.scheme?.lowercased() {
          case "paint" where url.host == "new": show()
          case "draw": draw()
          case "never": return true
          default: return false
          }
          return true
        }
        func application(_ app: UIApplication, performActionFor item: UIApplicationShortcutItem, completionHandler done: @escaping (Bool) -> Void) {
          if !isReady { return }
          if item.type == "a" { if isOpen { show() } }
        } }
      """)
    let steps = try #require(document.method("application_openURL_options")?.steps.filter { $0.action == .handle })
    #expect(steps.map(\.condition) == [.sometimes, .always])
    #expect(steps.map { $0.comparison?.texts.map(\.text) } == [[.literal("paint")], [.literal("draw")]])
    #expect(steps.first?.place.line == 4)
    let action = document.method("application_performActionForShortcutItem_completionHandler")?.steps.first
    #expect(action?.condition == .sometimes && action?.decider?.line == 12)
  }

  @Test func localFunctionIsFollowedAboveItsDeclaration() {
    let document = Project.scene(
      """
      \(warmHead) {
        perform()
        done(true)
        func perform() { show(item.type) }
      }
      func show(_ type: String) { print(type); present(type) }
      """)
    #expect(document.actions(warm).contains("pass shortcutItem always"), "\(document.actions(warm))")
  }

  /// What another property decides is not performed each time.
  @Test(arguments: [
    ("if let saved { open(saved) }", false), ("if hasItem { hasItem = false; if let saved { open(saved) } }", true),
    ("if hasItem, let saved { open(saved) }", true), ("guard hasItem, let saved else { return }; open(saved)", true),
    ("if !hasItem { return }; if let saved { open(saved) }", true), ("if hasItem { perform() }", true),
    ("if fixed, let saved { open(saved) }", false), ("if hasItem { log() }; if let saved { open(saved) }", false),
  ])
  func readUnderAnotherPropertyIsNotRepeated(body: String, isDecided: Bool) {
    let document = Project.scene(
      """
      var saved: UIApplicationShortcutItem?
      var hasItem = false
      let fixed = true
      \(coldHead) { saved = options.shortcutItem; hasItem = true }
      func sceneDidBecomeActive(_ scene: UIScene) { \(body) }
      func perform() { if let saved { open(saved) } }
      """)
    let reads = document.stores.first?.reads.filter { !$0.methods.isEmpty } ?? []
    #expect(!reads.isEmpty && reads.allSatisfy { $0.isCleared == isDecided }, "\(body): \(reads)")
  }

  /// What gets the dictionary later may read the link.
  @Test func linkInADictionaryMayBeRead() {
    let document = Project.scene(
      """
      func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
        var all: [String: Any] = [:]
        if let link = options.userActivities.first?.webpageURL { all["url"] = link }
        start(with: all)
      }
      """)
    let steps = document.method("scene_willConnectToSession_options")?.steps ?? []
    #expect(steps.contains { $0.action == .offer && $0.subject == .userActivity }, "\(steps)")
  }

  /// The URL of a link is all of it, as for a URL: code that was not read decides.
  @Test func pageOfALinkIsPassedOn() {
    let document = Project.scene(
      """
      func scene(_ scene: UIScene, continue activity: NSUserActivity) {
        if let page = activity.webpageURL { handleUrl(page) }
      }
      func handleUrl(_ url: URL) { Launcher.handle(url: url) }
      """)
    #expect(document.actions("scene_continueUserActivity") == ["pass userActivity always"])
  }

  @Test func readWithoutAValueHasItsLine() {
    let document = Project.document(
      """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        var saved: UIApplicationShortcutItem?
        func scene(_ s: UIScene, willConnectTo session: UISceneSession, options o: UIScene.ConnectionOptions) {
          saved = o.shortcutItem
        }
        func sceneDidBecomeActive(_ scene: UIScene) {
          if let saved { open(saved) }
        }
        func sceneWillEnterForeground(_ scene: UIScene) {
          guard let saved = saved else { return }
          open(saved)
        }
      }
      """)
    #expect(document.stores.first?.reads.map(\.place.line).contains(1) == false)
    #expect(document.stores.first?.reads.map(\.place.line).contains(7) == true)
    #expect(document.stores.first?.reads.map(\.place.line).contains(10) == true)
  }

  /// A call through a property that is always nil does nothing, whatever was compared before.
  @Test(arguments: [
    ("", HandlerStep.Condition.sometimes), ("var list: List? = List()", .whenGiven),
    ("@IBOutlet var list: List?", .whenGiven),
    ("func start() { list = List() }", .whenGiven),
    ("func start(_ other: SceneDelegate) { other.list = List() }", .whenGiven),
    ("func start() { (list, other) = lists() }", .whenGiven), ("func start() { fill(&list) }", .whenGiven),
    ("func start(_ other: Other) { other.list = List() }", .sometimes),
    ("func start() { unknown().list = List() }", .whenGiven),
    ("func start() { setValue(List(), forKey: \"list\") }", .whenGiven),
  ])
  func propertyThatIsNeverSetHandlesNothing(line: String, condition: HandlerStep.Condition) {
    let document = Project.document(
      """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        \(line.contains("var list") ? "" : "var list: List?")
        \(line)
        func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
          for context in contexts { if context.url.scheme == "notes" { refresh(); list?.add(context.url) } }
        }
        func refresh() { log("refreshed") }
      }
      class Other { var list: List? }
      class List { func add(_ url: URL) { store(url) } }
      """)
    let step = document.method("scene_openURLContexts")?.steps.first { $0.action == .handle }
    #expect(step?.condition == condition && step?.comparison != nil, "\(line): \(step.debugDescription)")
  }

  @Test func storeWithoutReadsOrClearsIsFound() {
    let document = Project.document(
      """
      var waiting: UIApplicationShortcutItem?
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ a: UIApplication, configurationForConnecting s: UISceneSession, options: UIScene.ConnectionOptions) -> UISceneConfiguration {
          if let item = options.shortcutItem { waiting = item }
          let configuration = UISceneConfiguration(name: "Main", sessionRole: s.role)
          configuration.delegateClass = SceneDelegate.self
          return configuration
        }
      }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func check() -> Bool { waiting != nil }
      }
      """)
    #expect(document.stores.map(\.identifier) == ["waiting"])
    #expect(document.stores.first?.reads == [])
    #expect(document.stores.first?.clears == [])
    let method = document.method("application_configurationForConnectingSceneSession_options")
    #expect(method?.sceneDelegate == "SceneDelegate")
    #expect(method?.configuration == .literal("Main"))
  }

  @Test(arguments: [
    ("show(options.shortcutItem)", ["pass shortcutItem whenGiven"]),
    ("if options.shortcutItem == nil { restore() }", []),
    ("if options.shortcutItem != nil { start() }", ["handle shortcutItem whenGiven"]),
    (
      "guard let item = options.shortcutItem else { return }\nif item.type == \"a\" { start() }",
      ["handle shortcutItem whenGiven"]
    ),
    ("DispatchQueue.main.async { self.show(options.shortcutItem) }", ["pass shortcutItem whenGiven"]),
    ("if let item = options.shortcutItem { print(item) }", []), ("start()", []),
    ("if ready, let item = options.shortcutItem { show(item) }", ["pass shortcutItem sometimes"]),
    ("options.urlContexts.forEach { open($0.url) }", ["pass url whenGiven"]),
    ("if let url = options.urlContexts.first?.url { open(url) }", ["pass url whenGiven"]),
    ("if let activity = options.userActivities.first { resume(activity) }", ["pass userActivity whenGiven"]),
    ("// options.shortcutItem\nlet text = \"options.shortcutItem\"", []),
  ])
  func usesAreReported(body: String, actions: [String]) {
    #expect(Project.scene("\(coldHead) {\n\(body)\n}").actions(cold) == actions, "\(body)")
  }

  @Test(arguments: [
    ("return true", ReturnedValue.Kind.yes), ("return false", .no), ("return start()", .computed),
    ("return options?[.shortcutItem] == nil", .noWhenGiven),
    (
      "if let item = options?[.shortcutItem] as? UIApplicationShortcutItem { open(item); return false }\nreturn true",
      .noWhenGiven
    ),
    ("var more = true\nif options?[.shortcutItem] != nil { more = false }\nreturn more", .noWhenGiven),
    ("var used = false\nif options?[.shortcutItem] != nil { used = true }\nreturn !used", .noWhenGiven),
    ("var used = true\nif options?[.shortcutItem] != nil { used = true }\nreturn !used", .no),
    ("var used = start()\nreturn !used", .computed),
    ("if ready { return false }\nreturn true", .computed),
  ])
  func returnValuesAreReported(body: String, kind: ReturnedValue.Kind) {
    let document = Project.document(
      """
      @main class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
      \(body)
      } }
      """)
    #expect(document.method("application_didFinishLaunchingWithOptions")?.returned?.kind == kind, "\(body)")
    #expect(document.entry?.kind == .appDelegate)
  }

  @Test func typesAreTracedToTheirStrings() {
    let document = Project.scene(
      """
      enum Kind: String { case new, find = "com.example.find" }
      static let prefix = "com.example."
      \(warmHead) {
        switch Kind(rawValue: item.type) {
        case .new: start()
        case .find: search()
        case nil: break
        }
        if item.type == Self.prefix + "more" { more() }
        if item.type == name { more() }
        done(true)
      }
      """)
    let comparison = document.method(warm)?.steps.first?.comparison
    #expect(
      Set(comparison?.texts.compactMap { $0.text.literal } ?? []) == ["new", "com.example.find", "com.example.more"])
    #expect(comparison?.isComplete == false)
  }

  @Test func handlerThatActsHandlesTheItem() {
    #expect(Project.scene("\(warmHead) { play()\ndone(true) }").actions(warm) == ["handle shortcutItem always"])
    #expect(Project.scene("\(warmHead) { print(item)\ndone(true) }").actions(warm) == [])
  }

  @Test func immediatePresentationIsReported() {
    #expect(
      Project.scene("\(coldHead) { window?.rootViewController?.present(alert, animated: true) }").actions(cold)
        == ["present none always"])
    #expect(
      Project.scene("\(coldHead) { DispatchQueue.main.async { self.root.present(alert, animated: true) } }")
        .actions(cold) == [])
  }

  @Test(arguments: [
    (".list", ["present none sometimes"]), (".page(2)", []), ("kind", ["present none sometimes"]),
  ])
  func onlyTheCaseThatTheCallerPassesIsFollowed(argument: String, expected: [String]) {
    let scene = """
      \(coldHead) { show(\(argument)) }
      func show(_ kind: Kind) {
        switch kind {
        case .list: root.present(alert, animated: true)
        case .page(let number): DispatchQueue.main.async { self.root.present(alert, animated: true) }
        }
      }
      """
    #expect(Project.scene(scene).actions(cold).filter { $0.hasPrefix("present") } == expected)
    // A second call with another case is followed, too; and `default` stays possible.
    let both = scene.replacing("{ show(", with: "{ show(.page(1)); show(")
    #expect(Project.scene(both).actions(cold).filter { $0.hasPrefix("present") } == expected)
    let other = scene.replacing("case .list:", with: "default:")
    #expect(Project.scene(other).actions(cold).filter { $0.hasPrefix("present") } == ["present none sometimes"])
  }

  @Test func scenePhasesAreHandlers() {
    let document = Project.document(
      """
      final class Model { static let shared = Model(); var waiting: UIApplicationShortcutItem? }
      @main struct MyApp: App {
        @UIApplicationDelegateAdaptor(AppDelegate.self) var delegate
        @Environment(\\.scenePhase) var phase
        var body: some Scene {
          WindowGroup { ContentView() }
            .onChange(of: phase) { phase in
              switch phase {
              case .active: if let item = Model.shared.waiting { open(item) }
              default: break
              }
            }
            .onOpenURL { url in route(url) }
        }
      }
      class AppDelegate: NSObject, UIApplicationDelegate {
        func application(_ a: UIApplication, configurationForConnecting s: UISceneSession, options: UIScene.ConnectionOptions) -> UISceneConfiguration {
          Model.shared.waiting = options.shortcutItem
          return UISceneConfiguration(name: nil, sessionRole: s.role)
        }
      }
      """)
    #expect(document.entry?.kind == .swiftUI)
    #expect(document.entry?.appDelegate == "AppDelegate")
    #expect(document.actions("onChangeOfScenePhase") == ["pass shortcutItem whenGiven"])
    #expect(document.method("onChangeOfScenePhase")?.steps.first?.store == "Model.waiting")
    #expect(document.actions("onOpenURL") == ["pass url always"])
    #expect(document.stores.first?.reads.first?.methods == ["onChangeOfScenePhase"])
    #expect(document.method("application_configurationForConnectingSceneSession_options")?.configuration == .null)
  }

  /// A modifier that the app adds to all views gets the link in the views that use it.
  @Test func modifierOfAllViewsGetsTheLink() {
    let document = Project.document(
      """
      @main struct MyApp: App { var body: some Scene { WindowGroup { Text("").routed() } } }
      extension View {
        func routed() -> some View { self.onOpenURL { route($0) }.onAppear { route(nil) } }
      }
      func route(_ url: URL?) { show() }
      """)
    #expect(document.actions("onOpenURL") == ["handle url always"])
    #expect(document.method("onAppear") == nil)
  }

  /// All links have one type of activity, so a comparison with it does not decide about this link.
  @Test(arguments: [
    ("Kit.open(url)", ["handle", "pass"]), ("route(url)", ["handle"]), ("Kit.open(url); route(url)", ["handle"]),
  ])
  func linkThatIsPassedOnIsNotHandledByItsType(deed: String, actions: [String]) {
    for type in ["NSUserActivityTypeBrowsingWeb", "\"com.example.window\""] {
      let document = Project.scene(
        """
        func scene(_ scene: UIScene, continue activity: NSUserActivity) {
          if activity.activityType == \(type), let url = activity.webpageURL { \(deed) }
        }
        func route(_ url: URL) { tabs.selectedIndex = 1; show() }
        """)
      let found =
        document.method("scene_continueUserActivity")?.steps.map(\.action.rawValue).filter { $0 != "read" } ?? []
      #expect(found == (type.hasPrefix("N") ? actions : ["handle"]), "\(deed) \(type)")
    }
  }

  /// A view that is not shown gets no link, so whether a link is handled depends on what shows the view.
  @Test(arguments: [
    ("switch m.state {\ncase .a: A().onOpenURL { route($0) }\ncase .b: B()\n}", "sometimes 5"),
    ("if m.isIn { A().onOpenURL { route($0) } } else { B() }", "sometimes 5"),
    ("if m.isIn { A().onOpenURL { route($0) } } else { B().onOpenURL { route($0) } }", "sometimes 5"),
    ("A().sheet(isPresented: $shown) { B().onOpenURL { route($0) } }", "sometimes 5"),
    ("A().sheet(isPresented: $shown) { B() }.onOpenURL { route($0) }", "always"),
    ("if #available(iOS 17, *) { A().onOpenURL { route($0) } } else { B() }", "always"),
    ("Group { if m.isIn { A() } else { B() } }.onOpenURL { route($0) }", "always"),
    ("if isRunningTests { B() } else { A().onOpenURL { route($0) } }", "always"),
    ("if !isRunningTests { A().onOpenURL { route($0) } }", "always"),
    ("if m.isIn {\nA().onOpenURL { if $0.host == \"a\" { route($0) } }\n}", "sometimes 6"),
    // The function or the view that contains it is used under a condition.
    ("if m.isIn { main() } else { B() }\n}\nfunc main() -> some View {\nA().onOpenURL { route($0) }", "sometimes 5"),
    ("if m.isIn { main } else { main }\n}\nvar main: some View {\nA().onOpenURL { route($0) }", "always"),
    ("main()\n}\nfunc main() -> some View {\nA().onOpenURL { route($0) }", "always"),
    (
      "if m.isIn { Inner() } else { B() }\n}\n}\nstruct Inner: View {\nvar body: some View {\nA().onOpenURL { route($0) }",
      "sometimes 5"
    ),
    ("Inner()\n}\n}\nstruct Inner: View {\nvar body: some View {\nA().onOpenURL { route($0) }", "always"),
  ])
  func viewUnderAConditionGetsLinksSometimes(body: String, told: String) {
    let document = Project.document(
      """
      @main struct MyApp: App { var body: some Scene { WindowGroup { Root() } } }
      struct Root: View {
      var m: Model
      var body: some View {
      \(body)
      }
      }
      struct Root_Previews: PreviewProvider { static var previews: some View { Root(); Inner() } }
      func route(_ url: URL) { show() }
      """)
    let steps = document.method("onOpenURL")?.steps.filter { $0.action == .handle || $0.action == .pass } ?? []
    let lines = steps.map { step in step.condition == .sometimes ? "sometimes \(step.place.line)" : "\(step.condition)"
    }
    #expect(Set(lines) == [told], "\(body): \(steps)")
  }

  /// A read that is found by its name alone may be one of another type.
  @Test(arguments: [("find().saved", true), ("self.saved", false), ("saved", false)])
  func readsByNameAloneAreUncertain(read: String, escapes: Bool) {
    let document = Project.scene(
      """
      var saved: UIApplicationShortcutItem?
      \(coldHead) { saved = options.shortcutItem }
      func sceneDidBecomeActive(_ scene: UIScene) { if let item = \(read) { open(item) } }
      """)
    #expect(document.stores.map(\.escapes) == [escapes])
    #expect(document.stores.first?.reads.count == 1)
  }

  /// The events that the options of a launch may deliver to code that was not read, with the lines that decide.
  private static func offers(_ document: SourceDocument, _ method: String) -> [String] {
    let steps = (document.method(method)?.steps ?? []).filter { $0.action == .offer }
    let lines = Set(steps.map { "\($0.place.line)\($0.store.map { " \($0)" } ?? "") \($0.condition)" })
    return lines.sorted().map { line in
      let count = steps.count { line.hasPrefix("\($0.place.line)") }
      return count == HandlerStep.Subject.events.count ? line : "\(line) of \(count)"
    }
  }

  /// A call that is not followed may take the event out of the options; the line is that of the argument.
  @Test(arguments: [
    ("factory.start(\n  in: window,\n  launchOptions: options\n)", ["5 whenGiven"]),
    ("DispatchQueue.main.async { Router.shared.start(options) }", ["3 whenGiven"]),
    ("let copy = options ?? [:]\nrouter.start(copy as NSDictionary)", ["4 whenGiven"]),
    ("let bridge = Bridge(delegate: self, launchOptions: options)", ["3 whenGiven"]),
    ("store.send(.didFinish(options))", ["3 whenGiven"]),
    ("if options?[.url] == nil { router.start(options) }", ["3 whenGiven", "3 whenNotGiven"]),
    ("options.map { router.start($0) }", []),
    ("kept = options", ["3 AppDelegate.kept whenGiven"]),
    ("config.launchOptions = options", ["3 whenGiven"]),
    ("ApplicationDelegate.shared.application(a, didFinishLaunchingWithOptions: options)", ["3 whenGiven of 1"]),
    // What is followed, written as a text, or left to the superclass, is not.
    ("super.application(a, didFinishLaunchingWithOptions: options)", []),
    ("own(options)", []), ("print(options)\nlet text = String(describing: options)", []), ("start(options == nil)", []),
    ("if let item = options?[.shortcutItem] { show(item) }", []),
  ])
  func optionsGoToCodeThatIsNotFollowed(body: String, expected: [String]) {
    let document = Project.document(
      """
      @main class AppDelegate: Base, UIApplicationDelegate {
        override func application(_ a: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
      \(body)
          return true
        }
        var kept: [UIApplication.LaunchOptionsKey: Any]?
        func own(_ options: [UIApplication.LaunchOptionsKey: Any]?) { refresh() }
      }
      """)
    #expect(Self.offers(document, "application_didFinishLaunchingWithOptions") == expected, "\(body)")
  }

  @Test func optionsOfAnObjectiveCLaunchAreOffered() {
    func document(_ call: String) -> SourceDocument {
      Project([
        "AppDelegate.m": """
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
          \(call)
          return YES;
        }
        @end
        """
      ]).document()
    }
    let method = "application_didFinishLaunchingWithOptions"
    let bridge = "RCTBridge *bridge = [[RCTBridge alloc] initWithDelegate:self launchOptions:launchOptions];"
    #expect(Self.offers(document(bridge), method) == ["5 whenGiven"])
    #expect(Self.offers(document("[self.router start:[launchOptions mutableCopy]];"), method) == ["5 whenGiven"])
    let facebook =
      "[[FBSDKApplicationDelegate sharedInstance] application:application didFinishLaunchingWithOptions:launchOptions];"
    #expect(Self.offers(document(facebook), method) == ["5 whenGiven of 1"])
    #expect(
      Self.offers(document("[super application:application didFinishLaunchingWithOptions:launchOptions];"), method)
        == [])
  }

  /// A delegate that was not read leaves the configuration open.
  @Test(arguments: [
    ("", TextValue.null), ("configuration.delegateClass = SceneDelegate.self", .null),
    ("configuration.delegateClass = choose()", .computed("")),
    ("configuration.delegateClass = ready ? A.self : nil", .computed("")),
  ])
  func configurationWithAnUnreadDelegateIsComputed(line: String, configuration: TextValue) {
    let document = Project.document(
      """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ a: UIApplication, configurationForConnecting s: UISceneSession, options: UIScene.ConnectionOptions) -> UISceneConfiguration {
          let configuration = UISceneConfiguration(name: nil, sessionRole: s.role)
          \(line)
          return configuration
        }
      }
      """)
    let method = document.method("application_configurationForConnectingSceneSession_options")
    #expect(method?.configuration == configuration)
  }

  @Test func optionsOfASceneAreOffered() {
    #expect(Self.offers(Project.scene("\(coldHead) {\nrouter.start(options)\n}"), cold) == ["3 whenGiven"])
    // An object of a class that was not read may use what it gets.
    #expect(
      Self.offers(Project.scene("\(coldHead) {\nSDK.shared.item = options.shortcutItem\n}"), cold)
        == ["3 whenGiven of 1"])
    #expect(
      Self.offers(Project.scene("\(coldHead) {\nsuper.scene(scene, willConnectTo: session, options: options)\n}"), cold)
        == [])
  }

  @Test func testOfAPartIsAtItsStatement() {
    let document = Project.document(
      """
      @main class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
          UNUserNotificationCenter.current().delegate = self
          return true
        }
        func userNotificationCenter(_ c: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler done: @escaping () -> Void) {
          let info = response.notification.request.content.userInfo
          let part = info["part"] as? String
          var kept: Kept?
          if let part { kept = Kept(part) }
          if let kept { open(kept) }
          done()
        }
      }
      """)
    let steps = document.handlers.flatMap(\.methods).flatMap(\.steps).filter { $0.subject == .notification }
    #expect(!steps.isEmpty && steps.allSatisfy { $0.place.line > 6 && $0.via.allSatisfy { $0.line > 6 } }, "\(steps)")
  }
}
