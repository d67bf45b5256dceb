import Platform
import PropertyLists

/// The conditions of a device that a scenario can choose. They may change at any time, with effect from then on.
public struct DeviceConditions: Sendable, Equatable {
  /// The seconds from the first callback of a launch or a return until the app is active.
  public var activation = 0.2
  /// The seconds from resigning active until the app is in the background.
  public var deactivation = 0.2
  /// Whether the alert appears again for the current icon, from iOS 26.1 on, according to two reports (ICON-296).
  public var alertsForSameIcon = false
  /// The seconds for an alert to appear or disappear.
  public var alertTransition = 0.2
  /// The seconds for the menu of an icon to open or close.
  public var menuTransition = 0.2
  /// Whether the Home Screen keeps the old icon after a change, until its icons jiggle, the device restarts or the app
  /// is installed again (ICON-158).
  public var staleIconCache = false
  /// Whether the App Switcher keeps its picture of an icon through changes, updates and new installations of the app,
  /// until the device restarts, or until the next change after the condition is turned off (ICON-247).
  public var staleSwitcherIcon = false
  /// The seconds after a change of the icon in which notifications show the old one (ICON-248).
  public var notificationIconDelay = 0.0
  /// Whether the share sheet shows an app's previous icon until the device restarts, up to iOS 17 (ICON-249).
  public var staleShareIcon = false
  /// Whether Settings shows an app's previous icon until the device restarts (ICON-250).
  public var staleSettingsIcon = false
  /// Whether the device is shared and in education mode, in which icons cannot change (ICON-045).
  public var educationMode = false
  /// Whether a debugger is attached, which disables the watchdog (LAUNCH-070).
  public var debugger = false
  /// The picture for an icon with missing files (ICON-123).
  public var missingArtwork = MissingArtwork.byVersion
  /// Whether the console of iOS 15 mentions a database before a successful change (ICON-055).
  public var consoleNoise = false
  /// Whether the alert of an icon change is empty, as for an app that overrides methods of `UIAlertController`
  /// (ICON-072); up to iOS 26.0, where the alert belongs to the app.
  public var emptyIconAlert = false
  /// The seconds after an icon alert, and after the launch, in which another request fails with error 35 (ICON-047);
  /// iOS 26.1 and later.
  public var iconCooldown = 0.0
  /// A fault of the system in icon changes (ICON-058).
  public var iconFault = IconFault.none
  /// Whether the handler of an icon change runs off the main queue, which Apple does not specify (ICON-019).
  public var iconHandlerOffMain = false
  /// Whether an alternate is not shown if `CFBundlePrimaryIcon` names no picture, according to one report (ICON-258).
  public var needsPrimaryIconName = false
  /// Whether a loose alternate without `@2x` or `@3x` in its name is not shown, according to one report (ICON-257).
  public var needsScaledNames = false
  /// Whether the icon alert previews the previous icon (ICON-063).
  public var previewsPrevious = false
  /// Whether the device is Xcode's Simulator, which behaves like a device (ICON-057, QUICK-099) except for its own
  /// faults (ICON-058, QUICK-103).
  public var simulator = false
  /// Whether the Home Screen keeps its picture from the second change until a reboot or a new installation (ICON-159).
  public var staleAfterFirstChange = false

  /// The availability of the file that confirms the app for the domain of a universal link (LAUNCH-129).
  public var associationFile = AssociationFile.fetched
  /// Whether icons can be moved and removed, which a managed device may forbid (QUICK-092).
  public var homeScreenEditing = true
  /// The sessions of scenes that outlive their process and are connected again without asking for a configuration
  /// (LAUNCH-102); other sessions are new for each scene (LAUNCH-082).
  public var keepSessions = SessionKeeping.byLifeCycle
  /// The reason why the system does not launch the app (LAUNCH-235).
  public var launchRefusal = LaunchRefusal.none
  /// Whether sessions also survive if the user quits the app in the app switcher, according to one report (LAUNCH-105).
  public var quitKeepsSessions = false
  /// Whether the app lock recognises the user who opens a locked app (QUICK-121).
  public var authenticationSucceeds = true
  /// The effect of the private selector for silent icon changes from iOS 26.1 on (ICON-083, ICON-223).
  public var privateIconSelector = PrivateIconSelector.alert
  /// Whether SwiftUI never calls `scene(_:willConnectTo:options:)` of the app, according to one report (LAUNCH-028).
  public var swallowsWillConnect = false

