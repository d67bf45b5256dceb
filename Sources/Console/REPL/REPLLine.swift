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
  /// UIKit's names meant the app in front.
  var usesApp = false
  var hasFailed = false
  /// How many of its commands belong to the session; nil: all of them.
  var commandLimit: Int?
  /// The units of its budget after which Ctrl-C stopped it: it stops there again; nil when it came to its end.
  var budget: Int64?
  /// The device's clock when it began, in seconds.
  let start: Double

  init(kind: Kind, start: Double, usesApp: Bool = false, hasFailed: Bool = false) {
    self.kind = kind
    self.start = start
    self.usesApp = usesApp
    self.hasFailed = hasFailed
  }
}
