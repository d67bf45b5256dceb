import AppSources
import Testing

/// The icon changes and dynamic quick actions in code.
@Suite struct IconTests {
  private static func change(_ body: String, _ head: String = "func change(_ name: String?)") -> IconChange? {
    Project.document("class Controller: UIViewController {\nvar current: String?\n\(head) {\n\(body)\n}\n}").iconChanges
      .first
  }

  @Test(arguments: [
    ("UIApplication.shared.setAlternateIconName(name)", IconChange.ErrorUse.noHandler),
    ("UIApplication.shared.setAlternateIconName(name, completionHandler: nil)", .noHandler),
    ("UIApplication.shared.setAlternateIconName(name) { _ in }", .ignored),
    ("UIApplication.shared.setAlternateIconName(name) { error in self.reload() }", .ignored),
    ("UIApplication.shared.setAlternateIconName(name) { error in if let error { show(error) } }", .used),
    ("UIApplication.shared.setAlternateIconName(name) { print($0 as Any) }", .used),
    ("Task { try? await UIApplication.shared.setAlternateIconName(name) }", .ignored),
    ("Task { do { try await UIApplication.shared.setAlternateIconName(name) } catch {} }", .ignored),
    ("Task { do { try await UIApplication.shared.setAlternateIconName(name) } catch { show(error) } }", .used),
    ("UIApplication.shared.setAlternateIconName(name, completionHandler: handler)", .passedOn),
    ("Task { try await UIApplication.shared.setAlternateIconName(name) }", .ignored),
    ("_ = Task { try await UIApplication.shared.setAlternateIconName(name) }", .ignored),
    ("task = Task { try await UIApplication.shared.setAlternateIconName(name) }", .passedOn),
    ("Task { if (try? await UIApplication.shared.setAlternateIconName(name)) == nil { show() } }", .used),
  ])
  func useOfTheErrorIsFound(body: String, use: IconChange.ErrorUse) {
    #expect(Self.change(body)?.error == use, "\(body)")
  }

  /// An error that a function throws is dropped if all callers drop it.
  @Test(arguments: [
    ("Task { try await change(name) }", IconChange.ErrorUse.ignored), ("Task { try? await change(name) }", .ignored),
    ("Task { do { try await change(name) } catch { show(error) } }", .passedOn), ("", .passedOn),
  ])
  func callersDropErrors(call: String, use: IconChange.ErrorUse) {
    let document = Project.document(
      """
      class Controller: UIViewController {
        func tapped() { \(call) }
        func change(_ name: String?) async throws { try await UIApplication.shared.setAlternateIconName(name) }
      }
      """)
    #expect(document.iconChanges.first?.error == use)
  }

  @Test(arguments: [
    "client.setAlternateIconName(name, failure: 1)", "setAlternateIconName(name)",
    "let f = Client(setAlternateIconName: { _ in })",
    "typealias setAlternateIconName = Int", "// UIApplication.shared.setAlternateIconName(name)",
  ])
  func otherFunctionsOfThatNameAreIgnored(body: String) {
    #expect(Self.change(body) == nil)
  }

  /// The schemes of web sign-in sessions are found, whatever else is asked for.
  @Test(arguments: [
    ("ASWebAuthenticationSession(url: url, callbackURLScheme: \"paint\") { _, _ in }", ["paint"]),
    ("ASWebAuthenticationSession(url: url, callback: .customScheme(\"paint\")) { _, _ in }", ["paint"]),
    ("ASWebAuthenticationSession(url: url, callbackURLScheme: scheme) { _, _ in }", []), ("open(\"paint\")", []),
  ])
  func schemesOfSessionsAreFound(call: String, schemes: [String]) {
    let document = Project.document("class Login { func start(_ url: URL, _ scheme: String) { _ = \(call) } }")
    #expect(document.literals.filter { $0.kind == .sessionScheme }.map(\.text) == schemes)
  }

