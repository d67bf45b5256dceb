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
  /// The Home Screen keeps showing the old icon after a change, until a reboot or a new installation (ICON-158).
  public var staleIconCache = false
  /// The device is shared and in education mode: icons can't be changed (ICON-045).
  public var educationMode = false
  /// A debugger is attached. It switches the watchdog off (LAUNCH-070).
  public var debugger = false
  /// What is shown for an icon whose files do not exist (ICON-123).
  public var missingArtwork = MissingArtwork.byVersion

  /// Icons may be moved and removed; a managed device can forbid it (QUICK-092).
  public var homeScreenEditing = true
  /// Sessions of scenes outlive their process, and are connected again without a question for their configuration
  /// (LAUNCH-029, LAUNCH-102); else each scene has a new session (LAUNCH-082).
  public var keepSessions = false
  /// It is Xcode's Simulator and no real device (QUICK-099, QUICK-103).
  public var simulator = false
  /// SwiftUI keeps `scene(_:willConnectTo:options:)` from a scene delegate of the app's, as one project saw (LAUNCH-028).
  public var swallowsWillConnect = false

  public init() {}

  /// The names of all conditions.
  public static let names = [
    "activation", "alertTransition", "deactivation", "debugger", "educationMode", "homeScreenEditing", "keepSessions",
    "menuTransition", "missingArtwork", "simulator", "staleIconCache", "swallowsWillConnect",
  ]

  /// The longest transition, in seconds.
  public static let longestTransition = 3600.0

  /// A value of a condition as a script writes it.
  public enum Value: Sendable, Equatable {
    case boolean(Bool)
    case number(Double)
    case string(String)
  }

  /// The value of the condition `name`.
  ///
  /// - Throws: ``SimulatorError`` `unknown-condition`, with the names that exist.
  public func value(_ name: String) throws(SimulatorError) -> Value {
    switch name {
    case "activation": .number(activation)
    case "alertTransition": .number(alertTransition)
    case "deactivation": .number(deactivation)
    case "debugger": .boolean(debugger)
    case "educationMode": .boolean(educationMode)
    case "homeScreenEditing": .boolean(homeScreenEditing)
    case "keepSessions": .boolean(keepSessions)
    case "menuTransition": .number(menuTransition)
    case "missingArtwork": .string(missingArtwork.rawValue)
    case "simulator": .boolean(simulator)
    case "staleIconCache": .boolean(staleIconCache)
    case "swallowsWillConnect": .boolean(swallowsWillConnect)
    default: throw DeviceConditions.unknown(name)
    }
  }

  /// Sets the condition `name`.
  ///
  /// - Throws: ``SimulatorError`` `unknown-condition` or `bad-condition-value`; then nothing has changed.
  public mutating func set(_ name: String, to value: Value) throws(SimulatorError) {
    switch name {
    case "activation": activation = try DeviceConditions.seconds(value, for: name)
    case "alertTransition": alertTransition = try DeviceConditions.seconds(value, for: name)
    case "deactivation": deactivation = try DeviceConditions.seconds(value, for: name)
    case "debugger": debugger = try DeviceConditions.flag(value, for: name)
    case "educationMode": educationMode = try DeviceConditions.flag(value, for: name)
    case "homeScreenEditing": homeScreenEditing = try DeviceConditions.flag(value, for: name)
    case "keepSessions": keepSessions = try DeviceConditions.flag(value, for: name)
    case "menuTransition": menuTransition = try DeviceConditions.seconds(value, for: name)
    case "missingArtwork":
      guard case .string(let text) = value, let choice = MissingArtwork(rawValue: text) else {
        let choices = MissingArtwork.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        throw SimulatorError(.badConditionValue, "The condition “missingArtwork” is one of \(choices)")
      }
      missingArtwork = choice
    case "simulator": simulator = try DeviceConditions.flag(value, for: name)
    case "staleIconCache": staleIconCache = try DeviceConditions.flag(value, for: name)
    case "swallowsWillConnect": swallowsWillConnect = try DeviceConditions.flag(value, for: name)
    default: throw DeviceConditions.unknown(name)
    }
  }

  /// - Throws: ``SimulatorError`` `bad-condition-value` when a transition is no sensible time.
  func validate() throws(SimulatorError) {
    _ = try DeviceConditions.seconds(.number(activation), for: "activation")
    _ = try DeviceConditions.seconds(.number(alertTransition), for: "alertTransition")
    _ = try DeviceConditions.seconds(.number(deactivation), for: "deactivation")
    _ = try DeviceConditions.seconds(.number(menuTransition), for: "menuTransition")
  }

  private static func unknown(_ name: String) -> SimulatorError {
    SimulatorError(
      .unknownCondition, "A device has no condition “\(name.prefix(Spelling.longestText))”",
      hint: "There are: \(names.joined(separator: ", ")).\(Spelling.didYouMean(name, in: names))")
  }

  private static func seconds(_ value: Value, for name: String) throws(SimulatorError) -> Double {
    guard case .number(let seconds) = value, seconds >= 0, seconds <= longestTransition else {
      throw SimulatorError(
        .badConditionValue, "The condition “\(name)” is a number of seconds from 0 to \(Int(longestTransition))")
    }
    return seconds
  }

  private static func flag(_ value: Value, for name: String) throws(SimulatorError) -> Bool {
    guard case .boolean(let flag) = value else {
      throw SimulatorError(.badConditionValue, "The condition “\(name)” is true or false")
    }
    return flag
  }
}
