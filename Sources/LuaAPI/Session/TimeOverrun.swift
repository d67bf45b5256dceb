public import HomeScreenSimulator
public import LuaEngine

/// That a scenario let more virtual time pass than it may.
public struct TimeOverrun: Sendable {
  /// What had passed at the end of the command.
  public let passed: VirtualTime
  /// What may pass.
  public let limit: VirtualTime
  /// The command in which the limit was crossed: `advance`, `icon:tap`.
  public let command: String
  /// `file:line` of the script that gave it.
  public let place: String?

  /// What the next command raises.
  var failure: LuaFailure {
    LuaFailure(
      "the scenario used \(Self.text(passed)) s of virtual time, but its limit is \(Self.text(limit)) s: the limit was "
        + "crossed in \(command.contains(":") ? command : "device:\(command)")",
      code: "timeout", hint: "Allow more: timeout(SECONDS) in the scenario or its block, or --timeout SECONDS.",
      place: place)
  }

  /// What ends a scenario that gave no other command.
  public var error: LuaError {
    let failure = failure
    var error = LuaError(
      kind: .runtime, message: failure.message, place: place.flatMap { LuaError.Place(parsing: $0 + ":") })
    error.failure = failure
    return error
  }

  /// 60 and not 60.0.
  private static func text(_ time: VirtualTime) -> String {
    Int(exactly: time.seconds).map(String.init) ?? "\(time.seconds)"
  }
}