  /// Creates the usual conditions: a transition takes 0.2 seconds, without faults or restrictions.
  public init() {}

  /// The names of all conditions.
  public static let names = all.map(\.name)

  /// The longest transition, in seconds.
  public static let longestTransition = 3600.0

  /// A value of a condition in a script.
  public enum Value: Sendable, Equatable {
    case boolean(Bool)
    case number(Double)
    case string(String)
  }

  /// All conditions that a script can read and set, by name.
  public static let all: [DeviceCondition] = [
    .seconds(
      "activation", \.activation, "Seconds from the first callback of a launch or a return until the app is active."),
    .seconds("alertTransition", \.alertTransition, "Seconds that an alert takes to appear or to disappear."),
    .flag(
      "alertsForSameIcon", \.alertsForSameIcon,
      "From iOS 26.1 the alert appears again for the icon that is already set, according to two reports.", "ICON-296"),
    .choice(
      "associationFile", \.associationFile,
      "Whether the domain’s file `apple-app-site-association` was fetched, is only on the server, or is missing.",
      "LAUNCH-129", "LAUNCH-128"),
    .flag(
      "authenticationSucceeds", \.authenticationSucceeds,
      "From iOS 18, the app lock recognises the user who opens a locked app.", "QUICK-121"),
    .flag(
      "consoleNoise", \.consoleNoise,
      "On iOS 15, a line about a database precedes a successful icon change on the console.", "ICON-055"),
    .seconds("deactivation", \.deactivation, "Seconds from resigning active until the app is in the background."),
    .flag("debugger", \.debugger, "A debugger is attached, so the watchdog is off.", "LAUNCH-070"),
    .flag(
      "educationMode", \.educationMode, "The device is shared and in education mode: icons cannot be changed.",
      "ICON-045"),
    .flag(
      "emptyIconAlert", \.emptyIconAlert,
      "Up to iOS 26.0, the alert of an icon change is empty, as in an app that overrides `UIAlertController` methods.",
      "ICON-072"),
    .flag(
      "homeScreenEditing", \.homeScreenEditing,
      "Icons can be moved and removed; a managed device can forbid both.", "QUICK-092"),
    .seconds(
      "iconCooldown", \.iconCooldown,
      "From iOS 26.1, seconds after an icon alert, and after the launch, during which another request gets error 35.",
      "ICON-047"),
    .choice("iconFault", \.iconFault, "A fault of iOS that makes icon changes fail.", "ICON-058"),
    .flag(
      "iconHandlerOffMain", \.iconHandlerOffMain,
      "The handler of an icon change does not run on the main queue; Apple does not specify a queue.", "ICON-019"),
    .choice(
      "keepSessions", \.keepSessions,
      "The scene sessions that survive their process and are connected again without asking for their configuration.",
      "LAUNCH-029", "LAUNCH-082", "LAUNCH-102"),
    .choice(
      "launchRefusal", \.launchRefusal,
      "The reason why the system does not start apps with some kinds of distribution.", "LAUNCH-232",
      "LAUNCH-233", "LAUNCH-234", "LAUNCH-235"),
    .seconds("menuTransition", \.menuTransition, "Seconds that the menu of an icon takes to open or to close."),
    .choice("missingArtwork", \.missingArtwork, "The picture for an icon whose files do not exist.", "ICON-123"),
    .flag(
      "needsPrimaryIconName", \.needsPrimaryIconName,
      "An alternate is not shown if `CFBundlePrimaryIcon` names no picture, according to one report.", "ICON-258"),
    .flag(
      "needsScaledNames", \.needsScaledNames,
      "A loose picture of an alternate is not shown without `@2x` or `@3x` in its name, according to one report.",
      "ICON-257"),
    .seconds(
      "notificationIconDelay", \.notificationIconDelay,
      "Seconds after an icon change during which notifications show the old icon.", "ICON-248"),
    .flag("previewsPrevious", \.previewsPrevious, "The icon alert previews the icon that was set before.", "ICON-063"),
    .choice(
      "privateIconSelector", \.privateIconSelector,
      "The effect of the private selector for silent icon changes, from iOS 26.1.", "ICON-083", "ICON-223"),
    .flag(
      "quitKeepsSessions", \.quitKeepsSessions,
      "Scene sessions also survive when the user quits the app in the switcher.", "LAUNCH-105"),
    .flag(
      "simulator", \.simulator,
      "The device is Xcode's Simulator: it behaves like a device, except for its own faults.", "ICON-057", "ICON-058",
      "QUICK-099", "QUICK-103"),
    .flag(
      "staleAfterFirstChange", \.staleAfterFirstChange,
      "From the second change on, the Home Screen keeps the old icon until a restart or reinstallation.", "ICON-159"),
    .flag(
      "staleIconCache", \.staleIconCache,
      "The Home Screen keeps the old icon until its icons jiggle, the device restarts or the app is reinstalled.",
      "ICON-158"),
    .flag(
      "staleSettingsIcon", \.staleSettingsIcon, "Settings keeps the old icon until the device restarts.", "ICON-250"),
    .flag(
      "staleShareIcon", \.staleShareIcon,
      "Up to iOS 17 the share sheet keeps the old icon until the device restarts.", "ICON-249"),
    .flag(
      "staleSwitcherIcon", \.staleSwitcherIcon,
      "The App Switcher keeps the old icon through changes, updates and reinstallations until the device restarts.",
      "ICON-247"),
    .flag(
      "swallowsWillConnect", \.swallowsWillConnect,
      "SwiftUI does not call `scene(_:willConnectTo:options:)` of the app's scene delegate, as one project reports.",
      "LAUNCH-028"),
  ]

