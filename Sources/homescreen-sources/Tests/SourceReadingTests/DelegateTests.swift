import AppSources
import Testing

/// The classes and methods that the system calls.
@Suite struct DelegateTests {
  // LAUNCH-180
  @Test(arguments: [
    (["handleOpen url: URL"], "handleOpen"),
    (
      ["handleOpen url: URL", "open url: URL, sourceApplication source: String?, annotation: Any"], "sourceApplication"
    ),
    (
      [
        "handleOpen url: URL", "open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]",
        "open url: URL, sourceApplication source: String?, annotation: Any",
      ], "options"
    ),
    (["handleOpenURL url: URL"], nil),
  ])
  func newestLinkMethodCounts(parameters: [String], label: String?) {
    let methods = parameters.map { "func application(_ app: UIApplication, \($0)) -> Bool { go(url); return true }" }
    let document = Project.document(
      "@main class AppDelegate: UIResponder, UIApplicationDelegate {\n\(methods.joined(separator: "\n"))\n}")
    let found = document.handlers.flatMap(\.methods).filter { $0.name == "application_openURL_options" }
    #expect(found.count == (label == nil ? 0 : 1))
    #expect(found.first.map { $0.written.contains(label ?? "") } ?? true)
    #expect(found.allSatisfy { $0.steps.map(\.action) == [.pass] })
  }

  /// Files are read in the order of their names, and `Delegate+Extra.swift` precedes `Delegate.swift`.
  @Test func superclassPrecedesTheProtocolsOfExtensions() {
    let document = Project.document(
      "extension AppDelegate: Extra {}\n@main class AppDelegate: NSObject, UIApplicationDelegate {}")
    #expect(document.handlers.first?.inherits == ["NSObject", "UIApplicationDelegate", "Extra"])
  }

  @Test func appThatChoosesByVersionStartsWithSwiftUI() {
    let document = Project.document(
      """
      @main struct Start { static func main() {
        if #available(iOS 14.0, *) { Paint.main() } else { UIApplicationMain(0, nil, nil, NSStringFromClass(AppDelegate.self)) } } }
      class AppDelegate: UIResponder, UIApplicationDelegate {}
      struct Paint: App { var body: some Scene { WindowGroup { Text("") } } }
      """)
    #expect(document.entry?.kind == .swiftUI)
  }

  /// Objective-C does not see a method of a protocol that the class does not conform to.
  @Test(arguments: [
    ("UIResponder, UISceneDelegate", "", true), ("UIResponder, UIWindowSceneDelegate", "", false),
    ("UIResponder, UISceneDelegate", "@objc ", false), ("Base, UISceneDelegate", "", false),
  ])
  func methodOfAnotherProtocolIsHidden(inherits: String, attribute: String, isHidden: Bool) throws {
    let document = Project.document(
      """
      class SceneDelegate: \(inherits) {
        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) { open() }
        \(attribute)\(warmHead) { open(item) }
      }
      """)
    let handler = try #require(document.handlers.first)
    #expect((document.method(warm) == nil) == isHidden)
    #expect(handler.nearMisses.map(\.meant) == (isHidden ? [warm] : []))
  }

