import ArgumentParser
import LuaEngine
import Scenarios

/// The limits that every command which runs Lua takes.
struct LimitOptions: ParsableArguments {
  @Option(help: "Instructions that one scenario or line may use.")
  var budget: Int64 = LuaOptions.defaultBudget

  @Option(help: ArgumentHelp("Memory that scripts may use, in MiB.", valueName: "mib"))
  var memory: Int = LuaOptions.defaultMemoryCeiling >> 20

  @Option(
    help: ArgumentHelp("Seconds of real time after which a scenario is stopped; 0 for none.", valueName: "seconds"))
  var watchdog: Double = RunOptions.defaultWatchdog

  @Option(help: "Seed of math.random.")
  var seed: UInt64 = 1

  func validate() throws {
    guard budget > 0 else { throw ValidationError("--budget must be greater than 0.") }
    guard (1...16_384).contains(memory) else { throw ValidationError("--memory is from 1 to 16384 MiB.") }
    guard watchdog >= 0, watchdog <= 1_000_000 else { throw ValidationError("--watchdog must be 0 or more seconds.") }
  }

  var lua: LuaOptions { LuaOptions(memoryCeiling: memory << 20, budget: budget, seed: seed) }
}