  @Test func namesAreTracedToTheirCallers() {
    let document = Project.document(
      """
      enum Choice: String { case night = "Night", day = "Day" }
      class Controller: UIViewController {
        func night() { change("night") }
        func usual() { change(nil) }
        func any(_ choice: Choice) { change(choice.rawValue) }
        func one() { change(Choice.day.rawValue) }
        private func change(_ name: String?) { UIApplication.shared.setAlternateIconName(name) { print($0 as Any) } }
      }
      """, iconNames: ["Night"])
    let names = document.iconChanges.first?.names ?? []
    #expect(Set(names) == [.literal("night"), .null, .literal("Night"), .literal("Day"), .computed("choice.rawValue")])
    #expect(document.literals.map(\.nearness) == [.same, .letterCase])
  }

  /// A name that differs only in its digits is another icon.
  @Test func numberedNamesAreNotMisspelt() {
    let document = Project.document(
      "func set() { UIApplication.shared.setAlternateIconName(\"Icon-2\") }", iconNames: ["Icon-3", "Icon-32"])
    #expect(document.literals.isEmpty)
  }

  /// A name with a raw value has a text for each case, if all raw values are known.
  @Test(arguments: [
    ("enum Choice: String { case night, day = \"Day\"", ["App-night", "App-Day"]),
    ("enum Choice: String { case night, day = Elsewhere.day", nil as [String]?), ("enum Choice: Int { case night", nil),
    ("enum Choice: String, Other {", nil),
  ])
  func namesWithRawValuesAreComposed(enumeration: String, names: [String]?) {
    let document = Project.document(
      """
      \(enumeration)
        var icon: String { "App-\\(rawValue)" }
      }
      class Controller: UIViewController {
        func choose(_ choice: Choice) {
          UIApplication.shared.setAlternateIconName(choice.icon) { print($0 as Any) }
        }
      }
      """, iconNames: ["App-night"])
    #expect(document.iconChanges.map(\.composed) == [names])
    #expect(document.iconChanges.first?.names.contains { $0.literal == nil } == true)
  }

  @Test(
    arguments: [
      ("self.current = name\nUIApplication.shared.setAlternateIconName(name) { e in print(e as Any) }", 4),
      ("Task {\ntry? await UIApplication.shared.setAlternateIconName(name)\nself.current = name\n}", 6),
      ("Task {\ntry await UIApplication.shared.setAlternateIconName(name)\nself.current = name\n}", nil),
      (
        "Task {\ndo { try await UIApplication.shared.setAlternateIconName(name) } catch { show(error) }\nself.current = name\n}",
        6
      ),
      (
        "Task {\ndo { try await UIApplication.shared.setAlternateIconName(name) } catch { return }\nself.current = name\n}",
        nil
      ),
      ("if (try? await UIApplication.shared.setAlternateIconName(name)) != nil { self.current = name }", nil),
      ("UIApplication.shared.setAlternateIconName(name) { e in if e == nil { self.current = name } }", nil),
      (
        "self.current = name\nUIApplication.shared.setAlternateIconName(name) { e in if e != nil { self.current = nil } }",
        nil
      ),
      (
        "UIApplication.shared.setAlternateIconName(name) { e in print(e as Any) }\nUserDefaults.standard.set(name, forKey: \"icon\")",
        5
      ),
    ] as [(String, Int?)])
  func earlyStoresAreReported(body: String, line: Int?) {
    #expect(Self.change(body)?.storesEarly?.line == line, "\(body)")
  }

  @Test func privateSelectorsAreFound() {
    let change = Self.change(
      """
      let selector = NSSelectorFromString("_setAlternateIconName:completionHandler:")
      let method = unsafeBitCast(UIApplication.shared.method(for: selector), to: Setter.self)
      method(UIApplication.shared, selector, name as NSString?, { _ in })
      call.resolve()
      """)
    #expect(change?.isPrivate == true)
    #expect(change?.error == .ignored)
    #expect(change?.reportsEarly?.line == 7)
    let performed = Self.change(
      "UIApplication.shared.perform(Selector((\"_setAlternateIconName:completionHandler:\")), with: \"Night\", with: nil)"
    )
    #expect(performed?.names == [.literal("Night")])
    #expect(performed?.error == .noHandler)
  }