  @Test(arguments: [
    (
      "func application(_ a: UIApplication, performActionForShortcutItem i: Item, completionHandler c: (Bool) -> Void) {}",
      "application_performActionForShortcutItem_completionHandler"
    ),
    (
      "func application(_ a: UIApplication, performActionFor i: Item, completion c: (Bool) -> Void) {}",
      "application_performActionForShortcutItem_completionHandler"
    ),
    (
      "func application(_ a: UIApplication, performActionFor i: Item, completionHandlr c: (Bool) -> Void) {}",
      "application_performActionForShortcutItem_completionHandler"
    ),
    (
      "func application(_ a: UIApplication, performActionFor i: Item) {}",
      "application_performActionForShortcutItem_completionHandler"
    ),
    ("func application(_ a: UIApplication, performActionFor i: Item) async -> Bool { true }", nil),
    (
      "func application(_ a: UIApplication, performActionForShortcutItem i: Item) async -> Bool { true }",
      "application_performActionForShortcutItem_completionHandler"
    ),
    ("func application(_ a: UIApplication, show i: Item) async -> Bool { true }", nil),
    (
      "func application(_ a: UIApplication, didFinishLaunchingWithOption o: [Key: Any]?) -> Bool { true }",
      "application_didFinishLaunchingWithOptions"
    ),
    ("func applicationDidBecameActive(_ a: UIApplication) {}", "applicationDidBecomeActive"),
    (
      "func application(_ a: UIApplication, open u: URL, sourceApplication s: String?, annotation x: Any) -> Bool { true }",
      nil
    ),
    ("func application(_ a: UIApplication, supportedInterfaceOrientationsFor w: UIWindow?) -> Int { 0 }", nil),
    ("@objc(application:performActionForShortcutItem:completionHandler:) func perform(_ a: A, _ b: B, _ c: C) {}", nil),
    ("func application(_ a: UIApplication) {}\nfunc f() {}", nil),
    // Swift 2
    (
      "func application(a: UIApplication, performActionForShortcutItem i: Item, completionHandler c: (Bool) -> Void) {}",
      "application_performActionForShortcutItem_completionHandler"
    ), ("func applicationDidBecomeActive(application: UIApplication) {}", "applicationDidBecomeActive"),
    ("func application(application: UIApplication, shows i: Item) {}", nil),
  ])
  func nearMissesAreFound(method: String, meant: String?) {
    let document = Project.document("class AppDelegate: NSObject, UIApplicationDelegate {\n\(method)\n}")
    #expect(document.handlers.first?.nearMisses.map(\.meant) == (meant.map { [$0] } ?? []), "\(method)")
  }

  @Test func otherClassesHaveNoNearMisses() {
    let document = Project.document(
      """
      class Launcher { func application(_ a: UIApplication, performActionForShortcutItem i: Item, completionHandler c: (Bool) -> Void) {} }
      """)
    #expect(document.handlers == [])
  }

  @Test func methodsOfCustomProtocolsAreNotNearMisses() {
    let document = Project.document(
      """
      protocol Launching { func application(_ a: UIApplication, didFinishLaunchingWithOption o: Int) }
      class AppDelegate: NSObject, UIApplicationDelegate, Launching {
        func application(_ a: UIApplication, didFinishLaunchingWithOption o: Int) {}
      }
      """)
    #expect(document.handlers.first?.nearMisses == [])
  }

  @Test func extensionsAndBaseClassesAreIncluded() {
    let project = Project([
      "AppDelegate.swift": "@main class AppDelegate: BaseDelegate {}",
      "Base.swift": "class BaseDelegate: RCTAppDelegate { func applicationWillTerminate(_ a: UIApplication) {} }",
      "More.swift":
        "extension AppDelegate {\n#if !DEBUG\nfunc applicationDidBecomeActive(_ a: UIApplication) {}\n#endif\n}",
    ])
    let document = project.document()
    let delegate = document.handlers.first { $0.name == "AppDelegate" }
    #expect(delegate?.roles == [.appDelegate])
    #expect(Set(delegate?.methods.map(\.name) ?? []) == ["applicationDidBecomeActive", "applicationWillTerminate"])
    #expect(delegate?.methods.first { $0.name == "applicationDidBecomeActive" }?.condition == "!DEBUG")
    #expect(document.entry?.appDelegate == "AppDelegate")
  }

  /// A class may have methods besides those of the category or extension that was read.
  @Test(arguments: [
    (
      ["A.m": "@implementation AppDelegate (Links)\n- (void)applicationWillTerminate:(UIApplication *)a {}\n@end"], true
    ),
    (["A.h": "@interface AppDelegate : UIResponder <UIApplicationDelegate>\n@end"], true),
    (["A.swift": "extension AppDelegate { func applicationWillTerminate(_ a: UIApplication) {} }"], true),
    (
      [
        "A.h": "@interface AppDelegate : UIResponder <UIApplicationDelegate>\n@end",
        "A.m": "@implementation AppDelegate\n@end",
        "B.m": "@implementation AppDelegate (Links)\n- (void)applicationWillTerminate:(UIApplication *)a {}\n@end",
      ], false
    ), (["A.swift": "class AppDelegate: UIResponder, UIApplicationDelegate {}"], false),
  ])
  func classThatWasReadInPartIsMarked(files: [String: String], isPartial: Bool) {
    let found = Project(files).document().handlers
    #expect(found.map(\.name) == ["AppDelegate"])
    #expect(found.map(\.isPartial) == [isPartial])
  }

