import AppSources
import SourceReading
import Testing

/// The conditions under which an event is handled, and which events a handler compares with.
@Suite struct ConditionTests {
  /// The comparisons of quick action handlers and their conditions, `always a b …`; `+` for a default, `?` if
  /// incomplete.
  private static func handlings(
    _ document: SourceDocument, _ method: String, _ subject: HandlerStep.Subject = .shortcutItem
  ) -> [String] {
    (document.method(method)?.steps ?? []).filter { $0.action == .handle && $0.subject == subject }.map { step in
      let comparison = step.comparison
      var words = ["\(step.condition)"]
      words += (comparison?.texts ?? []).compactMap { place in
        if case .lastPart(let part) = place.text { "." + part } else { place.text.literal }
      }
      if comparison?.hasDefault == true { words.append("+") }
      if comparison?.isComplete == false { words.append("?") }
      return words.joined(separator: " ")
    }
  }

  @Test(arguments: [
    // A flag is not the event.
    ("let has = options.shortcutItem != nil\nrestore(has)", []),
    ("let has = options.shortcutItem != nil || !options.urlContexts.isEmpty\nrestore(!has)", []),
    ("let has = options.shortcutItem != nil\nif has { start() }", ["handle shortcutItem whenGiven"]),
    ("let has = options.shortcutItem == nil\nif !has { start() }", ["handle shortcutItem whenGiven"]),
    ("if options.urlContexts.isEmpty { start() }", []),
    ("if !options.urlContexts.isEmpty { start() }", ["handle url whenGiven"]),
    ("if options.urlContexts.count > 0 { start() }", ["handle url whenGiven"]),
    ("if options.urlContexts.count == 0 { start() }", []),
    // A launch has one event, so a check for another event does not exclude this one.
    (
      "if let url = options.urlContexts.first { open(url); return }\nif let item = options.shortcutItem { show(item) }",
      ["pass url whenGiven", "pass shortcutItem whenGiven"]
    ),
    (
      "guard options.userActivities.isEmpty else { return }\nif let item = options.shortcutItem { show(item) }",
      ["pass shortcutItem whenGiven"]
    ),
    (
      "if let item = options.shortcutItem, ready { show(item); return }\nif let url = options.urlContexts.first { open(url) }",
      ["pass shortcutItem sometimes", "pass url whenGiven"]
    ),
    // Users do not see test runs.
    (
      "guard !isRunningTests else { return }\nif let item = options.shortcutItem { show(item) }",
      ["pass shortcutItem whenGiven"]
    ),
    (
      "guard ProcessInfo.processInfo.environment[\"IS_TESTING\"] != \"1\" else { return }\nif let item = options.shortcutItem { show(item) }",
      ["pass shortcutItem whenGiven"]
    ),
    (
      "if NSClassFromString(\"XCTestCase\") != nil { return }\nif let item = options.shortcutItem { show(item) }",
      ["pass shortcutItem whenGiven"]
    ),
    ("if isRunningTests, let item = options.shortcutItem { show(item) }", []),
    (
      "guard isABTesting else { return }\nif let item = options.shortcutItem { show(item) }",
      ["pass shortcutItem sometimes"]
    ),
  ])
  func conditionsAreReported(body: String, actions: [String]) {
    #expect(Project.scene("\(coldHead) {\n\(body)\n}").actions(cold) == actions, "\(body)")
  }

