import ArgumentParser
import HomeScreenReports
import Platform

struct FactsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "facts",
    abstract: "List what is known of iOS, with versions and sources.",
    discussion: """
      With --run the scenarios of all facts, or of those that are named, are run: each in the cells around its bounds.
      """)

  @Argument(help: "With --run: only these facts, by ID or its beginning, such as ICON.")
  var ids: [String] = []

  @Option(help: "Only facts whose ID begins with this, such as ICON.")
  var area: String?

  @Flag(help: "Only facts that the simulator models.")
  var modelled = false

  @Flag(
    help: """
      Where each fact lives in this program, or why it does not, and in how many cells its scenario tries it; \
      with counts. For people.
      """)
  var status = false

  @Flag(name: .customLong("run"), help: "Run the scenarios of facts.")
  var runs = false

  @Option(
    help: ArgumentHelp("With --run: the scripts of a file or folder instead of the built-in ones.", valueName: "path"))
  var from: String?

  @OptionGroup
  var output: FormatOptions<FactFormats>

  func validate() throws {
    if !runs, let stray = from.map({ "--from \($0)" }) ?? ids.first {
      throw ValidationError(
        "“\(TerminalText.visible(stray, isOneLine: true))” goes with --run; without it, --area ICON lists the facts of an area."
      )
    }
    if runs, area != nil || modelled || status {
      throw ValidationError("--run takes IDs; --area, --modelled and --status are for lists.")
    }
    // The formats of a run are known where it begins.
    if !runs, let unknown = try output.requests().first(where: { FactFormats.named($0.format) == nil }) {
      throw ValidationError("\(UnknownFormat(unknown.format, known: FactFormats.names))")
    }
  }

  func run() throws {
    let scenarios = FactRun(from: from)
    if runs {
      return try ExitStatus.end(
        scenarios.perform(ids, try output.requests(isVerdict: true), isForPeople: output.isDefault))
    }
    let listing = FactListing(area: area, onlyModelled: modelled, trials: status ? try scenarios.trials() : [])
    guard !listing.facts.isEmpty else {
      StandardStream.error.write("homescreen: no fact begins with “\(line: area ?? "")”\n")
      throw ExitStatus(.nothingMatched).error
    }
    try ExitStatus.end(Documents<FactFormats>(try output.requests()).tell { $0(listing, status) })
  }
}
