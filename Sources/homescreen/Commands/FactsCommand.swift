import ArgumentParser
import HomeScreenReports
import Streams

struct FactsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "facts",
    abstract: "List what the simulator knows of iOS: which facts are modelled, since when, and how sure they are.",
    discussion: HomeScreenReports.ExitCode.help(
      [.success: "listed", .nothingMatched: "no fact matched"], and: .usage, .lostOutput))

  @Option(help: "Only facts whose ID begins with this, such as ICON.")
  var area: String?

  @Flag(help: "Only facts that the simulator models.")
  var modelled = false

  @Flag(help: "Where each fact lives in this program, or why it does not; with counts. For people.")
  var status = false

  @OptionGroup
  var output: FormatOptions<FactFormats>

  func run() throws {
    let listing = FactListing(area: area, onlyModelled: modelled)
    guard !listing.facts.isEmpty else {
      StandardStream.error.write("homescreen: no fact begins with “\(line: area ?? "")”\n")
      throw ExitStatus(.nothingMatched).error
    }
    try ExitStatus.end(Documents<FactFormats>(try output.requests()).tell { $0(listing, status) })
  }
}
