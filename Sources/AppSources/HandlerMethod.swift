/// A method or modifier that the system calls, and its use of the arguments.
public struct HandlerMethod: Codable, Sendable, Equatable {
  /// The entry point that is called after a launch event or when the app comes to the front.
  ///
  /// Delegate methods have the names that scripts use, `application_performActionForShortcutItem_…`; SwiftUI's are
  /// `onOpenURL`, `onContinueUserActivity`, `onChangeOfScenePhase`, `onAppear`, `task` and `onReceive`.
  public var name: String
  /// The name as written in the source: `windowScene(_:performActionFor:)`.
  public var written: String
  /// The location of the declaration.
  public var place: SourcePlace
  /// Whether the method has the `async` form, which completes by returning.
  public var isAsync: Bool
  /// The condition of the enclosing `#if`: `DEBUG`, `!targetEnvironment(macCatalyst)`; nil without one.
  public var condition: String?
  /// Whether the body only logs or is empty; nil if it does more, or if that is unknown.
  public var isIdle: Bool?
  /// The steps in source order; calls inside the sources are followed.
  public var steps: [HandlerStep]
  /// The use of the method's completion handler; nil if it has none.
  public var completion: CompletionUse?
  /// The return value; nil if nothing depends on it.
  public var returned: ReturnedValue?
  /// For `application(_:configurationForConnecting:options:)`: the class of the scene delegate that it sets.
  public var sceneDelegate: String?
  /// For the same method: the name of the configuration that it returns.
  public var configuration: TextValue?
  /// For `scene(_:willConnectTo:options:)`: the window in a local variable that nothing else keeps.
  public var lostWindow: SourcePlace?

  /// Creates a method without steps.
  public init(_ name: String, written: String, at place: SourcePlace, isAsync: Bool = false, condition: String? = nil) {
    self.name = name
    self.written = written
    self.place = place
    self.isAsync = isAsync
    self.condition = condition
    steps = []
  }
}

/// A step of a method: what it does with a launch event, or with one that was stored.
public struct HandlerStep: Codable, Sendable, Equatable {
  /// The kind of step.
  public enum Action: String, Codable, Sendable, CaseIterable {
    /// Reads the event, without a lasting effect.
    case read
    /// Acts on the event: branches on its type, or passes it to code that does something.
    case handle
    /// Stores the event.
    case keep
    /// Acts on a stored event.
    case handleKept
    /// Empties a store.
    case clear
    /// Presents a view controller immediately, before the method returns.
    case present
    /// Passes the event to code that was not read: a framework, JavaScript, a superclass of another module.
    case pass
    /// Passes all options of a launch, which may contain the event, to code that was not read, or stores them.
    case offer
  }

  /// The kind of event that a step concerns.
  public enum Subject: String, Codable, Sendable, CaseIterable {
    case shortcutItem, url, userActivity, notification
    /// A presentation, or something unrelated to launch events.
    case none

    /// The events of a launch.
    public static let events: [Subject] = [.shortcutItem, .url, .userActivity, .notification]
  }

  /// The condition of a step, if it can be determined.
  public enum Condition: String, Codable, Sendable, CaseIterable {
    /// On every call of the method.
    case always
    /// If the event was passed or is stored.
    case whenGiven
    /// If the event was not passed and is not stored.
    case whenNotGiven
    /// On a condition that static analysis cannot determine.
    case sometimes
  }

  /// The kind of step.
  public var action: Action
  /// The event that the step concerns.
  public var subject: Subject
  /// The condition of the step.
  public var condition: Condition
  /// The location of the step.
  public var place: SourcePlace
  /// The function that contains the step or receives the event: `handleShortcutItem(_:)`.
  public var function: String?
  /// The calls that lead from the method to this step.
  public var via: [SourcePlace]
  /// Whether the step runs after the method returns: in a task, or in a closure that is called later.
  public var isLater: Bool
  /// The identifier of the store, for an event that is stored, cleared or taken out.
  public var store: String?
  /// The store from which a step takes the event that it stores elsewhere; nil for other events.
  public var origin: String?
  /// The types, schemes or names that the code compares with; nil without a comparison.
  public var comparison: Comparison?
  /// The first condition on the way to the step that static analysis cannot determine; nil if there is none.
  public var decider: SourcePlace?

