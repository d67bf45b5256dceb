import ArgumentParser
import Reports
import Streams

struct FactsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "facts",
    abstract: "List what the simulator knows of iOS: which facts are modelled, since when, and how sure they are.")

  @Option(help: "Only facts whose ID begins with this, such as ICON.")
  var area: String?

  @Flag(help: "Only facts that the simulator models.")
  var modelled = false

  @Flag(help: "Where each fact lives in this program, or why it does not; with counts.")
  var status = false

  func run() throws {
    let listing = FactListing(area: area, onlyModelled: modelled)
    guard !listing.facts.isEmpty else {
      StandardStream.error.write("homescreen: no fact begins with “\(area ?? "")”\n")
      throw ExitStatus(.nothingMatched).error
    }
    StandardStream.output.write(FactFormats.all[0].make(listing, status))
  }
}
