import AppPackages
import ArgumentParser
import HomeScreenReports

/// For scripts/site. No part of the tree of commands, which it writes pages about.
struct PagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pages", abstract: "Write the pages of the reference, for DocC.")

  @Argument(help: "The folder for them.")
  var folder: String

  @Argument(help: "The names of articles that stand beside them.")
  var articles: [String] = []

  func run() throws {
    let folder = try OutputFolder(folder)
    for page in try SitePages(articles: articles).all() { try folder.write(Array(page.text.utf8), to: page.file) }
  }
}