  @Test(arguments: [
    ("if item.type == \"a\" { one() }\nif item.type == \"b\" { two() }", ["always a b"]),
    ("if ready { if item.type == \"a\" { one() } }\nif item.type == \"b\" { two() }", ["sometimes a", "always b"]),
    ("if item.type == \"b\" { two() }\nif ready, item.type == \"a\" { one() }", ["always b", "sometimes a"]),
    ("switch item.type {\ncase \"a\": if ready, item.type == \"a\" { one() }\ndefault: break\n}", ["always a"]),
    // A comparison does not say what happens to all other types.
    ("if item.type == \"a\" { one(); return }\nopen(item)", ["always a ?"]),
    ("if item.type == \"a\" { one(); return }\nframework.show(item)", ["always a ?"]),
    ("if item.type == \"a\" { framework.show(item) }", ["always a"]),
    ("guard item.type == \"a\" else { return }\nopen(item)", ["always a"]),
    ("if item.type != \"a\" { return }\nopen(item)", ["always a"]),
    // Other properties of an item are not its type.
    ("if item.userInfo?[\"name\"] as? String == \"x\" { one() }", ["always ?"]),
    ("switch item.type {\ncase \"a\": if item.localizedTitle == \"x\" { one() }\ndefault: break\n}", ["always a"]),
    ("if item.type.split(separator: \".\").last == \"x\" { one() }", ["always .x"]),
    ("if String(item.type.split(separator: \".\").last!) == \"x\" { one() }", ["always .x"]),
    ("if item.type.components(separatedBy: \"-\").last == \"x\" { one() }", ["always x ?"]),
    ("if item.type.components(separatedBy: \".\").first == \"x\" { one() }", ["always ?"]),
    ("if item.type.components(separatedBy: \".\").last!.lowercased() == \"x\" { one() }", ["always ?"]),
    ("if item.localizedTitle.components(separatedBy: \".\").last == \"x\" { one() }", ["always ?"]),
    (
      "guard let last = item.type.components(separatedBy: \".\").last else { return }\nswitch last {\ncase \"x\": one()\ndefault: break\n}",
      ["always .x"]
    ),
    // An initializer that calls the one for raw values.
    (
      "guard let part = Part(type: item.type) else { return }\nswitch part {\ncase .a: one()\ncase .b: break\n}",
      ["always .a .a"]
    ),
    ("guard let part = Part(type: item.type) else { return }\npart.show()", ["always .a .b"]),
    ("if Kind(rawValue: item.type) == .a { one() }", ["always a"]),
    ("if Whole(item.type) == .a { one() }", ["always a"]), ("if Other(item.type) == .a { one() }", ["always .a"]),
    ("let type = String(item.type)\nif type == \"x\" { one() }", ["always x"]),
    // A changed type is another text.
    ("if item.type.lowercased() == \"x\" { one() }", ["always x ?"]),
    ("if item.type.lowercased() == \"X\" { one() }", ["always ?"]),
    ("let type = \"app.\" + item.type\nif type == \"x\" { one() }", ["always ?"]),
    ("switch \"app.\\(item.type)\" {\ncase \"x\": one()\ndefault: break\n}", ["always ?"]),
    ("let type = String(item.type.dropFirst(4))\nif type == \"x\" { one() }", ["always ?"]),
    // Conditions that exclude a type.
    ("if item.type != \"a\" { one() }", ["always ?"]),
    ("if item.type != \"a\", let kind = Kind(rawValue: item.type) { kind.show() }", ["always b"]),
    ("guard item.type != \"a\" else { return }\nif item.type == \"a\" || item.type == \"b\" { one() }", ["always b ?"]),
    (
      "guard item.type.hasPrefix(\"b\") else { return }\nif let kind = Kind(rawValue: item.type) { kind.show() }",
      ["always b b ?"]
    ),
    ("if item.type.hasSuffix(\"b\"), item.type == \"a\" { one() }", ["always ?"]),
    ("if item.type.isEmpty, item.type == \"a\" { one() }", ["whenNotGiven a"]),
    ("guard !item.type.isEmpty else { return }\nif item.type == \"a\" { one() }", ["always a"]),
  ])
  func comparisonsAreKeptSeparate(body: String, expected: [String]) {
    let document = Project.scene(
      """
      enum Kind: String { case a, b; func show() { router.go() } }
      enum Part: String {
        case a, b
        init?(type: String) {
          guard let last = type.components(separatedBy: ".").last else { return nil }
          self.init(rawValue: last)
        }
        func show() { router.go() }
      }
      enum Whole: String { case a, b; init?(_ text: String) { self.init(rawValue: text) } }
      enum Other: String {
        case a, b
        init?(_ text: String) {
          guard let other = Other(rawValue: text.components(separatedBy: ".").last!) else { return nil }
          self = other
        }
      }
      \(warmHead) {
      \(body)
      }
      func open(_ item: UIApplicationShortcutItem) { router.go() }
      """)
    #expect(Self.handlings(document, warm) == expected, "\(body)")
  }