  /// Returns the value of the condition `name`.
  ///
  /// - Throws: ``SimulatorError`` `unknown-condition`, with the existing names.
  public func value(_ name: String) throws(SimulatorError) -> Value { try DeviceConditions.condition(name).get(self) }

  /// The value of a condition.
  public subscript(condition: DeviceCondition) -> Value { condition.get(self) }

  /// Sets the condition `name`.
  ///
  /// - Throws: ``SimulatorError`` `unknown-condition` or `bad-condition-value`; the conditions are then unchanged.
  public mutating func set(_ name: String, to value: Value) throws(SimulatorError) {
    try DeviceConditions.condition(name).set(&self, value)
  }

  /// - Throws: ``SimulatorError`` `bad-condition-value` if a transition is not a valid time.
  func validate() throws(SimulatorError) {
    guard self != Self.usual else { return }
    var copy = self
    for condition in DeviceConditions.all { try condition.set(&copy, condition.get(self)) }
  }

  private static let usual = DeviceConditions()
  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  static func condition(_ name: String) throws(SimulatorError) -> DeviceCondition {
    if let condition = byName[String(Spelling.beginning(of: name))] { return condition }
    throw SimulatorError(
      .unknownCondition, "Unknown condition “\(Spelling.beginning(of: name))”",
      hint: "Use one of \(names.joined(separator: ", ")).\(Spelling.didYouMean(name, in: names))")
  }
}

/// The picture on the Home Screen for an icon with missing files (ICON-123).
public enum MissingArtwork: String, Sendable, CaseIterable {
  /// The behaviour of the iOS version: ``unchanged`` up to 10, ``placeholder`` from 11 on.
  case byVersion
  /// A generic placeholder.
  case placeholder
  /// The previous picture.
  case unchanged
}

/// The availability of the file with which a domain confirms its universal links for an app (LAUNCH-129).
public enum AssociationFile: String, Sendable, CaseIterable {
  /// On the domain's server and in Apple's copies.
  case fetched
  /// Only on the domain's server: Apple has no copy yet, or cannot reach the server.
  case onlyOnServer
  /// Missing, or the file does not name the app.
  case missing
}

/// The sessions of scenes that outlive their process (LAUNCH-102); others are new for each scene (LAUNCH-082).
public enum SessionKeeping: String, Sendable, CaseIterable {
  /// As observed: scenes of UIKit keep their sessions, scenes of SwiftUI do not.
  case byLifeCycle
  /// Sessions of every life cycle.
  case always
  /// No sessions.
  case never
}

/// The reason why the system does not launch the app (LAUNCH-235).
public enum LaunchRefusal: String, Sendable, CaseIterable {
  case none
  /// The builds of TestFlight are older than 90 days (LAUNCH-232).
  case betaExpired
  /// The user does not trust the developer of builds that no store has installed (LAUNCH-233).
  case developerNotTrusted
  /// Developer Mode is off, which builds for developers need from iOS 16 on (LAUNCH-234).
  case developerModeOff
}

/// The effect of the private selector for silent icon changes from iOS 26.1 on; reports differ.
public enum PrivateIconSelector: String, Sendable, CaseIterable {
  /// No effect (ICON-083, ICON-208).
  case ignored
  /// The effect of the public method, with its alert (ICON-223).
  case alert
}

