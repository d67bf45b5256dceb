internal import PropertyLists

/// What is no part of the model: asked for one of these, the program says so instead of answering like an iPhone.
public enum OutsideOfModel: String, Sendable, CaseIterable {
  case macCatalyst, visionOS, tvOS, watchOS, liveActivities, widgetKit, badges, appClips, callsFromIPad,
    notifications

  /// One sentence, and where the model ends.
  public var sentence: String {
    switch self {
    case .macCatalyst: "The Mac is not simulated, nor is Mac Catalyst: only iPhone and iPad are."
    case .visionOS: "Apple Vision Pro and visionOS are not simulated: only iPhone and iPad are."
    case .tvOS: "Apple TV and tvOS are not simulated: only iPhone and iPad are."
    case .watchOS: "Apple Watch and watchOS are not simulated: only iPhone and iPad are."
    case .liveActivities: "Live Activities and the Dynamic Island are not simulated."
    case .widgetKit: "Widgets are not simulated, except a tap on one: device:launch(app, { widget = … })."
    case .badges: "Badges of icons are not simulated."
    case .appClips: "App Clips are not simulated: an app is always launched as a full app."
    case .notifications:
      "What an app does with its notifications, including badges, is not simulated, except a tap on one: "
        + "device:launch(app, { notification = … })."
    case .callsFromIPad: "Telephone calls from an iPad, which need an iPhone nearby, are not simulated."
    }
  }

  /// Parts of names, in small letters and without blanks and `_`, by which one asks for it; none where a URL asks.
  private var words: [String] {
    switch self {
    case .macCatalyst: ["catalyst", "macbook", "imac", "macmini", "macpro", "macstudio"]
    case .visionOS: ["visionpro", "visionos", "realitydevice", "xros"]
    case .tvOS: ["appletv", "tvos"]
    case .watchOS: ["applewatch", "watchos"]
    case .liveActivities: ["liveactivit", "dynamicisland", "activitykit"]
    case .widgetKit: ["widget"]
    case .badges: ["badge"]
    case .appClips: ["appclip"]
    case .callsFromIPad, .notifications: []
    }
  }

  /// Names of Apple's types for it, which code uses as globals, and with which names of other ones begin.
  private var globals: [String] {
    switch self {
    case .macCatalyst:
      ["NSApp", "NSApplication", "NSWindow", "NSMenu", "NSStatusBar", "NSToolbar", "NSTouchBar", "UIMenuBuilder"]
    case .visionOS: ["ImmersiveSpace", "RealityView", "RealityKit", "ARKitSession"]
    case .tvOS: ["TVTopShelf", "TVUserManager", "TVApplicationController"]
    case .watchOS: ["WKExtension", "WKApplication", "WKInterface", "WCSession", "CLKComplication"]
    case .liveActivities:
      [
        "ActivityKit", "ActivityAttributes", "ActivityAuthorizationInfo", "ActivityConfiguration", "ActivityContent",
        "ActivityUIDismissalPolicy", "ActivityViewContext", "AlertConfiguration", "DynamicIsland", "LiveActivityIntent",
      ]
    case .widgetKit:
      [
        "WidgetKit", "WidgetCenter", "WidgetBundle", "WidgetConfiguration", "WidgetFamily", "TimelineProvider",
        "TimelineEntry", "AppIntentTimelineProvider", "ControlCenter",
      ]
    case .appClips: ["APActivationPayload", "SKOverlay"]
    case .notifications: ["UNUserNotificationCenter", "UNNotification", "UNMutableNotification", "UILocalNotification"]
    case .badges, .callsFromIPad: []
    }
  }

  /// What code asks for by a global that does not exist: by the name of one of Apple's types. Nil for any other name, a
  /// script's own `badgeCount` or `ActivityLog` too.
  public static func asked(byGlobal name: String) -> OutsideOfModel? {
    // The rest of Apple's longer names is a word: `UNNotificationRequest`, but not `NSMenus`.
    func isNamed(_ type: String) -> Bool {
      guard ExactText.begins(name, with: type) else { return false }
      guard let next = name.utf8.dropFirst(type.utf8.count).first else { return true }
      return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next)
    }
    if name == "Activity" { return .liveActivities }
    return allCases.first { $0.globals.contains(where: isNamed) }
  }

  /// What somebody asks for by a name that does not exist; nil for any other name.
  public static func asked(by name: String) -> OutsideOfModel? {
    let folded = String(Spelling.beginning(of: name)).lowercased().filter { !" _-()".contains($0) }
    if folded == "mac" { return .macCatalyst }
    return allCases.first { outside in outside.words.contains { folded.contains($0) } }
  }
}