  /// The extension of an alias extends the class: through chains, other files and types around.
  @Test(arguments: [
    ("typealias Actions = AppDelegate\nextension Actions {", "AppDelegate"),
    ("typealias Actions = Handling\ntypealias Handling = AppDelegate\nextension Actions {", "AppDelegate"),
    ("enum Names { typealias Actions = AppDelegate }\nextension Names.Actions {", "AppDelegate"),
    ("enum Names { class Other {}\ntypealias Actions = Other }\nextension Names.Actions {", nil),
    ("typealias Actions = Other\nclass Other {}\nextension Actions {", nil), ("extension Actions {", "Actions"),
    (
      "#if A\ntypealias Actions = AppDelegate\n#else\ntypealias Actions = Other\n#endif\nextension Actions {", "Actions"
    ),
    ("typealias Actions = UIApplicationDelegate\nextension Actions {", nil),
  ])
  func extensionOfAliasBelongsToTheClass(text: String, owner: String?) {
    let head = "func applicationWillTerminate(_ a: UIApplication) { save(Kind.all) }"
    let files = [
      "A.swift": "\(text)\nenum Kind: String { case all }\n\(head) }",
      "B.swift": "@main class AppDelegate: UIResponder, UIApplicationDelegate {}",
    ]
    let document = Project(files).document()
    #expect(document.handlers.first { !$0.methods.isEmpty }?.name == owner, "\(text)")
    #expect(document.handlers.map(\.roles.isEmpty).contains(true) == (owner == "Actions"), "\(text)")
  }

  @Test(arguments: [
    (
      "UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(AppDelegate.self))",
      "AppDelegate"
    ),
    ("let name = choose()\nUIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, name)", nil),
    (
      """
      private var kind: AppDelegate.Type
      if Build.isBeta { kind = BetaDelegate.self } else { kind = AppDelegate.self }
      if Build.isRunningTest { kind = TestDelegate.self }
      UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(kind))
      """, "AppDelegate"
    ),
    (
      """
      let kind: AnyClass = NSClassFromString("FakeDelegate") ?? AppDelegate.self
      UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(kind))
      """, "AppDelegate"
    ),
    (
      """
      func name() -> String? {
        if NSClassFromString("XCTestCase") != nil { return nil }
        return NSStringFromClass(AppDelegate.self)
      }
      UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, name())
      """, "AppDelegate"
    ),
  ])
  func mainFilesAreFound(text: String, name: String?) {
    let entry = Project(["main.swift": text]).document().entry
    #expect(entry?.kind == .mainFile)
    #expect(entry?.appDelegate == name)
  }

