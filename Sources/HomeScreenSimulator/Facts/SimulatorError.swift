internal import AppPackages
internal import CEmbedded
internal import PropertyLists

/// A mistake of the tester, or an exceeded limit: what happened, why, and what to do.
///
/// Errors that iOS passes to the app's own code are ``NSErrorValue``s.
public struct SimulatorError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The stable name; its explanation is ``SimulatorErrorCode/explanation``.
  public let code: SimulatorErrorCode
  /// The event, in one sentence without a full stop.
  public let message: String
  /// The advice, in full sentences; nil if the message is enough.
  public let hint: String?
  /// The behaviour of iOS that causes the error, if any.
  public let fact: FactID?

  /// Creates an error; `message` has no full stop, `hint` has full sentences.
  public init(_ code: SimulatorErrorCode, _ message: String, hint: String? = nil, fact: FactID? = nil) {
    (self.code, self.message, self.hint, self.fact) = (code, message, hint, fact)
  }

  /// `message. hint [code, FACT]` on one line.
  public var description: String {
    var text = message + "."
    if let hint { text += " " + hint }
    text += " [" + code.rawValue
    if let fact { text += ", " + fact.rawValue }
    return text + "]"
  }
}

/// The closed list of mistakes that the simulator reports. The raw values are stable and may be used in scripts.
public enum SimulatorErrorCode: String, Sendable, CaseIterable {
  case unknownOSVersion = "unknown-os-version"
  case unknownModel = "unknown-model"
  case modelOutsideVersions = "model-outside-versions"
  case unknownCondition = "unknown-condition"
  case badConditionValue = "bad-condition-value"
  case badLocale = "bad-locale"
  case badLook = "bad-look"
  case badTime = "bad-time"
  case badSDK = "bad-sdk"
  case noBundleIdentifier = "no-bundle-identifier"
  case wrongDeviceFamily = "wrong-device-family"
  case lifeCycleUnavailable = "life-cycle-unavailable"
  case tooManyApps = "too-many-apps"
  case appNotInstalled = "app-not-installed"
  case appOffloaded = "app-offloaded"
  case offloadUnavailable = "offload-unavailable"
  case appOnOtherDevice = "app-on-other-device"
  case appNotRunning = "app-not-running"
  case appSuspended = "app-suspended"
  case appInFront = "app-in-front"
  case processEnded = "process-ended"
  case outsideTheApp = "outside-the-app"
  case apiUnavailable = "api-unavailable"
  case commandInsideApp = "command-inside-app"
  case notOnHomeScreen = "not-on-home-screen"
  case noSuchIcon = "no-such-icon"
  case ambiguousIcon = "ambiguous-icon"
  case menuCovers = "menu-covers"
  case menuClosed = "menu-closed"
  case noSuchRow = "no-such-row"
  case ambiguousRow = "ambiguous-row"
  case iconsJiggle = "icons-jiggle"
  case notModelled = "not-modelled"
  case deviceLocked = "device-locked"
  case situationUnavailable = "situation-unavailable"
  case backgroundModeMissing = "background-mode-missing"
  case urlSchemeMissing = "url-scheme-missing"
  case linkDomainMissing = "link-domain-missing"
  case notDownloaded = "not-downloaded"
  case singleScene = "single-scene"
  case badIconPlace = "bad-icon-place"
  case iconElsewhere = "icon-elsewhere"
  case iconInFolder = "icon-in-folder"
  case iconsDoNotJiggle = "icons-do-not-jiggle"
  case folderCovers = "folder-covers"
  case folderFull = "folder-full"
  case folderGone = "folder-gone"
  case badFolder = "bad-folder"
  case noSuchFolder = "no-such-folder"
  case sceneDisconnected = "scene-disconnected"
  case tooManyItems = "too-many-items"
  case tooManyPresented = "too-many-presented"
  case alertCovers = "alert-covers"
  case alertGone = "alert-gone"
  case alertNotVisible = "alert-not-visible"
  case noSuchButton = "no-such-button"
  case neverSettles = "never-settles"
  case mainQueueNeverIdle = "main-queue-never-idle"
  case mainQueueFull = "main-queue-full"
  case tooMuchWork = "too-much-work"
  case traceFull = "trace-full"

