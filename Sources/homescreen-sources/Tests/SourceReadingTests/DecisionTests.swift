import AppSources
import Testing

/// Code that does something under a condition on the event, or that does nothing with it.
@Suite struct DecisionTests {
  /// Getting the object that a class shares, to log with it, does nothing with the event.
  @Test(arguments: [
    ("[[Store sharedStore] note:item];", true), ("[[Store sharedStore] open:item];", nil),
    ("[[Store makeStore] note:item];", nil), ("[[Store mainFlow] note:item];", nil),
  ])
  func sharedObjectThatOnlyLogsDoesNothing(body: String, isIdle: Bool?) {
    let text = """
      @implementation Store
      + (instancetype)sharedStore { static id one = nil; dispatch_once(&p, ^{ one = [[self alloc] init]; }); return one; }
      + (instancetype)makeStore { [Counter add]; return [[self alloc] init]; }
      + (instancetype)mainFlow { [Counter add]; return [[self alloc] init]; }
      - (void)note:(UIApplicationShortcutItem *)item { NSLog(@"%@", item); }
      - (void)open:(UIApplicationShortcutItem *)item { [self.router go]; }
      @end
      @interface AppDelegate : UIResponder <UIApplicationDelegate>
      @end
      @implementation AppDelegate
      - (void)application:(UIApplication *)app performActionForShortcutItem:(UIApplicationShortcutItem *)item \
      completionHandler:(void (^)(BOOL))completionHandler { \(body) }
      @end
      """
    let method = Project(["AppDelegate.m": text]).document()
      .method("application_performActionForShortcutItem_completionHandler")
    #expect(method?.isIdle == isIdle && method?.steps.isEmpty == isIdle ?? false, "\(body): \(method?.steps ?? [])")
  }

  /// A method reference is followed like a closure that calls the method, whatever the label of its parameter is.
  @Test(arguments: ["(perform: follow)", "(perform: self.follow)"])
  func methodReferenceIsFollowed(argument: String) {
    func actions(_ argument: String) -> [String] {
      Project.document(
        """
        @main struct MyApp: App {
          var body: some Scene { WindowGroup { Text("a").onOpenURL\(argument) } }
          func follow(url: URL) { if let tab = Tab(url.host) { UIPasteboard.general.url = url; tabs.select(tab) } }
        }
        """
      ).actions("onOpenURL")
    }
    let expected = actions(" { url in follow(url: url) }")
    #expect(expected != ["pass url always"] && actions(argument) == expected, "\(expected), \(actions(argument))")
  }

  /// A condition on the content of an event decides, wherever it is written: what it chooses is not always done.
  @Test(arguments: [
    // The body, and the action, line and condition of the step, or the texts of its comparison.
    ("if item.isNew {\ngo() }", "handle new"), ("guard item.isNew else { return }\ngo()", "handle new"),
    ("if item.isBig {\ngo() }", "handle 8 sometimes"), ("guard item.isBig else { return }\ngo()", "handle 8 sometimes"),
    ("switch true {\ncase item.isBig: go()\ndefault: break }", "handle 9 sometimes"),
    ("table[item.type]?()", "handle 8 sometimes"),
    ("guard let deed = table[item.type] else { return }\ndeed()", "handle 8 sometimes"),
    ("let own = [\"new\": { go() }]\nif let deed = own[item.type] { deed() }", "handle 9 sometimes"),
    ("let type = item.type\nguard known.contains(type) else { return }\ngo()", "handle 9 sometimes"),
    ("guard known.contains(item.type) else { return }", nil),
    ("perform(item)", "handle 5 sometimes"), ("go()", "handle 8 always"),
    ("if isReady {\ngo() }", "handle 9 always"),
  ])
  func conditionOnTheContentDecides(body: String, told: String?) {
    let document = Project.scene(
      """
      var table: [String: () -> Void] = [:]
      let known = ["new", "old"]
      func perform(_ item: UIApplicationShortcutItem) {
        guard item.isBig else { return }
        go() }
      \(warmHead) {
      \(body)
      }
      }
      extension UIApplicationShortcutItem {
        var isNew: Bool { type == "new" }
        var isBig: Bool { (userInfo?["size"] as? Int ?? 0) > 3 }
      """)
    let step = document.method(warm)?.steps.first
    let found = step.map { step in
      let texts = step.comparison?.texts.compactMap(\.text.literal)
      return texts.map { "\(step.action) \($0.joined())" } ?? "\(step.action) \(step.place.line) \(step.condition)"
    }
    #expect(found == told, "\(body): \(document.method(warm)?.steps ?? [])")
  }

  /// What runs for the URLs of a scene, without using them, may handle them.
  @Test(arguments: [("go()", ["handle url sometimes"]), ("print(contexts)", [])])
  func urlsOfASceneMayBeHandledWithoutUse(body: String, told: [String]) {
    let document = Project.scene(
      "func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { \(body) }")
    #expect(document.actions("scene_openURLContexts") == told)
  }

  /// The first line that decides is named: a search for what the event means, or a scheme that is only known later.
  @Test(arguments: [
    ("guard let page = Pages.page(for: url.path) else { return }\nif let tab, tab.isOpen { tab.show(page) }", 4),
    ("guard let page = url.path as String? else { return }\nif let tab, tab.isOpen { tab.show(page) }", 5),
    ("if url.scheme == Bundle.main.scheme {\nshow(url) }\nelse if url.host == \"a\" { open(url) }", 4),
    ("if url.scheme == \"a\" {\nshow(url) }\nelse if url.host == \"a\" { open(url) }", 6),
  ])
  func firstLineThatDecidesIsNamed(body: String, line: Int) {
    let document = Project.scene(
      """
      func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
      guard let url = contexts.first?.url else { return }
      \(body)
      }
      """)
    let step = document.method("scene_openURLContexts")?.steps.first { [.handle, .pass].contains($0.action) }
    #expect(
      (step?.decider ?? step?.place)?.line == line, "\(body): \(document.method("scene_openURLContexts")?.steps ?? [])")
  }
}
