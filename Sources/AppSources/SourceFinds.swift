/// A property or variable that stores a launch event for later.
public struct ItemStore: Codable, Sendable, Equatable {
  /// The type and name, `SceneDelegate.savedShortcutItem`; only the name for a global variable.
  public var identifier: String
  /// The kind of event.
  public var subject: HandlerStep.Subject
  /// The location of the declaration.
  public var place: SourcePlace
  /// The locations that write to the store.
  public var writes: [SourcePlace]
  /// The locations that clear the store.
  public var clears: [SourcePlace]
  /// The reads of the store, except those that only check whether it is empty.
  public var reads: [StoreRead]
  /// The locations that read the property in another object of its class, where it stays empty.
  public var readsOfOthers: [SourcePlace]
  /// Whether code that was not read can access the store: it is public in a module, or passed to a framework.
  public var escapes: Bool

  /// Creates a store without uses.
  public init(_ identifier: String, _ subject: HandlerStep.Subject, at place: SourcePlace) {
    self.identifier = identifier
    self.subject = subject
    self.place = place
    writes = []
    clears = []
    reads = []
    readsOfOthers = []
    escapes = false
  }
}

/// A read of a store.
public struct StoreRead: Codable, Sendable, Equatable {
  /// The location of the read.
  public var place: SourcePlace
  /// The enclosing function: `sceneDidBecomeActive(_:)`.
  public var function: String
  /// The system methods that lead to the read, as ``HandlerMethod/name``; empty if none is known.
  public var methods: [String]
  /// Whether the code clears the store there or right after it, or reads it only if another property allows it.
  public var isCleared: Bool

  /// Creates a read of a store.
  public init(at place: SourcePlace, function: String, methods: [String] = [], isCleared: Bool = false) {
    self.place = place
    self.function = function
    self.methods = methods
    self.isCleared = isCleared
  }
}

/// The thread of an operation.
public enum SourceThread: String, Codable, Sendable, CaseIterable {
  /// The main thread: a method that the system calls, `@MainActor`, `DispatchQueue.main`.
  case main
  /// Another thread: `DispatchQueue.global()`, `Task.detached`, the completion of `URLSession`.
  case other
  case unknown
}

/// The quick actions that the code sets.
public struct DynamicItems: Codable, Sendable, Equatable {
  /// The kinds of change to `UIApplication.shortcutItems`.
  public enum Change: String, Codable, Sendable, CaseIterable {
    case set, add, remove, clear
  }

  /// A quick action.
  public struct Item: Codable, Sendable, Equatable {
    /// The type of the quick action.
    public var type: TextValue
    /// The title of the quick action.
    public var title: TextValue
    /// The subtitle of the quick action.
    public var subtitle: TextValue
    /// The icon: `symbol star`, `template gear` or `type search`.
    public var icon: TextValue
    /// The location where the item is created.
    public var place: SourcePlace
    /// Whether the code may leave the item out, because what makes it may return nil.
    public var mayBeNil: Bool?

    /// Creates a quick action.
    public init(
      type: TextValue, title: TextValue, subtitle: TextValue = .null, icon: TextValue = .null, at place: SourcePlace
    ) {
      (self.type, self.title, self.subtitle, self.icon, self.place) = (type, title, subtitle, icon, place)
    }
  }

  /// The kind of change.
  public var change: Change
  /// The quick actions that could be read.
  public var items: [Item]
  /// Whether ``items`` is complete.
  public var isComplete: Bool
  /// The thread of the change.
  public var thread: SourceThread
  /// The enclosing function.
  public var function: String
  /// The system methods that lead to the change, as `onChangeOfScenePhase(background)` if it depends on the phase of the
  /// scene; empty if none is known.
  public var methods: [String]
  /// The location of the change.
  public var place: SourcePlace

  /// Creates a change of the quick actions.
  public init(
    _ change: Change, items: [Item] = [], isComplete: Bool = true, thread: SourceThread = .unknown, function: String,
    methods: [String] = [], at place: SourcePlace
  ) {
    self.change = change
    self.items = items
    self.isComplete = isComplete
    self.thread = thread
    self.function = function
    self.methods = methods
    self.place = place
  }
}

