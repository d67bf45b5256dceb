/// How a child process ended, and what it said.
struct ProcessResult: Equatable, Sendable {
  /// The exit code; `nil` when a signal ended the process.
  let exitCode: Int32?
  /// The signal that ended the process; `nil` when it exited.
  let signal: Int32?
  /// Bytes that are no UTF-8 stand as U+FFFD.
  let stdout: String
  let stderr: String
  /// Whether the process was killed because its time was up.
  let timedOut: Bool
  /// Whether it wrote more than ``ChildProcess/maximumOutputBytes`` to one stream; the rest was thrown away.
  let wasCut: Bool
}

extension ProcessResult: CustomStringConvertible {
  /// For failure messages of tests.
  var description: String {
    let end = exitCode.map { "exit code \($0)" } ?? signal.map { "signal \($0)" } ?? "no status"
    return "\(end)\(timedOut ? ", killed at the time limit" : "")\n--- stdout\n\(stdout)\n--- stderr\n\(stderr)"
  }
}

extension ProcessResult {
  /// What was written to standard output, each duration of a JSON line as 0.
  var withoutDurations: String { Self.withoutDurations(stdout) }

  static func withoutDurations(_ text: String) -> String {
    text.replacing(#/"microseconds":\d+/#, with: #""microseconds":0"#)
  }
}
