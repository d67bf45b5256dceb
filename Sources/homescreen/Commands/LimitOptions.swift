import ArgumentParser
import LuaEngine
import Streams

/// The limits that every command which runs Lua takes.
struct LimitOptions: ParsableArguments {
  @Option(help: "Instructions that one scenario or line may use.")
  var budget: Int64 = LuaOptions.defaultBudget

  @Option(help: ArgumentHelp("Memory that scripts may use, in MiB.", valueName: "mib"))
  var memory: Int = LuaOptions.defaultMemoryCeiling >> 20

  @OptionGroup
  var time: TimeLimitOption

  @Option(help: "Seed of math.random.")
  var seed: UInt64 = LuaOptions.defaultSeed

  func validate() throws {
    guard budget > 0 else { throw ValidationError("--budget must be greater than 0.") }
    guard (1...16_384).contains(memory) else { throw ValidationError("--memory is from 1 to 16384 MiB.") }
  }

  var lua: LuaOptions { LuaOptions(memoryCeiling: memory << 20, budget: budget, seed: seed) }

  /// Seconds; 0 for no limit.
  var watchdog: Double { time.seconds }
}

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