/// A literal that equals or almost equals a declared name or type.
public struct NamedLiteral: Codable, Sendable, Equatable {
  /// The kind of the declared text.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case iconName, actionType
    /// The URL scheme of a web sign-in session, which gets these URLs instead of the app.
    case sessionScheme
  }

  /// The similarity of a literal and a declared text.
  public enum Nearness: String, Codable, Sendable, CaseIterable {
    case same
    /// The names differ in letter case.
    case letterCase
    /// The names differ by one missing, additional or wrong letter, or by two swapped letters.
    case oneLetter
  }

  /// The literal.
  public var text: String
  /// The declared text.
  public var declared: String
  /// The kind of the declared text.
  public var kind: Kind
  /// The similarity of the two texts.
  public var nearness: Nearness
  /// The location of the literal.
  public var place: SourcePlace

  /// Creates a literal.
  public init(_ text: String, declared: String, _ kind: Kind, _ nearness: Nearness, at place: SourcePlace) {
    self.text = text
    self.declared = declared
    self.kind = kind
    self.nearness = nearness
    self.place = place
  }
}

/// A call that changes the icon.
public struct IconChange: Codable, Sendable, Equatable {
  /// The use of the error.
  public enum ErrorUse: String, Codable, Sendable, CaseIterable {
    /// The completion handler is missing or nil.
    case noHandler
    /// The handler ignores the error: `{ _ in }`, an empty block, `catch {}`, `try?`.
    case ignored
    /// The error is logged, shown, returned, rethrown, or affects the control flow.
    case used
    /// The handler is passed by the caller, and was not found.
    case passedOn
  }

  /// The selector: `setAlternateIconName:completionHandler:`, or one of UIKit's private ones.
  public var selector: String
  /// Whether the selector is private API.
  public var isPrivate: Bool
  /// The possible names, if they could be traced.
  public var names: [TextValue]
  /// All names, also for cases of an enumeration that may never occur here; nil if they are not all known.
  public var composed: [String]?
  /// The use of the error.
  public var error: ErrorUse
  /// The place that reports success, to a caller or to JavaScript, before or regardless of the result; nil if none does.
  public var reportsEarly: SourcePlace?
  /// The place that stores or shows the new icon as selected, before or regardless of the result, and does not revert
  /// this; nil if none does.
  public var storesEarly: SourcePlace?
  /// The thread of the call.
  public var thread: SourceThread
  /// The system method that makes the call immediately during a launch; nil if there is none.
  public var launchMethod: String?
  /// Whether `supportsAlternateIcons` is checked before the call, in the function or its callers.
  public var asksForSupport: Bool
  /// The preceding comparison of the system version as text: `contains("10.3")`; nil if there is none.
  public var versionTest: SourcePlace?
  /// The enclosing function.
  public var function: String
  /// The location of the call.
  public var place: SourcePlace

  /// Creates a call that changes the icon.
  public init(
    _ selector: String, isPrivate: Bool, names: [TextValue], error: ErrorUse, function: String, at place: SourcePlace
  ) {
    self.selector = selector
    self.isPrivate = isPrivate
    self.names = names
    self.error = error
    thread = .unknown
    asksForSupport = false
    self.function = function
    self.place = place
  }
}

/// A read of `alternateIconName` that expects one of several texts: code compares the name with them, converts it to an
/// enumeration, or uses a raw value in place of nil.
public struct IconRead: Codable, Sendable, Equatable {
  /// The texts: literals in comparisons, or all raw values of the enumeration.
  public var texts: [TextValue]
  /// The text for the primary icon, `?? "Default"`; nil if there is none.
  public var primary: TextValue?
  /// Whether ``texts`` is complete.
  public var isComplete: Bool
  /// The enclosing function.
  public var function: String
  /// The location of the read.
  public var place: SourcePlace

  /// Creates a read of the current icon's name.
  public init(
    _ texts: [TextValue], primary: TextValue? = nil, isComplete: Bool, function: String, at place: SourcePlace
  ) {
    self.texts = texts
    self.primary = primary
    self.isComplete = isComplete
    self.function = function
    self.place = place
  }
}
