import AppSources
import Events
import Exploration
import LuaAPI
import TestSupport
import Testing

/// Apps that behave like their sources, according to a source reader.
@Suite struct SourceExplorationTests {
  private let fixture = ExplorationFixture()

  private static func at(_ line: Int) -> SourcePlace { SourcePlace(file: "App/Main.swift", line: line) }

  /// An app without scenes whose app delegate has these methods.
  private static func document(_ methods: [HandlerMethod]) -> SourceDocument {
    var document = SourceDocument(program: "test", fileCount: 1, byteCount: 1)
    document.entry = EntryPoint(.appDelegate, appDelegate: "AppDelegate", at: at(1))
    var delegate = HandlerClass(
      "AppDelegate", roles: [.appDelegate], inherits: ["UIResponder", "UIApplicationDelegate"], at: at(2))
    delegate.methods = methods
    document.handlers = [delegate]
    return document
  }

  private static func method(_ name: String, line: Int, _ steps: [HandlerStep] = []) -> HandlerMethod {
    var method = HandlerMethod(name, written: name, at: at(line))
    method.steps = steps
    return method
  }

  private static let action = "application_performActionForShortcutItem_completionHandler"
  private static let launch = "application_didFinishLaunchingWithOptions"

  /// A handler that never calls its completion handler.
  private static func forgetful() -> HandlerMethod {
    var handler = method(action, line: 30, [HandlerStep(.handle, .shortcutItem, at: at(31))])
    handler.completion = CompletionUse(.none)
    return handler
  }

  private static func sets(
    _ items: [DynamicItems.Item], isComplete: Bool = true, in methods: [String], _ change: DynamicItems.Change = .set
  ) -> DynamicItems {
    DynamicItems(
      change, items: items, isComplete: isComplete, function: "update()", methods: methods, at: at(12))
  }

  private func explore(
    _ document: SourceDocument, items: [String] = [], modes: [String] = [], depth: Int = 3
  ) throws -> ExploredAppReport {
    let item = { (type: String) in
      "<dict><key>UIApplicationShortcutItemType</key><string>\(type)</string>"
        + "<key>UIApplicationShortcutItemTitle</key><string>\(type)</string></dict>"
    }
    fixture.folder.write(
      "App/Info.plist",
      xml(
        """
        <dict><key>CFBundleIdentifier</key><string>com.example.notes</string>
        <key>UIBackgroundModes</key><array>\(modes.map { "<string>\($0)</string>" }.joined())</array>
        <key>UIApplicationShortcutItems</key><array>\(items.map(item).joined())</array></dict>
        """))
    let report = try fixture.explore(
      script: """
        return require "homescreen.explore" {
          app = "App", install = { sources = true, doubtful = false }, declares = false,
        }
        """, depth: depth
    ) { options in
      var surroundings = ScriptSurroundings()
      surroundings.readSources = { _ in (document, "") }
      options.surroundings = surroundings
    }
    return report.apps[0]
  }

  @Test func iconsSetInCodeCanBeChosen() throws {
    var document = Self.document([Self.method(Self.launch, line: 10), Self.forgetful()])
    document.dynamicItems = [
      Self.sets([.init(type: .literal("search"), title: .literal("Search"), at: Self.at(13))], in: [Self.launch])
    ]
    let report = try explore(document)
    let finding = try #require(report.findings.first { $0.invariant == "completed once" }, "\(report)")
    // The menu is empty before the code has run once.
    #expect(finding.steps.map(\.text) == ["tap the icon", "Home", "quick action “Search”"])
    #expect(finding.steps[0].events.contains { $0.contains("App/Main.swift:12: sets quick actions") })
    let note = try #require(report.notes.first { $0.hasPrefix("Main.swift:12 sets a quick action in \(Self.launch);") })
    #expect(note.contains("the conditions were not read, so stories include it from there on"))
    #expect(note.hasSuffix("Also not read: user info"))
    #expect(report.notes.contains { $0.hasSuffix("homescreen check finds what is lost") })
    document.dynamicItems = []
    let without = try explore(document)
    #expect(without.findings.isEmpty)
    #expect(without.notes.contains { $0.contains("so stories choose none") })
  }

  /// Two calls on one path are not a fault of an action on another path.
  @Test func eventsLostOnSomePathAreNotes() throws {
    var handler = Self.forgetful()
    handler.completion = CompletionUse(.twice, calls: [Self.at(34), Self.at(36)])
    let report = try explore(Self.document([handler]), items: ["new"])
    #expect(report.findings.isEmpty, "\(report)")
    #expect(report.notes.contains { $0.hasPrefix("App/Main.swift:34 is on a path that calls") })
  }

