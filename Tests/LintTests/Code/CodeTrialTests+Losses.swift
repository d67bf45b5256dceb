import AppPackages
import AppSources
import HomeScreenSimulator
import Lint
import PropertyLists
import TestSupport
import Testing

/// The reasons of losses: stores that nothing reads, and SwiftUI apps without a handler.
extension CodeTrialTests {
  /// An action in a store that nothing reads is lost; other code may read a store that escapes. A store for other actions
  /// does not get it.
  @Test(arguments: [
    (true, false, nil as String?, DeliveryOutcome.lost), (false, false, nil, .notKnown), (true, true, nil, .notKnown),
    (true, false, "com.example.new", .lost), (false, false, "com.example.other", .lost),
  ])
  func storedActionThatNothingReadsIsLost(
    isUnread: Bool, escapes: Bool, type: String?, expected: DeliveryOutcome
  ) throws {
    var app = SourceFixture()
    let comparison = type.map {
      Comparison([.init(.literal($0), at: at(21))], hasDefault: false, isComplete: true)
    }
    app.scene(
      SourceFixture.sceneAction(line: 20) {
        $0.steps = [HandlerStep(.keep, .shortcutItem, at: at(22), store: "Router.pending", comparison: comparison)]
      })
    var document = app.document
    var store = ItemStore("Router.pending", .shortcutItem, at: at(5))
    store.writes = [at(22)]
    store.reads = isUnread ? [] : [StoreRead(at: at(30), function: "show()")]
    store.escapes = escapes
    document.stores = [store]
    let trial = try outcome(document, .warm)
    #expect(trial.outcome == expected, "\(trial.reason ?? "")")
    let isStored = type != "com.example.other"
    #expect((trial.reason?.contains("nothing reads it") == true) == (expected == .lost && isStored))
    if isStored { #expect(trial.places == [at(22).location]) }
  }

  /// A notification that no code observes may not handle the action.
  @Test(arguments: [(true, DeliveryOutcome.notKnown), (false, .handledOnce)])
  func unheardNotificationIsNotKnownToHandle(isUnheard: Bool, expected: DeliveryOutcome) throws {
    var app = SourceFixture()
    app.scene(
      SourceFixture.sceneAction(line: 20) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(22))] })
    var document = app.document
    document.unheard = isUnheard ? [at(22)] : [at(23)]
    let trial = try outcome(document, .warm)
    #expect(trial.outcome == expected, "\(trial)")
    #expect((trial.reason?.contains("no code that was read uses what this line posts or stores") == true) == isUnheard)
  }

  /// A stored action that is put into another store is where that one is read. One that its only reader drops is lost.
  @Test(arguments: [
    // The action, the condition, the function that reads the first store, and whether code reads the second one.
    (HandlerStep.Action.keep, HandlerStep.Condition.whenGiven, "active()", false, DeliveryOutcome.lost),
    (.read, .whenGiven, "active()", false, .lost), (.keep, .whenGiven, "active()", true, .notKnown),
    (.keep, .sometimes, "active()", false, .notKnown), (.read, .sometimes, "active()", false, .notKnown),
    (.keep, .whenGiven, "other()", false, .notKnown), (.read, .whenGiven, "other()", false, .notKnown),
  ])
  func actionMovesToAnotherStore(
    action: HandlerStep.Action, condition: HandlerStep.Condition, reader: String, isRead: Bool,
    expected: DeliveryOutcome
  ) throws {
    var app = SourceFixture()
    app.scene(
      SourceFixture.connect(line: 10) {
        $0.steps = [HandlerStep(.keep, .shortcutItem, at: at(12), store: "Scene.saved")]
      })
    app.scene(
      SourceFixture.method(.sceneDidBecomeActive, line: 20) {
        var step = HandlerStep(action, .shortcutItem, condition, at: at(22), function: "active()", store: "Scene.saved")
        if action == .keep { (step.origin, step.store) = ("Scene.saved", "Router.page") }
        $0.steps = [step, HandlerStep(.clear, .shortcutItem, at: at(23), store: "Scene.saved")]
      })
    var document = app.document
    var (first, second) = (
      ItemStore("Scene.saved", .shortcutItem, at: at(5)), ItemStore("Router.page", .shortcutItem, at: at(6))
    )
    (first.writes, first.reads) = ([at(12)], [StoreRead(at: at(21), function: reader)])
    (second.writes, second.reads) = ([at(22)], isRead ? [StoreRead(at: at(30), function: "show()")] : [])
    document.stores = [first, second]
    let trial = try outcome(document, .cold)
    #expect(
      trial.outcome == expected && trial.places == [at(expected == .lost || isRead ? 22 : 12).location], "\(trial)")
  }

  /// What the app delegate's window shows does nothing in an app with scenes, if no code sets that window.
  @Test(arguments: [
    (21, true, "13.0", DeliveryOutcome.notKnown), (22, true, "13.0", .handledOnce), (21, false, "12.0", .handledOnce),
  ])
  func windowOfTheAppDelegateIsNil(line: Int, scenes: Bool, os: String, expected: DeliveryOutcome) throws {
    var app = SourceFixture()
    let steps = [HandlerStep(.handle, .shortcutItem, at: at(21))]
    app.scene(SourceFixture.sceneAction(line: 20) { $0.steps = steps })
    app.application(SourceFixture.appAction(line: 20) { $0.steps = steps })
    var document = app.document
    document.windowUses = [at(line)]
    let trial = try outcome(document, .warm, os: try #require(OSVersion(os)), scenes: scenes)
    #expect(trial.outcome == expected, "\(trial)")
    #expect((trial.reason?.hasPrefix("the window of the app delegate is nil") == true) == (expected == .notKnown))
    if expected == .notKnown { #expect(trial.places == [at(21).location]) }
  }

  @Test(arguments: [true, false]) func windowThatNothingKeepsIsNotKnown(isLost: Bool) throws {
    var app = SourceFixture()
    app.scene(SourceFixture.connect(line: 10) { $0.lostWindow = isLost ? at(11) : nil })
    app.scene(SourceFixture.sceneAction(line: 20) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(21))] })
    let trial = try outcome(app.document, .warm)
    #expect(trial.outcome == (isLost ? .notKnown : .handledOnce))
    #expect(trial.places == [at(isLost ? 11 : 21).location])
  }

  /// The value of the completion handler is shown as what the code says.
  @Test(arguments: [
    (ReturnedValue.Kind?.none, "outcome=true"), (.yes, "outcome=true"), (.no, "outcome=false"),
    (.computed, "outcome=computed at App.swift:24"),
  ])
  func valueOfTheCompletionHandlerIsShown(kind: ReturnedValue.Kind?, text: String) throws {
    var app = SourceFixture()
    app.scene(
      SourceFixture.sceneAction(line: 20) {
        $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(21))]
        $0.completion = CompletionUse(.all, calls: [at(24)])
        $0.completion?.value = kind.map { ReturnedValue($0, at: at(24)) }
      })
    let trial = try outcome(app.document, .warm)
    #expect(trial.outcome == .handledOnce)
    let completed = trial.trace.filter { $0.what == .delivery(.completed) }
    #expect(completed.count == 1 && completed.allSatisfy { "\($0.detail)".hasSuffix(text) }, "\(completed)")
  }

  /// Code compares the scheme of a universal link, too.
  @Test(arguments: [("https", true), ("http", false), ("paint", false), ("NSUserActivityTypeBrowsingWeb", true)])
  func universalLinkHasAScheme(text: String, isNamed: Bool) {
    let comparison = Comparison([.init(.literal(text), at: at(21))], hasDefault: false, isComplete: true)
    #expect(comparison.names(.universalLink("https://example.com/")) == isNamed)
  }

  /// A class of which only a category was read may have the method, and so may a superclass that was not read.
  @Test(arguments: [
    (true, [], "AppDelegate may handle it"), (false, ["CDVAppDelegate"], "CDVAppDelegate may handle it"),
    (true, ["CDVAppDelegate"], "CDVAppDelegate may handle it"), (false, ["UIResponder"], nil as String?),
  ])
  func classReadInPartMayHandleTheAction(isPartial: Bool, inherits: [String], reason: String?) throws {
    var document = SourceFixture(inherits: inherits).document
    document.handlers = [document.handlers[0]]
    document.handlers[0].isPartial = isPartial
    for launch in [CodeTrial.Launch.cold, .warm, .jetsam] {
      let trial = try outcome(document, launch, scenes: false)
      #expect(trial.outcome == (reason == nil ? .lost : .notKnown), "\(launch)")
      if let reason { #expect(trial.reason == reason && trial.places == [at(2).location], "\(launch)") }
    }
  }

  /// If no scene delegate has code for an action, it does not matter which one gets it.
  @Test(arguments: [(false, DeliveryOutcome.lost), (true, .notKnown)])
  func severalSceneDelegatesWithoutCodeLoseTheAction(hasCode: Bool, expected: DeliveryOutcome) throws {
    var document = SourceFixture().document
    document.handlers.append(
      HandlerClass("Other", roles: [.sceneDelegate], inherits: ["UIResponder", "UIWindowSceneDelegate"], at: at(60)))
    if hasCode {
      let step = HandlerStep(.handle, .shortcutItem, at: at(62))
      document.handlers[2].methods = [SourceFixture.sceneAction(line: 61) { $0.steps = [step] }]
    }
    var info = try SourceFixture.package(scenes: true).infoPlist
    info["UIApplicationSceneManifest"] = [
      "UISceneConfigurations": [
        "UIWindowSceneSessionRoleApplication": [
          ["UISceneDelegateClassName": "Paint.SceneDelegate"], ["UISceneDelegateClassName": "Paint.Other"],
        ]
      ]
    ]
    let package = try AppPackage(name: "Paint", infoPlist: info)
    let trial = try CodeTrial(
      .quickAction(ShortcutItem(type: "com.example.new", localizedTitle: "New")), .warm, of: PreparedPackage(package),
      SubjectCode(document, of: package), on: .iPhone, os: OSVersion(26, 0))
    #expect(trial.outcome == expected, "\(trial.reason ?? "")")
  }

  /// A library may add the method to the app delegate: for its kind of event, unless the Info.plist forbids it.
  @Test(arguments: [
    ("package.json", #"  "@react-native-firebase/dynamic-links": "^11.0.0","#, "", CodeEvent.universalLink(link), true),
    ("package.json", #"  "@react-native-firebase/analytics": "^11.0.0","#, "", .universalLink(link), false),
    ("package.json", #"  "@react-native-firebase/dynamic-links": "^11.0.0","#, off, .universalLink(link), false),
    ("package.json", #"  "@react-native-firebase/dynamic-links": "^11.0.0","#, scenes, .universalLink(link), false),
    ("ios/Podfile", "  pod 'OneSignalXCFramework'", "", .universalLink(link), false),
    ("ios/Podfile", "  pod 'FirebaseAuth'", urls, .url("app-1-23-ios-4://open"), true),
    ("ios/Podfile", "  # pod 'FirebaseAuth'", urls, .url("app-1-23-ios-4://open"), false),
  ])
  func libraryMayAddTheMethod(file: String, line: String, keys: String, event: CodeEvent, isOpen: Bool) throws {
    let info = "<dict><key>CFBundleIdentifier</key><string>com.example.paint</string>\(keys)</dict>"
    let files = ["ios/App/Info.plist": Array(xml(info).utf8), file: Array("{\n\(line)\n}".utf8)]
    let package = try AppPackage(
      tree: MemoryTree(name: "Repo", files), infoPlistPath: "ios/App/Info.plist")
    var document = SourceFixture().document
    if keys != Self.scenes { document.handlers.removeLast() }
    let trial = try CodeTrial(
      event, .warm, of: PreparedPackage(package), SubjectCode(document, of: package), on: .iPhone, os: OSVersion(26, 0))
    #expect(trial.outcome == (isOpen ? .notKnown : .lost), "\(trial.reason ?? "")")
    if isOpen { #expect(trial.places == [SourceLocation(file: "Repo/\(file)", line: 2)]) }
  }

  private static let link = "https://example.com/"
  private static let off = "<key>FirebaseAppDelegateProxyEnabled</key><false/>"
  private static let scenes = """
    <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
    <key>UIWindowSceneSessionRoleApplication</key><array><dict>
    <key>UISceneDelegateClassName</key><string>Paint.SceneDelegate</string></dict></array></dict></dict>
    """
  private static let urls = """
    <key>CFBundleURLTypes</key><array><dict>
    <key>CFBundleURLSchemes</key><array><string>app-1-23-ios-4</string></array></dict></array>
    """

  /// A SwiftUI app without a scene delegate: the method that sets none is the cause, otherwise the entry point, and never
  /// a view. A class or a configuration that was not read decides nothing.
  @Test(arguments: [
    (nil as TextValue?, nil as String?, false, "no scene delegate is set", 1, DeliveryOutcome.lost),
    (.null, nil, true, "configuration sets no delegateClass", 90, .lost),
    (.literal("Default"), nil, true, "configuration sets no delegateClass", 90, .lost),
    (.computed("name"), nil, true, "it is unknown which scene delegate gets it", 90, .notKnown),
    (nil, nil, true, "it is unknown which scene delegate gets it", 90, .notKnown),
    (.null, "Missing", true, "the scene delegate “Missing” was not read", 90, .notKnown),
  ])
  func lostActionOfSwiftUINamesNoView(
    configuration: TextValue?, delegate: String?, hasMethod: Bool, reason: String, line: Int, expected: DeliveryOutcome
  ) throws {
    var document = SourceFixture().document
    document.entry = EntryPoint(.swiftUI, appDelegate: "AppDelegate", at: at(1))
    document.handlers.removeAll { $0.roles.contains(.sceneDelegate) }
    var view = HandlerClass("ContentView", roles: [.swiftUI], inherits: ["View"], at: at(50))
    view.methods = [HandlerMethod("onAppear", written: "ContentView.onAppear", at: at(51))]
    document.handlers.insert(view, at: 0)
    let index = try #require(document.handlers.firstIndex { $0.roles.contains(.appDelegate) })
    var method = HandlerMethod(AppCallback.configurationForConnecting.rawValue, written: "configuration", at: at(90))
    (method.configuration, method.sceneDelegate) = (configuration, delegate)
    if hasMethod { document.handlers[index].methods.append(method) }
    let trial = try outcome(document, .warm, scenes: false)
    #expect(trial.outcome == expected && trial.reason == reason && trial.places == [at(line).location], "\(trial)")
  }

  /// In a SwiftUI app without onOpenURL, another view or modifier is not the cause.
  @Test(arguments: [("onReceive", "no view has onOpenURL"), ("onOpenURL", "ContentView")])
  func lostURLOfSwiftUINamesTheEntryPoint(modifier: String, reason: String) throws {
    var app = SourceFixture()
    app.scene(SourceFixture.connect(line: 10))
    var document = app.document
    document.entry = EntryPoint(.swiftUI, appDelegate: nil, at: at(1))
    var view = HandlerClass("ContentView", roles: [.swiftUI], inherits: ["View"], at: at(50))
    view.methods = [HandlerMethod(modifier, written: "ContentView.\(modifier)", at: at(51))]
    document.handlers = [view]
    var info = try SourceFixture.package(scenes: true).infoPlist
    info["CFBundleURLTypes"] = [["CFBundleURLSchemes": ["paint"]]]
    let package = try AppPackage(name: "Paint", infoPlist: info)
    let trial = try CodeTrial(
      .url("paint://open"), .warm, of: PreparedPackage(package), SubjectCode(document, of: package), on: .iPhone,
      os: .newest)
    #expect(trial.outcome == .lost && trial.reason?.contains(reason) == true, "\(trial)")
  }

  /// LAUNCH-159: a class that neither the manifest nor the app delegate names is never made; a base class that was not
  /// read may name it.
  @Test(arguments: [("UIResponder", DeliveryOutcome.lost), ("CDVAppDelegate", .handledOnce)])
  func sceneDelegateThatNothingNamesGetsNothing(base: String, expected: DeliveryOutcome) throws {
    var app = SourceFixture(inherits: [base, "UIApplicationDelegate"])
    app.scene(SourceFixture.sceneAction(line: 20) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(21))] })
    var info = try SourceFixture.package(scenes: true).infoPlist
    info["UIApplicationSceneManifest"] = ["UISceneConfigurations": [:]]
    let package = try AppPackage(name: "Paint", infoPlist: info)
    let trial = try CodeTrial(
      .quickAction(ShortcutItem(type: "com.example.new", localizedTitle: "New")), .warm, of: PreparedPackage(package),
      SubjectCode(app.document, of: package), on: .iPhone, os: OSVersion(26, 0))
    #expect(trial.outcome == expected, "\(trial)")
    guard expected == .lost else { return }
    #expect(trial.reason == "nothing names SceneDelegate as the scene delegate" && trial.places == [at(3).location])
  }

  /// What code returns, the class that it sets, the class in the manifest, its name in Objective-C, the reason of a loss.
  private struct Connection: Sendable {
    var configuration: TextValue?
    var delegate: String?
    var declared: String? = "Paint.SceneDelegate"
    var objectiveC: String?
    var reason: String?
  }

  private static let connections: [Connection] = [
    Connection(configuration: .literal("Main")), Connection(configuration: .null),
    Connection(configuration: .computed("name")),
    Connection(configuration: .literal("Other"), delegate: "SceneDelegate"),
    Connection(
      configuration: .literal("Other"), reason: "connect sets no delegateClass, and the Info.plist has no delegate for"),
    Connection(configuration: .null, declared: nil, reason: "connect sets no delegateClass"),
    Connection(configuration: .null, delegate: "SceneDelegate", declared: nil),
    Connection(declared: "SceneDelegate", reason: "the Info.plist names SceneDelegate without its module"),
    Connection(declared: "SceneDelegate", objectiveC: "SceneDelegate"), Connection(),
  ]

  /// LAUNCH-159, LAUNCH-171: the configuration that code returns decides, and a Swift class has a module or `@objc(…)`.
  @Test(arguments: connections.indices) func configurationOfSceneDecides(index: Int) throws {
    let (configuration, delegate) = (Self.connections[index].configuration, Self.connections[index].delegate)
    let (declared, objectiveC) = (Self.connections[index].declared, Self.connections[index].objectiveC)
    let reason = Self.connections[index].reason
    var app = SourceFixture()
    app.scene(SourceFixture.sceneAction(line: 20) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(21))] })
    if let configuration {
      app.application(
        SourceFixture.method(.configurationForConnecting, line: 12) {
          ($0.written, $0.configuration, $0.sceneDelegate) = ("connect", configuration, delegate)
        })
    }
    var document = app.document
    document.handlers[1].objectiveCName = objectiveC
    var info = try SourceFixture.package(scenes: false).infoPlist
    var scene: PropertyListDictionary = ["UISceneConfigurationName": "Main"]
    if let declared { scene["UISceneDelegateClassName"] = .string(declared) }
    info["UIApplicationSceneManifest"] = [
      "UISceneConfigurations": ["UIWindowSceneSessionRoleApplication": [.dictionary(scene)]]
    ]
    let package = try AppPackage(name: "Paint", infoPlist: info)
    let trial = try CodeTrial(
      .quickAction(ShortcutItem(type: "com.example.new", localizedTitle: "New")), .warm, of: PreparedPackage(package),
      SubjectCode(document, of: package), on: .iPhone, os: OSVersion(18, 0))
    #expect(trial.outcome == (reason == nil ? .handledOnce : .lost), "\(trial)")
    if let reason { #expect(trial.reason?.hasPrefix(reason) == true, "\(trial)") }
  }

  /// SwiftUI makes only the app delegate that an adaptor names.
  @Test(arguments: [("AppDelegate" as String?, DeliveryOutcome.handledOnce), (nil, .lost)])
  func classWithoutAdaptorIsNotMade(delegate: String?, expected: DeliveryOutcome) throws {
    var app = SourceFixture()
    app.scene(SourceFixture.sceneAction(line: 20) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(21))] })
    app.application(
      SourceFixture.method(.configurationForConnecting, line: 12) {
        ($0.configuration, $0.sceneDelegate) = (.null, "SceneDelegate")
      })
    var document = app.document
    document.entry = EntryPoint(.swiftUI, appDelegate: delegate, at: at(1))
    var view = HandlerClass("ContentView", roles: [.swiftUI], inherits: ["View"], at: at(50))
    view.methods = [HandlerMethod("onAppear", written: "onAppear", at: at(51))]
    document.handlers.append(view)
    let trial = try outcome(document, .warm, scenes: false)
    #expect(trial.outcome == expected, "\(trial)")
    guard expected == .lost else { return }
    #expect(trial.reason?.hasPrefix("nothing creates AppDelegate") == true && trial.places == [at(2).location])
  }

  /// An extension of a class that was not found may handle the action.
  @Test(arguments: [([HandlerClass.Role.plugin], DeliveryOutcome.lost), ([], .notKnown)])
  func extensionOfUnknownClassMayHandleTheAction(roles: [HandlerClass.Role], expected: DeliveryOutcome) throws {
    var document = SourceFixture().document
    document.handlers.append(HandlerClass("Actions", roles: roles, inherits: [], at: at(60)))
    let trial = try outcome(document, .warm)
    #expect(trial.outcome == expected, "\(trial)")
    #expect((trial.reason?.contains("“Actions”, which was not found") == true) == (expected == .notKnown), "\(trial)")
  }

  /// A project of Xcode 7 sets no version of Swift, and has the names of Swift 2.
  @Test(arguments: [("application", DeliveryOutcome.notKnown), ("_", .lost)])
  func methodOfSwift2IsNotLost(label: String, expected: DeliveryOutcome) throws {
    var document = SourceFixture().document
    document.handlers = [document.handlers[0]]
    document.handlers[0].nearMisses = [
      NearMiss(
        written: "application(\(label):performActionForShortcutItem:completionHandler:)",
        meant: AppCallback.performAction.rawValue, at: at(9))
    ]
    let trial = try outcome(document, .warm, scenes: false)
    #expect(trial.outcome == expected, "\(trial)")
    #expect((trial.reason?.contains("Swift 2") == true) == (expected == .notKnown), "\(trial)")
  }

  /// Code with the entry point may make the delegates that get the action.
  @Test(arguments: [(true, DeliveryOutcome.lost), (false, .notKnown)])
  func appWithoutEntryPointIsNotKnown(hasEntry: Bool, expected: DeliveryOutcome) throws {
    var document = SourceFixture().document
    if !hasEntry { document.entry = nil }
    let trial = try outcome(document, .warm)
    #expect(trial.outcome == expected, "\(trial)")
    #expect((trial.reason?.contains("the entry point of the app") == true) == !hasEntry, "\(trial)")
  }

  /// A launch method that returns false gets the action instead of the other one; a branch that only logs is named.
  @Test(arguments: [
    (ReturnedValue.Kind.no, false, "launch", 21), (.yes, false, "perform", 41), (.no, true, "launch", 26),
  ])
  func methodThatIsCalledIsNamed(returned: ReturnedValue.Kind, isIdle: Bool, name: String, line: Int) throws {
    func comparison(_ line: Int) -> Comparison {
      var all = SourceFixture.compared(isComplete: true)
      all.texts[0].place.line = line
      all.texts.append(.init(.literal("com.example.third"), at: at(line)))
      if isIdle { all.idle = [.init(.literal("com.example.new"), at: at(line + 4), action: at(line + 5))] }
      return all
    }
    var app = SourceFixture()
    app.application(
      SourceFixture.launch(line: 20) {
        $0.written = "launch"
        $0.steps = [HandlerStep(.handle, .shortcutItem, .whenGiven, at: at(20), comparison: comparison(21))]
        $0.returned = ReturnedValue(returned, at: at(30))
      })
    app.application(
      SourceFixture.appAction(line: 40) {
        $0.written = "perform"
        $0.steps = [HandlerStep(.handle, .shortcutItem, at: at(40), comparison: comparison(41))]
      })
    var document = app.document
    document.handlers.removeAll { $0.roles.contains(.sceneDelegate) }
    let trial = try outcome(document, .cold, scenes: false)
    #expect(trial.outcome == .lost && trial.reason == "\(name) does nothing with it", "\(trial)")
    #expect(trial.places == [at(line).location], "\(trial)")
  }

  /// Code that takes the action from the options decides before the line that returns.
  @Test(arguments: [true, false])
  func lineThatTakesTheOptionsIsNamed(isOffered: Bool) throws {
    var app = SourceFixture()
    app.application(
      SourceFixture.launch(line: 20) {
        $0.steps = isOffered ? [HandlerStep(.offer, .shortcutItem, at: at(22))] : []
        $0.returned = ReturnedValue(.computed, at: at(28))
      })
    var document = app.document
    document.handlers.removeAll { $0.roles.contains(.sceneDelegate) }
    let trial = try outcome(document, .cold, scenes: false)
    #expect(trial.outcome == .notKnown && trial.places == [at(isOffered ? 22 : 28).location], "\(trial)")
  }

  /// The manifest names a class by its Objective-C name.
  @Test(arguments: [("Renamed", "SceneDelegate"), ("Other", nil), (nil, nil)])
  func classOfTheManifestIsFoundByItsOtherName(name: String?, found: String?) throws {
    var document = SourceFixture().document
    document.handlers[1].objectiveCName = name
    let package = try AppPackage(
      name: "Paint",
      infoPlist: [
        "UIApplicationSceneManifest": [
          "UISceneConfigurations": [
            "UIWindowSceneSessionRoleApplication": [["UISceneDelegateClassName": "Renamed"]]
          ]
        ]
      ])
    let code = SubjectCode(document, of: package)
    #expect(code.firstSceneDelegate?.name == found && (code.unreadSceneDelegate == nil) == (found != nil))
  }

  /// A stored action that is passed on is known up to there.
  @Test func storedActionIsPassedOn() throws {
    var app = SourceFixture()
    app.scene(
      SourceFixture.sceneAction(line: 20) {
        $0.steps = [HandlerStep(.keep, .shortcutItem, at: at(22), store: "Router.pending")]
      })
    app.scene(
      SourceFixture.method(.sceneDidBecomeActive, line: 30) {
        $0.steps = [
          HandlerStep(.pass, .shortcutItem, .whenGiven, at: at(31), store: "Router.pending"),
          HandlerStep(.clear, .shortcutItem, .whenGiven, at: at(32), store: "Router.pending"),
        ]
      })
    let trial = try outcome(app.document, .warm)
    #expect(trial.outcome == .notKnown && trial.places == [at(31).location], "\(trial.reason ?? "")")
    #expect(trial.reason == "it is passed to code that was not read")
  }

  /// What a launch method returns does not matter if only a superclass that was not read has code for the action.
  @Test(arguments: ["FlutterAppDelegate", "UIResponder"])
  func superclassExplainsMoreThanAReturnedValue(base: String) throws {
    var app = SourceFixture(inherits: [base])
    app.application(SourceFixture.launch(line: 10) { $0.returned = ReturnedValue(.computed, at: at(11)) })
    var document = app.document
    document.handlers = [document.handlers[0]]
    let trial = try outcome(document, .cold, scenes: false)
    let isKnown = base == "UIResponder"
    #expect(trial.outcome == .notKnown && trial.places.first == at(isKnown ? 11 : 2).location, "\(trial.places)")
    #expect(trial.reason == (isKnown ? "what this line does is only known at run time" : "\(base) may handle it"))
  }

  /// Nothing that was read sets the delegate of the notification centre: its method may never be called.
  @Test(arguments: [true, false]) func delegateThatNothingSetsIsNotCertain(isSet: Bool) throws {
    var app = SourceFixture()
    app.application(
      SourceFixture.method(.didReceiveNotificationResponse, line: 20) {
        $0.steps = [HandlerStep(.handle, .notification, at: at(21))]
      })
    var document = app.document
    if isSet { document.handlers[0].roles.append(.notificationDelegate) }
    let rows = try verdicts(document)["notification"] ?? []
    #expect(rows.allSatisfy { $0.hasPrefix(isSet ? "holds" : "unknown") } && rows.count == 3, "\(rows)")
  }
}
