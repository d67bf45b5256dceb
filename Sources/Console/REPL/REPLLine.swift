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
  /// How it was compiled; nil where that is not known.
  var form: LineForm?
  /// How many of its commands belong to the session; nil: all of them.
  var commandLimit: Int?
  /// Ctrl-C ended it, or the end of its budget.
  var wasStopped = false
  /// It gave values.
  var hasResults = false
  /// How many of its commands ran before Home was pressed for one; nil where it was not.
  var homePress: Int?
  /// The device's clock when it began, in seconds.
  let start: Double

  /// Whether it does not run again: that would take as long as it took until it was stopped. The beginning of such a line
  /// does, if that is where a rewind has led.
  var isLeftOut: Bool { wasStopped && commandLimit == nil }

  /// The numbers of its first line and its last in the session; nil for what nobody typed. A file is one line, whose
  /// errors tell the lines of the file.
  var firstNumber: Int? { if case .code(let chunk) = kind { chunk.firstLine } else { nil } }
  var lastNumber: Int? {
    guard case .code(let chunk) = kind else { return nil }
    return chunk.firstLine + (chunk.file == nil ? chunk.text.utf8.count { $0 == UInt8(ascii: "\n") } : 0)
  }

  init(kind: Kind, start: Double, usesApp: Bool = false, hasFailed: Bool = false) {
    self.kind = kind
    self.start = start
    self.usesApp = usesApp
    self.hasFailed = hasFailed
  }
}

/// A line that was taken back.
struct UndoneLine {
  let line: REPLLine
  /// How many lines at the end of the session stand for it: a rewind may have left its beginning. They go when it is done
  /// again.
  let replaced: Int
}

/// What `:os` and `:device` have changed in the device of a session.
public struct REPLSystem: Sendable, Equatable {
  /// The version of iOS; nil if it is as before.
  public var os: String?
  /// The model; nil if it is as before.
  public var model: String?
}
