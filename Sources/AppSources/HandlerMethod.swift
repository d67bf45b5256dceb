/// A method or modifier that the system calls, with what it does with what it gets.
public struct HandlerMethod: Codable, Sendable, Equatable {
  /// What calls a method after a launch event, or when the app comes to the front.
  ///
  /// Methods of delegates have the names that scripts use for them, `application_performActionForShortcutItem_…`; those
  /// of SwiftUI are `onOpenURL`, `onContinueUserActivity`, `onChangeOfScenePhase`, `onAppear`, `task` and `onReceive`.
  public var name: String
  /// The name as it is written there: `windowScene(_:performActionFor:)`.
  public var written: String
  /// Where it is declared.
  public var place: SourcePlace
  /// Whether it is the `async` form, whose value is the completion.
  public var isAsync: Bool
  /// The condition of the `#if` around it: `DEBUG`, `!targetEnvironment(macCatalyst)`; nil where there is none.
  public var condition: String?
  /// What it does, in the order of the source, calls inside the sources followed.
  public var steps: [HandlerStep]
  /// What becomes of its completion handler; nil where it has none.
  public var completion: CompletionUse?
  /// What it returns; nil where nothing depends on it.
  public var returned: ReturnedValue?
  /// For `application(_:configurationForConnecting:options:)`: the class of the scene delegate that it sets.
  public var sceneDelegate: String?
  /// For the same: the name of the configuration that it returns.
  public var configuration: TextValue?

  /// A method that does nothing.
  public init(
    _ name: String, written: String, at place: SourcePlace, isAsync: Bool = false, condition: String? = nil
  ) {
    self.name = name
    self.written = written
    self.place = place
    self.isAsync = isAsync
    self.condition = condition
    steps = []
  }
}

/// One thing that a method does with a launch event, or with one that was kept.
public struct HandlerStep: Codable, Sendable, Equatable {
  /// What it does.
  public enum Action: String, Codable, Sendable, CaseIterable {
    /// Looks at it, and does nothing that lasts.
    case read
    /// Acts on it: compares its type and branches, or gives it to code that does something.
    case handle
    /// Puts it into a store.
    case keep
    /// Acts on what a store holds.
    case handleKept
    /// Empties a store.
    case clear
    /// Presents a view controller at once, before the method has returned.
    case present
    /// Gives it to code that was not read: a framework, JavaScript, a superclass of another module.
    case pass
  }

  /// What it is about.
  public enum Subject: String, Codable, Sendable, CaseIterable {
    case shortcutItem, url, userActivity, notification
    /// A presentation, or something that has nothing to do with a launch event.
    case none
  }

  /// When it happens, as far as it can be read.
  public enum Condition: String, Codable, Sendable, CaseIterable {
    /// Each time the method is called.
    case always
    /// When the event was given, or is in the store.
    case whenGiven
    /// When it was not.
    case whenNotGiven
    /// Depends on something that cannot be known by reading.
    case sometimes
  }

  /// What it does.
  public var action: Action
  /// What it is about.
  public var subject: Subject
  /// When.
  public var condition: Condition
  /// Where.
  public var place: SourcePlace
  /// The function that it is done in, or that it is given to: `handleShortcutItem(_:)`.
  public var function: String?
  /// The calls through which the method came here.
  public var via: [SourcePlace]
  /// Whether it happens after the method has returned: in a closure that is called later, a task.
  public var isLater: Bool
  /// The identifier of the store, for what is kept, cleared or taken out.
  public var store: String?
  /// The types, schemes or names that the code compares with; nil where it compares with none.
  public var comparison: Comparison?

  /// One thing that a method does.
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

/// What an event's type is compared with.
public struct Comparison: Codable, Sendable, Equatable {
  /// Texts that were found, each with the place of its comparison.
  public var texts: [Place]
  /// Whether something is done with all others too: a `default:` that does not only break, an `else`.
  public var hasDefault: Bool
  /// Whether these are all; false where one is worked out, or an enumeration is not among the files.
  public var isComplete: Bool

