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

/// An error that stands for code that never ends, such as a loop whose budget ran out.
///
/// Thrown by code that the system called, it ends the app as the watchdog does, with the code `0x8badf00d`, and the
/// command goes on without throwing it (LAUNCH-067); thrown by the piece of code that ``InstalledApp/run(_:)`` runs, it
/// ends the app likewise and is thrown on, because there is no result to return. With a debugger attached there is no
/// watchdog (LAUNCH-070): the app ends without a code, and the command throws the error.
public protocol AppHangs: Error {}
