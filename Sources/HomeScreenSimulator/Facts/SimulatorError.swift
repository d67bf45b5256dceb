internal import AppPackages
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
  public var explanation: String {
    switch self {
    case .unknownOSVersion:
      "The text is not an iOS version, or is an unsupported one. Write the version as Apple does: \"10.3\", \"26.1\"."
    case .unknownModel:
      "No device model has this name. The generic models iPhone, iPad and iPad Pro exist in every iOS version."
    case .modelOutsideVersions:
      "This model does not run this iOS version. Use a version in its range, or a generic model."
    case .unknownCondition: "No device condition has this name. The message lists the names that exist."
    case .badConditionValue:
      "The value has the wrong type for this condition, is not one of its choices, or is out of range."
    case .badLocale:
      "A locale is a language tag of letters, digits and hyphens, such as \"en\", \"de-CH\" or \"zh-Hans\"."
    case .badTime: "A time must be a number of seconds from 0 to 1 000 000 000; it can't be negative, infinite or NaN."
    case .badSDK:
      "The SDK of a build is written as its version, \"27.0\", or as Xcode names it: \"iphoneos27.0\", \"xros2.0\"."
    case .noBundleIdentifier:
      "An app without CFBundleIdentifier can't be installed: the system identifies an app by it."
    case .wrongDeviceFamily: "The app is built for iPad only (UIDeviceFamily), so it cannot be installed on an iPhone."
    case .lifeCycleUnavailable:
      "This iOS version does not have the life cycle: scenes need iOS 13, and SwiftUI's App needs iOS 14."
    case .tooManyApps: "The device is full. The limit protects the machine from a script that never stops installing."
    case .appNotInstalled:
      "The app was uninstalled, so a script can no longer use it. Install the app again, and use the new object."
    case .appOffloaded:
      "The app was offloaded: its icon and documents are still on the device, but it cannot run. Install the app again."
    case .offloadUnavailable:
      "Apps can be offloaded from iOS 11. Delete and install the app instead, or use a newer version."
    case .appOnOtherDevice:
      "The app belongs to another device. Each device has its own apps, even if they come from one package."
    case .appNotRunning: "The app has no process, so none of its code can run. Launch the app first."
    case .appSuspended:
      "The app is suspended in the background: it is in memory, but none of its code runs until it comes back."
    case .appInFront: "The app is in front, and only an app in the background can be suspended. Press Home first."
    case .processEnded:
      "The object belongs to a process that has ended. A new launch starts a new process with new objects."
    case .outsideTheApp:
      "UIKit's objects work only while the app's own code runs: inside app.run, a callback, or a block of its queue."
    case .apiUnavailable:
      "This iOS version does not have the API: on a device the app would crash here. Check availability first."
    case .commandInsideApp:
      "The app's code cannot operate the device: commands of the device work only outside of the app's code."
    case .badLook:
      "This iOS version does not have the appearance, or the text is not a colour. The message lists what is valid."
    case .notOnHomeScreen: "The Home Screen is not visible, because an app is in front. Press Home first."
    case .noSuchIcon: "No icon on the Home Screen has this label. The message lists the labels that exist."
    case .ambiguousIcon: "Two icons have this label, so it does not identify one. Find the icon by its app."
    case .menuCovers:
      "The menu of an icon is open and covers the target. Tap one of its rows, or press Home to close it."
    case .menuClosed:
      "The menu is closed: a row was tapped, Home was pressed, or the app was removed. Press the icon again."
    case .noSuchRow:
      "No row of the menu has this title, type or identifier. The message lists the rows; at most four are the app's."
    case .ambiguousRow: "Two rows of the menu match this text. Use a row by its position instead, such as menu.rows[1]."
    case .iconsJiggle: "The Home Screen is being edited: a tap on an icon launches nothing. Press Home first."
    case .notModelled: "The simulator does not model what iOS does here. Nothing has happened."
    case .deviceLocked:
      "The screen is locked, so icons, menus and apps cannot be touched. Unlock it first: device.locked = false."
    case .situationUnavailable:
      "This iOS version can't launch an app for this reason. The message names the first version that can."
    case .backgroundModeMissing:
      "iOS runs an app in the background only in the modes that its Info.plist lists under UIBackgroundModes."
    case .urlSchemeMissing:
      "iOS opens an app with a URL only if the app's Info.plist declares the URL's scheme under CFBundleURLTypes."
    case .linkDomainMissing:
      "A universal link opens an app only if the app's entitlements have the link's domain; otherwise it opens in the browser."
    case .notDownloaded: "The app is still being downloaded: it can't be launched before the download ends."
    case .singleScene:
      "The app has only one window: several windows need iPadOS 13, scenes and UIApplicationSupportsMultipleScenes. "
        + "Before iPadOS 26, an app with UIRequiresFullScreen cannot show them side by side."
    case .badIconPlace:
      "The Home Screen has no such place for an icon, or the place is taken. Rows and columns count from 1."
    case .iconElsewhere: "The app's icon is not on the Home Screen, or not in the App Library (iOS 14 and later)."
    case .iconInFolder:
      "The icon is in a folder of the Home Screen, so it can be touched only while the folder is open. Tap the folder."
    case .iconsDoNotJiggle:
      "An icon has a badge to remove it only while the Home Screen is being edited. Press and hold an icon."
    case .folderCovers: "A folder is open and covers the target. Press Home to close it."
    case .folderFull: "A folder holds at most fifteen pages of apps. Use another folder."
    case .folderGone: "The folder no longer exists: it was removed, or its last icon was moved out of it."
    case .badFolder:
      "The folder cannot be made or changed. A folder consists of icons of the Home Screen, and must have a name."
    case .noSuchFolder: "No folder on the Home Screen has this name. The message lists the names that exist."
    case .sceneDisconnected:
      "The scene was disconnected, or its process has ended. A new scene comes with the next launch or action."
    case .tooManyItems: "The app's code made more objects of this kind than the simulator keeps."
    case .tooManyPresented:
      "More view controllers are stacked than in any real app: look for code that never stops presenting."
    case .alertCovers: "An alert covers the target. Answer the alert first."
    case .alertGone: "The alert was answered, or its app has ended. Ask the device for its alert again."
    case .alertNotVisible:
      "The alert belongs to an app that is not in front, so it cannot be touched. Bring the app to the front first."
    case .noSuchButton: "The alert has no button with this title. The message lists the buttons."
    case .neverSettles:
      "Something repeats forever, so the device never comes to rest. Advance the time by a number of seconds instead."
    case .mainQueueNeverIdle:
      "Blocks on the main queue keep queueing more blocks, and no time passes. A real app would hang, too."
    case .mainQueueFull: "The app has queued more blocks than the simulator keeps at once."
    case .tooMuchWork:
      "One command had more blocks and timers to run than the simulator allows. Advance in smaller steps."
    case .traceFull: "The device has recorded as many events as it keeps. Use a fresh device for each scenario."
    }
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
