package import AppPackages
public import PropertyLists

/// A `UIWindowScene` of a process: one window of the app on the screen, with its own delegate and memory.
public final class AppScene {
  let process: AppProcess
  /// What the system keeps about the scene, and may keep beyond it (LAUNCH-029).
  public let session: SceneSession
  /// How the scene stands to the user; ``SceneState/unattached`` once it was disconnected.
  public internal(set) var state = SceneState.unattached
  /// The delegate; the app's code made it for this scene.
  public internal(set) var delegate: (any SceneDelegate)?
  /// The root view of a SwiftUI app; the app's code made it for this scene.
  public internal(set) var rootView: (any RootView)?
  /// The controller that SwiftUI shows its root view in; nil in other life cycles.
  weak var hostingController: ViewController?
  /// Its windows on the screen; none after the scene was disconnected.
  let stack = WindowStack()

  /// Which content it can show and prefers to (LAUNCH-030).
  public var activationConditions = ActivationConditions()
  /// Counts up with each connection.
  let number: Int

  init(process: AppProcess, session: SceneSession, number: Int) {
    self.process = process
    self.number = number
    self.session = session
    session.scene = self
  }

  /// The key window; nil after the scene was disconnected.
  public var window: AppWindow? { stack.key }

  /// Its windows, the one that lies over the others last (LAUNCH-150).
  public var windows: [AppWindow] { stack.windows }

  /// The same text as the session's.
  public var identifier: String { session.persistentIdentifier }

  /// The title, if the app gave one.
  public var title: String?

  /// Whether it is one of its process's scenes.
  public var isConnected: Bool { process.scenes.contains { $0 === self } }

  /// The system lets go of the scene, as it does for want of memory: the process goes on without it, and the next
  /// action connects a new one (LAUNCH-017).
  ///
  /// - Throws: ``SimulatorError`` `scene-disconnected` or `app-in-front`; what escapes the app's code.
  public func disconnect() throws {
    let device = try requireConnected()
    try device.perform("scene:disconnect") { try device.disconnect(self) }
  }

  /// Brings the scene to the front, as a tap on its window in the switcher does (LAUNCH-101).
  ///
  /// - Throws: ``SimulatorError`` `scene-disconnected`, `device-locked` or `alert-covers`; what escapes the app's code.
  public func activate() throws {
    let device = try requireConnected()
    try device.perform("scene:activate") { try device.bringToFront(process.record, scene: self) }
  }

  /// Shows the window beside the one of its app that is on the screen (LAUNCH-147).
  ///
  /// - Throws: ``SimulatorError`` `scene-disconnected`, `app-not-running` when the app is not in front, `device-locked` or
  ///   `alert-covers`; what escapes the app's code.
  public func showBeside() throws {
    let device = try requireConnected()
    try device.perform("scene:showBeside") { try device.showBeside(self) }
  }

  /// Lets the window fill the screen: the others go to the background (LAUNCH-148).
  ///
  /// - Throws: as ``activate()``.
  public func fillScreen() throws {
    let device = try requireConnected()
    try device.perform("scene:fillScreen") { try device.fillScreen(self) }
  }

  /// Closes the window in the switcher: the scene is disconnected, and its session is gone for good (LAUNCH-103).
  ///
  /// - Throws: as ``activate()``.
  public func discard() throws {
    let device = try requireConnected()
    try device.perform("scene:discard") { try device.discard(self) }
  }

  private func requireConnected() throws(SimulatorError) -> Device {
    guard isConnected, let device = process.device else {
      throw SimulatorError(
        .sceneDisconnected, "The scene \(identifier) is no longer connected",
        hint: "Ask the app for its scenes again.")
    }
    return device
  }

  /// Forgets what belongs to the scene.
  func tearDown() {
    state = .unattached
    session.scene = nil
    delegate = nil
    rootView = nil
    stack.tearDown()
  }
}

/// `UIScene.activationState`. The raw values are the names that scripts use.
public enum SceneState: String, Sendable, CaseIterable {
  case unattached
  case foregroundInactive
  case foregroundActive
  case background
}

