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
  ])
  func mainFilesAreFound(text: String, name: String?) {
    let entry = Project(["main.swift": text]).document().entry
    #expect(entry?.kind == .mainFile)
    #expect(entry?.appDelegate == name)
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
}
