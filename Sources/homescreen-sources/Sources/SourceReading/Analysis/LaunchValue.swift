import AppSources

/// How a value in the code relates to a launch event.
struct LaunchValue {
  enum Kind: Equatable {
    case launchOptions
    case connectionOptions
    case events(HandlerStep.Subject)
    case event(HandlerStep.Subject)
    /// A value made from an event: its type, an enumeration case, a URL.
    case part(HandlerStep.Subject)
    /// Whether an event is present: `item != nil`, `contexts.isEmpty`.
    case presence(HandlerStep.Subject, isGiven: Bool)
    /// The result of comparing a part of an event; `isMatch` says whether true means equal.
    case decision(HandlerStep.Subject, isMatch: Bool)
  }

  /// The kind of information about its event that a part contains.
  enum Aspect {
    /// The unchanged property that distinguishes events: a type, a scheme, an activity type.
    case identity
    /// A value derived from the identity, such as its last component or lower case.
    case derived
    /// Anything else: `userInfo`, a host.
    case other
  }

  private enum Division { case parts, last }

  var kind: Kind
  /// Whether the value is certainly present: an argument, or a value bound by `if let`.
  var isCertain: Bool
  /// The store from which the value was read.
  var store: String?
  /// The type of a part, if it is known: the enumeration it is compared with.
  var type: String?
  /// The type of an event that has several forms, if it is known.
  private var systemType: String?
  var aspect = Aspect.other
  /// The comparisons that decide which value a function makes from the event, for a value that is only stored.
  var made: Comparison?
  /// Whether comparing the event made the value.
  var isDecided = false
  /// Whether the text of a part was changed in a way that makes it another text: `"a." + type`, `type.dropFirst(3)`.
  private var isReshaped = false
  /// Whether the text of a part was made lower case.
  private var isLowercase = false
  /// The part of the text of a quick action's type, if it was divided at full stops: all parts, or the last one.
  private var division: Division?
  /// Whether the value was read from the content of a notification by key; a notification may not have that key.
  private(set) var isElement = false

  init(_ kind: Kind, isCertain: Bool, store: String? = nil, type: String? = nil) {
    self.kind = kind
    self.isCertain = isCertain
    self.store = store
    self.type = type
  }

  /// The event that the value is, or is made from; nil for options, which can hold several, and for flags.
  var subject: HandlerStep.Subject? {
    switch kind {
    case .events(let subject), .event(let subject), .part(let subject): subject
    case .launchOptions, .connectionOptions, .presence, .decision: nil
    }
  }

  /// Whether the value holds everything that a launch brings.
  var isOptions: Bool { kind == .launchOptions || kind == .connectionOptions }

  var isWhole: Bool { if case .event = kind { true } else { false } }

  /// Whether the value is only a flag about an event.
  var isFlag: Bool {
    switch kind {
    case .presence, .decision: true
    case .launchOptions, .connectionOptions, .events, .event, .part: false
    }
  }

  /// The type name, if iOS has only one for it; nil for an event with several forms.
  var typeName: String? {
    switch kind {
    case .event(.shortcutItem): "UIApplicationShortcutItem"
    case .event(.userActivity): systemType ?? "NSUserActivity"
    case .part where aspect == .identity && type == nil: "String"
    case .presence, .decision: "Bool"
    case .launchOptions, .connectionOptions, .events, .event, .part: systemType ?? type
    }
  }

  func part(type: String? = nil) -> LaunchValue? {
    guard let subject else { return nil }
    if type == "Bool" || type == "BOOL" { return decision }
    var part = LaunchValue(.part(subject), isCertain: isCertain, store: store, type: type)
    if case .part = kind {
      part.aspect = aspect == .other ? .other : .derived
      part.isDecided = isDecided
      part.isElement = isElement
      (part.isReshaped, part.isLowercase, part.division) = (isReshaped, isLowercase, division)
    }
    return part
  }

