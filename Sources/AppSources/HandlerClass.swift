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
