import CLuaSupport

/// Ctrl-C. One for the process.
public enum Interrupt {
  /// From now on Ctrl-C stops the running script; three times without an answer end the process with 130.
  public static func install() { hs_install_interrupt_handler() }

  /// From now on it is only counted, for a process whose workers run the scripts.
  public static func startCounting() { hs_count_interrupts() }

  /// How often it was pressed since ``startCounting()``.
  public static var count: Int { Int(hs_counted_interrupts()) }

  /// Whether the process was asked to end (SIGTERM) since ``startCounting()``, as a CI does with a job that is cancelled.
  public static var isTermination: Bool { hs_was_terminated() }

  /// Whether it was pressed and not taken back since, by ``LuaState/arm(budget:takesBackInterrupt:)``.
  public static var wasRequested: Bool { hs_was_interrupted() }

  /// What the handler does.
  public static func request() { hs_interrupt() }
}