  /// Creates a step.
  public init(
    _ action: Action, _ subject: Subject, _ condition: Condition = .always, at place: SourcePlace,
    function: String? = nil, via: [SourcePlace] = [], isLater: Bool = false, store: String? = nil,
    comparison: Comparison? = nil
  ) {
    self.action = action
    self.subject = subject
    self.condition = condition
    self.place = place
    self.function = function
    self.via = via
    self.isLater = isLater
    self.store = store
    self.comparison = comparison
  }
}

/// The texts that the type of an event is compared with.
public struct Comparison: Codable, Sendable, Equatable {
  /// The texts that were found, each with the location of its comparison.
  public var texts: [Place]
  /// Whether all other texts are handled, too: an `else`, or a `default:` that does more than break.
  public var hasDefault: Bool
  /// Whether all texts are known; false if one is computed or an enumeration is not among the files.
  public var isComplete: Bool
  /// The location of the first call in the branch for all other texts; nil if there is none.
  public var defaultAction: SourcePlace?
  /// Whether the step is about all other texts instead: the `default:` of a `switch` over these.
  public var isInverted = false
  /// The texts whose branches do nothing but log; they are not handled.
  public var idle: [Place] = []

  /// A text and its location.
  public struct Place: Codable, Sendable, Equatable {
    /// The text.
    public var text: TextValue
    /// The location of the text.
    public var place: SourcePlace
    /// The location of the first call in the branch for this text; nil if there is none.
    public var action: SourcePlace?

    /// Creates a text at a location.
    public init(_ text: TextValue, at place: SourcePlace, action: SourcePlace? = nil) {
      self.text = text
      self.place = place
      self.action = action
    }
  }

  /// Creates a comparison with these texts.
  public init(_ texts: [Place], hasDefault: Bool, isComplete: Bool, defaultAction: SourcePlace? = nil) {
    self.texts = texts
    self.hasDefault = hasDefault
    self.isComplete = isComplete
    self.defaultAction = defaultAction
  }
}

/// The use of a completion handler.
public struct CompletionUse: Codable, Sendable, Equatable {
  /// The paths through the method on which the handler is called.
  public enum Paths: String, Codable, Sendable, CaseIterable {
    /// Once on every path; always true for the `async` form.
    case all
    /// On some paths only.
    case some
    /// On no path.
    case none
    /// Twice on some path.
    case twice
    /// The handler is stored, or passed to code that was not read.
    case passedOn
    /// Undetermined: loops, or closures that may never be called.
    case unknown
  }

  /// The paths on which the handler is called.
  public var paths: Paths
  /// The calls of the handler, or where it is passed on; for `twice` the two calls come first.
  public var calls: [SourcePlace]
  /// The end of a path without a call: a `return`, or the end of the method.
  public var missing: SourcePlace?
  /// The value that it is called with; nil if it differs from path to path, or other functions choose it.
  public var value: ReturnedValue?

  /// Creates a use of a completion handler.
  public init(_ paths: Paths, calls: [SourcePlace] = [], missing: SourcePlace? = nil) {
    self.paths = paths
    self.calls = calls
    self.missing = missing
  }
}

/// The return value of `application(_:didFinishLaunchingWithOptions:)` or a similar method.
public struct ReturnedValue: Codable, Sendable, Equatable {
  /// The kind of value.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case yes
    case no
    /// `false` when the launch options contain a quick action, otherwise `true`.
    case noWhenGiven
    /// Known only at run time.
    case computed
  }

  /// The kind of value.
  public var kind: Kind
  /// The location of the decisive `return`.
  public var place: SourcePlace

  /// Creates a return value.
  public init(_ kind: Kind, at place: SourcePlace) {
    self.kind = kind
    self.place = place
  }
}

