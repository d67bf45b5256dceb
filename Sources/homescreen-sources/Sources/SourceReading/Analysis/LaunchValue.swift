import AppSources

/// What a value of the code has to do with a launch event.
struct LaunchValue {
  enum Kind: Equatable {
    case launchOptions
    case connectionOptions
    /// A set or list of events.
    case events(HandlerStep.Subject)
    case event(HandlerStep.Subject)
    /// Something made of an event: its type, a case of an enumeration, a URL.
    case part(HandlerStep.Subject)
  }

  var kind: Kind
  /// Whether it is there for sure: an argument, or what `if let` has made.
  var isCertain: Bool
  /// The store that it comes from.
  var store: String?
  /// The type of a part, if it is known: the enumeration to whose cases it is compared.
  var type: String?

  init(_ kind: Kind, isCertain: Bool, store: String? = nil, type: String? = nil) {
    self.kind = kind
    self.isCertain = isCertain
    self.store = store
    self.type = type
  }

  /// The event that it is about; nil for options, which can hold several.
  var subject: HandlerStep.Subject? {
    switch kind {
    case .events(let subject), .event(let subject), .part(let subject): subject
    case .launchOptions, .connectionOptions: nil
    }
  }

  var isWhole: Bool { if case .event = kind { true } else { false } }

  /// Something made of it.
  func part(type: String? = nil) -> LaunchValue? {
    subject.map { LaunchValue(.part($0), isCertain: isCertain, store: store, type: type) }
  }

  /// The same, after a test that it is there.
  var certain: LaunchValue {
    var other = self
    other.isCertain = true
    return other
  }

  /// A member of it.
  func member(_ name: String) -> LaunchValue? {
    switch kind {
    case .launchOptions: return LaunchKey.launch(name).map { LaunchValue(.event($0), isCertain: false) }
    case .connectionOptions:
      switch name {
      case "shortcutItem": return LaunchValue(.event(.shortcutItem), isCertain: false)
      case "urlContexts", "URLContexts": return LaunchValue(.events(.url), isCertain: false)
      case "userActivities": return LaunchValue(.events(.userActivity), isCertain: false)
      case "notificationResponse": return LaunchValue(.event(.notification), isCertain: false)
      default: return nil
      }
    case .events(let subject):
      switch name {
      case "first", "anyObject", "last", "firstObject", "allObjects", "randomElement":
        return LaunchValue(.event(subject), isCertain: false, store: store)
      default: return LaunchValue(.events(subject), isCertain: isCertain, store: store)
      }
    case .event(.url) where name == "url" || name == "URL": return self
    case .event, .part: return part()
    }
  }
}

/// The keys of a launch's options.
enum LaunchKey {
  /// By the names in Swift and Objective-C.
  static func launch(_ name: String) -> HandlerStep.Subject? {
    switch name {
    case "shortcutItem", "UIApplicationLaunchOptionsShortcutItemKey": .shortcutItem
    case "url", "UIApplicationLaunchOptionsURLKey": .url
    case "userActivityDictionary", "UIApplicationLaunchOptionsUserActivityDictionaryKey": .userActivity
    case "remoteNotification", "UIApplicationLaunchOptionsRemoteNotificationKey": .notification
    default: nil
    }
  }
}