  /// A variable or a constant names the class in C, too; classes that differ in the choice of the scene delegate do not
  /// decide.
  @Test(arguments: [
    ("NSString *name; @autoreleasepool { name = NSStringFromClass([AppDelegate class]); }", "name", "AppDelegate"),
    (
      "Class kind = isTest ? NSClassFromString(@\"TestDelegate\") : [AppDelegate class];", "NSStringFromClass(kind)",
      "AppDelegate"
    ),
    (
      "NSString *name; if (a) { name = NSStringFromClass([BetaDelegate class]); } else { name = @\"AppDelegate\"; }",
      "name", "AppDelegate"
    ),
    (
      "NSString *name; if (a) { name = NSStringFromClass([SceneChooser class]); } else { name = @\"AppDelegate\"; }",
      "name", nil
    ),
    ("", "[NSString stringWithUTF8String:ClassName]", "AppDelegate"), ("", "kName", "BetaDelegate"),
    ("", "@(ClassName)", "AppDelegate"),
  ])
  func variablesNameTheClass(statements: String, argument: String, name: String?) {
    let connecting =
      "- (UISceneConfiguration *)application:(UIApplication *)a configurationForConnectingSceneSession:(UISceneSession *)s options:(UISceneConnectionOptions *)o { return nil; }"
    let classes = ["AppDelegate", "BetaDelegate", "TestDelegate", "SceneChooser"].map {
      """
      @interface \($0) : UIResponder <UIApplicationDelegate>
      @end
      @implementation \($0)
      \($0 == "SceneChooser" ? connecting : "")
      @end
      """
    }
    let main = """
      const char* ClassName = "AppDelegate";
      static NSString * const kName = @"BetaDelegate";
      int main(int argc, char *argv[]) { \(statements) return UIApplicationMain(argc, argv, nil, \(argument)); }
      """
    let document = Project(["main.m": main, "Delegates.m": classes.joined(separator: "\n")]).document()
    #expect(document.entry?.kind == .mainFile)
    #expect(document.entry?.appDelegate == name)
  }

  /// A subclass of the named class may replace it, as in Unity's projects.
  @Test(arguments: [
    ("", "UnityAppController"), ("@interface Mine : UnityAppController\n@end\n@implementation Mine\n@end", "Mine"),
  ])
  func subclassMayReplaceTheClassOfAConstant(subclass: String, name: String) {
    let text = """
      const char* ClassName = "UnityAppController";
      @interface UnityAppController : NSObject <UIApplicationDelegate>
      @end
      @implementation UnityAppController
      @end
      \(subclass)
      void start(int argc, char *argv[]) {
        UIApplicationMain(argc, argv, nil, [NSString stringWithUTF8String:ClassName]);
      }
      """
    #expect(Project(["main.m": text]).document().entry?.appDelegate == name)
  }

  /// The first of two conditions of a method decides; the question whether another app opens a link is one, too.
  @Test(arguments: [
    ("if !session.isReady { return false }\nif url.host == \"a\" { show(url) }", 3, 3),
    ("if url.host == \"a\" { show(url) }\nif !session.isReady { return false }", 3, nil as Int?),
    ("if !app.canOpenURL(url) { return true }\nshow(url)", 3, 3),
  ])
  func firstConditionDecides(body: String, line: Int, decider: Int?) throws {
    let document = Project.document(
      """
      @main class AppDelegate: UIResponder, UIApplicationDelegate {
      func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
      \(body)
      return true
      }
      func show(_ url: URL) { NotificationCenter.default.post(name: "a") }
      }
      """)
    #expect(document.actions("application_openURL_options") == ["handle url sometimes"])
    let step = try #require(document.method("application_openURL_options")?.steps.first { $0.action == .handle })
    #expect(step.decider?.line == decider)
    if decider == nil { #expect(step.place.line == line) }
  }

  /// An app without an entry point of its own loads the framework that has one. With two, it is unknown which.
  @Test(arguments: [
    ("int main() { return start(); }", ["main.c"], "AppDelegate"), ("int main() { return start(); }", [], nil),
    ("@main struct Own: App {}", ["main.swift"], nil), ("FrameApp.main()", ["main.swift", "Two.swift"], "AppDelegate"),
    ("int main() { return start(); }", ["main.c", "Two.swift"], nil),
  ])
  func entryPointOfFrameworkIsFound(own: String, files: [String], delegate: String?) {
    let project = Project()
    if let first = files.first { project.add(first, own) }
    let app = "struct FrameApp: App { @UIApplicationDelegateAdaptor(AppDelegate.self) var delegate }"
    if !files.isEmpty { project.add("Frame.swift", "@main \(app)", module: "Frame") }
    if files.count > 1 { project.add(files[1], "@main struct Two: App {}", module: "Two") }
    let entry = project.document().entry
    #expect(entry?.appDelegate == delegate, "\(own) \(files)")
    #expect((entry != nil) == (own.hasPrefix("@main") || delegate != nil), "\(own) \(files)")
  }

  @Test(arguments: [("@objc(Renamed)", "Renamed"), ("@objc", nil), ("", nil)])
  func otherNameOfClassIsRead(attribute: String, name: String?) {
    let document = Project.document("\(attribute) class SceneDelegate: UIResponder, UIWindowSceneDelegate {}")
    #expect(document.handlers.map(\.name) == ["SceneDelegate"])
    #expect(document.handlers.first?.objectiveCName == name)
  }

  @Test func pluginsAreNotDelegates() {
    let document = Project.document(
      """
      class Plugin: NSObject, FlutterPlugin {
        func application(_ a: UIApplication, performActionFor i: UIApplicationShortcutItem, completionHandler c: @escaping (Bool) -> Void) -> Bool {
          channel.invokeMethod("launch", arguments: i.type)
          return true
        }
      }
      """)
    #expect(document.handlers.map(\.roles) == [[.plugin]])
    #expect(
      document.actions("application_performActionForShortcutItem_completionHandler") == ["pass shortcutItem always"])
  }