/// `UISceneSession`: what the system keeps about a scene.
public final class SceneSession {
  /// `persistentIdentifier`: the app's bundle identifier and a number that counts up.
  public let persistentIdentifier: String
  /// What `configurationForConnecting` returned, else the default configuration.
  public internal(set) var configuration = SceneConfiguration()
  /// What the scene's delegate returned from `stateRestorationActivity(for:)` when it last went to the background
  /// (LAUNCH-056).
  public internal(set) var stateRestorationActivity: UserActivity?
  /// What the scene is for; it never changes.
  public let role: SceneRole
  /// The scene while it is connected.
  public internal(set) weak var scene: AppScene?

  init(persistentIdentifier: String, role: SceneRole) {
    self.persistentIdentifier = persistentIdentifier
    self.role = role
  }

  func write(to state: inout DeviceState, at path: String) {
    state.write(path, persistentIdentifier)
    state.write("\(path).configuration", configuration.name)
    state.write("\(path).hasDelegateClass", isSet: configuration.delegateClass != nil)
    guard let activity = stateRestorationActivity else { return }
    state.write("\(path).activity", activity.activityType)
    state.write("\(path).activity.webpageURL", activity.webpageURL)
    state.write("\(path).activity.userInfo", activity.userInfo)
  }
}

/// `UISceneConfiguration`: what `configurationForConnecting` returns.
public struct SceneConfiguration {
  /// The name of a configuration in the Info.plist; nil: the default one.
  public var name: String?
  /// The class of the scene delegate; opaque to the simulator, handed back through the scene's session when the
  /// delegate is made.
  public var delegateClass: AnyObject?

  /// The role that it is for; nil: that of the session. A session of another role is never connected (LAUNCH-140).
  public var role: SceneRole?

  /// A configuration; without arguments it is the default one, and names no class and no role.
  public init(name: String? = nil, delegateClass: AnyObject? = nil, role: SceneRole? = nil) {
    self.name = name
    self.delegateClass = delegateClass
    self.role = role
  }
}

/// `UISceneSession.Role`: what a scene is for.
public enum SceneRole: String, Sendable, CaseIterable {
  /// A window on the device's own screen.
  case application
  /// What an external display shows instead of the device's screen (LAUNCH-141).
  case externalDisplay
  /// What a car shows of the app (LAUNCH-142).
  case carPlay

  /// The name of UIKit's constant, which is the key in the scene manifest. The one of external displays changed with iOS 16
  /// (LAUNCH-141).
  public func name(on os: OSVersion) -> String {
    switch self {
    case .application: "UIWindowSceneSessionRoleApplication"
    case .externalDisplay:
      os < .v16 ? "UIWindowSceneSessionRoleExternalDisplay" : "UIWindowSceneSessionRoleExternalDisplayNonInteractive"
    case .carPlay: "CPTemplateApplicationSceneSessionRoleApplication"
    }
  }

  /// The role of a name of UIKit's, of any version; nil for another text.
  public init?(named name: String) {
    let names = SceneRole.allCases.flatMap { role in [OSVersion.scenes, .newest].map { (role.name(on: $0), role) } }
    guard let role = names.first(where: { $0.0 == name })?.1 else { return nil }
    self = role
  }
}

/// Where else than on its own screen a device shows an app.
public enum AppDisplay: String, Sendable, CaseIterable {
  /// A screen at the end of a cable, or by AirPlay: it shows the app in front.
  case external
  /// A car, which shows an app whatever the phone shows.
  case car

  var role: SceneRole {
    switch self {
    case .external: .externalDisplay
    case .car: .carPlay
    }
  }
}

