internal import CProcess

/// The watchdog of what runs no script: reading and explaining an input. It ends the process with 124 and a sentence.
///
/// It counts what processors work for the process, and ten times as much real time for what waits. The time in which the
/// process is stopped, or the machine sleeps, does not count.
public enum TimeLimit {
  /// Scripts have the same.
  public static let defaultSeconds: Double = 60

  /// Does something that must not take longer than it may.
  ///
  /// - Parameters:
  ///   - what: what takes long, such as `reading My.app`.
  ///   - hint: what to do, a sentence; nil when there is nothing.
  ///   - seconds: processor time; 0 for no limit.
  public static func run<Result, Failure: Error>(
    _ what: String, hint: String? = nil, seconds: Double, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin(what, hint: hint, seconds: seconds)
    defer { end() }
    return try body()
  }

  /// From now on the process has so much time, whatever was said before; for what begins and ends on several threads.
  ///
  /// - Parameters: those of ``run(_:hint:seconds:_:)``.
  public static func begin(_ what: String, hint: String? = nil, seconds: Double) {
    // A long path must not push the rest of the sentence out of the line.
    let shown = TerminalText.visible(what.count > 300 ? what.prefix(300) + "…" : what, isOneLine: true)
    func line(_ seconds: Double, _ clock: String) -> String {
      let unit = seconds == 1 ? "second" : "seconds"
      let number = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
      let sentence = "homescreen: \(shown) took longer than \(number) \(unit) of \(clock) time and was ended."
      return StandardStream.error.rendered(.forPrograms(sentence + (hint.map { " \($0)" } ?? "") + "\n"))
    }
    cp_limit_time(
      seconds, ExitCode.watchdog.rawValue, line(seconds, "processor"), line(cp_real_time(seconds), "real"))
  }

  /// Takes the limit away.
  public static func end() { cp_clocks_stop() }
}
