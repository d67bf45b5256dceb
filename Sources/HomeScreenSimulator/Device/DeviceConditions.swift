import Platform
import PropertyLists

/// The circumstances of a device that a scenario can choose. They can be changed at any time and hold from then on.
public struct DeviceConditions: Sendable, Equatable {
  /// Seconds from the first call of a launch or a return until the app is active.
  public var activation = 0.2
  /// Seconds from resigning active until the app is in the background.
  public var deactivation = 0.2
  /// Seconds that an alert takes to appear or to go away.
  public var alertTransition = 0.2
  /// Seconds that the menu of an icon takes to open or to close.
  public var menuTransition = 0.2
  /// The Home Screen keeps showing the old icon after a change, until its icons jiggle, a reboot or a new installation
  /// (ICON-158).
  public var staleIconCache = false
  /// The App Switcher goes on to show the icon that it has, through changes, updates and new installations of the app, until
  /// the device restarts, or a change that comes when this is false again (ICON-247).
  public var staleSwitcherIcon = false
  /// Seconds after a change of the icon in which notifications show the old one (ICON-248).
  public var notificationIconDelay = 0.0
  /// Up to iOS 17 the share sheet goes on to show the icon that it has, until the device restarts (ICON-249).
  public var staleShareIcon = false
  /// The Settings go on to show the icon that they have, until the device restarts (ICON-250).
  public var staleSettingsIcon = false
  /// The device is shared and in education mode: icons can't be changed (ICON-045).
  public var educationMode = false
  /// A debugger is attached. It switches the watchdog off (LAUNCH-070).
  public var debugger = false
  /// What is shown for an icon whose files do not exist (ICON-123).
  public var missingArtwork = MissingArtwork.byVersion
  /// On iOS 15 the console tells of a database before a change that succeeds (ICON-055).
  public var consoleNoise = false
  /// The alert of an icon change is empty, as for an app that overrides methods of `UIAlertController` (ICON-072); up
  /// to iOS 26.0, where the alert is the app's.
  public var emptyIconAlert = false
  /// Seconds after an icon alert, and after the launch, in which another request gets error 35 (ICON-047); iOS 26.1 and
  /// later.
  public var iconCooldown = 0.0
  /// A fault of the system around icon changes (ICON-058).
  public var iconFault = IconFault.none
  /// The handler of an icon change runs on another queue than the main one, which Apple leaves open (ICON-019).
  public var iconHandlerOffMain = false
  /// An alternate changes nothing on the Home Screen if `CFBundlePrimaryIcon` names no picture, as one report has it
  /// (ICON-258).
  public var needsPrimaryIconName = false
  /// The same if the loose picture of the alternate has no `@2x` or `@3x` in its name (ICON-257).
  public var needsScaledNames = false
  /// The icon alert previews the icon that was set before (ICON-063).
  public var previewsPrevious = false
  /// The device is Xcode's Simulator; it behaves like a device (ICON-057, QUICK-099) but for its own faults (ICON-058,
  /// QUICK-103).
  public var simulator = false
  /// From the second change on the Home Screen keeps its picture, until a reboot or a new installation (ICON-159).
  public var staleAfterFirstChange = false

  /// Where the file lies with which the domain of a universal link confirms the app (LAUNCH-129).
  public var associationFile = AssociationFile.fetched
  /// Icons may be moved and removed; a managed device can forbid it (QUICK-092).
  public var homeScreenEditing = true
  /// Which sessions of scenes outlive their process, and are connected again without a question for their configuration
  /// (LAUNCH-102); the others are made anew for each scene (LAUNCH-082).
  public var keepSessions = SessionKeeping.byLifeCycle
  /// Sessions outlive also an app that the user quits in the switcher, as one report has it (LAUNCH-105).
  public var quitKeepsSessions = false
  /// The app lock recognises the person who opens a locked app (QUICK-121).
  public var authenticationSucceeds = true
  /// What the private selector of silent icon changes does from iOS 26.1 on (ICON-083, ICON-223).
  public var privateIconSelector = PrivateIconSelector.ignored
  /// SwiftUI keeps `scene(_:willConnectTo:options:)` from a scene delegate of the app's, as one project saw (LAUNCH-028).
  public var swallowsWillConnect = false

  /// The usual circumstances: a transition takes 0.2 seconds, and nothing is faulty or forbidden.
  public init() {}

  /// The names of all conditions.
  public static let names = all.map(\.name)

  /// The longest transition, in seconds.
  public static let longestTransition = 3600.0

  /// A value of a condition as a script writes it.
  public enum Value: Sendable, Equatable {
    case boolean(Bool)
    case number(Double)
    case string(String)
  }

