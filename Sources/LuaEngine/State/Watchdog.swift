import CLuaSupport

/// The last resort against scripts that do not answer: first the running script is stopped, a while later the process
/// ends with exit code 124 and says what happened last. One for the process.
///
/// It has two clocks: the processor time of the process, and ten times as much real time for a script that waits for
/// something. The time in which the process is stopped (Ctrl-Z), or the machine sleeps, does not count.
public enum Watchdog {
  /// A clock of the watchdog.
  public enum Clock: Sendable {
    /// What processors work for the process.
    case processor
    case real

    init?(_ clock: Int32) {
      switch UInt32(bitPattern: clock) {
      case cp_clock_processor.rawValue: self = .processor
      case cp_clock_real.rawValue: self = .real
      default: return nil
      }
    }

    /// What a script has on this clock that has so many seconds of processor time.
    public func seconds(_ seconds: Double) -> Double {
      switch self {
      case .processor: seconds
      case .real: cp_real_time(seconds)
      }
    }
  }

  /// How long the script may take to react once it was told to stop: as long again as it had, but no more than this.
  static let maximumGrace: Double = 10
  private static let minimumGrace = 0.25

  private static func grace(_ seconds: Double) -> Double { min(max(seconds, minimumGrace), maximumGrace) }

  /// Starts over.
  /// - Parameter seconds: processor time; 0 switches it off.
  public static func arm(seconds: Double) { hs_watchdog(seconds, grace(seconds)) }

  /// Real time after which a process whose watchdog has so many seconds has ended, if it runs at all.
  public static func last(seconds: Double) -> Double { cp_real_time(seconds) + 2 * grace(seconds) }

  /// Switches it off.
  public static func disarm() { hs_watchdog(0, 0) }

  /// Runs `body` without counting its time: it waits for somebody else than the script.
  public static func paused(_ body: () -> Void) {
    var rest = cp_clocks_rest()
    hs_watchdog_pause(&rest)
    body()
    hs_watchdog_resume(&rest)
  }

  /// Runs `body` under a limit of its own; what was armed before goes on afterwards.
  public static func limiting<Result, Failure>(
    _ seconds: Double, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var rest = cp_clocks_rest()
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
