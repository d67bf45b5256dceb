import Events
import HomeScreenSimulator
import Rendering

/// The screen at the end of a fact's scenario, for the fact's page.
struct FactPicture: Sendable {
  /// The name of its file, beside the pages.
  let file: String
  /// The whole file, in SVG.
  let drawing: String
  /// What is to be seen.
  let words: String
  /// The device and its version.
  let cell: String

  /// What the last step that shows a screen has left; nil where nothing of the fact is to be seen in it.
  ///
  /// - Parameter cell: the device and its version.
  init?(of fact: Fact, in cell: String, _ steps: ScenarioSteps) {
    guard let number = steps.steps.last(where: { $0.screen != nil })?.screen, steps.screens.indices.contains(number)
    else { return nil }
    let screen = steps.screens[number]
    guard Self.shows(fact, screen.words) else { return nil }
    var pool = SVGPool()
    for part in steps.parts { _ = pool.add(part.markup) }
    file = "screen-\(fact.id.rawValue).svg"
    drawing = pool.standalone(
      SVGFrame(width: screen.width, height: screen.height, words: screen.words, body: screen.body))
    words = screen.words
    self.cell = cell
  }

  /// An app that is just in front looks as always, and so does a Home Screen to which a launch has led. The apps of the
  /// scenarios of facts are our own: none is called as the words of a screen are.
  private static func shows(_ fact: Fact, _ words: String) -> Bool {
    let signs = [
      "Menu of ", "Alert: ", "Folder ", "Open is ", "The icons jiggle", " windows", "It is covered by ", "placeholder",
      "scaled",
    ]
    return signs.contains { words.contains($0) } || fact.ledger == "alternate-icons" && words.contains("Home Screen: ")
  }
}