/// The entry point of the app.
public struct EntryPoint: Codable, Sendable, Equatable {
  /// The kind of entry point.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// `@main` or `@UIApplicationMain` on the app delegate.
    case appDelegate
    /// A call of `UIApplicationMain`.
    case mainFile
    /// `@main` on a SwiftUI `App`.
    case swiftUI
  }

  /// The kind of entry point.
  public var kind: Kind
  /// The class of the app delegate, from the attribute, the call or the adaptor; nil if there is none or it is
  /// computed.
  public var appDelegate: String?
  /// The location of the entry point.
  public var place: SourcePlace

  /// Creates an entry point.
  public init(_ kind: Kind, appDelegate: String?, at place: SourcePlace) {
    self.kind = kind
    self.appDelegate = appDelegate
    self.place = place
  }
}

/// A class with methods that the system calls, or a SwiftUI scene or view with modifiers that the system calls.
public struct HandlerClass: Codable, Sendable, Equatable {
  /// The role of a class, according to its inheritance, attributes and use.
  public enum Role: String, Codable, Sendable, CaseIterable {
    case appDelegate
    case sceneDelegate
    /// A SwiftUI `App`, `Scene` or `View`.
    case swiftUI
    /// A class to which a framework forwards the calls of its delegate: a plugin of Flutter, Expo, Capacitor, Cordova
    /// or React Native, or a service of a forwarding delegate.
    case plugin
    /// The delegate of the notification centre, set in code; often this is also the app delegate.
    case notificationDelegate
  }

  /// The name without modules.
  public var name: String
  /// The name in Objective-C and in property lists, if `@objc(…)` gives the class another one.
  public var objectiveCName: String?
  /// The roles; both delegates if the class conforms to both protocols.
  public var roles: [Role]
  /// The superclass and protocols, as written.
  public var inherits: [String]
  /// The location of the declaration, or of an extension or category if the class is not among the files.
  public var place: SourcePlace
  /// The Swift package or framework target that contains the class; nil for the app's own files.
  public var module: String?
  /// Whether only extensions, categories or an interface were read, so that the class may have more methods.
  public var isPartial: Bool
  /// The methods that the system calls, in file order.
  public var methods: [HandlerMethod]
  /// Methods with a name that almost matches one that the system calls, so that nothing calls them.
  public var nearMisses: [NearMiss]

  /// Creates a class without methods.
  public init(_ name: String, roles: [Role], inherits: [String], at place: SourcePlace, module: String? = nil) {
    self.name = name
    self.roles = roles
    self.inherits = inherits
    self.place = place
    self.module = module
    isPartial = false
    methods = []
    nearMisses = []
  }
}

/// A method that is never called, because its name almost matches one that the system calls.
public struct NearMiss: Codable, Sendable, Equatable {
  /// The name as written: `application(_:performActionForShortcutItem:completionHandler:)`.
  public var written: String
  /// The intended selector, in the form of ``HandlerMethod/name``.
  public var meant: String
  /// The location of the method.
  public var place: SourcePlace

  /// Whether the name is the right one in Swift 2, which omits the first label and has the words of Objective-C.
  public var isSwift2: Bool {
    guard let start = written.firstIndex(of: "("), let end = written.firstIndex(of: ":"), written[start..<end] != "(_"
    else { return false }
    return DelegateSlot(rawValue: meant)?.selector == String(written[..<start] + written[end...].dropLast())
  }

  /// Creates a near miss.
  public init(written: String, meant: String, at place: SourcePlace) {
    self.written = written
    self.meant = meant
    self.place = place
  }
}

/// A category's method that replaces one that its class, or another category, may have.
public struct CategoryOverride: Codable, Sendable, Equatable {
  /// The name of the class: `AppDelegate`.
  public var className: String
  /// The name of the category; empty for a class extension.
  public var category: String
  /// The selector of the method.
  public var selector: String
  /// Whether the replacement calls the original method (`method_exchangeImplementations`).
  public var callsOriginal: Bool
  /// The location of the method.
  public var place: SourcePlace

