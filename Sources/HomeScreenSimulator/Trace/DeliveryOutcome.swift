/// What happened to something that was sent to an app. It is decided here only: `trace.handling`, `assert.handled_once`,
/// exploration, `check`, `why` and lint ask.
public enum DeliveryOutcome: String, Sendable, CaseIterable {
  /// The app handled it, once.
  case handledOnce
  /// The app handled it again: in a second method (LAUNCH-005), or at the next activation (LAUNCH-036).
  case handledTwice
  /// The app handled it, but it was sent before the trace began, or never.
  case notSent
  /// The app called the completion handler with true, and did not say that it handled it.
  case completed
  /// The app's code got it, and did not say that it handled it.
  case unhandled
  /// The app's code got a link, a notification or a fetch, for which nothing says when it is handled.
  case reached
  /// No code of the app got it (LAUNCH-022).
  case lost
  /// The system keeps it from the app.
  case withheld
  /// The process ended before it acted.
  case ended
  /// The app crashes with it.
  case crashes
  /// Something that cannot be read decides it.
  case notKnown

  /// For tables and messages.
  public var text: String {
    switch self {
    case .handledOnce: "handled once"
    case .handledTwice: "handled twice"
    case .notSent: "handled, not sent"
    case .completed: "completed"
    case .unhandled: "never handled"
    case .reached: "reached the app"
    case .lost: "lost"
    case .withheld: "withheld"
    case .ended: "ended before"
    case .crashes: "crashes"
    case .notKnown: "not known"
    }
  }

  /// By how often the app handled it.
  ///
  /// - Parameters:
  ///   - certain: how often for certain.
  ///   - possible: how often it may have, besides.
  ///   - isOpen: whether something decides that cannot be read.
  ///   - otherwise: what it is if the app did not handle it.
  public init(handled certain: Int, possible: Int = 0, isOpen: Bool = false, otherwise: DeliveryOutcome = .lost) {
    self =
      switch (certain, possible, isOpen) {
      case (0, 0, false): otherwise
      case (1, 0, false): .handledOnce
      case (2..., _, false): .handledTwice
      default: .notKnown
      }
  }
}
