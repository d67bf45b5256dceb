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
  /// The icon alert previews the icon that was set before (ICON-063).
  public var previewsPrevious = false
  /// The device is Xcode's Simulator; it behaves like a device (ICON-057) but for its own faults (ICON-058).
  public var simulator = false
  /// From the second change on the Home Screen keeps its picture, until a reboot or a new installation (ICON-159).
  public var staleAfterFirstChange = false

  public init() {}

  /// The names of all conditions.
  public static let names = [
    "activation", "alertTransition", "consoleNoise", "deactivation", "debugger", "educationMode", "emptyIconAlert",
    "iconCooldown", "iconFault", "iconHandlerOffMain", "menuTransition", "missingArtwork", "previewsPrevious",
    "simulator", "staleAfterFirstChange", "staleIconCache",
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
    case "consoleNoise": .boolean(consoleNoise)
    case "deactivation": .number(deactivation)
    case "debugger": .boolean(debugger)
    case "educationMode": .boolean(educationMode)
    case "emptyIconAlert": .boolean(emptyIconAlert)
    case "iconCooldown": .number(iconCooldown)
    case "iconFault": .string(iconFault.rawValue)
    case "iconHandlerOffMain": .boolean(iconHandlerOffMain)
    case "menuTransition": .number(menuTransition)
    case "missingArtwork": .string(missingArtwork.rawValue)
    case "previewsPrevious": .boolean(previewsPrevious)
    case "simulator": .boolean(simulator)
    case "staleAfterFirstChange": .boolean(staleAfterFirstChange)
    case "staleIconCache": .boolean(staleIconCache)
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
    case "consoleNoise": consoleNoise = try DeviceConditions.flag(value, for: name)
    case "deactivation": deactivation = try DeviceConditions.seconds(value, for: name)
    case "debugger": debugger = try DeviceConditions.flag(value, for: name)
    case "educationMode": educationMode = try DeviceConditions.flag(value, for: name)
    case "emptyIconAlert": emptyIconAlert = try DeviceConditions.flag(value, for: name)
    case "iconCooldown": iconCooldown = try DeviceConditions.seconds(value, for: name)
    case "iconFault": iconFault = try DeviceConditions.choice(value, for: name)
    case "iconHandlerOffMain": iconHandlerOffMain = try DeviceConditions.flag(value, for: name)
    case "menuTransition": menuTransition = try DeviceConditions.seconds(value, for: name)
    case "missingArtwork": missingArtwork = try DeviceConditions.choice(value, for: name)
    case "previewsPrevious": previewsPrevious = try DeviceConditions.flag(value, for: name)
    case "simulator": simulator = try DeviceConditions.flag(value, for: name)
    case "staleAfterFirstChange": staleAfterFirstChange = try DeviceConditions.flag(value, for: name)
    case "staleIconCache": staleIconCache = try DeviceConditions.flag(value, for: name)
    default: throw DeviceConditions.unknown(name)
    }
  }

  /// - Throws: ``SimulatorError`` `bad-condition-value` when a transition is no sensible time.
  func validate() throws(SimulatorError) {
    _ = try DeviceConditions.seconds(.number(activation), for: "activation")
    _ = try DeviceConditions.seconds(.number(alertTransition), for: "alertTransition")
    _ = try DeviceConditions.seconds(.number(deactivation), for: "deactivation")
    _ = try DeviceConditions.seconds(.number(iconCooldown), for: "iconCooldown")
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

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: Value, for name: String
  ) throws(SimulatorError) -> Choice where Choice.RawValue == String {
    if case .string(let text) = value, let choice = Choice(rawValue: text) { return choice }
    let choices = Choice.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
    throw SimulatorError(.badConditionValue, "The condition “\(name)” is one of \(choices)")
  }

  private static func flag(_ value: Value, for name: String) throws(SimulatorError) -> Bool {
    guard case .boolean(let flag) = value else {
      throw SimulatorError(.badConditionValue, "The condition “\(name)” is true or false")
    }
    return flag
  }
}
