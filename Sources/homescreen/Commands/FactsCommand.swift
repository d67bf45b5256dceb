import ArgumentParser
import HomeScreenReports
import HomeScreenSimulator
import Scenarios
import Streams

struct FactsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "facts",
    abstract: "List what the simulator knows of iOS: which facts are modelled, since when, and how sure they are.",
    discussion: """
      With --run the scenarios of all facts, or of those that are named, are run: each in the cells around its bounds. \
      \(HomeScreenReports.ExitCode.help(
        [.success: "listed, or all held", .failure: "a fact does not hold", .nothingMatched: "no fact matched"],
        and: .scriptError, .internalFault, .usage, .noInput, .lostOutput, .watchdog, .interrupted))
      """)

  @Argument(help: "With --run: only these facts, by ID or its beginning, such as ICON.")
  var ids: [String] = []

  @Option(help: "Only facts whose ID begins with this, such as ICON.")
  var area: String?

  @Flag(help: "Only facts that the simulator models.")
  var modelled = false

  @Flag(help: "Where each fact lives in this program, or why it does not; with counts. For people.")
  var status = false

  @Flag(name: .customLong("run"), help: "Run the scenarios of facts.")
  var runs = false

  @Option(
    help: ArgumentHelp("With --run: the scripts of a file or folder, instead of those inside.", valueName: "path"))
  var from: String?

  @OptionGroup
  var output: FormatOptions<FactFormats>

  func validate() throws {
    if !runs, let stray = from != nil ? "--from" : ids.first {
      throw ValidationError(
        "“\(TerminalText.visible(stray, isOneLine: true))” belongs to --run; without it, --area ICON lists the facts of one ledger."
      )
    }
    if runs, area != nil || modelled || status {
      throw ValidationError("--run goes with IDs, and not with --area, --modelled or --status.")
    }
  }

  func run() throws {
    if runs { return try ExitStatus.end(FactRun(ids: ids, from: from, output: output).perform()) }
    let listing = FactListing(area: area, onlyModelled: modelled)
    guard !listing.facts.isEmpty else {
      StandardStream.error.write("homescreen: no fact begins with “\(line: area ?? "")”\n")
      throw ExitStatus(.nothingMatched).error
    }
    try ExitStatus.end(Documents<FactFormats>(try output.requests()).tell { $0(listing, status) })
  }
}
