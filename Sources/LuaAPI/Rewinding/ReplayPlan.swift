import HomeScreenSimulator

/// Which part of a session's lines leads to the state that `device:rewind` asked for.
public struct ReplayPlan {
  /// How many lines run whole; line 0 is what the REPL did before the first one.
  public let wholeLines: Int
  /// How many commands of the next line run; 0: the line does not run at all.
  public let commandsOfNextLine: Int
  /// Time that passes in the end: the asked time lies within a command that only waited.
  public let wait: ReplayWait?

  /// nil when nothing of the session came later than what was requested.
  public init?(_ request: RewindRequest, _ log: CommandLog) {
    let found = log.marks.first { mark in
      guard mark.device == request.device else { return false }
      return switch request.target {
      case .event(let number): mark.eventsAtEnd > number
      case .time(let time): mark.end > time
      }
    }
    guard let found else { return nil }
    wholeLines = found.line
    commandsOfNextLine = found.position
    if case .time(let time) = request.target, ["advance", "settle"].contains(found.command), found.start < time {
      wait = ReplayWait(device: found.device, milliseconds: time - found.start)
    } else {
      wait = nil
    }
  }
}
