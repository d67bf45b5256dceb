import ArgumentParser
import LuaEngine
import Platform
import Synchronization

/// The limits that every command which runs Lua takes.
struct LimitOptions: ParsableArguments {
  @Option(
    help: """
      Instruction limit of one scenario, hook or line, which no script can raise. Without it, the limit is \
      \(LuaOptions.defaultBudget), and a script or the settings can raise it to \(LuaOptions.defaultMostBudget).
      """)
  var budget: Int64?

  @Option(help: ArgumentHelp("Memory limit of scripts, in MiB.", valueName: "mib"))
  var memory: Int = LuaOptions.defaultMemoryCeiling >> 20

  @OptionGroup
  var time: TimeLimitOption

  @Option(help: "Seed of math.random.")
  var seed: UInt64 = LuaOptions.defaultSeed

  func validate() throws {
    guard budget ?? 1 > 0 else { throw ValidationError("--budget must be greater than 0.") }
    guard (1...16_384).contains(memory) else { throw ValidationError("--memory must be from 1 to 16384 MiB.") }
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
      "Give up on a scenario or an input after this many seconds of processor time, or ten times as many of real "
        + "time; 0 for no limit.", valueName: "seconds"))
  var seconds: Double = TimeLimit.defaultSeconds

  init() {}

  init(seconds: Double) { self.seconds = seconds }

  func validate() throws {
    guard seconds >= 0, seconds <= 1_000_000 else { throw ValidationError("--watchdog must be 0 or more seconds.") }
  }

  private static let hint = "More time: --watchdog SECONDS."

  /// What a part may take that is given up before the whole is: without a limit an hour.
  var secondsOfPart: Double { seconds == 0 ? 3600 : seconds / 3 }

  /// Does what takes long with the input at a path.
  func run<Result, Failure: Error>(_ path: String, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try TimeLimit.run("reading \(path)", hint: Self.hint, seconds: seconds, body)
  }

  /// Reads settings, and loads what they name.
  func run<Result, Failure: Error>(
    loading settings: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try TimeLimit.run("loading \(settings) and its plugins", hint: Self.hint, seconds: seconds, body)
  }

  /// The same for inputs that are read at the same time: whenever one begins or ends, all have their time anew.
  func shared() -> Shared { Shared(seconds: seconds) }

  /// A limit for inputs that are read at the same time. It may be shared by threads.
  final class Shared: Sendable {
    private let seconds: Double
    private let paths = Mutex<[String]>([])

    init(seconds: Double) { self.seconds = seconds }

    func run<Result>(_ path: String, _ body: () -> Result) -> Result {
      change { $0.append(path) }
      defer { change { paths in paths.firstIndex(of: path).map { _ = paths.remove(at: $0) } } }
      return body()
    }

    private func change(_ change: (inout [String]) -> Void) {
      paths.withLock { paths in
        change(&paths)
        guard !paths.isEmpty else { return TimeLimit.end() }
        // Each has its own thread, and the processor time of all counts.
        TimeLimit.begin(
          "reading \(paths.joined(separator: " and "))", hint: TimeLimitOption.hint,
          seconds: seconds * Double(paths.count))
      }
    }
  }
}
