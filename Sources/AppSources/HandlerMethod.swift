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
