import ArgumentParser
import LuaAPI
import LuaEngine
import Platform
import Scenarios
import SourceClient
import Synchronization

/// The selection and the order of scenarios.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run only scenarios whose full name contains this text, is the text after “=”, or matches this Lua pattern in "
        + "slashes; may be repeated.", valueName: "text|=name|/pattern/"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp("Skip scenarios that match this text or pattern; may be repeated.", valueName: "text|/pattern/"))
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run only scenarios whose full name has one of these #tags, separated by commas, or matches an expression such "
        + "as “smoke and not (slow or flaky)”; may be repeated.", valueName: "tags"))
  var tags: [String] = []

  @Option(
    help: ArgumentHelp(
      "Skip scenarios with one of these #tags, or that match such an expression; may be repeated.", valueName: "tags"))
  var excludeTags: [String] = []

  @Flag(help: "Run only what failed when it ran last from this folder.")
  var lastFailed = false

  @Flag(help: "Stop after the first failure.")
  var bail = false

  @Flag(help: "List the scenarios without running them. The bodies of describe blocks still run.")
  var list = false

  @Flag(help: "Run files, blocks and scenarios in random order and print the seed.")
  var shuffle = false

  @Option(help: ArgumentHelp("Repeat the order of an earlier --shuffle.", valueName: "number"))
  var shuffleSeed: UInt64?

  @Option(help: ArgumentHelp("Apply the options of this task in .busted.", valueName: "name"))
  var task: String?

  /// Applies the options, with the values of `.busted` as defaults.
  func apply(to options: inout RunOptions, _ busted: BustedSettings?) throws {
    do {
      options.filters = try filter.map { try NamePattern(parsing: $0) }
      options.excludedNames = try exclude.map { try NamePattern(parsing: $0) }
      options.tags = try tags.map { try TagExpression(parsing: $0) }
      options.excludedTags = try excludeTags.map { try TagExpression(parsing: $0) }
    } catch {
      throw ValidationError("\(error)")
    }
    options.isListing = list
    options.endsWithFirstFailure = bail
    var isShuffled = shuffle
    if let busted {
      if options.filters.isEmpty { options.filters = busted.filters }
      if options.excludedNames.isEmpty { options.excludedNames = busted.excludedNames }
      if options.tags.isEmpty { options.tags = busted.tags }
      if options.excludedTags.isEmpty { options.excludedTags = busted.excludedTags }
      options.endsWithFirstFailure = bail || busted.endsWithFirstFailure
      options.setupIsLazy = busted.setupIsLazy
      options.surroundings.searchTemplates += busted.searchTemplates
      isShuffled = isShuffled || busted.isShuffled
    }
    guard isShuffled || shuffleSeed != nil else { return }
    let seed = shuffleSeed ?? busted?.seed ?? UInt64(UInt32.random(in: 1...UInt32.max))
    options.shuffleSeed = seed
    options.arguments += ["--shuffle-seed", "\(seed)"]
  }
}

