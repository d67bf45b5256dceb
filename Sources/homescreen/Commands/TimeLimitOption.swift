import ArgumentParser
import Streams

/// How long something may take.
struct TimeLimitOption: ParsableArguments {
  @Option(
    name: .customLong("watchdog"),
    help: ArgumentHelp(
      "Seconds of real time after which a scenario or an input is given up; 0 for none.", valueName: "seconds"))
  var seconds: Double = TimeLimit.defaultSeconds

  init() {}

  init(seconds: Double) { self.seconds = seconds }

  func validate() throws {
    guard seconds >= 0, seconds <= 1_000_000 else { throw ValidationError("--watchdog must be 0 or more seconds.") }
  }

  /// Does what takes long with the input at a path.
  func run<Result, Failure: Error>(_ path: String, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try TimeLimit.run("reading \(path)", hint: "More time: --watchdog SECONDS.", seconds: seconds, body)
  }
}
