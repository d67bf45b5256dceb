import AppPackages
import ArgumentParser
import HomeScreenReports
import HomeScreenSimulator
import Scenarios

/// For scripts/site. No part of the tree of commands, which it writes pages about.
struct PagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pages", abstract: "Write the pages of the reference, for DocC.")

  @Flag(help: "Runs the scenarios of facts, and draws what the screen shows at their ends.")
  var pictures = false

  @Argument(help: "The folder for them.")
  var folder: String

  @Argument(help: "The names of articles that stand beside them.")
  var articles: [String] = []

  func run() throws {
    let folder = try OutputFolder(folder)
    let pictures = pictures ? FactScreens.pictures(of: ScenarioFinder.facts) : [:]
    for page in try SitePages(articles: articles, pictures: pictures).all() {
      try folder.write(Array(page.text.utf8), to: page.file)
    }
    for picture in pictures.values { try folder.write(Array(picture.drawing.utf8), to: picture.file) }
  }
}
