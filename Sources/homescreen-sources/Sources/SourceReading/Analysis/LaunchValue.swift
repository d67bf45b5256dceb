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
    /// Whether there is one: `item != nil`, `contexts.isEmpty`.
    case presence(HandlerStep.Subject, isGiven: Bool)
    /// What a comparison of something of an event gave: whether it is true for what it was compared with.
    case decision(HandlerStep.Subject, isMatch: Bool)
  }

  /// What a part says about the event that it was made of.
  enum Aspect {
    /// That by which events of a kind are told apart, as it is: a type, a scheme, the type of an activity.
    case identity
    /// Made of that: its last word, its small letters.
    case derived
    /// Anything else: `userInfo`, a host.
    case other
  }

  var kind: Kind
  /// Whether it is there for sure: an argument, or what `if let` has made.
  var isCertain: Bool
  /// The store that it comes from.
  var store: String?
  /// The type of a part, if it is known: the enumeration to whose cases it is compared.
  var type: String?
  /// The type of an event that comes in several forms, where it is known.
  private var systemType: String?
  /// Of a part.
  var aspect = Aspect.other
  /// Whether the event was compared to make it.
  var isDecided = false

  init(_ kind: Kind, isCertain: Bool, store: String? = nil, type: String? = nil) {
    self.kind = kind
    self.isCertain = isCertain
    self.store = store
    self.type = type
  }

  /// The event that it is, or is made of; nil for options, which can hold several, and for flags, which hold none.
  var subject: HandlerStep.Subject? {
    switch kind {
    case .events(let subject), .event(let subject), .part(let subject): subject
    case .launchOptions, .connectionOptions, .presence, .decision: nil
    }
  }

  var isWhole: Bool { if case .event = kind { true } else { false } }

  /// Whether it only tells of an event.
  var isFlag: Bool {
    switch kind {
    case .presence, .decision: true
    case .launchOptions, .connectionOptions, .events, .event, .part: false
    }
  }

  /// Its type, where iOS has only one for it; of an event that comes in several forms nil.
  var typeName: String? {
    switch kind {
    case .event(.shortcutItem): "UIApplicationShortcutItem"
    case .event(.userActivity): "NSUserActivity"
    case .part where aspect == .identity && type == nil: "String"
    case .presence, .decision: "Bool"
    case .launchOptions, .connectionOptions, .events, .event, .part: systemType ?? type
    }
  }

  /// Something made of it.
  func part(type: String? = nil) -> LaunchValue? {
    guard let subject else { return nil }
    if type == "Bool" || type == "BOOL" { return decision }
    var part = LaunchValue(.part(subject), isCertain: isCertain, store: store, type: type)
    if case .part = kind {
      part.aspect = aspect == .other ? .other : .derived
      part.isDecided = isDecided
    }
    return part
  }

  /// The same in another type: a cast, `String(…)`.
  func converted(to type: String?) -> LaunchValue? {
    var converted = part(type: type)
    if case .part = kind { converted?.aspect = aspect }
    return converted
  }

  /// What a comparison of it gives.
  var decision: LaunchValue? {
    subject.map { LaunchValue(.decision($0, isMatch: true), isCertain: isCertain, store: store) }
  }

  /// What a comparison of it with nil gives; nothing where it is only a part that may be missing.
  func presence(isGiven: Bool) -> LaunchValue? {
    switch kind {
    case .events(let subject), .event(let subject):
      LaunchValue(.presence(subject, isGiven: isGiven), isCertain: isCertain, store: store)
    case .presence(let subject, let own):
      LaunchValue(.presence(subject, isGiven: own == isGiven), isCertain: isCertain, store: store)
    case .part(let subject) where !isCertain:
      LaunchValue(.presence(subject, isGiven: isGiven), isCertain: false, store: store)
    case .launchOptions, .connectionOptions, .part, .decision: nil
    }
  }

  /// The opposite of a flag; anything else as it is.
  var negated: LaunchValue {
    var other = self
    switch kind {
    case .presence(let subject, let isGiven): other.kind = .presence(subject, isGiven: !isGiven)
    case .decision(let subject, let isMatch): other.kind = .decision(subject, isMatch: !isMatch)
    case .launchOptions, .connectionOptions, .events, .event, .part: break
    }
    return other
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
      case "notificationResponse":
        var response = LaunchValue(.event(.notification), isCertain: false)
        response.systemType = "UNNotificationResponse"
        return response
      default: return nil
      }
    case .events(let subject):
      switch name {
      case "first", "anyObject", "last", "firstObject", "allObjects", "randomElement":
        return LaunchValue(.event(subject), isCertain: false, store: store)
      case "isEmpty", "count":
        return LaunchValue(.presence(subject, isGiven: name == "count"), isCertain: isCertain, store: store)
      default: return LaunchValue(.events(subject), isCertain: isCertain, store: store)
      }
    case .event(.url) where name == "url" || name == "URL":
      var url = self
      url.systemType = "URL"
      return url
    case .event(let subject):
      var part = part()
      if Self.identities[subject] == name { part?.aspect = .identity }
      return part
    case .part(let subject):
      var part = part()
      // `wrapped.value.actionIdentifier`, `components.scheme`.
      if aspect == .other, Self.identities[subject] == name { part?.aspect = .identity }
      return part
    case .presence, .decision: return nil
    }
  }

  /// The members by which events of a kind are told apart.
  private static let identities: [HandlerStep.Subject: String] = [
    .shortcutItem: "type", .url: "scheme", .userActivity: "activityType", .notification: "actionIdentifier",
  ]
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
