/// Hears of the commands of a device: what the tester's finger did.
public protocol DeviceObserver: AnyObject {
  /// A command is about to begin. What this throws keeps it from beginning.
  func device(_ device: Device, willPerform command: StaticString) throws

  /// A command has ended, well or not, and the system has finished what it began; other commands are possible again.
  func deviceDidPerform(_ device: Device)
}