  /// Creates an override.
  public init(className: String, category: String, selector: String, callsOriginal: Bool, at place: SourcePlace) {
    self.className = className
    self.category = category
    self.selector = selector
    self.callsOriginal = callsOriginal
    self.place = place
  }
}

/// A delegate method that the system calls, with its names in Swift and Objective-C: the table that identifies
/// handlers.
///
/// The raw value is ``HandlerMethod/name``, the name that scripts use. The simulator has its own list of these cases,
/// since the reader is built without the simulator, and takes the other names from here; a test compares the cases.
public enum DelegateSlot: String, Sendable, CaseIterable {
  case willFinishLaunching = "application_willFinishLaunchingWithOptions"
  case didFinishLaunching = "application_didFinishLaunchingWithOptions"
  case performAction = "application_performActionForShortcutItem_completionHandler"
  case configurationForConnecting = "application_configurationForConnectingSceneSession_options"
  case didDiscardSceneSessions = "application_didDiscardSceneSessions"
  case openURL = "application_openURL_options"
  case willContinueUserActivity = "application_willContinueUserActivityWithType"
  case continueUserActivity = "application_continueUserActivity_restorationHandler"
  case applicationDidBecomeActive
  case applicationWillResignActive
  case applicationDidEnterBackground
  case applicationWillEnterForeground
  case applicationWillTerminate
  case didReceiveRemoteNotification = "application_didReceiveRemoteNotification_fetchCompletionHandler"
  case performFetch = "application_performFetchWithCompletionHandler"
  case didReceiveNotificationResponse =
    "userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler"
  case shouldSaveState = "application_shouldSaveApplicationState"
  case shouldSaveSecureState = "application_shouldSaveSecureApplicationState"
  case willEncodeState = "application_willEncodeRestorableStateWithCoder"
  case shouldRestoreState = "application_shouldRestoreApplicationState"
  case shouldRestoreSecureState = "application_shouldRestoreSecureApplicationState"
  case didDecodeState = "application_didDecodeRestorableStateWithCoder"
  case sceneWillConnect = "scene_willConnectToSession_options"
  case windowScenePerformAction = "windowScene_performActionForShortcutItem_completionHandler"
  case sceneOpenURLContexts = "scene_openURLContexts"
  case sceneContinueUserActivity = "scene_continueUserActivity"
  case sceneDidBecomeActive
  case sceneWillResignActive
  case sceneWillEnterForeground
  case sceneDidEnterBackground
  case sceneDidDisconnect
  case sceneWillContinueUserActivity = "scene_willContinueUserActivityWithType"
  case sceneWillPerform = "scene_willPerformAppIntent"
  case stateRestorationActivity = "stateRestorationActivityForScene"

  /// The content of an argument.
  public enum Content: Sendable, Equatable {
    /// Nothing that the analysis follows.
    case plain
    /// A launch event.
    case event(HandlerStep.Subject)
    /// A set of events: the URLs of a scene.
    case events(HandlerStep.Subject)
    case launchOptions
    /// The options of a connected scene.
    case connectionOptions
    /// A completion handler, which must be called.
    case completion
  }

  /// Whether the method belongs to a scene delegate instead of the app delegate.
  public var isOfScene: Bool {
    rawValue.hasPrefix("scene") || rawValue.hasPrefix("windowScene") || rawValue.hasPrefix("stateRestoration")
  }

  /// The selector: `application:didFinishLaunchingWithOptions:`.
  public var selector: String { String(rawValue.map { $0 == "_" ? ":" : $0 }) + ":" }

  /// The name in Swift: `application(_:didFinishLaunchingWithOptions:)`.
  public var swiftName: String { row.name }

  /// The name of the `async` form, which has no completion handler; nil if there is none.
  public var asyncName: String? {
    guard row.contents.last == .completion, let end = row.name.utf8.dropLast(2).lastIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    // If the sender is the only other argument, the label of the handler carries the method's meaning.
    return row.contents.count > 2 ? String(row.name[...end]) + ")" : nil
  }

