package import AppPackages
import AppSources
public import PropertyLists

/// A `UIWindowScene` of a process: a window of the app on the screen, with its own delegate and memory.
public final class AppScene {
  let process: AppProcess
  /// The session that the system keeps for the scene and may restore later (LAUNCH-029).
  public let session: SceneSession
  /// The activation state; ``SceneState/unattached`` after the scene was disconnected.
  public internal(set) var state = SceneState.unattached
  /// The delegate that the app's code made for this scene.
  public internal(set) var delegate: (any SceneDelegate)?
  /// The root view of a SwiftUI app that the app's code made for this scene.
  public internal(set) var rootView: (any RootView)?
  /// The controller that hosts SwiftUI's root view; nil in other life cycles.
  weak var hostingController: ViewController?
  /// The scene's windows on the screen; empty after it was disconnected.
  let stack = WindowStack()

  /// The conditions for content that the scene can show or prefers to show (LAUNCH-030).
  public var activationConditions = ActivationConditions()
  /// The number of the connection, counted up.
  let number: Int

  init(process: AppProcess, session: SceneSession, number: Int) {
    (self.process, self.number, self.session) = (process, number, session)
    session.scene = self
  }

  /// The key window; nil after the scene was disconnected.
  public var window: AppWindow? { stack.key }

  /// The scene's windows, from back to front (LAUNCH-150).
  public var windows: [AppWindow] { stack.windows }

  /// Whether a window shows SwiftUI's root view, and not a root of the app's scene delegate (LAUNCH-138).
  var showsRootView: Bool { windows.contains { $0.rootViewController === hostingController } }

  /// The identifier of the session.
  public var identifier: String { session.persistentIdentifier }

  /// The title, if the app gave one.
  public var title: String?

  /// Whether this is a connected scene of its process.
  public var isConnected: Bool { process.scenes.contains { $0 === self } }

  /// Disconnects the scene, as the system does when it needs memory: the process continues without it, and the next
  /// action connects a new one (LAUNCH-017).
  ///
  /// - Throws: ``SimulatorError`` `scene-disconnected` or `app-in-front`; errors that escape the app's code.
  public func disconnect() throws {
    let device = try requireConnected()
    try device.perform("scene:disconnect") { try device.disconnect(self) }
  }

  /// Brings the scene to the front, as a tap on its window in the app switcher does (LAUNCH-101).
  ///
  /// - Throws: ``SimulatorError`` `scene-disconnected`, `device-locked` or `alert-covers`; errors of the app's code.
  public func activate() throws {
    let device = try requireConnected()
    try device.perform("scene:activate") { try device.bringToFront(process.record, scene: self) }
  }

  /// Shows the window next to the app's window on the screen (LAUNCH-147).
  ///
  /// - Throws: ``SimulatorError`` `scene-disconnected`, `app-not-running` if the app is not in front, `device-locked`
  ///   or `alert-covers`; errors that escape the app's code.
  public func showBeside() throws {
    let device = try requireConnected()
    try device.perform("scene:showBeside") { try device.showBeside(self) }
  }

  /// Makes the window fill the screen: the others go to the background (LAUNCH-148).
  ///
  /// - Throws: as ``activate()``.
  public func fillScreen() throws {
    let device = try requireConnected()
    try device.perform("scene:fillScreen") { try device.fillScreen(self) }
  }

  /// Closes the window in the app switcher: disconnects the scene and discards its session (LAUNCH-103).
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
        hint: "Read app.scenes again.")
    }
    return device
  }

  /// Releases the objects of the scene.
  func tearDown() {
    state = .unattached
    session.scene = nil
    delegate = nil
    rootView = nil
    stack.tearDown()
  }
}

/// `UIScene.activationState`. The raw values are the names in scripts.
public enum SceneState: String, Sendable, CaseIterable {
  case unattached
  case foregroundInactive
  case foregroundActive
  case background
}

