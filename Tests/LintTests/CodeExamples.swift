import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import PropertyLists

/// An app with the problem of each code rule, and its fixed version.
struct CodeExample: Sendable {
  let code: RuleCode
  let severity: Finding.Severity
  /// The line of the finding; nil if it is in the Info.plist.
  let line: Int?
  let bad: CodeSample
  let good: CodeSample

  init(
    _ code: RuleCode, _ severity: Finding.Severity = .warning, line: Int?, _ base: CodeSample,
    bad: (inout CodeSample) -> Void, good: (inout CodeSample) -> Void
  ) {
    self.code = code
    self.severity = severity
    self.line = line
    self.bad = base.with(bad)
    self.good = base.with(good)
  }
}

enum CodeExamples {
  static let all =
    handlers + kept + icons + texts + [
      CodeExample("source-unread", line: 9, CodeSample(.scene)) { sample in
        sample.document.unread = [UnreadSource(CodeSample.place(9), .crashed)]
      } good: { _ in
      }
    ]

  private static let scene = CodeSample(.scene)
  private static let handled = CodeSample(.scene).with { $0.handle() }
  private static let item = HandlerStep(.handle, .shortcutItem, .whenGiven, at: CodeSample.place(5))

  private static let handlers: [CodeExample] = [
    CodeExample("completion-never", line: 40, scene) {
      $0.handle(completion: .none)
    } good: {
      $0.handle()
    },
    CodeExample("completion-some-paths", line: 40, scene) {
      $0.handle(completion: .some)
    } good: {
      $0.handle(completion: .passedOn)
    },
    CodeExample("completion-twice", line: 42, CodeSample(.appDelegate)) {
      $0.handle(completion: .twice)
    } good: {
      $0.handle(completion: .unknown)
    },
    CodeExample("no-handler", .error, line: 21, scene) { _ in
    } good: {
      $0.handle()
    },
    CodeExample("cold-lost", .error, line: 21, handled) {
      $0.add(.sceneWillConnect, 21, to: "SceneDelegate")
    } good: {
      $0.add(
        .sceneWillConnect, 21, to: "SceneDelegate",
        [HandlerStep(.keep, .shortcutItem, .whenGiven, at: CodeSample.place(23), store: "SceneDelegate.item")])
    },
    CodeExample("handled-twice", line: 5, CodeSample(.appDelegate).with { $0.handle() }) { sample in
      sample.document.handlers[0].methods[0].steps = [item]
    } good: { sample in
      sample.document.handlers[0].methods[0].steps = [item]
      sample.document.handlers[0].methods[0].returned = ReturnedValue(.noWhenGiven, at: CodeSample.place(4))
    },
    CodeExample("adaptor-without-configuration", .error, line: 2, CodeSample(.swiftUI)) { sample in
      sample.document.handlers[0].methods.removeAll { $0.name == AppCallback.configurationForConnecting.rawValue }
    } good: {
      $0.handle()
    },
    CodeExample("dead-handler", .note, line: 50, handled) {
      $0.add(.performAction, 50, to: "AppDelegate")
    } good: {
      $0.info["MinimumOSVersion"] = "12.0"
      $0.add(.performAction, 50, to: "AppDelegate")
    },
    CodeExample("selector-near-miss", line: 30, scene) { sample in
      sample.document.handlers[1].nearMisses = [
        NearMiss(
          written: "windowScene(_:performActionForShortcutItem:completionHandler:)",
          meant: AppCallback.windowScenePerformAction.rawValue, at: CodeSample.place(30))
      ]
    } good: { sample in
      sample.document.handlers[1].roles = [.plugin]
      sample.document.handlers[1].nearMisses = [NearMiss(written: "a", meant: "b", at: CodeSample.place(30))]
    },
    CodeExample("category-override", line: 31, scene) {
      $0.overrides(callsOriginal: false)
    } good: {
      $0.overrides(callsOriginal: true)
    },
    CodeExample("present-too-early", line: 24, scene) {
      $0.present(isLater: false)
    } good: {
      $0.present(isLater: true)
    },
    CodeExample("shortcut-type-unhandled", line: nil, scene) {
      $0.compare("com.example.New")
    } good: {
      $0.compare("com.example.new")
    },
    CodeExample("items-set-off-main", line: 70, handled) {
      $0.setItems(.other)
    } good: {
      $0.setItems(.main)
    },
  ]

  private static let kept: [CodeExample] = [
    CodeExample("stale-item", line: 81, handled) {
      $0.keep(clears: [], reads: [CodeSample.read])
    } good: {
      $0.keep(clears: [CodeSample.place(82)], reads: [CodeSample.read])
    },
    CodeExample("never-read", line: 80, handled) {
      $0.keep(clears: [], reads: [])
    } good: {
      $0.keep(clears: [], reads: [], escapes: true)
    },
  ]

