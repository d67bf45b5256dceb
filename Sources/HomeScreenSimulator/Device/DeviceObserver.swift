/// Hears of the commands of a device: what the tester's finger did.
public protocol DeviceObserver: AnyObject {
  /// A command is about to begin. What this throws keeps it from beginning.
  func device(_ device: Device, willPerform command: StaticString) throws

  /// A command has ended, well or not, and the system has finished what it began; other commands are possible again.
  func deviceDidPerform(_ device: Device)

  /// An event was added to the trace; heard only where ``Device/tellsEvents`` is set.
  func device(_ device: Device, didNote event: TraceEvent)

  /// An app is about to be brought to the front, or to work in the background, for this.
  func device(_ device: Device, willReachAppBy situation: LaunchSituation.Kind)

  /// The system has decided about an app's request for another icon; nil is the primary one.
  func device(_ device: Device, didDecide decision: AlternateIconDecision, on name: String?, of app: String)

  /// Home is about to be pressed for a command that needs the Home Screen; see ``Device/pressesHome``.
  func devicePressesHome(_ device: Device)
}

/// Most observers are interested in commands only.
extension DeviceObserver {
  /// Nothing happens.
  public func device(_ device: Device, didNote event: TraceEvent) {}

  /// Nothing happens.
  public func device(_ device: Device, willReachAppBy situation: LaunchSituation.Kind) {}

  /// Nothing happens.
  public func device(_ device: Device, didDecide decision: AlternateIconDecision, on name: String?, of app: String) {}

  /// Nothing happens.
  public func devicePressesHome(_ device: Device) {}
}
