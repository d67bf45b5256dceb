import ArgumentParser
import LuaAPI
import Scenarios

/// Which scenarios run, and in which order.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only scenarios in whose full name this text stands, or, between slashes, this pattern of Lua’s is found; may be "
        + "repeated.", valueName: "text|/pattern/"))
  var filter: [String] = []

  @Option(help: ArgumentHelp("No scenarios of this name; may be repeated.", valueName: "text|/pattern/"))
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only scenarios with these #tags in their full name: smoke, or smoke,icons, or “smoke and not (slow or flaky)”; "
        + "may be repeated.", valueName: "tags"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("No scenarios with these #tags; may be repeated.", valueName: "tags"))
  var excludeTags: [String] = []

  @Flag(help: "Only what failed in the last run that was started in this folder.")
  var lastFailed = false

  @Flag(help: "Ends with the first failure.")
  var bail = false

  @Flag(
    help: """
      Names the scenarios and runs none. Bodies of describe run, so what is shown is what they define without a scenario \
      having run before.
      """)
  var list = false

  @Flag(help: "Runs files, blocks and scenarios in an order of chance; what decides it is told.")
  var shuffle = false

  @Option(help: ArgumentHelp("The order of an earlier --shuffle.", valueName: "number"))
  var shuffleSeed: UInt64?

  @Option(help: ArgumentHelp("The task of .busted that holds: its options are as if given here.", valueName: "name"))
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
