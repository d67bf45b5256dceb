import LuaAPI

/// A line of a session, kept so that it can be run again.
struct REPLLine {
  enum Kind {
    /// What the REPL does before the first line: the device, the app.
    case preparation
    case code(SourceChunk)
    /// Time that passed because of a rewind into a command that only waited.
    case wait(ReplayWait)
  }

  let kind: Kind
  /// How many of its commands belong to the session; nil: all of them.
  var commandLimit: Int?
  /// The device's clock when it began, in seconds.
  let start: Double
}