/// The limits of all commands that run Lua.
struct LimitOptions: ParsableArguments {
  @Option(
    help: """
      Instruction limit of one scenario, hook or line, which no script can raise. Without this option, the limit is \
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

  /// Seconds; 0: unlimited.
  var watchdog: Double { time.seconds }
}

struct TimeLimitOption: ParsableArguments {
  @Option(
    name: .customLong("watchdog"),
    help: ArgumentHelp(
      "Give up on a scenario or an input after this many seconds of processor time, or ten times as much real time; "
        + "0 for no limit.", valueName: "seconds"))
  var seconds: Double = TimeLimit.defaultSeconds

  init() {}

  init(seconds: Double) { self.seconds = seconds }

  func validate() throws {
    guard seconds >= 0, seconds <= 1_000_000 else { throw ValidationError("--watchdog must be 0 or more seconds.") }
  }

  private static let hint = "More time: --watchdog SECONDS."

  /// The time of the source reader; an hour if the command is unlimited.
  var ofReader: SourceLimit {
    SourceLimit(
      seconds: seconds == 0 ? 3600 : seconds,
      remedy: seconds == 0 ? nil : "--watchdog \(Int((seconds * 3).rounded(.up))) allows more")
  }

  /// Runs code within the limit, with the input at a path.
  func run<Result, Failure: Error>(_ path: String, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try TimeLimit.run("reading \(path)", hint: Self.hint, seconds: seconds, body)
  }

  /// Reads settings, and loads their plugins.
  func run<Result, Failure: Error>(
    loading settings: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try TimeLimit.run("loading \(settings) and its plugins", hint: Self.hint, seconds: seconds, body)
  }

  /// Returns a limit for inputs that are read at the same time: it restarts whenever one begins or ends.
  func shared() -> Shared { Shared(seconds: seconds) }

  /// A limit for inputs that are read at the same time. Threads may share it.
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
        // The processor time of all threads counts, and each input has one.
        TimeLimit.begin(
          "reading \(paths.joined(separator: " and "))", hint: TimeLimitOption.hint,
          seconds: seconds * Double(paths.count))
      }
    }
  }
}

/// The distribution of a run or an exploration over processes and machines.
struct ParallelOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Number of parallel processes, or auto for one per core. Runs are split by file, explorations by story.",
      valueName: "number|auto"))
  var jobs = "1"

  @Option(
    help: ArgumentHelp(
      "Run one part of the work, such as 2/4; auto takes the part from the environment variables of the CI system: "
        + "\(Shard.knownSystems).", valueName: "part/parts|auto"))
  var shard: String?

  /// The maximum number of processes.
  static let maximumJobs = 512

  var jobCount: Int {
    get throws {
      if jobs == "auto" { return min(max(1, ProcessEnvironment.processorCount), Self.maximumJobs) }
      guard let count = Int(jobs), (1...Self.maximumJobs).contains(count) else {
        throw ValidationError("--jobs must be a number from 1 to \(Self.maximumJobs), or auto.")
      }
      return count
    }
  }

  /// The selected part; nil for the whole run.
  var chosenShard: Shard? {
    get throws {
      guard let shard else { return nil }
      guard shard == "auto" else {
        guard let part = Shard(parsing: shard) else {
          throw ValidationError("--shard must be PART/PARTS, such as 2/4, or auto.")
        }
        return part
      }
      do {
        if let part = try Shard(environment: ProcessEnvironment.value) { return part }
      } catch {
        throw ValidationError("--shard auto: \(error).")
      }
      StandardStream.error.write("homescreen: --shard auto: no variables of a CI system are set; running everything\n")
      return nil
    }
  }

  func validate() throws {
    _ = try jobCount
    if let shard, shard != "auto", Shard(parsing: shard) == nil {
      throw ValidationError("--shard must be PART/PARTS, such as 2/4, or auto.")
    }
  }
}

/// The folders that scripts may use in addition to their own.
struct FolderOptions: ParsableArguments {
  @Option(
    name: .customLong("read"),
    help: ArgumentHelp(
      "Also let scripts read apps, property lists and files below this folder; may be repeated.",
      valueName: "dir"))
  var read: [String] = []

  @Option(
    name: .customLong("write"),
    help: ArgumentHelp(
      "Also let scripts write (plist:save) below this folder; may be repeated.", valueName: "dir"))
  var write: [String] = []

  /// The folders for reading; they must exist.
  var readable: [ReadableFolder] {
    get throws {
      do { return try read.map { path in try ReadableFolder(path) } } catch { throw ValidationError("\(error)") }
    }
  }

  /// The folders for writing; they must exist.
  var writable: [WritableFolder] {
    get throws {
      do { return try write.map { path in try WritableFolder(path) } } catch { throw ValidationError("\(error)") }
    }
  }
}

/// The plugins to load: those of the options, and trusted ones of the project's settings.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp("A plugin to load; may be repeated.", valueName: "file"))
  var files: [String] = []

  @Flag(help: "Run the code and plugins that the project's settings name, for this command only; see homescreen trust.")
  var trust = false

  @Flag(help: "Do not load the plugins and the helper that the project's settings name.")
  var noPlugins = false

  func validate() throws {
    if trust, noPlugins { throw ValidationError("--trust and --no-plugins cannot be used together.") }
  }

  var sources: [PluginSource] { files.map { PluginSource(path: $0) } }

  /// Decides about code of the project.
  var project: ProjectTrust {
    var project = trust ? .once(configuration: ProcessEnvironment.configurationFolder) : Self.usual
    project.usesPlugins = !noPlugins
    return project
  }

  /// The default without options: the decisions that the user has stored.
  static var usual: ProjectTrust { .kept(configuration: ProcessEnvironment.configurationFolder) }
}

/// The treatment of the snapshots that scenarios compare with.
struct SnapshotOptions: ParsableArguments {
  @Flag(help: "Rewrite snapshots that differ and remove those that are no longer used.")
  var updateSnapshots = false

  @Flag(
    inversion: .prefixedNo,
    help: "Fail if a snapshot is missing or no longer used, and write nothing; on by default if the variable CI is set."
  )
  var ci: Bool?

  var mode: SnapshotStore.Mode {
    if updateSnapshots { return .update }
    return ci.map { $0 ? .check : .write } ?? Self.usualMode
  }

  /// The default mode.
  static var usualMode: SnapshotStore.Mode { isCI ? .check : .write }

  private static var isCI: Bool {
    guard let value = ProcessEnvironment.value("CI") else { return false }
    return !["", "0", "false"].contains(value)
  }

  func validate() throws {
    if updateSnapshots, ci == true { throw ValidationError("--update-snapshots and --ci cannot be used together.") }
  }
}