  /// A background mode alone triggers nothing: an app that has not registered receives nothing.
  @Test func eventsThatTheAppDoesNotHandleAreNotMissed() throws {
    let document = Self.document([Self.method(Self.launch, line: 10)])
    let report = try explore(document, modes: ["fetch", "remote-notification"])
    #expect(report.findings.isEmpty, "\(report)")
    #expect(!report.neverTaken.contains("silent notification"))
    #expect(!report.neverTaken.contains("background fetch"))
  }

  /// A computed value is kept as it is written and is not a known type.
  @Test func unreadSourcesAreReported() throws {
    let comparison = Comparison(
      [Comparison.Place(.literal("search"), at: Self.at(32))], hasDefault: false, isComplete: true)
    var handler = Self.method(
      Self.action, line: 30, [HandlerStep(.handle, .shortcutItem, at: Self.at(31), comparison: comparison)])
    handler.completion = CompletionUse(.none)
    var document = Self.document([Self.method(Self.launch, line: 10), handler])
    document.dynamicItems = [
      Self.sets([.init(type: .computed("T.path"), title: .computed("title(of: route)"), at: Self.at(13))], in: []),
      Self.sets([], isComplete: false, in: ["onReceive"], .add),
      Self.sets([], in: [], .clear),
    ]
    let report = try explore(document, depth: 4)
    #expect(Set(report.findings.map(\.invariant)) == ["completed once"], "\(report)")
    #expect(
      report.notes.contains {
        $0.contains("from the start of a process") && $0.contains("the type T.path, the title title(of: route)")
      })
    #expect(report.notes.contains { $0.contains("the actions themselves (one represents all of them)") })
    #expect(report.notes.contains { $0.contains("removes quick actions; stories do not include that") })
    #expect(!report.neverTaken.contains("quick action"))
  }

  /// Items that one helper makes have the same computed type and title, and differ only in the icon.
  @Test func itemsThatLookAlikeCanBeChosen() throws {
    var document = Self.document([Self.method(Self.launch, line: 10), Self.forgetful()])
    let items = ["compose", "search"].map { icon in
      DynamicItems.Item(
        type: .computed("prefix + suffix"), title: .computed("text(key)"), icon: .literal("symbol \(icon)"),
        at: Self.at(13))
    }
    document.dynamicItems = [Self.sets(items, in: [Self.launch])]
    let report = try explore(document)
    let finding = try #require(report.findings.first { $0.invariant == "completed once" }, "\(report)")
    #expect(finding.steps.map(\.text) == ["tap the icon", "Home", "quick action “a computed title”"])
    #expect(report.notes.contains { $0.hasPrefix("Main.swift:12 sets 2 quick actions") })
    #expect(!report.neverTaken.contains("quick action"))
  }

  /// LAUNCH-036: whether the code knows the action is unread; if it does, it handles it each time.
  @Test(arguments: [false, true], [false, true])
  func storedItemsThatFireAgainAreFound(isCleared: Bool, escapes: Bool) throws {
    let store = "AppDelegate.item"
    let open = Comparison([], hasDefault: false, isComplete: false)
    var handler = Self.method(Self.action, line: 30, [HandlerStep(.keep, .shortcutItem, at: Self.at(31), store: store)])
    handler.completion = CompletionUse(.all)
    var active = Self.method(
      "applicationDidBecomeActive", line: 40,
      [HandlerStep(.handleKept, .shortcutItem, .whenGiven, at: Self.at(41), store: store, comparison: open)])
    if isCleared { active.steps.append(HandlerStep(.clear, .shortcutItem, at: Self.at(42), store: store)) }
    var document = Self.document([handler, active])
    document.stores = [ItemStore(store, .shortcutItem, at: Self.at(3))]
    document.stores[0].escapes = escapes
    let report = try explore(document, items: ["new"])
    guard !isCleared, !escapes else { return #expect(report.findings.isEmpty, "\(report)") }
    let finding = try #require(report.findings.first { $0.invariant == "handled once" }, "\(report)")
    #expect(finding.happened.hasSuffix("it was handled 2 times"))
    let events = finding.steps.map { $0.events.joined(separator: "\n") }.joined(separator: "\n")
    #expect(events.contains("again, if it knows new at all: AppDelegate.item still has it"))
  }
}
