import AppPackages
import AppSources
import HomeScreenSimulator
import Lint
import PropertyLists
import Testing

/// Typical sources, and the outcome of a quick action.
@Suite struct CodeTrialTests {
  private static let item = ShortcutItem(type: "com.example.new", localizedTitle: "New")

  func outcome(
    _ document: SourceDocument, _ launch: CodeTrial.Launch, os: OSVersion = .newest, scenes: Bool = true
  ) throws -> CodeTrial {
    let package = try SourceFixture.package(scenes: scenes)
    return try CodeTrial(
      .quickAction(Self.item), launch, of: PreparedPackage(package), SubjectCode(document, of: package), on: .iPhone,
      os: os)
  }

  /// LAUNCH-013: the action that connects a scene is only in the connection options.
  @Test func sceneDelegateThatIgnoresItsOptionsLosesTheColdAction() throws {
    var app = SourceFixture()
    app.scene(SourceFixture.sceneAction(line: 20) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(21))] })
    app.scene(SourceFixture.connect(line: 10))
    let cold = try outcome(app.document, .cold)
    #expect(cold.outcome == .lost)
    #expect(cold.places == [at(10).location])
    #expect(cold.fact == "LAUNCH-013")
    let warm = try outcome(app.document, .warm)
    #expect(warm.outcome == .handledOnce)
    #expect(warm.places == [at(21).location])
    #expect(try outcome(app.document, .jetsam).outcome == .lost)
  }

  /// A web sign-in session gets the URLs of its scheme, in any letter case.
  @Test(arguments: [
    ("paint://open", "Paint", true), ("paint://open", "ink", false), ("paint://open", nil, false),
  ])
  func schemeOfASessionIsNotLost(url: String, scheme: String?, isSession: Bool) throws {
    var app = SourceFixture()
    app.scene(SourceFixture.connect(line: 10))
    var document = app.document
    document.literals = scheme.map { [NamedLiteral($0, declared: $0, .sessionScheme, .same, at: at(40))] } ?? []
    var info = try SourceFixture.package(scenes: true).infoPlist
    let declared = PropertyListValue.string(String(url.prefix { $0 != ":" }))
    info["CFBundleURLTypes"] = [["CFBundleURLSchemes": [declared]]]
    let package = try AppPackage(name: "Paint", infoPlist: info)
    let trial = try CodeTrial(
      .url(url), .warm, of: PreparedPackage(package), SubjectCode(document, of: package), on: .iPhone, os: .newest)
    #expect(trial.outcome == (isSession ? .notKnown : .lost), "\(trial.reason ?? "")")
    if scheme != nil, isSession { #expect(trial.places == [at(40).location]) }
  }

  /// Items with types that the code makes have rows too; a method that compares types may know them.
  @Test(arguments: [
    (nil as [HandlerStep]?, "lost"), ([HandlerStep(.handle, .shortcutItem, at: SourceFixture.at(21))], "handled once"),
    (
      [
        HandlerStep(
          .handle, .shortcutItem, at: SourceFixture.at(21), comparison: SourceFixture.compared(isComplete: true))
      ], "not known"
    ),
    (
      [
        HandlerStep(
          .handle, .shortcutItem, at: SourceFixture.at(21), comparison: SourceFixture.compared(isComplete: false))
      ], "not known"
    ),
  ])
  func actionsMadeByCodeHaveRows(steps: [HandlerStep]?, expected: String) throws {
    var app = SourceFixture()
    if let steps { app.scene(SourceFixture.sceneAction(line: 20) { $0.steps = steps }) }
    app.scene(SourceFixture.connect(line: 10))
    var document = app.document
    var made = DynamicItems(.set, isComplete: true, thread: .main, function: "update()", at: at(70))
    made.items = [.init(type: .computed("kind.type"), title: .literal("New"), at: at(71))]
    document.dynamicItems = [made]
    let rows = AppCheck(try SourceFixture.package(scenes: true), models: [.iPhone], sources: document).rows
    let warm = rows.first { row in
      if case .code(let event, .warm) = row.subject { event.name == "type made by code" } else { false }
    }
    #expect(warm?.spans[0].last?.cell.text.hasPrefix(expected) == true, "\(warm?.spans ?? [])")
  }

  /// The manifest names a class that no source declares.
  @Test func missingSceneDelegateIsNamed() throws {
    var app = SourceFixture()
    app.scene(SourceFixture.connect(line: 10))
    var document = app.document
    let index = try #require(document.handlers.firstIndex { $0.roles.contains(.sceneDelegate) })
    document.handlers[index] = HandlerClass("Other", roles: [.sceneDelegate], inherits: ["UIResponder"], at: at(80))
    let rows = AppCheck(try SourceFixture.package(scenes: true), models: [.iPhone], sources: document).rows
    let cells = rows.flatMap { $0.spans.joined().map(\.cell.text) }
    #expect(cells.contains("not known: the scene delegate “SceneDelegate” was not read"), "\(cells)")
  }

  /// If the app delegate chooses among several scene delegates, it is unknown which one handles an event.
  @Test func chosenSceneDelegateIsNotKnown() throws {
    var app = SourceFixture()
    app.scene(SourceFixture.sceneAction(line: 20) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(21))] })
    #expect(try outcome(app.document, .warm).outcome == .handledOnce)
    var document = app.document
    var other = HandlerClass("Other", roles: [.sceneDelegate], inherits: ["UIWindowSceneDelegate"], at: at(80))
    other.methods = []
    document.handlers.append(other)
    let index = try #require(document.handlers.firstIndex { $0.roles.contains(.appDelegate) })
    document.handlers[index].methods.append(
      HandlerMethod(AppCallback.configurationForConnecting.rawValue, written: "configuration", at: at(90)))
    let package = try AppPackage(
      name: "App",
      infoPlist: [
        "CFBundleIdentifier": "com.example.app",
        "UIApplicationSceneManifest": [
          "UISceneConfigurations": [
            "UIWindowSceneSessionRoleApplication": [
              ["UISceneConfigurationName": "A", "UISceneDelegateClassName": "App.SceneDelegate"],
              ["UISceneConfigurationName": "B", "UISceneDelegateClassName": "App.Other"],
            ]
          ]
        ],
      ])
    let code = SubjectCode(document, of: package)
    let trial = try CodeTrial(
      .quickAction(Self.item), .warm, of: PreparedPackage(package), code, on: .iPhone, os: .newest)
    #expect(trial.outcome == .notKnown)
  }

  @Test func sceneDelegateWithBothMethodsHandlesEachActionOnce() throws {
    var app = SourceFixture()
    app.scene(SourceFixture.sceneAction(line: 20) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(21))] })
    app.scene(
      SourceFixture.connect(line: 10) {
        $0.steps = [HandlerStep(.handle, .shortcutItem, .whenGiven, at: at(11))]
      })
    for launch in CodeTrial.Launch.allCases {
      #expect(try outcome(app.document, launch).outcome == .handledOnce)
    }
  }

  /// LAUNCH-021: in an app with scenes the app delegate's method is never called; before iOS 13 it is the only one.
  @Test func appDelegateMethodIsUnusedInASceneApp() throws {
    var app = SourceFixture()
    app.application(SourceFixture.appAction(line: 30) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(31))] })
    app.scene(SourceFixture.connect(line: 10))
    #expect(try outcome(app.document, .warm).outcome == .lost)
    #expect(try outcome(app.document, .warm).reason?.contains("SceneDelegate has no windowScene") == true)
    #expect(try outcome(app.document, .warm, os: OSVersion(12, 0)).outcome == .handledOnce)
  }

  /// LAUNCH-005: handled in the launch method, which returns true, and again in the callback.
  @Test(arguments: [
    (ReturnedValue.Kind.yes, DeliveryOutcome.handledTwice), (.noWhenGiven, .handledOnce), (.no, .handledOnce),
    // Whether the callback follows is unknown: the action may be handled once.
    (.computed, .notKnown),
  ]) func launchMethodThatHandlesMustReturnFalse(kind: ReturnedValue.Kind, expected: DeliveryOutcome) throws {
    var app = SourceFixture()
    app.application(SourceFixture.appAction(line: 30) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(31))] })
    app.application(
      SourceFixture.launch(line: 5) {
        $0.steps = [HandlerStep(.handle, .shortcutItem, .whenGiven, at: at(6))]
        $0.returned = ReturnedValue(kind, at: at(8))
      })
    #expect(try outcome(app.document, .cold, scenes: false).outcome == expected)
    #expect(try outcome(app.document, .warm, scenes: false).outcome == .handledOnce)
  }

  /// LAUNCH-036: an item stored for the activation and not cleared fires again.
  @Test(arguments: [true, false]) func storedItemMustBeCleared(isCleared: Bool) throws {
    var app = SourceFixture()
    app.application(
      SourceFixture.appAction(line: 30) {
        $0.steps = [HandlerStep(.keep, .shortcutItem, at: at(31), store: "AppDelegate.item")]
      })
    app.application(
      SourceFixture.method(.applicationDidBecomeActive, line: 40) {
        $0.steps = [HandlerStep(.handleKept, .shortcutItem, .whenGiven, at: at(41), store: "AppDelegate.item")]
        if isCleared { $0.steps.append(HandlerStep(.clear, .shortcutItem, at: at(42), store: "AppDelegate.item")) }
      })
    let cold = try outcome(app.document, .cold, scenes: false)
    #expect(cold.outcome == (isCleared ? .handledOnce : .handledTwice))
    #expect(cold.reason == (isCleared ? nil : "again when the app comes back"))
    #expect(cold.places == (isCleared ? [at(41).location] : [at(41).location, at(41).location]))
  }

  /// Other code may read the stored item.
  @Test func storedItemWithoutKnownReadsIsUnknown() throws {
    var app = SourceFixture()
    app.application(
      SourceFixture.appAction(line: 30) {
        $0.steps = [HandlerStep(.keep, .shortcutItem, at: at(31), store: "AppDelegate.item")]
      })
    let warm = try outcome(app.document, .warm, scenes: false)
    #expect(warm.outcome == .notKnown && warm.places == [at(31).location])
    #expect(warm.reason?.hasPrefix("it is stored here") == true)
  }

  @Test func unreadCodeIsNotChecked() throws {
    var app = SourceFixture()
    app.application(
      SourceFixture.appAction(line: 30) { $0.steps = [HandlerStep(.pass, .shortcutItem, at: at(31))] })
    #expect(try outcome(app.document, .warm, scenes: false).outcome == .notKnown)
    var base = SourceFixture(inherits: ["RCTAppDelegate"])
    base.application(SourceFixture.launch(line: 5))
    let trial = try outcome(base.document, .warm, scenes: false)
    #expect(trial.outcome == .notKnown)
    #expect(trial.reason == "RCTAppDelegate may handle it")
    #expect(try outcome(SourceDocument(program: ""), .cold).outcome == .notKnown)
  }

  /// Code that gets all options of a launch may take the event out of them; without it the event is lost.
  @Test(arguments: [HandlerStep.Subject.shortcutItem, .url, .userActivity, .notification])
  func eventInOptionsThatArePassedOnIsNotKnown(subject: HandlerStep.Subject) throws {
    func trial(_ launch: CodeTrial.Launch, _ steps: [HandlerStep], scenes: Bool = false) throws -> CodeTrial {
      var app = SourceFixture()
      if scenes {
        app.scene(SourceFixture.connect(line: 5) { $0.steps = steps })
      } else {
        app.application(SourceFixture.launch(line: 5) { $0.steps = steps })
      }
      var package = try SourceFixture.package(scenes: scenes)
      package.infoPlist["CFBundleURLTypes"] = [["CFBundleURLSchemes": ["paint"]]]
      let event: CodeEvent =
        switch subject {
        case .url: .url("paint://open")
        case .userActivity: .universalLink("https://example.com/")
        case .notification: .notification(UserNotification(title: "New"))
        case .shortcutItem, .none: .quickAction(Self.item)
        }
      return try CodeTrial(
        event, launch, of: PreparedPackage(package), SubjectCode(app.document, of: package), on: .iPhone, os: .newest)
    }
    // Code that was not read may set the delegate for taps.
    let lost: DeliveryOutcome = subject == .notification ? .notKnown : .lost
    let offer = HandlerStep(.offer, subject, .whenGiven, at: at(7))
    #expect(try trial(.cold, []).outcome == lost)
    for launch in [CodeTrial.Launch.cold, .jetsam] {
      let passed = try trial(launch, [offer])
      #expect(passed.outcome == .notKnown && passed.places == [at(7).location], "\(passed.outcome) \(passed.places)")
      #expect(passed.reason == "it is passed to code that was not read")
    }
    #expect(try trial(.warm, [offer]).outcome == lost)
    let other = HandlerStep(.offer, subject == .url ? .shortcutItem : .url, .whenGiven, at: at(7))
    #expect(try trial(.cold, [other]).outcome == lost)
    #expect(try trial(.cold, [HandlerStep(.offer, subject, .whenNotGiven, at: at(7))]).outcome == lost)
    let stored = try trial(.cold, [HandlerStep(.offer, subject, .whenGiven, at: at(8), store: "AppDelegate.options")])
    #expect(stored.reason?.hasPrefix("it is stored here") == true && stored.places == [at(8).location])
    #expect(try trial(.cold, [offer], scenes: true).outcome == .notKnown)
  }

  /// React Native takes the URL of a launch from the launch options, and other URLs from RCTLinkingManager.
  @Test(arguments: [
    ("RCTLinkingManager.application(_:openURL:options:)", CodeTrial.Launch.cold, 7),
    ("RCTLinkingManager.application(_:openURL:options:)", .jetsam, 7),
    ("RCTLinkingManager.application(_:openURL:options:)", .warm, 17), ("application(_:openURL:options:)", .cold, 17),
  ])
  func reactNativeReadsTheURLOfTheLaunchOptions(function: String, launch: CodeTrial.Launch, line: Int) throws {
    var app = SourceFixture()
    app.application(
      SourceFixture.launch(line: 5) { $0.steps = [HandlerStep(.offer, .url, .whenGiven, at: at(7))] })
    var method = HandlerMethod(
      AppCallback.openURL.rawValue, written: "application(_:open:options:)", at: at(16))
    method.steps = [HandlerStep(.pass, .url, at: at(17), function: function)]
    app.application(method)
    var package = try SourceFixture.package(scenes: false)
    package.infoPlist["CFBundleURLTypes"] = [["CFBundleURLSchemes": ["paint"]]]
    let trial = try CodeTrial(
      .url("paint://open"), launch, of: PreparedPackage(package), SubjectCode(app.document, of: package), on: .iPhone,
      os: .newest)
    #expect(trial.outcome == .notKnown && trial.places == [at(line).location], "\(trial.places)")
  }

  /// A type that only `default:` handles is handled in its branch.
  @Test func defaultHasItsOwnLine() throws {
    var app = SourceFixture()
    app.application(
      SourceFixture.appAction(line: 30) {
        let comparison = Comparison(
          [.init(.literal("com.example.other"), at: at(31), action: at(32))], hasDefault: true, isComplete: true,
          defaultAction: at(34))
        $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(31), comparison: comparison)]
      })
    #expect(try outcome(app.document, .warm, scenes: false).places == [at(34).location])
  }

  /// What is compared is handled for those that it names; all others go on to code that was not read.
  @Test func whatIsNotComparedIsPassedOn() throws {
    func trial(_ text: String) throws -> CodeTrial {
      var app = SourceFixture()
      app.application(
        SourceFixture.appAction(line: 30) {
          let comparison = Comparison([.init(.literal(text), at: at(31))], hasDefault: false, isComplete: false)
          $0.steps = [
            HandlerStep(.handle, .shortcutItem, at: at(31), comparison: comparison),
            HandlerStep(.pass, .shortcutItem, at: at(33)),
          ]
        })
      return try outcome(app.document, .warm, scenes: false)
    }
    let known = try trial("com.example.new")
    #expect(known.outcome == .handledOnce && known.places == [at(31).location])
    let other = try trial("com.example.other")
    #expect(other.outcome == .notKnown && other.places == [at(33).location])
    #expect(other.reason == "it is passed to code that was not read")
  }

  /// A loss names what is handled instead if it is one thing, and the line where it is compared.
  @Test(arguments: [
    (["a"], "only “a” is handled", 41), (["a", "a"], "only “a” is handled", 42),
    (["a", "b"], "windowScene(_:performActionFor:completionHandler:) does nothing with it", 42),
    ([], "windowScene(_:performActionFor:completionHandler:) does nothing with it", 31),
  ])
  func lossSaysWhatIsHandled(texts: [String], reason: String, line: Int) throws {
    var app = SourceFixture()
    app.scene(
      SourceFixture.sceneAction(line: 30) {
        let places = texts.enumerated().map { Comparison.Place(.literal($1), at: at(41 + $0)) }
        let comparison = Comparison(places, hasDefault: false, isComplete: true)
        $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(31), comparison: comparison)]
      })
    let trial = try outcome(app.document, .warm)
    #expect(trial.outcome == .lost)
    #expect(trial.reason == reason)
    #expect(trial.places == [at(line).location])
  }

  /// Code may compare what is after the last full stop of a type.
  @Test(arguments: [
    ("new", nil), ("example.new", "only “….example.new” is handled"), ("old", "only “….old” is handled"),
  ])
  func lastPartOfATypeIsCompared(part: String, loss: String?) throws {
    var app = SourceFixture()
    app.scene(
      SourceFixture.sceneAction(line: 30) {
        let comparison = Comparison([.init(.lastPart(part), at: at(41))], hasDefault: false, isComplete: true)
        $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(31), comparison: comparison)]
      })
    let trial = try outcome(app.document, .warm)
    #expect(trial.outcome == (loss == nil ? .handledOnce : .lost) && trial.reason == loss, "\(trial)")
  }

  /// A manifest without configurations may be there only to end a line of the console (LAUNCH-170).
  @Test func anEmptyManifestDoesNotMakeAnAppOneOfScenes() throws {
    var app = SourceFixture()
    app.application(SourceFixture.appAction(line: 30) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(31))] })
    var document = app.document
    document.handlers.removeAll { $0.roles.contains(.sceneDelegate) }
    func trial(_ configurations: PropertyListValue) throws -> CodeTrial {
      var package = try SourceFixture.package(scenes: true)
      package.infoPlist["UIApplicationSceneManifest"] = ["UISceneConfigurations": configurations]
      return try CodeTrial(
        .quickAction(Self.item), .warm, of: PreparedPackage(package), SubjectCode(document, of: package), on: .iPhone,
        os: .newest)
    }
    let empty = try trial([:])
    #expect(empty.outcome == .notKnown && empty.reason == "it is uncertain whether the app has scenes")
    // One with a configuration does.
    let named = try trial(["UIWindowSceneSessionRoleApplication": [["UISceneConfigurationName": "Default"]]])
    #expect(named.outcome == .lost)
  }

  private static func link(
    _ texts: [TextValue], and more: [HandlerStep] = []
  ) throws -> (app: SourceFixture, package: AppPackage) {
    var app = SourceFixture()
    app.scene(
      SourceFixture.method(.sceneContinueUserActivity, line: 60) {
        let comparison = Comparison(
          texts.map { text in Comparison.Place(text, at: SourceFixture.at(61)) }, hasDefault: false,
          isComplete: texts.count == 1)
        $0.steps = [HandlerStep(.handle, .userActivity, at: SourceFixture.at(61), comparison: comparison)] + more
      })
    return (app, try SourceFixture.package(scenes: true))
  }

  /// A system constant is kept as it is written.
  @Test func linkActivityIsRecognizedByItsConstant() throws {
    let (app, package) = try Self.link([.computed("NSUserActivityTypeBrowsingWeb"), .computed("other()")])
    let trial = try CodeTrial(
      .universalLink("https://example.com/"), .warm, of: PreparedPackage(package),
      SubjectCode(app.document, of: package), on: .iPhone, os: .newest)
    #expect(trial.outcome == .handledOnce)
    #expect(trial.places == [at(61).location])
  }

  /// All links have this type of activity, so code that gets the link may still refuse it. Followed code handles it.
  @Test func linkThatUnreadCodeGetsIsNotKnown() throws {
    func trial(_ more: [HandlerStep]) throws -> CodeTrial {
      let (app, package) = try Self.link([.computed("NSUserActivityTypeBrowsingWeb")], and: more)
      return try CodeTrial(
        .universalLink("https://example.com/"), .warm, of: PreparedPackage(package),
        SubjectCode(app.document, of: package), on: .iPhone, os: .newest)
    }
    let pass = HandlerStep(.pass, .userActivity, .whenGiven, at: at(85))
    let passed = try trial([pass])
    #expect(passed.outcome == .notKnown && passed.places == [at(85).location], "\(passed.outcome) \(passed.places)")
    let deed = HandlerStep(.handle, .userActivity, .whenGiven, at: at(90))
    #expect(try trial([pass, deed]).outcome != .notKnown)
    #expect(try trial([HandlerStep(.pass, .url, .whenGiven, at: at(85))]).outcome == .handledOnce)
  }

  /// Code for the app's own activities expects no links, and code for remote notifications expects no taps.
  @Test(arguments: [(TextValue.literal("com.example.window"), 0), (.computed("NSUserActivityTypeBrowsingWeb"), 3)])
  func unexpectedEventsAreNotTried(text: TextValue, links: Int) throws {
    let (linked, package) = try Self.link([text])
    var app = linked
    app.application(
      SourceFixture.method(.didReceiveRemoteNotification, line: 70) {
        $0.steps = [HandlerStep(.handle, .notification, at: SourceFixture.at(71))]
      })
    let subjects = AppCheck(package, models: [.iPhone], versions: [.newest], sources: app.document).rows.map(\.subject)
    let events = subjects.compactMap { subject -> CodeEvent? in
      if case .code(let event, _) = subject { event } else { nil }
    }
    #expect(events.filter { $0.subject == .userActivity }.count == links)
    #expect(events.filter { $0.subject == .notification }.isEmpty)
  }

  /// A failed row that no rule explains has a code of its name, and another one for all.
  @Test(arguments: [("check:paint://open", true), ("check", true), ("check:other://open", false)])
  func failedRowIsIgnoredByItsCode(code: String, isIgnored: Bool) throws {
    let (app, linked) = try Self.link([.literal("com.example.window")])
    var package = linked
    package.infoPlist["CFBundleURLTypes"] = [
      ["CFBundleURLSchemes": ["paint", "com.googleusercontent.apps.123-abc"]]
    ]
    let check = AppCheck(package, models: [.iPhone], versions: [.newest], sources: app.document)
    let rows = check.rows.filter { if case .code(.url, _) = $0.subject { true } else { false } }
    #expect(rows.count == 3 && rows.allSatisfy { $0.subject.code == "check:paint://open" && !$0.holds }, "\(rows)")
    let left = check.ignoring { $0.rawValue == code }.rows.filter { $0.subject.code == "check:paint://open" }
    #expect(left.allSatisfy { $0.holds == isIgnored }, "\(left)")
    #expect(try RuleSelector(code, among: []).codes == [RuleCode(rawValue: code)])
    #expect(throws: (any Error).self) { try RuleSelector("checks", among: []) }
  }

  func verdicts(
    _ document: SourceDocument, domains: PropertyListValue = [], settings: [String: String] = [:],
    scenes: Bool = true
  ) throws -> [String: [String]] {
    var info = try SourceFixture.package(scenes: scenes).infoPlist
    info.remove("UIApplicationShortcutItems")
    var package = try AppPackage(
      name: "Paint", infoPlist: info, entitlements: ["com.apple.developer.associated-domains": domains])
    for (name, value) in settings { package.settings[name] = value }
    let rows = AppCheck(package, models: [.iPhone], versions: [.newest], sources: document).rows
    var verdicts: [String: [String]] = [:]
    for row in rows {
      guard case .code(let event, _) = row.subject, let cell = row.spans[0].last?.cell else { continue }
      verdicts[event.name, default: []].append("\(cell.verdict) \(cell.text)")
    }
    return verdicts
  }

  /// An entitlement expects links, whether the code does or not.
  @Test func linksOfAnEntitlementHaveRows() throws {
    var app = SourceFixture()
    app.scene(SourceFixture.connect(line: 10))
    let lost = try verdicts(app.document, domains: ["applinks:example.com"])
    #expect(lost.keys.sorted() == ["https://example.com/"])
    #expect(lost["https://example.com/"]?.count == 3)
    #expect(
      lost.values.joined().contains("fails lost: SceneDelegate has no scene(_:continue:)"), "\(lost)")
    // A protocol of macOS handles nothing.
    var mac = app.document
    mac.handlers[1].inherits = ["NSApplicationDelegate"]
    #expect(try verdicts(mac, domains: ["applinks:example.com"]) == lost)
    for domain in ["webcredentials:example.com", "applinks:example.com?mode=developer", "applinks:$(HOST)"] {
      #expect(try verdicts(app.document, domains: [.string(domain)]).isEmpty, "\(domain)")
    }
    // A superclass that was not read may handle them.
    var open = app.document
    open.handlers[1].inherits = ["VendorSceneDelegate"]
    let unknown = try verdicts(open, domains: ["applinks:example.com"])
    #expect(unknown.values.joined().allSatisfy { $0.hasPrefix("unknown") }, "\(unknown)")
  }

  /// A delegate that only shows notifications loses taps, which may be intended: the row never fails.
  @Test func centreDelegateWithoutTheMethodForTapsHasARow() throws {
    var app = SourceFixture()
    app.scene(SourceFixture.connect(line: 10))
    #expect(try verdicts(app.document).isEmpty)
    var document = app.document
    document.handlers.append(
      HandlerClass("Push", roles: [.notificationDelegate], inherits: ["NSObject"], at: at(80)))
    let found = try verdicts(document)
    #expect(found["notification"]?.count == 3)
    #expect(
      found["notification"]?.allSatisfy { $0.hasPrefix("absent Push has no userNotificationCenter(") }
        == true, "\(found)")
    // Another delegate, or a superclass that was not read, may have it.
    document.handlers[2].inherits = ["VendorDelegate"]
    #expect(try verdicts(document).isEmpty)
    document.handlers[2].inherits = ["NSObject"]
    document.handlers.append(
      HandlerClass("Other", roles: [.notificationDelegate], inherits: ["NSObject"], at: at(90)))
    #expect(try verdicts(document).isEmpty)
  }

  /// Without scenes, iOS may call the older method for a tap (LAUNCH-089).
  @Test(arguments: [true, false], [true, false]) func olderMethodMayGetTheTap(scenes: Bool, isIdle: Bool) throws {
    var app = SourceFixture()
    app.application(
      SourceFixture.method(.didReceiveRemoteNotification, line: 20) {
        $0.steps = [HandlerStep(.handle, .notification, at: at(21))]
        $0.isIdle = isIdle
      })
    var document = app.document
    document.handlers.append(
      HandlerClass("Push", roles: [.notificationDelegate], inherits: ["NSObject"], at: at(80)))
    let rows = try verdicts(document, scenes: scenes)["notification"] ?? []
    let start = scenes || isIdle ? "absent Push has no " : "unknown not known: iOS may call application("
    #expect(!rows.isEmpty && rows.allSatisfy { $0.hasPrefix(start) }, "\(rows)")
  }

  /// Code that was not read may set the delegate, for example in a package.
  @Test func tapsAreNotLostWithoutAKnownDelegate() throws {
    var app = SourceFixture()
    app.scene(
      SourceFixture.connect(line: 10) { $0.steps = [HandlerStep(.handle, .notification, .whenGiven, at: at(11))] })
    let rows = try verdicts(app.document)["notification"] ?? []
    #expect(rows.count == 3 && !rows.contains { $0.hasPrefix("fails") }, "\(rows)")
    #expect(rows.contains { $0.contains("may set the notification centre’s delegate") }, "\(rows)")
    // A method that does nothing loses them.
    let tap = HandlerMethod("\(AppCallback.didReceiveNotificationResponse.rawValue)", written: "tap", at: at(81))
    var idle = HandlerClass("Push", roles: [.notificationDelegate], inherits: ["NSObject"], at: at(80))
    idle.methods = [tap]
    var document = app.document
    document.handlers.append(idle)
    #expect(try verdicts(document)["notification"]?.contains { $0.hasPrefix("fails") } == true)
  }

  /// A method inside `#if` exists only if the target defines the macro.
  @Test(
    arguments: [
      ("PAY", nil, false), ("PAY", "OTHER=1 PAY=1", true), ("PAY", "PAY", true), ("PAY", "PAY=0 PAYS", false),
      ("DEBUG", nil, true), ("TARGET_OS_IOS", nil, true), (nil, nil, true),
    ] as [(String?, String?, Bool)])
  func methodInsideAConditionMayBeMissing(condition: String?, defined: String?, isHandled: Bool) throws {
    var app = SourceFixture()
    app.scene(
      SourceFixture.method(.sceneContinueUserActivity, line: 20) {
        $0.steps = [HandlerStep(.handle, .userActivity, at: at(21))]
        $0.condition = condition
      })
    let rows = try verdicts(
      app.document, domains: ["applinks:example.com"],
      settings: defined.map { ["GCC_PREPROCESSOR_DEFINITIONS": $0] } ?? [:])
    let warm = rows["https://example.com/"]?.contains { $0.contains("is inside “#if PAY”") } ?? false
    #expect(warm != isHandled, "\(rows)")
  }

  /// A separate class receives taps instead of the app delegate; without one, nothing did.
  @Test func notificationCenterHasOneDelegate() throws {
    func document(_ roles: [HandlerClass.Role]...) -> SourceDocument {
      var app = SourceFixture()
      app.application(SourceFixture.method(.didReceiveNotificationResponse, line: 20))
      var document = app.document
      for (number, roles) in roles.enumerated() {
        var helper = HandlerClass("Helper\(number)", roles: roles, inherits: ["NSObject"], at: at(80))
        helper.methods = [
          SourceFixture.method(.didReceiveNotificationResponse, line: 81) {
            $0.steps = [
              HandlerStep(
                .handle, .notification, at: SourceFixture.at(82),
                comparison: Comparison(
                  [.init(.computed("UNNotificationDefaultActionIdentifier"), at: SourceFixture.at(82))],
                  hasDefault: false, isComplete: false))
            ]
          }
        ]
        document.handlers.append(helper)
      }
      return document
    }
    func tapped(_ document: SourceDocument) throws -> CodeTrial {
      let package = try SourceFixture.package(scenes: false)
      return try CodeTrial(
        .notification(UserNotification(title: "a")), .cold, of: PreparedPackage(package),
        SubjectCode(document, of: package), on: .iPhone, os: .newest)
    }
    let trial = try tapped(document([.notificationDelegate]))
    #expect(trial.outcome == .handledOnce)
    #expect(trial.places == [at(82).location])
    #expect(try tapped(document([.plugin])).outcome == .lost)
    // The delegate that is set last is unknown.
    #expect(try tapped(document([.notificationDelegate], [.notificationDelegate])).outcome == .notKnown)
  }

  /// LAUNCH-089: without a delegate of the centre, the app delegate's older method handles taps, except on iOS 10.0.
  @Test(arguments: ["9.3", "10.0", "10.1", "26.0"])
  func olderMethodHandlesTapsWithoutADelegateOfTheCentre(os: String) throws {
    var app = SourceFixture()
    app.application(
      SourceFixture.method(.didReceiveRemoteNotification, line: 20) {
        $0.steps = [HandlerStep(.handle, .notification, at: at(21))]
      })
    func outcome(_ document: SourceDocument) throws -> DeliveryOutcome {
      let package = try SourceFixture.package(scenes: false)
      return try CodeTrial(
        .notification(UserNotification(title: "a")), .cold, of: PreparedPackage(package),
        SubjectCode(document, of: package), on: .iPhone, os: OSVersion(parsing: os)
      ).outcome
    }
    #expect(try outcome(app.document) == (os == "10.0" ? .notKnown : .handledOnce))
    var document = app.document
    document.handlers.append(
      HandlerClass("Push", roles: [.notificationDelegate], inherits: ["NSObject"], at: at(80)))
    #expect(try outcome(document) == (os == "9.3" ? .handledOnce : .notKnown))
  }

  @Test func unknownTypeIsLost() throws {
    var app = SourceFixture()
    func compare(_ text: TextValue, hasDefault: Bool, isComplete: Bool) -> SourceDocument {
      var app = SourceFixture()
      app.application(
        SourceFixture.appAction(line: 30) {
          $0.steps = [
            HandlerStep(
              .handle, .shortcutItem, at: at(31),
              comparison: Comparison([.init(text, at: at(31))], hasDefault: hasDefault, isComplete: isComplete))
          ]
        })
      return app.document
    }
    app.application(SourceFixture.launch(line: 5))
    func warm(_ document: SourceDocument) throws -> DeliveryOutcome {
      try outcome(document, .warm, scenes: false).outcome
    }
    #expect(try warm(compare(.literal("com.example.new"), hasDefault: false, isComplete: true)) == .handledOnce)
    #expect(try warm(compare(.literal("com.example.New"), hasDefault: false, isComplete: true)) == .lost)
    #expect(try warm(compare(.literal("other"), hasDefault: true, isComplete: true)) == .handledOnce)
    #expect(try warm(compare(.computed("kind"), hasDefault: false, isComplete: false)) == .notKnown)
  }

  func at(_ line: Int) -> SourcePlace { SourceFixture.at(line) }
}