  /// All conditions, by name: what a script can read and set.
  public static let all: [DeviceCondition] = [
    .seconds(
      "activation", \.activation, "Seconds from the first call of a launch or a return until the app is active."),
    .seconds("alertTransition", \.alertTransition, "Seconds that an alert takes to appear or to go away."),
    .choice(
      "associationFile", \.associationFile,
      "Where the domain of a universal link keeps the file that confirms the app.", "LAUNCH-129", "LAUNCH-128"),
    .flag(
      "authenticationSucceeds", \.authenticationSucceeds,
      "From iOS 18, the app lock recognises the user who opens a locked app.", "QUICK-121"),
    .flag(
      "consoleNoise", \.consoleNoise,
      "On iOS 15 the console mentions a database before a change that succeeds.", "ICON-055"),
    .seconds(
      "deactivation", \.deactivation, "Seconds from resigning active until the app is in the background."),
    .flag("debugger", \.debugger, "A debugger is attached: the watchdog is off.", "LAUNCH-070"),
    .flag(
      "educationMode", \.educationMode, "The device is shared and in education mode: icons cannot be changed.",
      "ICON-045"),
    .flag(
      "emptyIconAlert", \.emptyIconAlert,
      "Up to iOS 26.0 the alert of an icon change is empty, as for an app that overrides methods of its class.",
      "ICON-072"),
    .flag(
      "homeScreenEditing", \.homeScreenEditing,
      "Icons can be moved and removed; a managed device can forbid it.", "QUICK-092"),
    .seconds(
      "iconCooldown", \.iconCooldown,
      "From iOS 26.1, seconds after an icon alert and after the launch in which another request gets error 35.",
      "ICON-047"),
    .choice("iconFault", \.iconFault, "A fault of the system around icon changes.", "ICON-058"),
    .flag(
      "iconHandlerOffMain", \.iconHandlerOffMain,
      "The handler of an icon change runs on a queue other than the main one; Apple does not specify it.", "ICON-019"),
    .choice(
      "keepSessions", \.keepSessions,
      "Which scene sessions outlive their process and are connected again without asking for their configuration.",
      "LAUNCH-029", "LAUNCH-082", "LAUNCH-102"),
    .seconds("menuTransition", \.menuTransition, "Seconds that the menu of an icon takes to open or to close."),
    .choice(
      "missingArtwork", \.missingArtwork, "What is shown for an icon whose files do not exist.", "ICON-123"),
    .flag(
      "needsPrimaryIconName", \.needsPrimaryIconName,
      "An alternate is not shown if `CFBundlePrimaryIcon` names no picture, according to one report.", "ICON-258"),
    .flag(
      "needsScaledNames", \.needsScaledNames,
      "A loose picture of an alternate is not shown without `@2x` or `@3x` in its name, according to one report.",
      "ICON-257"),
    .seconds(
      "notificationIconDelay", \.notificationIconDelay,
      "Seconds after a change of the icon in which notifications show the old one.", "ICON-248"),
    .flag(
      "previewsPrevious", \.previewsPrevious, "The icon alert previews the icon that was set before.", "ICON-063"),
    .choice(
      "privateIconSelector", \.privateIconSelector,
      "From iOS 26.1, what the private selector of silent icon changes does.", "ICON-083", "ICON-223"),
    .flag(
      "quitKeepsSessions", \.quitKeepsSessions,
      "Sessions of scenes outlive also an app that the user quits in the switcher.", "LAUNCH-105"),
    .flag(
      "simulator", \.simulator,
      "The device is Xcode's Simulator: it behaves like a device, except for its own faults.", "ICON-057", "ICON-058",
      "QUICK-099", "QUICK-103"),
    .flag(
      "staleAfterFirstChange", \.staleAfterFirstChange,
      "From the second change, the Home Screen keeps its picture until a reboot or a new installation.", "ICON-159"),
    .flag(
      "staleIconCache", \.staleIconCache,
      "The Home Screen keeps the old icon after a change, until its icons jiggle, a reboot or a new installation.",
      "ICON-158"),
    .flag(
      "staleSettingsIcon", \.staleSettingsIcon, "The Settings keep the old icon until the device restarts.", "ICON-250"),
    .flag(
      "staleShareIcon", \.staleShareIcon,
      "Up to iOS 17 the share sheet keeps the old icon until the device restarts.", "ICON-249"),
    .flag(
      "staleSwitcherIcon", \.staleSwitcherIcon,
      "The App Switcher keeps the old icon through changes, updates and new installations, until the device restarts.",
      "ICON-247"),
    .flag(
      "swallowsWillConnect", \.swallowsWillConnect,
      "SwiftUI does not call `scene(_:willConnectTo:options:)` of the app's scene delegate, as one project saw.",
      "LAUNCH-028"),
  ]

  /// The value of the condition `name`.
  ///
  /// - Throws: ``SimulatorError`` `unknown-condition`, with the names that exist.
  public func value(_ name: String) throws(SimulatorError) -> Value {
    try DeviceConditions.condition(name).get(self)
  }

  /// The value of a condition.
  public subscript(condition: DeviceCondition) -> Value { condition.get(self) }