  /// The result of a function or operator on a part.
  func changed(by name: String) -> LaunchValue? {
    var part = part()
    guard case .part = kind, aspect != .other else { return part }
    if Self.reshaping.contains(name) { part?.isReshaped = true }
    if ["lowercased", "lowercaseString", "localizedLowercase"].contains(name) { part?.isLowercase = true }
    return part
  }

  /// The parts of a type: `type.components(separatedBy: ".")`.
  func divided(by name: String, at separator: Expression?) -> LaunchValue? {
    var parts = changed(by: name)
    guard aspect == .identity, subject == .shortcutItem, division == nil, case .text(".") = separator?.form,
      ["components", "componentsSeparatedByString", "split"].contains(name)
    else { return parts }
    parts?.aspect = .identity
    parts?.division = .parts
    return parts
  }

  /// Returns the text that a part is compared with; computed if no unchanged part can be that text.
  func operand(_ text: TextValue) -> TextValue {
    if case .literal(let literal) = text, division != nil {
      return division == .last && aspect == .identity && !isReshaped ? .lastPart(literal) : .computed(literal)
    }
    guard case .literal(let literal) = text, isReshaped || isLowercase && literal != literal.lowercased() else {
      return text
    }
    return .computed(literal)
  }

  private static let reshaping: Set = [
    "+", "dropFirst", "dropLast", "uppercased", "uppercaseString", "capitalized", "capitalizedString", "appending",
    "stringByAppendingString", "appendingFormat", "reversed",
  ]

  /// The part for a key or an index.
  var element: LaunchValue? {
    var part = part()
    part?.isElement = subject == .notification
    return part
  }

  /// Returns the value converted to another type, as by a cast or `String(…)`.
  func converted(to type: String?) -> LaunchValue? {
    var converted = part(type: type)
    if case .part = kind { converted?.aspect = aspect }
    return converted
  }

  /// The result of a comparison.
  var decision: LaunchValue? {
    subject.map { LaunchValue(.decision($0, isMatch: true), isCertain: isCertain, store: store) }
  }

  /// Returns the result of a comparison with nil; nil for a certain part, which can be nil although its event exists.
  func presence(isGiven: Bool) -> LaunchValue? {
    switch kind {
    case .events(let subject), .event(let subject):
      LaunchValue(.presence(subject, isGiven: isGiven), isCertain: isCertain, store: store)
    case .presence(let subject, let own):
      LaunchValue(.presence(subject, isGiven: own == isGiven), isCertain: isCertain, store: store)
    // An action has no `userInfo` in most apps.
    case .part(let subject) where !isCertain && (subject != .shortcutItem || aspect != .other || isElement):
      LaunchValue(.presence(subject, isGiven: isGiven), isCertain: false, store: store)
    case .launchOptions, .connectionOptions, .part, .decision: nil
    }
  }

  /// The opposite of a flag; other values are unchanged.
  var negated: LaunchValue {
    var other = self
    switch kind {
    case .presence(let subject, let isGiven): other.kind = .presence(subject, isGiven: !isGiven)
    case .decision(let subject, let isMatch): other.kind = .decision(subject, isMatch: !isMatch)
    case .launchOptions, .connectionOptions, .events, .event, .part: break
    }
    return other
  }

  /// The value after a test has shown that it is present.
  var certain: LaunchValue {
    var other = self
    other.isCertain = true
    return other
  }

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
    case .event(.url) where name == "url" || name == "URL", .event(.userActivity) where name == "webpageURL":
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
      if division == .parts, name == "last" || name == "lastObject" {
        part?.aspect = aspect
        part?.division = .last
      }
      return part
    case .presence, .decision: return nil
    }
  }

  /// Whether a member distinguishes events of this kind.
  func isIdentity(_ name: String) -> Bool { subject.flatMap { Self.identities[$0] } == name }

  /// The members that distinguish events of each kind.
  private static let identities: [HandlerStep.Subject: String] = [
    .shortcutItem: "type", .url: "scheme", .userActivity: "activityType", .notification: "actionIdentifier",
  ]
}

/// The keys of launch options.
enum LaunchKey {
  /// Returns the event of a key, by its Swift or Objective-C name.
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