  /// A scheme does not determine the hosts and paths of its links.
  @Test(arguments: [
    ("if url.scheme == \"a\", url.host == \"x\" { go() }", ["sometimes a"]),
    (
      "guard url.scheme == \"a\" else { return }\nswitch url.host {\ncase \"x\": go()\ndefault: break\n}",
      ["sometimes a"]
    ),
    (
      "guard url.scheme == \"a\" else { return }\nswitch url.host {\ncase \"x\": go()\ndefault: home()\n}",
      ["whenGiven a"]
    ),
    ("if url.scheme == \"a\", url.pathComponents.count == 2 { go() }", ["whenGiven a"]),
    ("if url.isFileURL { load(url) } else if url.scheme == \"a\" { go() }", ["whenGiven file a"]),
    ("if url.isFileURL { load(url); return }\nrouter.open(url)", ["whenGiven file ?"]),
  ])
  func linkIsHandledOnlyForSomeHosts(body: String, told: [String]) {
    let document = Project.scene(
      """
      func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
      guard let url = contexts.first?.url else { return }
      \(body)
      }
      func load(_ url: URL) { unpack() }
      """)
    #expect(Self.handlings(document, "scene_openURLContexts", .url) == told, "\(body)")
  }

  /// A function of the app with the same labels is not the one of a type that was not read.
  @Test(arguments: [
    ("return Proxy.shared.application(app, open: url, options: options)", ["pass url always"]),
    ("return super.application(app, open: url, options: options)", ["pass url always"]),
    ("let proxy: Proxy = make()\nreturn proxy.application(app, open: url, options: options)", ["pass url always"]),
    ("return other.application(app, open: url, options: options)", ["handle url always"]),
    ("return Other.shared.application(app, open: url, options: options)", ["handle url always"]),
  ])
  func eventsForUnreadTypesArePassedOn(body: String, actions: [String]) {
    let method =
      "func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool"
    let document = Project.document(
      """
      class Other { static let shared = Other()
        \(method) { go(); return true } }
      @main class AppDelegate: UIResponder, UIApplicationDelegate { let other = Other()
        \(method) {
      \(body)
        } }
      """)
    #expect(document.actions("application_openURL_options") == actions, "\(body)")
  }

