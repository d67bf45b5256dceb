/// How the process ends: the one table of exit codes, which `homescreen help exit-codes` and the article about
/// the command line show.
public enum ExitCode: Int32, Sendable, Comparable, CaseIterable {
  case success = 0
  case failure = 1
  case scriptError = 2
  case internalFault = 3
  case nothingMatched = 4
  case staleSnapshots = 5
  case usage = 64
  case noInput = 66
  case lostOutput = 74
  case watchdog = 124
  case interrupted = 130

  private var row: (name: String, meaning: String) {
    switch self {
    case .success: ("success", "fine")
    case .failure:
      ("failure", "something fails, was found or differs; an input cannot be used")
    case .scriptError: ("script-error", "a script or a plugin is broken")
    case .internalFault: ("internal-fault", "a bug in homescreen")
    case .nothingMatched: ("nothing-matched", "nothing ran, or nothing matched")
    case .staleSnapshots: ("stale-snapshots", "a snapshot is missing or no longer used")
    case .usage: ("usage", "the command line cannot be understood")
    case .noInput: ("no-input", "an input is missing or cannot be read")
    case .lostOutput: ("lost-output", "standard output or a report file could not be written, whatever else happened")
    case .watchdog: ("watchdog", "the watchdog ended something that took too long")
    case .interrupted: ("interrupted", "Ctrl-C")
    }
  }

  /// What it is called.
  public var name: String { row.name }

  /// What it means, without a full stop.
  public var meaning: String { row.meaning }

  /// By their numbers: the larger one says more.
  public static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}