  /// The meaning of the code and the solution, in plain words; `homescreen explain CODE` prints it.
  public var explanation: String { Self.explanations[rawValue] ?? "" }

  /// The rows of `CEmbedded/tables/simulator-errors.txt`.
  private static let explanations: [String: String] = String(cString: hs_simulator_errors()).split(separator: "\n")
    .reduce(into: [:]) { table, row in
      let parts = row.split(separator: ": ", maxSplits: 1)
      if parts.count == 2 { table[String(parts[0])] = String(parts[1]) }
    }
}

/// Features outside of the model. If a script uses one, the program says so instead of answering like an iPhone.
public enum OutsideOfModel: String, Sendable, CaseIterable {
  case macCatalyst, visionOS, tvOS, watchOS, liveActivities, widgetKit, badges, appClips, callsFromIPad,
    notifications

  /// A sentence about the limit of the model.
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

  /// The parts of names that refer to the feature, in lower case and without spaces and `_`; empty if URLs refer to it.
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

  /// The names of Apple's types for the feature, which code uses as globals. Longer names may start with them.
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

  /// Returns the feature that an undefined global belongs to, if the global has the name of one of Apple's types. Nil
  /// for any other name, such as a script's own `badgeCount` or `ActivityLog`.
  public static func asked(byGlobal name: String) -> OutsideOfModel? {
    // Apple's longer names continue with a word: `UNNotificationRequest`, but not `NSMenus`.
    func isNamed(_ type: String) -> Bool {
      guard ExactText.begins(name, with: type) else { return false }
      guard let next = name.utf8.dropFirst(type.utf8.count).first else { return true }
      return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next)
    }
    if name == "Activity" { return .liveActivities }
    return allCases.first { $0.globals.contains(where: isNamed) }
  }

  /// Returns the feature that an unknown name asks for, or nil for any other name.
  public static func asked(by name: String) -> OutsideOfModel? {
    let folded = String(Spelling.beginning(of: name)).lowercased().filter { !" _-()".contains($0) }
    if folded == "mac" { return .macCatalyst }
    return allCases.first { outside in outside.words.contains { folded.contains($0) } }
  }
}

/// Words prepared for ``Spelling``: for fixed lists that are searched often.
public struct Vocabulary: Sendable {
  private let words: [String]
  /// The lower-case letters of each word; empty for one that is too long to compare.
  private let letters: [[Unicode.Scalar]]

  /// Prepares words for the search; equally near ones are found in this order.
  public init(_ words: [String]) {
    self.words = words
    letters = words.map { Spelling.letters(of: $0) ?? [] }
  }

  /// See ``Spelling/nearest(to:in:atMost:)``.
  public func nearest(to word: String, atMost limit: Int = 1) -> [String] {
    Array(near(to: word).sorted { ($0.distance, $0.position) < ($1.distance, $1.position) }.prefix(limit))
      .map { words[$0.position] }
  }

  /// Returns the position of the nearest word, the first of equally near ones.
  public func nearestPosition(to word: String) -> Int? {
    near(to: word).min { ($0.distance, $0.position) < ($1.distance, $1.position) }?.position
  }

  /// Returns the near words, in order.
  private func near(to word: String) -> [(distance: Int, position: Int)] {
    guard let wanted = Spelling.letters(of: word) else { return [] }
    var rows = LetterDistance()
    var found: [(distance: Int, position: Int)] = []
    Work.count(words.count / 8)
    for (position, other) in letters.enumerated() where !other.isEmpty {
      guard let distance = Spelling.distance(wanted, other, &rows) else { continue }
      found.append((distance, position))
    }
    return found
  }
}
