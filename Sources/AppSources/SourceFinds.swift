/// A property or variable in which a launch event is kept for later.
public struct ItemStore: Codable, Sendable, Equatable {
  /// Type and name, `SceneDelegate.savedShortcutItem`; only the name for a global.
  public var identifier: String
  /// What is kept.
  public var subject: HandlerStep.Subject
  /// Where it is declared.
  public var place: SourcePlace
  /// Where something is put into it.
  public var writes: [SourcePlace]
  /// Where it is emptied.
  public var clears: [SourcePlace]
  /// Where it is read, other than to ask whether it is empty.
  public var reads: [StoreRead]
  /// Whether code that was not read can reach it: it is public in a module, or goes to a framework.
  public var escapes: Bool

  /// A store that nothing uses yet.
  public init(_ identifier: String, _ subject: HandlerStep.Subject, at place: SourcePlace) {
    self.identifier = identifier
    self.subject = subject
    self.place = place
    writes = []
    clears = []
    reads = []
    escapes = false
  }
}

/// Where a store is read.
public struct StoreRead: Codable, Sendable, Equatable {
  /// Where.
  public var place: SourcePlace
  /// The function: `sceneDidBecomeActive(_:)`.
  public var function: String
  /// The methods of the system that lead there, as ``HandlerMethod/name``; empty where none is known to.
  public var methods: [String]
  /// Whether the store is emptied there or right after.
  public var isCleared: Bool

  /// Where a store is read.
  public init(at place: SourcePlace, function: String, methods: [String] = [], isCleared: Bool = false) {
    self.place = place
    self.function = function
    self.methods = methods
    self.isCleared = isCleared
  }
}

/// On which thread something is done.
public enum SourceThread: String, Codable, Sendable, CaseIterable {
  /// On the main thread: a method of the system's, `@MainActor`, `DispatchQueue.main`.
  case main
  /// On another: `DispatchQueue.global()`, `Task.detached`, the completion of `URLSession`.
  case other
  case unknown
}

/// Quick actions that the code sets.
public struct DynamicItems: Codable, Sendable, Equatable {
  /// How `UIApplication.shortcutItems` is changed.
  public enum Change: String, Codable, Sendable, CaseIterable {
    case set, add, remove, clear
  }

  /// One quick action.
  public struct Item: Codable, Sendable, Equatable {
    /// Its type.
    public var type: TextValue
    /// Its title.
    public var title: TextValue
    /// Where it is made.
    public var place: SourcePlace

    /// One quick action.
    public init(type: TextValue, title: TextValue, at place: SourcePlace) {
      self.type = type
      self.title = title
      self.place = place
    }
  }

  /// How.
  public var change: Change
  /// Those that could be read.
  public var items: [Item]
  /// Whether these are all.
  public var isComplete: Bool
  /// On which thread.
  public var thread: SourceThread
  /// The function that does it.
  public var function: String
  /// The methods of the system that lead there; empty where none is known to.
  public var methods: [String]
  /// Where.
  public var place: SourcePlace

  /// A change of the quick actions.
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

/// A literal that is a declared name or type, or nearly.
public struct NamedLiteral: Codable, Sendable, Equatable {
  /// What the declared text is.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case iconName, actionType
  }

  /// How near it is.
  public enum Nearness: String, Codable, Sendable, CaseIterable {
    case same
    /// Other letters are capitals.
    case letterCase
    /// One letter is missing, too many, another, or two are exchanged.
    case oneLetter
  }

  /// The literal.
  public var text: String
  /// What is declared.
  public var declared: String
  /// What the declared text is.
  public var kind: Kind
  /// How near it is.
  public var nearness: Nearness
  /// Where.
  public var place: SourcePlace

  /// A literal that is a declared name or type, or nearly.
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
  /// What becomes of the error.
  public enum ErrorUse: String, Codable, Sendable, CaseIterable {
    /// There is no completion handler, or it is nil.
    case noHandler
    /// The handler does not look at the error: `{ _ in }`, an empty block, `catch {}`, `try?`.
    case ignored
    /// It is logged, shown, returned, thrown on, or decides something.
    case used
    /// The handler is given by the caller, and was not found.
    case passedOn
  }

  /// The selector: `setAlternateIconName:completionHandler:`, or one of UIKit's private ones.
  public var selector: String
  /// Whether it is private API.
  public var isPrivate: Bool
  /// The names that can come here, as far as they were followed.
  public var names: [TextValue]
  /// What becomes of the error.
  public var error: ErrorUse
  /// Where success is told, to a caller or to JavaScript, before or whatever the result is; nil where nowhere.
  public var reportsEarly: SourcePlace?
  /// Where the app stores or shows the new icon as chosen before or whatever the result is, without taking it back;
  /// nil where nowhere.
  public var storesEarly: SourcePlace?
  /// On which thread.
  public var thread: SourceThread
  /// The method of the system in which it is called at once, during a launch; nil for none.
  public var launchMethod: String?
  /// Whether `supportsAlternateIcons` is asked before, in the function or its callers.
  public var asksForSupport: Bool
  /// A comparison of the system's version as a text before it: `contains("10.3")`; nil for none.
  public var versionTest: SourcePlace?
  /// The function that calls.
  public var function: String
  /// Where.
  public var place: SourcePlace

  /// A call that changes the icon.
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

/// A place where the code asks for `alternateIconName` and takes it for one of some texts: it is compared with them, an
/// enumeration is made from it, or one of an enumeration's raw values stands for it where it is nil.
public struct IconRead: Codable, Sendable, Equatable {
  /// The texts: literals that it is compared with, or all raw values of the enumeration.
  public var texts: [TextValue]
  /// The text that stands for the primary icon, `?? "Default"`; nil where there is none.
  public var primary: TextValue?
  /// Whether these are all.
  public var isComplete: Bool
  /// The function that asks.
  public var function: String
  /// Where.
  public var place: SourcePlace

  /// A place where the code asks which icon is shown.
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