/// A condition of a device by name, for scripts.
public struct DeviceCondition: Sendable {
  typealias Path<Value> = WritableKeyPath<DeviceConditions, Value> & Sendable

  /// The kind of its values.
  public enum Kind: Sendable, Hashable {
    /// A time from 0 to ``DeviceConditions/longestTransition``.
    case seconds
    case flag
    case choice([String])
  }

  /// The name in scripts, such as `alertTransition`; one of ``DeviceConditions/names``.
  public let name: String
  /// The values that the condition accepts; others throw ``SimulatorError`` `bad-condition-value`.
  public let kind: Kind
  /// A description in one sentence.
  public let summary: String
  /// The facts about the condition.
  public let facts: [FactID]
  let get: @Sendable (DeviceConditions) -> DeviceConditions.Value
  let set: @Sendable (inout DeviceConditions, DeviceConditions.Value) throws(SimulatorError) -> Void

  /// Creates a condition with a time from 0 to ``DeviceConditions/longestTransition``.
  static func seconds(_ name: String, _ path: Path<Double>, _ summary: String, _ facts: FactID...) -> DeviceCondition {
    DeviceCondition(
      name: name, kind: .seconds, summary: summary, facts: facts, get: { .number($0[keyPath: path]) },
      set: { (conditions, value) throws(SimulatorError) in
        guard case .number(let seconds) = value, (0...DeviceConditions.longestTransition).contains(seconds) else {
          let longest = Int(DeviceConditions.longestTransition)
          throw mistake("The condition “\(name)” must be a number of seconds from 0 to \(longest)")
        }
        conditions[keyPath: path] = seconds
      })
  }

  static func flag(_ name: String, _ path: Path<Bool>, _ summary: String, _ facts: FactID...) -> DeviceCondition {
    DeviceCondition(
      name: name, kind: .flag, summary: summary, facts: facts, get: { .boolean($0[keyPath: path]) },
      set: { (conditions, value) throws(SimulatorError) in
        guard case .boolean(let flag) = value else { throw mistake("The condition “\(name)” must be true or false") }
        conditions[keyPath: path] = flag
      })
  }

  /// Creates a condition with the cases of an enumeration, by raw value.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Choice>, _ summary: String, _ facts: FactID...
  ) -> DeviceCondition
  where Choice.RawValue == String {
    DeviceCondition(
      name: name, kind: .choice(Choice.allCases.map(\.rawValue)), summary: summary, facts: facts,
      get: { .string($0[keyPath: path].rawValue) },
      set: { (conditions, value) throws(SimulatorError) in
        guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
          let choices = Choice.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
          throw mistake("The condition “\(name)” must be one of \(choices)")
        }
        conditions[keyPath: path] = choice
      })
  }

  private static func mistake(_ message: String) -> SimulatorError { SimulatorError(.badConditionValue, message) }
}

/// A fault of the system in icon changes that a scenario can choose (ICON-058). It only affects systems on which it was
/// observed; a request on another system notes a quirk and proceeds normally.
public enum IconFault: String, Sendable, CaseIterable {
  case none
  /// Every request fails with error 35 while this is set (ICON-047); iOS 26.1 and later.
  case busy
  /// Like ``busy``, until a reboot of the device sets ``none`` (ICON-051); iOS 26.1 and later.
  case busyUntilReboot
  /// After a modal controller has closed, the first request fails with error 35 and the next ones with 3072, until the
  /// app makes no request for a second (ICON-050, ICON-200); iOS 26.1 and later.
  case afterModal
  /// The change takes effect without an alert, and the handler gets error 5 (ICON-052, ICON-053); only on the Simulator
  /// of iOS 26.1 and 26.2.
  case upcall

  /// Returns whether a system can have the fault; all systems can have none.
  func occurs(on os: OSVersion, simulator: Bool) -> Bool {
    switch self {
    case .none: true
    case .busy, .busyUntilReboot, .afterModal: os >= .systemIconAlert
    case .upcall: simulator && os >= .systemIconAlert && os < OSVersion(26, 3)
    }
  }

  /// The fact about the fault.
  var fact: FactID {
    switch self {
    case .none: "ICON-057"
    case .busy: "ICON-047"
    case .busyUntilReboot: "ICON-051"
    case .afterModal: "ICON-050"
    case .upcall: "ICON-052"
    }
  }
}
