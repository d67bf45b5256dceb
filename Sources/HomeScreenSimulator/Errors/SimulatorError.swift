/// A mistake of the tester's hand, or a limit that was reached: what happened, why, and what to do.
///
/// Errors that iOS gives to the app's own code are ``NSErrorValue``s.
public struct SimulatorError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The stable name of the mistake; its explanation is ``SimulatorErrorCode/explanation``.
  public let code: SimulatorErrorCode
  /// What happened, in one sentence without a full stop.
  public let message: String
  /// What to do, in full sentences; nil when the message says it all.
  public let hint: String?
  /// The behaviour of iOS behind it, if there is one.
  public let fact: FactID?

  /// Makes an error; `message` without a full stop, `hint` in full sentences.
  public init(_ code: SimulatorErrorCode, _ message: String, hint: String? = nil, fact: FactID? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.fact = fact
  }

  /// `message. hint [code, FACT]` in one line.
  public var description: String {
    var text = message + "."
    if let hint { text += " " + hint }
    text += " [" + code.rawValue
    if let fact { text += ", " + fact.rawValue }
    return text + "]"
  }
}