  private static let icons: [CodeExample] = [
    CodeExample("icon-error-ignored", .note, line: 60, handled) {
      $0.change([.computed("name")]) { $0.error = .ignored }
    } good: {
      $0.change([.null]) { $0.error = .noHandler }
    },
    CodeExample("icon-result-wrong", line: 61, handled) {
      $0.change([.null]) { $0.reportsEarly = CodeSample.place(61) }
    } good: {
      $0.change([.null])
    },
    CodeExample("icon-state-stale", .note, line: 59, handled) {
      $0.change([.null]) { $0.storesEarly = CodeSample.place(59) }
    } good: {
      $0.change([.null])
    },
    // STORE-028
    CodeExample("icon-private-api", line: 60, handled) {
      $0.change([.null]) { $0.isPrivate = true }
    } good: {
      $0.change([.null])
    },
    CodeExample("setter-off-main", line: 60, handled) {
      $0.change([.null]) { $0.thread = .other }
    } good: {
      $0.change([.null]) { $0.thread = .unknown }
    },
    CodeExample("setter-at-launch", line: 60, handled) {
      $0.change([.null]) { $0.launchMethod = AppCallback.didFinishLaunching.rawValue }
    } good: {
      $0.change([.null])
    },
    CodeExample("version-gate", line: 58, handled) {
      $0.change([.null]) { $0.versionTest = CodeSample.place(58) }
    } good: {
      $0.change([.null])
    },
    CodeExample("supports-not-asked", .note, line: 60, handled) {
      $0.change([.null]) { $0.asksForSupport = false }
    } good: {
      $0.change([.null])
    },
  ]

  private static let texts: [CodeExample] = [
    CodeExample("icon-name-undeclared", line: 60, handled) {
      $0.change([.literal("Dusk")])
    } good: {
      $0.change([.literal("Night"), .computed("name"), .null])
    },
    CodeExample("icon-name-near-miss", .error, line: 57, handled) { sample in
      sample.change([.literal("night")])
      sample.document.literals = [
        NamedLiteral("night", declared: "Night", .iconName, .letterCase, at: CodeSample.place(57))
      ]
    } good: { sample in
      sample.change([.literal("Night")])
      sample.document.literals = [
        NamedLiteral("night", declared: "Night", .iconName, .letterCase, at: CodeSample.place(57))
      ]
    },
    CodeExample("alternate-never-named", .note, line: nil, handled) {
      $0.change([.literal("Night")])
    } good: {
      $0.change([.literal("Night"), .literal("Day")])
    },
    CodeExample("icon-state-mismatch", line: 65, handled) {
      $0.readIcon(["The Night", "The Day"])
    } good: {
      $0.readIcon(["Night", "Day", "Default"])
    },
  ]
}

extension CodeSample {
  static let read = StoreRead(
    at: place(81), function: "sceneDidBecomeActive(_:)", methods: [AppCallback.sceneDidBecomeActive.rawValue])

  mutating func overrides(callsOriginal: Bool) {
    document.overrides = [
      CategoryOverride(
        className: "AppDelegate", category: "Actions", selector: "applicationDidBecomeActive:",
        callsOriginal: callsOriginal, at: Self.place(31))
    ]
  }

  fileprivate mutating func present(isLater: Bool) {
    add(
      .sceneWillConnect, 21, to: "SceneDelegate",
      [HandlerStep(.present, .shortcutItem, .whenGiven, at: Self.place(24), isLater: isLater)])
  }

  mutating func compare(_ type: String, hasDefault: Bool = false, isComplete: Bool = true) {
    let comparison = Comparison(
      [.init(.literal(type), at: Self.place(42))], hasDefault: hasDefault, isComplete: isComplete)
    add(
      .windowScenePerformAction, 40, to: "SceneDelegate",
      [HandlerStep(.handle, .shortcutItem, at: Self.place(41), comparison: comparison)], completion: .all)
  }

  mutating func setItems(_ thread: SourceThread, isComplete: Bool = false) {
    document.dynamicItems = [
      DynamicItems(.set, isComplete: isComplete, thread: thread, function: "update()", at: Self.place(70))
    ]
  }

  mutating func keep(clears: [SourcePlace], reads: [StoreRead], escapes: Bool = false) {
    var store = ItemStore("SceneDelegate.item", .shortcutItem, at: Self.place(79))
    store.writes = [Self.place(80)]
    store.clears = clears
    store.reads = reads
    store.escapes = escapes
    document.stores = [store]
  }

  fileprivate mutating func readIcon(_ texts: [String]) {
    change([.null])
    document.iconReads = [
      IconRead(
        texts.map { .literal($0) }, primary: .literal("Default"), isComplete: true, function: "show()",
        at: Self.place(65))
    ]
  }
}