  // MARK: Calls and conditions that the code of a delegate has

  /// A method of a library with the name of the delegate's own method is not the own one.
  @Test(arguments: [
    ("Branch.getInstance().application(app, open: url, options: options)", ["pass url always"]),
    ("Branch.application(app, open: url, options: options)", ["pass url always"]),
    ("self.application(app, open: url, source: nil)", ["handle url always"]),
    ("helper.application(app, open: url, options: options)", ["handle url always"]),
  ])
  func methodOfALibraryIsNotTheOwnOne(call: String, actions: [String]) {
    let document = Project.document(
      """
      class Helper { func application(_ app: UIApplication, open url: URL, options: [String: Any]) -> Bool { show() } }
      @main class AppDelegate: UIResponder, UIApplicationDelegate {
        let helper = Helper()
        func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
          return \(call)
        }
        func application(_ app: UIApplication, open url: URL, source: String?) -> Bool { show(); return true }
      }
      """)
    #expect(document.actions("application_openURL_options") == actions, "\(call)")
  }

  /// A branch for all other actions may be that of an action that no branch names.
  @Test(arguments: [
    (#"if item.type == "new" { show() } else { find() }"#, false),
    (#"if item.type == "new" { show() } else if item.type == "old" { show() } else { find() }"#, false),
    (#"if item.type == "new" { show() } else { print("unknown") }"#, true),
    (#"if item.type == "new" { show() } else { done(false) }"#, true),
    (#"if item.type == "new" { show() }; find()"#, true),
    (#"if item.type != "new" { find() } else { show() }"#, false), (#"if item.type != "new" { return }; show()"#, true),
    (#"guard item.type == "new" else { find(); return }; show()"#, false),
    (#"guard item.type == "new" else { return }; show()"#, true),
    (#"if item.type == "new" { show(); return }; find()"#, false),
    (#"if item.type == "new" { show(); return }; tab = 1"#, false),
    (#"if item.type == "new" { show(); return }; let a = 1; print(a)"#, true),
    (#"if item.type == "new" { show(); return }; if item.type == "old" { show() }"#, true),
  ])
  func otherBranchMayHandleOtherActions(body: String, isComplete: Bool) {
    let steps = Project.scene("var tab = 0\n\(warmHead) { \(body) }").method(warm)?.steps ?? []
    #expect(steps.first { $0.action == .handle }?.comparison?.isComplete == isComplete, "\(steps)")
  }

  /// A table in which code looks for a part of a link decides, and a role that no launch has does not.
  @Test(arguments: [
    ("guard let host = url.host, let route = routes[host] else { return }; route.show()", "sometimes"),
    ("guard let route = routes[url.host ?? \"\"] else { return }; route.show()", "sometimes"),
    ("guard let route = routes[0] else { return }; route.show()", "always"),
  ])
  func tableOfRoutesDecides(body: String, condition: String) {
    let document = Project.document(
      """
      class Router { var routes: [String: Route] = [:]
        func open(_ url: URL) { \(body) } }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        let router = Router()
        func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
          for context in contexts { router.open(context.url) }
        }
      }
      """)
    let step = document.method("scene_openURLContexts")?.steps.first { $0.action == .handle }
    #expect(step.map { $0.condition == .sometimes ? "sometimes" : "always" } == condition, "\(body)")
  }

  @Test(arguments: [
    ("if session.role == .windowExternalDisplayNonInteractive { return }", true),
    ("if session.role == .carTemplateApplication { return }", true),
    ("guard session.role == .windowApplication else { return }", true),
    ("if session.role != .windowApplication { return }", true), ("if session.role == other { return }", false),
    ("guard session.name == .windowApplication else { return }", false),
  ])
  func launchConnectsAWindow(statement: String, isCertain: Bool) {
    let document = Project.scene("\(coldHead) { \(statement); if let item = options.shortcutItem { open(item) } }")
    let step = document.method(cold)?.steps.first { $0.action == .pass }
    #expect(step?.condition == (isCertain ? .whenGiven : .sometimes), "\(statement)")
  }

  /// A method that asks for a class and logs does nothing.
  @Test func askingForAClassIsNoDeed() {
    let project = Project()
    project.add(
      "Manager.m",
      """
      @interface AppDelegate : UIResponder <UIApplicationDelegate, UNUserNotificationCenterDelegate>
      @end
      @implementation AppDelegate
      - (BOOL)application:(UIApplication *)app didFinishLaunchingWithOptions:(NSDictionary *)options {
        [UNUserNotificationCenter currentNotificationCenter].delegate = self; return YES; }
      - (void)userNotificationCenter:(UNUserNotificationCenter *)center didReceiveNotificationResponse:(UNNotificationResponse *)response withCompletionHandler:(void (^)(void))done {
        [self show:response.notification]; done(); }
      - (void)show:(UNNotification *)notification {
        if ([notification.request.trigger isKindOfClass:[UNPushNotificationTrigger class]]) { NSLog(@"push"); } }
      @end
      """)
    let method = project.document().method(
      "userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler")
    #expect(method?.steps.contains { $0.action == .handle } == false, "\(method?.steps ?? [])")
  }

  /// A function that only returns a value does nothing for an action, and a property that is set may.
  @Test(arguments: [
    ("_ = name(item)", nil), ("if isReady() { print(1) }", nil), ("print(name(item))", nil),
    ("_ = open(item)", HandlerStep.Condition.always), ("tab = 1", .sometimes), ("if isReady() { tab = 1 }", .sometimes),
    ("let tab = 1; print(tab)", nil),
  ])
  func functionWithoutAnEffectHandlesNothing(body: String, condition: HandlerStep.Condition?) {
    let document = Project.scene(
      """
      var tab = 0
      \(warmHead) { \(body) }
      func name(_ item: UIApplicationShortcutItem) -> String { return item.type }
      func isReady() -> Bool { return false }
      func open(_ item: UIApplicationShortcutItem) -> Bool { show(); return true }
      """)
    let step = document.method(warm)?.steps.first { $0.action == .handle }
    #expect(step?.condition == condition, "\(body): \(document.method(warm)?.steps ?? [])")
  }

  /// A link without a name may choose what the app shows.
  @Test(arguments: [
    ("_ in tab = 1", HandlerStep.Condition.sometimes), ("_ in shown.toggle()", .always), ("_ in print(1)", nil),
    ("url in print(url)", nil),
  ])
  func linkWithoutANameIsGiven(closure: String, condition: HandlerStep.Condition?) {
    let document = Project.document(
      """
      @main struct Notes: App {
        @State var tab = 0
        @State var shown = false
        var body: some Scene { WindowGroup { Text("").onOpenURL { \(closure) } } }
      }
      """)
    #expect(document.method("onOpenURL")?.steps.first { $0.action == .handle }?.condition == condition, "\(closure)")
  }

  /// The app delegate’s window, which nothing sets in an app with scenes.
  @Test(arguments: [
    ("delegate?.window?.rootViewController?.present(a, animated: true)", "", [4]),
    ("let top = delegate?.window?.rootViewController\ntop?.present(a, animated: true)", "", [5]),
    ("delegate?.go(item)", "func go(_ item: Item) { window?.rootViewController?.show(a) }", [9]),
    ("delegate?.go(item)", "func go(_ item: Item) { guard let top = window?.top else { return }; top.show(a) }", [9]),
    ("delegate?.window?.rootViewController?.dismiss { b() }", "", [4]),
    ("delegate?.window?.makeKeyAndVisible()\nopen(item)", "", [4]),
    ("open(item)", "", []), ("window?.rootViewController?.present(a, animated: true)", "", []),
    ("delegate?.window?.rootViewController?.present(a)", "func a() { window = UIWindow() }", []),
    ("delegate?.window = window\ndelegate?.window?.rootViewController?.present(a)", "", []),
  ])
  func windowThatNothingSetsIsFound(body: String, more: String, lines: [Int]) {
    let document = Project.document(
      """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate { var window: UIWindow?
        let delegate = UIApplication.shared.delegate as? AppDelegate
        \(warmHead) {
      \(body)
      } }
      @main class AppDelegate: UIResponder, UIApplicationDelegate {
      \(body.contains("\n") ? "" : "\n")var window: UIWindow?
      \(more) }
      """)
    #expect(
      Set(document.windowUses.map(\.line)).filter { $0 != 4 || lines.contains(4) } == Set(lines),
      "\(document.windowUses)")
  }

  /// A window in a local variable is released when the method ends.
  @Test(arguments: [
    ("let w = UIWindow(windowScene: s)\nw.rootViewController = a\nw.makeKeyAndVisible()", true),
    ("let w = UIWindow(windowScene: s)\nself.window = w\nw.makeKeyAndVisible()", false),
    ("let w = UIWindow(windowScene: s)\nstart(w)", false), ("window = UIWindow(windowScene: s)", false),
    ("let w = UIWindow(windowScene: s)\nlater { w.makeKeyAndVisible() }", false), ("", false),
  ])
  func windowThatNothingKeepsIsFound(body: String, isLost: Bool) {
    let document = Project.scene("var window: UIWindow?\n\(coldHead) {\n\(body)\n}")
    #expect((document.method(cold)?.lostWindow?.line == 4) == isLost)
  }

  /// The app’s own modifiers that call `onOpenURL`.
  @Test(arguments: [
    (
      "A().onLink { go($0) }", "func onLink(_ run: @escaping (URL) -> Void) -> some View { onOpenURL { run($0) } }",
      "always"
    ),
    (
      "A().onLink(perform: go)",
      "func onLink(perform run: @escaping (URL) -> Void) -> some View { onOpenURL(perform: run) }", "always"
    ),
    ("A().links()", "func links() -> some View { onOpenURL { Router.shared.go($0) } }", "always"),
    (
      "if a { A().links() } else { B() }", "func links() -> some View { self.onOpenURL { Router.shared.go($0) } }",
      "sometimes"
    ),
    ("A()", "func links() -> some View { onOpenURL { Router.shared.go($0) } }", "sometimes"),
    ("A()", "func onLink(_ run: @escaping (URL) -> Void) -> some View { onOpenURL { run($0) } }", nil),
  ])
  func ownModifierIsFollowed(body: String, function: String, condition: String?) {
    let document = Project.document(
      """
      @main struct Paint: App { var body: some Scene { WindowGroup { Main() } } }
      struct Main: View { var body: some View { \(body) }
        func go(_ url: URL) { Router.shared.go(url) } }
      extension View { \(function) }
      final class Router { static let shared = Router(); func go(_ url: URL) { open(url) } }
      """)
    let methods = document.handlers.flatMap(\.methods).filter { $0.name == "onOpenURL" }
    let steps = methods.flatMap(\.steps).filter { $0.subject == .url && $0.action != .read }
    #expect(steps.map(\.condition.rawValue) == [condition].compactMap(\.self), "\(methods)")
  }
}