  @Test func threadsAndLaunchMethodsAreReported() {
    #expect(
      Self.change("DispatchQueue.global().async { UIApplication.shared.setAlternateIconName(name) }")?.thread == .other)
    #expect(
      Self.change("DispatchQueue.main.async { UIApplication.shared.setAlternateIconName(name) }")?.thread == .main)
    #expect(Self.change("service.load { UIApplication.shared.setAlternateIconName(name) }")?.thread == .unknown)
    let document = Project.scene(
      """
      \(coldHead) { refresh() }
      func refresh() { UIApplication.shared.setAlternateIconName("Night") }
      """)
    #expect(document.iconChanges.first?.launchMethod == cold)
  }

  /// A listing of 2017: only systems whose version contains “10.3” would change the icon.
  @Test func versionComparedAsStringIsFound() {
    let text = """
      class Controller: UIViewController {
        @IBAction func changeToNewIcon(_ sender: Any) {
          if !isSupported() { return }
          if !UIApplication.shared.supportsAlternateIcons { return }
          change("newicon")
        }
        func isSupported() -> Bool {
          let version = UIDevice.current.systemVersion
          if version.contains("10.3") { return true }
          return false
        }
        func change(_ name: String?) {
          UIApplication.shared.setAlternateIconName(name) { error in
            if error != nil { self.tell(error!.localizedDescription) } else { self.tell("done") }
          }
        }
      }
      """
    let change = Project.document(text, iconNames: ["newicon"]).iconChanges.first
    #expect(change?.versionTest?.line == 9)
    #expect(change?.asksForSupport == true)
    #expect(change?.names == [.literal("newicon")])
    #expect(change?.error == .used)
    let fixed = text.replacing(
      "if version.contains(\"10.3\") { return true }", with: "if #available(iOS 10.3, *) { return true }")
    #expect(Project.document(fixed).iconChanges.first?.versionTest == nil)
  }

  @Test(arguments: [
    ("UIApplicationShortcutIcon(systemImageName: \"star\")", TextValue.literal("symbol star")),
    ("UIApplicationShortcutIcon(templateImageName: \"gear\")", .literal("template gear")),
    (".init(type: .search)", .literal("type search")), ("UIApplicationShortcutIcon(type: kind)", .computed("")),
    ("made", .literal("symbol made")), ("icon(of: a)", .computed("")), ("nil", .null),
  ])
  func iconAndSubtitleAreRead(icon: String, expected: TextValue) throws {
    let document = Project.scene(
      """
      func sceneDidBecomeActive(_ scene: UIScene) {
        let made = UIApplicationShortcutIcon(systemImageName: "made")
        UIApplication.shared.shortcutItems = [UIApplicationShortcutItem(
          type: "a", localizedTitle: "A", localizedSubtitle: "sub", icon: \(icon), userInfo: nil)]
      }
      """)
    let item = try #require(document.dynamicItems.first?.items.first)
    #expect(item.subtitle == .literal("sub"))
    if case .computed = expected {
      #expect(item.icon.literal == nil && item.icon != .null)
    } else {
      #expect(item.icon == expected)
    }
  }

  @Test func quickActionsAreRead() {
    let document = Project.document(
      """
      class AppDelegate: NSObject, UIApplicationDelegate {
        func applicationDidBecomeActive(_ application: UIApplication) {
          var items = [UIApplicationShortcutItem(type: "a", localizedTitle: "A")]
          if more { items.append(UIMutableApplicationShortcutItem(type: "b", localizedTitle: title, localizedSubtitle: nil, icon: nil)) }
          application.shortcutItems = items
        }
        func applicationWillResignActive(_ application: UIApplication) { UIApplication.shared.shortcutItems = nil }
        func load(shortcutItems: [Int]) { self.shortcutItems = shortcutItems }
      }
      """)
    #expect(document.dynamicItems.map(\.change) == [.set, .clear])
    #expect(document.dynamicItems.first?.items.map(\.type) == [.literal("a"), .literal("b")])
    #expect(document.dynamicItems.first?.items.map(\.title) == [.literal("A"), .computed("title")])
    #expect(document.dynamicItems.first?.isComplete == true)
    #expect(document.dynamicItems.first?.methods == ["applicationDidBecomeActive"])
  }

  private static let kinds = """
    enum Kind: String, CaseIterable {
      case new = "com.example.new", find
      static let prefix = "com.example."
      var title: String { switch self { case .new: return "New"; case .find: return "Find" } }
      var full: String { Kind.prefix + rawValue }
      var item: UIApplicationShortcutItem { UIApplicationShortcutItem(type: rawValue, localizedTitle: title) }
    }
    """

  /// The types of items that code creates from enumerations and constants.
  @Test(arguments: [
    ("[Kind.find.item]", ["find Find"]), ("[Kind.new.item, Kind.find.item]", ["com.example.new New", "find Find"]),
    ("Kind.allCases.map { $0.item }", ["com.example.new New", "find Find"]),
    (
      "Kind.allCases.map { kind in UIApplicationShortcutItem(type: kind.rawValue, localizedTitle: kind.title) }",
      ["com.example.new New", "find Find"]
    ),
    ("[UIApplicationShortcutItem(type: Kind.find.full, localizedTitle: \"A\")]", ["com.example.find A"]),
    ("[UIApplicationShortcutItem(type: Kind.prefix + \"a\", localizedTitle: Kind.new.title)]", ["com.example.a New"]),
  ])
  func itemsFromEnumerationsAreFound(value: String, items: [String]) {
    let document = Project.document(
      "\(Self.kinds)\nclass Controller: UIViewController { func set() { UIApplication.shared.shortcutItems = \(value) } }"
    )
    let found = document.dynamicItems.first
    #expect(found?.items.map { "\($0.type.literal ?? "?") \($0.title.literal ?? "?")" } == items)
    #expect(found?.isComplete == true)
  }

  /// Code that compares the new phase sets its quick actions in that phase only.
  @Test(arguments: [
    ("switch phase { case .active: log()\ncase .background: model.add()\ndefault: break }", "(background)"),
    ("switch phase { case .active: log()\ndefault: model.add() }", "(background), onChangeOfScenePhase(inactive)"),
    ("if phase == .inactive { model.add() }", "(inactive)"), ("model.add()", ""),
    ("if isReady { model.add() }", ""), ("switch mode { case .background: model.add()\ndefault: break }", ""),
    (
      "if phase == .background { UIApplication.shared.shortcutItems = [] }\nif phase == .active { model.add() }",
      "(active)"
    ),
  ])
  func phaseOfTheSceneDecides(body: String, phases: String) {
    let text = """
      @main struct MyApp: App {
        @Environment(\\.scenePhase) var scenePhase
        let model = Model()
        var body: some Scene { WindowGroup { Text("a") }.onChange(of: scenePhase) { phase in
          \(body)
        } }
      }
      final class Model {
        func add() { UIApplication.shared.shortcutItems = [.init(type: "a", localizedTitle: "A")] }
      }
      """
    let change = Project(["App.swift": text]).document().dynamicItems.first { $0.change == .set }
    #expect(change?.methods.joined(separator: ", ") == "onChangeOfScenePhase\(phases)", "\(body)")
  }

  /// `compactMap` leaves out what is nil; an item that may be nil is listed and marked.
  @Test func itemsThatMayBeNilAreRead() {
    let text = """
      enum Kind: String { case search, note }
      final class Menu {
        func update(_ note: Note?) {
          UIApplication.shared.shortcutItems = [searchItem, noteItem(note)].compactMap({ $0 })
        }
        private var searchItem: UIApplicationShortcutItem {
          let title = NSLocalizedString("Search Notes", comment: "")
          return UIApplicationShortcutItem(type: Kind.search.rawValue, localizedTitle: title,
            localizedSubtitle: NSLocalizedString("search.subtitle", comment: ""), icon: nil)
        }
        private func noteItem(_ note: Note?) -> UIApplicationShortcutItem? {
          guard let note = note else { return nil }
          return UIApplicationShortcutItem(type: Kind.note.rawValue, localizedTitle: note.title)
        }
      }
      """
    let change = Project(["Menu.swift": text]).document().dynamicItems.first
    #expect(change?.items.map(\.type) == [.literal("search"), .literal("note")] && change?.isComplete == true)
    #expect(change?.items.map(\.mayBeNil) == [nil, true])
    // A key with words is the text; other keys are not.
    let first = change?.items.first
    #expect(first?.title == .literal("Search Notes") && first?.subtitle.literal == nil, "\(first as Any)")
  }
}