  /// One text, and where it stands.
  public struct Place: Codable, Sendable, Equatable {
    /// The text.
    public var text: TextValue
    /// Where.
    public var place: SourcePlace

    /// One text, and where it stands.
    public init(_ text: TextValue, at place: SourcePlace) {
      self.text = text
      self.place = place
    }
  }

  /// A comparison with these texts.
  public init(_ texts: [Place], hasDefault: Bool, isComplete: Bool) {
    self.texts = texts
    self.hasDefault = hasDefault
    self.isComplete = isComplete
  }
}

/// What becomes of a completion handler.
public struct CompletionUse: Codable, Sendable, Equatable {
  /// On which ways through the method it is called.
  public enum Paths: String, Codable, Sendable, CaseIterable {
    /// Once on every way; the `async` form always is.
    case all
    /// On some ways only.
    case some
    /// On none.
    case none
    /// Twice on some way.
    case twice
    /// It is given to code that was not read, or kept.
    case passedOn
    /// Not to be told: loops, closures that may never be called.
    case unknown
  }

  /// On which ways.
  public var paths: Paths
  /// Where it is called or given away; for `twice` the two calls come first.
  public var calls: [SourcePlace]
  /// Where a way ends on which it is not called: a `return`, or the end of the method.
  public var missing: SourcePlace?

  /// What becomes of a completion handler.
  public init(_ paths: Paths, calls: [SourcePlace] = [], missing: SourcePlace? = nil) {
    self.paths = paths
    self.calls = calls
    self.missing = missing
  }
}

/// What `application(_:didFinishLaunchingWithOptions:)` or its kin returns.
public struct ReturnedValue: Codable, Sendable, Equatable {
  /// Which value.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case yes
    case no
    /// `false` when the launch options have a quick action, else `true`.
    case noWhenGiven
    /// Known at run time only.
    case computed
  }

  /// Which value.
  public var kind: Kind
  /// The `return` that decides.
  public var place: SourcePlace

  /// What a method returns.
  public init(_ kind: Kind, at place: SourcePlace) {
    self.kind = kind
    self.place = place
  }
}

/// Where the program begins.
public struct EntryPoint: Codable, Sendable, Equatable {
  /// How.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// `@main` or `@UIApplicationMain` at the app delegate.
    case appDelegate
    /// A call of `UIApplicationMain`.
    case mainFile
    /// `@main` at an `App` of SwiftUI.
    case swiftUI
  }

  /// How.
  public var kind: Kind
  /// The class of the app delegate: the one with the attribute, named in the call, or given to the adaptor; nil where
  /// there is none, or it is worked out.
  public var appDelegate: String?
  /// Where.
  public var place: SourcePlace

  /// Where the program begins.
  public init(_ kind: Kind, appDelegate: String?, at place: SourcePlace) {
    self.kind = kind
    self.appDelegate = appDelegate
    self.place = place
  }
}

/// A class whose methods the system calls, or a scene or view of SwiftUI with modifiers that it calls.
public struct HandlerClass: Codable, Sendable, Equatable {
  /// What it is to the system, as far as its inheritance, attributes and use tell.
  public enum Role: String, Codable, Sendable, CaseIterable {
    case appDelegate
    case sceneDelegate
    /// An `App`, a `Scene` or a `View` of SwiftUI.
    case swiftUI
    /// A class that a framework tells of what its own delegate gets: a plugin of Flutter, Expo, Capacitor, Cordova or
    /// React Native, a service behind a delegate that forwards.
    case plugin
    /// The delegate of the notification centre, set by code; the app delegate is often it, too.
    case notificationDelegate
  }

  /// Its name, without modules.
  public var name: String
  /// What it is; both delegates where it conforms to both protocols.
  public var roles: [Role]
  /// The class that it inherits from, and the protocols, as they are written.
  public var inherits: [String]
  /// Where it is declared; where its extension or category stands, if the class itself is not among the files.
  public var place: SourcePlace
  /// The Swift package or framework target that it lies in; nil for the app's own files.
  public var module: String?
  /// What the system calls, in the order of the files.
  public var methods: [HandlerMethod]
  /// Methods whose names miss one of the system's by little, so that nothing calls them.
  public var nearMisses: [NearMiss]

