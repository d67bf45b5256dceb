import AppPackages
import ArgumentParser
import HomeScreenReports

/// For scripts/generate.
struct RulePagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rule-pages", abstract: "Write the documentation's pages about the rules of lint.",
    shouldDisplay: false)

  @Argument(help: "An existing folder for them.")
  var folder: String

  func run() throws {
    let folder = try OutputFolder(folder)
    for page in RulePages.all() { try folder.write(Array(page.text.utf8), to: page.name) }
  }
}