  @Test(arguments: [
    ("if activity.activityType == \"b\" { print(activity) }", ["always a"]),
    ("if activity.activityType == \"b\" { print(activity); go() }", ["always a b"]),
    ("if activity.activityType == \"b\" { print(activity) } else { go() }", ["always a b ?"]),
    ("if known(activity) { print(activity) }", ["always a c"]),
  ])
  func branchThatOnlyLogsDecidesNothing(body: String, told: [String]) {
    let document = Project.document(
      """
      @main class AppDelegate: UIResponder, UIApplicationDelegate {
        func known(_ activity: NSUserActivity) -> Bool { if activity.activityType == "c" { go(); return true }; return false }
        func application(_ app: UIApplication, continue activity: NSUserActivity, restorationHandler done: @escaping ([UIUserActivityRestoring]?) -> Void) -> Bool {
          if activity.activityType == "a" { go(); return true }
          \(body)
          return false
        } }
      """)
    #expect(
      Self.handlings(document, "application_continueUserActivity_restorationHandler", .userActivity) == told, "\(body)")
  }

  /// It is only known at run time which object answers first, and what it does.
  @Test(arguments: [
    ("func open(_ url: URL) { if url.host == \"x\" { go() } }", "func open(_ url: URL) { go() }", ["sometimes"]),
    ("func open(_ url: URL) { go() }", "func open(_ url: URL) { stop() }", ["whenGiven"]),
  ])
  func requirementWithSeveralImplementationsIsOpen(one: String, other: String, told: [String]) {
    let document = Project.document(
      """
      protocol Handler { func canOpen(_ url: URL) -> Bool; func open(_ url: URL) }
      struct A: Handler { func canOpen(_ url: URL) -> Bool { true }\n\(one) }
      struct B: Handler { func canOpen(_ url: URL) -> Bool { false }\n\(other) }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        let handlers: [any Handler] = [A(), B()]
        func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
          guard let url = contexts.first?.url else { return }
          handlers[0].open(url)
        }
      }
      """)
    #expect(Self.handlings(document, "scene_openURLContexts", .url) == told)
  }

  /// The body of a superclass, or of a protocol extension, alone does not decide what a call does.
  @Test(arguments: [
    (
      "class Base { func start(url: URL) { assertionFailure() } }",
      "class Sub: Base { override func start(url: URL) { if on { go(url) } } }", ["sometimes"]
    ),
    (
      "class Base { func start(url: URL) { go(url) } }", "class Sub: Base { override func start(url: URL) { } }",
      ["sometimes"]
    ),
    (
      "class Base { func start(url: URL) { go(url) } }", "class Sub: Base { override func start(url: URL) { stop() } }",
      ["whenGiven"]
    ),
    ("class Base { func start(url: URL) { } }", "class Sub: Base { override func stop(url: URL) { go(url) } }", []),
    ("class Base { func start(url: URL) { } }", "class Other { func start(url: URL) { go(url) } }", []),
    (
      "class Top { func start(url: URL) { } }; class Base: Top { }",
      "class Sub: Top { override func start(url: URL) { go(url) } }", []
    ),
    (
      "class Base { static func start(url: URL) { } }",
      "class Sub: Base { override static func start(url: URL) { go(url) } }", []
    ),
    (
      "protocol Base { func start(url: URL) }; extension Base { func start(url: URL) { } }",
      "struct Sub: Base { func start(url: URL) { go(url) } }", ["sometimes"]
    ),
    (
      "protocol Base { }; extension Base { func start(url: URL) { } }",
      "struct Sub: Base { func start(url: URL) { go(url) } }", []
    ),
  ])
  func overriddenBodyDoesNotDecide(base: String, other: String, told: [String]) {
    let document = Project.document(
      """
      \(base)
      \(other)
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        let base: Base = make()
        func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
          guard let url = contexts.first?.url else { return }
          \(base.contains("static") ? "Base" : "base").start(url: url)
        }
      }
      """)
    #expect(Self.handlings(document, "scene_openURLContexts", .url) == told, "\(base) \(other)")
  }

  /// A set made of one event is like that of the system.
  @Test(arguments: [
    ("_ = Proxy.shared.application(app, open: context.url, options: [:])", []),
    ("Proxy.shared.open(context.url)", ["pass url whenGiven"]), ("go(context.url)", ["pass url whenGiven"]),
    ("open(context.url)", ["handle url whenGiven"]),
  ])
  func setOfOneEventIsFollowed(body: String, actions: [String]) {
    let document = Project.scene(
      """
      \(coldHead) { if let context = options.urlContexts.first { self.scene(scene, openURLContexts: [context]) } }
      func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        if let context = contexts.first { \(body) }
      }
      func open(_ url: URL) { router.go() }
      """)
    #expect(document.actions(cold) == document.actions("scene_openURLContexts"), "\(body)")
    #expect(actions.isEmpty || document.actions(cold) == actions, "\(body)")
  }

  /// If it is unknown which case an event has, the `switch` decides, not its first case.
  @Test(arguments: [
    ("switch item.type {\ncase Bundle.main.bundleIdentifier! + \".a\": one()\ndefault: break\n}", 3),
    ("switch item.type {\ncase \"a\": one()\ndefault: break\n}", 4),
  ])
  func switchDecidesIfItsCasesAreComputed(body: String, line: Int) {
    let document = Project.scene("\(warmHead) {\n\(body)\n}")
    #expect(document.method(warm)?.steps.map(\.place.line) == [line], "\(body)")
  }

  /// A condition in the branch of a button does not explain what a tap on the notification does.
  @Test(arguments: [
    (
      "case UNNotificationDefaultActionIdentifier: open()\ndefault: if response.actionIdentifier == name { check(id) }",
      4
    ),
    ("case UNNotificationDefaultActionIdentifier: open()\ncase \"later\": check(id)\ndefault: break", 4),
    ("case UNNotificationDefaultActionIdentifier: check(id)\ndefault: break", 9),
    ("case \"later\": open()\ndefault: check(id)", 9),
  ])
  func conditionOfAButtonIsNotNamed(cases: String, line: Int) {
    let document = Project.document(
      """
      class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
        func userNotificationCenter(_ c: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler done: @escaping () -> Void) {
          let id = response.notification.request.identifier
          switch response.actionIdentifier {
          \(cases)
          }
        }
        func check(_ id: String) { if id == current { go() } }
        func start() { UNUserNotificationCenter.current().delegate = self }
      }
      """)
    let steps =
      document.method("userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler")?.steps.filter {
        $0.action == .handle
      } ?? []
    #expect(steps.map { "\($0.condition) \($0.place.line)" } == ["sometimes \(line)"], "\(cases): \(steps)")
  }

  /// A comparison explains more than UIKit, which shows what is made of the event.
  @Test(arguments: [
    ("show(Page(url))", ["handle url sometimes", "pass url always"]),
    ("present(Page(url), animated: true)", ["handle url sometimes"]),
    ("UIApplication.shared.open(url, options: [:])", ["handle url sometimes"]),
  ])
  func whatUIKitShowsDoesNotExplain(deed: String, actions: [String]) {
    let document = Project.document(
      """
      @main class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
          if url.host == "x" { go(); return true }
          \(deed)
          return true
        }
      }
      """)
    #expect(document.actions("application_openURL_options").filter { !$0.hasPrefix("present") } == actions, "\(deed)")
  }

  /// A question about an event is not its handling.
  @Test func questionIsNotAHandling() {
    let document = Project.scene(
      """
      let handlers: [any Handler] = []
      func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        guard let url = contexts.first?.url else { return }
        guard let handler = handlers.first(where: { $0.canOpen(url) }) else { return }
        handler.open(url)
      }
      }
      struct A: Handler { func canOpen(_ url: URL) -> Bool { true }; func open(_ url: URL) { go() } }
      struct B: Handler { func canOpen(_ url: URL) -> Bool { true }; func open(_ url: URL) { if url.host == "b" { go() } }
      """)
    let steps = document.method("scene_openURLContexts")?.steps.filter { $0.action == .handle } ?? []
    #expect(steps.map(\.condition) == [.sometimes], "\(steps)")
  }

  /// A tapped notification may lack the key.
  @Test(arguments: [
    ("if let target = info[\"target\"] as? String { open(target) }", ["sometimes"]),
    ("let target = info[\"target\"]\nguard let target else { return }\nopen(target)", ["sometimes"]),
    ("open(response)", ["always"]),
    ("let note = Note(info)\nif let target = info[\"target\"] as? String { open(target) }", ["sometimes"]),
  ])
  func keyOfANotificationDecides(body: String, told: [String]) {
    let document = Project.document(
      """
      struct Note { let text: String; init(_ info: [AnyHashable: Any]) { text = read(info) } }
      class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
        func application(_ app: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
          UNUserNotificationCenter.current().delegate = self
          return true
        }
        func userNotificationCenter(_ c: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler done: @escaping () -> Void) {
          let info = response.notification.request.content.userInfo
          \(body)
          done()
        }
        func open(_ target: Any) { router.go() }
      }
      """)
    let steps =
      document.method("userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler")?.steps.filter {
        $0.action == .handle
      } ?? []
    #expect(steps.map { "\($0.condition)" } == told, "\(body): \(steps)")
  }

  /// The line of a handling is the first call of its branch, not its label.
  @Test(arguments: [
    ("switch item.type {\ncase \"a\":\n  one()\ncase \"b\":\n  print(1)\n  two()\ndefault: break\n}", ["a 5", "b 8"]),
    ("if item.type == \"a\" {\n  one()\n}", ["a 4"]),
    ("guard item.type == \"a\" else {\n  return\n}\none()", ["a 6"]),
    ("if item.type != \"a\" { return }\ntwo()", ["a 4"]),
    ("if item.type != \"a\" {\n  one()\n} else {\n  two()\n}", ["a 6"]),
    ("guard item.type != \"a\" else {\n  one()\n  return\n}\ntwo()", ["a 4"]),
    ("if item.type == \"a\" {\n  print(1)\n  tab = 1\n}", ["a 5"]),
    (
      "enum Kind: String { case a, b }; \nguard let kind = Kind(rawValue: item.type) else { return }\nswitch kind {\ncase .a:\n  one()\ncase .b:\n  tab = 1\n}",
      ["a 7", "b 9", "a 7", "b 9"]
    ),
    // The branch that a constant decides; a loop may do nothing for this event.
    ("let isA = item.type == \"a\"\nguard isA else {\n  return\n}\none()", ["a 7"]),
    ("let isA = item.type == \"a\"\nprint(1)\nif isA {\n  one()\n}", ["a 6"]),
    ("let isA = item.type == \"a\"\nprint(isA)\ntwo()", ["a nil"]),
    ("if item.type == \"a\" {\n  if let b = c.first(where: { $0.d == e }) { f = b }\n  two()\n}", ["a 5"]),
    ("if item.type == \"a\" {\n  if let b = c.first(where: { g($0) }) { f = b }\n  two()\n}", ["a 4"]),
    ("if item.type == \"a\" {\n  if let b = c {\n    print(b)\n    city = b\n  }\n}", ["a 6"]),
    // A branch that only logs does not handle the event, whatever the branches for others do.
    ("if item.type == \"a\" {\n  print(1)\n} else if item.type == \"b\" {\n  two()\n}", ["b 6", "idle a 4"]),
    ("if item.type == \"a\" {\n  print(1)\n} else {\n  two()\n}", ["a 4"]),
    ("switch item.type {\ncase \"a\":\n  print(1)\ncase \"b\":\n  two()\ndefault: break\n}", ["b 7", "idle a 5"]),
    (
      "let isA = item.type == \"a\" || ready\nguard isA else { return }\nfor u in urls { one(u) }\nwindow?.root = two",
      ["a 6"]
    ),
    ("guard item.type == \"a\" else { return }\nfor u in urls { one(u) }", ["a 4"]),
    ("switch item.type {\ncase \"a\":\n  one()\ndefault:\n  city = 1\n}\ntwo()", ["a 5", "+ 7"]),
    ("switch item.type {\ncase \"a\":\n  one()\ndefault:\n  print(1)\n}\ntwo()", ["a 5"]),
  ])
  func textsHaveTheirFirstCall(body: String, expected: [String]) {
    let (first, rest) =
      body.hasPrefix("enum") ? ("\(body.prefix { $0 != "\n" })", body.drop { $0 != "\n" }) : ("", body[...])
    let document = Project.scene("\(first)\(warmHead) {\n\(rest)\n}")
    let comparisons = document.method(warm)?.steps.compactMap(\.comparison) ?? []
    let lines = comparisons.flatMap(\.texts).map { text in
      "\(text.text.literal ?? "?") \(text.action.map { "\($0.line)" } ?? "nil")"
    }
    let idle = comparisons.flatMap(\.idle).map { "idle \($0.text.literal ?? "?") \($0.action?.line ?? 0)" }
    #expect(lines + idle + comparisons.compactMap(\.defaultAction).map { "+ \($0.line)" } == expected, "\(body)")
  }

  /// The line that decides: not a condition whose branches both go on, nor a log, nor a search in a list.
  @Test(arguments: [
    ("if url.host == \"x\" { go() }", ["handle 3 sometimes"]),
    ("if url.host == \"x\" { kit.open(url) } else { load(url) }", ["handle 6 sometimes"]),
    ("if url.host == \"x\" { MyLog(url) } else { load(url) }", ["handle 3 sometimes"]),
    ("if url.host == \"x\" {\nload(url)\n}", ["handle 3 sometimes"]),
    ("if kinds.contains(url) { go() }", ["pass 3 whenGiven"]),
    ("let known = url.pathComponents.filter { kinds.contains($0) }", []),
    ("let known = url.pathComponents.filter { kit.open($0) }", ["pass 3 whenGiven"]),
    ("os_log_error(url)", []), ("Analytics.shared.track(url)", []), ("Mixpanel.mainInstance().track(url)", []),
    ("Analytics.open(url)", ["pass 3 whenGiven"]), ("deepLog.go()\nrouter.show(url)", ["pass 4 whenGiven"]),
  ])
  func lineThatDecidesIsNamed(body: String, told: [String]) {
    let document = Project.scene(
      """
      func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
      guard let url = contexts.first?.url else { return }; \(body)
      }
      func load(_ url: URL) {
      if url.path == "/" { go() }
      }
      func home(_ url: URL) { go() }
      """)
    let steps = document.method("scene_openURLContexts")?.steps ?? []
    #expect(
      steps.filter { $0.action != .read }.map { "\($0.action) \($0.place.line) \($0.condition)" } == told, "\(body)")
  }

  /// A link goes only to the code that its scheme leads to.
  @Test func passedLinkHasItsSchemes() {
    let document = Project.scene(
      """
      func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        guard let url = contexts.first?.url else { return }
        if url.scheme == "a" { if url.host == "x" { go() } } else { kit.open(url) }
      }
      """)
    let passed = document.method("scene_openURLContexts")?.steps.first { $0.action == .pass }?.comparison
    #expect(passed?.isInverted == true && passed?.texts.map(\.text) == [.literal("a")])
  }

  /// Code for other systems is not part of the app; a condition with several systems may hold.
  @Test(arguments: [
    ("os(tvOS)", []), ("os(macOS)", []), ("targetEnvironment(macCatalyst)", []), ("!os(iOS)", []),
    ("DEBUG && os(tvOS)", []), ("!os(tvOS)", ["pass"]), ("os(iOS)", ["pass"]), ("os(tvOS) || os(iOS)", ["pass"]),
    ("DEBUG", ["pass"]),
  ])
  func codeForOtherSystemsIsNotRead(condition: String, told: [String]) {
    let open = "func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>)"
    let call = "kit.open(contexts)"
    for text in ["\(open) {\n#if \(condition)\n\(call)\n#endif\n}", "#if \(condition)\n\(open) { \(call) }\n#endif"] {
      let method = Project.scene(text).method("scene_openURLContexts")
      #expect((method?.steps ?? []).map { "\($0.action)" } == told, "\(text)")
    }
    let others = Project.scene("\(open) {\n#if \(condition)\n#else\n\(call)\n#endif\n}").method("scene_openURLContexts")
    #expect(others?.steps.isEmpty == ["!os(tvOS)", "os(iOS)"].contains(condition), "\(condition)")
  }

  @Test func hostIsNotAScheme() {
    let document = Project.scene(
      "func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {\nguard let url = contexts.first?.url else { return }\nif url.host == \"settings\" { show() }\n}"
    )
    #expect(Self.handlings(document, "scene_openURLContexts", .url) == ["sometimes ?"])
  }

  private static let overloads = """
    enum Action { case open(UIApplicationShortcutItem), close }
    enum Event { case ready }
    struct Router {
      func go(_ item: UIApplicationShortcutItem) { if item.type == "a" { show() } }
      func go(_ url: URL) { if url.scheme == "b" { show() } }
      func go(_ action: Action) { if case .open(let item) = action, item.type == "c" { show() } }
      func go(_ event: Event) { start() }
    }
    """

  /// The types of the arguments select the overload.
  @Test(arguments: [
    ("router.go(item)", ["always a"]), ("router.go(.open(item))", ["always c ?"]),
    ("router.go(other(item))", ["sometimes"]),
  ])
  func overloadsAreResolvedByType(call: String, expected: [String]) {
    let document = Project.document(
      "\(Self.overloads)\nclass SceneDelegate: UIResponder, UIWindowSceneDelegate {\nlet router = Router()\n\(warmHead) { \(call) }\n}"
    )
    #expect(Self.handlings(document, warm) == expected, "\(call)")
  }

  /// A requirement that several types implement is one function.
  @Test func protocolRequirementsAreNotOverloads() {
    let document = Project.document(
      """
      protocol Screen { func go(_ item: UIApplicationShortcutItem) }
      class First: Screen { func go(_ item: UIApplicationShortcutItem) { a() } }
      class Second: Screen { func go(_ item: UIApplicationShortcutItem) { b() } }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate { var screen: Screen
        \(warmHead) { screen.go(item) } }
      """)
    #expect(Self.handlings(document, warm) == ["always"])
  }

  @Test(arguments: [
    "@objc(openShortcut:)\nfunc open(_ item:", "@objc func open(shortcut item:", "@objc func openShortcut(_ item:",
  ])
  func objectiveCCallsSwiftMethods(head: String) {
    let message = head.contains("shortcut item") ? "openWithShortcut" : "openShortcut"
    let document = Project([
      "AppDelegate.h": "@interface AppDelegate : UIResponder <UIApplicationDelegate>\n@end",
      "AppDelegate.m":
        "@implementation AppDelegate\n- (void)application:(UIApplication *)app performActionForShortcutItem:(UIApplicationShortcutItem *)item completionHandler:(void (^)(BOOL))done { [self \(message):item]; }\n@end",
      "More.swift":
        "extension AppDelegate {\n\(head) UIApplicationShortcutItem) { if item.type == \"a\" { show() } }\n}",
    ]).document()
    #expect(
      Self.handlings(document, "application_performActionForShortcutItem_completionHandler") == ["always a"], "\(head)")
  }

  private static func notified(_ code: String) -> HandlerClass? {
    Project.document(
      """
      @main class AppDelegate: UIResponder, UIApplicationDelegate {
        let helper = Helper()
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
          helper.start()
          return true
        }
      }
      class Helper: NSObject, UNUserNotificationCenterDelegate {
        \(code)
        func userNotificationCenter(_ c: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler done: @escaping () -> Void) {
          open(response)
          done()
        }
        func applicationDidBecomeActive(_ a: UIApplication) { other() }
      }
      """
    ).handlers.first { $0.name == "Helper" }
  }

  /// iOS calls the delegate of the notification centre for taps and for nothing else.
  @Test func notificationCenterMayHaveItsOwnDelegate() {
    let set = Self.notified("func start() { UNUserNotificationCenter.current().delegate = self }")
    #expect(set?.roles == [.notificationDelegate])
    #expect(set?.methods.map(\.name) == [DelegateSlot.didReceiveNotificationResponse.rawValue])
    #expect(set?.methods.first?.steps.map(\.condition) == [.always])
    let late = Self.notified("let centre = UNUserNotificationCenter.current()\nfunc later() { centre.delegate = self }")
    #expect(late?.methods.first?.steps.map(\.condition) == [.sometimes])
    #expect(Self.notified("func start() { other.delegate = self }") == nil)
  }

  /// A delegate that only shows notifications is listed, so that a tap is known to reach no code.
  @Test func notificationDelegateWithoutTapsIsListed() {
    func names(_ centre: String) -> [String] {
      Project.document(
        """
        final class Push: NSObject, UNUserNotificationCenterDelegate {
          func start() { \(centre).delegate = self }
          func userNotificationCenter(_ c: UNUserNotificationCenter, willPresent n: UNNotification) async -> UNNotificationPresentationOptions { .banner }
        }
        """
      ).handlers.filter { $0.roles == [.notificationDelegate] && $0.methods.isEmpty }.map(\.name)
    }
    #expect(names("UNUserNotificationCenter.current()") == ["Push"])
    #expect(names("other").isEmpty)
  }

  /// A branch that does nothing does not handle its type; an assignment is something.
  @Test(arguments: [
    ("switch item.type { case \"a\": show()\ncase \"b\": break\ndefault: break }", ["always a"]),
    ("switch item.type { case \"a\": show()\ncase \"b\": print(1)\ndefault: break }", ["always a"]),
    ("switch item.type { case \"a\": show()\ncase \"b\": completion(true); return\ndefault: break }", ["always a"]),
    ("switch item.type { case \"a\": show()\ncase \"b\", \"c\": break\ndefault: break }", ["always a"]),
    ("switch item.type { case \"a\": tab = 1\ncase \"b\": let x = 1\ndefault: break }", ["always a"]),
    ("switch item.type { case \"a\": show()\ndefault: tab = 1 }", ["always a +"]),
    ("switch item.type { case \"a\": fallthrough\ncase \"b\": show()\ndefault: break }", ["always a b"]),
    // Whether the default handles other types cannot be said any more.
    ("switch item.type { case \"a\": break\ndefault: show() }", ["always ?"]),
    ("if item.type == \"a\" { completion(true); return }\nif item.type == \"b\" { show() }", ["always b"]),
    ("if item.type == \"a\" || item.type == \"b\" { return }", ["always"]),
    ("if item.type != \"a\" { completion(false); return }\nshow()", ["always a"]),
    ("guard item.type == \"a\" else { return }\nshow()", ["always a"]),
    ("let isNew = item.type == \"a\"\nif isNew { show() }", ["always a"]),
    ("if matches(item) { show() }", ["always a"]),
  ])
  func branchesThatDoNothingHandleNothing(body: String, expected: [String]) {
    let document = Project.scene(
      """
      func windowScene(_ s: UIWindowScene, performActionFor item: UIApplicationShortcutItem, completionHandler completion: @escaping (Bool) -> Void) {
        \(body)
      }
      func matches(_ item: UIApplicationShortcutItem) -> Bool { if item.type == "a" { return true }; return false }
      """)
    #expect(Self.handlings(document, warm) == expected)
  }
}