  /// The contents of the arguments, in order.
  public var contents: [Content] { row.contents }

  private var row: (name: String, contents: [Content]) {
    switch self {
    case .willFinishLaunching: ("application(_:willFinishLaunchingWithOptions:)", [.plain, .launchOptions])
    case .didFinishLaunching: ("application(_:didFinishLaunchingWithOptions:)", [.plain, .launchOptions])
    case .performAction:
      ("application(_:performActionFor:completionHandler:)", [.plain, .event(.shortcutItem), .completion])
    case .configurationForConnecting:
      ("application(_:configurationForConnecting:options:)", [.plain, .plain, .connectionOptions])
    case .didDiscardSceneSessions: ("application(_:didDiscardSceneSessions:)", [.plain, .plain])
    case .openURL: ("application(_:open:options:)", [.plain, .event(.url), .plain])
    case .willContinueUserActivity: ("application(_:willContinueUserActivityWithType:)", [.plain, .plain])
    case .continueUserActivity:
      ("application(_:continue:restorationHandler:)", [.plain, .event(.userActivity), .plain])
    case .applicationDidBecomeActive: ("applicationDidBecomeActive(_:)", [.plain])
    case .applicationWillResignActive: ("applicationWillResignActive(_:)", [.plain])
    case .applicationDidEnterBackground: ("applicationDidEnterBackground(_:)", [.plain])
    case .applicationWillEnterForeground: ("applicationWillEnterForeground(_:)", [.plain])
    case .applicationWillTerminate: ("applicationWillTerminate(_:)", [.plain])
    case .didReceiveRemoteNotification:
      (
        "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
        [.plain, .event(.notification), .completion]
      )
    case .performFetch: ("application(_:performFetchWithCompletionHandler:)", [.plain, .completion])
    case .didReceiveNotificationResponse:
      ("userNotificationCenter(_:didReceive:withCompletionHandler:)", [.plain, .event(.notification), .completion])
    case .shouldSaveState: ("application(_:shouldSaveApplicationState:)", [.plain, .plain])
    case .shouldSaveSecureState: ("application(_:shouldSaveSecureApplicationState:)", [.plain, .plain])
    case .willEncodeState: ("application(_:willEncodeRestorableStateWith:)", [.plain, .plain])
    case .shouldRestoreState: ("application(_:shouldRestoreApplicationState:)", [.plain, .plain])
    case .shouldRestoreSecureState: ("application(_:shouldRestoreSecureApplicationState:)", [.plain, .plain])
    case .didDecodeState: ("application(_:didDecodeRestorableStateWith:)", [.plain, .plain])
    case .sceneWillConnect: ("scene(_:willConnectTo:options:)", [.plain, .plain, .connectionOptions])
    case .windowScenePerformAction:
      ("windowScene(_:performActionFor:completionHandler:)", [.plain, .event(.shortcutItem), .completion])
    case .sceneOpenURLContexts: ("scene(_:openURLContexts:)", [.plain, .events(.url)])
    case .sceneContinueUserActivity: ("scene(_:continue:)", [.plain, .event(.userActivity)])
    case .sceneDidBecomeActive: ("sceneDidBecomeActive(_:)", [.plain])
    case .sceneWillResignActive: ("sceneWillResignActive(_:)", [.plain])
    case .sceneWillEnterForeground: ("sceneWillEnterForeground(_:)", [.plain])
    case .sceneDidEnterBackground: ("sceneDidEnterBackground(_:)", [.plain])
    case .sceneDidDisconnect: ("sceneDidDisconnect(_:)", [.plain])
    case .sceneWillContinueUserActivity: ("scene(_:willContinueUserActivityWithType:)", [.plain, .plain])
    case .sceneWillPerform: ("scene(_:willPerformAppIntent:)", [.plain, .plain])
    case .stateRestorationActivity: ("stateRestorationActivity(for:)", [.plain])
    }
  }
}
