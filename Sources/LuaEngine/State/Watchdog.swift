import CLuaSupport

/// The last resort against scripts that do not answer: first the running script is stopped, a while later the process
/// ends with exit code 124 and says what happened last. One for the process.
public enum Watchdog {
  /// How long the script may take to react once it was told to stop.
  static let grace: Double = 10

  /// Starts over; 0 seconds switch it off.
  public static func arm(seconds: Double) { hs_watchdog(seconds, grace) }

  public static func disarm() { hs_watchdog(0, 0) }

  /// Keeps one of the last events for the message.
  public static func note(_ text: String) { hs_watchdog_note(text) }
}
