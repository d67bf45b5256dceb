/// The end of a child process and its output.
struct ProcessResult: Equatable, Sendable {
  /// The exit code; `nil` if a signal ended the process.
  let exitCode: Int32?
  /// The signal that ended the process; `nil` if it exited.
  let signal: Int32?
  /// Invalid UTF-8 is U+FFFD.
  let stdout: String
  let stderr: String
  /// Whether the process was killed at its time limit.
  let timedOut: Bool
  /// Whether a stream exceeded ``ChildProcess/maximumOutputBytes``; the rest was discarded.
  let wasCut: Bool
}

extension ProcessResult: CustomStringConvertible {
  /// The text in failure messages of tests.
  var description: String {
    let end = exitCode.map { "exit code \($0)" } ?? signal.map { "signal \($0)" } ?? "no status"
    return "\(end)\(timedOut ? ", killed at the time limit" : "")\n--- stdout\n\(stdout)\n--- stderr\n\(stderr)"
  }
}

extension ProcessResult {
  /// Standard output, with each duration in JSON as 0.
  var withoutDurations: String { Self.withoutDurations(stdout) }

  static func withoutDurations(_ text: String) -> String {
    text.replacing(#/"microseconds":\d+/#, with: #""microseconds":0"#)
  }
}