  /// A class without any method yet.
  public init(
    _ name: String, roles: [Role], inherits: [String], at place: SourcePlace, module: String? = nil
  ) {
    self.name = name
    self.roles = roles
    self.inherits = inherits
    self.place = place
    self.module = module
    methods = []
    nearMisses = []
  }
}

/// A method that nothing calls, since its name is not quite one of the system's.
public struct NearMiss: Codable, Sendable, Equatable {
  /// The name as it is written: `application(_:performActionForShortcutItem:completionHandler:)`.
  public var written: String
  /// The selector that was meant, in the form of ``HandlerMethod/name``.
  public var meant: String
  /// Where.
  public var place: SourcePlace

  /// A method that nothing calls.
  public init(written: String, meant: String, at place: SourcePlace) {
    self.written = written
    self.meant = meant
    self.place = place
  }
}

/// A method of a category that takes the place of one that its class, or another category, may have.
public struct CategoryOverride: Codable, Sendable, Equatable {
  /// The class: `AppDelegate`.
  public var className: String
  /// The category; empty for a class extension.
  public var category: String
  /// The selector of the method.
  public var selector: String
  /// Whether the method that it replaces is called by what was swapped in (`method_exchangeImplementations`).
  public var callsOriginal: Bool
  /// Where.
  public var place: SourcePlace

  /// A method of a category.
  public init(className: String, category: String, selector: String, callsOriginal: Bool, at place: SourcePlace) {
    self.className = className
    self.category = category
    self.selector = selector
    self.callsOriginal = callsOriginal
    self.place = place
  }
}

/// A method of a delegate that the system calls, by its names in Swift and Objective-C: the table that tells a handler from
/// any other method.
///
/// The raw value is ``HandlerMethod/name``, the name that scripts use. The simulator has these names in a table of its own,
/// since the reader is built without the simulator; a test holds both tables equal, row by row.
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
  case sceneWillPerform = "scene_willPerform"
  case stateRestorationActivity = "stateRestorationActivityForScene"

  /// What an argument of such a method brings.
  public enum Content: Sendable, Equatable {
    /// Nothing that the analysis follows.
    case plain
    /// A launch event itself.
    case event(HandlerStep.Subject)
    /// A set of events: the URLs of a scene.
    case events(HandlerStep.Subject)
    /// The dictionary of a launch.
    case launchOptions
    /// The options of a scene that is connected.
    case connectionOptions
    /// A closure that has to be called.
    case completion
  }

  /// Whether a scene delegate has it, and not the app delegate.
  public var isOfScene: Bool {
    rawValue.hasPrefix("scene") || rawValue.hasPrefix("windowScene") || rawValue.hasPrefix("stateRestoration")
  }

  /// The selector: `application:didFinishLaunchingWithOptions:`.
  public var selector: String { String(rawValue.map { $0 == "_" ? ":" : $0 }) + ":" }

  /// The name in Swift: `application(_:didFinishLaunchingWithOptions:)`.
  public var swiftName: String { row.name }

  /// The name of the `async` form, which has no completion handler; nil where there is none.
  public var asyncName: String? {
    guard row.contents.last == .completion, let end = row.name.utf8.dropLast(2).lastIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    // A method whose only other argument is the sender keeps its meaning in the handler's label.
    return row.contents.count > 2 ? String(row.name[...end]) + ")" : nil
  }

  /// What its arguments bring, in their order.
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
      (
        "userNotificationCenter(_:didReceive:withCompletionHandler:)", [.plain, .event(.notification), .completion]
      )
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
    case .sceneWillPerform: ("scene(_:willPerform:)", [.plain, .plain])
    case .stateRestorationActivity: ("stateRestorationActivity(for:)", [.plain])
    }
  }
}
