/// How an app ended by itself.
public struct AppCrash: Sendable {
  /// What escaped the app's code, in its own words.
  public let reason: String
  /// The exception code, if the system ended the app with one.
  public let code: Code?
  /// When, on the device's clock.
  public let time: VirtualTime
  /// The error itself, if one escaped.
  public let error: (any Error)?

  /// Exception codes, as crash reports have them.
  public enum Code: String, Sendable, CaseIterable {
    /// By the watchdog (LAUNCH-067).
    case watchdog = "0x8badf00d"
    /// A check of the system's own failed.
    case breakpoint = "EXC_BREAKPOINT"
    /// The kernel ended it.
    case killed = "SIGKILL"
  }
}
