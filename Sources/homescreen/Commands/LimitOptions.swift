import ArgumentParser
import LuaEngine

/// The limits that every command which runs Lua takes.
struct LimitOptions: ParsableArguments {
  @Option(help: "Instructions that one scenario or line may use.")
  var budget: Int64 = LuaOptions.defaultBudget

  @Option(help: ArgumentHelp("Memory that scripts may use, in MiB.", valueName: "mib"))
  var memory: Int = LuaOptions.defaultMemoryCeiling >> 20

  @OptionGroup
  var time: TimeLimitOption

  @Option(help: "Seed of math.random.")
  var seed: UInt64 = 1

  func validate() throws {
    guard budget > 0 else { throw ValidationError("--budget must be greater than 0.") }
    guard (1...16_384).contains(memory) else { throw ValidationError("--memory is from 1 to 16384 MiB.") }
  }

  var lua: LuaOptions { LuaOptions(memoryCeiling: memory << 20, budget: budget, seed: seed) }

  /// Seconds; 0 for no limit.
  var watchdog: Double { time.seconds }
}
