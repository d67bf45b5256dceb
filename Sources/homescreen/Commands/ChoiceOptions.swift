import ArgumentParser
import LuaAPI
import Scenarios

/// Which scenarios run, and in which order.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run only scenarios whose full name contains this text or matches this Lua pattern in slashes; may be repeated.",
      valueName: "text|/pattern/"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp("Skip scenarios that match this text or pattern; may be repeated.", valueName: "text|/pattern/"))
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run only scenarios with these #tags in their full name, such as smoke, “smoke,icons” or “smoke and not (slow or "
        + "flaky)”; may be repeated.", valueName: "tags"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("Skip scenarios with these #tags; may be repeated.", valueName: "tags"))
  var excludeTags: [String] = []

  @Flag(help: "Run only what failed in the last run that was started in this folder.")
  var lastFailed = false

  @Flag(help: "Stop after the first failure.")
  var bail = false

  @Flag(
    help: "List the scenarios without running them. The bodies of describe blocks still run.")
  var list = false

  @Flag(help: "Run files, blocks and scenarios in random order and print the seed.")
  var shuffle = false

  @Option(help: ArgumentHelp("Repeat the order of an earlier --shuffle.", valueName: "number"))
  var shuffleSeed: UInt64?

  @Option(help: ArgumentHelp("Apply the options of this task in .busted.", valueName: "name"))
  var task: String?

  /// What was given, in options; what `.busted` says where nothing was.
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