  /// Sets the condition `name`.
  ///
  /// - Throws: ``SimulatorError`` `unknown-condition` or `bad-condition-value`; then nothing has changed.
  public mutating func set(_ name: String, to value: Value) throws(SimulatorError) {
    try DeviceConditions.condition(name).set(&self, value)
  }

  /// - Throws: ``SimulatorError`` `bad-condition-value` when a transition is no sensible time.
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

/// What the Home Screen shows for an icon whose files do not exist (ICON-123).
public enum MissingArtwork: String, Sendable, CaseIterable {
  /// As the iOS version does: ``unchanged`` up to 10, ``placeholder`` from 11 on.
  case byVersion
  /// A generic placeholder.
  case placeholder
  /// The picture that was shown before.
  case unchanged
}

/// Where the file lies with which a domain confirms that its universal links are for an app (LAUNCH-129).
public enum AssociationFile: String, Sendable, CaseIterable {
  /// On its server, and among the copies that Apple keeps.
  case fetched
  /// On its server only: Apple has no copy yet, or cannot reach the server.
  case onlyOnServer
  /// Nowhere, or it does not name the app.
  case missing
}

/// Which sessions of scenes outlive their process (LAUNCH-102); the others are made anew for each scene (LAUNCH-082).
public enum SessionKeeping: String, Sendable, CaseIterable {
  /// As the life cycles were seen: UIKit's scenes keep them, SwiftUI's do not.
  case byLifeCycle
  /// Those of every life cycle.
  case always
  /// None.
  case never
}

/// What the private selector of silent icon changes does from iOS 26.1 on; reports differ.
public enum PrivateIconSelector: String, Sendable, CaseIterable {
  /// Nothing (ICON-083, ICON-208).
  case ignored
  /// What the public method does, with its alert (ICON-223).
  case alert
}

/// One circumstance of a device by its name: how scripts read and set it.
public struct DeviceCondition: Sendable {
  typealias Path<Value> = WritableKeyPath<DeviceConditions, Value> & Sendable

  /// What its values are.
  public enum Kind: Sendable, Hashable {
    /// From 0 to ``DeviceConditions/longestTransition``.
    case seconds
    case flag
    /// One of these words.
    case choice([String])
  }

  /// What scripts call it, such as `alertTransition`; one of ``DeviceConditions/names``.
  public let name: String
  /// Which values it takes; others are refused with ``SimulatorError`` `bad-condition-value`.
  public let kind: Kind
  /// One sentence.
  public let summary: String
  /// The facts it rests on.
  public let facts: [FactID]
  let get: @Sendable (DeviceConditions) -> DeviceConditions.Value
  let set: @Sendable (inout DeviceConditions, DeviceConditions.Value) throws(SimulatorError) -> Void

  /// A time from 0 to ``DeviceConditions/longestTransition``.
  static func seconds(
    _ name: String, _ path: Path<Double>, _ summary: String, _ facts: FactID...
  ) -> DeviceCondition {
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

  static func flag(
    _ name: String, _ path: Path<Bool>, _ summary: String, _ facts: FactID...
  ) -> DeviceCondition {
    DeviceCondition(
      name: name, kind: .flag, summary: summary, facts: facts, get: { .boolean($0[keyPath: path]) },
      set: { (conditions, value) throws(SimulatorError) in
        guard case .boolean(let flag) = value else { throw mistake("The condition “\(name)” must be true or false") }
        conditions[keyPath: path] = flag
      })
  }

  /// One of the cases of an enumeration, by its raw value.
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

  private static func mistake(_ message: String) -> SimulatorError {
    SimulatorError(.badConditionValue, message)
  }
}

/// A fault of the system around icon changes that a scenario can choose (ICON-058). It shows only where it was seen; a
/// request on another system notes a quirk and goes its usual way.
public enum IconFault: String, Sendable, CaseIterable {
  case none
  /// Every request gets error 35 as long as this is set (ICON-047); iOS 26.1 and later.
  case busy
  /// The same until the device reboots, which sets ``none`` (ICON-051); iOS 26.1 and later.
  case busyUntilReboot
  /// After something modal has closed, the first request gets error 35 and the following ones 3072, until the app has
  /// left the system in peace for a second (ICON-050, ICON-200); iOS 26.1 and later.
  case afterModal
  /// The change takes effect without an alert, and the handler gets error 5 (ICON-052, ICON-053); only on the Simulator
  /// of iOS 26.1 and 26.2.
  case upcall

  /// Whether a system can have the fault; every one can have none.
  func occurs(on os: OSVersion, simulator: Bool) -> Bool {
    switch self {
    case .none: true
    case .busy, .busyUntilReboot, .afterModal: os >= .systemIconAlert
    case .upcall: simulator && os >= .systemIconAlert && os < OSVersion(26, 3)
    }
  }

  /// The fact behind it.
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
