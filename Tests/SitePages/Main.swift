import AppPackages
import HomeScreenSimulator
import Platform
import Scenarios

/// Writes the reference pages for DocC; scripts/site calls it.
///
/// Usage: SitePages [--pictures] HOMESCREEN FOLDER [ARTICLE…]
///   --pictures   runs the scenarios of facts, and draws the screens at their ends
///   HOMESCREEN   the program whose commands have pages
///   FOLDER       the folder of the pages
///   ARTICLE      the names of articles next to them
@main enum Main {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let drawsPictures = arguments.first == "--pictures"
    if drawsPictures { arguments.removeFirst() }
    guard arguments.count >= 2 else { fatalError("usage: SitePages [--pictures] HOMESCREEN FOLDER [ARTICLE…]") }
    let folder = try OutputFolder(arguments[1])
    let pictures = drawsPictures ? FactScreens.pictures(of: ScenarioFinder.facts) : [:]
    let pages = SitePages(program: arguments[0], articles: Array(arguments.dropFirst(2)), pictures: pictures)
    for page in try pages.all() { try folder.write(Array(page.text.utf8), to: page.file) }
    for picture in pictures.values { try folder.write(Array(picture.drawing.utf8), to: picture.file) }
  }
}
