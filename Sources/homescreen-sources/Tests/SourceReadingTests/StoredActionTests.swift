import AppSources
import Testing

/// Branches that only store an action, or a constant for it.
@Suite struct StoredActionTests {
  /// A branch that only stores an action does not handle it, and stores no other action.
  @Test(arguments: [
    (#"if item.type == "one" { show() }; if item.type == "two" { saved = item }"#, ["one"], ["two"]),
    (#"if item.type == "two" { saved = item } else if item.type == "one" { show() }"#, ["one"], ["two"]),
    (#"if item.type == "two" || item.type == "six" { saved = item } else { log() }"#, [], ["two", "six"]),
    (
      #"switch item.type { case "one": show(); case "two", "six": saved = item; default: break }"#, ["one"],
      ["two", "six"]
    ),
    (#"if item.type == "two" { saved = item; show() }"#, ["two"], ["two"]),
    (#"if item.type == "two" { tab = 2 }"#, ["two"], []),
    (#"guard item.type == "two" else { return }; saved = item"#, [], ["two"]),
    (#"if item.type == "two" { savedType = item.type }"#, [], ["two"]),
    (#"if item.type == "two" { savedID = item.userInfo?["id"] as? String }"#, [], ["two"]),
    (#"switch item.type { case "one": show(); default: saved = item }"#, ["one"], ["not one"]),
    (#"if item.type == "one" { show(); return }; saved = item"#, ["one"], ["not one"]),
    (
      #"if item.type == "one" { show() } else if item.type == "two" { tab = 2 } else { saved = item }"#,
      ["one", "two"], ["not one", "not two"]
    ),
    (
      #"guard let kind = Kind(rawValue: item.type) else { return }; switch kind { case .one: show(); case .two: saved = item }"#,
      ["one"], ["two"]
    ),
    (
      #"guard let kind = Kind(rawValue: item.type) else { return }; switch kind { case .one: show(); default: saved = item }"#,
      ["one"], ["not one"]
    ),
    (
      #"if let kind = Kind(rawValue: item.type) { switch kind { case .one: show(); case .two: savedType = item.type } }"#,
      ["one"], ["two"]
    ),
    (
      #"switch Kind(rawValue: item.type) { case .one: show(); case .two: saved = item; default: break }"#, ["one"],
      ["two"]
    ),
    (
      #"guard let kind = Kind(rawValue: item.type) else { return }; if kind == .one { show() } else if kind == .two { saved = item }"#,
      ["one"], ["two"]
    ),
    (#"guard let kind = Kind(rawValue: item.type) else { return }; if kind == .two { saved = item }"#, [], ["two"]),
    (
      #"guard let kind = Kind(rawValue: item.type) else { return }; if kind == .two { saved = item } else { show() }"#,
      ["one"], ["two"]
    ),
    (
      #"guard let kind = Kind(rawValue: item.type) else { return }; if kind == .two { saved = item }; show()"#,
      ["one", "two"], ["two"]
    ),
    // What follows may handle both.
    (
      #"guard let kind = Kind(rawValue: item.type) else { return }; switch kind { case .one: show(); case .two: saved = item }; show()"#,
      ["one", "two"], ["two"]
    ),
  ])
  func branchThatOnlyStoresDoesNotHandle(body: String, handled: [String], kept: [String]) {
    let document = Project.scene(
      """
      enum Kind: String { case one, two }
      var saved: UIApplicationShortcutItem?
      var savedType: String?
      var savedID: String?
      var tab = 0
      \(warmHead) { perform(item) }
      func perform(_ item: UIApplicationShortcutItem) { \(body) }
      func sceneDidBecomeActive(_ scene: UIScene) { if let saved { open(saved) } }
      """)
    let steps = document.method(warm)?.steps ?? []
    func types(_ action: HandlerStep.Action) -> [String] {
      let all = steps.filter { $0.action == action }.compactMap(\.comparison).flatMap { comparison in
        comparison.texts.compactMap(\.text.literal).map { comparison.isInverted ? "not \($0)" : $0 }
      }
      return all.indices.filter { !all[..<$0].contains(all[$0]) }.map { all[$0] }
    }
    #expect(types(.handle) == handled && types(.keep) == kept, "\(body): \(steps)")
  }

  /// A constant in a property that is only checked now and then is stored; a change that is watched acts at once.
  @Test(arguments: [
    // The property, the code that reads it, the handled and the stored actions, and whether nothing reads the store.
    ("var page: Page?", "", [], ["two"], true),
    (
      "var page: Page?", "func sceneDidBecomeActive(_ s: UIScene) { if Router.shared.page == .two { open() } }", [],
      ["two"], false
    ),
    (
      "var page: Page?", "func sceneDidBecomeActive(_ s: UIScene) { if Router.shared.page != nil { open() } }", [],
      ["two"], false
    ),
    (
      "var page: Page?", "func check() { guard let page = Router.shared.page else { return }; open(page) }", [],
      ["two"], false
    ),
    ("@Published var page: Page?", "", [], ["two"], true),
    ("@Published var page: Page?", "func watch() { Router.shared.$page.sink { open($0) } }", ["two"], [], false),
    ("@objc var page: Page?", #"func watch() { Router.shared.observe(\.page) { open() } }"#, [], ["two"], false),
    ("static var page: Page?", "", [], ["two"], true),
    ("var page: Page? { didSet { open() } }", "", ["two"], [], false),
    ("var page: Page = .one", "", ["two"], [], false),
    ("@AppStorage(\"page\") var page: Page?", "", ["two"], [], false),
  ])
  func constantThatIsStoredIsNotHandled(
    property: String, reader: String, handled: [String], kept: [String], isUnread: Bool
  ) {
    for body in [
      #"if item.type == "two" { Router.shared.page = .two }"#,
      #"switch item.type { case "two": Router.shared.page = Page.two; default: break }"#,
      #"guard item.type == "two" else { return }; Router.shared.page = .two"#,
      #"if item.type == "two" { Router.shared.choose(.two) }"#, #"if item.type == "two" { Router.shared.chooseTwo() }"#,
      #"if item.type == "two" { DispatchQueue.main.async { Router.shared.page = .two } }"#,
      #"guard let kind = Page(rawValue: item.type) else { return }; if kind == .two { Router.shared.page = .two }"#,
    ] {
      let body = property.hasPrefix("static") ? body.split(separator: ".shared.page").joined(separator: ".page") : body
      let document = Project.document(
        """
        enum Page: String { case one, two }
        class Router { static let shared = Router()
          \(property)
          func choose(_ page: Page) { \(property.hasPrefix("static") ? "Router" : "self").page = page }
          func chooseTwo() { \(property.hasPrefix("static") ? "Router" : "self").page = .two } }
        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          \(warmHead) { perform(item); done(true) }
          func perform(_ item: UIApplicationShortcutItem) { \(body) }
          \(reader)
        }
        """)
      let steps = document.method(warm)?.steps ?? []
      func types(_ action: HandlerStep.Action) -> [String] {
        let all = steps.filter { $0.action == action }.flatMap { $0.comparison?.texts.compactMap(\.text.literal) ?? [] }
        return Set(all).sorted()
      }
      #expect(types(.handle) == handled && types(.keep) == kept, "\(property) \(reader) \(body): \(steps)")
      #expect(document.stores.map(\.identifier) == (isUnread ? ["Router.page"] : []), "\(property) \(reader)")
      #expect(document.stores.allSatisfy { $0.reads.isEmpty && !$0.escapes })
    }
  }

  /// A comparison that only chooses the value to store does not handle the action; the code that reads the store does.
  @Test(arguments: [
    "Store.shared.page = Page(item: item)", "Store.shared.page = Page.from(item)",
    "if let page = Page(item: item) { Store.shared.page = page }",
    "guard let page = Page(item: item) else { return }; Store.shared.page = page",
    "let page = Page(item: item); Store.shared.page = page", "Store.shared.put(item)",
  ])
  func makingTheStoredValueDoesNotHandle(body: String) {
    for (maker, reader, isCertain) in [
      ("switch item.type { case \"one\": self = .one; case \"two\": self = .two; default: return nil }", "", true),
      (
        "guard let kind = Kind(rawValue: item.type) else { return nil }; switch kind { case .one: self = .one; "
          + "case .two: self = .two; case .six: return nil }", "", true
      ),
      (
        "if item.type == \"one\" { self = .one } else if item.type == \"two\" { self = .two } else { return nil }",
        "if page == .one { return }", false
      ),
    ] {
      let document = Project.document(
        """
        enum Kind: String { case one, two, six }
        enum Page { case one, two
          init?(item: UIApplicationShortcutItem) { \(maker) }
          static func from(_ item: UIApplicationShortcutItem) -> Page? { Page(item: item) } }
        class Store { static let shared = Store()
          var page: Page?
          func put(_ item: UIApplicationShortcutItem) { page = Page(item: item) } }
        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          \(warmHead) { \(body) }
          func sceneDidBecomeActive(_ scene: UIScene) {
            guard let page = Store.shared.page else { return }
            \(isCertain ? "switch page { case .one: showOne(); case .two: showTwo() }" : reader)
            Store.shared.page = nil
          }
        }
        """)
      let steps = document.method(warm)?.steps.filter { $0.action.isAct } ?? []
      #expect(steps.map(\.action) == [.keep], "\(body) \(maker): \(steps)")
      #expect(Set(steps.first?.comparison?.texts.compactMap(\.text.literal) ?? []) == ["one", "two"], "\(maker)")
      let read = document.method("sceneDidBecomeActive")?.steps.first { $0.action == .handleKept }
      #expect((read.map { $0.comparison == nil && $0.condition != .sometimes } ?? false) == isCertain, "\(maker)")
    }
  }

  /// A value that code makes from an action handles nothing itself, whether the action was delivered or stored.
  @Test(arguments: [
    // The code, the steps, and those of a stored action.
    ("let page = Page(item: item)", [], []), ("_ = Kind(rawValue: item.type)", [], []),
    ("let page = Page(item: item); print(page)", [], []), ("let kind = Kind(rawValue: item.type)", [], []),
    ("Store.shared.unread = Page(item: item)", ["keep"], ["keep"]),
    ("Store.shared.kind = Kind(rawValue: item.type)", ["keep"], ["keep"]),
    ("Store.shared.text = item.type", ["keep"], ["keep"]),
    ("if let page = Page(item: item) { Store.shared.unread = page }", ["keep"], ["keep"]),
    ("Store.shared.page = Page(item: item)", ["keep"], ["keep"]),
    ("put(item)", ["keep"], ["keep"]), ("put(item); show()", ["keep"], ["handleKept sometimes"]),
    // A view shows it, or other code uses it.
    ("Store.shared.shown = Page(item: item)", ["handle", "keep"], ["handleKept"]),
    ("Store.shared.watched = item.type", ["keep"], ["handleKept"]),
    ("let page = Page(item: item); show(page)", ["handle", "pass"], ["handleKept", "pass"]),
    ("if let page = Page(item: item) { show(page) }", ["handle", "pass"], ["handleKept", "pass"]),
    ("if Page(item: item) != nil { show() }", ["handle"], ["handleKept"]),
    ("guard let kind = Kind(rawValue: item.type) else { return }; show()", ["handle"], ["handleKept"]),
    ("let page = Page(item: item); show()", ["handle"], ["handleKept"]),
    ("Store.shared.page = Page(item: item); show()", ["keep"], ["handleKept"]),
    // It is unknown what else is done, and why.
    ("Store.shared.unread = Page(item: item); show()", ["keep"], ["handleKept sometimes"]),
  ])
  func conversionHandlesNothing(body: String, given: [String], stored: [String]) {
    for head in [
      "\(warmHead) {", "func sceneDidBecomeActive(_ scene: UIScene) { guard let item = saved else { return };",
    ] {
      let document = Project.document(
        """
        enum Kind: String { case one, two }
        enum Page { case one, two
          init?(item: UIApplicationShortcutItem) {
            guard let kind = Kind(rawValue: item.type) else { return nil }
            switch kind { case .one: self = .one; case .two: self = .two } } }
        class Store: ObservableObject { static let shared = Store()
          var page: Page?
          var unread: Page?
          var kind: Kind?
          var text: String?
          @Published var watched: String?
          @Published var shown: Page? }
        struct ContentView: View {
          @ObservedObject var store = Store.shared
          var body: some View {
            Home().onChange(of: store.watched) { open() }
            if store.shown == .two { Sheet() } else { Home() } }
        }
        func check() { if let page = Store.shared.page { show(page) } }
        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          var saved: UIApplicationShortcutItem?
          \(coldHead) { saved = options.shortcutItem }
          func put(_ item: UIApplicationShortcutItem) { Store.shared.unread = Page(item: item) }
          \(head) \(body) }
        }
        """)
      let isGiven = head.hasPrefix(warmHead)
      let steps = document.method(isGiven ? warm : "sceneDidBecomeActive")?.steps.filter { $0.action.isAct } ?? []
      #expect(
        steps.map { $0.condition == .sometimes ? "\($0.action) sometimes" : "\($0.action)" }
          == (isGiven ? given : stored), "\(body): \(steps)")
      #expect(steps.allSatisfy { $0.action != .keep || $0.origin == (isGiven ? nil : "SceneDelegate.saved") })
    }
  }

  /// A function that acts, or code after it that does, handles the action.
  @Test(arguments: [
    "Store.shared.page = open(item)", "if let page = Page(item: item) { Store.shared.page = page; show() }",
    "guard let page = Page(item: item) else { return }; Store.shared.page = page; show()",
    "if let page = Page(item: item) { show(page) }",
  ])
  func makingAValueAndActingHandles(body: String) {
    let document = Project.document(
      """
      enum Page { case one, two
        init?(item: UIApplicationShortcutItem) {
          switch item.type { case "one": self = .one; case "two": self = .two; default: return nil } } }
      class Store { static let shared = Store()
        var page: Page? }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        \(warmHead) { \(body) }
        func open(_ item: UIApplicationShortcutItem) -> Page? {
          switch item.type { case "one": show(); return .one; case "two": show(); return .two; default: return nil } }
        func sceneDidBecomeActive(_ scene: UIScene) { if let page = Store.shared.page { show(page) } }
      }
      """)
    let texts = document.method(warm)?.steps.filter { $0.action == .handle }.flatMap { $0.comparison?.texts ?? [] }
    #expect(Set(texts?.compactMap(\.text.literal) ?? []) == ["one", "two"], "\(body)")
  }

  /// A view that shows a property acts at once; one that only checks it when it appears does not.
  @Test(arguments: [
    ("Text(\"\").sheet(item: $router.page) { Sheet($0) }", ["two"]),
    ("if router.page == .two { Sheet() } else { Home() }", ["two"]),
    ("Home().onAppear { if router.page == .two { open() } }", []),
    ("Home().onChange(of: router.page) { open() }", ["two"]),
  ])
  func constantThatAViewShowsIsHandled(view: String, handled: [String]) {
    let document = Project.document(
      """
      enum Page { case one, two }
      class Router: ObservableObject { static let shared = Router()
        @Published var page: Page? }
      struct ContentView: View {
        @ObservedObject var router = Router.shared
        var body: some View { \(view) }
      }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        \(warmHead) { if item.type == "two" { Router.shared.page = .two } }
      }
      """)
    let steps = document.method(warm)?.steps ?? []
    let found = steps.filter { $0.action == .handle }.flatMap { $0.comparison?.texts.compactMap(\.text.literal) ?? [] }
    #expect(found == handled, "\(view): \(steps)")
    #expect(steps.contains { $0.action == .keep } == handled.isEmpty, "\(view): \(steps)")
  }

  /// A view that makes its own object does not see what is stored in the shared one.
  @Test(arguments: [
    ("@StateObject private var router = Router()", "", true), ("let router = Router()", "", true),
    ("@ObservedObject var router = Router.shared", "", false), ("@EnvironmentObject var router: Router", "", false),
    ("var router = Router()", "let view = ContentView(router: .shared)", false),
    ("var router = Router()", "func open(_ item: UIApplicationShortcutItem) { router.page = item }", false),
    ("@StateObject var router = Router()", "func change(_ router: Router) { router.page = latest() }", false),
    ("@StateObject var router = Router()", "func clear() { Router.shared.page = nil }", true),
  ])
  func otherObjectThanTheSharedOneIsEmpty(declaration: String, other: String, isOther: Bool) throws {
    let document = Project.document(
      """
      class Router: ObservableObject { static let shared = Router()
        @Published var page: UIApplicationShortcutItem? }
      struct ContentView: View {
        \(declaration)
        var body: some View { Home().onAppear { if let page = router.page { open(page) } } }
      }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        \(warmHead) { Router.shared.page = item }
      }
      \(other)
      """)
    let store = try #require(document.stores.first { $0.identifier == "Router.page" })
    #expect(store.reads.isEmpty == isOther && store.readsOfOthers.map(\.line) == (isOther ? [5] : []), "\(store)")
  }

  /// The publisher of a property is a read, and so is a view that shows it; a parameter with its name is not.
  @Test(arguments: [
    ("Home().onReceive(router.$page) { open($0) }", true), ("Home().onAppear { router.$page.sink { open($0) } }", true),
    ("ForEach(pages) { page in Text(page.title) }", false), ("Home()", false),
  ])
  func publisherIsARead(view: String, isRead: Bool) throws {
    let document = Project.document(
      """
      class Router: ObservableObject { static let shared = Router()
        @Published var page: UIApplicationShortcutItem? }
      struct ContentView: View {
        @ObservedObject var router = Router.shared
        var body: some View { \(view) }
      }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        private let router = Router.shared
        \(warmHead) { router.page = item }
      }
      """)
    let store = try #require(document.stores.first { $0.identifier == "Router.page" })
    #expect(!store.reads.isEmpty == isRead, "\(view): \(store)")
  }

  /// A branch of a condition that first takes the action only stores a constant for it.
  @Test(arguments: [
    "if let item = options.shortcutItem, item.type == \"two\" { page = .two }",
    "if let item = options.shortcutItem { if item.type == \"two\" { page = .two } }",
  ])
  func constantIsStoredAfterTheActionIsTaken(body: String) {
    let document = Project.scene("enum Page { case two }\nvar page: Page?\n\(coldHead) { \(body) }")
    let steps = document.method(cold)?.steps ?? []
    #expect(steps.contains { $0.action == .keep && $0.store == "SceneDelegate.page" }, "\(steps)")
    #expect(!steps.contains { $0.action == .handle && $0.comparison?.texts.isEmpty == false }, "\(steps)")
  }

  /// What a function returns only to the completion handler does nothing with the action.
  @Test(arguments: [
    ("let handled = perform(item); completionHandler(handled)", true), ("completionHandler(perform(item))", true),
    ("let handled = perform(item); if !handled { open() }; completionHandler(handled)", false),
  ])
  func returnedFlagDoesNothing(body: String, isIdle: Bool) {
    let head = warmHead.replacing("completionHandler done", with: "completionHandler")
    let document = Project.scene(
      """
      \(head) { \(body) }
      func perform(_ item: UIApplicationShortcutItem) -> Bool {
        switch item.type { case "one": return false; case "two": open(); default: break }
        return true
      }
      """)
    let texts = document.method(warm)?.steps.flatMap { $0.comparison?.texts ?? [] }.compactMap(\.text.literal) ?? []
    #expect(texts.contains("one") != isIdle && texts.contains("two"), "\(body): \(texts)")
  }

  /// A notification that no code observes, and a setting that no code reads, do nothing that is known.
  @Test(arguments: [
    (#"NotificationCenter.default.post(name: Notification.Name("go"), object: nil)"#, "", true),
    (
      #"NotificationCenter.default.post(name: .go, object: nil)"#,
      #"extension Notification.Name { static let go = Notification.Name("go") }"#, true
    ),
    (#"NotificationCenter.default.post(name: .go, object: nil)"#, "", false),
    (
      #"NotificationCenter.default.post(name: Notification.Name("go"), object: nil)"#,
      #"let view = Text("").onReceive(NotificationCenter.default.publisher(for: Notification.Name("go"))) { _ in open() }"#,
      false
    ),
    (#"UserDefaults.standard.set("two", forKey: "pending")"#, "", true),
    (
      #"UserDefaults.standard.set("two", forKey: "pending")"#, #"struct A { @AppStorage("pending") var a = "" }"#, false
    ),
    (
      #"UserDefaults.standard.set("two", forKey: "pending")"#,
      #"let a = UserDefaults.standard.string(forKey: "pending")"#, false
    ),
    (#"UserDefaults(suiteName: "a")?.set("two", forKey: "pending")"#, "", false),
  ])
  func unheardAnnouncementsAreFound(call: String, other: String, isUnheard: Bool) {
    let document = Project.document(
      """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        \(warmHead) {
          if item.type == "two" {
            \(call)
          }
        }
      }
      \(other)
      """)
    #expect(document.unheard.map(\.line) == (isUnheard ? [4] : []), "\(document.unheard)")
  }

  /// A comparison inside a function, or next to another one, does not say which actions are stored.
  @Test(arguments: [
    #"if kind(item) == .pair { saved = item }"#, #"if item.type == "two" || kind(item) == .pair { saved = item }"#,
    #"if kind(item) == .pair || item.type == "two" { saved = item }"#,
  ])
  func comparisonInAFunctionDoesNotLimitWhatIsStored(body: String) {
    let document = Project.scene(
      """
      var saved: UIApplicationShortcutItem?
      enum Kind { case single, pair }
      \(warmHead) { \(body) }
      func kind(_ item: UIApplicationShortcutItem) -> Kind {
        if item.type == "one" { return .single }
        return .pair
      }
      func sceneDidBecomeActive(_ scene: UIScene) { if let saved { open(saved) } }
      """)
    let kept = (document.method(warm)?.steps ?? []).filter { $0.action == .keep }
    #expect(kept.count == 1 && kept.allSatisfy { $0.comparison == nil }, "\(kept)")
  }

  /// A copy of a stored action can be used after the store is emptied; what is read from an empty store cannot.
  @Test(arguments: [
    ("if let item = saved { saved = nil; open(item) }", true),
    ("guard let item = saved else { return }; saved = nil; open(item)", true),
    ("let copy = saved; saved = nil; if let copy { open(copy) }", true),
    ("if let item = take() { open(item) }", true), ("if let item = takeLater() { open(item) }", true),
    ("saved = nil; if let item = saved { open(item) }", false),
  ])
  func copyOfAnEmptiedStoreIsHandled(body: String, isHandled: Bool) {
    let document = Project.scene(
      """
      var saved: UIApplicationShortcutItem?
      \(coldHead) { saved = options.shortcutItem }
      func sceneDidBecomeActive(_ scene: UIScene) { \(body) }
      func take() -> UIApplicationShortcutItem? { let item = saved; saved = nil; return item }
      func takeLater() -> UIApplicationShortcutItem? { defer { saved = nil }; return saved }
      func open(_ item: UIApplicationShortcutItem) { if item.type == "new" { show() } }
      """)
    let actions = (document.method("sceneDidBecomeActive")?.steps ?? []).map(\.action).filter { $0 != .read }
    #expect(actions == (isHandled ? [.handleKept, .clear] : [.clear, .handleKept]), "\(body): \(actions)")
  }

  /// An action that is stored after the store was emptied stays in it.
  @Test func storingComesAfterEmptying() {
    let document = Project.scene(
      """
      var saved: UIApplicationShortcutItem?
      \(warmHead) { if let old = saved { saved = nil; open(old) }; saved = item }
      """)
    let actions = (document.method(warm)?.steps ?? []).map(\.action).filter { $0 == .clear || $0 == .keep }
    #expect(actions == [.clear, .keep])
  }

  /// A launch makes the scene active, and never leads to the background.
  @Test(arguments: [
    ("new in if new == .active { open() }", "always"), ("_, new in if new == .active { open() }", "always"),
    ("new in guard new == .active else { return }; open()", "always"),
    ("if phase == .active { open() }", "always"), ("new in if new != .background { open() }", "always"),
    ("new in switch new { case .active: open(); default: break }", "always"),
    ("new in if new == .background { open() }", nil),
    ("new in switch new { case .background: open(); default: break }", nil),
    ("new in if new == .inactive { open() }", "sometimes"), ("new in if new != .active { open() }", "sometimes"),
    ("old, new in if old == .active { open() }", "sometimes"), ("new in if isReady == .active { open() }", "sometimes"),
  ])
  func phaseOfALaunchIsActive(closure: String, condition: String?) {
    let document = Project.document(
      """
      var saved: UIApplicationShortcutItem?
      func open() { if let saved { show(saved) } }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate { \(warmHead) { saved = item } }
      @main struct Notes: App {
        @Environment(\\.scenePhase) var phase
        var body: some Scene { WindowGroup { Text("") }.onChange(of: phase) { \(closure) } }
      }
      """)
    let step = document.method("onChangeOfScenePhase")?.steps.first { [.handleKept, .pass].contains($0.action) }
    let found = step.map { $0.condition == .sometimes ? "sometimes" : "always" }
    #expect(found == condition, "\(closure): \(document.method("onChangeOfScenePhase")?.steps ?? [])")
  }

  /// A method that only logs is idle.
  @Test(arguments: [
    ("", true), (#"print("active")"#, true), ("count = 1", nil), ("if isReady { start() }", nil),
    ("super.sceneDidBecomeActive(scene)", true),
  ])
  func methodThatDoesNothingIsIdle(body: String, isIdle: Bool?) {
    let document = Project.scene("var count = 0\nfunc sceneDidBecomeActive(_ scene: UIScene) { \(body) }")
    #expect(document.method("sceneDidBecomeActive")?.isIdle == isIdle, "\(body)")
  }

  /// A presentation that only a stored action causes names the store.
  @Test(arguments: [
    ("if let saved { root.present(page(saved), animated: true) }", "whenGiven", "SceneDelegate.saved"),
    ("if isLoggedIn { root.present(a, animated: true) }", "sometimes", ""),
  ])
  func presentationNamesItsStore(body: String, condition: String, store: String) throws {
    let document = Project.scene(
      """
      var saved: UIApplicationShortcutItem?
      \(warmHead) { saved = item }
      func sceneDidBecomeActive(_ scene: UIScene) { \(body); saved = nil }
      """)
    let step = try #require(document.method("sceneDidBecomeActive")?.steps.first { $0.action == .present }, "\(body)")
    #expect(["\(step.condition)", step.store ?? ""] == [condition, store])
  }
}

extension HandlerStep.Action {
  /// Whether the action does something with the event, or stores it.
  fileprivate var isAct: Bool { ![.read, .clear].contains(self) }
}