/// `UISceneSession`: the data that the system keeps about a scene.
public final class SceneSession {
  /// `persistentIdentifier`: the app's bundle identifier and a consecutive number.
  public let persistentIdentifier: String
  /// The configuration that `configurationForConnecting` returned, otherwise the default one.
  public internal(set) var configuration = SceneConfiguration()
  /// The activity that the scene's delegate returned from `stateRestorationActivity(for:)` when it last went to the
  /// background (LAUNCH-056).
  public internal(set) var stateRestorationActivity: UserActivity?
  /// The role of the scene; it never changes.
  public let role: SceneRole
  /// The scene, while it is connected.
  public internal(set) weak var scene: AppScene?

  init(persistentIdentifier: String, role: SceneRole) {
    (self.persistentIdentifier, self.role) = (persistentIdentifier, role)
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

/// `UISceneConfiguration`: the result of `configurationForConnecting`.
public struct SceneConfiguration {
  /// The name of a configuration in the Info.plist; nil for the default one.
  public var name: String?
  /// The class of the scene delegate; opaque to the simulator, returned through the scene's session when the delegate
  /// is made.
  public var delegateClass: AnyObject?

  /// The role; nil for the role of the session. A session of another role is never connected (LAUNCH-140).
  public var role: SceneRole?

  /// Creates a configuration; without arguments the default one, without a class or role.
  public init(name: String? = nil, delegateClass: AnyObject? = nil, role: SceneRole? = nil) {
    (self.name, self.delegateClass, self.role) = (name, delegateClass, role)
  }
}

/// `UISceneSession.Role`: the purpose of a scene.
public enum SceneRole: String, Sendable, CaseIterable {
  /// A window on the device's own screen.
  case application
  /// Content for an external display instead of the device's screen (LAUNCH-141).
  case externalDisplay
  /// The app's interface in a car (LAUNCH-142).
  case carPlay

  /// Returns the name of UIKit's constant, which is the key in the scene manifest. The one for external displays
  /// changed in iOS 16 (LAUNCH-141).
  public func name(on os: OSVersion) -> String {
    switch self {
    case .application: "UIWindowSceneSessionRoleApplication"
    case .externalDisplay:
      os < .v16 ? "UIWindowSceneSessionRoleExternalDisplay" : "UIWindowSceneSessionRoleExternalDisplayNonInteractive"
    case .carPlay: "CPTemplateApplicationSceneSessionRoleApplication"
    }
  }

  /// Creates a role from UIKit's name, of any version; nil for any other string.
  public init?(named name: String) {
    let names = SceneRole.allCases.flatMap { role in [OSVersion.scenes, .newest].map { (role.name(on: $0), role) } }
    guard let role = names.first(where: { $0.0 == name })?.1 else { return nil }
    self = role
  }
}

/// A display other than the device's own screen.
public enum AppDisplay: String, Sendable, CaseIterable {
  /// A screen connected by a cable or AirPlay; it shows the app in front.
  case external
  /// A car, which shows an app independently of the phone's screen.
  case car

  var role: SceneRole {
    switch self {
    case .external: .externalDisplay
    case .car: .carPlay
    }
  }
}

/// `UIScene.ConnectionOptions`: the reason for connecting a scene (LAUNCH-055). Always present, empty for a plain tap.
public struct ConnectionOptions: Sendable {
  /// The quick action that made the system connect the scene (LAUNCH-013).
  public var shortcutItem: ShortcutItem?
  /// URLs to open (LAUNCH-032).
  public var urls: [String] = []
  /// The app that sent the URL.
  public var sourceApplication: String?
  /// The activities to continue, without one from Handoff (LAUNCH-033).
  public var userActivities: [UserActivity] = []
  /// The type of an activity that Handoff is still fetching (LAUNCH-033).
  public var handoffUserActivityType: String?
  /// The notification that the user responded to.
  public var notificationResponse: UserNotification?
  /// The App Intent for the scene to perform; iOS 26 and later (LAUNCH-034).
  public var appIntent: String?

  /// Creates empty options, as for a plain tap.
  public init() {}

  init(_ row: LaunchSituation.Row) {
    appIntent = row.appIntent
    guard appIntent == nil else { return }
    shortcutItem = row.item
    notificationResponse = row.notification
    urls = row.urls
    sourceApplication = row.source
    if row.isHandoff {
      handoffUserActivityType = row.activity?.activityType
    } else {
      userActivities = row.activity.map { [$0] } ?? []
    }
  }
}

/// `UISceneActivationConditions`: the content that a scene can show or prefers to show (LAUNCH-030).
public struct ActivationConditions: Sendable, Equatable {
  /// A predicate over a target content identifier.
  public enum Rule: Sendable, Equatable, CustomStringConvertible {
    case always
    case never
    /// Holds for exactly these identifiers.
    case identifiers([String])

    /// `always`, `never`, or the identifiers: `one of inbox, drafts`.
    public var description: String {
      switch self {
      case .always: "always"
      case .never: "never"
      case .identifiers(let list): "one of \(list.joined(separator: ", "))"
      }
    }

    /// Returns whether the rule holds for `identifier`.
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

  /// Creates UIKit's defaults: the scene can show everything and prefers nothing.
  public init() {}
}

/// The scenes and the state that the system keeps for an app that is not running.
struct SceneMemory {
  /// Sessions that outlive the process, oldest first (LAUNCH-102).
  private(set) var sessions: [SceneSession] = []
  /// Sessions that were discarded while no process could be notified (LAUNCH-103).
  private var discarded: [SceneSession] = []
  /// The number of sessions made so far, for their identifiers.
  private var count = 0
  /// The state that an app without scenes encoded when it last went to the background (LAUNCH-056).
  var restorableState: PropertyListDictionary?

  /// The newest session without a scene.
  var waitingSession: SceneSession? { sessions.last { $0.scene == nil } }

  mutating func makeSession(of bundleIdentifier: String, role: SceneRole = .application) -> SceneSession {
    count += 1
    return SceneSession(persistentIdentifier: "\(bundleIdentifier)-\(count)", role: role)
  }

  mutating func keep(_ session: SceneSession) { sessions.append(session) }

  /// Removes the session of a window that the user has closed in a running app.
  mutating func forget(_ session: SceneSession) { sessions.removeAll { $0 === session } }

  /// Discards the sessions of an app that the user has quit; the app is notified when it next runs (LAUNCH-104).
  mutating func quit(keepingSessions: Bool) {
    restorableState = nil
    guard !keepingSessions else { return }
    discarded += sessions
    sessions = []
  }

  /// Returns the discarded sessions, once, to notify the app.
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

/// The `NSCoder` of state restoration in an app without scenes: keyed values that the system keeps (LAUNCH-056).
public final class StateCoder {
  /// The maximum number of keys.
  public static let maximumKeys = 1000

  /// The values encoded so far, or the saved values in a process that restores its state.
  public private(set) var values: PropertyListDictionary

  init(_ values: PropertyListDictionary = [:]) { self.values = values }

  /// Encodes a value for a key.
  ///
  /// - Throws: ``SimulatorError`` `too-many-items` beyond ``maximumKeys``.
  public func encode(_ value: PropertyListValue, forKey key: String) throws(SimulatorError) {
    guard values[key] != nil || values.entries.count < StateCoder.maximumKeys else {
      throw SimulatorError(
        .tooManyItems, "An app can keep at most \(StateCoder.maximumKeys) values for state restoration",
        hint: "Look for code that never stops encoding.")
    }
    values[key] = value
  }
}

/// The scene manifest of an Info.plist.
package struct SceneManifest {
  /// A configuration of a role.
  private struct Configuration {
    let name: String?
    /// The class name without its module; nil if the class cannot be loaded.
    var delegate: String?
    /// The class name as written.
    let written: String?
  }

  /// Whether the Info.plist has a manifest.
  package let exists: Bool
  /// Whether all of the manifest is known.
  private var isWhole = true
  private var windows: [Configuration]
  private let others: [Configuration]

  private static let windowRole = "UIWindowSceneSessionRoleApplication"

  /// The degree to which a manifest adopts scenes for the app's own windows.
  package enum Adoption {
    /// The Info.plist has no manifest.
    case none
    /// The manifest has no configurations, like the one that the build of a SwiftUI app writes.
    case empty
    /// The manifest only has configurations for other displays.
    case otherRoles
    /// The manifest's configurations for windows name no delegate class.
    case noDelegate
    /// A configuration for windows names a delegate class.
    case delegate

    /// What the manifest lacks, for use in a sentence; nil if it names a delegate.
    var lack: String? {
      switch self {
      case .none: "the Info.plist has no scene manifest"
      case .empty: "the scene manifest has no configuration"
      case .otherRoles: "the scene manifest has no configuration for windows"
      case .noDelegate: "the scene manifest names no delegate class for windows"
      case .delegate: nil
      }
    }

    /// The fact that explains why a UIKit app ends at launch, if its app delegate names no delegate either.
    var fact: FactID { self == .none ? "LAUNCH-061" : "LAUNCH-158" }
  }

  /// The degree of adoption for the app's own windows (LAUNCH-058, LAUNCH-076, LAUNCH-158).
  package var adoption: Adoption {
    guard exists else { return .none }
    if windows.isEmpty { return others.isEmpty ? .empty : .otherRoles }
    return delegates.isEmpty ? .noDelegate : .delegate
  }

  package init(of package: AppPackage) {
    self.init(DeviceClass.allCases.map { package.infoDictionary(for: $0) })
    isWhole = (exists || package.origin == .xcodeProject) && !windows.contains { $0.name?.contains("$(") == true }
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
      let written = entry["UISceneDelegateClassName"]?.string
      return Configuration(
        name: entry["UISceneConfigurationName"]?.string,
        delegate: written?.split(separator: ".").last.map(String.init), written: written)
    }
  }

  /// The delegates of the app's own windows, as written.
  var written: [String] { windows.compactMap(\.written) }

  /// Returns the manifest without delegates that cannot be loaded (LAUNCH-171).
  func loading(_ isLoaded: (String) -> Bool) -> SceneManifest {
    var other = self
    for (index, window) in windows.enumerated() {
      if let name = window.written, !isLoaded(name) { other.windows[index].delegate = nil }
    }
    return other
  }

  /// Returns whether a class is named, and cannot be loaded.
  func isUnloaded(_ name: String) -> Bool {
    windows.contains { $0.delegate == nil && $0.written?.split(separator: ".").last.map(String.init) == name }
  }

  /// Returns the delegate of a configuration, or of the first one that names any, if it cannot be loaded.
  func unloaded(_ configuration: String?) -> String? {
    windows.first { configuration == nil ? $0.written != nil : $0.name == configuration }
      .flatMap { $0.delegate == nil ? $0.written : nil }
  }

  /// Returns whether a configuration that code makes without a delegate has none in the manifest (LAUNCH-159).
  func lacksDelegate(_ configuration: TextValue?) -> Bool {
    switch configuration {
    case .literal(let name): isWhole && delegate(of: name) == nil
    case .null: isWhole && delegates.isEmpty
    case .computed, .lastPart, nil: false
    }
  }

  /// Whether the app's own windows are scenes; false if it only has configurations for other displays.
  package var hasWindows: Bool { exists && (!windows.isEmpty || others.isEmpty) }

  /// The delegates of the app's own windows.
  package var delegates: [String] { windows.compactMap(\.delegate) }

  /// Returns the delegate of a configuration.
  package func delegate(of name: String) -> String? { windows.first { $0.name == name }?.delegate }

  /// Returns whether a delegate is only used for other displays, such as a car's.
  package func isForOthers(_ delegate: String) -> Bool {
    others.contains { $0.delegate == delegate } && !delegates.contains(delegate)
  }
}
