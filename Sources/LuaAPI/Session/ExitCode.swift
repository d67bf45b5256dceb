/// How the process ends; the README lists the same.
public enum ExitCode: Int32, Sendable, Comparable, CaseIterable {
  case success = 0
  /// A scenario failed, or any error of a piped REPL.
  case failure = 1
  /// A script has an error outside of its scenarios.
  case scriptError = 2
  /// A fault of homescreen's.
  case internalFault = 3
  /// No scenario matched.
  case nothingMatched = 4
  case usage = 64
  /// Input is missing or unreadable.
  case noInput = 66
  /// Something of standard output was lost: a report that did not arrive is no report.
  case lostOutput = 74
  case watchdog = 124
  case interrupted = 130

  public static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}