/// `UIScene.ConnectionOptions`: why a scene is connected (LAUNCH-055). There is always one, empty for a plain tap.
public struct ConnectionOptions: Sendable {
  /// The quick action that made the system connect the scene (LAUNCH-013).
  public var shortcutItem: ShortcutItem?
  /// URLs to open (LAUNCH-032).
  public var urls: [String] = []
  /// The app that sent the URL.
  public var sourceApplication: String?
  /// Activities to continue; one of Handoff is not among them (LAUNCH-033).
  public var userActivities: [UserActivity] = []
  /// The type of an activity that Handoff is still fetching (LAUNCH-033).
  public var handoffUserActivityType: String?
  /// The notification that was answered.
  public var notificationResponse: UserNotification?
  /// The App Intent that the scene is to perform; iOS 26 and later (LAUNCH-034).
  public var appIntent: String?

  /// Without any reason, as for a plain tap.
  public init() {}

  init(_ row: LaunchSituation.Row) {
    appIntent = row.appIntent
    guard appIntent == nil else { return }
    shortcutItem = row.item
    notificationResponse = row.notification
    urls = row.url.map { [$0.url] } ?? []
    sourceApplication = row.url?.source
    if row.isHandoff {
      handoffUserActivityType = row.activity?.activityType
    } else {
      userActivities = row.activity.map { [$0] } ?? []
    }
  }
}

/// `UISceneActivationConditions`: which content a scene can show, and which it prefers to (LAUNCH-030).
public struct ActivationConditions: Sendable, Equatable {
  /// A predicate over a target content identifier.
  public enum Rule: Sendable, Equatable, CustomStringConvertible {
    case always
    case never
    /// Exactly these.
    case identifiers([String])

    /// `always`, `never`, or the identifiers: `one of inbox, drafts`.
    public var description: String {
      switch self {
      case .always: "always"
      case .never: "never"
      case .identifiers(let list): "one of \(list.joined(separator: ", "))"
      }
    }

    /// Whether it holds for `identifier`.
    public func holds(for identifier: String) -> Bool {
      switch self {
      case .always: true
      case .never: false
      case .identifiers(let list): list.contains(identifier)
      }
    }
  }

  /// `canActivateForTargetContentIdentifierPredicate`; UIKit's default holds for everything.
  public var canActivate = Rule.always
  /// `prefersToActivateForTargetContentIdentifierPredicate`; UIKit's default holds for nothing.
  public var prefersToActivate = Rule.never

  /// UIKit's defaults: the scene can show everything, and prefers nothing.
  public init() {}
}

/// What the system keeps of an app's scenes, and of its state, while the app does not run.
struct SceneMemory {
  /// Sessions that outlive the process, oldest first (LAUNCH-102).
  private(set) var sessions: [SceneSession] = []
  /// Sessions that were discarded while no process could hear of it (LAUNCH-103).
  private var discarded: [SceneSession] = []
  /// Counts the sessions that were ever made, for their identifiers.
  private var count = 0
  /// What an app without scenes encoded when it last went to the background (LAUNCH-056).
  var restorableState: PropertyListDictionary?

  /// The newest session without a scene.
  var waitingSession: SceneSession? { sessions.last { $0.scene == nil } }

  mutating func makeSession(of bundleIdentifier: String, role: SceneRole = .application) -> SceneSession {
    count += 1
    return SceneSession(persistentIdentifier: "\(bundleIdentifier)-\(count)", role: role)
  }

  mutating func keep(_ session: SceneSession) { sessions.append(session) }

  /// The user has closed the window of a running app.
  mutating func forget(_ session: SceneSession) { sessions.removeAll { $0 === session } }

  /// The user has quit the app: its windows are closed for good, and it hears of that when it next runs (LAUNCH-104).
  mutating func quit(keepingSessions: Bool) {
    restorableState = nil
    guard !keepingSessions else { return }
    discarded += sessions
    sessions = []
  }

  /// What the app has to hear of; once.
  mutating func takeDiscarded() -> [SceneSession] {
    defer { discarded = [] }
    return discarded
  }

  mutating func takeRestorableState() -> PropertyListDictionary? {
    defer { restorableState = nil }
    return restorableState
  }

