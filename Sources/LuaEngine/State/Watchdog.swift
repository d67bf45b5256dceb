import CLuaSupport

/// The last resort against scripts that do not answer: first the running script is stopped, a while later the process
/// ends with exit code 124 and says what happened last. One for the process.
public enum Watchdog {
  /// How long the script may take to react once it was told to stop: as long again as it had, but no more than this.
  static let maximumGrace: Double = 10

  /// Starts over; 0 seconds switch it off.
  public static func arm(seconds: Double) { hs_watchdog(seconds, min(max(seconds, 1), maximumGrace)) }

  /// Switches it off.
  public static func disarm() { hs_watchdog(0, 0) }

  /// Runs `body` without counting its time: it waits for somebody else than the script.
  public static func paused(_ body: () -> Void) {
    var rest = hs_watchdog_rest()
    hs_watchdog_pause(&rest)
    body()
    hs_watchdog_resume(&rest)
  }

  /// Runs `body` under a limit of its own; what was armed before goes on afterwards.
  public static func limiting<Result, Failure>(
    _ seconds: Double, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var rest = hs_watchdog_rest()
    hs_watchdog_pause(&rest)
    arm(seconds: seconds)
    defer {
      disarm()
      hs_watchdog_resume(&rest)
    }
    return try body()
  }

  /// Keeps one of the last events for the message.
  public static func note(_ text: String) { hs_watchdog_note(text) }
}