  func write(to state: inout DeviceState, at path: String) {
    state.write("\(path).made", count)
    state.write("\(path).restorableState", restorableState)
    for (name, sessions) in [("sessions", sessions), ("discarded", discarded)] {
      state.write("\(path).\(name)", each: sessions) { state, path, session in session.write(to: &state, at: path) }
    }
  }
}

/// The `NSCoder` of state restoration in an app without scenes: values by key, kept by the system (LAUNCH-056).
public final class StateCoder {
  /// The most keys that are kept.
  public static let maximumKeys = 1000

  /// What was encoded so far or, in a process that restores, what the last one left.
  public private(set) var values: PropertyListDictionary

  init(_ values: PropertyListDictionary = [:]) {
    self.values = values
  }

  /// Keeps a value under a key.
  ///
  /// - Throws: ``SimulatorError`` `too-many-items` beyond ``maximumKeys``.
  public func encode(_ value: PropertyListValue, forKey key: String) throws(SimulatorError) {
    guard values[key] != nil || values.entries.count < StateCoder.maximumKeys else {
      throw SimulatorError(
        .tooManyItems, "An app keeps \(StateCoder.maximumKeys) values for state restoration at most",
        hint: "Look for code that never stops encoding.")
    }
    values[key] = value
  }
}

/// What an Info.plist says of scenes.
package struct SceneManifest {
  /// One configuration of a role.
  private struct Configuration {
    let name: String?
    /// Without its module.
    let delegate: String?
  }

  /// Whether there is a manifest at all.
  package let exists: Bool
  private let windows: [Configuration]
  private let others: [Configuration]

  private static let windowRole = "UIWindowSceneSessionRoleApplication"

  /// How far a manifest adopts scenes for the app's own windows.
  package enum Adoption {
    /// There is no manifest.
    case none
    /// It has no configuration at all, as SwiftUI's build writes it.
    case empty
    /// It has configurations for other displays only.
    case otherRoles
    /// Its configurations for windows name no delegate class.
    case noDelegate
    /// A configuration for windows names a delegate class.
    case delegate
  }

  /// What the manifest says of the app's own windows (LAUNCH-058, LAUNCH-076, LAUNCH-158).
  package var adoption: Adoption {
    guard exists else { return .none }
    if windows.isEmpty { return others.isEmpty ? .empty : .otherRoles }
    return delegates.isEmpty ? .noDelegate : .delegate
  }

  package init(of package: AppPackage) {
    self.init(DeviceClass.allCases.map { package.infoDictionary(for: $0) })
  }

  init(_ info: PropertyListDictionary) { self.init([info]) }

  private init(_ infos: [PropertyListDictionary]) {
    let dictionaries = infos.compactMap { $0["UIApplicationSceneManifest"]?.dictionary }
    exists = !dictionaries.isEmpty
    let roles = dictionaries.flatMap { $0["UISceneConfigurations"]?.dictionary?.entries ?? [] }
    windows = roles.filter { $0.key == Self.windowRole }.flatMap { Self.configurations($0.node.value) }
    others = roles.filter { $0.key != Self.windowRole }.flatMap { Self.configurations($0.node.value) }
  }

  private static func configurations(_ role: PropertyListValue) -> [Configuration] {
    (role.array ?? []).compactMap { $0.value.dictionary }.map { entry in
      Configuration(
        name: entry["UISceneConfigurationName"]?.string,
        delegate: entry["UISceneDelegateClassName"]?.string.flatMap {
          $0.split(separator: ".").last.map(String.init)
        })
    }
  }

  /// Whether the app's own windows are scenes: one that only has configurations for other displays does not say so.
  package var hasWindows: Bool { exists && (!windows.isEmpty || others.isEmpty) }

  /// The delegates of the app's own windows.
  package var delegates: [String] { windows.compactMap(\.delegate) }

  /// The delegate of a configuration.
  package func delegate(of name: String) -> String? { windows.first { $0.name == name }?.delegate }

  /// Whether a delegate belongs to a car's display, another screen and the like, and to nothing else.
  package func isForOthers(_ delegate: String) -> Bool {
    others.contains { $0.delegate == delegate } && !delegates.contains(delegate)
  }
}
